#!/usr/bin/env python3
"""Random calls over the table of the C ABI: valid arguments mixed with NULL, values of the wrong kind and numbers out
of range, in any order. Dangling pointers are not among them. What it finds is a crash, a hang or, under a leak checker,
a leak; the call in progress stands in the file that --last names.

usage: tools/fuzz_c_api.py [--library FILE] [--calls N] [--seed N] [--last FILE]
       LD_PRELOAD=$(gcc -print-file-name=liblsan.so) tools/fuzz_c_api.py ...
"""

import argparse
import collections
import ctypes as c
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "include" / "onnxruntime_c_api.h"
ENUMS = set(re.findall(r"typedef enum (Ort\w+)", HEADER.read_text()))
MODEL = ROOT / "tests" / "clients" / "models" / "scale.onnx"
ITEMS = 8  # in every array that is passed; counts stay below
KEPT = 6  # objects of one type

# Take functions, give what the caller must not release, hand over memory that a random caller cannot own, or wait.
LEFT_OUT = re.compile(
    r"Callback|CustomCreateThreadFn|CustomJoinThreadFn|ThreadCreationOptions|LoggingFunction|CustomLogger|RunAsync|"
    r"^CustomOpDomain_Add$|^AddCustomOpDomain$|RegisterAllocator|SharedAllocator|AllocatorFree|AllocatorAlloc|"
    r"AvailableProviders|WithDataAndDeleter|ParallelFor|CreateOpAttr|RegisterCustomOps|ExecutionProviderLibrary|"
    r"CreateEnv|RunOptionsAddActiveLoraAdapter|Profiling|EnableOrtCustomOps|SetOptimizedModelFilePath|_V2$|CopyTensors|"
    r"^Release|^GetBound|MetadataMapKeys|AddInitializer|AddExternalInitializer|ExternalMemory|Semaphore|Interop|"
    r"^CreateStatus$|^GetErrorCode$|^GetErrorMessage$|GetStringTensorContent|UseCooIndices|UseCsrIndices|UseBlock|SparseTensorWithValues|WithDataAsOrtValue|Tensor[Rr][Tt]Provider|"
    r"GetSymbolicDimensions|GetKeyValuePairs|"
    r"GetResizedStringTensorElementBuffer|CreateSessionFromModel|KernelInfo|KernelContext|EpSelection"
)
# Made by these although their result belongs to somebody else.
BORROWED = {"GetAllocatorWithDefaultOptions", "CreateAllocator"}


def parameters(text):
    parts, depth, current = [], 0, ""
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return [p for p in [*parts, current.strip()] if p and p != "void"]


def slots(header):
    """Name, result and parameters of every slot, in the table's order."""
    body = re.search(r"\nstruct OrtApi \{(.*?)\n\};", header, re.S)[1]
    found = re.findall(r"([\w\s*]+?)\(ORT_API_CALL\* (\w+)\)\((.*?)\)\s*NO_EXCEPTION;", body, re.S)
    return [(name, result.split()[-1] if "*" not in result else result.strip(), parameters(" ".join(args.split())))
            for result, name, args in found]


class Api:
    def __init__(self, library):
        base = c.CDLL(str(library)).OrtGetApiBase
        base.restype = c.POINTER(c.c_void_p)
        self.table = c.cast(c.CFUNCTYPE(c.c_void_p, c.c_uint32)(base()[0])(30), c.POINTER(c.c_void_p))
        self.slots = slots(HEADER.read_text())
        self.at = {name: i for i, (name, _, _) in enumerate(self.slots)}
        assert len(self.slots) == 426, f"the header has {len(self.slots)} slots"

    def plain(self, name, result, *arguments):
        return c.CFUNCTYPE(result)(self.table[self.at[name]])(*arguments)

    def code(self, name, *arguments):
        """The code of a slot that gives a status; -1 of any other."""
        if not self.slots[self.at[name]][1].startswith("OrtStatus"):
            self.plain(name, c.c_void_p, *arguments)
            return -1
        status = self.plain(name, c.c_void_p, *arguments)
        if not status:
            return 0
        code = self.plain("GetErrorCode", c.c_int, c.c_void_p(status))
        assert self.plain("GetErrorMessage", c.c_char_p, c.c_void_p(status)), f"{name}: an error without words"
        self.plain("ReleaseStatus", None, c.c_void_p(status))
        return code

    def make(self, name, *arguments):
        out = c.c_void_p()
        code = self.code(name, *arguments, c.byref(out))
        assert code == 0, f"{name}: code {code}"
        return out


