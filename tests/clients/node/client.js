// A program for Node that uses onnxruntime-node as its documentation says. Expected values come from the models'
// formulas, the digits' names and the answers beside the public models.
'use strict';
const fs = require('fs');
const path = require('path');
const ort = require('onnxruntime-node');

const folder = process.argv[2];
const model = (name) => path.join(folder, `${name}.onnx`);
let passed = 0;
let failed = 0;

async function test(name, body) {
  try {
    await body();
    ++passed;
    console.log(`ok ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}: ${error.stack}`);
  }
}

const plain = (x) => JSON.stringify(x, (key, value) => (typeof value === 'bigint' ? `${value}n` : value));

function same(found, expected) {
  if (plain(found) !== plain(expected)) throw new Error(`expected ${plain(expected)}, found ${plain(found)}`);
}

function near(found, expected, rtol, atol) {
  if (found.length !== expected.length) throw new Error(`expected ${expected.length} numbers, found ${found.length}`);
  for (let i = 0; i < found.length; ++i) {
    if (!(Math.abs(Number(found[i]) - Number(expected[i])) <= atol + rtol * Math.abs(Number(expected[i]))))
      throw new Error(`number ${i}: expected ${expected[i]}, found ${found[i]}`);
  }
}

async function refused(promise, ...parts) {
  let text;
  try {
    await promise;
  } catch (error) {
    text = error.message;
  }
  if (text === undefined) throw new Error('no error');
  for (const part of parts) {
    if (!text.includes(part)) throw new Error(`expected "${part}" in the error, found: ${text}`);
  }
}

const floats = (data, dims) => new ort.Tensor('float32', Float32Array.from(data), dims);

function numbers(file, dtype) {
  const bytes = fs.readFileSync(file);
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return dtype === 'int64' ? new BigInt64Array(whole) : new Float32Array(whole);
}

// The models of trained.txt.
function trainedModels() {
  const models = [];
  for (const line of fs.readFileSync(path.join(folder, 'trained.txt'), 'utf8').split('\n')) {
    const word = line.split(' ');
    if (word[0] === 'model') {
      models.push({ name: word[1], file: word[2], rtol: +word[3], atol: +word[4], input: [], output: [] });
    } else if (word[0]) {
      const dims = word[3] === '-' ? [] : word[3].split(',').map(Number);
      models[models.length - 1][word[0]].push({ name: word[1], dtype: word[2], dims, data: numbers(word[4], word[2]) });
    }
  }
  return models;
}

const argMax = (row) => row.reduce((best, x, i) => (x > row[best] ? i : best), 0);

async function trained() {
  const pixels = numbers(path.join(folder, 'digits.f32'), 'float32');
  const digits = await ort.InferenceSession.create(model('digits'));
  const picture = (i) => floats(pixels.subarray(i * 64, i * 64 + 64), [1, 1, 8, 8]);
  await test('digits, one by one', async () => {
    for (let i = 0; i < 10; ++i) {
      const { probability } = await digits.run({ input: picture(i) });
      same(probability.dims, [1, 10]);
      same(argMax(probability.data), i);
    }
  });
  await test('digits, all at once', async () => {
    const { probability } = await digits.run({ input: floats(pixels, [10, 1, 8, 8]) });
    for (let i = 0; i < 10; ++i) same(argMax(probability.data.subarray(i * 10, i * 10 + 10)), i);
  });
  await test('digits, forty runs at a time', async () => {
    const runs = Array.from({ length: 40 }, (_, i) => digits.run({ input: picture(i % 10) }));
    const found = (await Promise.all(runs)).map((result) => argMax(result.probability.data));
    same(found, Array.from({ length: 40 }, (_, i) => i % 10));
  });
  for (const m of trainedModels()) {
    await test(`trained ${m.name}`, async () => {
      const session = await ort.InferenceSession.create(m.file);
      const feeds = {};
      for (const v of m.input) feeds[v.name] = new ort.Tensor(v.dtype, v.data, v.dims);
      const results = await session.run(feeds);
      for (const v of m.output) {
        same(results[v.name].type, v.dtype);
        same(results[v.name].dims, v.dims);
        near(results[v.name].data, v.data, m.rtol, m.atol);
      }
      await session.release();
    });
  }
}

