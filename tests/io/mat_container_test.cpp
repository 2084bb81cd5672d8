#include "io/mat_container.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "mat_bytes.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
std::string complaint(const std::string& path) {
  try {
    check_mat_container(path);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}
}  // namespace

TEST_CASE("a whole version 5 file has as many elements as were put in") {
  const MatFolder folder;
  const std::string path = folder.file("two.mat");
  put(path, header() + double_matrix("a", 1, 1, raw<double>({1})) +
                double_matrix("b", 1, 2, raw<double>({1, 2})));
  CHECK(check_mat_container(path).elements.size() == 2);
  CHECK_FALSE(check_mat_container(path).hdf5);
  put(path, header());
  CHECK(check_mat_container(path).elements.empty());
}

TEST_CASE("every cut of a version 5 file inside an element is found") {
  const MatFolder folder;
  const std::string path = folder.file("cut.mat");
  const std::string first = double_matrix("a", 1, 1, raw<double>({1}));
  const std::string whole = header() + first + double_matrix("b", 1, 2, raw<double>({1, 2}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    put(path, whole.substr(0, size));
    const bool between = size == header().size() || size == header().size() + first.size();
    CHECK(complaint(path).empty() == between);
  }
  put(path, whole.substr(0, whole.size() - 1));
  CHECK_THAT(complaint(path), Contains("inside its variable 2") && Contains("it is truncated"));
}

TEST_CASE("what is no MATLAB file is said to be none") {
  const MatFolder folder;
  const std::string path = folder.file("no.mat");
  CHECK_THAT(complaint(path), Contains("no.mat: cannot be read: No such file"));
  CHECK_THAT(complaint(folder.path.string()), Contains("Is a directory"));
  put(path, "");
  CHECK_THAT(complaint(path), Contains("not a MATLAB file"));
  put(path, std::string(1000, 'x'));
  CHECK_THAT(complaint(path), Contains("not a MATLAB file") && Contains("-v7"));
  put(path, header(0x0300));
  CHECK_THAT(complaint(path), Contains("not a MATLAB file"));
  put(path, header(0x0200));
  CHECK_THAT(complaint(path), Contains("without its HDF5 part"));
  put(path, header() + element(99, "what is this"));
  CHECK_THAT(complaint(path), Contains("no variable at offset 128"));
}

TEST_CASE("class objects are known by name, packed or not") {
  const MatFolder folder;
  const std::string path = folder.file("objects.mat");
  put(path, header() + opaque("model") + double_matrix("M", 1, 1, raw<double>({3})) +
                compressed(opaque("a_longer_name_of_an_object")));
  std::vector<std::string> names;
  for (const MatElement& one : check_mat_container(path).elements) names.push_back(one.object);
  CHECK(names == std::vector<std::string>{"model", "", "a_longer_name_of_an_object"});
}

TEST_CASE("a cell or struct that claims more entries than it has bytes is damage") {
  const MatFolder folder;
  const std::string path = folder.file("cell.mat");
  const auto cell = [](std::int32_t rows, const std::string& entries) {
    return element(14, element(6, raw<std::uint32_t>({1, 0})) +
                           element(5, raw<std::int32_t>({rows, 1})) + element(1, "C") + entries);
  };
  const std::string one = double_matrix("", 1, 1, raw<double>({1}));
  put(path, header() + cell(2, one + one));
  CHECK(complaint(path).empty());
  put(path, header() + cell(1 << 30, one + one));
  CHECK_THAT(complaint(path), Contains("more entries than bytes in variable 1"));
  put(path, header() + cell(1, cell(1 << 30, one)));
  CHECK_THAT(complaint(path), Contains("it is damaged"));
  const auto structure = [&](std::int32_t rows) {
    return element(14, element(6, raw<std::uint32_t>({2, 0})) +
                           element(5, raw<std::int32_t>({rows, 1})) + element(1, "S") +
                           small_element(5, 2) + element(1, std::string("a\0b\0", 4)) + one + one);
  };
  put(path, header() + structure(1));
  CHECK(complaint(path).empty());
  put(path, header() + structure(1 << 28));
  CHECK_THAT(complaint(path), Contains("it is damaged"));
}
