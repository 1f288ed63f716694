// The passes on one page: normalise (no-ops gone, one form), fold (constants), fuse (patterns with a name), then on the
// lowered level layout, lower (pointwise programs, epilogues), memory. In each, a worklist of nodes: a rule that fires
// gives a patch, and what the patch touched is looked at again.
#include "optimize/optimize.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>

#include "optimize/bodies.h"
#include "optimize/rule.h"

namespace sardonyx {

void register_all_rules(RuleRegistry& registry);  // generated from the files under portable/ and lowered/

std::string_view name(Pass pass) {
  switch (pass) {
    case Pass::normalise:
      return "normalise";
    case Pass::fold:
      return "fold";
    case Pass::fuse:
      return "fuse";
    case Pass::layout:
      return "layout";
    case Pass::lower:
      return "lower";
    case Pass::memory:
      return "memory";
  }
  return "?";
}

const Node* RuleContext::producer(ValueId v, std::string_view kind, std::string_view domain) const {
  const Node* n = graph.producer(v);
  return n != nullptr && n->is(kind, domain) ? n : nullptr;
}

bool RuleContext::only_use(ValueId v) const {
  return graph.value(v).uses.size() == 1 && !graph.value(v).is_output;
}

void RuleRegistry::add(Rule rule) {
  for (const Rule& r : rules_)
    require(r.name != rule.name, Code::internal, "rule '{}' is defined twice", r.name);
  rules_.push_back(std::move(rule));
}

const RuleRegistry& RuleRegistry::built_in() {
  static const RuleRegistry* registry = [] {
    auto* made = new RuleRegistry;
    register_all_rules(*made);
    return made;
  }();
  return *registry;
}

namespace {

class Driver {
 public:
  Driver(Graph& graph, const OptimizeOptions& options, OptimizeReport& report)
      : graph_(graph), options_(options), report_(report) {}

  void run(Pass pass) {
    active_.clear();
    for (std::size_t i = 0; i < rules().size(); ++i) {
      if (rules()[i].pass == pass && report_.rules[i].enabled) active_.push_back(i);
    }
    if (active_.empty()) return;
    std::deque<NodeId> work;
    for (NodeId n : graph_.order()) work.push_back(n);
    // Rules make graphs smaller or reach a fixed point; the bound is against a pair that undo each other.
    std::size_t budget = 8 * work.size() + 1024;
    while (!work.empty() && budget > 0) {
      NodeId n = work.front();
      work.pop_front();
      if (!graph_.node(n).alive) continue;
      std::vector<NodeId> touched = visit(n);
      if (touched.empty()) continue;
      --budget;
      work.insert(work.end(), touched.begin(), touched.end());
    }
    if (budget == 0) report_.notes.push_back(fmt::format("pass {} stopped at its bound", name(pass)));
  }

 private:
  static const std::vector<Rule>& rules() { return RuleRegistry::built_in().rules(); }

  std::vector<NodeId> visit(NodeId n) {
    for (std::size_t i : active_) {
      if (!graph_.node(n).alive) break;  // a rule took it away without touching others
      const Rule& rule = rules()[i];
      const std::string& kind = graph_.node(n).kind();
      if (!rule.anchors.empty() && std::ranges::find(rule.anchors, kind) == rule.anchors.end()) continue;
      auto begin = std::chrono::steady_clock::now();
      std::vector<NodeId> touched = try_rule(rule, n, report_.rules[i]);
      report_.rules[i].nanoseconds += (std::chrono::steady_clock::now() - begin).count();
      if (!touched.empty()) return touched;
    }
    return {};
  }

  std::vector<NodeId> try_rule(const Rule& rule, NodeId n, RuleReport& counted) {
    RuleContext context{graph_, options_, report_.notes};
    try {
      std::optional<Patch> patch = rule.match(context, n);
      if (!patch || patch->empty()) return {};
      std::vector<NodeId> touched = apply(graph_, *std::move(patch));
      ++counted.applied;
      refresh(touched);
#ifndef NDEBUG
      graph_.verify();
#endif
      if (touched.empty() && graph_.node(n).alive) touched.push_back(n);
      return touched;
    } catch (const Error& e) {
      report_.notes.push_back(fmt::format("rule {} at {}: {}", rule.name, graph_.node(n).text(), e.what()));
      return {};
    }
  }

  // What the patch made known flows on to its users, as far as facts change.
  void refresh(std::vector<NodeId>& touched) {
    std::deque<NodeId> work(touched.begin(), touched.end());
    std::size_t budget = 4096;
    while (!work.empty() && budget-- > 0) {
      NodeId n = work.front();
      work.pop_front();
      std::vector<Fact> before;
      for (ValueId v : graph_.node(n).outputs) before.push_back(v == kAbsent ? Fact{} : graph_.value(v).fact);
      try {
        graph_.infer(n);
      } catch (const Error& e) {
        report_.notes.push_back(e.what());
        continue;
      }
      for (std::size_t i = 0; i < before.size(); ++i) {
        ValueId v = graph_.node(n).outputs[i];
        if (v == kAbsent || same(before[i], graph_.value(v).fact)) continue;
        for (Use u : graph_.value(v).uses) {
          work.push_back(u.node);
          touched.push_back(u.node);
        }
      }
    }
  }

  static bool same(const Fact& a, const Fact& b) {
    bool dims = (a.dims == nullptr) == (b.dims == nullptr) && (a.dims == nullptr || *a.dims == *b.dims);
    return a.type == b.type && a.shape == b.shape && dims && a.content.has_value() == b.content.has_value();
  }

  Graph& graph_;
  const OptimizeOptions& options_;
  OptimizeReport& report_;
  std::vector<std::size_t> active_;
};

OptimizeReport empty_report(const OptimizeOptions& options) {
  OptimizeReport report;
  for (const Rule& r : RuleRegistry::built_in().rules()) {
    bool off = std::ranges::find(options.disabled, r.name) != options.disabled.end();
    report.rules.push_back({r.name, 0, 0, !off});
  }
  for (const std::string& d : options.disabled) {
    bool known = std::ranges::any_of(report.rules, [&](const RuleReport& r) { return r.rule == d; });
    require(known, Code::invalid_argument, "there is no rewrite rule '{}'; `sard explain` lists their names",
            d);
  }
  return report;
}

}  // namespace

OptimizeReport optimize(Graph& graph, const OptimizeOptions& options) {
  OptimizeReport report = empty_report(options);
  if (options.portable) {
    graph.sweep();
    Driver driver(graph, options, report);
    driver.run(Pass::normalise);
    driver.run(Pass::fold);
    driver.run(Pass::normalise);
    driver.run(Pass::fuse);
    optimize_bodies(graph, options, report);
  }
  if (options.lowered) {
    Driver driver(graph, options, report);
    driver.run(Pass::layout);
    driver.run(Pass::lower);
    driver.run(Pass::memory);
  }
  graph.sweep();
  return report;
}

}  // namespace sardonyx
