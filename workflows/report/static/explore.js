"use strict";
// Draws the runs and the overview in EXPLORED with plotly.js. The form is the only state; it is written to the
// page's address and read from there.

const form = document.getElementById("choice");
const plots = document.getElementById("plots");
const legend = document.getElementById("legend");
const hidden = new Set(); // learners that a click on the legend has hidden
const { problems, runs, styles, overview } = EXPLORED; // styles: colour and symbol of each learner
const ACROSS = { updates: "updates", visits: "visits of patterns", epochs: "epochs", seconds: "seconds of learning" };
const COLUMNS = ["updates", "visits", "epochs", "directional_margin", "upper_bound"]; // of a curve's points
const LEAST_MISSING = 1e-6; // smaller distances from the maximum are drawn here
const FEW = 3; // with more runs of a learner, the bands would hide each other
const NOTHING = { xaxis: { visible: false }, yaxis: { visible: false } };
const FEWEST_TICKS = 3, MOST_TICKS = 6; // of a logarithmic axis
const ROOM = 17, WIDE = 48; // pixels that a label of the vertical and of the horizontal axis needs
// Labelled margins in percent of the maximum; earlier ones are labelled first.
const PERCENT = [0, 90, 99, 99.9, 99.99, 99.999, 99.9999, -1000, 50, -100, -10000, 80, 95, 98, 99.5];
const LEAST_PART = -100; // smaller percentages of the maximum are not drawn on the linear axis
// Marks of the legend, 10 pixels wide; the names are plotly's.
const MARKS = {
  circle: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", square: "M-4-4H4V4H-4Z", diamond: "M0-5.5L5.5 0L0 5.5L-5.5 0Z", "diamond-tall": "M0-6L3.5 0L0 6L-3.5 0Z",
  "triangle-up": "M0-5L5 4H-5Z", "triangle-down": "M0 5L5-4H-5Z", "triangle-left": "M-5 0L4-5V5Z", "triangle-right": "M5 0L-4-5V5Z",
  cross: "M-5-2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z", x: "M-5-2.2L-2.2-5L0-2.8L2.2-5L5-2.2L2.8 0L5 2.2L2.2 5L0 2.8L-2.2 5L-5 2.2L-2.8 0Z",
  hexagon: "M-5 0L-2.5-4.5H2.5L5 0L2.5 4.5H-2.5Z", pentagon: "M0-5L5-1.5L3 4.5H-3L-5-1.5Z", star: "M0-6L1.6-2L6-2L2.5 1L4 5.5L0 3L-4 5.5L-2.5 1L-6-2L-1.6-2Z",
};
// Problems by the number of their runs. Problems of variants and of the reader's own data come first, then
// problems with a known maximum.
const ranked = problems.map(({ name, maximum }, place) => {
  const of = runs.filter((run) => run.problem === place);
  return { name, rank: of.length + (maximum ? runs.length : 0) + (of.some((run) => run.own) ? 2 * runs.length : 0) };
});
const named = ranked.sort((a, b) => b.rank - a.rank).map((one) => one.name);
const mine = new Set(EXPLORED.variants);
const algorithms = [...new Set([...EXPLORED.first, ...runs.map((run) => run.algorithm).sort()])];
const FIRST = { problem: named.slice(0, 2), learner: EXPLORED.first };
const compared = overview ? overview.learners : [];

if (!runs.length) for (const view of ["ends", "curves"]) form.querySelector(`option[value=${view}]`).remove();
fill("problem", named);
fill("learner", algorithms);
fill("compared", compared);
fill("x", Object.keys(ACROSS), Object.values(ACROSS));
fill("part", ["0.9", "0.95", "0.99", "0.999", "0.9999"], ["90 %", "95 %", "99 %", "99.9 %", "99.99 %"]);
form.addEventListener("change", () => {
  draw(); // first, since drawing decides which fields can be chosen
  history.replaceState(null, "", `#${new URLSearchParams(new FormData(form))}`);
});
window.addEventListener("hashchange", () => { restore(); draw(); });
restore();
draw();

function fill(name, values, texts = values) {
  form.elements[name].replaceChildren(...values.map((value, i) => new Option(texts[i], value)));
}

