#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "kernels/trees/forest.h"
#include "unit/ops/run_op.h"

using namespace sardonyx;
using namespace sardonyx::test;

// Expected values are worked out by hand, or scikit-learn's where it is named.

namespace {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string>;
constexpr const char* kMl = "ai.onnx.ml";

Value matrix(std::int64_t rows, std::int64_t columns, const Floats& v) {
  return Tensor::of<float>({rows, columns}, std::span<const float>(v));
}

// One tree: x0 <= 0 leads to leaf 1, else x1 <= 5 leads to leaf 3, else leaf 4.
Attributes small_tree() {
  return {{"nodes_treeids", Ints{0, 0, 0, 0, 0}},
          {"nodes_nodeids", Ints{0, 1, 2, 3, 4}},
          {"nodes_featureids", Ints{0, 0, 1, 0, 0}},
          {"nodes_modes", Strings{"BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"}},
          {"nodes_values", Floats{0, 0, 5, 0, 0}},
          {"nodes_truenodeids", Ints{1, 0, 3, 0, 0}},
          {"nodes_falsenodeids", Ints{2, 0, 4, 0, 0}}};
}

Attributes regressor() {
  Attributes a = small_tree();
  a["target_treeids"] = Ints{0, 0, 0};
  a["target_nodeids"] = Ints{1, 3, 4};
  a["target_ids"] = Ints{0, 0, 0};
  a["target_weights"] = Floats{1, 2, 4};
  return a;
}

const float kNan = std::numeric_limits<float>::quiet_NaN();

}  // namespace

TEST_CASE("TreeEnsembleRegressor walks, also many rows and other element types") {
  const Value x = matrix(4, 2, {-1, 0, 1, 5, 1, 6, kNan, kNan});
  CHECK(elements<float>(run_op("TreeEnsembleRegressor", regressor(), {x}, 1, kMl)[0]) == Floats{1, 2, 4, 4});
  Attributes more = regressor();
  more["base_values"] = Floats{10};
  more["nodes_missing_value_tracks_true"] = Ints{1, 0, 0, 0, 0};
  CHECK(elements<float>(run_op("TreeEnsembleRegressor", more, {x}, 1, kMl)[0]) == Floats{11, 12, 14, 11});
  std::vector<std::int64_t> many;
  Floats expected;
  for (std::int64_t i = 0; i < 501; ++i) {
    many.insert(many.end(), {i % 3 - 1, i % 11});
    expected.push_back(i % 3 - 1 <= 0 ? 1.0f : i % 11 <= 5 ? 2.0f : 4.0f);
  }
  const Value y =
      run_op("TreeEnsembleRegressor", regressor(),
             {Tensor::of<std::int64_t>({501, 2}, std::span<const std::int64_t>(many))}, 1, kMl)[0];
  CHECK(elements<float>(y) == expected);
  CHECK(run_op("TreeEnsembleRegressor", regressor(), {matrix(0, 2, {})}, 1, kMl)[0].tensor().shape() ==
        Shape{0, 1});
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", regressor(), {matrix(2, 1, {1, 2})}, 1, kMl), Error);
}

TEST_CASE("Trees that are no trees are refused") {
  const Value x = matrix(1, 2, {1, 1});
  Attributes cycle = regressor();
  cycle["nodes_falsenodeids"] = Ints{2, 0, 0, 0, 0};
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", cycle, {x}, 1, kMl), Error);
  Attributes missing = regressor();
  missing["nodes_truenodeids"] = Ints{9, 0, 3, 0, 0};
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", missing, {x}, 1, kMl), Error);
  Attributes twice = regressor();
  twice["nodes_nodeids"] = Ints{0, 1, 2, 3, 3};
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", twice, {x}, 1, kMl), Error);
  Attributes target = regressor();
  target["target_ids"] = Ints{0, 0, 1};
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", target, {x}, 1, kMl), Error);
  Attributes feature = regressor();
  feature["nodes_featureids"] = Ints{-1, 0, 1, 0, 0};
  CHECK_THROWS_AS(run_op("TreeEnsembleRegressor", feature, {x}, 1, kMl), Error);
}

