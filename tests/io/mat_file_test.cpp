#include "io/mat_file.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "core/failure.hpp"
#include "mat_bytes.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
std::string complaint(const std::function<void()>& call) {
  try {
    call();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return {};
}

/// A struct MESH with Nds (2 x 2), Quad of 32-bit integers, a nested struct and a cell.
void write_everything(mat_t* file) {
  double nodes[] = {1, 2, 3, 4};
  std::int32_t quad[] = {7, 8, 9};
  double inner[] = {5};
  std::size_t one[2] = {1, 1}, two[2] = {1, 2}, three[2] = {1, 3};
  const char* names[] = {"Nds", "Quad", "deep"};
  matvar_t* mesh = Mat_VarCreateStruct("MESH", 2, one, names, 3);
  Mat_VarSetStructFieldByName(mesh, "Nds", 0, matio_matrix("Nds", 2, 2, nodes));
  Mat_VarSetStructFieldByName(mesh, "Quad", 0,
                              Mat_VarCreate("Quad", MAT_C_INT32, MAT_T_INT32, 2, three, quad, 0));
  const char* deep_names[] = {"x"};
  matvar_t* deep = Mat_VarCreateStruct("deep", 2, two, deep_names, 1);
  Mat_VarSetStructFieldByName(deep, "x", 0, matio_matrix("x", 1, 1, inner));
  Mat_VarSetStructFieldByName(deep, "x", 1, matio_matrix("x", 1, 1, inner));
  Mat_VarSetStructFieldByName(mesh, "deep", 0, deep);
  Mat_VarWrite(file, mesh, MAT_COMPRESSION_NONE);
  Mat_VarFree(mesh);

  matvar_t* cells[] = {matio_matrix(nullptr, 1, 1, inner), matio_matrix(nullptr, 2, 2, nodes)};
  matvar_t* cell = Mat_VarCreate("C", MAT_C_CELL, MAT_T_CELL, 2, two, cells, 0);
  Mat_VarWrite(file, cell, MAT_COMPRESSION_NONE);
  Mat_VarFree(cell);

  // [0 5; 6 0; 0 7] as compressed columns.
  mat_uint32_t rows[] = {1, 0, 2}, starts[] = {0, 1, 3};
  double values[] = {6, 5, 7};
  mat_sparse_t sparse{};
  sparse.nzmax = 3;
  sparse.ir = rows;
  sparse.nir = 3;
  sparse.jc = starts;
  sparse.njc = 3;
  sparse.ndata = 3;
  sparse.data = values;
  std::size_t sizes[2] = {3, 2};
  matvar_t* matrix =
      Mat_VarCreate("S", MAT_C_SPARSE, MAT_T_DOUBLE, 2, sizes, &sparse, MAT_F_DONT_COPY_DATA);
  Mat_VarWrite(file, matrix, MAT_COMPRESSION_NONE);
  Mat_VarFree(matrix);

  float single[] = {0.5F, 0.25F};
  matvar_t* floats = Mat_VarCreate("F", MAT_C_SINGLE, MAT_T_SINGLE, 2, two, single, 0);
  Mat_VarWrite(file, floats, MAT_COMPRESSION_ZLIB);
  Mat_VarFree(floats);

  std::size_t cube[3] = {1, 2, 2};
  matvar_t* block = Mat_VarCreate("B", MAT_C_DOUBLE, MAT_T_DOUBLE, 3, cube, nodes, 0);
  Mat_VarWrite(file, block, MAT_COMPRESSION_NONE);
  Mat_VarFree(block);

  mat_complex_split_t parts{nodes, quad};
  double imaginary[] = {1, 1, 1, 1};
  parts.Im = imaginary;
  std::size_t square[2] = {2, 2};
  matvar_t* complex =
      Mat_VarCreate("Z", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, square, &parts, MAT_F_COMPLEX);
  Mat_VarWrite(file, complex, MAT_COMPRESSION_NONE);
  Mat_VarFree(complex);
}

void check_everything(const MatFile& file) {
  CHECK(file.matrix("MESH.Nds") == (Eigen::MatrixXd(2, 2) << 1, 3, 2, 4).finished());
  CHECK(file.matrix("MESH.Quad") == Eigen::RowVector3d(7, 8, 9));
  CHECK(file.matrix("MESH.deep(2).x")(0, 0) == 5);
  CHECK(file.matrix("C{1}")(0, 0) == 5);
  CHECK(file.matrix("C{2}")(1, 0) == 2);
  CHECK(file.matrix("S") == (Eigen::MatrixXd(3, 2) << 0, 5, 6, 0, 0, 7).finished());
  CHECK(file.matrix("F") == Eigen::RowVector2d(0.5, 0.25));
  CHECK_THAT(complaint([&] { file.matrix("B"); }), Contains("more than two dimensions"));
  CHECK_THAT(complaint([&] { file.matrix("Z"); }), Contains("Z: found a complex matrix"));
  CHECK(file.has("Z"));
  CHECK(file.find("nothing") == nullptr);
}
}  // namespace