class Pool:
    """Objects by type, and the arrays that calls are given."""

    def __init__(self, api):
        self.api = api
        self.held = collections.defaultdict(list)
        self.fixed = set()  # what lives to the end
        env = api.make("CreateEnv", c.c_int(4), b"fuzz")
        session = api.make("CreateSession", env, str(MODEL).encode(), None)
        allocator = api.make("GetAllocatorWithDefaultOptions")
        for kind, handle in (("OrtEnv", env), ("OrtSession", session), ("OrtAllocator", allocator)):
            self.add(kind, handle, fixed=True)
        self.add("OrtMemoryInfo", api.make("CreateCpuMemoryInfo", c.c_int(0), c.c_int(0)), fixed=True)
        shape = (c.c_int64 * 2)(2, 3)
        for element in (1, 1, 7, 8):
            value = api.make("CreateTensorAsOrtValue", allocator, shape, c.c_size_t(2), c.c_int(element))
            self.add("OrtValue", value, fixed=True)
        self.texts = (c.c_char_p * ITEMS)(*(random.choice([b"x", b"y", b"", b"q"]) for _ in range(ITEMS)))
        self.values = (c.c_void_p * ITEMS)()
        self.numbers = (c.c_int64 * ITEMS)()
        self.memory = c.create_string_buffer(4096)
        self.content = c.create_string_buffer(1 << 20)  # elements of any type: zeros, and no texts

    def add(self, kind, handle, fixed=False):
        self.held[kind].append(handle)
        if fixed:
            self.fixed.add(handle.value)
        loose = [h for h in self.held[kind] if h.value not in self.fixed]
        if len(loose) > KEPT:
            victim = random.choice(loose)
            self.held[kind].remove(victim)
            self.api.plain("Release" + kind.removeprefix("Ort"), None, victim)

    def release_all(self):
        for kind in sorted(self.held, key=lambda k: ("OrtIoBinding", "OrtSession", "OrtEnv").index(k) + 1
                           if k in ("OrtIoBinding", "OrtSession", "OrtEnv") else 0):
            for handle in self.held[kind]:
                if kind != "OrtAllocator":
                    self.api.plain("Release" + kind.removeprefix("Ort"), None, handle)

    def refresh(self):
        for i in range(ITEMS):
            self.numbers[i] = random.choice([0, 1, 2, 3, 2, 3, -1])
            self.values[i] = random.choice([*self.held["OrtValue"], c.c_void_p()]).value


def argument(pool, text, name, outputs):
    """One argument for a parameter as declared; outputs gets (type, place) of an object that the call may make."""
    stars, kind = text.count("*") + text.count("[]"), re.search(r"\bOrt\w+", text)
    if stars == 0:
        if re.match(r"(float|double)\b", text):
            return c.c_float(1)
        number = random.choice([0, 0, 1, 1, 2, 3, 5, 7, 8, 24, 99, -1])
        return c.c_size_t(abs(number) % ITEMS) if "size_t" in text else c.c_int64(number)
    if random.random() < 0.1:
        return None
    if stars == 2 and kind and "const" not in text and "Release" + kind[0].removeprefix("Ort") in pool.api.at:
        place = c.c_void_p()
        if name not in BORROWED:
            outputs.append((kind[0], place))
            return c.byref(place)
        return None
    if stars == 2 and re.match(r"const OrtValue", text):
        return pool.values
    if stars == 2 and re.match(r"const (char|ORTCHAR_T)", text):
        return pool.texts
    if stars == 2 and re.match(r"(char|void|ORTCHAR_T)\b", text):
        place = c.c_void_p()
        outputs.append(("text", place))
        return c.byref(place)
    if stars >= 2:
        return c.byref(c.c_void_p())
    if kind and kind[0] in pool.held:
        return random.choice(pool.held[kind[0]]) if pool.held[kind[0]] else None
    if kind and kind[0] not in ENUMS:
        return None  # a handle that nobody has made
    if re.match(r"const (char|ORTCHAR_T)", text):
        return c.c_char_p(random.choice([b"", b"x", b"y", b"session.use_env_allocators", b"1", b"k" * 2000, b"/nowhere"]))
    if re.match(r"const void", text):
        return pool.content
    if re.match(r"const", text):
        return pool.numbers
    return pool.memory


def take(pool, name, outputs):
    """What a successful call has made is kept or given back."""
    allocator = pool.held["OrtAllocator"][0]
    for kind, place in outputs:
        if not place.value:
            continue
        if kind == "text":
            if re.search(r"Name|ModelMetadata|EndProfiling", name):
                pool.api.code("AllocatorFree", allocator, place)
        elif kind not in ("OrtEnv", "OrtAllocator"):
            pool.add(kind, c.c_void_p(place.value))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", default=ROOT / "build" / "release" / "lib" / "libonnxruntime.so.1")
    parser.add_argument("--calls", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--last", default="/dev/null")
    options = parser.parse_args()
    random.seed(options.seed)
    api = Api(options.library)
    pool, codes = Pool(api), collections.Counter()
    calls = [(name, args) for name, _, args in api.slots if not LEFT_OUT.search(name)]
    with open(options.last, "w") as last:
        for _ in range(options.calls):
            pool.refresh()
            name, declared = random.choice(calls)
            outputs = []
            given = [argument(pool, text, name, outputs) for text in declared]
            last.seek(0)
            last.write(f"{name}({', '.join(declared)}): {given}".ljust(1000))
            last.flush()
            code = api.code(name, *given)
            codes[code] += 1
            if code <= 0:
                take(pool, name, outputs)
    pool.release_all()
    print(f"seed {options.seed}: {options.calls} calls of {len(calls)} slots, by code: {dict(sorted(codes.items()))}")


main()
