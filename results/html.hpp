// Elements, table cells and colours of an HTML page. Text given to the cells is escaped
// here; content given to element() and html_table() is HTML already.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

/// <name attributes>content</name>
std::string element(const char* name, const std::string& content,
                    const std::string& attributes = "");

std::string text_cell(const std::string& text);
std::string number_cell(const std::string& text);  // stands right
std::string id_cell(const std::string& id);        // in a fixed-width font
std::string id_text(const std::string& id);        // the same outside a table

/// A header row and body rows; columns after the first `texts` hold numbers.
std::string html_table(const std::vector<std::string>& columns, std::size_t texts,
                       const std::string& rows);

/// Colour of a share between 0 and 1: white over a light to a dark blue. Lightness alone
/// tells the order, so it reads the same to colour-blind eyes and in print.
std::string shade(double share);
/// True where white letters have the better contrast on shade(share).
bool is_dark(double share);

}  // namespace slipfront
