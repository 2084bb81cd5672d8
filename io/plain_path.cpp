#include "io/plain_path.hpp"

#include <system_error>

#include "core/failure.hpp"

namespace slipfront {

namespace fs = std::filesystem;

fs::path plain_path(const fs::path& path, const fs::path& folder) {
  const fs::path shorter = path.lexically_normal();
  std::error_code error;
  const fs::path place = fs::weakly_canonical(folder / path, error);
  if (error) return path;
  return place == fs::weakly_canonical(folder / shorter, error) && !error ? shorter : path;
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  if (error)
    throw Failure(Problem{path.string(), "", "a path relative to a working folder that is gone",
                          "must name a place", "change to a folder that is there"});
  return plain_path(whole);
}

}  // namespace slipfront
