// What the program may assume of the place it prints to: colours, a terminal.
#pragma once

namespace slipfront {

/// Whether stderr is a terminal, on which a line may be rewritten in place.
bool stderr_is_terminal();

/// Whether stdout is a terminal and the user has not set NO_COLOR (no-color.org) or a
/// TERM that is "dumb".
bool stdout_takes_colour();

}  // namespace slipfront
