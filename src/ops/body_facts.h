// Facts of the outputs of a body (If, Loop, Scan, SequenceMap) for facts of its inputs.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

// Infers a copy of `body`. A body that contradicts these facts is no error here, since it may never run: its
// outputs then have the element types that the body itself says, and nothing else.
std::vector<Fact> body_facts(const Graph& body, std::span<const Fact> inputs);

// How many bodies deep the calling thread is inferring: whoever infers a body repeatedly stops doing so inside
// others, so that nested bodies stay linear.
int body_depth() noexcept;

// What holds of both: equal types, equal sizes; anything else is unknown.
Fact either(const Fact& a, const Fact& b);
// `fact` without what it says about content (a state that changes).
Fact without_content(Fact fact);
// Type and rank of `fact`, sizes unknown; without rank unless `keep_rank`.
Fact any_size(const Fact& fact, bool keep_rank);

}  // namespace sardonyx
