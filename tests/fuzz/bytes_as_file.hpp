// Bytes under a name that a reader can open, for as long as the object lives; in memory.
//
// MATLAB files of version 7.3 are passed over by the fuzzers: the HDF5 library reads them,
// and what it does with damaged files is its own.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

class BytesAsFile {
 public:
  explicit BytesAsFile(std::string_view bytes) : file_(memfd_create("fuzz.mat", 0)) {
    if (file_ < 0 || write(file_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      std::abort();
  }
  ~BytesAsFile() { close(file_); }
  BytesAsFile(const BytesAsFile&) = delete;
  BytesAsFile& operator=(const BytesAsFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

inline bool is_hdf5(std::string_view bytes) { return bytes.find("\x89HDF") != bytes.npos; }