// Sets the form from the page's address; fields that the address lacks get their first values.
function restore() {
  const asked = new URLSearchParams(location.hash.slice(1));
  form.reset();
  for (const field of form.elements) {
    if (!field.name) continue;
    const values = asked.getAll(field.name);
    if (field.type === "checkbox") field.checked = values.length > 0;
    else if (field.multiple) {
      const wanted = [...asked].length ? values : FIRST[field.name] ?? [];
      for (const option of field.options) option.selected = wanted.includes(option.value);
    } else if (values.length && [...field.options].some((option) => option.value === values[0])) field.value = values[0];
  }
  if (!chosen("problem").length && runs.length) form.elements.problem.options[0].selected = true;
}

function chosen(name) {
  return [...form.elements[name].selectedOptions].map((option) => option.value);
}

function draw() {
  const view = form.elements.view.value;
  form.elements.bound.disabled = form.elements.y.value === "missing"; // bounds are above the maximum
  if (!view) return void (document.getElementById("shown").textContent = "There are no runs yet.");
  for (const label of form.querySelectorAll("[data-views]")) label.hidden = !label.dataset.views.split(" ").includes(view);
  const views = { ends: ofRuns, curves: ofRuns, profiles, map };
  const { panels, heads, rows, message } = views[view](view);
  document.getElementById("shown").textContent = message;
  table(heads, rows);
  while (plots.children.length > panels.length) { Plotly.purge(plots.lastChild.lastChild); plots.lastChild.remove(); }
  while (plots.children.length < panels.length) plots.append(newPanel());
  const traces = panels.flatMap((panel) => panel.traces);
  explain(traces);
  for (const trace of traces) trace.visible = !hidden.has(trace.name);
  panels.forEach(({ title, traces, layout, isMissing, tall = plots.clientWidth < 600 ? 360 : 420 }, i) => {
    const [head, panel] = plots.children[i].children;
    head.textContent = title;
    panel.setAttribute("aria-label", `${title}; the table below has the numbers`);
    panel.isMissing = isMissing;
    panel.style.height = `${layout === NOTHING ? 20 : tall}px`; // plotly fills the element
    const whole = {
      font: { family: getComputedStyle(document.body).fontFamily, size: 13, color: "#1b1e23" },
      margin: { l: 20, r: 14, t: 8, b: 20 }, autosize: true, hovermode: "closest", hoverlabel: { align: "left" },
      paper_bgcolor: "#fff", plot_bgcolor: "#fff", showlegend: false, ...layout,
    };
    Plotly.react(panel, traces, whole, { responsive: true, displaylogo: false, displayModeBar: false }).then(() => {
      Plotly.Plots.resize(panel); // it may have more room now than when it was first drawn
      panel.removeAllListeners("plotly_click");
      panel.on("plotly_click", ({ points }) => points[0].customdata?.run && open(points[0].customdata.run));
      panel.removeAllListeners("plotly_relayout");
      panel.on("plotly_relayout", (change) => Object.keys(change).some((key) => /range|size/.test(key)) && retick(panel));
      panel.removeAllListeners("plotly_afterplot");
      panel.on("plotly_afterplot", () => declutter(panel));
      return retick(panel);
    });
  });
}

function newPanel() {
  const panel = document.createElement("section"), plot = document.createElement("div");
  plot.className = "plot";
  plot.setAttribute("role", "img");
  panel.append(document.createElement("h3"), plot);
  return panel;
}

// Writes the legend below the plots: a button for each learner, which hides or shows it in all panels.
function explain(traces) {
  const drawn = new Map(traces.filter((trace) => trace.hoverinfo !== "skip" && trace.x.length).map((trace) => [trace.name, trace]));
  legend.replaceChildren(...[...drawn].map(([name, { marker }]) => {
    const button = document.createElement("button"), { colour, symbol } = styles[name] ?? { colour: marker.color, symbol: "x" };
    button.type = "button";
    button.setAttribute("aria-pressed", !hidden.has(name));
    button.innerHTML = `<svg width="26" height="14" viewBox="-13 -7 26 14" aria-hidden="true"><path d="M-13 0H13" stroke="${colour}" stroke-width="${mine.has(name) ? 3 : 1.4}"/><path d="${MARKS[symbol]}" fill="${colour}"/></svg>`;
    button.append(name);
    button.addEventListener("click", () => {
      if (!hidden.delete(name)) hidden.add(name);
      draw();
      [...legend.children].find((one) => one.textContent === name)?.focus();
    });
    return button;
  }));
}

