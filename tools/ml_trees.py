"""The trees of make_ml_cases.py, and what its other models share with them: post transforms, samples."""

import math
import statistics

import numpy as np
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper
from sklearn import ensemble, tree

F32 = np.float32
TRANSFORMS = ["NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"]


# Post transforms, as the specification names them.

def probit(p):
    return statistics.NormalDist().inv_cdf(p)


def softmax(scores, zeros_stay=False):
    counted = scores != 0 if zeros_stay else np.ones(scores.shape, bool)
    e = np.where(counted, np.exp(scores - scores.max(-1, keepdims=True)), 0)
    return e / e.sum(-1, keepdims=True)


def transformed(how, scores):
    scores = np.asarray(scores, np.float64)
    if how == "SOFTMAX":
        scores = softmax(scores)
    elif how == "SOFTMAX_ZERO":
        scores = softmax(scores, True)
    elif how == "LOGISTIC":
        scores = 1 / (1 + np.exp(-scores))
    elif how == "PROBIT":
        scores = np.vectorize(probit)(scores)
    return scores.astype(F32)


# Trees.

class Trees:
    """The lists of nodes and of leaf weights of TreeEnsembleClassifier and TreeEnsembleRegressor."""

    def __init__(self):
        self.nodes, self.weights, self.trees = [], [], 0

    def add_sklearn(self, t, leaf):
        """`leaf` gives [(target, weight)] for the index of a leaf."""
        for i in range(t.node_count):
            is_leaf = t.children_left[i] < 0
            self.nodes.append((self.trees, i, 0 if is_leaf else t.feature[i], "LEAF" if is_leaf else "BRANCH_LEQ",
                               0.0 if is_leaf else t.threshold[i], max(t.children_left[i], 0),
                               max(t.children_right[i], 0)))
            if is_leaf:
                self.weights += [(self.trees, i, target, weight) for target, weight in leaf(i)]
        self.trees += 1

    def attributes(self, prefix, wide=False, tracks=None):
        trees, ids, features, modes, values, yes, no = zip(*self.nodes)
        w_trees, w_ids, w_targets, w_values = zip(*self.weights)
        a = {"nodes_treeids": trees, "nodes_nodeids": ids, "nodes_featureids": features, "nodes_truenodeids": yes,
             "nodes_falsenodeids": no, f"{prefix}_treeids": w_trees, f"{prefix}_nodeids": w_ids,
             f"{prefix}_ids": w_targets}
        a = {k: [int(i) for i in v] for k, v in a.items()} | {"nodes_modes": list(modes)}
        for name, numbers in (("nodes_values", values), (f"{prefix}_weights", w_values)):
            numbers = np.array(numbers, np.float64 if wide else F32)
            a |= {f"{name}_as_tensor": numpy_helper.from_array(numbers)} if wide else {name: numbers.tolist()}
        if tracks is not None:
            a["nodes_missing_value_tracks_true"] = tracks
        return a


# x0 > 0.5 ? (x1 in its mode with 1 ? leaf 0 : leaf 1) : leaf 2, twice with other leaves.
MODES = {"BRANCH_LEQ": np.less_equal, "BRANCH_LT": np.less, "BRANCH_GTE": np.greater_equal, "BRANCH_GT": np.greater,
         "BRANCH_EQ": np.equal, "BRANCH_NEQ": np.not_equal}
LEAVES = np.array([[[0.5, 0], [0.25, 0.125], [0, 0.75]], [[0.125, 0.25], [0, 0.5], [0.25, 0]]])  # tree, leaf, target
POINTS = np.array([[1, 1], [1, 0.5], [1, 2], [0, 1], [0.5, 0], [np.nan, 1], [1, np.nan], [np.nan, np.nan]], F32)


def small_forest(mode):
    forest = Trees()
    for t in range(2):
        forest.nodes += [(t, 0, 0, "BRANCH_GT", 0.5, 1, 2), (t, 1, 1, mode, 1.0, 3, 4), (t, 2, 0, "LEAF", 0.0, 0, 0),
                         (t, 3, 0, "LEAF", 0.0, 0, 0), (t, 4, 0, "LEAF", 0.0, 0, 0)]
        for node, leaf in ((3, 0), (4, 1), (2, 2)):
            forest.weights += [(t, node, target, LEAVES[t, leaf, target]) for target in range(2)]
    return forest


def leaves_of(mode, tracks=(False, False)):
    """The leaf that each of POINTS falls into; `tracks`: whether missing values go the true way, of either test."""
    first = (POINTS[:, 0] > 0.5) | (tracks[0] & np.isnan(POINTS[:, 0]))
    second = mode(POINTS[:, 1]) | (tracks[1] & np.isnan(POINTS[:, 1]))
    return np.where(first, np.where(second, 0, 1), 2)


AGGREGATES = {"SUM": np.sum, "AVERAGE": np.mean, "MIN": np.min, "MAX": np.max}


