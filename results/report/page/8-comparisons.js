// Combinations that differ in the optimizer or in the experiment only (Porter et al., figures 10
// and 20): their fronts over each other, and their areas side by side.
function setUpComparisons() {
  const place = $("comparisons");
  if (!place) return;
  for (const comparison of data.comparisons) {
    const figures = data.modes.map((mode) => comparisonChart(comparison, mode));
    const legend = legendList(comparison.members.map((m) => ({ style: m.style, name: m.label })));
    place.append(el("div", { class: "comparison" },
      el("h3", {}, `By ${comparison.attribute}: ${comparison.title}`), legend,
      el("div", { class: "grid small" }, ...figures), comparisonTable(comparison)));
  }
}

function comparisonChart(comparison, mode) {
  const series = [], rectangles = [];
  for (const { combination, style } of comparison.members) {
    const c = combinations[combination], pairs = c.errors[mode] || [], spread = c.scatter[mode];
    if (spread && !rectangles.some((r) => r.right === spread[0] && r.top === spread[1]))
      rectangles.push({ left: 0, bottom: 0, right: spread[0], top: spread[1] });
    const kept = nonDominated(pairs);
    series.push({ x: kept.map((p) => pairs[p][0]), y: kept.map((p) => pairs[p][1]), style, markers: false });
    const there = pairs.filter((p) => p);
    series.push({ x: there.map((p) => p[0]), y: there.map((p) => p[1]), style, line: false,
                  ring: pairs[0] ? 0 : undefined });
  }
  const corner = data.boxes[mode].lower;
  return chart({ title: modeName(mode), x: "frequency error [1]", y: "damping error [1]", logX: true, logY: true,
    series, rectangles, cross: corner[0] > 0 && corner[1] > 0 ? corner : undefined,
    describe: `${modeName(mode)}: fronts by ${comparison.attribute}, ${comparison.title}` }).figure;
}

function comparisonTable(comparison) {
  const rows = comparison.members.map(({ combination, label }) => {
    const c = combinations[combination];
    const area = (value) => el("td", { class: "n", "data-exact": value }, value.toFixed(4));
    return el("tr", { "data-combination": combination }, el("th", { scope: "row" }, label), el("td", { class: "id" }, c.id),
      area(c.area), ...data.modes.map((mode) => area(c.areas[mode][0])),
      el("td", { class: "n" }, String(c.points.length)), el("td", { class: "n" }, String(c.evaluations)));
  });
  const head = [comparison.attribute, "combination", "average area", ...data.modes.map((m) => "mode " + m), "points",
    "evaluations"];
  return el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {},
    ...head.map((h, i) => el("th", { scope: "col", class: i > 1 ? "n" : "" }, h)))), el("tbody", {}, ...rows)));
}