// Labels the logarithmic axes of a panel, as far as their ranges are shown.
function retick(panel) {
  const changes = {};
  for (const name of ["xaxis", "yaxis"]) {
    const { type, range } = panel.layout[name];
    if (type !== "log" || !range) continue;
    const [low, high] = [...range].sort((a, b) => a - b);
    const isMissing = name === "yaxis" && panel.isMissing;
    const pixels = name === "yaxis" ? panel.clientHeight - 70 : panel.clientWidth - 100;
    const ticks = (isMissing && missingTicks(low, high, pixels)) || logTicks(low, high, pixels / (name === "yaxis" ? ROOM : WIDE));
    changes[`${name}.tickvals`] = ticks;
    changes[`${name}.ticktext`] = ticks.map((value) => (isMissing ? percent(1 - value).replace("-", "−") : power(value)));
  }
  return Plotly.relayout(panel, changes);
}

// Ticks between 10^low and 10^high, for which there is room: powers of ten and, if these are too few, numbers between
// them. room: how many labels fit on the axis.
function logTicks(low, high, room) {
  for (const steps of [[1], [1, 3], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const powers = Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => Math.floor(low) + i);
    const ticks = powers.flatMap((at) => steps.map((step) => Number(`${step}e${at}`))).filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
    const most = Math.min(MOST_TICKS, Math.max(FEWEST_TICKS, Math.floor(room)));
    const few = ticks.filter((_, i) => i % Math.ceil(ticks.length / most) === 0);
    const gaps = few.slice(1).map((tick, i) => Math.log10(tick / few[i]));
    if (few.length >= FEWEST_TICKS && Math.min(...gaps) * room >= high - low) return few;
  }
  const [first, last] = [10 ** low, 10 ** high], step = 10 ** Math.floor(Math.log10((last - first) / 2));
  const even = [5, 2, 1, 0.5].map((factor) => {
    const start = Math.ceil(first / (factor * step));
    return Array.from({ length: Math.floor(last / (factor * step)) - start + 1 }, (_, i) => (start + i) * factor * step);
  }).find((ticks) => ticks.length >= FEWEST_TICKS);
  return even.filter((_, i) => i % 2 === 0 || even.length < 2 * FEWEST_TICKS - 1);
}

// Ticks of the axis of missing fractions of the maximum that have room; nothing if these are too few.
function missingTicks(low, high, pixels) {
  const chosen = [];
  for (const value of PERCENT.map((part) => Number((1 - part / 100).toPrecision(6)))) {
    const at = Math.log10(value);
    if (at >= low && at <= high && chosen.every((other) => Math.abs(Math.log10(other) - at) * pixels >= ROOM * (high - low))) chosen.push(value);
  }
  return chosen.length >= FEWEST_TICKS ? chosen : null;
}

function power(value) {
  const at = Math.floor(Math.log10(value) + 1e-9), factor = Number((value / 10 ** at).toPrecision(3));
  return at >= 0 && at < 3 ? digits(value) : `${factor === 1 ? "" : `${factor}·`}10<sup>${String(at).replace("-", "−")}</sup>`;
}

// Hides the names of points that would lie on other names or beyond the plot; pointing at a point shows its name.
function declutter(panel) {
  const whole = panel.querySelector(".plot-container").getBoundingClientRect(), placed = [];
  for (const text of panel.querySelectorAll(".textpoint text")) {
    const box = text.getBoundingClientRect();
    const lies = placed.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom);
    const isOut = box.left < whole.left || box.right > whole.right || box.top < whole.top;
    text.style.visibility = lies || isOut ? "hidden" : "";
    if (!lies && !isOut) placed.push(box);
  }
}

