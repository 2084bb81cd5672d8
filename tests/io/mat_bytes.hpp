// MATLAB files made by hand and by matio for the tests of io/: odd ones that no tool at
// hand writes.
#pragma once

#include <matio.h>
#include <unistd.h>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

/// A folder that is gone after the test.
struct MatFolder {
  MatFolder() {
    static int count = 0;
    path = std::filesystem::temp_directory_path() /
           ("slipfront-mat-" + std::to_string(getpid()) + "-" + std::to_string(++count));
    std::filesystem::create_directories(path);
  }
  ~MatFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string file(const std::string& name) const { return (path / name).string(); }
  std::filesystem::path path;
};

inline void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string get(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// An element of version 5: type, length, data padded to eight bytes.
inline std::string element(std::uint32_t type, const std::string& data) {
  const auto word = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  std::string bytes = word(type) + word(static_cast<std::uint32_t>(data.size())) + data;
  bytes.resize((bytes.size() + 7) / 8 * 8, '\0');
  return bytes;
}

/// An element of up to four bytes that stands in its tag, as a 32-bit number.
inline std::string small_element(std::uint32_t type, std::uint32_t value) {
  const std::uint32_t words[2] = {4u << 16 | type, value};
  return std::string(reinterpret_cast<const char*>(words), sizeof words);
}

template <typename Number>
std::string raw(std::initializer_list<Number> values) {
  std::string bytes;
  for (const Number value : values)
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

inline std::string header(std::uint16_t version = 0x0100) {
  std::string bytes = "MATLAB 5.0 MAT-file, made by hand";
  bytes.resize(116, ' ');
  bytes.resize(124, '\0');
  bytes += raw<std::uint16_t>({version});
  return bytes + "IM";
}

/// A real double matrix as its own uncompressed element.
inline std::string double_matrix(const std::string& name, std::int32_t rows, std::int32_t columns,
                                 const std::string& data) {
  return element(14, element(6, raw<std::uint32_t>({6, 0})) +
                         element(5, raw<std::int32_t>({rows, columns})) + element(1, name) +
                         element(9, data));
}

/// What MATLAB writes for `x = string(...)`: an opaque object of its class system.
inline std::string opaque(const std::string& name) {
  const std::string reference =
      element(14, element(6, raw<std::uint32_t>({13, 0})) + element(5, raw<std::int32_t>({6, 1})) +
                      element(1, "") + element(6, raw<std::uint32_t>({0xDD000000, 2, 1, 1, 1, 1})));
  return element(14, element(6, raw<std::uint32_t>({17, 0})) + element(1, name) +
                         element(1, "MCOS") + element(1, "string") + reference);
}

/// The same element packed by zlib, as version 7 stores it.
inline std::string compressed(const std::string& bytes) {
  std::string packed(compressBound(bytes.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  packed.resize(size);
  const std::uint32_t tag[2] = {15, static_cast<std::uint32_t>(size)};
  return std::string(reinterpret_cast<const char*>(tag), sizeof tag) + packed;
}

/// A file by matio itself, of any version.
inline void by_matio(const std::string& path, mat_ft version,
                     const std::function<void(mat_t*)>& fill) {
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, version);
  fill(file);
  Mat_Close(file);
}

inline matvar_t* matio_matrix(const char* name, std::size_t rows, std::size_t columns,
                              double* data) {
  std::size_t sizes[2] = {rows, columns};
  return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, sizes, data, 0);
}
