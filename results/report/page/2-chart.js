// One chart as SVG: axes linear or logarithmic, lines with markers, bands, boxes, a cross.
// It mirrors results/report/chart.cpp, which draws the same for files.
const chartSize = { width: 470, height: 345, left: 66, right: 14, top: 28, bottom: 48 };

/** "M..." of a marker about (x, y); kinds as in results/report/series_style.hpp. */
function markerPath(kind, x, y, s = 3.6) {
  const p = (v) => v.toFixed(1);
  const line = (...points) => "M" + points.map(([a, b]) => p(a) + " " + p(b)).join("L");
  switch (kind) {
    case 0: return `M${p(x - s)} ${p(y)}a${p(s)} ${p(s)} 0 1 0 ${p(2 * s)} 0a${p(s)} ${p(s)} 0 1 0 ${p(-2 * s)} 0Z`;
    case 1: return line([x - s, y - s], [x + s, y - s], [x + s, y + s], [x - s, y + s]) + "Z";
    case 2: return line([x, y - 1.25 * s], [x + s, y + 0.9 * s], [x - s, y + 0.9 * s]) + "Z";
    case 3: return line([x, y - 1.25 * s], [x + 1.25 * s, y], [x, y + 1.25 * s], [x - 1.25 * s, y]) + "Z";
    case 4: return line([x, y + 1.25 * s], [x + s, y - 0.9 * s], [x - s, y - 0.9 * s]) + "Z";
    case 5: return line([x - s, y], [x + s, y]) + line([x, y - s], [x, y + s]);
    case 6: return line([x - s, y - s], [x + s, y + s]) + line([x - s, y + s], [x + s, y - s]);
    default: return line([x - s, y], [x + s, y]) + line([x - s / 2, y - s], [x + s / 2, y + s]) +
                    line([x - s / 2, y + s], [x + s / 2, y - s]);
  }
}

/** Colour attributes of a marker. Style: [colour, marker, hollow, dash]. */
function markerPaint([colour, kind, hollow]) {
  if (kind >= 5) return { fill: "none", stroke: colour, "stroke-width": 1.6 };
  return { fill: hollow ? "#fff" : colour, stroke: colour, "stroke-width": hollow ? 1.4 : 1 };
}

function swatch(style) {
  return svg("svg", { class: "swatch", width: 30, height: 14, viewBox: "0 0 30 14", "aria-hidden": "true" },
    svg("path", { d: "M0 7H30", fill: "none", stroke: style[0], "stroke-width": 1.6,
                  "stroke-dasharray": style[3] || undefined }),
    svg("path", { d: style[1] < 0 ? "" : markerPath(style[1], 15, 7, 4), ...markerPaint(style) }));
}

/** value -> pixel, with ticks. */
function makeAxis(values, log, from, to) {
  const usable = values.filter((v) => v !== null && Number.isFinite(v) && (!log || v > 0))
    .map((v) => (log ? Math.log10(v) : v));
  let low = usable.length ? usable.reduce((a, b) => Math.min(a, b)) : log ? -1 : 0;
  let high = usable.length ? usable.reduce((a, b) => Math.max(a, b)) : low + 1;
  const size = Math.max(Math.abs(low), Math.abs(high));
  const same = high - low <= 1e-9 * size; // ticks between them would be one number
  const lack = log ? Math.max(0, 0.4 - (high - low)) / 2 : same ? size * 0.01 || 0.5 : 0;
  const margin = log ? 0.06 : 0.05 * (high - low);
  low -= lack + margin;
  high += lack + margin;
  const shows = (v) => v !== null && Number.isFinite(v) && (!log || v > 0);
  const pixel = (v) => from + ((to - from) * ((log ? Math.log10(v) : v) - low)) / (high - low);
  const ticks = [];
  if (log) {
    const few = high - low < 2.2;
    for (let decade = Math.floor(low); decade <= high; ++decade)
      for (let digit = 1; digit < 10; ++digit) {
        const place = Math.log10(digit) + decade;
        if (place < low || place > high) continue;
        ticks.push({ value: digit * 10 ** decade,
                     labelled: digit === 1 || (few && (digit === 2 || digit === 5)) });
      }
  } else {
    const wanted = (high - low) / 5;
    const decade = 10 ** Math.floor(Math.log10(wanted));
    const step = [1, 2, 5, 10].map((d) => d * decade).find((s) => s >= wanted * (1 - 1e-9));
    for (let i = Math.ceil(low / step); i * step <= high; ++i)
      ticks.push({ value: i * step, labelled: true });
  }
  return { log, from, to, shows, pixel, ticks };
}

