"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e[key] = value; else e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}
function svg(tag, attributes) {
  const e = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}
function short(number, unit = "") {
  const prefixes = ["", "k", "M", "G", "T"];
  let i = 0;
  for (; number >= 999.5 && i < 4; ++i) number /= 1000;
  return (i ? Number(number.toPrecision(3)) : Math.round(number)) + (prefixes[i] + unit ? " " + prefixes[i] + unit : "");
}

// A colour by what an operator is about.
const FAMILIES = [
  [/Conv|Gemm|MatMul|Einsum/, "#3b7dd8"], [/Pool/, "#5aa469"], [/Norm|LRN/, "#2a9d9d"],
  [/Relu|Sigmoid|Tanh|Gelu|Elu|Softmax|Swish|Clip|Activation|Softplus|Silu|Mish/i, "#b5532a"],
  [/LSTM|GRU|RNN|Attention|Loop|If|Scan|Sequence/, "#8a56c2"], [/Quantize|QLinear|Integer/, "#c2407f"],
  [/Concat|Split|Slice|Reshape|Transpose|Gather|Squeeze|Flatten|Pad|Expand|Shape|Tile|Cast|Scatter|Resize|DepthTo|SpaceTo/,
   "#8a7a3d"],
  [/Constant|Identity|Range|Random/, "#7b8494"], [/Tree|Linear|SVM|ZipMap|Label|Encoder|Scaler/, "#8a56c2"],
];
const colourOf = (op) => (FAMILIES.find(([pattern]) => pattern.test(op)) || [0, "#64748b"])[1];

// "float32[batch,max(n,1),8]" to "batch×…×8": sizes that are long formulas are left out.
const shortSize = (size) => (size.includes("…") ? "…" : size.length > 9 ? size.slice(0, 4) + "…" + size.slice(-2) : size);
const shapeOf = (fact) => {
  const sizes = /^\w+\[(.*?)\](?: =.*)?$/.exec(fact || "");
  if (!sizes) return fact || "";
  let text = sizes[1];
  for (let inner = ""; inner !== text;) { inner = text; text = text.replace(/\w*\([^()]*\)/g, "…"); }
  return text.split(",").map(shortSize).join("×") || "scalar";
};
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

// Nodes of the picture: the graph's own, its inputs and its outputs.
function build(list) {
  const nodes = [], producer = new Map(), facts = new Map(), readers = new Map(), edges = [];
  const port = (value, kind) => ({kind, op: value.name, title: value.name, sub: value.text.slice(value.name.length + 2),
    inputs: kind === "output" ? [value.name] : [], outputs: kind === "input" ? [value.name] : [], facts: []});
  const used = new Set(list.flatMap((node) => node.inputs));
  for (const value of data.inputs) if (!value.optional || used.has(value.name)) {
    if (!value.optional) nodes.push(port(value, "input"));
    facts.set(value.name, value.text.slice(value.name.length + 2));
  }
  // Constants are shown where they are read, as weights are.
  list.filter((node) => node.op !== "Constant").forEach((node) => nodes.push({...node, kind: "node", title: node.op, sub: shapeOf(node.facts[0])}));
  data.outputs.forEach((value) => nodes.push(port(value, "output")));
  list.filter((node) => node.op === "Constant").forEach((node) => node.outputs.forEach((name, k) => facts.set(name, node.facts[k])));
  nodes.forEach((node, i) => {
    node.index = i;
    if (node.kind === "output") return;
    node.outputs.forEach((name, k) => { if (name) { producer.set(name, i); if (node.facts[k]) facts.set(name, node.facts[k]); } });
  });
  nodes.forEach((node, i) => {
    const sources = new Set();
    for (const name of node.inputs) {
      if (!name) continue;
      if (!readers.has(name)) readers.set(name, []);
      readers.get(name).push(i);
      if (producer.has(name) && producer.get(name) !== i) sources.add(producer.get(name));
    }
    sources.forEach((source) => edges.push([source, i]));
    node.title = cut(node.title, 34);
    node.sub = cut(node.sub, 34);
    node.width = Math.max(76, node.title.length * 7.4 + 30, node.sub.length * 6.2 + 30);
    node.height = node.sub ? 40 : 28;
  });
  const bends = layoutGraph(nodes, edges);
  return {nodes, edges, bends, producer, facts, readers};
}

const built = {};
let graph, chosen = -1, hits = [], camera = {x: 0, y: 0, zoom: 1}, elements = [], edgeElements = [];
const view = $("view"), stage = $("stage"), world = svg("g", {});
view.innerHTML = '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" ' +
  'orient="auto"><path d="M0 0.8 L8 4 L0 7.2 Z"/></marker></defs>';
view.append(world);

