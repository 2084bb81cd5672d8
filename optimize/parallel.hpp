// A loop over independent tasks on a given number of threads (TBB), one task at a time per
// thread, in the order of their numbers as threads become free.
#pragma once

#include <cstddef>
#include <functional>

namespace slipfront {

/// Calls task(0) .. task(count - 1); an exception of a task is thrown on.
void run_in_parallel(int threads, std::size_t count, const std::function<void(std::size_t)>& task);

}  // namespace slipfront
