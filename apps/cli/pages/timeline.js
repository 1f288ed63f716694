"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e[key] = value; else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}
const time = (us) => us >= 1e6 ? (us / 1e6).toPrecision(4) + " s" : us >= 1e3 ? (us / 1e3).toPrecision(4) + " ms" : us.toFixed(us < 10 ? 2 : 1) + " µs";

// Colours by the rank of an operator, so that neighbours in the table differ most.
const PALETTE = ["#3b7dd8", "#d9822b", "#3f9b6c", "#b84a62", "#8a56c2", "#2a9d9d", "#a68a2d", "#c2407f", "#5b6bb5", "#7a9a3a", "#a0603c", "#4d8fac"];
const rank = new Map(data.operators.map((o, i) => [o.op, i]));
const colourOf = (op) => (rank.has(op) && rank.get(op) < PALETTE.length ? PALETTE[rank.get(op)] : "#7b8494");

// A step that lies within another (the body of If, Loop or Scan) takes the lane below it.
const steps = data.steps.map((step, index) => ({...step, index, us: step.end_us - step.begin_us, lane: 0, own: step.end_us - step.begin_us}));
const ordered = [...steps].sort((a, b) => a.begin_us - b.begin_us || b.end_us - a.end_us);
const open = [];
let lanes = 1;
for (const step of ordered) {
  while (open.length && open[open.length - 1].end_us <= step.begin_us) open.pop();
  if (open.length && open[open.length - 1].end_us >= step.end_us) open[open.length - 1].own -= step.us;
  step.lane = open.length;
  lanes = Math.max(lanes, step.lane + 1);
  open.push(step);
}
const begin = 0, end = Math.max(1, ...[data.run_us, steps.reduce((a, s) => Math.max(a, s.end_us), 0)].map((v) => Math.min(v, 2 * steps.reduce((a, s) => Math.max(a, s.end_us), 0) || v)));
const busy = steps.reduce((a, s) => a + s.own, 0);

const LANE = 34, AXIS = 26, view = $("view"), tip = $("tip");
let from = begin, to = end, picked = null, lit = "";
function draw() {
  const ratio = devicePixelRatio || 1, w = view.parentElement.clientWidth, h = AXIS + lanes * LANE + 10;
  view.width = w * ratio; view.height = h * ratio; view.style.height = h + "px";
  const c = view.getContext("2d"), css = getComputedStyle(document.body);
  const soft = css.getPropertyValue("--soft"), line = css.getPropertyValue("--line");
  c.scale(ratio, ratio);
  c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
  const x = (us) => (us - from) / (to - from) * w;
  let step = 10 ** Math.floor(Math.log10((to - from) / 4));
  for (const factor of [5, 2]) if ((to - from) / (step * factor) >= 5) { step *= factor; break; }
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
    c.fillStyle = line; c.fillRect(x(t), 0, 1, h);
    c.fillStyle = soft; c.fillText(time(t), x(t) + 4, 15);
  }
  for (const s of ordered) {
    const a = Math.max(-2, x(s.begin_us)), b = Math.min(w + 2, x(s.end_us));
    if (b < 0 || a > w) continue;
    const y = AXIS + s.lane * LANE, width = Math.max(0.6, b - a - (b - a > 3 ? 1 : 0));
    c.globalAlpha = lit && s.op !== lit ? 0.2 : 1;
    c.fillStyle = colourOf(s.op);
    c.fillRect(a, y, width, LANE - 4);
    if (s === picked) { c.strokeStyle = css.color; c.lineWidth = 2; c.strokeRect(a + 1, y + 1, Math.max(1, width - 2), LANE - 6); }
    if (width > 26) {
      c.save(); c.beginPath(); c.rect(a, y, width - 3, LANE); c.clip();
      c.fillStyle = "#fff"; c.fillText(s.op, Math.max(a, 0) + 5, y + 13);
      if (width > 60) { c.globalAlpha *= 0.8; c.fillText(time(s.us), Math.max(a, 0) + 5, y + 26); }
      c.restore();
    }
    c.globalAlpha = 1;
  }
}
function at(event) {
  const box = view.getBoundingClientRect(), t = from + (event.clientX - box.left) / box.width * (to - from);
  const lane = Math.floor((event.clientY - box.top - AXIS) / LANE), slack = (to - from) / box.width;
  return ordered.find((s) => s.lane === lane && s.begin_us <= t && t <= s.end_us) ||
    ordered.find((s) => s.lane === lane && s.begin_us - slack <= t && t <= s.end_us + slack);
}
function show(a, b) {
  const width = Math.min(end - begin, Math.max((end - begin) / 1e5, b - a));
  from = Math.max(begin, Math.min(a, end - width));
  to = from + width;
  draw();
}
let drag = null;
view.onwheel = (event) => {
  event.preventDefault();
  const box = view.getBoundingClientRect(), share = (event.clientX - box.left) / box.width, t = from + share * (to - from);
  const width = Math.min(end - begin, (to - from) * Math.exp(Math.sign(event.deltaY) * Math.min(120, Math.abs(event.deltaY) || 1) / 400));
  show(t - share * width, t - share * width + width);
};
view.onmousedown = (event) => { drag = [event.clientX, from]; };
onmouseup = () => { drag = null; };
view.ondblclick = () => show(begin, end);
view.onmouseleave = () => { tip.hidden = true; };
view.onmousemove = (event) => {
  const box = view.getBoundingClientRect();
  if (drag) { const a = drag[1] - (event.clientX - drag[0]) / box.width * (to - from); show(a, a + (to - from)); return; }
  const s = at(event);
  tip.hidden = !s;
  if (!s) return;
  tip.replaceChildren(element("b", {}, s.op), ` ${time(s.us)}, ${(100 * s.us / busy).toFixed(1)} %`, element("small", {}, s.node), element("small", {}, s.shapes));
  const left = event.clientX - box.left + 14;
  tip.style.left = Math.min(left, Math.max(0, box.width - tip.offsetWidth - 8)) + "px";
  tip.style.top = "4px";
  view.parentElement.style.overflow = "visible";
};
view.onclick = (event) => { picked = at(event) || null; draw(); };

