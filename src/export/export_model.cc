#include "export/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "export/exporter.h"

namespace sardonyx {

namespace {

constexpr std::size_t kShareFrom = 256;  // bytes of a constant from which bodies read the model's own

// The number of trailing inputs that bodies capture.
std::size_t captures_of(const Attributes& fields) {
  const auto it = fields.find("captures");
  return it == fields.end() ? 0 : static_cast<std::size_t>(std::get<std::int64_t>(it->second));
}

const ValueInfoDef* find(const std::vector<ValueInfoDef>& infos, std::string_view name) {
  const auto it = std::ranges::find(infos, name, &ValueInfoDef::name);
  return it == infos.end() ? nullptr : &*it;
}

// Sizes that are fixed by now replace the declared ones.
void fix_dims(TypeDef& type, const Fact& fact) {
  if (!type.has_shape || !fact.shape.ranked() || fact.shape.rank() != type.shape.size()) return;
  for (std::size_t i = 0; i < type.shape.size(); ++i) {
    if (!fact.shape[i].is_number()) continue;
    type.shape[i].kind = DimDef::Kind::value;
    type.shape[i].value = fact.shape[i].number();
    type.shape[i].param = {};
  }
}

}  // namespace

Exporter::Exporter(const ModelFile& source, Opsets opsets, const ExportOptions& options)
    : source_(source), opsets_(std::move(opsets)), options_(options) {
  file_.bytes = source.bytes;
}

ModelFile Exporter::run(const Graph& graph) {
  copy_header();
  Scope s{graph, file_.graph, std::vector<std::string>(graph.value_slots())};
  std::vector<std::string> outputs;
  for (const ValueInfoDef& o : source_.graph.outputs) outputs.emplace_back(o.name);
  require(outputs.size() == graph.outputs.size(), Code::internal, "the source has {} outputs, the graph {}",
          outputs.size(), graph.outputs.size());
  write_inputs(s, graph);
  taken_.insert(outputs.begin(), outputs.end());
  write_outputs(s, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const ValueInfoDef& declared = source_.graph.outputs[i];
    TypeDef type = defs_.copy(declared.type);
    if (type.kind == Type::Kind::unknown) type = defs_.type(graph.value(graph.outputs[i]).fact);
    s.def.outputs.push_back(
        {keep(outputs[i]), std::move(type), keep(declared.doc), defs_.copy(declared.metadata)});
  }
  write_opsets();
  return std::move(file_);
}

void Exporter::write_inputs(Scope& s, const Graph& graph) {
  for (const ValueId v : graph.inputs) {
    const ValueInfo& info = graph.value(v);
    s.names[static_cast<std::size_t>(v)] = info.name;
    taken_.insert(info.name);
    const ValueInfoDef* declared = find(source_.graph.inputs, info.name);
    ValueInfoDef def{keep(info.name), declared ? defs_.copy(declared->type) : defs_.type(info.fact), {}, {}};
    if (declared != nullptr) {
      def.doc = keep(declared->doc);
      def.metadata = defs_.copy(declared->metadata);
    }
    fix_dims(def.type, info.fact);
    s.def.inputs.push_back(std::move(def));
    const auto held = graph.defaults.find(v);
    if (held != graph.defaults.end()) write_content(s.def, info.name, held->second);
  }
}

// A name for each output: a node's own where it can be, else through Identity; then the nodes between.
void Exporter::write_outputs(Scope& s, const std::vector<std::string>& names) {
  std::vector<std::size_t> copied;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ValueId v = s.graph.outputs[i];
    std::string& name = s.names[static_cast<std::size_t>(v)];
    if (name.empty() && s.graph.producer(v) != nullptr) {
      name = names[i];
    } else if (name != names[i]) {
      copied.push_back(i);
    }
  }
  write_nodes(s);
  for (const std::size_t i : copied) identity(s, s.graph.outputs[i], names[i]);
}