TEST_CASE("structs, cells, sparse and integer matrices of version 5 become dense matrices") {
  const MatFolder folder;
  by_matio(folder.file("v5.mat"), MAT_FT_MAT5, write_everything);
  check_everything(read_mat(folder.file("v5.mat")));
}

TEST_CASE("the same from version 7.3") {
  const MatFolder folder;
  by_matio(folder.file("v73.mat"), MAT_FT_MAT73, write_everything);
  check_everything(read_mat(folder.file("v73.mat")));
}

TEST_CASE("a truncated version 7.3 file is a Failure") {
  const MatFolder folder;
  by_matio(folder.file("v73.mat"), MAT_FT_MAT73, write_everything);
  const std::string whole = get(folder.file("v73.mat"));
  for (const double share : {0.2, 0.5, 0.9, 0.99}) {
    put(folder.file("cut.mat"), whole.substr(0, static_cast<std::size_t>(share * whole.size())));
    CHECK_FALSE(complaint([&] { read_mat(folder.file("cut.mat")); }).empty());
  }
}

TEST_CASE("a class object is a Failure for who asks for it, and only then") {
  const MatFolder folder;
  const std::string path = folder.file("object.mat");
  put(path, header() + opaque("K") + compressed(opaque("table")) +
                double_matrix("M", 1, 1, raw<double>({3})));
  const MatFile file = read_mat(path);
  CHECK(file.matrix("M")(0, 0) == 3);
  CHECK_THAT(complaint([&] { file.find("K"); }),
             Contains("object.mat, K: found a MATLAB class object; must be a real matrix"));
  CHECK_THAT(complaint([&] { file.find("table"); }),
             Contains("table: found a MATLAB class object"));
}

TEST_CASE("an object inside a struct does not hide the rest of the file") {
  const MatFolder folder;
  const std::string path = folder.file("nested.mat");
  std::string field = "obj";
  field.resize(8, '\0');
  const std::string inner = opaque("");
  put(path, header() +
                element(14, element(6, raw<std::uint32_t>({2, 0})) +
                                element(5, raw<std::int32_t>({1, 1})) + element(1, "S") +
                                small_element(5, 8) + element(1, field) + inner) +
                double_matrix("M", 1, 1, raw<double>({3})));
  const MatFile file = read_mat(path);
  CHECK(file.matrix("M")(0, 0) == 3);
}

TEST_CASE("text and matrices are not taken for each other") {
  const MatFolder folder;
  const std::string path = folder.file("text.mat");
  write_mat(path, {{"K", Eigen::Matrix2d::Identity()}}, {{"name", "lap joint"}});
  const MatFile file = read_mat(path);
  CHECK(*file.find_text("name") == "lap joint");
  CHECK(file.find_text("title") == nullptr);
  CHECK(file.names() == std::vector<std::string>{"K", "name"});
  CHECK_THAT(complaint([&] { file.matrix("name"); }), Contains("found a text, 'lap joint'"));
  CHECK_THAT(complaint([&] { file.find_text("K"); }), Contains("K: found a variable that is no"));
  CHECK_THAT(complaint([&] { file.matrix("nam"); }), Contains("did you mean 'name'?"));
}

TEST_CASE("a matrix that claims more than its file can hold is not allocated") {
  const MatFolder folder;
  const std::string path = folder.file("huge.mat");
  put(path, header() + double_matrix("A", 1 << 30, 1 << 30, raw<double>({1})) +
                double_matrix("B", 10000, 10000, raw<double>({1})) +
                double_matrix("M", 1, 1, raw<double>({3})));
  const MatFile file = read_mat(path);
  CHECK(file.matrix("M")(0, 0) == 3);
  CHECK_THAT(complaint([&] { file.find("A"); }), Contains("too large to be read"));
  CHECK_THAT(complaint([&] { file.find("B"); }), Contains("larger than its file can hold"));
}

TEST_CASE("changed bytes give a Failure or a file, never a crash") {
  const MatFolder folder;
  by_matio(folder.file("v5.mat"), MAT_FT_MAT5, write_everything);
  const std::string whole = get(folder.file("v5.mat"));
  std::mt19937 random(7);
  int refused = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::string bytes = whole;
    bytes[128 + random() % (bytes.size() - 128)] = static_cast<char>(random());
    put(folder.file("odd.mat"), bytes);
    refused += complaint([&] { read_mat(folder.file("odd.mat")); }).empty() ? 0 : 1;
  }
  CHECK(refused > 0);
}
