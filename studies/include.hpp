// Studies that build on others: "include": ["brb26.json"] at the top of a file.
//
// Included files come first, in their order; the file itself goes over them. Objects are
// merged key by key, combinations by their id (a new id is appended), everything else is
// replaced. Paths of files stay relative to the file they are written in.
#pragma once

#include <string>

#include "studies/study_json.hpp"

namespace slipfront {

/// The document of a study file with everything it includes; "include" is gone then.
/// Throws a Failure for a file that cannot be read, is no JSON, or includes itself.
StudyJson with_includes(StudyJson document, const std::string& file);

/// `over` on top of `base`: objects key by key, everything else is replaced.
StudyJson merged(StudyJson base, const StudyJson& over);

}  // namespace slipfront