TEST_CASE("A forest of deep trees gives what one row at a time gives") {
  using namespace sardonyx::trees;
  // Tree t of depth d: a chain x <= k for k = 0..d-1, whose leaf k weighs k.
  Description d;
  for (int t = 0; t < 3; ++t) {
    const auto root = static_cast<std::int64_t>(d.nodes.size());
    const int depth = 5 + 10 * t;
    for (int k = 0; k < depth; ++k) {
      Description::Node branch;
      branch.value = k;
      branch.if_true = root + 2 * k + 1;
      branch.if_false = root + 2 * k + 2;
      d.nodes.push_back(branch);
      Description::Node leaf;
      leaf.leaf = true;
      leaf.weights.push_back({0, static_cast<double>(k)});
      d.nodes.push_back(leaf);
    }
    Description::Node last;
    last.leaf = true;
    last.weights.push_back({0, static_cast<double>(depth)});
    d.nodes.push_back(last);
    d.roots.push_back(root);
  }
  const Forest<float> forest(d);
  std::vector<float> x(37);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  std::vector<double> scores(x.size());
  forest.evaluate(x.data(), 37, 1, Aggregate::sum, scores.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto v = static_cast<double>(i);
    CHECK(scores[i] == std::min(v, 5.0) + std::min(v, 15.0) + std::min(v, 25.0));
  }
  forest.evaluate(x.data(), 37, 1, Aggregate::max, scores.data());
  CHECK(scores[20] == 20);
  forest.evaluate(x.data(), 37, 1, Aggregate::min, scores.data());
  CHECK(scores[20] == 5);
}