async function loading() {
  await test('from bytes, and from a part of a buffer', async () => {
    const bytes = fs.readFileSync(model('scale'));
    same((await ort.InferenceSession.create(new Uint8Array(bytes))).inputNames, ['x']);
    const longer = new Uint8Array(bytes.length + 20);
    longer.set(bytes, 7);
    same((await ort.InferenceSession.create(longer.buffer, 7, bytes.length)).inputNames, ['x']);
  });
  await test('names and metadata', async () => {
    const s = await ort.InferenceSession.create(model('scale'));
    same(s.inputNames, ['x']);
    same(s.outputNames, ['y', 'total']);
    same(s.inputMetadata, [{ name: 'x', isTensor: true, type: 'float32', shape: ['batch', 3] }]);
    same(s.outputMetadata, [
      { name: 'y', isTensor: true, type: 'float32', shape: ['batch', 3] },
      { name: 'total', isTensor: true, type: 'float32', shape: [] },
    ]);
    const z = await ort.InferenceSession.create(model('zipmap'));
    same(z.outputMetadata, [
      { name: 'by_number', isTensor: false },
      { name: 'by_name', isTensor: false },
    ]);
  });
  await test('a missing file', () => refused(ort.InferenceSession.create(model('no such')), 'no such', "doesn't exist"));
  await test('no model', () => refused(ort.InferenceSession.create(model('broken')), 'rotobuf parsing failed'));
  await test('no bytes', () => refused(ort.InferenceSession.create(new Uint8Array([1, 2, 3])), 'protobuf'));
  await test('an unknown provider', () =>
    refused(ort.InferenceSession.create(model('scale'), { executionProviders: ['no such'] }), 'no such'));
  await test('release', async () => {
    for (let i = 0; i < 50; ++i) await (await ort.InferenceSession.create(model('scale'))).release();
  });
}

async function options() {
  const all = {
    executionProviders: ['cpu'],
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    freeDimensionOverrides: { batch: 2 },
    enableCpuMemArena: false,
    enableMemPattern: false,
    executionMode: 'parallel',
    logId: 'clients',
    logSeverityLevel: 3,
    logVerbosityLevel: 0,
    extra: { session: { set_denormal_as_zero: '1', disable_prepacking: '1' } },
  };
  for (const graphOptimizationLevel of ['disabled', 'basic', 'extended', 'layout', 'all']) {
    await test(`options, level ${graphOptimizationLevel}`, async () => {
      const s = await ort.InferenceSession.create(model('scale'), { ...all, graphOptimizationLevel });
      same(Array.from((await s.run({ x: floats([1, 2, 3, 4, 5, 6], [2, 3]) })).y.data), [2, 4, 6, 8, 10, 12]);
    });
  }
  await test('the provider as an object', async () => {
    const s = await ort.InferenceSession.create(model('scale'), { executionProviders: [{ name: 'cpu', useArena: true }] });
    same((await s.run({ x: floats([1, 2, 3], [1, 3]) })).total.data[0], 12);
  });
  await test('run options', async () => {
    const s = await ort.InferenceSession.create(model('scale'));
    const run = { logSeverityLevel: 2, logVerbosityLevel: 0, terminate: false, tag: 'one run' };
    same(Object.keys(await s.run({ x: floats([1, 2, 3], [1, 3]) }, ['total'], run)), ['total']);
  });
  await test('wrong option values', async () => {
    await refused(ort.InferenceSession.create(model('scale'), { graphOptimizationLevel: 'most' }), 'graphOptimizationLevel');
    await refused(ort.InferenceSession.create(model('scale'), { logSeverityLevel: 9 }), 'logSeverityLevel');
  });
}