// One panel for each problem: the final results of runs, or their curves.
function ofRuns(view) {
  const x = form.elements.x.value, y = form.elements.y.value;
  const learners = chosen("learner"), panels = [], rows = [];
  let without = 0, below = 0;
  for (const name of chosen("problem")) {
    const place = problems.findIndex((one) => one.name === name);
    const maximum = problems[place].maximum;
    const scale = y === "margin" ? 1 : maximum;
    const own = runs.filter((run) => run.problem === place && learners.includes(run.algorithm));
    const traces = [];
    for (const learner of scale ? learners : []) {
      const of = own.filter((run) => run.algorithm === learner);
      traces.push(...(view === "ends" ? ends(of, learner, styles[learner], x, y, scale) : along(of, learner, styles[learner], x, y, scale)));
      without += of.filter((run) => run[x] === null).length;
      if (y === "part") below += of.filter((run) => 100 * run.directional_margin < LEAST_PART * scale).length;
    }
    for (const run of own) rows.push([run.run, name, run.algorithm, run.parameters, run.status, run.updates, run.visits, run.epochs, run.seconds, run.directional_margin, maximum && percent(run.directional_margin / maximum), run.upper_bound]);
    const known = maximum ? `, maximum margin ${digits(maximum)}` : y === "margin" ? "" : ": the maximum margin is unknown; choose the margin as y axis";
    panels.push({ title: name + known, traces, layout: traces.length ? axes(x, y, traces) : NOTHING, isMissing: y === "missing" });
  }
  const bands = view === "curves" && form.elements.bound.checked && y !== "missing";
  const message = `${plural(rows.length, "run")} of ${plural(learners.length, "learner")} on ${plural(panels.length, "problem")}.`
    + (bands ? ` Bands are not drawn for a learner with more than ${FEW} runs on a problem.` : "")
    + (without ? ` ${plural(without, "run")} without ${ACROSS[x]} can only be found in the table.` : "")
    + (below ? ` ${plural(below, "run")} below ${LEAST_PART} % can only be found in the table.` : "")
    + (view === "curves" && x === "seconds" ? " Seconds are only known at the end of a run." : "");
  const heads = ["run", "problem", "learner", "parameters", "status", "updates", "visits", "epochs", "seconds", "margin", "% of the maximum", "certified bound"];
  return { panels, heads, rows, message };
}

function height(margin, y, scale) {
  const part = margin / scale;
  return y === "missing" ? Math.max(1 - part, LEAST_MISSING) : y === "part" ? 100 * part : margin;
}

// A variant has a thick line, as in the figure of variants.
function thickness(learner) {
  return mine.has(learner) ? 3 : 1.4;
}

// The final results of a learner's runs, and a line through the runs that no other run beats.
function ends(own, learner, style, x, y, scale) {
  const points = own.filter((run) => run[x] > 0).sort((a, b) => a[x] - b[x] || b.directional_margin - a.directional_margin);
  let best = -Infinity;
  const first = points.filter((run) => run.directional_margin > best && (best = run.directional_margin, true));
  const shared = { legendgroup: learner, name: learner, line: { color: style.colour, width: thickness(learner) }, mode: "lines" };
  const at = (some, field) => ({ x: some.map((run) => run[x]), y: some.map((run) => height(run[field], y, scale)) });
  const found = [
    { ...shared, ...at(first, "directional_margin"), hoverinfo: "skip" },
    {
      ...shared, ...at(points, "directional_margin"), mode: "markers", text: points.map((run) => says(run, run, scale)), hovertemplate: "%{text}<extra></extra>",
      customdata: points.map((run) => ({ run: run.run })),
      marker: { color: points.map((run) => (run.status === "converged" ? style.colour : "#fff")), symbol: style.symbol, size: 8, line: { color: style.colour, width: 1.5 } },
    },
  ];
  const bounded = form.elements.bound.checked && y !== "missing" ? points.filter((run) => run.upper_bound) : [];
  if (bounded.length) found.push({ ...shared, ...at(bounded, "upper_bound"), line: { ...shared.line, dash: "dot" }, hoverinfo: "skip" });
  return found;
}

// The curves of a learner's runs with the certified bound; if runs are few, a band fills the gap to the bound.
function along(own, learner, style, x, y, scale) {
  const column = COLUMNS.indexOf(x), margin = COLUMNS.indexOf("directional_margin"), bound = COLUMNS.indexOf("upper_bound");
  return own.flatMap((run) => {
    const points = run.curve.filter((point) => point[column] > 0 && point[margin] > 0);
    if (column < 0 || points.length === 0) return [];
    const at = points.map((point) => point[column]);
    const line = { color: style.colour, width: thickness(learner) }, shared = { legendgroup: learner, x: at, mode: "lines" };
    const marker = { color: style.colour, symbol: style.symbol, size: 7, maxdisplayed: 6 };
    const found = [{
      ...shared, mode: "lines+markers", marker, name: learner, line, y: points.map((point) => height(point[margin], y, scale)),
      text: points.map((point) => says(run, Object.fromEntries(COLUMNS.map((key, k) => [key, point[k]])), scale)),
      hovertemplate: "%{text}<extra></extra>", customdata: points.map(() => ({ run: run.run })),
    }];
    if (form.elements.bound.checked && y !== "missing")
      found.push({ ...shared, name: learner, hoverinfo: "skip", fill: own.length > FEW ? "none" : "tonexty", fillcolor: `${style.colour}18`, line: { color: style.colour, width: 0.7, dash: "dot" }, y: points.map((point) => height(point[bound], y, scale)) });
    return found;
  });
}

