#include "optimize/parallel.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

namespace slipfront {

void run_in_parallel(int threads, std::size_t count, const std::function<void(std::size_t)>& task) {
  if (threads <= 1 || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(i);
    return;
  }
  // TBB warns on stderr when asked for more threads than the machine has.
  const int workers = std::min(threads, tbb::info::default_concurrency());
  tbb::task_arena arena(workers);
  // Tasks are long and unequal: each thread takes the next one that nobody has, so that the
  // last ones of the list are those that end last.
  std::atomic<std::size_t> next = 0;
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<int>(0, workers, 1),
        [&](const tbb::blocked_range<int>&) {
          for (std::size_t i = next++; i < count; i = next++) task(i);
        },
        tbb::simple_partitioner());
  });
}

}  // namespace slipfront