def tree_regressor_cases(cases):
    for mode, test in MODES.items():
        leaves = leaves_of(lambda v, test=test: test(v, 1))
        cases.write(f"tree_regressor_{mode.lower()}", "TreeEnsembleRegressor", [POINTS],
                    [LEAVES[:, leaves].sum(0).astype(F32)], n_targets=2, **small_forest(mode).attributes("target"))
    forest = small_forest("BRANCH_LT")
    plain = leaves_of(lambda v: v < 1)
    for how, f in AGGREGATES.items():
        expected = f(LEAVES[:, plain], axis=0) + [0.25, -1]
        cases.write(f"tree_regressor_{how.lower()}", "TreeEnsembleRegressor", [POINTS], [expected.astype(F32)],
                    n_targets=2, aggregate_function=how, base_values=[0.25, -1.0], **forest.attributes("target"))
    for how in TRANSFORMS:
        expected = transformed(how, LEAVES[:, plain].sum(0) * 0.5 + 0.125)
        halved = forest.attributes("target")
        halved["target_weights"] = [w * 0.5 for w in halved["target_weights"]]
        cases.write(f"tree_regressor_{how.lower()}_transform", "TreeEnsembleRegressor", [POINTS], [expected],
                    n_targets=2, post_transform=how, base_values=[0.125, 0.125], **halved)
    for tracks in ([1, 0], [0, 1], [1, 1]):
        leaves = leaves_of(lambda v: v < 1, np.array(tracks, bool))
        each = [tracks[0], tracks[1], 0, 0, 0] * 2
        cases.write(f"tree_regressor_missing_{tracks[0]}{tracks[1]}", "TreeEnsembleRegressor", [POINTS],
                    [LEAVES[:, leaves].sum(0).astype(F32)], n_targets=2, **forest.attributes("target", tracks=each))


def sample(rng, rows, columns=4):
    return (rng.integers(-8, 9, (rows, columns)) / 4).astype(F32)


def sklearn_forest_cases(cases, rng):
    x, test = sample(rng, 60), sample(rng, 12)
    y = x[:, 0] * 2 - x[:, 1] * x[:, 2]
    model = ensemble.RandomForestRegressor(3, max_depth=3, random_state=1).fit(x, y)
    forest = Trees()
    for e in model.estimators_:
        forest.add_sklearn(e.tree_, lambda i, e=e: [(0, e.tree_.value[i, 0, 0])])
    for wide in (False, True):
        rows = test.astype(np.float64) if wide else test
        cases.write(f"forest_regressor_{'double' if wide else 'float'}", "TreeEnsembleRegressor", [rows],
                    [model.predict(rows).astype(F32)[:, None]], aggregate_function="AVERAGE", n_targets=1,
                    **forest.attributes("target", wide))
    for kind in (np.int64, np.int32):
        whole = np.rint(test).astype(kind)
        cases.write(f"forest_regressor_{np.dtype(kind)}", "TreeEnsembleRegressor", [whole],
                    [model.predict(whole).astype(F32)[:, None]], aggregate_function="AVERAGE", n_targets=1,
                    **forest.attributes("target"))
    labels = np.digitize(y, [-1, 1])
    model = ensemble.RandomForestClassifier(3, max_depth=3, random_state=1).fit(x, labels)
    forest = Trees()
    for e in model.estimators_:
        forest.add_sklearn(e.tree_, lambda i, e=e: [(k, e.tree_.value[i, 0, k] / 3) for k in range(3)])
    p = model.predict_proba(test)
    # Where two classes come close, rounding would decide.
    rows = np.sort(p)[:, -1] - np.sort(p)[:, -2] > 1e-3
    test, p = test[rows], p[rows]
    words = np.array(["low", "mid", "high"], object)
    for how in TRANSFORMS[:4]:
        cases.write(f"forest_classifier_{how.lower()}", "TreeEnsembleClassifier", [test],
                    [model.predict(test), transformed(how, p)], classlabels_int64s=[0, 1, 2], post_transform=how,
                    **forest.attributes("class"))
    cases.write("forest_classifier_strings", "TreeEnsembleClassifier", [test],
                [words[model.predict(test)], p.astype(F32)], classlabels_strings=words.tolist(),
                **forest.attributes("class"))
    cases.write("forest_classifier_double", "TreeEnsembleClassifier", [test.astype(np.float64)],
                [words[model.predict(test)], p.astype(F32)], classlabels_strings=words.tolist(),
                **forest.attributes("class", True))
    for kind in (np.int64, np.int32):
        whole = np.rint(test).astype(kind)
        cases.write(f"forest_classifier_{np.dtype(kind)}", "TreeEnsembleClassifier", [whole],
                    [model.predict(whole), model.predict_proba(whole).astype(F32)], classlabels_int64s=[0, 1, 2],
                    **forest.attributes("class"))
    binary_tree_cases(cases, x, y > 0, test)


