#!/usr/bin/env python3
"""Writes tests/data/cases/ml: every operator of ai.onnx.ml with each of its options. What is expected is scikit-learn's
where it has such a model, else the specification's definition, written out in NumPy. Needs numpy, onnx, scikit-learn.

usage: make_ml_cases.py FOLDER
"""

import math
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper
from sklearn import feature_extraction, linear_model, preprocessing, svm

from make_contrib_cases import save_case
from ml_trees import (F32, TRANSFORMS, sample, sklearn_forest_cases, transformed, tree_ensemble_cases,
                      tree_regressor_cases)

DOMAIN = "ai.onnx.ml"


class Cases:
    def __init__(self, folder):
        self.folder = folder

    def write(self, name, kind, inputs, expected, version=3, input_types=None, output_types=None, **attributes):
        """One node. What is no array needs its type."""
        types = input_types or [h.make_tensor_type_proto(h.np_dtype_to_tensor_dtype(x.dtype), x.shape) for x in inputs]
        infos = [h.make_value_info(f"x{i}", t) for i, t in enumerate(types)]
        types = output_types or [h.make_tensor_type_proto(h.np_dtype_to_tensor_dtype(y.dtype), None) for y in expected]
        outputs = [h.make_value_info(f"y{i}", t) for i, t in enumerate(types)]
        names = [o.name for o in outputs]
        node = h.make_node(kind, [i.name for i in infos], names, domain=DOMAIN, **attributes)
        graph = h.make_graph([node], name, infos, outputs)
        imports = [h.make_opsetid("", 21), h.make_opsetid(DOMAIN, version)]
        model = h.make_model(graph, opset_imports=imports, ir_version=10)
        save_case(self.folder, name, model, {i.name: x for i, x in zip(infos, inputs)}, expected)


# Support vectors.

def kernel_parameters(model):
    return {"kernel_type": model.kernel.upper(),
            "kernel_params": [float(v) for v in (model.gamma, model.coef0, model.degree)]}


def svm_attributes(model, sign=1):
    return {"coefficients": (sign * model.dual_coef_).ravel().tolist(), "rho": (sign * model.intercept_).tolist(),
            "support_vectors": model.support_vectors_.ravel().tolist(),
            "vectors_per_class": model.n_support_.tolist(), **kernel_parameters(model)}


def svm_type_cases(cases, model, test):
    for kind in (np.float64, np.int64, np.int32):
        rows = np.rint(test).astype(kind)
        cases.write(f"svm_classifier_{np.dtype(kind)}", "SVMClassifier", [rows],
                    [model.predict(rows), model.decision_function(rows).astype(F32)], classlabels_ints=[0, 1, 2],
                    **svm_attributes(model))


def svm_cases(cases, rng):
    x, test = sample(rng, 45, 3), sample(rng, 10, 3)
    y = np.digitize(x[:, 0] + x[:, 1], [-0.75, 0.75])
    for kernel in ("linear", "poly", "rbf", "sigmoid"):
        shape = {"kernel": kernel, "gamma": 0.25, "coef0": 0.5, "degree": 2}
        for classes in (3, 2):
            model = svm.SVC(decision_function_shape="ovo", **shape).fit(x, np.minimum(y, classes - 1))
            decision, sign = model.decision_function(test), 1
            if classes == 2:  # scikit-learn turns the sign of two classes around
                decision, sign = np.stack([decision, -decision], 1), -1
            cases.write(f"svm_classifier_{kernel}_{classes}", "SVMClassifier", [test],
                        [model.predict(test).astype(np.int64), decision.astype(F32)],
                        classlabels_ints=list(range(classes)), **svm_attributes(model, sign))
            if (kernel, classes) == ("rbf", 3):
                svm_type_cases(cases, model, test)
        target = x[:, 0] - 0.5 * x[:, 2]
        for name, model in (("svr", svm.SVR(**shape)), ("nusvr", svm.NuSVR(**shape)),
                            ("one_class", svm.OneClassSVM(nu=0.3, **shape))):
            model.fit(x, target) if name != "one_class" else model.fit(x)
            expected = model.predict(test).astype(F32)[:, None]
            cases.write(f"svm_{name}_{kernel}", "SVMRegressor", [test], [expected],
                        coefficients=model.dual_coef_.ravel().tolist(), rho=model.intercept_.tolist(),
                        support_vectors=model.support_vectors_.ravel().tolist(),
                        n_supports=len(model.support_vectors_), one_class=int(name == "one_class"),
                        **kernel_parameters(model))


