// Convergence of the searches, the list of contents, and the start of everything.
function setUpConvergence() {
  if (!$("convergence-charts")) return;
  const kinds = [[1, "least frequency error"], [2, "least damping error"], [3, "area of the front so far"]];
  const draw = () => {
    const charts = kinds.map(([k, name]) => {
      const series = shownNow().map((i) => combinations[i]).filter((c) => data.histories[c.id]).map((c) => {
        const steps = data.histories[c.id].filter((s) => s[k] !== null && s[k] > 0);
        return { x: steps.map((s) => s[0]), y: steps.map((s) => s[k]), style: c.style, markers: false,
                 label: String(c.rank), labelEnd: true };
      });
      return chart({ title: name, x: "evaluations", y: name + " [1]", logX: true, logY: true, series });
    });
    $("convergence-charts").replaceChildren(el("div", { class: "grid small" }, ...charts.map((c) => c.figure)));
  };
  on("shown", draw);
  draw();
}

function setUpContents() {
  for (const section of document.querySelectorAll("main > section"))
    $("contents").append(el("a", { href: "#" + section.id }, section.querySelector("h2").textContent));
}

setUpContents();
setUpRanking();
setUpFronts();
setUpPinned();
setUpBackbones();
setUpComparisons();
setUpArea();
setUpParameters();
setUpConvergence();
setUpSure();
