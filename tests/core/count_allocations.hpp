// How often this program asked for memory, thread by thread: for tests that say that a loop
// asks for none. The calls are counted where the C library is entered, so that Eigen's
// buffers, the containers and `new` are all seen (core/allocation_test.cpp).
#pragma once

#include <cstddef>

namespace slipfront::test {

/// Calls of malloc, calloc, realloc and their aligned kin by this thread since it began.
std::size_t allocations();

/// Calls during `work`.
template <class Work>
std::size_t allocations_of(Work&& work) {
  const std::size_t before = allocations();
  work();
  return allocations() - before;
}

}  // namespace slipfront::test
