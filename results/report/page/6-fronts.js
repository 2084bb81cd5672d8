// Fronts of every mode: models chosen by click, numbers on hover, a point pinned by click or
// by Enter.
function setUpFronts() {
  if (!combinations.length) return;
  const legend = el("ul", { class: "legend", "aria-label": "Models shown" });
  const boxes = combinations.map((c, i) => {
    const box = el("input", { type: "checkbox", "data-combination": i });
    box.addEventListener("change", () => {
      if (box.checked) state.shown.add(i);
      else state.shown.delete(i);
      changed("shown");
    });
    legend.append(el("li", {}, el("label", { title: c.title }, box, swatch(c.style),
      el("span", { class: "rank" }, String(c.rank)), el("span", { class: "id" }, c.id))));
    return box;
  });
  const all = (wanted) => () => {
    state.shown = new Set([...combinations.keys()].filter(wanted));
    changed("shown");
  };
  const button = (label, wanted) => el("button", { type: "button", class: "plain", onclick: all(wanted) }, label);
  const choice = $("front-choice");
  choice.append(el("div", { class: "chips" }, button("all", () => true),
    button("best eight", (i) => i < 8), button("none", () => false)), legend);

  const tip = $("tip");
  tip.className = "tip";
  tip.hidden = true;
  const draw = () => {
    boxes.forEach((box, i) => {
      box.checked = state.shown.has(i);
      box.closest("li").hidden = !state.visible.has(i);
    });
    const charts = data.modes.map((mode) => frontChart(mode, tip));
    $("front-charts").replaceChildren(el("div", { class: "grid" }, ...charts));
    tip.hidden = true;
  };
  on("shown", draw);
  on("pinned", draw);
  draw();
}

const shownNow = () => [...state.shown].filter((i) => state.visible.has(i)).sort((a, b) => a - b);

function frontChart(mode, tip) {
  const series = [], hits = [];
  for (const i of shownNow()) {
    const c = combinations[i], pairs = c.errors[mode] || [];
    const kept = nonDominated(pairs);
    series.push({ x: kept.map((p) => pairs[p][0]), y: kept.map((p) => pairs[p][1]), style: c.style, markers: false,
                  label: String(c.rank) });
    const there = pairs.map((pair, point) => ({ pair, point })).filter((p) => p.pair);
    // The first row of a front is the one of least frequency error in the fitted modes.
    series.push({ x: there.map((p) => p.pair[0]), y: there.map((p) => p.pair[1]), style: c.style, line: false,
                  ring: there.length && there[0].point === 0 ? 0 : undefined });
    there.forEach((p) => hits.push({ combination: i, ...p }));
  }
  const variability = data.variability[mode], corner = data.boxes[mode].lower;
  const made = chart({
    title: modeName(mode), x: "frequency error [1]", y: "damping error [1]", logX: true, logY: true, series,
    cross: corner[0] > 0 && corner[1] > 0 ? corner : undefined,
    rectangles: variability ? [{ left: 0, bottom: 0, right: variability[0], top: variability[1] }] : [],
    describe: `${modeName(mode)}: damping error against frequency error of ${shownNow().length} models. ` +
      "Arrow keys walk from point to point, Enter pins.",
  });
  const root = made.root;
  root.setAttribute("tabindex", "0");
  root.setAttribute("role", "application");
  root.setAttribute("aria-label", `${modeName(mode)}, fronts`);
  root.dataset.mode = mode;
  hits.forEach((h) => { h.x = made.x.pixel(h.pair[0]); h.y = made.y.pixel(h.pair[1]); });
  const usable = hits.filter((h) => Number.isFinite(h.x) && Number.isFinite(h.y));
  const ring = svg("circle", { r: 8, fill: "none", stroke: "#000", "stroke-width": 2, visibility: "hidden" });
  if (state.pinned) {
    const h = usable.find((u) => u.combination === state.pinned.combination && u.point === state.pinned.point);
    if (h) root.append(svg("path", { d: markerPath(3, h.x, h.y, 7), fill: "none", stroke: "#000", "stroke-width": 2.4 }));
  }
  root.append(ring);
  let current = null;
  const show = (hit, focusedByKey) => {
    current = hit;
    ring.setAttribute("visibility", hit ? "visible" : "hidden");
    tip.hidden = !hit;
    root.style.cursor = hit ? "pointer" : "";
    if (!hit) return;
    ring.setAttribute("cx", hit.x);
    ring.setAttribute("cy", hit.y);
    fillTip(tip, hit, mode);
    const box = root.getBoundingClientRect(), scale = box.width / chartSize.width;
    const left = scrollX + box.left + hit.x * scale;
    tip.style.top = scrollY + box.top + hit.y * scale + 14 + "px";
    tip.style.left = Math.max(4, Math.min(left + 12, scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8)) + "px";
  };
  const nearest = (event) => {
    const box = root.getBoundingClientRect(), scale = chartSize.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = null, least = 16 ** 2;
    for (const h of usable) {
      const distance = (h.x - x) ** 2 + (h.y - y) ** 2;
      if (distance < least) { least = distance; best = h; }
    }
    return best;
  };
  const pin = () => {
    if (!current) return;
    state.pinned = { combination: current.combination, point: current.point };
    changed("pinned");
  };
  root.addEventListener("mousemove", (event) => show(nearest(event)));
  root.addEventListener("mouseleave", () => show(null));
  root.addEventListener("click", (event) => { show(nearest(event)); pin(); });
  root.addEventListener("blur", () => show(null));
  root.addEventListener("keydown", (event) => {
    const at = usable.indexOf(current);
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (move) show(usable[(at + move + usable.length) % usable.length]);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const models = shownNow(), from = current ? models.indexOf(current.combination) : -1;
      const next = models[(from + (event.key === "ArrowDown" ? 1 : models.length - 1)) % models.length];
      show(usable.find((h) => h.combination === next) || current);
    } else if (event.key === "Enter") pin();
    else if (event.key === "Escape") show(null);
    else return;
    event.preventDefault();
  });
  return made.figure;
}

function fillTip(tip, hit, mode) {
  const c = combinations[hit.combination];
  tip.replaceChildren(el("strong", {}, c.title), ` point ${hit.point}`,
    el("div", {}, `frequency error ${text(hit.pair[0])}, damping error ${text(hit.pair[1])} (mode ${mode})`),
    el("div", { class: "note" }, c.names.map((name, k) => `${name} ${text(c.points[hit.point][k])}`).join(", ")));
}
