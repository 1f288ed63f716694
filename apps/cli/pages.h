// The texts of apps/cli/pages/, compiled in.
#pragma once

#include <string>
#include <string_view>

namespace sardonyx::cli {

std::string_view page_graph_html();
std::string_view page_graph_css();
std::string_view page_layout_js();
std::string_view page_graph_js();
std::string_view page_timeline_html();
std::string_view page_timeline_css();
std::string_view page_timeline_js();

}  // namespace sardonyx::cli
