// Study files as JSON: keys keep the order in which they were written.
#pragma once

#include "io/json_text.hpp"

namespace slipfront {

using StudyJson = OrderedJson;

}  // namespace slipfront
