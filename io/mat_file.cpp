#include "io/mat_file.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/suggest.hpp"
#include "io/mat_container.hpp"
#include "io/matio_guard.hpp"

namespace slipfront {

namespace {

// A dense matrix beyond 2^27 entries (one gigabyte) is no reduced model.
constexpr std::size_t kMostEntries = std::size_t{1} << 27;
// Sparse matrices become dense, and their files bound nothing: together at most 2^26 entries.
constexpr std::size_t kMostFromSparse = std::size_t{1} << 26;

template <typename Number>
Eigen::MatrixXd dense(const matvar_t& variable) {
  const auto rows = static_cast<Eigen::Index>(variable.dims[0]);
  const auto columns = static_cast<Eigen::Index>(variable.dims[1]);
  using Stored = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const Stored>(static_cast<const Number*>(variable.data), rows, columns)
      .template cast<double>();
}

/// One number of the value array of a sparse matrix.
double sparse_value(const matvar_t& variable, const mat_sparse_t& sparse, std::size_t i) {
  switch (variable.data_type) {
    case MAT_T_SINGLE:
      return static_cast<const float*>(sparse.data)[i];
    case MAT_T_INT8:
      return static_cast<const std::int8_t*>(sparse.data)[i];
    case MAT_T_UINT8:
      return static_cast<const std::uint8_t*>(sparse.data)[i];
    case MAT_T_INT16:
      return static_cast<const std::int16_t*>(sparse.data)[i];
    case MAT_T_UINT16:
      return static_cast<const std::uint16_t*>(sparse.data)[i];
    case MAT_T_INT32:
      return static_cast<const std::int32_t*>(sparse.data)[i];
    case MAT_T_UINT32:
      return static_cast<const std::uint32_t*>(sparse.data)[i];
    default:
      return static_cast<const double*>(sparse.data)[i];
  }
}

/// Nothing if the index arrays do not fit the matrix.
std::optional<Eigen::MatrixXd> from_sparse(const matvar_t& variable) {
  const auto rows = variable.dims[0], columns = variable.dims[1];
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  const auto* sparse = static_cast<const mat_sparse_t*>(variable.data);
  if (!sparse || sparse->ndata == 0) return matrix;
  if (!sparse->data || !sparse->ir || !sparse->jc || sparse->njc < columns + 1) return {};
  for (std::size_t j = 0; j < columns; ++j) {
    const std::size_t end = sparse->jc[j + 1];
    if (end > sparse->nir || end > sparse->ndata) return {};
    for (std::size_t k = sparse->jc[j]; k < end; ++k) {
      if (sparse->ir[k] >= rows) return {};
      matrix(static_cast<Eigen::Index>(sparse->ir[k]), static_cast<Eigen::Index>(j)) +=
          sparse_value(variable, *sparse, k);
    }
  }
  return matrix;
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (code & 0x3F));
  }
}

/// Characters row by row, rows separated by line feeds.
std::string text_of(const matvar_t& variable) {
  std::string text;
  if (!variable.data || variable.nbytes == 0) return text;
  const auto* bytes = static_cast<const unsigned char*>(variable.data);
  const bool wide = variable.data_type == MAT_T_UINT16 || variable.data_type == MAT_T_UTF16;
  if (!wide && variable.dims[0] == 1)
    return std::string(reinterpret_cast<const char*>(bytes), variable.nbytes);
  const std::size_t width = wide ? 2 : 1;
  const std::size_t rows = variable.dims[0], columns = variable.nbytes / width / rows;
  for (std::size_t i = 0; i < rows; ++i) {
    if (i > 0) text += '\n';
    for (std::size_t j = 0; j < columns; ++j) {
      std::uint16_t code = 0;
      std::memcpy(&code, bytes + (i + j * rows) * width, width);
      append_utf8(text, code);
    }
  }
  return text;
}

std::size_t entries(const matvar_t& variable) {
  std::size_t count = 1;
  for (int i = 0; i < variable.rank; ++i)
    if (__builtin_mul_overflow(count, variable.dims[i], &count)) return SIZE_MAX;
  return count;
}

bool is_container(const matvar_t& variable) {
  return variable.class_type == MAT_C_STRUCT || variable.class_type == MAT_C_CELL;
}