function path(from, to, bends) {
  const points = [[from.x, from.y + from.height / 2], ...bends, [to.x, to.y - to.height / 2]];
  let d = `M${points[0][0]} ${points[0][1]}`;
  for (let i = 1; i < points.length; ++i) {
    const [x0, y0] = points[i - 1], [x1, y1] = points[i], half = (y1 - y0) / 2;
    d += `C${x0} ${y0 + half} ${x1} ${y1 - half} ${x1} ${y1}`;
  }
  return d;
}

function draw() {
  world.textContent = "";
  edgeElements = graph.edges.map(([a, b], i) => {
    const e = svg("path", {class: "edge", d: path(graph.nodes[a], graph.nodes[b], graph.bends[i]), "marker-end": "url(#arrow)"});
    world.append(e);
    return e;
  });
  elements = graph.nodes.map((node) => {
    const g = svg("g", {class: "node" + (node.kind === "node" ? "" : " port"), transform: `translate(${node.x} ${node.y})`});
    const w = node.width, h = node.height;
    g.style.setProperty("--tint", node.kind === "node" ? colourOf(node.op) : "var(--soft)");
    g.append(svg("rect", {class: "box", x: -w / 2, y: -h / 2, width: w, height: h, rx: node.kind === "node" ? 6 : h / 2}));
    if (node.kind === "node") {
      const tint = svg("rect", {class: "tint", x: -w / 2 + 1, y: -h / 2 + 1, width: 5, height: h - 2, rx: 2.5});
      tint.style.fill = colourOf(node.op);
      g.append(tint);
    }
    const title = svg("text", {class: "op", y: node.sub ? -3 : 4});
    title.textContent = node.title;
    g.append(title);
    if (node.sub) {
      const sub = svg("text", {class: "shape", y: 12});
      sub.textContent = node.sub;
      g.append(sub);
    }
    g.addEventListener("click", () => { if (!moved) choose(node.index); });
    world.append(g);
    return g;
  });
  const xs = graph.nodes.flatMap((v) => [v.x - v.width / 2, v.x + v.width / 2]);
  const ys = graph.nodes.flatMap((v) => [v.y - v.height / 2, v.y + v.height / 2]);
  const least = (list) => list.reduce((a, b) => Math.min(a, b), Infinity), most = (list) => list.reduce((a, b) => Math.max(a, b), -Infinity);
  graph.box = xs.length ? [least(xs), least(ys), most(xs), most(ys)] : [0, 0, 1, 1];
  drawMap();
}