def binary_tree_cases(cases, x, y, test):
    """Two labels and weights of one class: that class's probability, or a signed score."""
    model = tree.DecisionTreeClassifier(max_depth=3, random_state=1).fit(x, y)
    trees = Trees()
    trees.add_sklearn(model.tree_, lambda i: [(0, model.tree_.value[i, 0, 1])])
    cases.write("tree_classifier_binary", "TreeEnsembleClassifier", [test],
                [model.predict(test).astype(np.int64), model.predict_proba(test).astype(F32)],
                classlabels_int64s=[0, 1], **trees.attributes("class"))
    model = ensemble.GradientBoostingClassifier(n_estimators=4, max_depth=2, random_state=1).fit(x, y)
    trees = Trees()
    for e in model.estimators_[:, 0]:
        trees.add_sklearn(e.tree_, lambda i, e=e: [(0, model.learning_rate * e.tree_.value[i, 0, 0])])
    base = model.decision_function(x[:1])[0] - sum(model.learning_rate * e.predict(x[:1])[0]
                                                   for e in model.estimators_[:, 0])
    cases.write("tree_classifier_boosted", "TreeEnsembleClassifier", [test],
                [model.predict(test).astype(np.int64), model.predict_proba(test).astype(F32)],
                classlabels_int64s=[0, 1], post_transform="LOGISTIC", base_values=[float(base)],
                **trees.attributes("class"))


def ensemble_attributes(kind, modes):
    """The small forest as TreeEnsemble has it: leaves apart, numbers as tensors."""
    leaf_ids, leaf_weights = [], []
    for t in range(2):  # one target for each leaf: TreeEnsemble has no more
        leaf_ids += [0, 1, 0]
        leaf_weights += [LEAVES[t, 0, 0], LEAVES[t, 1, 1], LEAVES[t, 2].sum()]
    number = h.np_dtype_to_tensor_dtype(np.dtype(kind))

    def tensor(values, kind=number):
        return h.make_tensor("", kind, [len(values)], values)

    return {"n_targets": 2, "nodes_featureids": [0, 1] * 2, "nodes_modes": tensor(modes * 2, T.UINT8),
            "nodes_splits": tensor([0.5, 1.0] * 2), "nodes_truenodeids": [1, 0, 3, 3], "nodes_trueleafs": [0, 1, 0, 1],
            "nodes_falsenodeids": [2, 1, 5, 4], "nodes_falseleafs": [1, 1, 1, 1], "leaf_targetids": leaf_ids,
            "leaf_weights": tensor(leaf_weights), "tree_roots": [0, 2]}


def tree_ensemble_cases(cases):
    scores = np.zeros((2, 3, 2))
    for t in range(2):
        scores[t, 0, 0], scores[t, 1, 1], scores[t, 2, 0] = LEAVES[t, 0, 0], LEAVES[t, 1, 1], LEAVES[t, 2].sum()

    def write(name, leaves, modes, kind=F32, reduce=np.sum, how="NONE", **more):
        summed = reduce(scores[:, leaves], axis=0)
        expected = transformed(how, summed).astype(kind) if how != "NONE" else summed.astype(kind)
        cases.write(f"tree_ensemble_{name}", "TreeEnsemble", [POINTS.astype(kind)], [expected], version=5,
                    **{**ensemble_attributes(kind, modes), **more})

    tests = list(MODES.values())
    for number, test in enumerate(tests):
        write(f"mode_{number}", leaves_of(lambda v, test=test: test(v, 1)), [3, number])
    members = {1.0, 2.0}
    write("members", leaves_of(lambda v: np.isin(v, list(members))), [3, 6],
          membership_values=h.make_tensor("", T.FLOAT, [6], [1, 2, math.nan, 2, 1, math.nan]))
    below = leaves_of(lambda v: v < 1)
    for kind in (np.float64, np.float16):
        write(np.dtype(kind).name, below, [3, 1], kind)
    given = np.array([[[1, 0], [0, 1], [1, 0]]] * 2, bool)  # leaf, target: the others have no say in a target

    def among(f, start):
        def reduce(_, axis):
            kept = np.where(given[:, below], scores[:, below], start)
            found = f(kept, axis=axis)
            return np.where(given[:, below].any(axis), found, 0)
        return reduce

    functions = [("average", np.mean), ("sum", np.sum), ("min", among(np.min, np.inf)), ("max", among(np.max, -np.inf))]
    for number, (name, reduce) in enumerate(functions):
        write(name, below, [3, 1], reduce=reduce, aggregate_function=number)
    for number, how in enumerate(TRANSFORMS[:3]):
        write(how.lower(), below, [3, 1], how=how, post_transform=number)
    write("missing", leaves_of(lambda v: v < 1, np.array([True, True])), [3, 1],
          nodes_missing_value_tracks_true=[1, 1, 1, 1])