def linear_cases(cases, rng):
    x, test = sample(rng, 60, 3), sample(rng, 10, 3)
    score = x[:, 0] - x[:, 1] + 0.5 * x[:, 2]
    labels = np.digitize(score, [-1, 1])
    model = linear_model.LogisticRegression(C=0.5).fit(x, labels)
    decision, words = model.decision_function(test), ["low", "mid", "high"]
    shared = {"coefficients": model.coef_.ravel().tolist(), "intercepts": model.intercept_.tolist()}
    for how in TRANSFORMS[:4]:
        cases.write(f"linear_classifier_{how.lower()}", "LinearClassifier", [test],
                    [model.predict(test), transformed(how, decision)], classlabels_ints=[0, 1, 2], post_transform=how,
                    **shared)
    cases.write("linear_classifier_strings", "LinearClassifier", [test],
                [np.array(words, object)[model.predict(test)], model.predict_proba(test).astype(F32)],
                classlabels_strings=words, post_transform="SOFTMAX", multi_class=1, **shared)
    for kind in (np.float64, np.int64, np.int32):
        rows = np.rint(test).astype(kind)
        cases.write(f"linear_classifier_{np.dtype(kind)}", "LinearClassifier", [rows],
                    [model.predict(rows), model.decision_function(rows).astype(F32)], classlabels_ints=[0, 1, 2],
                    **shared)
    model = linear_model.LogisticRegression(C=0.5).fit(x, score > 0)
    both = {"coefficients": np.concatenate([-model.coef_, model.coef_]).ravel().tolist(),
            "intercepts": np.concatenate([-model.intercept_, model.intercept_]).tolist()}
    label = model.predict(test).astype(np.int64)
    cases.write("linear_classifier_two", "LinearClassifier", [test], [label, model.predict_proba(test).astype(F32)],
                classlabels_ints=[0, 1], post_transform="LOGISTIC", **both)
    targets = np.stack([score, x[:, 1] - 1], 1)
    model = linear_model.Ridge().fit(x, targets)
    for kind in (F32, np.float64, np.int64, np.int32):
        rows = np.rint(test).astype(kind)
        cases.write(f"linear_regressor_{np.dtype(kind)}", "LinearRegressor", [rows], [model.predict(rows).astype(F32)],
                    targets=2, coefficients=model.coef_.ravel().tolist(), intercepts=model.intercept_.tolist())
    model = linear_model.LinearRegression(fit_intercept=False).fit(x, score / 8 + 0.5)
    cases.write("linear_regressor_plain", "LinearRegressor", [test], [model.predict(test).astype(F32)[:, None]],
                coefficients=model.coef_.tolist())
    rows = np.abs(test) / 16 + 0.25
    for how in TRANSFORMS:
        scores = np.stack([rows[:, 0], rows[:, 1] / 2], 1)
        cases.write(f"linear_regressor_{how.lower()}", "LinearRegressor", [rows], [transformed(how, scores)], targets=2,
                    post_transform=how, coefficients=[1.0, 0, 0, 0, 0.5, 0], intercepts=[0.0, 0.0])


def svm_linear_cases(cases, rng):
    """Without support vectors the coefficients are the model itself."""
    test = sample(rng, 6, 3)
    weights = np.array([[1, -0.5, 0.25], [0.5, 0.5, -1], [-1, 0.25, 0]], F32)
    scores = test @ weights.T + F32(0.5)
    for how in TRANSFORMS[:4]:
        cases.write(f"svm_classifier_no_vectors_{how.lower()}", "SVMClassifier", [test],
                    [scores.argmax(1) + 10, transformed(how, scores)], classlabels_ints=[10, 11, 12],
                    coefficients=weights.ravel().tolist(), rho=[0.5], kernel_params=[0.0, 0, 3], post_transform=how)
    for kind in (F32, np.float64, np.int64, np.int32):
        rows = np.rint(test).astype(kind)
        cases.write(f"svm_regressor_no_vectors_{np.dtype(kind)}", "SVMRegressor", [rows],
                    [(rows @ weights[:1].T.astype(np.float64) + 0.5).astype(F32)], coefficients=weights[0].tolist(),
                    rho=[0.5], kernel_params=[0.0, 0, 3], n_supports=0)