function axes(x, y, traces) {
  const xaxis = axis(ACROSS[x], form.elements.linear.checked ? "linear" : "log");
  if (y === "missing") return { xaxis, yaxis: { ...axis("% of the maximum margin", "log"), autorange: "reversed" } };
  if (y === "margin") return { xaxis, yaxis: { ...axis("directional margin", "linear"), rangemode: "tozero" } };
  const least = Math.min(0, ...traces.flatMap((trace) => trace.y));
  return { xaxis, yaxis: { ...axis("% of the maximum margin", "linear"), range: [Math.max(1.1 * least, LEAST_PART), 130] } };
}

function axis(title, type) {
  return { title: { text: title, standoff: 10 }, type, automargin: true, gridcolor: "#eee", zeroline: false };
}

function says(run, point, scale) {
  const part = scale && scale !== 1 ? ` (${percent(point.directional_margin / scale)} % of the maximum)` : "";
  const counts = ["updates", "visits", "epochs", "seconds"].filter((key) => point[key] != null).map((key) => `${number(point[key])} ${key}`);
  return [`<b>${run.algorithm}</b> ${run.parameters}`, run.run, counts.join(", "), `margin ${digits(point.directional_margin)}${part}`,
    point.upper_bound ? `certified: at most ${digits(point.upper_bound)}` : "", run.status].filter(Boolean).join("<br>");
}

// Dolan and Moré's profiles: on how many problems a learner needs at most τ times the cost of the best learner.
function profiles() {
  const { measure, part } = Object.fromEntries(["measure", "part"].map((name) => [name, form.elements[name].value]));
  const best = overview.best[`${measure} ${part}`] ?? [], least = leastOf(best), named = chosen("compared");
  const rows = [];
  const traces = compared.filter((learner) => !named.length || named.includes(learner)).flatMap((learner) => {
    const ratios = best.filter(([, of]) => of === learner).map(([problem, , value]) => [value / least[problem] || 1, problem]).sort((a, b) => a[0] - b[0]);
    for (const [ratio, problem] of ratios) rows.push([learner, problem, digits(ratio)]);
    if (!ratios.length) return [];
    const { colour, symbol } = styles[learner];
    const share = (i) => (100 * (i + 1)) / overview.problems.length;
    return [{
      name: learner, mode: "lines+markers", line: { shape: "hv", color: colour, width: 1.5 }, marker: { size: 6, symbol },
      x: ratios.map(([ratio]) => ratio), y: ratios.map((_, i) => share(i)), text: ratios.map(([ratio, problem]) => `<b>${learner}</b><br>${problem}: ${digits(ratio)} times the best`), hovertemplate: "%{text}<extra></extra>",
    }];
  }).sort((a, b) => b.y.length - a.y.length);
  const layout = { xaxis: axis("at most τ times the best", "log"), yaxis: { ...axis("% of the problems", "linear"), range: [0, 102] } };
  return { panels: [{ title: `${text("measure")}, to ${text("part")} of the maximum`, traces, layout }], heads: ["learner", "problem", "times the best"], rows, message: `${plural(traces.length, "learner")} reached this; click a learner in the legend to hide it.` };
}

function leastOf(best) {
  const least = {};
  for (const [problem, , value] of best) least[problem] = Math.min(least[problem] ?? Infinity, value);
  return least;
}

function text(name) {
  return form.elements[name].selectedOptions[0].text;
}

