#include "results/report/pdf.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>

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
      // A PDF that is newer than its figure stays; the others are made, however many.
      const auto drawn = std::filesystem::last_write_time(folder.file("a.svg"));
      std::filesystem::last_write_time(folder.file("a.svg"), drawn - std::chrono::seconds(1));
      write_atomically(folder.file("a.pdf"), "as it was");
      for (const char name : std::string("bcdefgh"))
        write_atomically(folder.file(std::string(1, name) + ".svg"),
                         read_file(folder.file("a.svg")));
      CHECK(write_pdfs(folder.path.string()).written == 7);
      CHECK(read_file(folder.file("a.pdf")) == "as it was");
      CHECK(file_exists(folder.file("h.pdf")));
      std::filesystem::last_write_time(folder.file("a.svg"), drawn + std::chrono::hours(1));
      CHECK(write_pdfs(folder.path.string()).written == 1);
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
