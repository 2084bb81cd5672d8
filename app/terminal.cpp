#include "app/terminal.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
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

int allowed_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

}  // namespace slipfront