/** A tick's number as SVG nodes: 10 with a raised exponent where zeros would be many. */
function tickText(value, log) {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-3 * (1 - 1e-9) && size < 1e5)) return [String(Number(value.toPrecision(6)))];
  const power = Math.floor(Math.log10(size) + 1e-9);
  const mantissa = Number((value / 10 ** power).toPrecision(3));
  const raised = svg("tspan", { dy: -4, "font-size": 9 }, String(power));
  return [(log && mantissa === 1 ? "" : mantissa + "\u00b7") + "10", raised];
}

/**
 * options: title, x, y (labels), logX, logY, series [{x, y, style, line, markers, label, ring}],
 * bands [{x, lower, upper}], rectangles [{left, right, bottom, top, dashed}], cross [x, y],
 * shade [[x, y], ...] (filled polygon), describe (text for screen readers).
 * Returns {figure, root, x, y}.
 */
function chart(options) {
  const s = chartSize;
  const xs = [], ys = [];
  for (const one of options.series)
    one.x.forEach((v, i) => {
      if (one.y[i] === null || v === null) return;
      xs.push(v);
      ys.push(one.y[i]);
    });
  for (const band of options.bands || []) { xs.push(...band.x); ys.push(...band.lower, ...band.upper); }
  for (const r of options.rectangles || []) { xs.push(r.right); ys.push(r.top); }
  for (const [px, py] of options.shade || []) { xs.push(px); ys.push(py); }
  if (options.cross) { xs.push(options.cross[0]); ys.push(options.cross[1]); }
  const x = makeAxis(xs, options.logX, s.left, s.width - s.right);
  const y = makeAxis(ys, options.logY, s.height - s.bottom, s.top);
  const root = svg("svg", { viewBox: `0 0 ${s.width} ${s.height}`, role: "img" },
    svg("title", {}, options.describe || options.title));
  const add = (name, attributes, ...children) => root.appendChild(svg(name, attributes, ...children));
  add("rect", { width: "100%", height: "100%", fill: "#fff" });
  const inside = (axis, v) => axis.shows(v)
    ? Math.max(Math.min(axis.from, axis.to), Math.min(Math.max(axis.from, axis.to), axis.pixel(v))) : axis.from;

  if (options.shade)
    add("path", { d: "M" + options.shade.map(([a, b]) => inside(x, a).toFixed(1) + " " + inside(y, b).toFixed(1)).join("L") + "Z",
                  fill: "#9ecae1", "fill-opacity": 0.7 });
  for (const t of x.ticks)
    add("path", { d: `M${x.pixel(t.value).toFixed(1)} ${y.to}V${y.from}`, stroke: t.labelled ? "#d0d0d0" : "#eee" });
  for (const t of y.ticks)
    add("path", { d: `M${x.from} ${y.pixel(t.value).toFixed(1)}H${x.to}`, stroke: t.labelled ? "#d0d0d0" : "#eee" });
  let last = -Infinity;
  for (const t of x.ticks.filter((t) => t.labelled)) {
    if (x.pixel(t.value) - last < 34) continue;  // no label over its neighbour
    last = x.pixel(t.value);
    add("text", { x: last, y: y.from + 17, "text-anchor": "middle" }, ...tickText(t.value, x.log));
  }
  for (const t of y.ticks.filter((t) => t.labelled))
    add("text", { x: x.from - 7, y: y.pixel(t.value) + 4, "text-anchor": "end" }, ...tickText(t.value, y.log));
  for (const band of options.bands || []) {
    const there = band.x.map((v, i) => i);
    const points = there.map((i) => [band.x[i], band.upper[i]])
      .concat(there.reverse().map((i) => [band.x[i], band.lower[i]]));
    add("path", { d: "M" + points.map(([a, b]) => x.pixel(a).toFixed(1) + " " + inside(y, b).toFixed(1)).join("L") + "Z",
                  fill: "#d0d0d0", "fill-opacity": 0.7 });
  }
  for (const r of options.rectangles || []) {
    const left = inside(x, r.left), top = inside(y, r.top);
    add("rect", { x: left, y: top, width: Math.max(0, inside(x, r.right) - left),
                  height: Math.max(0, inside(y, r.bottom) - top), fill: "none", stroke: "#333",
                  "stroke-dasharray": "5 3" });
  }
  add("rect", { x: x.from, y: y.to, width: x.to - x.from, height: y.from - y.to, fill: "none", stroke: "#666" });

  for (const one of options.series) drawSeries(root, one, x, y);
  drawLabels(root, options.series, x, y);
  if (options.cross && x.shows(options.cross[0]) && y.shows(options.cross[1]))
    add("path", { d: markerPath(6, x.pixel(options.cross[0]), y.pixel(options.cross[1]), 6), fill: "none",
                  stroke: "#000", "stroke-width": 2 });
  add("text", { class: "head", x: s.left, y: 18 }, options.title);
  add("text", { x: (x.from + x.to) / 2, y: s.height - 12, "text-anchor": "middle" }, options.x);
  const middle = (y.from + y.to) / 2;
  add("text", { x: 14, y: middle, "text-anchor": "middle", transform: `rotate(-90 14 ${middle})` }, options.y);
  return { figure: el("figure", {}, root), root, x, y };
}

