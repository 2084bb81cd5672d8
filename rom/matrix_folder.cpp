#include "rom/matrix_folder.hpp"

#include <stdlib.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/json_text.hpp"
#include "io/mat_file.hpp"
#include "rom/load.hpp"
#include "rom/matrix_text.hpp"

namespace slipfront {

namespace {

/// A folder that is gone when this is.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "slipfront-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw Failure(Problem{name, "", "", "cannot be created", "set TMPDIR to a folder with room"});
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace

Structure load_matrix_folder(const std::string& path) {
  // {"K": "stiffness.mtx", ...}
  const OrderedJson json = parse_json_text(read_file(path), path);
  std::vector<Problem> problems;
  std::vector<std::pair<std::string, Eigen::MatrixXd>> matrices;
  for (const auto& [name, value] : json.items()) {
    if (value.is_number()) {
      matrices.emplace_back(name, Eigen::MatrixXd::Constant(1, 1, value.get<double>()));
      continue;
    }
    if (!value.is_string()) {
      problems.push_back({path, "/" + name, excerpt(value), "must be a file or a number", ""});
      continue;
    }
    const std::string text = value.get<std::string>();
    const std::size_t hash = std::min(text.find('#'), text.size());
    const auto file = std::filesystem::path(path).parent_path() / text.substr(0, hash);
    try {
      matrices.emplace_back(
          name, read_matrix_text(file.string(),
                                 hash < text.size() ? text.substr(hash + 1) : std::string()));
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  // The one reader of layouts reads MATLAB files.
  const ScratchFolder scratch;
  const std::string file = scratch.file(std::filesystem::path(path).stem().string() + ".mat");
  try {
    write_mat(file, matrices);
    Structure structure = load_structure(file);
    structure.source = path;
    return structure;
  } catch (const Failure& failure) {
    for (Problem problem : failure.problems()) {
      problem.where = path;  // and not the scratch file
      problems.push_back(std::move(problem));
    }
  }
  throw Failure(std::move(problems));
}

}  // namespace slipfront
