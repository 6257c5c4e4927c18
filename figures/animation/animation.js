"use strict";
// Without this script the page shows the last step, and the table of all; the script shows one step, or plays them all.

const steps = JSON.parse(document.getElementById("run").textContent);
const [plane, caption, slider, play, speed] = ["plane", "caption", "step", "play", "speed"].map((id) => document.getElementById(id));
const DELAY = 1500; // milliseconds from one step to the next
let now = 0;
let timer = null;

document.getElementById("controls").hidden = false;
document.getElementById("back").addEventListener("click", () => jump(now - 1));
document.getElementById("forward").addEventListener("click", () => jump(now + 1));
play.addEventListener("click", toggle);
slider.addEventListener("input", () => jump(Number(slider.value)));
document.addEventListener("keydown", onKey);
show(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
else pause();

function show(index) {
  now = Math.max(0, Math.min(index, steps.length - 1));
  const step = steps[now];
  place("weight", step.line);
  place("before", now ? steps[now - 1].line : {});
  const band = document.getElementById("band");
  band.style.x = `${-step.line.band || 0}px`;
  band.style.width = `${2 * step.line.band || 0}px`;
  showPresented(step);
  ["margin", "bound"].forEach((name, i) => showCurve(name, i + 1));
  caption.textContent = step.caption;
  slider.value = now;
  slider.setAttribute("aria-valuetext", `after ${step.updates} updates`);
}

// The arrow of a weight with its line; there is none for a weight of 0.
function place(id, line) {
  const group = document.getElementById(id);
  group.style.visibility = "x" in line ? "visible" : "hidden";
  if ("x" in line) group.style.transform = `translate(${line.x}px, ${line.y}px) rotate(${line.turn}deg)`;
}

function showPresented(step) {
  const ring = document.getElementById("presented");
  ring.style.visibility = step.pattern === null ? "hidden" : "visible";
  if (step.pattern === null) return;
  ring.setAttribute("transform", plane.querySelectorAll(".pattern")[step.pattern].getAttribute("transform"));
  ring.querySelector("text").textContent = step.pattern + 1;
}

// A curve up to this step. place: that of the y coordinate in `chart`.
function showCurve(name, place) {
  const points = steps.slice(0, now + 1).map(({ chart }) => [chart[0], chart[place]]).filter((point) => point[1] !== null);
  document.getElementById(name).setAttribute("points", points.join(" "));
  const mark = document.getElementById(`${name}-now`);
  const here = steps[now].chart;
  mark.style.visibility = here[place] === null ? "hidden" : "visible";
  mark.setAttribute("transform", `translate(${here[0]} ${here[place] ?? 0})`);
}

function jump(index) {
  pause();
  show(index);
}

function toggle() {
  if (timer !== null) return pause();
  if (now === steps.length - 1) show(0);
  start();
}

function start() {
  play.textContent = "Pause";
  caption.setAttribute("aria-live", "off");
  timer = setTimeout(next, DELAY / Number(speed.value));
}

function next() {
  show(now + 1);
  if (now < steps.length - 1) start();
  else pause();
}

// Screen readers read a step that the user chooses, but not steps that play.
function pause() {
  clearTimeout(timer);
  timer = null;
  play.textContent = "Play";
  caption.setAttribute("aria-live", "polite");
}

function onKey(event) {
  const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 };
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, .wide")) return;
  if (event.key === " " && !event.target.closest("button, summary")) toggle();
  else if (event.key in moves) jump(moves[event.key]);
  else return;
  event.preventDefault();
}
