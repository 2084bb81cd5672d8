// What the program may assume of the place it runs in: colours, a terminal, processors.
#pragma once

namespace slipfront {

/// Whether stderr is a terminal, on which a line may be rewritten in place.
bool stderr_is_terminal();

/// Whether stdout is a terminal and the user has not set NO_COLOR (no-color.org) or a
/// TERM that is "dumb".
bool stdout_takes_colour();

/// Processors that this process is allowed to use (sched_getaffinity).
int allowed_processors();

}  // namespace slipfront