def svm_probability_cases(cases, rng):
    """Platt's sigmoid for each pair of classes, and the pairs coupled as Wu, Lin and Weng do it in libsvm."""
    x, test = sample(rng, 90, 2), sample(rng, 8, 2)
    score = x[:, 0] + x[:, 1] + rng.normal(size=90) / 4
    for classes in (2, 3):
        y = np.digitize(score, [0] if classes == 2 else [-1, 1])
        model = svm.SVC(kernel="rbf", gamma=0.5, probability=True, random_state=2).fit(x, y)
        p, sign = model.predict_proba(test), -1 if classes == 2 else 1
        words = [f"class {i}" for i in range(classes)]
        cases.write(f"svm_classifier_probability_{classes}", "SVMClassifier", [test],
                    [np.array(words, object)[model.predict(test)], p.astype(F32)], classlabels_strings=words,
                    prob_a=model.probA_.tolist(), prob_b=model.probB_.tolist(), **svm_attributes(model, sign))


# Preparation of features.

def number_cases(cases, rng):
    x = sample(rng, 5, 3)
    x[2] = 0
    for kind in (F32, np.float64, np.int64, np.int32):
        rows, name = np.rint(x).astype(kind), np.dtype(kind).name
        scaler = preprocessing.StandardScaler().fit(rows)
        cases.write(f"scaler_{name}", "Scaler", [rows], [scaler.transform(rows).astype(F32)],
                    offset=scaler.mean_.tolist(), scale=(1 / scaler.scale_).tolist())
        for norm in ("L1", "L2"):
            cases.write(f"normalizer_{norm.lower()}_{name}", "Normalizer", [rows],
                        [preprocessing.normalize(rows.astype(np.float64), norm.lower()).astype(F32)], norm=norm)
        positive = np.abs(rows)
        cases.write(f"normalizer_max_{name}", "Normalizer", [positive],
                    [preprocessing.normalize(positive.astype(np.float64), "max").astype(F32)], norm="MAX")
        cases.write(f"binarizer_{name}", "Binarizer", [rows], [preprocessing.binarize(rows, threshold=0.5).astype(kind)],
                    threshold=0.5)
        at = np.array([[2, 0, 2]], np.int64)
        cases.write(f"array_feature_extractor_{name}", "ArrayFeatureExtractor", [rows, at], [rows[:, at[0]]])
        real = kind in (F32, np.float64)
        gone = rows.copy()
        gone[0, 0] = gone[3, 2] = np.nan if real else -7
        missing = np.isnan(gone) if real else gone == -7
        suffix, number = ("floats", float) if real else ("int64s", int)
        for values in ([9], [7, 8, 9]):
            a = {f"imputed_value_{suffix}": [number(v) for v in values],
                 f"replaced_value_{suffix[:-1]}": math.nan if real else -7}
            cases.write(f"imputer_{name}_{len(values)}", "Imputer", [gone],
                        [np.where(missing, np.array(values, kind), gone)], **a)
        cases.write(f"feature_vectorizer_{name}", "FeatureVectorizer", [rows, rows[:, :1]],
                    [np.concatenate([rows, rows[:, :1]], 1).astype(F32)], inputdimensions=[3, 1])
    cases.write("scaler_one", "Scaler", [x], [(x - F32(0.5)) * F32(2)], offset=[0.5], scale=[2.0])
    negative = np.array([[-4, 1, 2], [-1, -2, -3]], F32)
    cases.write("normalizer_max_negative", "Normalizer", [negative], [negative / negative.max(1, keepdims=True)],
                norm="MAX")
    zeros = np.array([[0, 1], [2, 0]], F32)
    cases.write("imputer_zero", "Imputer", [zeros], [np.where(zeros == 0, F32(5), zeros)], imputed_value_floats=[5.0],
                replaced_value_float=0.0)
    words = np.array([["a", "b"], ["c", "d"]], object)
    cases.write("array_feature_extractor_string", "ArrayFeatureExtractor", [words, np.array([1])], [words[:, 1:]])