/// All fields of a struct (array) or entries of a cell with the names they get.
std::vector<std::pair<std::string, matvar_t*>> children(matvar_t& variable,
                                                        const std::string& name) {
  std::vector<std::pair<std::string, matvar_t*>> found;
  const std::size_t count = variable.rank > 0 ? entries(variable) : 0;
  if (!variable.data || count == 0) return found;
  if (variable.class_type == MAT_C_CELL) {
    for (std::size_t i = 0; i < count; ++i)
      found.emplace_back(name + "{" + std::to_string(i + 1) + "}",
                         Mat_VarGetCell(&variable, static_cast<int>(i)));
    return found;
  }
  char* const* fields = Mat_VarGetStructFieldnames(&variable);
  const unsigned field_count = Mat_VarGetNumberOfFields(&variable);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string base = count == 1 ? name : name + "(" + std::to_string(i + 1) + ")";
    for (unsigned f = 0; f < field_count; ++f)
      found.emplace_back(base + "." + fields[f], Mat_VarGetStructFieldByIndex(&variable, f, i));
  }
  return found;
}

}  // namespace

/// Sorts what matio has read into matrices, texts and the rest.
class MatCollector {
 public:
  MatCollector(MatFile& file, std::size_t file_size) : file_(file), file_size_(file_size) {}

  /// Why the variable's data should not be read; empty if it may be.
  std::string obstacle(matvar_t& variable, const std::string& name) const {
    switch (variable.class_type) {
      case MAT_C_OBJECT:
      case MAT_C_OPAQUE:
        return "a MATLAB class object";
      case MAT_C_FUNCTION:
        return "a function handle";
      default:
        break;
    }
    if (variable.rank > 0 && !variable.dims) return "a variable without dimensions";
    const std::size_t count = entries(variable);
    if (!is_container(variable)) {
      if (count > kMostEntries) return "a matrix too large to be read, " + shape(variable);
      // Version 7.3 packs with deflate too; the other versions are checked byte for byte.
      const std::size_t width = Mat_SizeOfClass(variable.class_type);
      const bool full = variable.class_type != MAT_C_SPARSE;
      if (full && count * width / kTightestPacking > file_size_)
        return "a matrix larger than its file can hold, " + shape(variable);
      return {};
    }
    if (count > kMostEntries) return "a container too large to be read, " + shape(variable);
    for (const auto& [child_name, child] : children(variable, name)) {
      const std::string why = child ? obstacle(*child, child_name) : std::string();
      if (!why.empty()) return "a container with " + why + " in " + child_name;
    }
    return {};
  }

  void refuse(const std::string& name, std::string why) { file_.unusable_[name] = std::move(why); }

  void add(matvar_t* variable, const std::string& name) {
    if (!variable) return;
    if (is_container(*variable)) {
      for (const auto& [child_name, child] : children(*variable, name)) add(child, child_name);
      return;
    }
    if (const std::string why = obstacle(*variable, name); !why.empty()) return refuse(name, why);
    if (entries(*variable) == 0 && variable->class_type != MAT_C_CHAR) {
      const bool flat = variable->rank == 2;
      file_.matrices_[name] =
          Eigen::MatrixXd(flat ? static_cast<Eigen::Index>(variable->dims[0]) : 0,
                          flat ? static_cast<Eigen::Index>(variable->dims[1]) : 0);
      return;
    }
    if (variable->rank != 2) return refuse(name, "an array of more than two dimensions");
    if (variable->isComplex) return refuse(name, "a complex matrix");
    if (variable->class_type == MAT_C_CHAR) {
      file_.texts_[name] = text_of(*variable);
      return;
    }
    if (!variable->data) return refuse(name, "a variable without data");
    add_matrix(*variable, name);
  }

 private:
  static std::string shape(const matvar_t& variable) {
    std::string text;
    for (int i = 0; i < variable.rank; ++i)
      text += (i ? " x " : "") + std::to_string(variable.dims[i]);
    return text;
  }

