// For the .cpp files that call matio: its handles, closed by themselves, and its messages,
// kept for a Failure instead of printed.
#pragma once

#include <matio.h>

#include <memory>
#include <mutex>
#include <string>

#include "core/failure.hpp"

namespace slipfront {

struct CloseMat {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using MatHandle = std::unique_ptr<mat_t, CloseMat>;
using MatVariable = std::unique_ptr<matvar_t, FreeVariable>;

/// matio and the HDF5 library below it keep global state: one file at a time. While a
/// session lives, matio's messages are collected in it.
class MatioSession {
 public:
  MatioSession() : lock_(mutex_) {
    text_.clear();
    Mat_LogInitFunc("slipfront", keep);
  }
  /// What matio wanted to print; empty if nothing went wrong.
  const std::string& messages() const { return text_; }

 private:
  static void keep(int, char* message) {
    if (!text_.empty()) text_ += "; ";
    if (message) text_ += message;
    while (!text_.empty() && (text_.back() == '\n' || text_.back() == '\r')) text_.pop_back();
  }

  static inline std::mutex mutex_;
  static inline std::string text_;
  std::lock_guard<std::mutex> lock_;
};

[[noreturn]] inline void mat_failure(const std::string& path, const std::string& key,
                                     const std::string& found, const std::string& rule,
                                     const std::string& remedy) {
  throw Failure(Problem{path, key, found, rule, remedy});
}

}  // namespace slipfront
