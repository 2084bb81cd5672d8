// The one way in which slipfront says that something is wrong with what it was given.
//
// A Failure carries one or more Problems. Each names where it was met (a file, an
// option, a study key), what was found there, what is allowed, and how to mend it.
// The command line prints them as sentences and ends with exit code 2; a study file
// reports all its problems in one Failure.
//
// A Failure is for wrong input. A parameter set at which the mechanics does not
// converge is no Failure: it is recorded in the Backbone, point by point.
#pragma once

#include <exception>
#include <string>
#include <vector>

namespace slipfront {

struct Problem {
  std::string where;   // file, command-line option or subject: "study.json", "--params"
  std::string key;     // JSON pointer, column, variable inside it; may be empty
  std::string found;   // the value or state met, as text
  std::string rule;    // what is allowed: "must be a number above 0"
  std::string remedy;  // what to do about it; may be empty

  /// One readable sentence or two: "where, key: found ...; rule. remedy."
  std::string sentence() const;
};

class Failure : public std::exception {
 public:
  explicit Failure(Problem problem);
  explicit Failure(std::vector<Problem> problems);

  const std::vector<Problem>& problems() const { return problems_; }
  /// All sentences, one per line.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Problem> problems_;
  std::string text_;
};

/// Throws one Failure with all problems, if there are any.
void throw_if_any(std::vector<Problem> problems);

}  // namespace slipfront
