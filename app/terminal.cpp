#include "app/terminal.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace slipfront {

bool stderr_is_terminal() { return isatty(STDERR_FILENO) != 0; }

bool stdout_takes_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = no_colour && *no_colour;
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) != 0 && !refused && !dumb;
}

}  // namespace slipfront
