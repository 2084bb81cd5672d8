// Figures as PDF, by the program rsvg-convert (package librsvg2-bin) where it is on the PATH.
#pragma once

#include <string>

namespace slipfront {

struct PdfOutcome {
  int written = 0;
  std::string why_not;  // a sentence if nothing, or not everything, was written
};

/// Writes NAME.pdf beside every NAME.svg of a folder whose PDF is missing or older; several at
/// once.
PdfOutcome write_pdfs(const std::string& folder);

}  // namespace slipfront
