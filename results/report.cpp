#include "results/report.hpp"

#include "io/atomic_file.hpp"
#include "results/report/figures.hpp"
#include "results/report/page.hpp"
#include "results/report/report_data.hpp"

namespace slipfront {

void write_report(const RunFolder& folder, const Ranking& ranking, const std::string& title) {
  const ReportData data = gather_report(folder, ranking, title);
  write_figures(folder, data);
  write_atomically(folder.file("report.html"), page_html(data));
}

}  // namespace slipfront
