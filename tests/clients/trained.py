"""Public models with known answers as plain files: every client reads trained.txt and the raw numbers that it names."""

import csv
import pathlib
import struct

NAMES = ("mnist", "dtln_1", "bert_toy", "bert_toy_fused", "lgbm_hummingbird", "fastestdet")
DTYPES = {1: ("float32", "f"), 7: ("int64", "q")}  # TensorProto's numbers
VARINT, EIGHT, BYTES, FOUR = 0, 1, 2, 5


def varint(data, at):
    number = shift = 0
    while True:
        byte, at = data[at], at + 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at


def fields(data):
    """The (number, content) pairs of a protobuf message."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == VARINT:
            content, at = varint(data, at)
        elif tag & 7 == BYTES:
            size, at = varint(data, at)
            content, at = data[at : at + size], at + size
        else:
            size = {EIGHT: 8, FOUR: 4}[tag & 7]
            content, at = data[at : at + size], at + size
        yield tag >> 3, content


def read_tensor(path):
    """Name, dtype, dims and little-endian bytes of a TensorProto file."""
    name, kind, dims, raw, numbers = "", 0, [], b"", []
    for field, content in fields(path.read_bytes()):
        if field == 1 and isinstance(content, int):
            dims.append(content)
        elif field == 1:  # packed
            at = 0
            while at < len(content):
                size, at = varint(content, at)
                dims.append(size)
        elif field == 2:
            kind = content
        elif field == 4:  # packed floats
            raw += content
        elif field == 7:
            at = 0
            while at < len(content):
                number, at = varint(content, at)
                numbers.append(number - (1 << 64) if number >> 63 else number)
        elif field == 8:
            name = content.decode()
        elif field == 9:
            raw = content
    dtype, letter = DTYPES[kind]
    return name, dtype, dims, raw or struct.pack(f"<{len(numbers)}{letter}", *numbers)


def write(shared, folder):
    """trained.txt: a line 'model NAME FILE RTOL ATOL', then 'input' and 'output' lines 'NAME DTYPE DIMS FILE'."""
    lines = []
    index = shared / "index.csv"
    rows = {row["name"]: row for row in csv.DictReader(index.open())} if index.is_file() else {}
    for name in NAMES:
        model = shared / name / "model.onnx"
        if name not in rows or not model.is_file():
            continue
        lines.append(f"model {name} {model.resolve()} {rows[name]['rtol']} {rows[name]['atol']}")
        for side in ("input", "output"):
            for path in sorted((shared / name / "test_data_set_0").glob(f"{side}_*.pb")):
                value, dtype, dims, raw = read_tensor(path)
                file = folder / f"{name}.{path.stem}"
                file.write_bytes(raw)
                lines.append(f"{side} {value} {dtype} {','.join(map(str, dims)) or '-'} {file}")
    pathlib.Path(folder / "trained.txt").write_text("".join(line + "\n" for line in lines))
