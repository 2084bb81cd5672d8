#include "core/failure.hpp"

#include <utility>

namespace slipfront {

std::string Problem::sentence() const {
  std::string text = where;
  if (!key.empty()) text += (text.empty() ? "" : ", ") + key;
  if (!text.empty()) text += ": ";
  if (!found.empty()) text += "found " + found + "; ";
  text += rule + ".";
  if (!remedy.empty()) text += " " + remedy + (remedy.back() == '?' ? "" : ".");
  return text;
}

Failure::Failure(Problem problem) : Failure(std::vector<Problem>{std::move(problem)}) {}

Failure::Failure(std::vector<Problem> problems) : problems_(std::move(problems)) {
  for (const Problem& problem : problems_) {
    if (!text_.empty()) text_ += "\n";
    text_ += problem.sentence();
  }
}

void throw_if_any(std::vector<Problem> problems) {
  if (!problems.empty()) throw Failure(std::move(problems));
}

}  // namespace slipfront