  void add_matrix(const matvar_t& variable, const std::string& name) {
    if (variable.class_type == MAT_C_SPARSE) {
      from_sparse_ += entries(variable);
      if (from_sparse_ > kMostFromSparse)
        return refuse(name, "a sparse matrix too large to be made dense, " + shape(variable));
      std::optional<Eigen::MatrixXd> matrix = from_sparse(variable);
      if (!matrix) return refuse(name, "a sparse matrix with indices outside of it");
      file_.matrices_[name] = std::move(*matrix);
      return;
    }
    switch (variable.class_type) {
      case MAT_C_DOUBLE:
        file_.matrices_[name] = dense<double>(variable);
        break;
      case MAT_C_SINGLE:
        file_.matrices_[name] = dense<float>(variable);
        break;
      case MAT_C_INT8:
        file_.matrices_[name] = dense<std::int8_t>(variable);
        break;
      case MAT_C_UINT8:
        file_.matrices_[name] = dense<std::uint8_t>(variable);
        break;
      case MAT_C_INT16:
        file_.matrices_[name] = dense<std::int16_t>(variable);
        break;
      case MAT_C_UINT16:
        file_.matrices_[name] = dense<std::uint16_t>(variable);
        break;
      case MAT_C_INT32:
        file_.matrices_[name] = dense<std::int32_t>(variable);
        break;
      case MAT_C_UINT32:
        file_.matrices_[name] = dense<std::uint32_t>(variable);
        break;
      case MAT_C_INT64:
        file_.matrices_[name] = dense<std::int64_t>(variable);
        break;
      case MAT_C_UINT64:
        file_.matrices_[name] = dense<std::uint64_t>(variable);
        break;
      default:
        refuse(name, "a variable of a class that is no matrix");
    }
  }

  MatFile& file_;
  std::size_t file_size_;
  std::size_t from_sparse_ = 0;  // entries of the sparse matrices made dense so far
};

MatFile read_mat(const std::string& path) {
  const MatContainer container = check_mat_container(path);
  const MatioSession session;
  const auto damaged = [&](const std::string& name) {
    const std::string detail = session.messages().empty() ? "" : " (" + session.messages() + ")";
    mat_failure(path, name, "damaged data" + detail, "must be a whole MATLAB file",
                "save or copy it again");
  };
  const MatHandle handle(Mat_Open(path.c_str(), MAT_ACC_RDONLY));
  if (!handle) damaged("");

  MatFile file;
  file.path_ = path;
  MatCollector collector(file, container.bytes);
  std::size_t count = 0;
  while (const MatVariable variable{Mat_VarReadNextInfo(handle.get())}) {
    std::string name = variable->name ? variable->name : "";
    const MatElement element =
        count < container.elements.size() ? container.elements[count] : MatElement();
    if (name.empty()) name = element.object;
    ++count;
    if (name.empty()) continue;  // the store behind MATLAB's class objects
    if (!session.messages().empty()) damaged(name);
    std::string why = collector.obstacle(*variable, name);
    if (why.empty()) why = element.too_large;
    if (!why.empty()) {
      collector.refuse(name, std::move(why));
      continue;
    }
    if (Mat_VarReadDataAll(handle.get(), variable.get()) != 0 || !session.messages().empty())
      damaged(name);
    collector.add(variable.get(), name);
  }
  if (!session.messages().empty() || count < container.elements.size()) damaged("");
  return file;
}

const Eigen::MatrixXd* MatFile::find(const std::string& name) const {
  if (const auto it = matrices_.find(name); it != matrices_.end()) return &it->second;
  const bool text = texts_.count(name) > 0;
  const auto unusable = unusable_.find(name);
  if (text || unusable != unusable_.end())
    mat_failure(path_, name, text ? "a text, '" + texts_.at(name) + "'" : unusable->second,
                "must be a real matrix of numbers", "save it as a plain double matrix");
  return nullptr;
}

const std::string* MatFile::find_text(const std::string& name) const {
  if (const auto it = texts_.find(name); it != texts_.end()) return &it->second;
  if (has(name))
    mat_failure(path_, name, "a variable that is no text", "must be a text",
                "save it as a character array in single quotes");
  return nullptr;
}

const Eigen::MatrixXd& MatFile::matrix(const std::string& name) const {
  if (const Eigen::MatrixXd* matrix = find(name)) return *matrix;
  mat_failure(path_, name, "no such variable", "the file must have it", suggestion(name, names()));
}

bool MatFile::has(const std::string& name) const {
  return matrices_.count(name) + texts_.count(name) + unusable_.count(name) > 0;
}

std::vector<std::string> MatFile::names() const {
  std::vector<std::string> all;
  for (const auto& entry : matrices_) all.push_back(entry.first);
  for (const auto& entry : texts_) all.push_back(entry.first);
  for (const auto& entry : unusable_) all.push_back(entry.first);
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace slipfront
