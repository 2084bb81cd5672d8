// The measured backbones with their bounds, and the chosen combination's three parameter sets
// on every mode, with their errors; its parameter ranges.
const threeStyles = [["#0072b2", 0, false, ""], ["#009e73", 1, false, "6 3"], ["#d55e00", 2, false, "1.5 3"]];
const measuredStyle = ["#333", -1, false, ""];  // a line without markers

/** Two charts per mode (frequency, damping) of the given points over the experiment. */
function backboneCharts(combination, points, label) {
  const charts = [];
  for (const mode of data.modes) {
    const curve = measured(combination, mode);
    const axis = combination.backbones[mode] || (curve && !curve.response)
      ? "modal amplitude [m \u221akg]" : "amplitude";
    for (const [key, name, unit] of [["f", "natural frequency", "Hz"], ["z", "damping ratio", "1"]]) {
      const series = [], bands = [];
      if (curve) {
        bands.push({ x: curve.q, lower: curve[key + "l"], upper: curve[key + "u"] });
        series.push({ x: curve.q, y: curve[key], style: measuredStyle, markers: false });
      }
      for (const p of points) {
        const b = backbone(combination, p.row, mode);
        if (b) series.push({ x: b.q, y: b[key], style: p.style || threeStyles[p.look], width: 2 });
      }
      charts.push(chart({ title: modeName(mode), x: axis, y: `${name} [${unit}]`, logX: true, series, bands,
        describe: `${modeName(mode)}: ${name} against amplitude, ${label}` }));
    }
  }
  return charts;
}

function setUpBackbones() {
  if (!combinations.length) return;
  combinationSelect("backbone-select", "backbone-choice");
  const draw = () => {
    const c = combinations[state.chosen], points = shownPoints(c);
    const charts = backboneCharts(c, points, c.id);
    // Frequencies above, damping below, a column per mode.
    const ordered = [...charts.filter((_, i) => i % 2 === 0), ...charts.filter((_, i) => i % 2 === 1)];
    const known = Object.keys(data.experiment).length > 0;
    const legend = legendList((known ? [{ style: measuredStyle, name: "experiment, bounds grey" }] : [])
      .concat(points.map((p) => ({ style: threeStyles[p.look], name: `${p.name} (point ${p.row})` }))));
    const grid = el("div", { class: "grid small" }, ...ordered.map((o) => o.figure));
    grid.style.gridTemplateColumns = innerWidth > 900 ? `repeat(${data.modes.length}, 1fr)` : "";
    $("backbone-charts").replaceChildren(legend, grid);
    const head = el("tr", {}, el("th", { scope: "col" }, c.id));
    for (const p of points) head.append(el("th", { scope: "col", class: "over", colspan: 2 }, p.name));
    const second = el("tr", {}, el("th", { scope: "col" }, "error"));
    for (const p of points) second.append(el("th", { class: "n" }, "frequency"), el("th", { class: "n" }, "damping"));
    const rows = data.modes.map((mode) => {
      const row = el("tr", {}, el("th", { scope: "row" }, modeName(mode)));
      for (const p of points) {
        const pair = c.errors[mode] && c.errors[mode][p.row];
        for (const k of [0, 1])
          row.append(el("td", { class: "n", "data-exact": pair ? pair[k] : "" }, pair ? text(pair[k], 3) : "failed"));
      }
      return row;
    });
    $("backbone-errors").replaceChildren(el("div", { class: "wide" },
      el("table", {}, el("thead", {}, head, second), el("tbody", {}, ...rows))));
  };
  on("chosen", draw);
  draw();
}

function setUpParameters() {
  if (!combinations.length) return;
  combinationSelect("parameter-select", "parameter-choice");
  const draw = () => {
    const c = combinations[state.chosen];
    const rows = c.parameters.map((p) => {
      const place = (v) => 100 * (p.upper > p.lower ? (p.log
        ? Math.log(v / p.lower) / Math.log(p.upper / p.lower) : (v - p.lower) / (p.upper - p.lower)) : 0.5);
      const bar = el("span", { class: "range", role: "img",
        "aria-label": `${p.name} between ${text(p.from)} and ${text(p.to)}, searched ${text(p.lower)} to ${text(p.upper)}` });
      if (p.from !== null) {
        const fill = el("i");
        fill.style.left = place(p.from) + "%";
        fill.style.width = Math.max(0, place(p.to) - place(p.from)) + "%";
        bar.append(fill);
        if (p.onLower) { const mark = el("b"); mark.style.left = "0"; bar.append(mark); }
        if (p.onUpper) { const mark = el("b"); mark.style.right = "0"; bar.append(mark); }
      }
      const notes = [];
      if (p.onLower) notes.push(`${p.onLower} on the lower bound`);
      if (p.onUpper) notes.push(`${p.onUpper} on the upper bound`);
      return el("tr", {}, el("th", { scope: "row" }, p.name), el("td", {}, p.unit), el("td", { class: "n" }, text(p.lower)),
        el("td", {}, bar), el("td", { class: "n" }, text(p.upper)), el("td", { class: "n" }, text(p.from)),
        el("td", { class: "n" }, text(p.to)), el("td", {}, p.log ? "log" : "linear"),
        el("td", { class: "bound" }, notes.join(", ")));
    });
    const head = ["parameter", "unit", "searched from", "", "to", "front from", "to", "scale", ""];
    $("parameter-ranges").replaceChildren(el("div", { class: "wide" }, el("table", {},
      el("thead", {}, el("tr", {}, ...head.map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows))));
  };
  on("chosen", draw);
  draw();
}
