#!/usr/bin/env python3
"""Trains the small convolutional network of the demo and writes digits.onnx and the pictures.

The data are scikit-learn's handwritten digits (1797 pictures of 8x8 pixels, the UCI optical recognition set).
A fifth is held out: never trained on, it gives the accuracy and the pictures. The network and its gradient
are plain NumPy, so what the model computes can be read here:

    input float32[N,1,8,8], 0 (paper) to 1 (ink)
    Conv 3x3, 16 -> Relu -> Conv 3x3, 32 -> Relu -> MaxPool 2x2 -> Flatten -> Gemm 64 -> Relu -> Gemm 10
    -> Softmax: float32[N,10]

Needs: pip install numpy scikit-learn onnx. Running the model needs none of them.
"""

import os
import struct
import zlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCHS, BATCH, RATE, DECAY, SEED = 40, 32, 2e-3, 1e-4, 7


def patches(x):
    """[N,C,H,W] -> [N,H,W,C*9]: the 3x3 surroundings of every pixel, zeros outside."""
    n, c, h, w = x.shape
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return windows.transpose(0, 2, 3, 1, 4, 5).reshape(n, h, w, c * 9)


def spread(columns, shape):
    """The transpose of `patches`: adds every surrounding back to its pixels."""
    n, c, h, w = shape
    columns = columns.reshape(n, h, w, c, 3, 3).transpose(0, 3, 1, 2, 4, 5)
    padded = np.zeros((n, c, h + 2, w + 2), np.float32)
    for i in range(3):
        for j in range(3):
            padded[:, :, i : i + h, j : j + w] += columns[..., i, j]
    return padded[:, :, 1:-1, 1:-1]


def convolve(x, weight, bias):
    columns = patches(x)
    return (columns @ weight.reshape(len(weight), -1).T + bias).transpose(0, 3, 1, 2), columns


def convolve_back(grad, columns, weight, shape):
    grad = grad.transpose(0, 2, 3, 1)
    flat = grad.reshape(-1, len(weight))
    d_weight = (flat.T @ columns.reshape(len(flat), -1)).reshape(weight.shape)
    return spread(grad @ weight.reshape(len(weight), -1), shape), d_weight, flat.sum(0)


def forward(p, x):
    """Probabilities, and what the gradient needs."""
    a1, c1 = convolve(x, p["conv1.weight"], p["conv1.bias"])
    r1 = np.maximum(a1, 0)
    a2, c2 = convolve(r1, p["conv2.weight"], p["conv2.bias"])
    r2 = np.maximum(a2, 0)
    n, c, h, w = r2.shape
    blocks = r2.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, h // 2, w // 2, 4)
    pooled = blocks.max(-1).reshape(n, -1)
    a3 = pooled @ p["fc1.weight"].T + p["fc1.bias"]
    r3 = np.maximum(a3, 0)
    logits = r3 @ p["fc2.weight"].T + p["fc2.bias"]
    exp = np.exp(logits - logits.max(1, keepdims=True))
    return exp / exp.sum(1, keepdims=True), (x, c1, r1, c2, r2, blocks, pooled, r3)


def gradient(p, x, labels):
    probability, (x, c1, r1, c2, r2, blocks, pooled, r3) = forward(p, x)
    g = {}
    d = probability.copy()
    d[np.arange(len(x)), labels] -= 1
    d /= len(x)
    g["fc2.weight"], g["fc2.bias"] = d.T @ r3, d.sum(0)
    d = (d @ p["fc2.weight"]) * (r3 > 0)
    g["fc1.weight"], g["fc1.bias"] = d.T @ pooled, d.sum(0)
    d = (d @ p["fc1.weight"]).reshape(blocks.shape[:4])
    winner = blocks.argmax(-1)[..., None] == np.arange(4)
    n, c, h, w = r2.shape
    d = (d[..., None] * winner).reshape(n, c, h // 2, w // 2, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(r2.shape)
    d, g["conv2.weight"], g["conv2.bias"] = convolve_back(d * (r2 > 0), c2, p["conv2.weight"], r1.shape)
    _, g["conv1.weight"], g["conv1.bias"] = convolve_back(d * (r1 > 0), c1, p["conv1.weight"], x.shape)
    return g


def initial(rng):
    shapes = {"conv1": (16, 1, 3, 3), "conv2": (32, 16, 3, 3), "fc1": (64, 512), "fc2": (10, 64)}
    p = {}
    for name, shape in shapes.items():
        p[name + ".weight"] = rng.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape).astype(np.float32)
        p[name + ".bias"] = np.zeros(shape[0], np.float32)
    return p


