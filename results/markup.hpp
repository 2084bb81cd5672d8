// Text made safe for the language it is put into. Line breaks become spaces, control
// characters are dropped; what is left stands in the page as it was typed.
#pragma once

#include <string>
#include <string_view>

namespace slipfront {

std::string escape_html(std::string_view text);      // element text and quoted attributes
std::string escape_markdown(std::string_view text);  // a table cell
std::string escape_latex(std::string_view text);
std::string csv_cell(std::string_view text);  // quoted if need be (RFC 4180)

}  // namespace slipfront
