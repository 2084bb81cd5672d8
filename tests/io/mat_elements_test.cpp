#include "io/mat_elements.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "io/mat_file.hpp"
#include "mat_bytes.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
std::string damage(const std::string& bytes) { return check_mat_element(bytes, false).damage; }

/// `bytes` with the tag at `place` claiming `length` bytes.
std::string claiming(std::string bytes, std::size_t place, std::uint32_t length) {
  return bytes.replace(place + 4, 4, raw<std::uint32_t>({length}));
}

std::string sparse_2x2() {
  return element(14,
                 element(6, raw<std::uint32_t>({5, 2})) + element(5, raw<std::int32_t>({2, 2})) +
                     element(1, "S") + element(5, raw<std::int32_t>({0, 1})) +
                     element(5, raw<std::int32_t>({0, 1, 2})) + element(9, raw<double>({3, 4})));
}

std::string cell_of(const std::string& entry) {
  return element(14, element(6, raw<std::uint32_t>({1, 0})) +
                         element(5, raw<std::int32_t>({1, 1})) + element(1, "C") + entry);
}

std::string struct_of(const std::string& field) {
  return element(14, element(6, raw<std::uint32_t>({2, 0})) +
                         element(5, raw<std::int32_t>({1, 1})) + element(1, "S") +
                         small_element(5, 2) + element(1, std::string("a\0", 2)) + field);
}

constexpr std::uint32_t kFourGigabytes = 0xFFFFFFF0;
}  // namespace

TEST_CASE("whole elements are neither damaged nor too large") {
  const std::string matrix = double_matrix("a", 2, 1, raw<double>({1, 2}));
  for (const std::string& bytes :
       {matrix, sparse_2x2(), cell_of(matrix), struct_of(cell_of(sparse_2x2())), opaque("K"),
        cell_of(opaque("")), cell_of(element(14, "")), double_matrix("none", 0, 3, "")}) {
    const MatElement found = check_mat_element(bytes, false);
    CHECK(found.damage.empty());
    CHECK(found.too_large.empty());
  }
  CHECK(check_mat_element(opaque("K"), false).object == "K");
}

TEST_CASE("a number of the other byte order") {
  CHECK(mat_number(std::string("\x01\x02\x03\x04", 4), 0, 4, true) == 0x01020304);
  CHECK(mat_number(std::string("\x01\x02\x03\x04", 4), 0, 4, false) == 0x04030201);
}

TEST_CASE("no tag may claim more than the bytes around it, at any depth") {
  // Every place where a tag of these elements stands, given four gigabytes in turn.
  const std::string matrix = double_matrix("a", 2, 1, raw<double>({1, 2}));
  const std::size_t inside = cell_of("").size();
  const std::vector<std::pair<std::string, std::vector<std::size_t>>> cases = {
      {matrix, {0, 8, 24, 40, 56}},
      {sparse_2x2(), {0, 8, 24, 40, 56, 72, 96}},
      {cell_of(matrix), {0, inside, inside + 8, inside + 24, inside + 56}},
      {struct_of(sparse_2x2()), {64, 80, 80 + 56, 80 + 72, 80 + 96}},
  };
  for (const auto& [bytes, places] : cases) {
    CHECK(damage(bytes).empty());
    for (const std::size_t place : places) {
      CAPTURE(place);
      CHECK_FALSE(damage(claiming(bytes, place, kFourGigabytes)).empty());
    }
  }
}

TEST_CASE("dimensions may not claim more numbers than there are, whatever their product") {
  const auto too_large = [](const std::string& bytes) {
    const MatElement found = check_mat_element(bytes, false);
    CHECK(found.damage.empty());
    return found.too_large;
  };
  const std::string eight = raw<double>({1});
  CHECK(too_large(double_matrix("a", 1, 1, eight)).empty());
  CHECK_THAT(too_large(double_matrix("a", 1, 2, eight)), Contains("1 x 2"));
  // The product of the two overflows 32 bits to zero.
  CHECK_FALSE(too_large(double_matrix("a", 1 << 16, 1 << 16, eight)).empty());
  CHECK_FALSE(too_large(cell_of(double_matrix("", 1 << 30, 1, eight))).empty());
  CHECK_FALSE(too_large(struct_of(cell_of(double_matrix("", 1 << 30, 1, eight)))).empty());
}

TEST_CASE("an array has flags, dimensions and a name, and nesting has an end") {
  CHECK_THAT(damage(""), Contains("beyond the bytes"));
  CHECK_THAT(damage(element(9, raw<double>({1}))), Contains("should be an array"));
  CHECK_THAT(damage(element(14, element(9, raw<double>({1})))), Contains("without its flags"));
  CHECK_THAT(damage(element(14, element(6, raw<std::uint32_t>({6, 0})) + element(1, "K"))),
             Contains("beyond the bytes"));
  CHECK_THAT(damage(element(
                 14, element(6, raw<std::uint32_t>({6, 0})) + element(1, "K") + element(1, "K"))),
             Contains("without dimensions"));
  std::string deep = double_matrix("", 1, 1, raw<double>({1}));
  for (int i = 0; i <= kDeepestNesting; ++i) deep = cell_of(deep);
  CHECK_THAT(damage(deep), Contains("nested too deep"));
}

