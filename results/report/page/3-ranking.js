// The ranking: sorting by any column, group filters, choosing a combination.
function setUpRanking() {
  const table = $("ranking-table");
  if (!table) return;
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value !== undefined ? Number(cell.dataset.value) : cell.textContent;
  };
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    // Shares are best when large, everything else when small.
    const first = head.dataset.key === "best" || head.dataset.key === "points" ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const order = head.getAttribute("aria-sort") === first ? other : first;
    heads.forEach((h) => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", order);
    const sign = order === "ascending" ? 1 : -1;
    const rows = [...body.rows].sort((a, b) => {
      const p = valueOf(a, column), q = valueOf(b, column);
      const difference = typeof p === "number" ? p - q : p.localeCompare(q);
      return sign * difference || a.dataset.combination - b.dataset.combination;
    });
    body.append(...rows);
  }));
  for (const row of body.rows)
    row.querySelector("button.choose").addEventListener("click", () => {
      state.chosen = Number(row.dataset.combination);
      state.shown.add(state.chosen);
      changed("chosen");
      changed("shown");
    });
  const update = () => {
    for (const row of body.rows) {
      const i = Number(row.dataset.combination);
      row.hidden = !state.visible.has(i);
      row.classList.toggle("chosen", i === state.chosen);
    }
    const hidden = combinations.length - state.visible.size;
    $("ranking-note").textContent = hidden
      ? `${state.visible.size} of ${combinations.length} combinations shown; ranks are those among all.` : "";
  };
  on("filter", update);
  on("chosen", update);
  update();
  setUpFilters();
}

/** One group of switches per attribute that has more than one level in this study. */
function setUpFilters() {
  const chips = $("filters");
  chips.classList.add("chips");
  const off = new Map();  // attribute -> levels that are switched off
  const names = Object.keys(combinations[0] ? combinations[0].groups : {});
  for (const name of names) {
    const levels = [...new Set(combinations.map((c) => c.groups[name]))].sort();
    if (levels.length < 2) continue;
    off.set(name, new Set());
    const group = el("fieldset", {}, el("legend", {}, name));
    for (const level of levels) {
      const button = el("button", { type: "button", "aria-pressed": "true",
                                    "data-filter": name + ":" + level }, level);
      button.addEventListener("click", () => {
        const isOff = off.get(name);
        if (!isOff.delete(level)) isOff.add(level);
        button.setAttribute("aria-pressed", String(!isOff.has(level)));
        state.visible = new Set([...combinations.keys()].filter((i) =>
          [...off].every(([attribute, levels]) => !levels.has(combinations[i].groups[attribute]))));
        changed("filter");
        changed("shown");
      });
      group.append(button);
    }
    chips.append(group);
  }
}
