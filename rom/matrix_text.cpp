#include "rom/matrix_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

constexpr double kMostRows = 20000;  // a dense matrix of this order has 3.2 GB
// A file makes no more room than it fills: a larger matrix (32 MB) has an entry in every row.
constexpr double kFreeCells = 4e6;

struct Line {
  int number;
  std::vector<double> values;
};

class MatrixText {
 public:
  MatrixText(std::string_view text, const std::string& path) : path_(path) {
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      lines_.push_back({++number, std::string(text.substr(at, end - at))});
      at = end + 1;
    }
  }

  std::vector<NamedMatrix> parse() {
    std::size_t first = 0;
    while (first < lines_.size() && blank(lines_[first].text)) ++first;
    if (first == lines_.size()) fail(0, "an empty file", "must be a matrix");
    if (lines_[first].text.starts_with("%%MatrixMarket")) return only(market(first));
    for (const Source& line : lines_)
      if (upper(line.text).starts_with("*MATRIX")) return substructure();
    return only(entries());
  }

 private:
  struct Source {
    int number;
    std::string text;
  };

  [[noreturn]] void fail(int line, std::string found, std::string rule) const {
    throw Failure(Problem{path_, line > 0 ? "line " + std::to_string(line) : "", std::move(found),
                          std::move(rule),
                          "Matrix Market and the matrix output of Abaqus are read"});
  }

  static std::vector<NamedMatrix> only(Eigen::MatrixXd matrix) {
    std::vector<NamedMatrix> all;
    all.push_back({"", std::move(matrix)});
    return all;
  }

  static bool blank(const std::string& text) {
    return text.find_first_not_of(" \t\r") == text.npos;
  }
  static std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
  }

  std::vector<double> numbers(const Source& line) const {
    std::string text = line.text;
    for (char& c : text)
      if (c == ',' || c == '\t' || c == '\r') c = ' ';
    std::istringstream words(text);
    std::vector<double> values;
    for (std::string word; words >> word;) {
      for (char& c : word)
        if (c == 'D' || c == 'd') c = 'E';
      const auto value = to_number(word);
      if (!value || !std::isfinite(*value))
        fail(line.number, "'" + word.substr(0, 40) + "'", "must be a finite number");
      values.push_back(*value);
    }
    return values;
  }

  Eigen::Index index(const Source& line, double value, double most) const {
    if (!(value >= 1 && value <= most && value == std::floor(value)))
      fail(line.number, to_text(value), "must be a whole number from 1 to " + to_text(most));
    return static_cast<Eigen::Index>(value) - 1;
  }

  void check_size(const Source& line, double rows, double columns) const {
    const auto within = [](double size) { return size >= 1 && size <= kMostRows; };
    if (!within(rows) || !within(columns))
      fail(line.number, to_text(rows) + " x " + to_text(columns),
           "must have from 1 to " + to_text(kMostRows) + " rows and columns");
  }

  /// Before there is room for the matrix: does the file have what `rows` x `columns` need?
  void check_entries(const Source& line, double rows, double columns, double entries) const {
    if (rows * columns > kFreeCells && entries < std::min(rows, columns))
      fail(line.number,
           to_text(rows) + " x " + to_text(columns) + " out of " + to_text(entries) + " entries",
           "must have an entry in every row (0 is one)");
  }

  /// Of Matrix Market, whose sizes come first: are there as many lines, or characters, behind
  /// line `at` as they ask for?
  void check_claim(std::size_t at, const std::vector<double>& sizes, bool triangle) const {
    const double cells = sizes[0] * sizes[1];
    if (sizes.size() == 3) {
      const auto lines = static_cast<double>(lines_.size() - at - 1);
      check_entries(lines_[at], sizes[0], sizes[1], std::min(sizes[2], lines));
      return;
    }
    double room = 0;  // a number and what parts it from the next have two characters
    for (std::size_t i = at + 1; i < lines_.size(); ++i)
      room += static_cast<double>(lines_[i].text.size() + 1) / 2;
    if (cells > kFreeCells && room < (triangle ? (cells - sizes[0]) / 2 : cells))
      fail(lines_[at].number, to_text(sizes[0]) + " x " + to_text(sizes[1]),
           "must be followed by as many numbers");
  }

  Eigen::MatrixXd market(std::size_t first) const {
    std::istringstream words(lines_[first].text);
    std::string tag, object, format, field, symmetry;
    words >> tag >> object >> format >> field >> symmetry;
    format = upper(format);
    field = upper(field);
    symmetry = upper(symmetry);
    const bool symmetric = symmetry == "SYMMETRIC", skew = symmetry == "SKEW-SYMMETRIC";
    if (upper(object) != "MATRIX" || (format != "COORDINATE" && format != "ARRAY") ||
        (field != "REAL" && field != "INTEGER" && field != "DOUBLE" && field != "PATTERN") ||
        (symmetry != "GENERAL" && !symmetric && !skew))
      fail(lines_[first].number, "'" + lines_[first].text.substr(0, 80) + "'",
           "must be a real matrix, general, symmetric or skew-symmetric");
    std::size_t at = first + 1;
    while (at < lines_.size() && (blank(lines_[at].text) || lines_[at].text[0] == '%')) ++at;
    if (at == lines_.size())
      fail(lines_[first].number, "no sizes", "must be followed by the sizes");
    const std::vector<double> sizes = numbers(lines_[at]);
    const bool coordinate = format == "COORDINATE";
    if (sizes.size() != (coordinate ? 3u : 2u))
      fail(lines_[at].number, std::to_string(sizes.size()) + " numbers", "must be the sizes");
    check_size(lines_[at], sizes[0], sizes[1]);
    if ((symmetric || skew) && sizes[0] != sizes[1])
      fail(lines_[at].number, "a rectangular matrix", "a symmetric matrix must be square");
    check_claim(at, sizes, symmetric || skew);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(sizes[0]),
                                                   static_cast<Eigen::Index>(sizes[1]));
    const auto put = [&](Eigen::Index i, Eigen::Index j, double value) {
      matrix(i, j) = value;
      if ((symmetric || skew) && i != j) matrix(j, i) = skew ? -value : value;
    };
    double met = 0;
    Eigen::Index row = skew ? 1 : 0, column = 0;
    for (++at; at < lines_.size(); ++at) {
      if (blank(lines_[at].text) || lines_[at].text[0] == '%') continue;
      const std::vector<double> values = numbers(lines_[at]);
      if (coordinate) {
        const bool pattern = field == "PATTERN";
        if (values.size() != (pattern ? 2u : 3u))
          fail(lines_[at].number, std::to_string(values.size()) + " numbers",
               "must be row, column, value");
        put(index(lines_[at], values[0], sizes[0]), index(lines_[at], values[1], sizes[1]),
            pattern ? 1 : values[2]);
        ++met;
        continue;
      }
      for (const double value : values) {
        if (column >= matrix.cols() || row >= matrix.rows())
          fail(lines_[at].number, "too many numbers", "must be as many as the sizes say");
        put(row, column, value);
        if (++row == matrix.rows()) {
          ++column;
          row = symmetric ? column : skew ? column + 1 : 0;
        }
      }
    }
    const Eigen::Index last = skew ? matrix.cols() - 1 : matrix.cols();
    if (coordinate ? met != sizes[2] : column < last)
      fail(lines_[first].number, "fewer or more entries than the sizes say",
           "must be as many as the sizes say");
    return matrix;
  }

  std::vector<NamedMatrix> substructure() const {
    std::vector<NamedMatrix> all;
    std::vector<double> values;
    bool inside = false;
    int started = 0;
    const auto finish = [&] {
      if (!inside) return;
      const double order =
          std::floor((std::sqrt(8.0 * static_cast<double>(values.size()) + 1) - 1) / 2);
      const auto n = static_cast<Eigen::Index>(order);
      if (n < 1 || static_cast<std::size_t>(n * (n + 1) / 2) != values.size())
        fail(started, std::to_string(values.size()) + " numbers",
             "must be the lower triangle of a matrix, n (n + 1) / 2 numbers");
      Eigen::MatrixXd matrix(n, n);
      std::size_t at = 0;
      for (Eigen::Index i = 0; i < n; ++i)
        for (Eigen::Index j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = values[at++];
      all.back().matrix = std::move(matrix);
      values.clear();
    };
    for (const Source& line : lines_) {
      const std::string text = upper(line.text);
      if (blank(text) || text.starts_with("**")) continue;
      if (text[0] != '*') {
        if (!inside) continue;  // lists of nodes and unknowns
        const std::vector<double> more = numbers(line);
        values.insert(values.end(), more.begin(), more.end());
        if (static_cast<double>(values.size()) > kMostRows * kMostRows / 2)
          fail(line.number, "too many numbers", "must have at most 20000 rows");
        continue;
      }
      finish();
      inside = text.starts_with("*MATRIX");
      if (!inside) continue;
      started = line.number;
      const std::size_t type = text.find("TYPE=");
      std::string name = type == text.npos ? "" : text.substr(type + 5);
      name = name.substr(0, name.find_first_of(" ,\r"));
      all.push_back({name, {}});
    }
    finish();
    return all;
  }

  Eigen::MatrixXd entries() const {
    std::map<std::pair<double, double>, Eigen::Index> unknowns;
    std::vector<std::pair<Source, std::vector<double>>> read;
    for (const Source& line : lines_) {
      if (blank(line.text) || line.text.starts_with("**") || line.text[0] == '%') continue;
      std::vector<double> values = numbers(line);
      if ((values.size() != 3 && values.size() != 5) ||
          (!read.empty() && values.size() != read[0].second.size()))
        fail(line.number, std::to_string(values.size()) + " numbers",
             "must be row, column, value or node, dof, node, dof, value on every line");
      read.emplace_back(line, std::move(values));
    }
    if (read.empty()) fail(0, "no entry", "must be a matrix");
    const bool nodes = read[0].second.size() == 5;
    double order = 0;
    for (const auto& [line, values] : read) {
      if (nodes) {
        unknowns[{values[0], values[1]}] = 0;
        unknowns[{values[2], values[3]}] = 0;
      } else {
        index(line, values[0], kMostRows);
        index(line, values[1], kMostRows);
        order = std::max({order, values[0], values[1]});
      }
    }
    if (nodes) order = static_cast<double>(unknowns.size());
    check_size(read[0].first, order, order);
    check_entries(read[0].first, order, order, static_cast<double>(read.size()));
    Eigen::Index next = 0;
    for (auto& unknown : unknowns) unknown.second = next++;
    const auto n = static_cast<Eigen::Index>(order);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    bool lower = false, upper_part = false;
    for (const auto& [line, values] : read) {
      const Eigen::Index i =
          nodes ? unknowns[{values[0], values[1]}] : static_cast<Eigen::Index>(values[0]) - 1;
      const Eigen::Index j =
          nodes ? unknowns[{values[2], values[3]}] : static_cast<Eigen::Index>(values[1]) - 1;
      matrix(i, j) = values.back();
      lower |= i > j;
      upper_part |= i < j;
    }
    if (lower && !upper_part) matrix.triangularView<Eigen::StrictlyUpper>() = matrix.transpose();
    if (upper_part && !lower) matrix.triangularView<Eigen::StrictlyLower>() = matrix.transpose();
    return matrix;
  }

  std::string path_;
  std::vector<Source> lines_;
};

}  // namespace

std::vector<NamedMatrix> parse_matrix_text(std::string_view text, const std::string& path) {
  return MatrixText(text, path).parse();
}

Eigen::MatrixXd read_matrix_text(const std::string& path, const std::string& name) {
  std::vector<NamedMatrix> all = parse_matrix_text(read_file(path), path);
  std::string listed;
  for (NamedMatrix& one : all) {
    if ((name.empty() && all.size() == 1) || (!name.empty() && one.name == name))
      return std::move(one.matrix);
    listed += (listed.empty() ? "" : ", ") + one.name;
  }
  throw Failure(Problem{
      path, name, "the matrices " + listed,
      name.empty() ? "which of them is meant must be said" : "the file must hold this matrix",
      "name one of them"});
}

}  // namespace slipfront