// Tables that sort by the column one clicks.
function table(id, columns, list, onrow) {
  let by = columns.findIndex((c) => c.sorted);
  const render = () => {
    const c = columns[by], sorted = [...list()].sort((a, b) => {
      const x = c.value(a), y = c.value(b);
      return typeof x === "number" ? (c.rising ? x - y : y - x) : x.localeCompare(y);
    });
    const head = element("thead", {}, element("tr", {}, ...columns.map((column, i) =>
      element("th", {class: (column.number ? "number" : "") + (i === by ? " on" : ""), onclick: () => { by = i; render(); }}, column.title))));
    const body = element("tbody", {}, ...sorted.slice(0, 1000).map((row) =>
      element("tr", {onclick: () => onrow(row)}, ...columns.map((column) => element("td", {class: column.class || (column.number ? "number" : "")}, column.show(row))))));
    $(id).replaceChildren(head, body);
  };
  render();
  return render;
}
const total = (o) => o.total_us;
const swatch = (op) => { const e = element("span", {class: "swatch"}); e.style.background = colourOf(op); return e; };
const most = Math.max(1e-9, ...data.operators.map(total));
const bar = (op, share) => { const e = element("span", {class: "share"}); e.style.width = 54 * share + "px"; e.style.background = colourOf(op); return e; };
table("operators", [
  {title: "operator", class: "op", value: (o) => o.op, show: (o) => element("span", {}, swatch(o.op), o.op)},
  {title: "count", number: true, value: (o) => o.count, show: (o) => o.count},
  {title: "total", number: true, sorted: true, value: total, show: (o) => time(o.total_us)},
  {title: "mean", number: true, value: (o) => o.total_us / o.count, show: (o) => time(o.total_us / o.count)},
  {title: "share", number: true, value: total, show: (o) => (100 * o.total_us / (busy || 1)).toFixed(1) + " %"},
  {title: "", class: "bar", value: total, show: (o) => bar(o.op, o.total_us / most)},
], () => data.operators, (o) => { lit = lit === o.op ? "" : o.op; $("filter").value = lit; again(); draw(); });
const again = table("steps", [
  {title: "#", number: true, rising: true, value: (s) => s.index, show: (s) => s.index},
  {title: "operator", class: "op", value: (s) => s.op, show: (s) => element("span", {}, swatch(s.op), s.op)},
  {title: "node", class: "name", value: (s) => s.node, show: (s) => s.node},
  {title: "time", number: true, sorted: true, value: (s) => s.own, show: (s) => time(s.own)},
  {title: "share", number: true, value: (s) => s.own, show: (s) => (100 * s.own / (busy || 1)).toFixed(1) + " %"},
  {title: "shapes", class: "shapes", value: (s) => s.shapes, show: (s) => s.shapes},
], () => { const text = $("filter").value.toLowerCase(); return steps.filter((s) => (s.op + " " + s.node).toLowerCase().includes(text)); },
(s) => { picked = s; const pad = Math.max(s.us * 2, (end - begin) / 200); show(s.begin_us - pad, s.end_us + pad); scrollTo({top: 0, behavior: "smooth"}); });
$("filter").oninput = () => { lit = ""; again(); draw(); };
const file = data.model.split("/").pop();
document.title = "Timeline of " + file;
$("title").textContent = file;
$("numbers").textContent = `${time(data.run_us)} a run · ${steps.length} steps · ${time(busy)} in steps`;
onresize = draw;
draw();