function place() {
  world.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${camera.zoom})`);
  world.setAttribute("class", camera.zoom < 0.35 ? "far" : "");
  drawMap();
}
function zoomAt(x, y, factor) {
  const zoom = Math.min(4, Math.max(0.01, camera.zoom * factor));
  camera.x = x - (x - camera.x) * (zoom / camera.zoom);
  camera.y = y - (y - camera.y) * (zoom / camera.zoom);
  camera.zoom = zoom;
  place();
}
function fit() {
  const [x0, y0, x1, y1] = graph.box, w = stage.clientWidth, h = stage.clientHeight;
  camera.zoom = Math.min(1.5, w / (x1 - x0 + 40), h / (y1 - y0 + 40));
  camera.x = w / 2 - camera.zoom * (x0 + x1) / 2;
  camera.y = h / 2 - camera.zoom * (y0 + y1) / 2;
  place();
}
// All of it when that can be read, else its beginning.
function start() {
  fit();
  if (camera.zoom >= 0.6) return;
  const first = graph.nodes.reduce((a, b) => (b.y < a.y ? b : a));
  camera.zoom = 0.9;
  camera.x = stage.clientWidth / 2 - 0.9 * first.x;
  camera.y = 30 - 0.9 * (first.y - first.height / 2);
  place();
}
function centre(i) {
  const node = graph.nodes[i];
  camera.zoom = Math.max(camera.zoom, 0.8);
  camera.x = stage.clientWidth / 2 - camera.zoom * node.x;
  camera.y = stage.clientHeight / 2 - camera.zoom * node.y;
  place();
}

// The small map: the whole graph, and a frame around what is shown.
function drawMap() {
  const map = $("map"), [x0, y0, x1, y1] = graph.box, ratio = devicePixelRatio || 1;
  const scale = Math.min(170 / (x1 - x0 + 1), 220 / (y1 - y0 + 1));
  const w = Math.max(26, (x1 - x0) * scale + 8), h = Math.max(26, (y1 - y0) * scale + 8);
  map.hidden = camera.zoom >= 0.95 * Math.min(stage.clientWidth / (x1 - x0), stage.clientHeight / (y1 - y0)) ? false : true;
  map.width = w * ratio; map.height = h * ratio;
  map.style.width = w + "px"; map.style.height = h + "px";
  const c = map.getContext("2d");
  c.scale(ratio, ratio);
  for (const node of graph.nodes) {
    c.fillStyle = node.kind === "node" ? colourOf(node.op) : "#888";
    c.fillRect(4 + (node.x - node.width / 2 - x0) * scale, 4 + (node.y - node.height / 2 - y0) * scale,
               Math.max(1, node.width * scale), Math.max(1, node.height * scale));
  }
  c.strokeStyle = "#2463eb";
  c.lineWidth = 1.5;
  c.strokeRect(4 + (-camera.x / camera.zoom - x0) * scale, 4 + (-camera.y / camera.zoom - y0) * scale,
               stage.clientWidth / camera.zoom * scale, stage.clientHeight / camera.zoom * scale);
  map.onmousedown = (event) => {
    const box = map.getBoundingClientRect();
    camera.x = stage.clientWidth / 2 - camera.zoom * ((event.clientX - box.left - 4) / scale + x0);
    camera.y = stage.clientHeight / 2 - camera.zoom * ((event.clientY - box.top - 4) / scale + y0);
    place();
    event.stopPropagation();
  };
}

const rows = (pairs) => element("table", {}, ...pairs.filter(([, v]) => v !== "" && v !== undefined && v !== null)
  .map(([k, v]) => element("tr", {}, element("td", {title: k}, k), element("td", {}, String(v)))));
const heading = (text) => element("h3", {}, text);

// "a=1 b=[1, 2]" or lines, as pairs: a space splits only where NAME= follows.
const fieldPairs = (text) => text.split(/[,;\s]+(?=[A-Za-z_]\w*=)/).map((part) => {
  const at = part.indexOf("=");
  return at < 0 ? ["", part] : [part.slice(0, at), part.slice(at + 1)];
});

function valueLine(name, others, word) {
  const line = element("div", {class: "value"}, element("b", {}, name || "(absent)"), " ", element("code", {}, graph.facts.get(name) || ""));
  for (const i of others.slice(0, 12)) {
    line.append(element("br"), word + " ", element("a", {onclick: () => choose(i, true)}, `${graph.nodes[i].op} ${graph.nodes[i].name || ""}`));
  }
  return line;
}

function showNode(i) {
  const node = graph.nodes[i], panel = $("panel");
  panel.replaceChildren(element("h2", {}, node.op), element("div", {class: "sub"}, node.kind === "node" ? node.name || "" : "graph " + node.kind));
  panel.append(rows([["domain", node.domain], ["FLOPs", node.flops ? short(node.flops) : ""]]));
  if (node.fields) panel.append(heading("Attributes"), rows(fieldPairs(node.fields)));
  if (node.inputs.length) {
    panel.append(heading("Inputs"), ...node.inputs.map((name) =>
      valueLine(name, graph.producer.has(name) ? [graph.producer.get(name)] : [], "from")));
  }
  if (node.outputs.length) {
    panel.append(heading("Outputs"), ...node.outputs.map((name) => valueLine(name, graph.readers.get(name) || [], "to")));
  }
  panel.append(element("p", {}, element("a", {onclick: () => choose(-1)}, "about the model")));
}

function showModel() {
  const panel = $("panel"), m = data.metadata, memory = data.memory || {};
  panel.replaceChildren(element("h2", {}, m.graph_name || data.model), element("div", {class: "sub"}, m.description || m.graph_description || ""));
  panel.append(rows([["producer", [m.producer_name, m.producer_version].filter(Boolean).join(" ")],
    ["IR version", m.ir_version], ["opsets", Object.entries(m.opsets).map(([k, v]) => `${k} ${v}`).join(", ")],
    ["parameters", `${short(data.parameters)} (${short(data.parameter_bytes, "B")})`],
    ["FLOPs", data.flops ? (data.open_sizes ? "at least " : "") + short(data.flops) + " a run" : ""],
    ["memory", memory.arena_bytes ? short(memory.arena_bytes, "B") + " a run" : ""], ["nodes", graph.nodes.filter((v) => v.kind === "node").length]]));
  const value = (v) => element("div", {class: "value"}, element("b", {}, v.name), " ", element("code", {}, v.text.slice(v.name.length + 2)));
  panel.append(heading("Inputs"), ...data.inputs.filter((v) => !v.optional).map(value), heading("Outputs"), ...data.outputs.map(value));
  const counts = new Map();
  graph.nodes.forEach((node) => { if (node.kind === "node") counts.set(node.op, (counts.get(node.op) || 0) + 1); });
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  panel.append(heading("Operators"), ...sorted.map(([op, count]) => {
    const bar = element("i");
    bar.style.width = 100 * count / sorted[0][1] + "%";
    bar.style.background = colourOf(op);
    return element("div", {class: "meter", title: "Find them", onclick: () => { $("search").value = op; find(); }}, element("b", {}, op), bar, element("span", {}, count));
  }));
  const custom = Object.entries(m.custom || {});
  if (custom.length) panel.append(heading("Metadata"), rows(custom));
}

function choose(i, andCentre = false) {
  chosen = i;
  elements.forEach((e, k) => { e.classList.toggle("on", k === i); e.classList.remove("near"); });
  edgeElements.forEach((e, k) => {
    const [a, b] = graph.edges[k], on = a === i || b === i;
    e.classList.toggle("on", on);
    if (on) elements[a === i ? b : a].classList.add("near");
  });
  if (i < 0) showModel(); else showNode(i);
  if (andCentre && i >= 0) centre(i);
}

function find() {
  const text = $("search").value.trim().toLowerCase(), list = $("hits");
  hits = !text ? [] : graph.nodes.filter((node) => [node.op, node.name || "", ...node.outputs, ...node.inputs].some((s) => s.toLowerCase().includes(text)))
    .sort((a, b) => (b.op.toLowerCase() === text) - (a.op.toLowerCase() === text) || a.index - b.index).map((node) => node.index);
  const marked = new Set(hits);
  elements.forEach((e, i) => e.classList.toggle("hit", marked.has(i)));
  list.replaceChildren(...hits.slice(0, 200).map((i) => element("div", {onclick: () => { list.hidden = true; choose(i, true); }},
    graph.nodes[i].op, element("small", {}, graph.nodes[i].name || graph.nodes[i].outputs[0] || ""))));
  list.hidden = !hits.length;
}
let nextHit = 0;
$("search").oninput = () => { nextHit = 0; find(); };
$("search").onkeydown = (event) => {
  event.stopPropagation();
  if (event.key === "Enter" && hits.length) { $("hits").hidden = true; choose(hits[nextHit++ % hits.length], true); }
  if (event.key === "Escape") { $("search").value = ""; find(); stage.focus(); }
};

let moved = false, drag = null;
stage.onmousedown = (event) => { drag = [event.clientX, event.clientY]; moved = false; $("hits").hidden = true; };
onmousemove = (event) => {
  if (!drag) return;
  const dx = event.clientX - drag[0], dy = event.clientY - drag[1];
  if (Math.abs(dx) + Math.abs(dy) > 3) { moved = true; stage.classList.add("drag"); }
  if (!moved) return;
  camera.x += dx; camera.y += dy;
  drag = [event.clientX, event.clientY];
  place();
};
onmouseup = () => { drag = null; stage.classList.remove("drag"); };
view.onclick = (event) => { if (!moved && event.target === view) choose(-1); };
stage.onwheel = (event) => {
  event.preventDefault();
  const box = stage.getBoundingClientRect();
  if (event.ctrlKey || Math.abs(event.deltaY) >= 50 || event.deltaMode) {
    zoomAt(event.clientX - box.left, event.clientY - box.top, Math.exp(-Math.sign(event.deltaY) * Math.min(120, Math.abs(event.deltaY) * (event.deltaMode ? 40 : 1)) / 500));
  } else {
    camera.x -= event.deltaX; camera.y -= event.deltaY;
    place();
  }
};
const zoomMiddle = (factor) => zoomAt(stage.clientWidth / 2, stage.clientHeight / 2, factor);
$("zoom-in").onclick = () => zoomMiddle(1.3);
$("zoom-out").onclick = () => zoomMiddle(1 / 1.3);
$("fit").onclick = fit;
onkeydown = (event) => {
  const step = 80, keys = {f: fit, "+": () => zoomMiddle(1.3), "-": () => zoomMiddle(1 / 1.3), Escape: () => choose(-1),
    ArrowUp: () => { camera.y += step; place(); }, ArrowDown: () => { camera.y -= step; place(); },
    ArrowLeft: () => { camera.x += step; place(); }, ArrowRight: () => { camera.x -= step; place(); }};
  if (event.key === "/") { event.preventDefault(); $("search").focus(); return; }
  if (keys[event.key] && !event.ctrlKey && !event.metaKey) keys[event.key]();
};
onresize = place;

function show(which) {
  $("as-imported").classList.toggle("on", which === "nodes");
  $("as-run").classList.toggle("on", which === "optimized");
  graph = built[which] ||= build(data[which]);
  draw();
  choose(-1);
  start();
  find();
}
$("as-imported").onclick = () => show("nodes");
$("as-run").onclick = () => show("optimized");
const file = data.model.split("/").pop();
document.title = file;
$("title").textContent = file;
$("numbers").textContent = `${data.nodes.length} nodes · ${short(data.parameters)} parameters`;
show(location.hash === "#optimized" ? "optimized" : "nodes");
