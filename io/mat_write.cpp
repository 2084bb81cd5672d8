#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/mat_file.hpp"
#include "io/matio_guard.hpp"

namespace slipfront {

namespace {

/// A file beside `path` that is gone when the writer is done with it.
struct ScratchFile {
  explicit ScratchFile(const std::string& path)
      : name(path + "." + std::to_string(getpid()) + ".part") {}
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(name, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  std::string name;
};

bool is_identifier(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto inner = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '_'; };
  constexpr std::size_t kLongest = 63;  // MATLAB's namelengthmax
  return !name.empty() && name.size() <= kLongest && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), inner);
}

void write_variable(mat_t* handle, const std::string& path, const std::string& name,
                    matio_classes kind, matio_types type, std::size_t rows, std::size_t columns,
                    const void* data) {
  if (!is_identifier(name))
    mat_failure(path, name, "a name that MATLAB cannot read",
                "a variable's name is a letter, then letters, digits or underscores, 63 at most",
                "rename it");
  std::size_t sizes[2] = {rows, columns};
  const MatVariable variable(Mat_VarCreate(name.c_str(), kind, type, 2, sizes,
                                           const_cast<void*>(data), MAT_F_DONT_COPY_DATA));
  if (!variable || Mat_VarWrite(handle, variable.get(), MAT_COMPRESSION_ZLIB) != 0)
    mat_failure(path, name, "a variable that could not be written", "the file must be writable",
                "check the space on the disk");
}

}  // namespace

void write_mat(const std::string& path,
               const std::vector<std::pair<std::string, Eigen::MatrixXd>>& matrices,
               const std::vector<std::pair<std::string, std::string>>& texts) {
  const MatioSession session;
  const ScratchFile scratch(path);
  // A header of our own: matio's would hold the date.
  MatHandle handle(
      Mat_CreateVer(scratch.name.c_str(), "MATLAB 5.0 MAT-file, by slipfront", MAT_FT_MAT5));
  if (!handle)
    mat_failure(path, "", "a place where no file can be made",
                "the folder must exist and be writable", "check the path");
  for (const auto& [name, matrix] : matrices)
    write_variable(handle.get(), path, name, MAT_C_DOUBLE, MAT_T_DOUBLE,
                   static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()),
                   matrix.data());
  for (const auto& [name, text] : texts)
    write_variable(handle.get(), path, name, MAT_C_CHAR, MAT_T_UTF8, text.empty() ? 0 : 1,
                   text.size(), text.data());
  handle.reset();
  write_atomically(path, read_file(scratch.name));
}

}  // namespace slipfront
