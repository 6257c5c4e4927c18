"use strict";
// Adds sorting, filtering and a dialog for a cell's details. The page is complete without this script.

const scripts = new Map(); // scripts loaded on demand: source -> promise
for (const table of document.querySelectorAll("table[data-rows]")) makeSortable(table);
for (const form of document.querySelectorAll("form.filter")) makeFilter(form);
document.addEventListener("click", openDetails);
window.addEventListener("hashchange", reveal);
reveal();

// Makes each column's head a button that sorts: ascending, descending, original order.
function makeSortable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
      for (const other of heads) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", next);
      body.append(...(next === "none" ? rows : sorted(rows, column, next === "descending")));
    });
  });
}

// Sorts by number if every nonempty cell begins with a number, otherwise by text. Empty cells come last.
function sorted(rows, column, descending) {
  const texts = new Map(rows.map((row) => [row, textOf(row.cells[column])]));
  const numbers = new Map(rows.map((row) => [row, numberOf(texts.get(row))]));
  const full = rows.filter((row) => texts.get(row));
  const numeric = full.every((row) => !Number.isNaN(numbers.get(row)));
  const compare = numeric
    ? (a, b) => numbers.get(a) - numbers.get(b)
    : (a, b) => texts.get(a).localeCompare(texts.get(b), "en", { numeric: true });
  full.sort(descending ? (a, b) => compare(b, a) : compare);
  return [...full, ...rows.filter((row) => !texts.get(row))];
}

function textOf(cell) {
  const text = (cell.querySelector(".printed, .measured") ?? cell).textContent.trim();
  return text === "–" ? "" : text;
}

function numberOf(text) {
  const found = /^(?:about |[<>≤≥√×(] ?)*([-−+]?\d[\d,]*\.?\d*(?:e[-+]?\d+)?)/.exec(text);
  return found ? Number(found[1].replaceAll(",", "").replace("−", "-")) : NaN;
}

// Shows the rows that contain all the words and, in tables with verdicts, a cell with a chosen verdict.
// Cells with other verdicts fade.
function makeFilter(form) {
  const boxes = [...form.querySelectorAll("[name=verdict]")];
  const verdicts = boxes.map((box) => box.value);
  const rows = [...document.querySelectorAll("table[data-rows]")].flatMap((table) => {
    const own = [...table.tBodies[0].rows].map((row) => ({
      row,
      text: row.textContent.toLowerCase(),
      cells: [...row.cells].filter((cell) => verdictOf(cell, verdicts)),
    }));
    const judged = own.some(({ cells }) => cells.length);
    return own.map((one) => ({ ...one, judged, counts: !table.closest("details") }));
  });
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("input", filter);

  function filter() {
    const words = form.elements.words.value.toLowerCase().split(/\s+/);
    const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const { row, text, cells, judged } of rows) {
      const chosen = !judged || wanted.size === boxes.length || cells.some((cell) => wanted.has(verdictOf(cell, verdicts)));
      row.hidden = !chosen || !words.every((word) => text.includes(word));
      for (const cell of cells) cell.classList.toggle("faded", !wanted.has(verdictOf(cell, verdicts)));
    }
    const counted = rows.filter(({ counts }) => counts);
    const left = counted.filter(({ row }) => !row.hidden).length;
    form.querySelector("output").textContent = left === counted.length ? "" : `${left} of ${counted.length} rows`;
  }
}

function verdictOf(cell, verdicts) {
  return verdicts.find((verdict) => cell.classList.contains(verdict));
}

// Opens a dialog with a cell's details and its run's record, copied from the lists further down the page.
function openDetails(event) {
  const dialog = document.getElementById("cell-details");
  const link = event.target.closest("a.measured");
  if (event.target === dialog || event.target.closest(".dismiss")) dialog.close();
  const row = link && document.getElementById(link.hash.slice(1));
  if (!row) return;
  event.preventDefault();
  const head = document.createElement("h2");
  head.id = "cell-details-head";
  const cell = link.closest("td, th");
  const address = document.createElement("a");
  address.href = `#${cell.id}`;
  address.textContent = cell.id;
  address.addEventListener("click", () => dialog.close());
  head.append(address);
  const dismiss = document.createElement("button");
  dismiss.className = "dismiss";
  dismiss.type = "button";
  dismiss.setAttribute("aria-label", "Close");
  dismiss.textContent = "×";
  dialog.replaceChildren(head, dismiss, listOf(row));
  const runLink = row.querySelector("a[href^='#run-']");
  const run = runLink && document.getElementById(runLink.hash.slice(1));
  if (run) {
    const title = document.createElement("h3");
    title.textContent = "The run";
    dialog.append(title, listOf(run));
    drawCurve(dialog, runLink.textContent);
  }
  dialog.showModal();
}

// Draws the curve of a run, if it has one. The data of the page Explore are loaded on the first call; when they
// arrive, the dialog may already show another run.
async function drawCurve(dialog, name) {
  const place = document.createElement("div");
  dialog.append(place);
  await loaded("data/explore.js");
  const run = EXPLORED.runs.find((one) => one.run === name);
  const points = run ? run.curve.filter(([updates, , , margin]) => updates > 0 && margin > 0) : [];
  if (points.length < 2) return;
  await loaded("static/plotly-basic.min.js");
  if (!place.isConnected) return;
  const line = (label, column, dash) => ({ name: label, x: points.map((point) => point[0]), y: points.map((point) => point[column]), mode: "lines", line: { dash, color: "#14508c" } });
  const end = points[points.length - 1][3];
  const { name: problem, maximum } = EXPLORED.problems[run.problem];
  const learners = new Set([run.algorithm, ...EXPLORED.first]);
  const shown = [["view", "curves"], ["problem", problem], ["y", maximum ? "part" : "margin"], ["bound", "on"], ...[...learners].map((learner) => ["learner", learner])];
  place.after(Object.assign(document.createElement("a"), { href: `explore.html#${new URLSearchParams(shown)}`, textContent: "compare with other learners" }));
  await Plotly.newPlot(place, [line("margin", 3), line("certified bound", 4, "dot")], {
    height: 240, margin: { l: 62, r: 8, t: 8, b: 40 }, legend: { orientation: "h", y: 1.15 },
    xaxis: { type: "log", title: { text: "updates" }, dtick: 1 }, yaxis: { range: [0, 2 * end] },
  }, { staticPlot: true, responsive: true });
}

function loaded(source) {
  if (!scripts.has(source)) {
    scripts.set(source, new Promise((done, failed) => {
      document.head.append(Object.assign(document.createElement("script"), { src: source, onload: done, onerror: failed }));
    }));
  }
  return scripts.get(source);
}

// Returns a row of a table as a list of heads and cells, without the empty cells.
function listOf(row) {
  const heads = [...row.closest("table").tHead.rows[0].cells];
  const list = document.createElement("dl");
  [...row.cells].forEach((cell, column) => {
    if (!cell.textContent.trim()) return;
    const term = document.createElement("dt");
    term.textContent = heads[column].textContent;
    const description = document.createElement("dd");
    description.className = cell.className;
    if (!cell.className) description.removeAttribute("class");
    const link = cell.querySelector("a");
    if (link) description.textContent = link.textContent;
    else description.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
    list.append(term, description);
  });
  return list;
}

// On a narrow screen, scroll the bar of pages to the current page.
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Shows the target of a link, even if a filter or a fold hides it.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("tr")?.hidden) document.querySelector("form.filter").reset();
  for (let at = target.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
  setTimeout(() => target.scrollIntoView({ block: "nearest" }));
}