TEST_CASE("TreeEnsembleClassifier: one class's weights make a binary classifier") {
  Attributes a = small_tree();
  a["class_treeids"] = Ints{0, 0, 0};
  a["class_nodeids"] = Ints{1, 3, 4};
  a["class_ids"] = Ints{0, 0, 0};
  a["class_weights"] = Floats{0.25f, 0.5f, 0.75f};
  a["classlabels_strings"] = Strings{"no", "yes"};
  const Value x = matrix(3, 2, {-1, 0, 1, 5, 1, 6});
  auto y = run_op("TreeEnsembleClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::string>(y[0]) == Strings{"no", "no", "yes"});
  CHECK(elements<float>(y[1]) == Floats{0.75f, 0.25f, 0.5f, 0.5f, 0.25f, 0.75f});
  a["class_weights"] = Floats{-1, 0.5f, 2};
  a["post_transform"] = std::string("LOGISTIC");
  y = run_op("TreeEnsembleClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::string>(y[0]) == Strings{"no", "yes", "yes"});
  CHECK(elements<float>(y[1])[5] == doctest::Approx(1 / (1 + std::exp(-2.0))));
  CHECK(elements<float>(y[1])[4] == doctest::Approx(1 / (1 + std::exp(2.0))));
}

TEST_CASE("TreeEnsembleClassifier: several classes take the largest sum") {
  Attributes a = small_tree();
  a["class_treeids"] = Ints{0, 0, 0, 0};
  a["class_nodeids"] = Ints{1, 3, 3, 4};
  a["class_ids"] = Ints{0, 1, 2, 2};
  a["class_weights"] = Floats{1, 2, 3, 1};
  a["classlabels_int64s"] = Ints{10, 20, 30};
  a["post_transform"] = std::string("SOFTMAX_ZERO");
  const auto y = run_op("TreeEnsembleClassifier", a, {matrix(2, 2, {-1, 0, 1, 5})}, 2, kMl);
  CHECK(elements<std::int64_t>(y[0]) == Ints{10, 30});
  const auto z = elements<float>(y[1]);
  CHECK(z[1] == 0);
  CHECK(z[3] == 0);
  CHECK(z[4] == doctest::Approx(1 / (1 + std::exp(1.0))));
}

TEST_CASE("TreeEnsemble: modes, sets, leaves apart") {
  // x0 in {1, 3} ? 10 : (x1 > 2 ? 20 : 30)
  const Attributes a{{"nodes_featureids", Ints{0, 1}},
                     {"nodes_modes", Tensor::of<std::uint8_t>({2}, {6, 3})},
                     {"nodes_splits", Tensor::of<float>({2}, {0, 2})},
                     {"nodes_truenodeids", Ints{0, 1}},
                     {"nodes_trueleafs", Ints{1, 1}},
                     {"nodes_falsenodeids", Ints{1, 2}},
                     {"nodes_falseleafs", Ints{0, 1}},
                     {"leaf_targetids", Ints{0, 0, 0}},
                     {"leaf_weights", Tensor::of<float>({3}, {10, 20, 30})},
                     {"membership_values", Tensor::of<float>({3}, {1, 3, kNan})},
                     {"tree_roots", Ints{0}},
                     {"n_targets", std::int64_t{1}}};
  const Value x = matrix(4, 2, {1, 0, 3, 9, 2, 3, 2, 2});
  CHECK(elements<float>(run_op("TreeEnsemble", a, {x}, 1, kMl)[0]) == Floats{10, 10, 20, 30});
}

TEST_CASE("Linear models") {
  const Value x = matrix(3, 1, {-0.25f, 0.25f, 1});
  Attributes a{{"coefficients", Floats{1}}, {"intercepts", Floats{0}}, {"classlabels_ints", Ints{5, 7}}};
  auto y = run_op("LinearClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::int64_t>(y[0]) == Ints{5, 7, 7});
  CHECK(elements<float>(y[1]) == Floats{1.25f, -0.25f, 0.75f, 0.25f, 0, 1});
  a["coefficients"] = Floats{1, -1, 0};
  a["intercepts"] = Floats{0, 0, 0.5f};
  a["classlabels_ints"] = Ints{1, 2, 3};
  y = run_op("LinearClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::int64_t>(y[0]) == Ints{3, 3, 1});
  const Attributes r{
      {"coefficients", Floats{1, 2, 3, 4}}, {"intercepts", Floats{0.5f, 0}}, {"targets", std::int64_t{2}}};
  CHECK(elements<float>(run_op("LinearRegressor", r, {matrix(1, 2, {1, -1})}, 1, kMl)[0]) ==
        Floats{-0.5f, -1});
  CHECK_THROWS_AS(run_op("LinearRegressor", r, {matrix(1, 3, {1, -1, 0})}, 1, kMl), Error);
}

// SVC(kernel='rbf', gamma=0.5, C=0.3, probability=True) of scikit-learn on two features of the iris data.
TEST_CASE("SVMClassifier agrees with scikit-learn") {
  Attributes a{
      {"kernel_type", std::string("RBF")},
      {"kernel_params", Floats{0.5f, 0, 3}},
      {"classlabels_ints", Ints{0, 1, 2}},
      {"vectors_per_class", Ints{9, 10, 10}},
      {"coefficients",
       Floats{0.3f,       0.3f,  0.3f,  0.3f,  0.3f,      0.3f,  0.3f,      0.3f,      0.3f,       -0.3f,
              -0.3f,      -0.3f, -0.3f, -0.3f, 0,         -0.3f, -0.3f,     -0.3f,     -0.3f,      -0.3f,
              -0.139076f, -0.3f, -0.3f, 0,     0,         0,     -0.3f,     -0.3f,     -0.154625f, 0,
              0.3f,       0.3f,  0.3f,  0.3f,  0.3f,      0,     0,         0.293701f, 0.3f,       0.3f,
              0.3f,       0.3f,  0.3f,  0.3f,  0.199761f, 0.3f,  0.160673f, 0.3f,      -0.3f,      -0.060434f,
              -0.3f,      -0.3f, -0.3f, -0.3f, -0.3f,     -0.3f, -0.3f,     -0.3f}},
      {"support_vectors",
       Floats{5.1f, 3.5f, 5.4f, 3.9f, 5.4f, 3.7f, 5.7f, 4.4f, 5.4f, 3.4f, 5.0f, 3.0f, 4.8f, 3.1f, 5.0f,
              3.2f, 4.8f, 3.0f, 7.0f, 3.2f, 5.7f, 2.8f, 5.0f, 2.0f, 6.7f, 3.1f, 5.9f, 3.2f, 6.6f, 3.0f,
              5.5f, 2.4f, 6.0f, 3.4f, 5.5f, 2.6f, 5.7f, 3.0f, 6.3f, 3.3f, 7.6f, 3.0f, 6.5f, 3.2f, 6.4f,
              3.2f, 6.9f, 3.2f, 7.2f, 3.2f, 7.4f, 2.8f, 7.7f, 3.0f, 6.7f, 3.1f, 6.7f, 3.0f}},
      {"rho", Floats{-0.040302f, 0.068745f, 0.063244f}},
      {"prob_a", Floats{-4.114212f, -2.75422f, -0.725974f}},
      {"prob_b", Floats{0.298518f, 0.07506f, -0.137828f}}};
  const Value x = matrix(3, 2, {5.1f, 3.5f, 5.0f, 2.0f, 6.9f, 3.2f});
  auto y = run_op("SVMClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::int64_t>(y[0]) == Ints{0, 1, 2});
  const Floats p{0.9273f, 0.0323f, 0.0404f, 0.1684f, 0.6531f, 0.1786f, 0.017f, 0.3948f, 0.5881f};
  for (std::size_t i = 0; i < p.size(); ++i)
    CHECK(elements<float>(y[1])[i] == doctest::Approx(p[i]).epsilon(0.01));
  a.erase("prob_a");
  a.erase("prob_b");
  y = run_op("SVMClassifier", a, {x}, 2, kMl);
  CHECK(elements<std::int64_t>(y[0]) == Ints{0, 1, 2});
  const Floats pairs{0.9431f, 1.075f, 0.7535f, -0.351f, 0.4273f, 0.9377f, -0.9387f, -1.0748f, -0.7426f};
  for (std::size_t i = 0; i < pairs.size(); ++i)
    CHECK(elements<float>(y[1])[i] == doctest::Approx(pairs[i]).epsilon(0.001));
}

TEST_CASE("SVMRegressor: kernels and one class") {
  // 2 * exp(-(1-0)^2/2) - exp(-(1-3)^2/2) + 0.5
  Attributes a{{"kernel_type", std::string("RBF")}, {"kernel_params", Floats{0.5f, 0, 3}},
               {"n_supports", std::int64_t{2}},     {"coefficients", Floats{2, -1}},
               {"support_vectors", Floats{0, 3}},   {"rho", Floats{0.5f}}};
  const Value x = matrix(1, 1, {1});
  CHECK(elements<float>(run_op("SVMRegressor", a, {x}, 1, kMl)[0])[0] ==
        doctest::Approx(2 * std::exp(-0.5) - std::exp(-2.0) + 0.5));
  a["one_class"] = std::int64_t{1};
  CHECK(elements<float>(run_op("SVMRegressor", a, {x}, 1, kMl)[0]) == Floats{1});
  const Attributes linear{{"coefficients", Floats{1, 2}}, {"rho", Floats{0.5f}}};
  CHECK(elements<float>(run_op("SVMRegressor", linear, {matrix(1, 2, {1, 2})}, 1, kMl)[0]) == Floats{5.5f});
}

TEST_CASE("Normalizer, Scaler, Imputer, Binarizer") {
  const Value x = matrix(3, 2, {-2, -3, 0, 0, 3, 4});
  CHECK(elements<float>(run_op("Normalizer", {{"norm", std::string("L2")}}, {matrix(2, 2, {3, 4, 0, 0})}, 1,
                               kMl)[0]) == Floats{0.6f, 0.8f, 0, 0});
  CHECK(elements<float>(run_op("Normalizer", {{"norm", std::string("L1")}}, {matrix(1, 2, {-1, 3})}, 1,
                               kMl)[0]) == Floats{-0.25f, 0.75f});
  CHECK(elements<float>(run_op("Scaler", {{"offset", Floats{1, 2}}, {"scale", Floats{0.5f}}}, {x}, 1,
                               kMl)[0]) == Floats{-1.5f, -2.5f, -0.5f, -1, 1, 1});
  CHECK(elements<float>(run_op("Imputer",
                               {{"imputed_value_floats", Floats{7, 8}}, {"replaced_value_float", kNan}},
                               {matrix(1, 2, {kNan, kNan})}, 1, kMl)[0]) == Floats{7, 8});
  CHECK(elements<float>(run_op("Binarizer", {{"threshold", 0.0f}}, {x}, 1, kMl)[0]) ==
        Floats{0, 0, 0, 0, 1, 1});
  CHECK_THROWS_AS(run_op("Scaler", {{"offset", Floats{1, 2, 3}}}, {x}, 1, kMl), Error);
}

TEST_CASE("LabelEncoder: a default of another kind, or of no elements, is refused") {
  for (const Tensor& wrong : {Tensor::of<float>(Shape{1}, {1}), Tensor(DType::string, Shape{0})}) {
    const Attributes a{{"keys_int64s", Ints{1}},
                       {"values_strings", std::vector<std::string>{"a"}},
                       {"default_tensor", wrong}};
    CHECK_THROWS_AS(run_op("LabelEncoder", a, {ints({1, 5})}, 1, kMl), Error);
  }
  const Attributes b{{"keys_int64s", Ints{1}},
                     {"values_int64s", Ints{2}},
                     {"default_tensor", Tensor::of<std::string>(Shape{1}, {std::string("x")})}};
  CHECK_THROWS_AS(run_op("LabelEncoder", b, {ints({1, 5})}, 1, kMl), Error);
}

TEST_CASE("Labels and categories") {
  const Value x = Tensor::of<std::string>({2}, {"b", "z"});
  const Attributes a{
      {"keys_strings", Strings{"a", "b"}}, {"values_floats", Floats{1, 2}}, {"default_float", -9.0f}};
  CHECK(elements<float>(run_op("LabelEncoder", a, {x}, 1, kMl)[0]) == Floats{2, -9});
  const Attributes nan{{"keys_floats", Floats{1, kNan}}, {"values_strings", Strings{"one", "missing"}}};
  CHECK(elements<std::string>(run_op("LabelEncoder", nan, {matrix(1, 3, {kNan, 1, 2})}, 1, kMl)[0]) ==
        Strings{"missing", "one", "_Unused"});
  const Attributes old{{"classes_strings", Strings{"a", "b"}}};
  CHECK(elements<std::int64_t>(run_op("LabelEncoder", old, {x}, 1, kMl)[0]) == Ints{1, -1});
  CHECK(elements<std::string>(run_op("LabelEncoder", old, {ints({1, 5})}, 1, kMl)[0]) ==
        Strings{"b", "_Unused"});
  const Attributes cats{{"cats_int64s", Ints{3, 4}}, {"cats_strings", Strings{"b", "c"}}};
  CHECK(elements<std::int64_t>(run_op("CategoryMapper", cats, {x}, 1, kMl)[0]) == Ints{3, -1});
  const Attributes hot{{"cats_int64s", Ints{1, 2}}};
  CHECK(elements<float>(run_op("OneHotEncoder", hot, {matrix(1, 2, {2.7f, 9})}, 1, kMl)[0]) ==
        Floats{0, 1, 0, 0});
  CHECK_THROWS_AS(
      run_op("OneHotEncoder", {{"cats_int64s", Ints{1}}, {"zeros", std::int64_t{0}}}, {ints({2})}, 1, kMl),
      Error);
}

TEST_CASE("Maps: ZipMap, CastMap, DictVectorizer") {
  const Value z =
      run_op("ZipMap", {{"classlabels_strings", Strings{"b", "a"}}}, {matrix(2, 2, {1, 2, 3, 4})}, 1, kMl)[0];
  const Map& m = z.sequence().elements[1].map();
  CHECK(m.string_keys == Strings{"a", "b"});
  CHECK(m.values[0].tensor().number_at(0) == 4);
  CHECK_THROWS_AS(run_op("ZipMap", {{"classlabels_int64s", Ints{1}}}, {matrix(1, 2, {1, 2})}, 1, kMl), Error);
  const Value v = run_op("DictVectorizer", {{"string_vocabulary", Strings{"z", "b"}}},
                         {z.sequence().elements[0]}, 1, kMl)[0];
  CHECK(elements<float>(v) == Floats{0, 1});
  Map numbers;
  numbers.key = DType::int64;
  numbers.value = Type::tensor(DType::float32);
  numbers.int_keys = {0, 3};
  numbers.values = {Tensor::scalar(1.5f), Tensor::scalar(-2.5f)};
  CHECK(elements<std::int64_t>(
            run_op("CastMap", {{"cast_to", std::string("TO_INT64")}}, {numbers}, 1, kMl)[0]) == Ints{1, -2});
  const Attributes sparse{{"map_form", std::string("SPARSE")}, {"max_map", std::int64_t{5}}};
  CHECK(elements<float>(run_op("CastMap", sparse, {numbers}, 1, kMl)[0]) == Floats{1.5f, 0, 0, -2.5f, 0});
  CHECK_THROWS_AS(run_op("CastMap", {{"map_form", std::string("SPARSE")}, {"max_map", std::int64_t{2}}},
                         {numbers}, 1, kMl),
                  Error);
}

TEST_CASE("ArrayFeatureExtractor and FeatureVectorizer") {
  const Value x = matrix(2, 3, {1, 2, 3, 4, 5, 6});
  CHECK(elements<float>(run_op("ArrayFeatureExtractor", {}, {x, ints({2, 0})}, 1, kMl)[0]) ==
        Floats{3, 1, 6, 4});
  CHECK_THROWS_AS(run_op("ArrayFeatureExtractor", {}, {x, ints({3})}, 1, kMl), Error);
  const Value y = run_op("FeatureVectorizer", {{"inputdimensions", Ints{3, 1}}},
                         {matrix(1, 2, {1, 2}), ints({7})}, 1, kMl)[0];
  CHECK(elements<float>(y) == Floats{1, 2, 0, 7});
}
