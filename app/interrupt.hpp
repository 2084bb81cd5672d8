// SIGINT and SIGTERM as a request that the program answers at its next checkpoint.
#pragma once

namespace slipfront {

/// From now on the first signal is remembered; a second one ends the program at once.
void watch_for_interrupts();

/// Whether a signal has come. May be asked from any thread.
bool interrupted();

}  // namespace slipfront
