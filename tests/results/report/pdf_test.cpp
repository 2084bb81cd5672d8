#include "results/report/pdf.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "../../io/temporary_folder.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

TEST_CASE("figures become PDFs where the program is there, and a sentence where not", "[pdf]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("a.svg"),
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>");
  SECTION("here") {
    const PdfOutcome outcome = write_pdfs(folder.path.string());
    if (outcome.written == 0) {
      CHECK(outcome.why_not.find("rsvg-convert") != std::string::npos);
    } else {
      CHECK(outcome.why_not.empty());
      CHECK(read_file(folder.file("a.pdf")).substr(0, 5) == "%PDF-");
    }
  }
  SECTION("no program on the PATH") {
    const std::string path = std::getenv("PATH");
    setenv("PATH", folder.path.c_str(), 1);
    const PdfOutcome outcome = write_pdfs(folder.path.string());
    setenv("PATH", path.c_str(), 1);
    CHECK(outcome.written == 0);
    CHECK(outcome.why_not.find("not installed") != std::string::npos);
  }
  SECTION("a figure that is none") {
    write_atomically(folder.file("b.svg"), "no svg");
    const PdfOutcome outcome = write_pdfs(folder.path.string());
    CHECK_FALSE(outcome.why_not.empty());
    CHECK_FALSE(file_exists(folder.file("b.pdf")));
  }
}