TEST_CASE("the names of a struct's fields stand where matio looks for them") {
  const std::string field = double_matrix("", 1, 1, raw<double>({1}));
  const auto structure = [&](const std::string& width, const std::string& names) {
    return element(14, element(6, raw<std::uint32_t>({2, 0})) +
                           element(5, raw<std::int32_t>({1, 1})) + element(1, "S") + width + names +
                           field);
  };
  const std::string a("a\0", 2);
  CHECK(damage(structure(small_element(5, 2), element(1, a))).empty());
  CHECK_THAT(damage(structure(element(5, raw<std::int32_t>({2})), element(1, a))),
             Contains("without the names"));
  CHECK_THAT(damage(structure(small_element(5, 2), small_element(1, 'a'))),
             Contains("without the names"));
  CHECK_THAT(damage(structure(small_element(5, 0), element(1, a))), Contains("no whole names"));
  CHECK_THAT(damage(structure(small_element(5, 3), element(1, "ab"))), Contains("no whole names"));
}

TEST_CASE("the indices of a sparse matrix are whole numbers of four bytes") {
  const std::string whole = sparse_2x2();
  const MatFolder folder;
  const std::string path = folder.file("indices.mat");
  for (const std::size_t place : {56, 72})
    for (const std::uint32_t type : {0x500u, 1u, 9u}) {
      CAPTURE(place, type);
      const std::string bytes = std::string(whole).replace(place, 4, raw<std::uint32_t>({type}));
      CHECK_THAT(damage(bytes), Contains("without whole indices"));
      put(path, header() + cell_of(bytes));
      CHECK_THROWS_WITH(read_mat(path), Contains("without whole indices"));
    }
  CHECK(damage(std::string(whole).replace(56, 4, raw<std::uint32_t>({6}))).empty());
  CHECK_THAT(damage(claiming(whole, 56, 7)), Contains("without whole indices"));
}

TEST_CASE("a packed variable may claim what deflate can give, and must give it") {
  const auto packed = [](const std::string& bytes) { return compressed(bytes).substr(8); };
  const std::string whole = double_matrix("a", 2, 1, raw<double>({1, 2}));
  CHECK(check_packed_mat_element(packed(whole), false).damage.empty());
  CHECK(check_packed_mat_element(packed(opaque("table")), false).object == "table");
  CHECK_THAT(check_packed_mat_element(packed(claiming(whole, 0, kFourGigabytes)), false).damage,
             Contains("claims 4294967280 bytes out of"));
  CHECK_THAT(check_packed_mat_element(packed(claiming(whole, 0, 1000)), false).damage,
             Contains("ends before its 1000 bytes"));
  CHECK_THAT(check_packed_mat_element("no deflate", false).damage, Contains("does not unpack"));
  CHECK_THAT(
      check_packed_mat_element(packed(claiming(sparse_2x2(), 96, kFourGigabytes)), false).damage,
      Contains("beyond the bytes"));
  // Zeros pack best: a long vector of them is still believed.
  const std::string zeros = double_matrix("z", 1 << 20, 1, std::string(8 << 20, '\0'));
  CHECK(check_packed_mat_element(packed(zeros), false).damage.empty());
}

TEST_CASE("a damaged length is refused before room is made for it") {
  const MatFolder folder;
  const std::string path = folder.file("claims.mat");
  for (const bool pack : {false, true})
    for (const std::size_t place : {56, 72, 96}) {
      const std::string bytes = claiming(sparse_2x2(), place, kFourGigabytes);
      put(path, header() + (pack ? compressed(bytes) : bytes));
      CHECK_THROWS_WITH(read_mat(path), Contains("claims.mat: found a part that reaches beyond") &&
                                            Contains("in variable 1") && Contains("save or copy"));
    }
}

TEST_CASE("sparse matrices that are too large to be dense are refused, together as alone") {
  const MatFolder folder;
  const std::string path = folder.file("sparse.mat");
  const auto empty_sparse = [](const std::string& name, std::int32_t rows, std::int32_t columns) {
    return element(
        14, element(6, raw<std::uint32_t>({5, 0})) +
                element(5, raw<std::int32_t>({rows, columns})) + element(1, name) + element(5, "") +
                element(5, std::string(4 * (std::size_t(columns) + 1), '\0')) + element(9, ""));
  };
  put(path, header() + empty_sparse("A", 1 << 20, 63) + empty_sparse("B", 1 << 20, 63) +
                double_matrix("M", 1, 1, raw<double>({3})));
  const MatFile file = read_mat(path);
  CHECK(file.matrix("A").cols() == 63);
  CHECK(file.matrix("M")(0, 0) == 3);
  CHECK_THROWS_WITH(file.find("B"), Contains("too large to be made dense, 1048576 x 63"));
}
