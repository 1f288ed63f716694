"""Operators of onnxruntime-extensions, a library of custom operators that others build, on a libonnxruntime.so.1.

usage: client.py EXTENSIONS LIBRARY FOLDER-OF-MODELS

The library of the Python package needs Python's own symbols, so that this client is in Python: by ctypes, slot by slot.
"""

import ctypes as c
import pathlib
import sys

VERSION = 17
# The places of the slots in the table, as the ABI fixes them.
SLOTS = {
    "GetErrorCode": 1,
    "GetErrorMessage": 2,
    "CreateEnv": 3,
    "CreateSession": 7,
    "Run": 9,
    "CreateSessionOptions": 10,
    "CreateTensorAsOrtValue": 48,
    "GetTensorMutableData": 51,
    "FillStringTensor": 52,
    "GetStringTensorDataLength": 53,
    "GetStringTensorContent": 54,
    "GetTensorElementType": 60,
    "GetTensorShapeElementCount": 64,
    "GetTensorTypeAndShape": 65,
    "GetAllocatorWithDefaultOptions": 78,
    "ReleaseEnv": 92,
    "ReleaseStatus": 93,
    "ReleaseSession": 95,
    "ReleaseValue": 96,
    "ReleaseTensorTypeAndShapeInfo": 99,
    "ReleaseSessionOptions": 100,
    "RegisterCustomOpsLibrary_V2": 228,
}
FLOAT, INT64, STRING, BOOL = 1, 7, 8, 9
PLAIN = {FLOAT: c.c_float, INT64: c.c_int64, BOOL: c.c_bool}


class Api:
    def __init__(self, library):
        base = c.CDLL(str(library)).OrtGetApiBase
        base.restype = c.POINTER(c.c_void_p)
        table = c.CFUNCTYPE(c.c_void_p, c.c_uint32)(base()[0])(VERSION)
        self.slots = c.cast(table, c.POINTER(c.c_void_p))

    def plain(self, name, result, *arguments):
        return c.CFUNCTYPE(result)(self.slots[SLOTS[name]])(*arguments)

    def __getattr__(self, name):
        """A slot that gives a status: raises what it says."""

        def call(*arguments):
            status = self.plain(name, c.c_void_p, *arguments)
            if not status:
                return
            code = self.plain("GetErrorCode", c.c_int, c.c_void_p(status))
            text = self.plain("GetErrorMessage", c.c_char_p, c.c_void_p(status)).decode()
            self.plain("ReleaseStatus", None, c.c_void_p(status))
            raise RuntimeError(f"{name}: code {code}: {text}")

        return call

    def release(self, name, handle):
        self.plain(f"Release{name}", None, handle)


def tensor(api, allocator, kind, shape, content):
    value, sizes = c.c_void_p(), (c.c_int64 * len(shape))(*shape)
    api.CreateTensorAsOrtValue(allocator, sizes, c.c_size_t(len(shape)), c.c_int(kind), c.byref(value))
    if kind == STRING:
        api.FillStringTensor(value, (c.c_char_p * len(content))(*(t.encode() for t in content)), c.c_size_t(len(content)))
    else:
        data = c.c_void_p()
        api.GetTensorMutableData(value, c.byref(data))
        c.memmove(data, (PLAIN[kind] * len(content))(*content), c.sizeof(PLAIN[kind]) * len(content))
    return value


def content_of(api, value):
    info, kind, count = c.c_void_p(), c.c_int(), c.c_size_t()
    api.GetTensorTypeAndShape(value, c.byref(info))
    api.GetTensorElementType(info, c.byref(kind))
    api.GetTensorShapeElementCount(info, c.byref(count))
    api.release("TensorTypeAndShapeInfo", info)
    if kind.value != STRING:
        data = c.c_void_p()
        api.GetTensorMutableData(value, c.byref(data))
        return list(c.cast(data, c.POINTER(PLAIN[kind.value]))[: count.value])
    size = c.c_size_t()
    api.GetStringTensorDataLength(value, c.byref(size))
    text, offsets = c.create_string_buffer(size.value + 1), (c.c_size_t * count.value)()
    api.GetStringTensorContent(value, text, size, offsets, count)
    ends = [*offsets[1:], size.value]
    return [text.raw[a:b].decode() for a, b in zip(offsets, ends)]


def play(api, env, extensions, model, inputs, outputs):
    """The content of the outputs."""
    options, session, allocator = c.c_void_p(), c.c_void_p(), c.c_void_p()
    api.CreateSessionOptions(c.byref(options))
    api.RegisterCustomOpsLibrary_V2(options, str(extensions).encode())
    api.CreateSession(env, str(model).encode(), options, c.byref(session))
    api.release("SessionOptions", options)
    api.GetAllocatorWithDefaultOptions(c.byref(allocator))
    values = [tensor(api, allocator, *given) for given in inputs.values()]
    made = (c.c_void_p * len(outputs))()
    api.Run(
        session,
        None,
        (c.c_char_p * len(inputs))(*(n.encode() for n in inputs)),
        (c.c_void_p * len(values))(*(v.value for v in values)),
        c.c_size_t(len(values)),
        (c.c_char_p * len(outputs))(*(n.encode() for n in outputs)),
        c.c_size_t(len(outputs)),
        made,
    )
    results = [content_of(api, c.c_void_p(v)) for v in made]
    for value in [*values, *(c.c_void_p(v) for v in made)]:
        api.release("Value", value)
    api.release("Session", session)
    return results


# Model, inputs, and what the operator's documentation says of them.
CASES = [
    ("StringUpper", {"x": (STRING, [2], ["abc", "Hello"])}, {"y": ["ABC", "HELLO"]}),
    (
        "StringSplit",
        {"x": (STRING, [2], ["a,b", "c,,d"]), "separator": (STRING, [1], [","]), "skip": (BOOL, [1], [True])},
        {"parts": ["a", "b", "c", "d"], "at": [0, 0, 0, 1, 1, 0, 1, 1], "shape": [2, 2]},
    ),
    (
        "StringRegexReplace",
        {"x": (STRING, [2], ["a1b22", "zz9"]), "pattern": (STRING, [1], ["[0-9]+"]), "to": (STRING, [1], ["#"])},
        {"y": ["a#b#", "zz#"]},
    ),
    (
        "BertTokenizer",
        {"x": (STRING, [1], ["Hello Worlds unknownword"])},
        {"ids": [2, 5, 6, 7, 1, 3], "types": [0] * 6, "mask": [1] * 6},
    ),
    ("Inverse", {"x": (FLOAT, [2, 2], [2, 0, 0, 4])}, {"y": [0.5, 0, 0, 0.25]}),
]


def main():
    extensions, library, models = map(pathlib.Path, sys.argv[1:])
    api, env, passed = Api(library), c.c_void_p(), 0
    api.CreateEnv(c.c_int(4), b"extensions", c.byref(env))
    for model, inputs, expected in CASES:
        try:
            found = play(api, env, extensions, models / f"{model}.onnx", inputs, list(expected))
        except RuntimeError as error:
            found = error
        if found == list(expected.values()):
            passed += 1
            print(f"ok {model}")
        else:
            print(f"FAIL {model}: expected {list(expected.values())}, found {found}")
    api.release("Env", env)
    print(f"{passed} passed, {len(CASES) - passed} failed")


main()
