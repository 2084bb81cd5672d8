// Opens a page in headless Chromium without network, lets a script drive it, and gives back
// what the script noted: one line per check, "ok ..." or "FAIL ...". Errors of the page itself
// (exceptions, console errors, loads refused by its security policy) are lines too.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "../../io/temporary_folder.hpp"
#include "io/atomic_file.hpp"

struct Browser {
  static std::string program() {
    for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser"})
      if (access(path, X_OK) == 0) return path;
    return "";
  }

  /// `prelude` is script that runs before `driver`; both see check(name, good, info).
  static std::vector<std::string> drive(const std::string& page, const std::string& prelude,
                                        const std::string& driver, int width = 1400) {
    const TemporaryFolder folder;
    std::string html = page;
    constexpr char kWatch[] =
        "<head><script>const noted = [];"
        "const check = (name, good, info) => noted.push((good ? 'ok ' : 'FAIL ') + name + "
        "(good ? '' : ': ' + info));"
        "addEventListener('error', (e) => check('page error', false, e.message));"
        "addEventListener('securitypolicyviolation', (e) => check('load', false, e.blockedURI));"
        "console.error = console.warn = (...a) => check('console', false, a.join(' '));"
        "</script>";
    html.replace(html.find("<head>"), 6, kWatch);
    const std::string end = "<script>{" + prelude + "\n(async () => {\n" + driver +
                            "\n})().catch((e) => check('driver', false, e.stack)).finally(() => {"
                            "const out = document.createElement('pre'); out.id = 'noted';"
                            "out.textContent = '\\n' + noted.join('\\n') + '\\nend of notes\\n';"
                            "document.body.replaceChildren(out); });}</script></body>";
    html.replace(html.rfind("</body>"), 7, end);
    slipfront::write_atomically(folder.file("page.html"), html);
    const std::string command =
        program() + " --headless --disable-gpu --no-sandbox --no-proxy-server --user-data-dir=" +
        folder.file("profile") +
        " --host-resolver-rules='MAP * ~NOTFOUND' --window-size=" + std::to_string(width) +
        ",1000 --virtual-time-budget=10000 --dump-dom file://" + folder.file("page.html") +
        " 2>/dev/null >" + folder.file("dom.html");
    if (std::system(command.c_str()) != 0) return {"FAIL chromium did not run"};
    const std::string dom = slipfront::read_file(folder.file("dom.html"));
    const std::size_t begin = dom.find("<pre id=\"noted\">");
    if (begin == std::string::npos) return {"FAIL the driver did not end"};
    std::vector<std::string> lines;
    std::size_t at = dom.find('\n', begin) + 1;
    while (at < dom.size()) {
      const std::size_t stop = dom.find('\n', at);
      const std::string line = dom.substr(at, stop - at);
      if (line == "end of notes" || stop == std::string::npos) break;
      if (!line.empty()) lines.push_back(line);
      at = stop + 1;
    }
    return lines;
  }

  /// A JavaScript string with this text.
  static std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      if (c == '\n')
        out += "\\n";
      else if (c == '"' || c == '\\')
        (out += '\\') += c;
      else if (c == '<')
        out += "\\u003c";
      else
        out += c;
    }
    return out + "\"";
  }
};

#define NEEDS_CHROMIUM()                                        \
  if (Browser::program().empty()) {                             \
    WARN("skipped: chromium is not installed on this machine"); \
    return;                                                     \
  }