async function fetches() {
  const s = await ort.InferenceSession.create(model('scale'));
  const x = floats([1, 2, 3], [1, 3]);
  await test('all outputs', async () => same(Object.keys(await s.run({ x })).sort(), ['total', 'y']));
  await test('outputs by name', async () => {
    const r = await s.run({ x }, ['total']);
    same(Object.keys(r), ['total']);
    same(r.total.dims, []);
    same(r.total.data[0], 12);
  });
  await test('an output into given memory', async () => {
    const y = floats([0, 0, 0], [1, 3]);
    const r = await s.run({ x }, { y });
    same(Array.from(y.data), [2, 4, 6]);
    same(Array.from(r.y.data), [2, 4, 6]);
  });
  await test('an output that null asks for', async () => {
    same(Array.from((await s.run({ x }, { y: null })).y.data), [2, 4, 6]);
  });
  await test('no rows', async () => {
    const r = await s.run({ x: floats([], [0, 3]) });
    same(r.y.dims, [0, 3]);
    same(r.y.data.length, 0);
    same(r.total.data[0], 0);
  });
  await test('a wrong input name', () => refused(s.run({ z: x }), "'x'"));
  await test('a wrong output name', () => refused(s.run({ x }, ['w']), 'invalid output name: w'));
  await test('a wrong element type', () =>
    refused(s.run({ x: new ort.Tensor('int64', [1n, 2n, 3n], [1, 3]) }), 'tensor(int64)', 'tensor(float)'));
  await test('a wrong rank', () => refused(s.run({ x: floats([1, 2, 3], [3]) }), 'Invalid rank for input: x'));
  await test('a wrong size', () => refused(s.run({ x: floats([1, 2], [1, 2]) }), 'Got: 2 Expected: 3'));
  await test('a wrong given output', () => refused(s.run({ x }, { y: floats([0, 0, 0, 0], [1, 4]) }), 'Got: 4 Expected: 3'));
}

async function types() {
  const cases = [
    ['float32', 'float', Float32Array.from([-0, 1.5, Infinity])],
    ['float64', 'double', Float64Array.from([1 / 3, -1e300, 5e-324])],
    ['int8', 'int8', Int8Array.from([-128, 0, 127])],
    ['int16', 'int16', Int16Array.from([-32768, 0, 32767])],
    ['int32', 'int32', Int32Array.from([-2147483648, 0, 2147483647])],
    ['int64', 'int64', BigInt64Array.from([-9223372036854775808n, 0n, 9223372036854775807n])],
    ['uint8', 'uint8', Uint8Array.from([0, 128, 255])],
    ['uint16', 'uint16', Uint16Array.from([0, 32768, 65535])],
    ['uint32', 'uint32', Uint32Array.from([0, 2147483648, 4294967295])],
    ['uint64', 'uint64', BigUint64Array.from([0n, 9223372036854775808n, 18446744073709551615n])],
    ['bool', 'bool', Uint8Array.from([1, 0, 1])],
    ['float16', 'float16', Uint16Array.from([0x3c00, 0x8000, 0x7bff])],
  ];
  const all = await ort.InferenceSession.create(model('types'));
  await test('a type without a name here', () =>
    refused(ort.InferenceSession.create(model('type_bfloat16')), 'Unsupported data type: 16'));
  for (const [type, name, data] of cases) {
    await test(`type ${type}`, async () => {
      const r = await all.run(Object.fromEntries(cases.map(([t, n, d]) => [`${n}_in`, new ort.Tensor(t, d, [3])])));
      const found = r[`${name}_out`];
      same(found.type, type);
      same(Buffer.from(found.data.buffer, found.data.byteOffset, found.data.byteLength).toString('hex'),
        Buffer.from(data.buffer).toString('hex'));
    });
  }
  const text = await ort.InferenceSession.create(model('text'));
  await test('strings', async () => {
    const a = ['', 'grün', '日本', 'x'.repeat(100000)];
    const b = ['a', 'b', '\u{1f600}', 'y'];
    const r = await text.run({ a: new ort.Tensor('string', a, [4]), b: new ort.Tensor(b, [4]) });
    same(r.joined.type, 'string');
    same(r.joined.data, a.map((s, i) => s + b[i]));
    same(r.same.data, a);
  });
  await test('no strings', async () => {
    const none = new ort.Tensor('string', [], [0]);
    same((await text.run({ a: none, b: none })).joined.data, []);
  });
}

async function main() {
  ort.env.logLevel = 'error';
  await test('versions', () => {
    same(ort.env.versions.node, require('onnxruntime-node/package.json').version);
    same(ort.listSupportedBackends().map((b) => b.name).includes('cpu'), true);
  });
  await trained();
  await loading();
  await options();
  await fetches();
  await types();
  console.log(`${passed} passed, ${failed} failed`);
}

main();