function drawSeries(root, one, x, y) {
  const points = one.x.map((v, i) => [v, one.y[i]]).filter(([a, b]) => x.shows(a) && y.shows(b))
    .map(([a, b]) => [x.pixel(a), y.pixel(b)]);
  if (!points.length) return;
  const group = root.appendChild(svg("g", { class: "series" }));
  if (one.line !== false)
    group.appendChild(svg("path", { d: "M" + points.map(([a, b]) => a.toFixed(1) + " " + b.toFixed(1)).join("L"),
      fill: "none", stroke: one.style[0], "stroke-width": one.width || 1.7,
      "stroke-dasharray": one.style[3] || undefined }));
  if (one.markers !== false)
    group.appendChild(svg("path", { d: points.map(([a, b]) => markerPath(one.style[1], a, b)).join(""),
      ...markerPaint(one.style) }));
  if (one.ring !== undefined && points[one.ring])
    group.appendChild(svg("circle", { cx: points[one.ring][0], cy: points[one.ring][1], r: 7, fill: "none",
      stroke: "#000", "stroke-width": 1.4 }));
}

/** Labels of series beside their first (or last) point, on top of every line; none over another
 * label, nor over a ring. */
function drawLabels(root, series, x, y) {
  const taken = [];  // middles of labels and of rings
  for (const one of series) {
    if (one.ring === undefined || !x.shows(one.x[one.ring]) || !y.shows(one.y[one.ring])) continue;
    taken.push({ x: x.pixel(one.x[one.ring]), y: y.pixel(one.y[one.ring]), wide: 14, high: 13 });
  }
  for (const one of series) {
    if (!one.label) continue;
    const there = one.x.map((v, k) => k).filter((k) => x.shows(one.x[k]) && y.shows(one.y[k]));
    if (!there.length) continue;
    const k = one.labelEnd ? there[there.length - 1] : there[0];
    const from = { x: x.pixel(one.x[k]), y: y.pixel(one.y[k]) }, half = 3.5 * one.label.length;
    const free = (p) => p.y > y.to + 8 && p.y < y.from - 8 && p.x > x.from + half && p.x < x.to - half &&
      taken.every((t) => Math.abs(t.x - p.x) > t.wide || Math.abs(t.y - p.y) > t.high);
    // The nearest free place, tried around the point on wider and wider rings.
    const places = [];
    for (let reach = 10; reach < 90; reach += 4)
      for (const turn of [-1, 1, 0, -2, 2, -3, 3, 4])
        places.push({ x: from.x + reach * Math.cos(turn * Math.PI / 4), y: from.y + reach * Math.sin(turn * Math.PI / 4) });
    const at = places.find(free) || { x: Math.min(from.x + 10, x.to - half), y: from.y };
    taken.push({ ...at, wide: 2 * half + 3, high: 11 });
    if (Math.hypot(at.x - from.x, at.y - from.y) > 18)
      root.append(svg("path", { d: `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${at.x.toFixed(1)} ${at.y.toFixed(1)}`,
        stroke: one.style[0], "stroke-width": 0.7 }));
    root.append(svg("text", { class: "label", x: at.x, y: at.y + 4, "text-anchor": "middle",
      style: "fill:" + one.style[0] }, one.label));
  }
}

/** A list to choose one combination from, tied to state.chosen. */
function combinationSelect(id, place) {
  const select = el("select", { id });
  combinations.forEach((c, i) => select.append(el("option", { value: i }, c.rank + "  " + c.id)));
  select.addEventListener("change", () => { state.chosen = Number(select.value); changed("chosen"); });
  on("chosen", () => { select.value = state.chosen; });
  select.value = state.chosen;
  $(place).append(el("label", { for: id }, "Combination "), select);
}

/** A legend of series as a list: [{style, name}]. */
function legendList(entries) {
  return el("ul", { class: "legend" }, ...entries.map((e) =>
    el("li", {}, el("label", {}, swatch(e.style), e.name))));
}
