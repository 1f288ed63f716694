#include "api/c/profile.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include "api/c/env.h"

namespace sardonyx::capi {

namespace {

// A text between quotes, as JSON wants it.
std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

// [{"float":[2,3]},{"int64":[]}]
std::string types(const std::vector<StepTime::Operand>& operands) {
  std::string out = "[";
  for (const StepTime::Operand& o : operands) {
    if (o.dtype == DType::undefined) continue;
    if (out.size() > 1) out += ',';
    out += fmt::format("{{\"{}\":{}}}", onnx_name(o.dtype), o.shape.text());
  }
  return out + ']';
}

std::string arguments(const StepTime& s) {
  std::size_t parameters = 0, activations = 0, made = 0;
  for (const StepTime::Operand& o : s.inputs) (o.constant ? parameters : activations) += bytes_of(o);
  for (const StepTime::Operand& o : s.outputs) made += bytes_of(o);
  return fmt::format(
      "{{\"op_name\" : {},\"domain\" : {},\"provider\" : {},\"node_index\" : \"{}\","
      "\"input_type_shape\" : {},\"output_type_shape\" : {},\"parameter_size\" : \"{}\","
      "\"activation_size\" : \"{}\",\"output_size\" : \"{}\",\"kernel\" : {}}}",
      json_text(s.source_op), json_text(s.domain),
      json_text(s.provider.empty() ? "CPUExecutionProvider" : s.provider), s.index, types(s.inputs),
      types(s.outputs), parameters, activations, made, json_text(s.op));
}

std::string path_of(const std::string& prefix) {
  auto now = std::chrono::system_clock::now();
  std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  localtime_r(&seconds, &parts);
  char when[32] = "";
  std::strftime(when, sizeof when, "%Y-%m-%d_%H-%M-%S", &parts);
  return fmt::format("{}_{}_{:03}.json", prefix, when, ms);
}

}  // namespace

Profiler::Profiler(const std::string& prefix, std::int64_t begin_ns)
    : path_(path_of(prefix)), begin_ns_(begin_ns) {}

Profiler::~Profiler() {
  try {
    finish();
  } catch (...) {  // nobody is there to hear it
  }
}

std::int64_t Profiler::now_ns() {
  auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

void Profiler::add(const char* category, const std::string& name, std::int64_t begin_ns, std::int64_t end_ns,
                   const std::string& arguments) {
  const int process = static_cast<int>(getpid()), thread = static_cast<int>(gettid());
  std::string event = fmt::format(
      "{{\"cat\" : \"{}\",\"pid\" :{},\"tid\" :{},\"dur\" :{},\"ts\" :{},\"ph\" : \"X\",\"name\" "
      ":{},\"args\" : {}}}",
      category, process, thread, (end_ns - begin_ns) / 1000, (begin_ns - begin_ns_) / 1000, json_text(name),
      arguments);
  std::lock_guard lock(mutex_);
  if (!finished_ && events_.size() < kMostEvents) events_.push_back(std::move(event));
}

void Profiler::session_event(const std::string& name, std::int64_t begin_ns, std::int64_t end_ns) {
  add("Session", name, begin_ns, end_ns, "{}");
}

void Profiler::steps(const RunTimes& times) {
  for (const StepTime& s : times.steps) {
    if (s.index < 0) {  // a body of If, Loop or Scan, as a whole
      session_event(s.op, times.begin_ns + s.begin_ns, times.begin_ns + s.end_ns);
      continue;
    }
    const std::string& name = s.source_node.empty() ? s.source_op : s.source_node;
    add("Node", name + "_kernel_time", times.begin_ns + s.begin_ns, times.begin_ns + s.end_ns, arguments(s));
  }
}

void Profiler::event(const OrtProfilingEvent& event) {
  static constexpr const char* kCategories[] = {"Session", "Node", "Kernel", "Api"};
  std::string arguments = "{";
  for (const auto& [key, value] : event.arguments)
    arguments += fmt::format("{}{} : {}", arguments.size() > 1 ? "," : "", json_text(key), json_text(value));
  std::string text = fmt::format(
      "{{\"cat\" : \"{}\",\"pid\" :{},\"tid\" :{},\"dur\" :{},\"ts\" :{},\"ph\" : \"X\",\"name\" "
      ":{},\"args\" : {}}}}}",
      kCategories[event.category], event.process, event.thread, event.duration_us, event.begin_us,
      json_text(event.name), arguments);
  std::lock_guard lock(mutex_);
  if (!finished_ && events_.size() < kMostEvents) events_.push_back(std::move(text));
}

std::string Profiler::finish() {
  std::lock_guard lock(mutex_);
  if (finished_) return {};
  finished_ = true;
  std::ofstream file(path_);
  file << "[\n";
  for (std::size_t i = 0; i < events_.size(); ++i)
    file << events_[i] << (i + 1 < events_.size() ? ",\n" : "\n");
  file << "]\n";
  file.close();
  if (!file) log_in_env(ORT_LOGGING_LEVEL_ERROR, fmt::format("the profile '{}' cannot be written", path_));
  return path_;
}

RunProfile::RunProfile(std::shared_ptr<Profiler> session, std::shared_ptr<MemoryStats> memory,
                       const std::optional<std::string>& prefix, const PluginSession* plugins)
    : session_(std::move(session)), memory_(std::move(memory)) {
  if (!prefix) return;
  own_ = std::make_unique<Profiler>(*prefix, Profiler::now_ns());
  if (plugins != nullptr) providers_.emplace(*plugins, own_->begin_ns());
}

void RunProfile::finish() {
  for (Profiler* p : {session_.get(), own_.get()}) {
    if (p == nullptr) continue;
    p->steps(times_);
    p->session_event("SequentialExecutor::Execute", times_.begin_ns, times_.end_ns);
    p->session_event("model_run", times_.begin_ns, Profiler::now_ns());
  }
  if (providers_) providers_->end(*own_);
  if (own_) own_->finish();
  if (memory_) memory_->add(times_);
}

}  // namespace sardonyx::capi
