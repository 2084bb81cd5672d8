// Drives the page as a user would. Given: rankingCsv, fronts {id: text of front.csv}.
const rowsOf = (csv) => {
  const lines = csv.trim().split("\n").map((line) => line.split(","));
  return lines.slice(1).map((cells) => Object.fromEntries(cells.map((c, i) => [lines[0][i], c])));
};
const table = document.getElementById("ranking-table");
const bodyRows = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
const idOf = (row) => (row.querySelector(".id") || row.querySelector(".title")).textContent;

// ---- numbers equal ranking.csv and front.csv --------------------------------------------
const expected = rowsOf(rankingCsv);
check("rows", bodyRows().length === expected.length, bodyRows().length);
expected.forEach((row, i) => {
  const shown = bodyRows()[i], heat = [...shown.querySelectorAll(".heat")];
  const areas = [row.area_average, ...data.modes.map((m) => row["area_" + m])];
  const ranks = [row.rank_average, ...data.modes.map((m) => row["rank_" + m])];
  check("row " + row.combo, idOf(shown) === row.combo &&
    heat.every((cell, k) => Number(cell.dataset.value) === Number(areas[k]) &&
      cell.dataset.rank === ranks[k] && cell.textContent.startsWith(Number(areas[k]).toFixed(4)) &&
      cell.querySelector(".rank").textContent === "(" + ranks[k] + ")"), shown.textContent);
  const c = combinations[i];
  check("area of " + row.combo, c.area === Number(row.area_average) && c.rank === Number(row.rank_average), c.area);
});
for (const c of combinations) {
  const rows = rowsOf(fronts[c.id]);
  check("front of " + c.id, rows.length === c.points.length && rows.every((row, p) =>
    data.modes.every((m) => {
      const pair = c.errors[m][p], f = row["frequency_error_" + m], z = row["damping_error_" + m];
      return f === "" ? pair === null : pair[0] === Number(f) && pair[1] === Number(z);
    }) && c.names.every((name, k) => c.points[p][k] === Number(row[name]))), "differs");
}

// ---- sorting ------------------------------------------------------------------------------
const head = (key) => table.querySelector(`th[data-key="${key}"]`);
head("mode" + data.modes[0]).querySelector("button").click();
const column = head("mode" + data.modes[0]).cellIndex;
const values = () => bodyRows().map((row) => Number(row.cells[column].dataset.value));
check("sorted upwards", values().every((v, i, all) => i === 0 || all[i - 1] <= v), values());
check("aria-sort", head("mode" + data.modes[0]).getAttribute("aria-sort") === "ascending", "");
head("mode" + data.modes[0]).querySelector("button").click();
check("sorted downwards", values().every((v, i, all) => i === 0 || all[i - 1] >= v), values());
head("name").querySelector("button").click();
check("sorted by name", bodyRows().every((row, i, all) => i === 0 ||
  all[i - 1].cells[1].textContent.localeCompare(row.cells[1].textContent) <= 0), "");
head("rank").querySelector("button").click();
check("sorted by rank", bodyRows().every((row, i) => idOf(row) === expected[i].combo), "");

// ---- filters ------------------------------------------------------------------------------
const filter = document.querySelector("[data-filter]");
if (filter) {
  const [name, level] = filter.dataset.filter.split(":");
  filter.click();
  const left = combinations.filter((c) => c.groups[name] !== level).length;
  check("filter hides its group", bodyRows().length === left && left < combinations.length, bodyRows().length);
  check("filter says so", document.getElementById("ranking-note").textContent.startsWith(left + " of "), "");
  check("filter hides models of the fronts",
    document.querySelectorAll("#front-choice li:not([hidden])").length === left, "");
  filter.click();
  check("filter taken back", bodyRows().length === combinations.length, bodyRows().length);
}

