// node tests/wgsl/self_test.mjs: that jobs.mjs says "right" of what is right, and of nothing else.
// The last line is "N passed, N failed".
import { compare_bytes, compare_pixels, compare_words, open_tools, run_job } from './jobs.mjs';

let passed = 0, failed = 0;

function expect(what, is, wanted) {
    if (JSON.stringify(is) === JSON.stringify(wanted)) { passed++; return; }
    failed++;
    console.log(`FAILED ${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

const floats = (...values) => Buffer.from(new Float32Array(values).buffer);
const whole = (...values) => Buffer.from(new Uint32Array(values).buffer);

// ---- comparing

const grey = Buffer.alloc(4 * 400, 100), near = Buffer.alloc(4 * 400, 100), far = Buffer.alloc(4 * 400, 103);
near[0] = 200;
expect('one pixel of 400 may differ', compare_bytes(grey, near).right, true);
near[4] = near[8] = 200;
expect('three may not', compare_bytes(grey, near).right, false);
expect('the mean counts too', compare_bytes(grey, far).right, false);
expect('numbers that are close', compare_words(floats(1, 2), floats(1.0001, 2)).right, true);
expect('but not bit for bit', compare_words(floats(1, 2), floats(1.0001, 2), true).right, false);
expect('small whole numbers', compare_words(whole(1, 2), whole(1, 3)).right, false);
expect('a number and none', compare_words(floats(1), floats(NaN)).right, false);
expect('pixels of whole numbers', compare_pixels('rgba8ui', Buffer.alloc(16), Buffer.alloc(16, 1)).right, false);
expect('pixels of numbers', compare_pixels('rgba32f', floats(1, 2, 3, 4), floats(1, 2, 3, 4.001)).right, true);
expect('pixels of other numbers', compare_pixels('rgba32f', floats(1, 2, 3, 4), floats(1, 2, 3, 5)).right, false);

// ---- running

const tools = await open_tools(true);
const verdict = async (job) => (await run_job(tools, job)).verdict;

expect('a text', await verdict({ text: 'fn f() {}' }), 'right');
expect('no text', await verdict({ text: 'fn f( {}' }), 'rejected');
expect('naga takes a text', tools.naga.check('fn f() {}'), null);
expect('naga takes no other', tools.naga.check('fn f( {}') === null, false);

const red = { size: [4, 4], targets: [{ format: 'rgba8' }], fragment: { entry: 'main', text:
    '@fragment fn main(@builtin(position) at : vec4f) -> @location(0) vec4f { return vec4f(1, 0, (at.y + 0.5) / 255, 1); }' } };
const drawn = await run_job(tools, red);
expect('a picture', [...drawn.pixels[0].subarray(0, 4)], [255, 0, 1, 255]);
expect('its last row', [...drawn.pixels[0].subarray(60)], [255, 0, 4, 255]);
const part = await run_job(tools, { ...red, rectangle: [0, 0, 2, 2] });
expect('beyond the rectangle', [...part.pixels[0].subarray(60)], [0, 0, 0, 255]);

const twice = { entry: 'main', text: `
@group(1) @binding(2) var<storage, read_write> numbers : array<u32>;
@group(0) @binding(0) var<uniform> factor : u32;
@id(7) override more : i32 = 0;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id : vec3u) {
  if (id.x < arrayLength(&numbers)) { numbers[id.x] = numbers[id.x] * factor + u32(more); }
}` };
const job = { compute: twice, groups: [2, 1, 1], push_base64: whole(3).toString('base64'), constants: { 7: 10 },
    bindings: [{ set: 1, binding: 2, base64: whole(1, 2, 3, 4, 5).toString('base64') }] };
const after = (...values) => [{ set: 1, binding: 2, base64: whole(...values).toString('base64') }];
expect('a buffer', await verdict({ ...job, after: after(13, 16, 19, 22, 25) }), 'right');
expect('a wrong buffer', await verdict({ ...job, after: after(13, 16, 19, 22, 26) }), 'wrong');
expect('nothing given', await verdict({ ...job, bindings: [] }), 'failed');
expect('not in WebGPU', await verdict({ ...red, vertex: red.fragment, draw: { topology: 'triangle_fan' } }), 'absent');

tools.dawn.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