void Exporter::write_nodes(Scope& s) {
  for (const NodeId id : s.graph.order()) {
    const Node& node = s.graph.node(id);
    try {
      require(!node.op->def().internal && !node.epilogue, Code::internal,
              "a lowered operator cannot be saved");
      write_node(s, node);
    } catch (Error& e) {
      throw e.at(node.text());
    }
  }
}

Form Exporter::form_of(Scope& s, const Node& node, std::size_t own_inputs) {
  Form f;
  f.name = node.name;
  f.domain = node.op->def().domain;
  f.op = node.op->def().name;
  constexpr std::string_view kCustom = "custom:";  // marks operators that hide a built-in one
  f.custom = f.domain.starts_with(kCustom);
  if (f.custom) f.domain.erase(0, kCustom.size());
  f.attributes = write_fields(*node.op);
  f.defaults = write_fields(*node.op->def().make(), true);
  for (const char* ours : {"captures", "decoder_shapes"}) {
    f.attributes.erase(ours);
    f.defaults.erase(ours);
  }
  if (node.origins.size() == 1 && node.origins[0]->op == f.op && node.origins[0]->domain == f.domain)
    f.said = node.origins[0]->attributes.get();
  const auto operand = [&](ValueId v) {
    return v == kAbsent ? FormValue{} : FormValue{name_of(s, v), &s.graph.value(v).fact};
  };
  for (std::size_t i = 0; i < own_inputs; ++i) f.inputs.push_back(operand(node.inputs[i]));
  for (const ValueId v : node.outputs) f.outputs.push_back(operand(v));
  return f;
}

void Exporter::write_node(Scope& s, const Node& node) {
  const Attributes fields = write_fields(*node.op, true);
  const std::size_t own = node.inputs.size() - std::min(captures_of(fields), node.inputs.size());
  std::vector<std::string> captures;
  for (std::size_t i = own; i < node.inputs.size(); ++i) captures.push_back(name_of(s, node.inputs[i]));
  Form form = form_of(s, node, own);
  for (auto& [name, value] : form.attributes) {
    auto* graph = std::get_if<std::shared_ptr<Graph>>(&value);
    if (graph != nullptr && options_.all_types) *graph = with_types(s.graph, node, **graph);
  }
  lower_form(form, opsets_, *this);
  const auto shapes = fields.find("decoder_shapes");
  decoder_shapes_ =
      shapes == fields.end() ? nullptr : std::get_if<std::vector<std::int64_t>>(&shapes->second);
  write_form(s, form, captures);
}

void Exporter::write_form(Scope& s, Form& form, const std::vector<std::string>& captures) {
  for (Form& f : form.before) write_form(s, f, {});
  note_domain(form.domain);
  NodeDef def;
  def.name = node_name(form.name);
  def.op_type = keep(form.op);
  def.domain = keep(form.domain);
  for (const FormValue& i : form.inputs) def.inputs.push_back(read(i.name));
  for (const FormValue& o : form.outputs) {
    def.outputs.push_back(keep(o.name));
    if (options_.all_types && !o.absent() && o.fact != nullptr)
      s.def.value_infos.push_back({keep(o.name), defs_.type(o.fact->type), {}, {}});
  }
  for (const auto& [name, value] : form.attributes) {
    if (const auto* graph = std::get_if<std::shared_ptr<Graph>>(&value)) {
      AttributeDef a;
      a.name = keep(name);
      a.type = AttrKind::graph;
      constexpr std::size_t kLoopScalars = 2;  // the number of the trip, the condition
      a.g = body(**graph, captures, form.op == "Loop" ? kLoopScalars : 0,
                 name == "decoder" ? decoder_shapes_ : nullptr);
      def.attributes.push_back(std::move(a));
    } else {
      def.attributes.push_back(defs_.attribute(name, value));
    }
  }
  s.def.nodes.push_back(std::move(def));
  for (Form& f : form.after) write_form(s, f, {});
}

