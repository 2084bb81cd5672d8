// How the area of one combination in one mode comes about (Porter et al., figure 8): linear
// axes, the box, the front and what it leaves uncovered.
function setUpArea() {
  if (!combinations.length) return;
  combinationSelect("area-select", "area-choice");
  const modes = el("select", { id: "area-mode" });
  for (const mode of data.modes) modes.append(el("option", { value: mode }, modeName(mode)));
  modes.value = data.modes[data.modes.length - 1];
  $("area-choice").append(" ", el("label", { for: "area-mode" }, "Mode "), modes);
  const draw = () => {
    const c = combinations[state.chosen], mode = Number(modes.value);
    const { lower, upper } = data.boxes[mode];
    const pairs = c.errors[mode] || [], kept = nonDominated(pairs).map((i) => pairs[i]);
    const figures = [areaChart(c, mode, kept, lower, upper, `${c.id}, mode ${mode}`)];
    // A front that fills little of the box is shown once more, magnified.
    const reach = [0, 1].map((k) => kept.reduce((most, p) => Math.max(most, p[k]), lower[k]) - lower[k]);
    const small = kept.length && [0, 1].some((k) => reach[k] < 0.2 * (upper[k] - lower[k]));
    const corner = [0, 1].map((k) => Math.min(upper[k], lower[k] + 1.5 * Math.max(reach[k], 0.01 * (upper[k] - lower[k]))));
    if (small) figures.push(areaChart(c, mode, kept, lower, corner, "Its corner, magnified", false));
    const [area, rank] = c.areas[mode];
    const line = el("p", {}, "Shaded: what the front leaves uncovered, on linear axes. Its share of the box (dashed, from the cross ",
      `at ${text(lower[0])}, ${text(lower[1])} to ${text(upper[0])}, ${text(upper[1])}) is the area fraction: `,
      el("strong", { "data-exact": area }, area.toFixed(4)), `, rank ${rank} in mode ${mode}. `,
      data.rule === "trapezoid" ? "Between points: straight lines (trapezoid rule). " : "Between points: steps, the area truly dominated. ",
      "The ends are continued straight up and straight to the right.");
    $("area-chart").replaceChildren(line, el("div", { class: "grid" }, ...figures));
  };
  modes.addEventListener("change", draw);
  on("chosen", draw);
  draw();
}

/** The box (or its part up to `upper`), the front, and shaded what it leaves uncovered. `whole`:
 * `upper` is the box's own corner; a part has no border of its own. */
function areaChart(c, mode, kept, lower, upper, title, whole = true) {
  const clip = ([x, y]) => [Math.min(upper[0], Math.max(lower[0], x)), Math.min(upper[1], Math.max(lower[1], y))];
  const curve = [];
  kept.forEach((p, i) => {
    if (i === 0) curve.push([p[0], upper[1]]);
    else if (data.rule === "staircase") curve.push([p[0], kept[i - 1][1]]);
    curve.push(p);
  });
  if (kept.length) curve.push([upper[0], kept[kept.length - 1][1]]);
  else curve.push([lower[0], upper[1]], upper);
  const inside = kept.filter((p) => p[0] <= upper[0] && p[1] <= upper[1]);
  const made = chart({ title, x: "frequency error [1]", y: "damping error [1]",
    series: [{ x: inside.map((p) => p[0]), y: inside.map((p) => p[1]), style: c.style }],
    shade: [lower, [lower[0], upper[1]], ...withCrossings(curve, lower, upper).map(clip), [upper[0], lower[1]]], cross: lower,
    rectangles: whole ? [{ left: lower[0], bottom: lower[1], right: upper[0], top: upper[1] }] : [],
    describe: `Area of ${c.id} in mode ${mode}: ${title}` });
  return made.figure;
}

/** The line with points added where it crosses a side of the box or the side's continuation: then what
 * lies outside may be moved onto the nearest side, and what lies inside stays. */
function withCrossings(line, lower, upper) {
  return line.flatMap((to, i) => {
    if (i === 0) return [to];
    const from = line[i - 1];
    const shares = [lower, upper].flatMap((corner) => [0, 1].map((k) => (corner[k] - from[k]) / (to[k] - from[k])));
    const added = shares.filter((s) => s > 0 && s < 1).sort((a, b) => a - b)
      .map((s) => [0, 1].map((k) => from[k] + s * (to[k] - from[k])));
    return [...added, to];
  });
}
