"use strict";
// Layered layout of a directed graph without cycles. `nodes`: {width, height}; `edges`: [from, to].
// Gives every node x, y (its centre) and for every edge the points between its ends.
function layoutGraph(nodes, edges, gapX = 22, gapY = 34) {
  const LONG = 60;  // an edge over more layers than this is drawn past the others and takes no room
  const n = nodes.length;
  const out = Array.from({length: n}, () => []), into = Array.from({length: n}, () => []);
  edges.forEach(([a, b]) => { out[a].push(b); into[b].push(a); });
  const layer = assignLayers(n, out, into);

  // Items: the nodes, then a bend for each layer that a longer edge crosses.
  const items = nodes.map((node, i) => ({node: i, layer: layer[i], width: node.width, up: [], down: [], x: 0}));
  const bends = edges.map(([a, b]) => {
    const span = layer[b] - layer[a];
    if (span > LONG) return null;
    let previous = items[a];
    const chain = [];
    for (let l = layer[a] + 1; l <= layer[b]; ++l) {
      const item = l === layer[b] ? items[b] : {node: -1, layer: l, width: 2, up: [], down: [], x: 0};
      if (l !== layer[b]) { items.push(item); chain.push(item); }
      previous.down.push(item);
      item.up.push(previous);
      previous = item;
    }
    return chain;
  });
  const layers = [];
  items.forEach((item) => { (layers[item.layer] ||= []).push(item); });
  for (let i = 0; i < layers.length; ++i) layers[i] ||= [];
  orderLayers(layers);
  placeAcross(layers, gapX);

  let y = 0;
  const middle = layers.map((row) => {
    const height = Math.max(0, ...row.filter((item) => item.node >= 0).map((item) => nodes[item.node].height));
    const centre = y + height / 2;
    y += (height || 8) + gapY;
    return centre;
  });
  nodes.forEach((node, i) => { node.x = items[i].x; node.y = middle[layer[i]]; });
  return bends.map((chain) => (chain || []).map((item) => [item.x, middle[item.layer]]));
}

// The longest way from a start; starts move down to their first reader.
function assignLayers(n, out, into) {
  const layer = new Int32Array(n), waiting = into.map((list) => list.length), order = [];
  for (let i = 0; i < n; ++i) if (!waiting[i]) order.push(i);
  for (let k = 0; k < order.length; ++k) {
    for (const b of out[order[k]]) {
      layer[b] = Math.max(layer[b], layer[order[k]] + 1);
      if (--waiting[b] === 0) order.push(b);
    }
  }
  for (let k = order.length - 1; k >= 0; --k) {
    const a = order[k];
    if (into[a].length || !out[a].length) continue;
    layer[a] = Math.max(0, Math.min(...out[a].map((b) => layer[b])) - 1);
  }
  // Chains that hang from a start alone (shape arithmetic) follow it down.
  for (let k = order.length - 1; k >= 0; --k) {
    const a = order[k];
    if (out[a].length !== 1 || into[a].length > 1) continue;
    layer[a] = Math.max(layer[a], layer[out[a][0]] - 1);
  }
  return layer;
}

function orderLayers(layers) {
  layers.forEach((row) => row.forEach((item, i) => { item.place = i; }));
  const sweep = (row, side) => {
    for (const item of row) {
      const near = item[side].map((other) => other.place).sort((a, b) => a - b);
      const m = near.length;
      item.wish = m === 0 ? item.place : m % 2 ? near[(m - 1) / 2] : (near[m / 2 - 1] + near[m / 2]) / 2;
    }
    row.sort((a, b) => a.wish - b.wish || a.place - b.place);
    row.forEach((item, i) => { item.place = i; });
  };
  for (let round = 0; round < 6; ++round) {
    for (let i = 1; i < layers.length; ++i) sweep(layers[i], "up");
    for (let i = layers.length - 2; i >= 0; --i) sweep(layers[i], "down");
  }
  for (let i = 1; i < layers.length; ++i) sweep(layers[i], "up");
}

// Each row as near to its wishes as order and gaps allow: least squares, by pooling neighbours that collide.
function placeRow(row, gap) {
  const pools = [];
  let offset = 0;
  row.forEach((item, i) => {
    if (i > 0) offset += (row[i - 1].width + item.width) / 2 + gap;
    item.offset = offset;
    let pool = {sum: (item.wish - offset) * item.weight, weight: item.weight, first: i};
    while (pools.length && pools[pools.length - 1].sum / pools[pools.length - 1].weight > pool.sum / pool.weight) {
      const last = pools.pop();
      pool = {sum: last.sum + pool.sum, weight: last.weight + pool.weight, first: last.first};
    }
    pools.push(pool);
  });
  pools.forEach((pool, k) => {
    const end = k + 1 < pools.length ? pools[k + 1].first : row.length;
    for (let i = pool.first; i < end; ++i) row[i].x = row[i].offset + pool.sum / pool.weight;
  });
}

function placeAcross(layers, gap) {
  for (const row of layers) {
    row.forEach((item) => { item.wish = 0; item.weight = 1; });
    placeRow(row, gap);
    const centre = row.length ? (row[0].x + row[row.length - 1].x) / 2 : 0;
    row.forEach((item) => { item.x -= centre; });
  }
  const pull = (row, sides) => {
    for (const item of row) {
      let sum = 0, weight = 0;
      for (const side of sides) {
        for (const other of item[side]) {
          const w = item.node < 0 && other.node < 0 ? 8 : item.node < 0 || other.node < 0 ? 2 : 1;
          sum += other.x * w;
          weight += w;
        }
      }
      item.wish = weight ? sum / weight : item.x;
      item.weight = weight || 0.1;
    }
    placeRow(row, gap);
  };
  for (let round = 0; round < 12; ++round) {
    for (let i = 1; i < layers.length; ++i) pull(layers[i], ["up"]);
    for (let i = layers.length - 2; i >= 0; --i) pull(layers[i], round < 8 ? ["down"] : ["up", "down"]);
  }
}