std::shared_ptr<GraphDef> Exporter::body(const Graph& graph, const std::vector<std::string>& captures,
                                         std::size_t scalars, const std::vector<std::int64_t>* shapes) {
  auto def = std::make_shared<GraphDef>();
  def->name = keep(graph.name.empty() ? std::string_view("body") : std::string_view(graph.name));
  Scope s{graph, *def, std::vector<std::string>(graph.value_slots())};
  const std::size_t own = graph.inputs.size() - std::min(captures.size(), graph.inputs.size());
  std::size_t at = 0;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const ValueInfo& info = graph.value(graph.inputs[i]);
    std::string& name = s.names[static_cast<std::size_t>(graph.inputs[i])];
    name = i < own ? fresh(info.name) : captures[i - own];
    if (i >= own) continue;
    ValueInfoDef input{keep(name), defs_.type(info.fact.type), {}, {}};
    input.type.has_shape = input.type.kind == Type::Kind::tensor && i < scalars;
    if (shapes != nullptr && at < shapes->size()) {
      const std::int64_t rank = (*shapes)[at++];
      input.type.has_shape = rank >= 0;
      for (std::int64_t d = 0; d < rank && at < shapes->size(); ++d, ++at) {
        const bool known = (*shapes)[at] >= 0;
        input.type.shape.push_back(
            {known ? DimDef::Kind::value : DimDef::Kind::unknown, known ? (*shapes)[at] : 0, {}, {}});
      }
    }
    def->inputs.push_back(std::move(input));
  }
  std::vector<std::string> outputs;
  for (const ValueId v : graph.outputs) outputs.push_back(fresh(graph.value(v).name));
  write_outputs(s, outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    def->outputs.push_back({keep(outputs[i]), defs_.type(graph.value(graph.outputs[i]).fact.type), {}, {}});
  return def;
}

// Output `to` of the graph is the value `from`, which has another name.
void Exporter::identity(Scope& s, ValueId from, const std::string& to) {
  const ValueInfo& info = s.graph.value(from);
  if (info.constant() && info.fact.content && !info.fact.content->is_tensor()) {
    write_content(s.def, to, *info.fact.content);
    return;
  }
  Form form;
  form.name = to;
  form.op = "Identity";
  form.inputs = {{name_of(s, from), &info.fact}};
  form.outputs = {{to, &info.fact}};
  lower_form(form, opsets_, *this);
  write_form(s, form, {});
}

std::string_view Exporter::node_name(const std::string& hint) {
  std::string name = hint;
  for (int i = 1; !hint.empty() && !taken_by_nodes_.insert(name).second; ++i)
    name = fmt::format("{}_{}", hint, i);
  return keep(name);
}

std::string Exporter::fresh(const std::string& hint) {
  std::string name = hint.empty() ? std::string("value") : hint;
  for (int i = 1; !taken_.insert(name).second; ++i)
    name = fmt::format("{}_{}", hint.empty() ? "value" : hint, i);
  return name;
}

FormValue Exporter::between(const std::string& hint, Fact fact) {
  facts_.push_back(std::move(fact));
  return {fresh(hint), &facts_.back()};
}

FormValue Exporter::constant(const std::string& hint, Tensor content) {
  const std::string name = fresh(hint);
  facts_.push_back(Fact::of(content));
  pending_.emplace(name, Pending{std::move(content), &file_.graph});
  return {name, &facts_.back()};
}

std::string Exporter::name_of(Scope& s, ValueId v) {
  std::string& name = s.names[static_cast<std::size_t>(v)];
  if (name.empty()) name = s.graph.value(v).constant() ? name_constant(s, v) : fresh(s.graph.value(v).name);
  return name;
}

