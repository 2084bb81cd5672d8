// A friction law that could not be evaluated: the code of a plugin crashed, hung, or
// reported an error. The text names the plugin's file, the model, and what it was asked.
//
// This is no Failure: the input may be right, and other models go on. ModalSolver turns it
// into a backbone that failed everywhere with PointStatus::law_failed.
#pragma once

#include <stdexcept>

namespace slipfront {

class LawFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace slipfront
