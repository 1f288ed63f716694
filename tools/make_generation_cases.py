#!/usr/bin/env python3
"""Writes tests/data/cases/generation: tiny random decoders for BeamSearch, GreedySearch and Sampling, with what ONNX Runtime
gives for them, in the layout of the ONNX backend tests. Needs numpy, onnx and onnxruntime.

usage: make_generation_cases.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

HEADS, HEAD_SIZE, LAYERS = 2, 3, 2
HIDDEN = HEADS * HEAD_SIZE
EOS, PAD, START = 1, 0, 2


class Builder:
    """Nodes of one graph; weights go to the shared list, so that bodies capture them."""

    def __init__(self, prefix, weights, rng):
        self.prefix, self.weights, self.rng = prefix, weights, rng
        self.nodes, self.count = [], 0

    def op(self, kind, *inputs, out=None, **attributes):
        self.count += 1
        name = out or f"{self.prefix}{self.count}"
        self.nodes.append(h.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, values, dtype=np.int64):
        self.count += 1
        name = f"{self.prefix}c{self.count}"
        self.nodes.append(h.make_node("Constant", [], [name], value=numpy_helper.from_array(np.array(values, dtype))))
        return name

    def weight(self, name, *shape, scale=1.0):
        if name not in self.weights:
            values = (self.rng.standard_normal(shape) * scale).astype(np.float32)
            self.weights[name] = numpy_helper.from_array(values, name)
        return name

    def split_heads(self, x):
        x = self.op("Reshape", x, self.constant([0, 0, HEADS, HEAD_SIZE]))
        return self.op("Transpose", x, perm=[0, 2, 1, 3])

    def attention(self, q, k, v, bias):
        scores = self.op("MatMul", q, self.op("Transpose", k, perm=[0, 1, 3, 2]))
        if bias:
            scores = self.op("Add", scores, bias)
        mixed = self.op("MatMul", self.op("Softmax", scores, axis=-1), v)
        mixed = self.op("Transpose", mixed, perm=[0, 2, 1, 3])
        return self.op("Reshape", mixed, self.constant([0, 0, HIDDEN]))

    def mask_bias(self, mask):
        kept = self.op("Cast", mask, to=T.FLOAT)
        kept = self.op("Sub", kept, self.constant([1.0], np.float32))
        kept = self.op("Mul", kept, self.constant([10000.0], np.float32))
        return self.op("Unsqueeze", kept, self.constant([1, 2]))

    def project(self, x, name):
        return self.op("MatMul", x, self.weight(name, HIDDEN, HIDDEN, scale=0.8))


def info(name, kind, shape):
    return h.make_tensor_value_info(name, kind, shape)


def gpt_decoder(weights, rng, vocab, name="decoder"):
    b = Builder(name[0], weights, rng)
    x = b.op("Gather", b.weight("wte", vocab, HIDDEN), "input_ids")
    x = b.op("Add", x, b.op("Gather", b.weight("wpe", 16, HIDDEN, scale=0.5), "position_ids"))
    bias = b.mask_bias("attention_mask")
    presents = []
    for i in range(1):
        q, k, v = (b.split_heads(b.project(x, f"w{part}{i}")) for part in "qkv")
        past = [b.op("Squeeze", b.op("Slice", f"past_{i}", b.constant([j]), b.constant([j + 1]), b.constant([0])),
                     b.constant([0])) for j in (0, 1)]
        k, v = b.op("Concat", past[0], k, axis=2), b.op("Concat", past[1], v, axis=2)
        both = [b.op("Unsqueeze", t, b.constant([0])) for t in (k, v)]
        presents.append(b.op("Concat", *both, axis=0, out=f"present_{i}"))
        x = b.op("Add", x, b.attention(q, k, v, bias))
    b.op("MatMul", x, b.weight("head", HIDDEN, vocab, scale=0.3), out="logits")
    inputs = [info("input_ids", T.INT32, ["b", "s"]), info("position_ids", T.INT32, ["b", "s"]),
              info("attention_mask", T.INT32, ["b", "t"])]
    inputs += [info(f"past_{i}", T.FLOAT, [2, "b", HEADS, "p", HEAD_SIZE]) for i in range(1)]
    outputs = [info("logits", T.FLOAT, ["b", "s", vocab])]
    outputs += [info(p, T.FLOAT, [2, "b", HEADS, "t", HEAD_SIZE]) for p in presents]
    return h.make_graph(b.nodes, name, inputs, outputs)


STATE = ["b", HEADS, "n", HEAD_SIZE]


def t5_decode(b, ids, mask_bias, pasts, cross):
    """One decoder layer a pair; gives logits and the new self states."""
    x = b.op("Gather", b.weight("wte_d", b.vocab, HIDDEN), ids)
    states = []
    for i in range(LAYERS):
        q, k, v = (b.split_heads(b.project(x, f"s{part}{i}")) for part in "qkv")
        if pasts:
            k = b.op("Concat", pasts[2 * i], k, axis=2)
            v = b.op("Concat", pasts[2 * i + 1], v, axis=2)
        states += [b.op("Identity", k, out=f"present_key_self_{i}"), b.op("Identity", v, out=f"present_value_self_{i}")]
        x = b.op("Add", x, b.attention(q, k, v, None))
        q = b.split_heads(b.project(x, f"xq{i}"))
        x = b.op("Add", x, b.attention(q, cross[2 * i], cross[2 * i + 1], mask_bias))
    b.op("MatMul", x, b.weight("head", HIDDEN, b.vocab, scale=0.3), out="logits")
    return states


def t5_graphs(weights, rng, vocab, old):
    e = Builder("e", weights, rng)
    e.vocab = vocab
    x = e.op("Gather", e.weight("wte", vocab, HIDDEN), "encoder_input_ids")
    bias = e.mask_bias("encoder_attention_mask")
    q, k, v = (e.split_heads(e.project(x, f"e{part}")) for part in "qkv")
    x = e.op("Add", x, e.attention(q, k, v, bias), out="encoder_hidden_states")
    cross = []
    for i in range(LAYERS):
        for part in ("key", "value"):
            cross.append(e.op("Identity", e.split_heads(e.project(x, f"x{part}{i}")), out=f"present_{part}_cross_{i}"))
    inputs = [info("encoder_input_ids", T.INT32, ["b", "s"]), info("encoder_attention_mask", T.INT32, ["b", "s"])]
    outputs = [info(c, T.FLOAT, STATE) for c in cross]
    if old:
        states = t5_decode(e, "decoder_input_ids", bias, None, cross)
        inputs.append(info("decoder_input_ids", T.INT32, ["b", 1]))
        outputs = [info("logits", T.FLOAT, ["b", 1, vocab]), info("encoder_hidden_states", T.FLOAT, ["b", "s", HIDDEN])
                   ] + [info(s, T.FLOAT, STATE) for s in states] + outputs
    encoder = h.make_graph(e.nodes, "encoder", inputs, outputs)
    d = Builder("d", weights, rng)
    d.vocab = vocab
    pasts = [f"past_{part}_self_{i}" for i in range(LAYERS) for part in ("key", "value")]
    crosses = [f"past_{part}_cross_{i}" for i in range(LAYERS) for part in ("key", "value")]
    states = t5_decode(d, "input_ids", d.mask_bias("encoder_attention_mask"), pasts, crosses)
    inputs = [info("input_ids", T.INT32, ["b", 1]), info("encoder_attention_mask", T.INT32, ["b", "s"])]
    if old:
        d.op("ReduceMean", "encoder_hidden_states", axes=[1, 2], keepdims=1, out="hidden_mean")
        logits = d.nodes[-2]
        logits.output[0] = "plain_logits"
        d.op("Add", "plain_logits", "hidden_mean", out="logits")
        inputs.append(info("encoder_hidden_states", T.FLOAT, ["b", "s", HIDDEN]))
    inputs += [info(p, T.FLOAT, ["b", HEADS, "n", HEAD_SIZE]) for p in pasts + crosses]
    outputs = [info("logits", T.FLOAT, ["b", 1, vocab])] + [info(s, T.FLOAT, STATE) for s in states]
    return encoder, h.make_graph(d.nodes, "decoder", inputs, outputs)


FEATURES, FRAMES = 4, 5


def whisper_graphs(weights, rng, vocab):
    """The encoder sees features and runs the decoder on the first tokens; the decoder has no masks."""
    e = Builder("e", weights, rng)
    e.vocab = vocab
    x = e.op("Transpose", "encoder_input_ids", perm=[0, 2, 1])
    x = e.op("MatMul", x, e.weight("features", FEATURES, HIDDEN), out="encoder_hidden_states")
    cross = []
    for i in range(LAYERS):
        for part in ("key", "value"):
            cross.append(e.op("Identity", e.split_heads(e.project(x, f"x{part}{i}")), out=f"present_{part}_cross_{i}"))
    states = t5_decode(e, "decoder_input_ids", None, None, cross)
    inputs = [info("encoder_input_ids", T.FLOAT, ["b", FEATURES, "s"]), info("decoder_input_ids", T.INT32, ["b", "n"])]
    outputs = [info("logits", T.FLOAT, ["b", "n", vocab]), info("encoder_hidden_states", T.FLOAT, ["b", "s", HIDDEN])]
    outputs += [info(s, T.FLOAT, STATE) for s in states]
    outputs += [info(c, T.FLOAT, ["b", HEADS, "s", HEAD_SIZE]) for c in cross]
    encoder = h.make_graph(e.nodes, "encoder", inputs, outputs)
    d = Builder("d", weights, rng)
    d.vocab = vocab
    pasts = [f"past_{part}_self_{i}" for i in range(LAYERS) for part in ("key", "value")]
    crosses = [f"past_{part}_cross_{i}" for i in range(LAYERS) for part in ("key", "value")]
    states = t5_decode(d, "input_ids", None, pasts, crosses)
    inputs = [info("input_ids", T.INT32, ["b", 1])]
    inputs += [info(p, T.FLOAT, ["b", HEADS, "past", HEAD_SIZE]) for p in pasts]
    inputs += [info(p, T.FLOAT, ["b", HEADS, "s", HEAD_SIZE]) for p in crosses]
    outputs = [info("logits", T.FLOAT, ["b", 1, vocab])] + [info(s, T.FLOAT, STATE) for s in states]
    decoder = h.make_graph(d.nodes, "decoder", inputs, outputs)
    # Weights of one body only stand in that body: ONNX Runtime wants both to capture the same.
    shared = {name for node in d.nodes for name in node.input}
    encoder.initializer.extend(weights.pop(name) for name in list(weights) if name not in shared)
    # Far apart, so that rules and not ties decide.
    weights["head"] = numpy_helper.from_array(numpy_helper.to_array(weights["head"]) * np.float32(6), "head")
    return encoder, decoder


FED = ("prefix_vocab_mask", "attention_mask", "decoder_input_ids")
INTS = {"max_length", "min_length", "num_beams", "num_return_sequences", "vocab_mask", "prefix_vocab_mask",
        "attention_mask", "presence_mask", "seed", "input_ids", "decoder_input_ids", "logits_processor"}
ORDER = {
    "BeamSearch": ["input_ids", "max_length", "min_length", "num_beams", "num_return_sequences", "length_penalty",
                   "repetition_penalty", "vocab_mask", "prefix_vocab_mask", "attention_mask"],
    "GreedySearch": ["input_ids", "max_length", "min_length", "repetition_penalty", "vocab_mask", "prefix_vocab_mask",
                     "attention_mask"],
    "Sampling": ["input_ids", "max_length", "min_length", "repetition_penalty", "vocab_mask", "prefix_vocab_mask",
                 "attention_mask", "presence_mask", "seed"],
    "WhisperBeamSearch": ["input_ids", "max_length", "min_length", "num_beams", "num_return_sequences",
                          "length_penalty", "repetition_penalty", "vocab_mask", "prefix_vocab_mask", "attention_mask",
                          "decoder_input_ids", "logits_processor", "cross_qk_layer_head", "extra_decoding_ids",
                          "temperature"],
}


def model_of(kind, form, given, attributes, vocab, seed):
    rng, weights = np.random.default_rng(seed), {}
    graphs = {}
    if form == "gpt":
        graphs["decoder"] = gpt_decoder(weights, rng, vocab)
    elif form == "whisper":
        graphs["encoder"], graphs["decoder"] = whisper_graphs(weights, rng, vocab)
    else:
        graphs["encoder"], graphs["decoder"] = t5_graphs(weights, rng, vocab, form == "t5_old")
    if attributes.pop("init", False):
        graphs["init_decoder"] = gpt_decoder(weights, rng, vocab, "init_decoder")
    names = [n if n in given else "" for n in ORDER[kind]]
    while names and not names[-1]:
        names.pop()
    outputs = ["sequences", "sequences_scores", "scores"] if "Beam" in kind else ["sequences"]
    tokens = dict(eos_token_id=EOS, pad_token_id=PAD, decoder_start_token_id=START)
    node = h.make_node(kind, names, outputs, domain="com.microsoft", **graphs, **(tokens | attributes),
                       model_type={"gpt": 0, "whisper": 2}.get(form, 1))
    inputs = [info("input_ids", T.INT32, ["batch", "length"])]
    if form == "whisper":
        inputs = [info("input_ids", T.FLOAT, ["batch", FEATURES, "frames"])]
    constants = []
    for name in names[1:]:
        if name in FED:
            inputs.append(info(name, T.INT32, ["batch", None]))
        elif name:
            kind_of = np.int32 if name in INTS else np.float32
            constants.append(numpy_helper.from_array(np.atleast_1d(np.array(given[name], kind_of)), name))
    values = [info("sequences", T.INT32, None), info("sequences_scores", T.FLOAT, None), info("scores", T.FLOAT, None)]
    graph = h.make_graph([node], "generation", inputs, values[:len(outputs)],
                         constants + list(weights.values()))
    return h.make_model(graph, opset_imports=[h.make_opsetid("", 17), h.make_opsetid("com.microsoft", 1)],
                        ir_version=8)


V = 13
IDS = [[5, 3, 9, 4], [0, 0, 7, 11]]
BEAM = {"max_length": 10, "min_length": 0, "num_beams": 3, "num_return_sequences": 2, "length_penalty": 1.0,
        "repetition_penalty": 1.0}
# Text below 6, then special tokens, timestamps from 12 on.
WHISPER = {"eos_token_id": 6, "pad_token_id": 6, "decoder_start_token_id": 7, "translate_token_id": 8,
           "transcribe_token_id": 9, "start_of_lm_token_id": 10, "no_timestamps_token_id": 11,
           "beginning_timestamp_token_id": 12}
CASES = {
    "beam_init_decoder": ("BeamSearch", "gpt", BEAM, {"init": True}),
    "beam_early": ("BeamSearch", "gpt", {**BEAM, "num_beams": 2, "length_penalty": 0.5}, {"early_stopping": 1}),
    "beam_rules": ("BeamSearch", "gpt", {
        **BEAM, "min_length": 7, "length_penalty": 2.0, "repetition_penalty": 1.4,
        "vocab_mask": [1] * 6 + [0] + [1] * (V - 7),
        "prefix_vocab_mask": [[1] * 5 + [0] * 2 + [1] * (V - 7), [1, 1] + [0] * 6 + [1] * (V - 8)],
        "attention_mask": [[1, 1, 1, 1], [0, 1, 1, 1]]}, {"no_repeat_ngram_size": 2}),
    "beam_t5": ("BeamSearch", "t5", {**BEAM, "repetition_penalty": 1.2}, {}),
    "beam_t5_old": ("BeamSearch", "t5_old", BEAM, {}),
    "greedy_rules": ("GreedySearch", "gpt", {
        "max_length": 12, "min_length": 8, "repetition_penalty": 1.3, "vocab_mask": [1] * 4 + [0] + [1] * (V - 5)},
        {"no_repeat_ngram_size": 2}),
    "sampling_top_p": ("Sampling", "gpt", {"max_length": 12, "min_length": 0, "repetition_penalty": 1.0, "seed": 7},
                       {"top_p": 0.8, "temperature": 1.5}),
    "sampling_custom": ("Sampling", "gpt", {"max_length": 12, "min_length": 2, "repetition_penalty": 1.1, "seed": 123},
                        {"top_p": 0.6, "custom": 1, "min_tokens_to_keep": 1}),
    "whisper": ("WhisperBeamSearch", "whisper", {**BEAM, "decoder_input_ids": [[7, 9], [7, 8]], "temperature": 1.7}, {
        **WHISPER}),
    "whisper_timestamps": ("WhisperBeamSearch", "whisper", {
        **BEAM, "max_length": 14, "decoder_input_ids": [[7, 9, 12], [7, 9, 14]], "logits_processor": 1}, {**WHISPER}),
}


# With these weights no row ends before the others are far along: ONNX Runtime leaves what follows unset.
SEED = 34


def write_case(folder, name, seed=SEED):
    import onnxruntime

    kind, form, given, attributes = CASES[name]
    feeds = {"input_ids": np.array(IDS, np.int32)}
    if form == "whisper":
        feeds["input_ids"] = np.random.default_rng(seed).standard_normal((2, FEATURES, FRAMES)).astype(np.float32)
    feeds |= {k: np.array(given[k], np.int32) for k in FED if k in given}
    vocab = 72 if form == "whisper" else V
    model = model_of(kind, form, {**given, "input_ids": IDS}, dict(attributes), vocab, seed)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    outputs = session.run(None, feeds)
    case = folder / name / "test_data_set_0"
    case.mkdir(parents=True, exist_ok=True)
    onnx.save(model, case.parent / "model.onnx")
    for i, value in enumerate(feeds.values()):
        (case / f"input_{i}.pb").write_bytes(numpy_helper.from_array(value).SerializeToString())
    for i, value in enumerate(outputs):
        (case / f"output_{i}.pb").write_bytes(numpy_helper.from_array(value).SerializeToString())
    return outputs


def main():
    folder = pathlib.Path(sys.argv[1])
    for name in CASES:
        print(name, *(o.tolist() for o in write_case(folder, name)[:2]))


if __name__ == "__main__":
    main()
