// The run's numbers, and how they are read and written. Names of models come from a study
// file: they only ever become text nodes, never markup.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const combinations = data.combinations;
const $ = (id) => document.getElementById(id);

/** An HTML element with attributes and children (texts or nodes). */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

/** The same for SVG. */
function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** `digits` significant digits, with a power of ten where zeros would be many. */
function text(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6))
    return value.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

const modeName = (mode) => `Mode ${mode} (${data.roles[mode]})`;

/** A backbone of one point: numbers again from whole steps of a unit (page_data.hpp). */
function backbone(combination, point, mode) {
  const stored = combination.backbones[mode];
  if (!stored || !stored.f[point]) return null;
  const decode = (steps, unit) => {
    let sum = 0;
    return steps.map((step) => (step === null ? null : (sum += step) * unit));
  };
  const reasons = stored.s[point] || {};
  return {
    q: stored.q,
    f: decode(stored.f[point], stored.fu),
    z: decode(stored.z[point], stored.zu),
    residual: stored.r[point].map((r) => (r === null ? null : 10 ** (-r / 10))),
    status: stored.q.map((_, i) => reasons[i] || "converged"),
  };
}

/** The measured curve of a mode at a combination's own modal amplitudes. */
function measured(combination, mode) {
  const own = combination && data.ownExperiment && data.ownExperiment[combination.id];
  const curve = (own && own[mode]) || data.experiment[mode];
  if (!curve) return null;
  const factor = curve.response && combination ? combination.factor[mode] : 1;
  return factor ? { ...curve, q: curve.q.map((q) => q * factor) } : null;
}

/** Rows of least frequency error, of the middle, of least damping error (front.csv's order). */
function shownPoints(combination) {
  const last = combination.points.length - 1;
  if (last < 0) return [];
  const names = ["least frequency error", "middle", "least damping error"];
  const rows = [0, Math.floor(last / 2), last];
  return rows.map((row, i) => ({ row, name: names[i], look: i }))
    .filter((p, i) => rows.indexOf(p.row) === i);
}

/** Indices of the pairs that no other beats, by ascending first error. */
function nonDominated(pairs) {
  const order = pairs.map((p, i) => i).filter((i) => pairs[i])
    .sort((a, b) => pairs[a][0] - pairs[b][0] || pairs[a][1] - pairs[b][1]);
  let least = Infinity;
  return order.filter((i) => {
    const better = pairs[i][1] < least;
    if (better) least = pairs[i][1];
    return better;
  });
}

/** What all parts share: who is shown, chosen, pinned. Parts listen by `changed`. */
const state = {
  shown: new Set(combinations.map((c, i) => i).slice(0, 8)),  // in fronts and convergence
  visible: new Set(combinations.keys()),                      // by the filters
  chosen: 0,
  pinned: null,  // {combination, point}
};
const listeners = {};
const on = (what, call) => (listeners[what] = listeners[what] || []).push(call);
const changed = (what) => (listeners[what] || []).forEach((call) => call());
