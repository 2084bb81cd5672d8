// How sure the order is: rank intervals, and which differences between rows are meaningful.
function setUpSure() {
  const s = data.stability;
  if (!s || !combinations.length) return;
  drawIntervals(s);
  if (combinations.length > 1) drawDifferences(s);
}

function drawIntervals(s) {
  const row = 20, names = 212, count = combinations.length;
  const step = Math.max(14, Math.min(26, 330 / count));
  const top = 40, width = names + (count + 0.5) * step + 6, height = top + count * row + 6;
  const x = (rank) => names + (rank - 0.5) * step;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "img" },
    svg("title", {}, "Interval of the rank of each combination"));
  root.append(svg("text", { class: "head", x: 0, y: 14 }, "Rank of the average area"));
  const every = count > 12 ? 5 : 1;
  for (let rank = 1; rank <= count; ++rank) {
    root.append(svg("path", { d: `M${x(rank)} ${top - 4}V${height}`, stroke: "#eee" }));
    if (rank === 1 || rank % every === 0)
      root.append(svg("text", { x: x(rank), y: top - 8, "text-anchor": "middle" }, String(rank)));
  }
  combinations.forEach((c, i) => {
    const y = top + (i + 0.5) * row, [low, high] = s.rows[i].average, [lowOther, highOther] = s.rows[i].other;
    root.append(svg("g", {}, svg("title", {}, `${c.id}: rank ${c.rank}, 95 % from ${low} to ${high}, ` +
        `with the other area rule ${lowOther} to ${highOther}`),
      svg("text", { x: names - 8, y: y + 4, "text-anchor": "end" }, c.id.length > 31 ? c.id.slice(0, 30) + "\u2026" : c.id),
      svg("rect", { x: x(low) - 4, y: y - 4, width: x(high) - x(low) + 8, height: 8, rx: 4, fill: "#9ecae1" }),
      svg("rect", { x: x(lowOther) - 5, y: y - 6, width: x(highOther) - x(lowOther) + 10, height: 12, rx: 6,
                    fill: "none", stroke: "#777" }),
      svg("circle", { cx: x(c.rank), cy: y, r: 3.6, fill: "#08519c" })));
  });
  const figure = el("figure", {}, root);
  root.style.maxWidth = width + "px";
  $("intervals").append(figure);
}

function drawDifferences(s) {
  const count = combinations.length, cell = Math.max(13, Math.min(24, 420 / count));
  const left = 34, top = 66, size = count * cell;
  const width = Math.max(340, left + size + 6);  // room for the legend
  const root = svg("svg", { viewBox: `0 0 ${width} ${top + size + 26}`, width, role: "img" },
    svg("title", {}, "Which row is ahead of which column"));
  root.append(svg("text", { class: "head", x: 0, y: 14 }, "Row ahead of column in the draws"));
  root.append(svg("rect", { x: 0, y: 24, width: 12, height: 12, fill: "#08519c" }),
    svg("text", { x: 17, y: 34 }, "95 % or more"), svg("rect", { x: 108, y: 24, width: 12, height: 12, fill: "#c6dbef" }),
    svg("text", { x: 125, y: 34 }, "50\u201395 %: cannot be told apart"));
  const place = (i, value) => ({ [value]: (value === "x" ? left : top) + (i + 0.5) * cell });
  combinations.forEach((c, i) => {
    const every = count > 14 && i % 2 === 1;
    if (!every) {
      root.append(svg("text", { ...place(i, "x"), y: top - 6, "text-anchor": "middle", "font-size": 10 }, String(c.rank)));
      root.append(svg("text", { x: left - 6, y: top + (i + 0.5) * cell + 4, "text-anchor": "end" }, String(c.rank)));
    }
    combinations.forEach((d, j) => {
      const share = s.ahead[i][j];
      const fill = i === j ? "#fff" : share >= s.meaningful ? "#08519c" : share >= 0.5 ? "#c6dbef" : "#f4f4f4";
      root.append(svg("rect", { x: left + j * cell, y: top + i * cell, width: cell - 1, height: cell - 1, fill },
        svg("title", {}, i === j ? c.id : `${c.id} ahead of ${d.id} in ${Math.round(100 * share)} % of the draws`)));
    });
  });
  root.append(svg("text", { x: left, y: top + size + 18 }, "numbers: rank in the table"));
  root.style.maxWidth = width + "px";
  $("differences").append(el("figure", {}, root));
}
