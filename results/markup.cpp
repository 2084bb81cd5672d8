#include "results/markup.hpp"

namespace slipfront {

namespace {

constexpr unsigned char kDelete = 127;  // the one control character above the blank
constexpr unsigned char kFirstPrintable = 32;

/// One line without control characters, each character handed to `put`.
template <class Put>
std::string translate(std::string_view text, Put put) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r' || c == '\t')
      result += ' ';
    else if (byte >= kFirstPrintable && byte != kDelete)
      put(result, c);
  }
  return result;
}

}  // namespace

std::string escape_html(std::string_view text) {
  return translate(text, [](std::string& out, char c) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  });
}

std::string escape_markdown(std::string_view text) {
  // Markdown passes raw HTML through, so these two become entities.
  return translate(text, [](std::string& out, char c) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (std::string_view("\\`*_{}[]>#|~$").find(c) != std::string_view::npos)
      (out += '\\') += c;
    else
      out += c;
  });
}

std::string escape_latex(std::string_view text) {
  return translate(text, [](std::string& out, char c) {
    switch (c) {
      case '\\':
        out += "\\textbackslash{}";
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '<':
        out += "\\textless{}";
        break;
      case '>':
        out += "\\textgreater{}";
        break;
      case '"':
        out += "\\textquotedbl{}";
        break;
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
      case '{':
      case '}':
        (out += '\\') += c;
        break;
      default:
        out += c;
    }
  });
}

std::string csv_cell(std::string_view text) {
  bool quote = !text.empty() && (text.front() == ' ' || text.back() == ' ' || text.front() == '#');
  const std::string line = translate(text, [&](std::string& out, char c) {
    quote = quote || c == ',' || c == ';' || c == '"';
    if (c == '"') out += '"';
    out += c;
  });
  return quote ? '"' + line + '"' : line;
}

}  // namespace slipfront