KINDS = {"floats": (F32, [1.5, -2.0, math.nan], [0.25, 8.0, -1.0], 0.5),
         "int64s": (np.int64, [3, -2, 2**40], [7, 2**41, -9], 11),
         "strings": (object, ["a", "", "\u00e9"], ["x", "yy", ""], "none")}
UNKNOWN = {"floats": 99.0, "int64s": 99, "strings": "unknown"}


def encoder_cases(cases):
    def rows_of(name, keys, kind):
        return np.array([keys[2], UNKNOWN[name], keys[0], keys[1]], kind)

    for k, (key_kind, keys, _, _) in KINDS.items():
        for v, (value_kind, _, values, default) in KINDS.items():
            x = rows_of(k, keys, key_kind)
            expected = np.array([values[2], default, values[0], values[1]], value_kind)
            cases.write(f"label_encoder_{k}_{v}", "LabelEncoder", [x], [expected], version=2,
                        **{f"keys_{k}": keys, f"values_{v}": values, f"default_{v[:-1]}": default})
    for name, expected in (("int64s", np.array([5, -1], np.int64)), ("strings", np.array(["q", "_Unused"], object)),
                           ("floats", np.array([2.5, -0.0], F32))):
        cases.write(f"label_encoder_unset_{name}", "LabelEncoder", [np.array([4, 5])], [expected], version=2,
                    keys_int64s=[4], **{f"values_{name}": [expected[0]]})
    kinds = {"double": np.float64, "float": F32, "int64": np.int64, "int32": np.int32, "int16": np.int16, "string": object}
    for k, key_kind in kinds.items():
        keys = np.array(["a", "b"], object) if key_kind is object else np.array([1, 2], key_kind)
        unknown = "z" if key_kind is object else 9
        for v, value_kind in kinds.items():
            values = ["x", "yy", "none"] if value_kind is object else [3, 4, 5]
            x = np.array([[keys[1], unknown], [keys[0], keys[1]]], key_kind)
            expected = np.array([[values[1], values[2]], [values[0], values[1]]], value_kind)
            tensors = {"keys_tensor": keys, "values_tensor": np.array(values[:2], value_kind),
                       "default_tensor": np.array(values[2:], value_kind)}
            cases.write(f"label_encoder_tensor_{k}_{v}", "LabelEncoder", [x], [expected], version=4,
                        **{n: numpy_helper.from_array(a) for n, a in tensors.items()})
    classes = ["zero", "one", "two"]
    cases.write("label_encoder_1_strings", "LabelEncoder", [np.array(["two", "zero", "?"], object)],
                [np.array([2, 0, 17])], version=1, classes_strings=classes, default_int64=17)
    cases.write("label_encoder_1_ints", "LabelEncoder", [np.array([1, 3, 0])],
                [np.array(["one", "other", "zero"], object)], version=1, classes_strings=classes, default_string="other")
    pairs = {"cats_int64s": [5, 2**40, -1], "cats_strings": ["five", "long", "minus"]}
    cases.write("category_mapper_strings", "CategoryMapper", [np.array([["long"], ["?"], ["five"]], object)],
                [np.array([[2**40], [-3], [5]])], default_int64=-3, **pairs)
    cases.write("category_mapper_ints", "CategoryMapper", [np.array([-1, 4, 5])],
                [np.array(["minus", "?", "five"], object)], default_string="?", **pairs)


def one_hot_cases(cases):
    for kind in (np.int64, np.int32, F32, np.float64):
        x = np.array([[3, 1], [7, 2]], kind)
        encoder = preprocessing.OneHotEncoder(categories=[[1, 2, 3]], handle_unknown="ignore", sparse_output=False)
        encoder.fit([[1]])
        expected = encoder.transform(x.reshape(-1, 1)).reshape(2, 2, 3).astype(F32)
        cases.write(f"one_hot_{np.dtype(kind)}", "OneHotEncoder", [x], [expected], cats_int64s=[1, 2, 3])
    words = np.array(["b", "a", "?"], object)
    cases.write("one_hot_strings", "OneHotEncoder", [words], [np.array([[0, 1], [1, 0], [0, 0]], F32)],
                cats_strings=["a", "b"])
    cases.write("one_hot_known", "OneHotEncoder", [words[:2]], [np.array([[0, 1], [1, 0]], F32)],
                cats_strings=["a", "b"], zeros=0)