def train(x, labels):
    """Adam on the cross entropy, with pictures moved by at most one pixel."""
    rng = np.random.default_rng(SEED)
    p = initial(rng)
    mean = {k: np.zeros_like(v) for k, v in p.items()}
    square = {k: np.zeros_like(v) for k, v in p.items()}
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(len(x))
        for start in range(0, len(x), BATCH):
            rows = order[start : start + BATCH]
            moved = np.pad(x[rows], ((0, 0), (0, 0), (1, 1), (1, 1)))
            i, j = rng.choice(3, 2, p=[0.15, 0.7, 0.15])
            step += 1
            for k, d in gradient(p, moved[:, :, i : i + 8, j : j + 8], labels[rows]).items():
                mean[k] = 0.9 * mean[k] + 0.1 * d
                square[k] = 0.999 * square[k] + 0.001 * d * d
                corrected = mean[k] / (1 - 0.9**step) / (np.sqrt(square[k] / (1 - 0.999**step)) + 1e-8)
                p[k] = (p[k] - rate * (corrected + DECAY * p[k])).astype(np.float32)
    return p


def write_model(p, path):
    node = helper.make_node
    nodes = [
        node("Conv", ["input", "conv1.weight", "conv1.bias"], ["c1"], "conv1", kernel_shape=[3, 3], pads=[1] * 4),
        node("Relu", ["c1"], ["r1"], "relu1"),
        node("Conv", ["r1", "conv2.weight", "conv2.bias"], ["c2"], "conv2", kernel_shape=[3, 3], pads=[1] * 4),
        node("Relu", ["c2"], ["r2"], "relu2"),
        node("MaxPool", ["r2"], ["p1"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
        node("Flatten", ["p1"], ["f1"], "flatten"),
        node("Gemm", ["f1", "fc1.weight", "fc1.bias"], ["g1"], "fc1", transB=1),
        node("Relu", ["g1"], ["r3"], "relu3"),
        node("Gemm", ["r3", "fc2.weight", "fc2.bias"], ["g2"], "fc2", transB=1),
        node("Softmax", ["g2"], ["probability"], "softmax", axis=1),
    ]
    graph = helper.make_graph(
        nodes, "digits",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["N", 1, 8, 8])],
        [helper.make_tensor_value_info("probability", TensorProto.FLOAT, ["N", 10])],
        [numpy_helper.from_array(v, k) for k, v in p.items()],
    )  # fmt: skip
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="digits/train.py"
    )
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def write_png(path, grey):
    """An 8-bit greyscale PNG."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height, width = grey.shape
    rows = b"".join(b"\0" + row.tobytes() for row in grey.astype(np.uint8))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def main():
    digits = load_digits()
    x = (digits.images[:, None] / 16).astype(np.float32)
    split = train_test_split(x, digits.target, test_size=0.2, random_state=SEED, stratify=digits.target)
    x_train, x_test, labels_train, labels_test = split
    p = train(x_train, labels_train)
    probability, _ = forward(p, x_test)
    right = probability.argmax(1) == labels_test
    print(f"held out: {right.sum()} of {len(right)} right, {100 * right.mean():.2f} %")
    write_model(p, os.path.join(HERE, "digits.onnx"))
    with open(os.path.join(HERE, "labels.txt"), "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in "zero one two three four five six seven eight nine".split())
    for digit in range(10):
        row = np.flatnonzero(labels_test == digit)[-1]
        write_png(os.path.join(HERE, "pictures", f"{digit}.png"), np.rint(x_test[row, 0] * 255))


if __name__ == "__main__":
    main()
