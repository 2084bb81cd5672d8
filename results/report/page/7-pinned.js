// One parameter set in full: its backbones on all modes, residual and status of every
// amplitude, its parameters within their bounds, the loop of its law, and the command that
// computes it again.
function setUpPinned() {
  if (!combinations.length) return;
  const draw = () => {
    const panel = $("pinned-panel");
    $("pinned").classList.toggle("empty", !state.pinned);
    if (!state.pinned) {
      panel.replaceChildren(el("p", { class: "note" }, "None yet: click a marker of the fronts above."));
      return;
    }
    const c = combinations[state.pinned.combination], point = state.pinned.point;
    const unpin = el("button", { type: "button", class: "plain",
      onclick: () => { state.pinned = null; changed("pinned"); } }, "unpin");
    panel.replaceChildren(el("div", { class: "panel" },
      el("p", {}, swatch(c.style), " ", el("strong", {}, c.title), ` (${c.id}), point ${point} of ${c.points.length} `, unpin),
      el("div", { class: "two" }, pinnedErrors(c, point), pinnedParameters(c, point), pinnedLoop(c, point)),
      pinnedBackbones(c, point), pinnedResiduals(c, point), pinnedCommand(c, point)));
  };
  on("pinned", draw);
  draw();
}

function pinnedErrors(c, point) {
  const rows = data.modes.map((mode) => {
    const pair = c.errors[mode] && c.errors[mode][point], spread = c.scatter[mode];
    const cell = (k) => el("td", { class: "n", "data-exact": pair ? pair[k] : "" }, pair ? text(pair[k]) : "failed");
    return el("tr", { "data-mode": mode }, el("th", { scope: "row" }, modeName(mode)), cell(0), cell(1),
      el("td", {}, pair && spread ? (pair[0] <= spread[0] && pair[1] <= spread[1] ? "within" : "beyond") : ""));
  });
  return el("table", { id: "pinned-errors" }, el("thead", {}, el("tr", {},
    ...["", "frequency error", "damping error", "experiment's scatter"].map((h) => el("th", { scope: "col" }, h)))),
    el("tbody", {}, ...rows));
}

function pinnedParameters(c, point) {
  const rows = c.names.map((name, k) => {
    const p = c.parameters.find((q) => q.name === name), value = c.points[point][k];
    let note = "";
    if (p && p.upper > p.lower) {
      const share = p.log ? Math.log(value / p.lower) / Math.log(p.upper / p.lower)
        : (value - p.lower) / (p.upper - p.lower);
      note = share <= 1e-3 ? "on the lower bound" : share >= 1 - 1e-3 ? "on the upper bound" : "";
    }
    return el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "n", "data-exact": value }, text(value, 6)),
      el("td", {}, p ? p.unit : ""), el("td", { class: "n" }, p ? `${text(p.lower)} \u2026 ${text(p.upper)}` : ""),
      el("td", { class: "bound" }, note));
  });
  return el("table", { id: "pinned-parameters" }, el("thead", {}, el("tr", {},
    ...["parameter", "value", "unit", "searched", ""].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, ...rows));
}

function pinnedLoop(c, point) {
  if (!c.loops.length) return el("p", { class: "note" }, "No hysteresis loop is stored.");
  const loop = c.loops.reduce((a, b) => Math.abs(b.point - point) < Math.abs(a.point - point) ? b : a);
  const prefix = (values) => {
    const size = Math.max(...values.map(Math.abs)) || 1;
    const exponent = Math.max(-5, Math.min(3, Math.floor(Math.log10(size) / 3)));
    return [10 ** (3 * exponent), ["f", "p", "n", "\u00b5", "m", "", "k", "M", "G"][exponent + 5]];
  };
  const [u, uName] = prefix(loop.u), [t, tName] = prefix(loop.t);
  const made = chart({ title: loop.point === point ? "Hysteresis loop of its law"
      : `Loop of its law at point ${loop.point} (nearest stored)`,
    x: `displacement [${uName}m]`, y: `traction [${tName}N/m\u00b2]`,
    series: [{ x: loop.u.map((v) => v / u), y: loop.t.map((v) => v / t), style: [c.style[0], 0, false, ""], markers: false }] });
  made.figure.style.width = "19rem";
  return made.figure;
}

function pinnedBackbones(c, point) {
  if (!Object.keys(c.backbones).length) return el("p", { class: "note" }, "No backbones are stored.");
  const charts = backboneCharts(c, [{ row: point, style: [c.style[0], 0, false, ""] }], `${c.id} point ${point}`);
  const ordered = [...charts.filter((_, i) => i % 2 === 0), ...charts.filter((_, i) => i % 2 === 1)];
  const grid = el("div", { class: "grid small", id: "pinned-charts" }, ...ordered.map((o) => o.figure));
  grid.style.gridTemplateColumns = innerWidth > 900 ? `repeat(${data.modes.length}, 1fr)` : "";
  return grid;
}

function pinnedResiduals(c, point) {
  const details = el("details", {}, el("summary", {}, "Residual and status of every amplitude"));
  const fill = () => {
    const rows = [];
    for (const mode of data.modes) {
      const b = backbone(c, point, mode);
      if (b) b.q.forEach((q, i) => rows.push(el("tr", {}, el("td", {}, String(mode)), el("td", { class: "n" }, text(q)),
        el("td", { class: "n" }, text(b.f[i], 6)), el("td", { class: "n" }, text(b.z[i], 4)),
        el("td", { class: "n" }, text(b.residual[i], 2)), el("td", {}, b.status[i]))));
    }
    details.append(el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {},
      ...["mode", "amplitude", "frequency [Hz]", "damping", "residual", "status"].map((h) => el("th", { scope: "col" }, h)))),
      el("tbody", {}, ...rows))));
  };
  details.addEventListener("toggle", fill, { once: true });
  const failed = data.modes.reduce((sum, mode) => {
    const b = backbone(c, point, mode);
    return sum + (b ? b.status.filter((s) => s !== "converged").length : 0);
  }, 0);
  if (failed) details.firstChild.append(el("span", { class: "bound" }, ` ${failed} amplitudes failed`));
  return details;
}

function pinnedCommand(c, point) {
  if (!c.command) return el("p", {});
  const parameters = {};
  c.names.forEach((name, k) => { parameters[name] = c.points[point][k]; });
  const params = " --params '" + JSON.stringify(parameters) + "'";
  const lines = data.modes.filter((mode) => c.commandModes[mode])
    .map((mode) => c.command + c.commandModes[mode] + params);
  const pre = el("pre", { id: "pinned-command", tabindex: "0" }, lines.join("\n"));
  return el("div", {}, el("p", { class: "note" },
    "Computes it again, a line per mode; files are named as in the study, relative to its folder:"), pre);
}