std::string Exporter::name_constant(Scope& s, ValueId v) {
  const ValueInfo& info = s.graph.value(v);
  require(info.fact.content.has_value(), Code::internal, "the constant '{}' has no content", info.name);
  const Value& content = *info.fact.content;
  const bool large = content.is_tensor() && content.tensor().bytes() >= kShareFrom;
  if (!large) {
    const std::string name = fresh(info.name);
    pending_.emplace(name, Pending{content, &s.def});
    return name;
  }
  const Tensor& t = content.tensor();
  std::string& name = shared_[fmt::format("{} {}", static_cast<const void*>(t.data()), t.text())];
  if (name.empty()) {
    name = fresh(info.name);
    pending_.emplace(name, Pending{content, &file_.graph});
  }
  return name;
}

std::string_view Exporter::read(const std::string& name) {
  const auto it = pending_.find(name);
  if (it != pending_.end()) {
    const Pending p = it->second;
    pending_.erase(it);
    write_content(*p.into, name, p.content);
  }
  return keep(name);
}

void Exporter::note_domain(const std::string& domain) { domains_.insert(domain); }

void Exporter::write_opsets() {
  int main = 0;
  for (const auto& [domain, version] : opsets_) {
    const bool imported = std::ranges::any_of(source_.opset_imports, [&](const OpsetImportDef& o) {
      return o.domain == domain || (o.domain == "ai.onnx" && domain.empty());
    });
    if (!imported && !domains_.contains(domain)) continue;
    if (domain.empty()) main = version;
    file_.opset_imports.push_back({keep(domain), version});
  }
  for (const std::string& domain : domains_) {
    if (!opsets_.contains(domain)) file_.opset_imports.push_back({keep(domain), 1});
  }
  const std::int64_t needed =
      std::max<std::int64_t>(4, ir_of_opset(main));  // 4: initializers that are no inputs
  file_.ir_version = std::max(file_.ir_version, std::min(needed, options_.newest_ir));
}

std::int64_t ir_of_opset(int opset) {
  static constexpr std::pair<int, std::int64_t> published[] = {
      {26, 13}, {25, 13}, {24, 12}, {23, 11}, {21, 10}, {19, 9}, {15, 8}, {12, 7}, {11, 6}, {10, 5}, {9, 4}};
  for (const auto& [from, ir] : published) {
    if (opset >= from) return opset > 26 ? 14 : ir;
  }
  return 3;
}

namespace {

// Domains in which a graph's nodes are, bodies included, that the source does not import: at their newest version.
int newest_version(std::string_view domain) {
  int newest = 1;
  for (const OpSpec& s : all_specs()) {
    if (s.domain == domain) newest = std::max(newest, s.since_version);
  }
  return newest;
}

}  // namespace

ModelFile export_model(const Graph& graph, const ModelFile& source, const ExportOptions& options) {
  constexpr int kOldest = 7;  // what came before is not written any more
  require(options.opset == 0 || options.opset >= kOldest, Code::not_implemented,
          "models are not written with opset {}, older than {}", options.opset, kOldest);
  Opsets opsets;
  for (const OpsetImportDef& o : source.opset_imports)
    opsets[o.domain == "ai.onnx" ? std::string() : std::string(o.domain)] = static_cast<int>(o.version);
  opsets.try_emplace("ai.onnx.ml", newest_version("ai.onnx.ml"));
  const int named = opsets.contains("") ? opsets[""] : 0;
  const int first =
      options.opset > 0 ? options.opset : std::max(named == 0 ? options.newest_opset : named, kOldest);
  const int last = options.opset > 0 ? options.opset : std::max(first, options.newest_opset);
  std::optional<Error> why;
  for (int opset = first; opset <= last; ++opset) {
    opsets[""] = opset;
    try {
      return Exporter(source, opsets, options).run(graph);
    } catch (const Error& e) {
      if (e.code() != Code::not_implemented) throw;
      if (!why) why = e;  // the lowest opset's reason is the one that its author can do something about
    }
  }
  throw why->at(
      fmt::format("saving with opset {}{}", first, last > first ? fmt::format(" to {}", last) : ""));
}

}  // namespace sardonyx
