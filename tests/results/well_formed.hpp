// A small check that a page is well-formed: every tag closed in order, attributes quoted,
// no bare < or & in text. Pages of slipfront are written so that this can be asked.
#pragma once

#include <cctype>
#include <string>
#include <vector>

/// Empty, or what is wrong and where.
inline std::string markup_fault(const std::string& page) {
  std::vector<std::string> open;
  const auto fault = [&](const std::string& what, std::size_t at) {
    return what + " near: " + page.substr(at < 40 ? 0 : at - 40, 100);
  };
  for (std::size_t i = 0; i < page.size();) {
    if (page[i] == '&') {
      const std::size_t end = page.find(';', i);
      if (end == std::string::npos || end - i > 8) return fault("bare &", i);
      i = end;
    }
    if (page[i] != '<') {
      ++i;
      continue;
    }
    if (page.compare(i, 2, "<!") == 0) {
      i = page.find('>', i) + 1;
      continue;
    }
    const bool closing = page[i + 1] == '/';
    std::size_t at = i + (closing ? 2 : 1);
    std::string name;
    while (std::isalnum(static_cast<unsigned char>(page[at]))) name += page[at++];
    if (name.empty()) return fault("bare <", i);
    bool quoted = false;
    while (at < page.size() && (quoted || page[at] != '>')) {
      if (page[at] == '"') quoted = !quoted;
      if (page[at] == '<') return fault("< inside a tag", i);
      ++at;
    }
    const bool empty = page[at - 1] == '/';
    i = at + 1;
    if (closing) {
      if (open.empty() || open.back() != name) return fault("closes " + name, i);
      open.pop_back();
    } else if (!empty) {
      open.push_back(name);
    }
    if ((name == "style" || name == "script") && !closing) i = page.find("</" + name + ">", i);
  }
  return open.empty() ? "" : "never closed: " + open.back();
}