def map_proto(keys, values):
    m = onnx.MapProto(key_type=T.STRING if isinstance(keys[0], str) else T.INT64)
    if isinstance(keys[0], str):
        m.string_keys.extend(k.encode() for k in keys)
    else:
        m.keys.extend(keys)
    m.values.elem_type = onnx.SequenceProto.TENSOR
    m.values.tensor_values.extend(numpy_helper.from_array(np.asarray(v)) for v in values)
    return m


def map_type(key, kind):
    return h.make_map_type_proto(key, h.make_tensor_type_proto(kind, []))


def map_cases(cases):
    numbers, kind = map_proto([0, 3], [F32(1.5), F32(-2.5)]), map_type(T.INT64, T.FLOAT)
    texts, text_kind = map_proto([1, 2], [np.array("4", object), np.array("-0.5", object)]), map_type(T.INT64, T.STRING)

    def cast(name, m, t, expected, **attributes):
        cases.write(f"cast_map_{name}", "CastMap", [m], [expected], input_types=[t], **attributes)

    cast("float", numbers, kind, np.array([[1.5, -2.5]], F32))
    cast("int64", numbers, kind, np.array([[1, -2]]), cast_to="TO_INT64")
    cast("sparse", numbers, kind, np.array([[1.5, 0, 0, -2.5, 0]], F32), map_form="SPARSE", max_map=5)
    cast("text_to_float", texts, text_kind, np.array([[4, -0.5]], F32))
    cast("text_to_text", texts, text_kind, np.array([["4", "-0.5"]], object), cast_to="TO_STRING")
    cast("text_to_int64", texts, text_kind, np.array([[4, 0]]), cast_to="TO_INT64")
    cast("text_sparse", texts, text_kind, np.array([["", "4", "-0.5"]], object), cast_to="TO_STRING", map_form="SPARSE",
         max_map=3)

    row = {"b": 2.0, "d": 4.0}
    vectorizer = feature_extraction.DictVectorizer(sparse=False).fit([{"a": 0.0, "b": 1.0, "c": 2.0, "d": 0.0}])
    words = vectorizer.feature_names_
    for array, number in ((F32, T.FLOAT), (np.float64, T.DOUBLE), (np.int64, T.INT64)):
        m = map_proto(list(row), [array(v) for v in row.values()])
        cases.write(f"dict_vectorizer_string_{np.dtype(array)}", "DictVectorizer", [m],
                    [vectorizer.transform([row]).astype(array)], input_types=[map_type(T.STRING, number)],
                    string_vocabulary=words)
    for array, number, values in ((F32, T.FLOAT, [2, 4]), (np.float64, T.DOUBLE, [2, 4]), (object, T.STRING, ["u", "v"])):
        none = "" if array is object else 0
        m = map_proto([7, 9], [np.array(v, array) for v in values])
        cases.write(f"dict_vectorizer_int64_{np.dtype(array)}", "DictVectorizer", [m],
                    [np.array([[values[1], none, values[0]]], array)], input_types=[map_type(T.INT64, number)],
                    int64_vocabulary=[9, 8, 7])

    scores = np.array([[0.25, 0.75], [1, 0]], F32)
    for name, labels, key in (("strings", ["no", "yes"], T.STRING), ("int64s", [-3, 4], T.INT64)):
        maps = onnx.SequenceProto(elem_type=onnx.SequenceProto.MAP)
        maps.map_values.extend(map_proto(labels, list(row)) for row in scores)
        cases.write(f"zip_map_{name}", "ZipMap", [scores], [maps],
                    output_types=[h.make_sequence_type_proto(map_type(key, T.FLOAT))], **{f"classlabels_{name}": labels})


def main():
    cases = Cases(pathlib.Path(sys.argv[1]))
    rng = np.random.default_rng(9)
    tree_regressor_cases(cases)
    sklearn_forest_cases(cases, rng)
    tree_ensemble_cases(cases)
    svm_cases(cases, rng)
    svm_linear_cases(cases, rng)
    svm_probability_cases(cases, rng)
    linear_cases(cases, rng)
    number_cases(cases, rng)
    encoder_cases(cases)
    one_hot_cases(cases)
    map_cases(cases)


if __name__ == "__main__":
    main()