// Every problem at its size and difficulty, in the colour of the fastest learner.
function map() {
  const named = chosen("compared"), firsts = {};
  for (const [problem, learner, value] of overview.best[`${form.elements.measure.value} ${form.elements.part.value}`] ?? []) {
    if (named.length && !named.includes(learner)) continue;
    (firsts[problem] ??= []).push([value, learner]);
  }
  const places = overview.problems.map((one) => ({ ...one, first: (firsts[one.name] ?? []).sort((a, b) => a[0] - b[0]) }));
  const names = [...new Set(places.flatMap((one) => (one.first.length ? [one.first[0][1]] : [])))].sort();
  const traces = [...names, undefined].flatMap((learner) => {
    const own = places.filter((one) => one.first[0]?.[1] === learner);
    if (!own.length) return [];
    const style = learner ? { color: styles[learner].colour, symbol: styles[learner].symbol, size: 13 } : { color: "#b4b7bc", symbol: "x-thin-open", size: 9 };
    return [{
      name: learner ?? "nobody", mode: "markers+text", marker: style, x: own.map((one) => one.entries), y: own.map((one) => one.hardness),
      text: own.map((one) => one.name), textposition: "top center", textfont: { size: 11 }, hovertemplate: "%{customdata}<extra></extra>",
      customdata: own.map((one) => [`<b>${one.name}</b>`, ...one.first.slice(0, 4).map(([value, who]) => `${who}: ${digits(value)}`)].join("<br>")),
    }];
  });
  const rows = places.map((one) => [one.name, one.entries, digits(one.hardness), one.first[0]?.[1] ?? "nobody", one.first[1] ? digits(one.first[1][0] / one.first[0][0]) : ""]);
  const layout = { xaxis: axis("entries", "log"), yaxis: axis("R/γ", "log") };
  return { panels: [{ title: `Fastest learner to ${text("part")} of the maximum margin, in ${text("measure")}`, traces, layout, tall: 560 }], heads: ["problem", "entries", "R/γ", "fastest", "cost of the next / cost of the fastest"], rows, message: "" };
}

function table(heads, rows) {
  const made = document.querySelector("#numbers table");
  const cell = (tag, value, scope) => Object.assign(document.createElement(tag), { textContent: typeof value === "number" ? number(value) : (value ?? ""), ...(scope && { scope }) });
  const row = (...cells) => {
    const line = document.createElement("tr");
    line.append(...cells);
    return line;
  };
  made.tHead.replaceChildren(row(...heads.map((head) => cell("th", head, "col"))));
  const isOfRuns = heads[0].startsWith("run");
  made.tBodies[0].replaceChildren(...rows.map(([first, ...others]) => {
    const head = cell("th", isOfRuns ? "" : first, "row");
    if (isOfRuns) head.append(Object.assign(document.createElement("button"), { type: "button", className: "link", textContent: first, onclick: () => open(first) }));
    return row(head, ...others.map((value) => cell("td", value)));
  }));
}

// Opens the record of a run, with the command that repeats it and a link to its cell in a paper's table.
function open(name) {
  const run = runs.find((one) => one.run === name), dialog = document.getElementById("cell-details");
  const head = Object.assign(document.createElement("h2"), { id: "cell-details-head", textContent: run.run });
  const close = Object.assign(document.createElement("button"), { className: "dismiss", type: "button", textContent: "×", ariaLabel: "Close" });
  const list = document.createElement("dl");
  const fields = { learner: run.algorithm, parameters: run.parameters, problem: problems[run.problem].name, status: run.status,
    updates: number(run.updates), visits: number(run.visits), epochs: number(run.epochs), seconds: number(run.seconds), "directional margin": digits(run.directional_margin), "bound ‖a‖/Σα": digits(run.upper_bound) };
  const add = (term, ...description) => {
    const [dt, dd] = ["dt", "dd"].map((tag) => document.createElement(tag));
    dt.textContent = term;
    dd.append(...description);
    list.append(dt, dd);
  };
  for (const [term, value] of Object.entries(fields)) if (value) add(term, value);
  if (run.page) add("in the report", Object.assign(document.createElement("a"), { href: run.page, textContent: run.page.split("#")[1] }));
  add("repeat it", Object.assign(document.createElement("code"), { textContent: run.command }));
  dialog.replaceChildren(head, close, list);
  dialog.showModal();
}

function percent(part) { return (100 * part).toPrecision(6).replace(/\.?0+$/, ""); }
function digits(value) { return value == null ? "" : String(Number(value.toPrecision(6))); }
function number(value) { return value == null ? "" : Number.isInteger(value) ? value.toLocaleString("en") : digits(value); }
function plural(count, word) { return `${count} ${word}${count === 1 ? "" : "s"}`; }