// ---- choosing models, hovering, pinning ---------------------------------------------------
const charts = () => [...document.querySelectorAll("#front-charts svg")].filter((s) => s.dataset.mode);
check("a chart per mode", charts().length === data.modes.length, charts().length);
const boxes = [...document.querySelectorAll("#front-choice input")];
document.querySelectorAll("#front-choice button")[1].click();
const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
for (const one of charts()) {
  // Letters are narrower and lower than the box of their line.
  const inner = (node) => {
    const b = node.getBoundingClientRect(), less = 0.25 * b.height;
    return { left: b.left, right: b.right, top: b.top + less, bottom: b.bottom - less };
  };
  const labels = [...one.querySelectorAll("text.label")].map(inner);
  const rings = [...one.querySelectorAll("g.series circle")].map((r) => r.getBoundingClientRect());
  check("labels of mode " + one.dataset.mode + " apart", labels.length > 0 && labels.every((l, i) =>
    labels.every((other, k) => i === k || apart(l, other)) && rings.every((r) => apart(l, r))),
    JSON.stringify({ labels, rings }));
}
document.querySelectorAll("#front-choice button")[2].click();
check("none chosen", charts()[0].querySelectorAll("g.series").length === 0 && boxes.every((b) => !b.checked), "");
boxes[0].click();
check("one chosen", charts()[0].querySelectorAll("g.series").length === 2, charts()[0].innerHTML.length);
const mode = data.modes[0], first = combinations[0];
const point = first.errors[mode].findIndex((pair) => pair);
const marker = () => {
  // The frame's corners give the scale: where does the point stand on the screen?
  const path = charts()[0].querySelectorAll("g.series")[1].querySelector("path").getAttribute("d");
  const start = path.match(/^M([\d.]+) ([\d.]+)/).slice(1).map(Number);
  const at = charts()[0].getBoundingClientRect(), scale = at.width / chartSize.width;
  return { clientX: at.left + start[0] * scale + 2, clientY: at.top + start[1] * scale, bubbles: true };
};
const tip = document.getElementById("tip");
charts()[0].dispatchEvent(new MouseEvent("mousemove", marker()));
check("hovering shows", !tip.hidden && tip.textContent.includes(first.title), tip.textContent);
check("hovering tells errors", tip.textContent.includes(text(first.errors[mode][point][0])), tip.textContent);
check("hovering tells parameters", first.names.every((n) => tip.textContent.includes(n)), tip.textContent);
charts()[0].dispatchEvent(new MouseEvent("mouseleave"));
check("leaving hides", tip.hidden, "");
charts()[0].dispatchEvent(new MouseEvent("click", marker()));
check("click pins", state.pinned && state.pinned.combination === 0, JSON.stringify(state.pinned));
const panel = document.getElementById("pinned-panel");
const pinnedRow = rowsOf(fronts[first.id])[state.pinned.point];
for (const m of data.modes) {
  const cells = panel.querySelectorAll(`#pinned-errors tr[data-mode="${m}"] td`);
  check("pinned errors, mode " + m, pinnedRow["frequency_error_" + m] === "" ? cells[0].textContent === "failed"
    : Number(cells[0].dataset.exact) === Number(pinnedRow["frequency_error_" + m]) &&
      Number(cells[1].dataset.exact) === Number(pinnedRow["damping_error_" + m]), cells[0].outerHTML);
}
const parameterCells = [...panel.querySelectorAll("#pinned-parameters tbody tr")];
check("pinned parameters", first.names.every((name, k) =>
  parameterCells[k].cells[0].textContent === name &&
  Number(parameterCells[k].cells[1].dataset.exact) === Number(pinnedRow[name])), panel.textContent);
if (Object.keys(first.backbones).length) {
  check("pinned backbones of all modes", panel.querySelectorAll("#pinned-charts svg").length === 2 * data.modes.length, "");
  const details = panel.querySelector("details");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  const rows = panel.querySelectorAll("details tbody tr").length;
  check("a row per amplitude", rows >= data.modes.length * first.backbones[mode].q.length, rows);
  const again = document.getElementById("pinned-command");
  check("the command that computes it again", !first.command || (again &&
    again.textContent.includes("slipfront backbone") &&
    again.textContent.includes('"' + first.names[0] + '":' + JSON.stringify(first.points[state.pinned.point][0]))), "");
}

// ---- keyboard -----------------------------------------------------------------------------
const key = (name) => charts()[0].dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
key("ArrowRight");
check("arrow keys show", !tip.hidden, "");
key("Enter");
check("Enter pins", state.pinned !== null && state.pinned.point === point, JSON.stringify(state.pinned));
key("Escape");

// ---- the other parts ------------------------------------------------------------------------
const last = combinations.length - 1;
bodyRows()[last].querySelector("button.choose").click();
check("choosing a row", state.chosen === last && document.getElementById("area-select").value === String(last) &&
  bodyRows()[last].classList.contains("chosen"), state.chosen);
const strong = document.querySelector("#area-chart strong");
const areaMode = document.getElementById("area-mode").value;
check("area of the chosen one", Number(strong.dataset.exact) === Number(expected[last]["area_" + areaMode]), strong.outerHTML);
check("parameters of the chosen one", combinations[last].parameters.every((p) =>
  document.getElementById("parameter-ranges").textContent.includes(p.name)), "");
const three = shownPoints(combinations[last]);
const errorCells = [...document.querySelectorAll("#backbone-errors tbody td")].map((c) => c.dataset.exact);
check("three parameter sets", errorCells.length === 2 * three.length * data.modes.length && three.every((p, k) =>
  Number(errorCells[2 * k]) === combinations[last].errors[data.modes[0]][p.row][0]), errorCells);

// ---- readable: nothing runs out of the page, every chart has a name ---------------------------
check("nothing wider than the page", document.documentElement.scrollWidth <= innerWidth + 1,
  document.documentElement.scrollWidth + " > " + innerWidth);
check("charts have titles", [...document.querySelectorAll("main figure > svg")].every((s) => s.querySelector("title")), "");
check("no not-a-number", !/NaN|Infinity|undefined/.test(document.querySelector("main").innerText) &&
  !/NaN|Infinity|undefined/.test(document.querySelector("main").innerHTML), "");
