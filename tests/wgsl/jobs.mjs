// Runs shaders on Dawn and says whether they do what they should:
//     node tests/wgsl/jobs.mjs [--naga] [--all] [--may-refuse] [--wrong DIR] JOBS.jsonl...
// Each line of a file is a job; names of files in it are relative to the file itself:
//     name
//     vertex, fragment, compute: { wgsl: FILE or text: WGSL, entry }, or { spv: FILE, entry }, which
//         `lambdav translate` makes WGSL of. None of them, but `wgsl` or `text` or `spv` at the top:
//         the text is only to be accepted.
//     refused: it is to be refused, with a message that has this in it
//     bindings: [{ set, binding, element, data: FILE | size: N | base64, image: { format, shape, width, height,
//         depth, levels: [{ data }] }, sampler: { ... } }]; push: FILE; push_base64; constants: { ID: BITS }
//     after: [{ set, binding, data: FILE, image }] what they must hold then
//     groups: [x, y, z] of a compute job
//     size: [w, h], rectangle: [x, y, w, h], targets: [{ format, blend, clear, expect: FILE }],
//     draw: { count, instances, topology, depth, cull, clockwise, indices: FILE,
//         buffers: [{ stride, data, per_instance, attributes: [{ location, offset, format }] }] }
//     exact: bit for bit; zero_inputs: without a vertex stage all inputs of the fragment stage are 0,
//         else location 0 is the place in the picture
// Instead of FILE may stand { base64 }.
// A line is printed for each job that is not right (--all: for each): its verdict (refused: by the
// translator; rejected: by Dawn; wrong; absent: WebGPU has no such thing; endless; fallen: with the
// driver), name and reason. The last line is "N passed, N failed"; what is absent (--may-refuse: or
// refused) is neither. Barriers in control flow that is uniform only when it runs are absent, too.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Dawn, Naga, SetupError, format_bytes, resources_of } from './dawn.mjs';
import { Pool } from './pool.mjs';
import { translate } from './translate.mjs';

// ---- comparing: what differs is counted, and by how much

// Pictures of bytes, as tests/cli/golden_test.c compares them.
export function compare_bytes(a, b, channels = 4) {
    let beyond = 0, sum = 0, most = 0, at = -1;
    for (let i = 0; i < a.length; i += channels) {
        let here = 0;
        for (let c = 0; c < channels; c++) {
            const step = Math.abs(a[i + c] - b[i + c]);
            sum += step;
            if (step > here) here = step;
        }
        if (here > 3) { beyond++; if (at < 0) at = i / channels; }
        if (here > most) most = here;
    }
    const pixels = a.length / channels, mean = sum / a.length;
    return { right: beyond * 200 <= pixels && mean <= 0.5, beyond, pixels, most, mean, at };
}

const is_normal = (bits) => (bits & 0x7f800000) !== 0 && (bits & 0x7f800000) !== 0x7f800000;

// Whether words look like numbers rather than integers: most that are not 0 have a usual size.
function are_numbers(a) {
    let numbers = 0, others = 0;
    for (let i = 0; i + 4 <= a.length; i += 4) {
        const size = Math.abs(a.readFloatLE(i));
        if (size === 0) continue;
        if (size > 1e-20 && size < 1e20) numbers++;
        else others++;
    }
    return numbers > 4 * others;
}

// Words: the same bits, or numbers that lie as close as two drivers' sines; among numbers, one that
// is too small for its exponent may be 0.
export function compare_words(a, b, exact, tolerance = 1e-3) {
    const n = a.length >> 2, flushes = are_numbers(a);
    let differ = 0, wrong = 0, most = 0, at = -1;
    for (let i = 0; i < n; i++) {
        const x = a.readUInt32LE(4 * i), y = b.readUInt32LE(4 * i);
        if (x === y) continue;
        differ++;
        const f = a.readFloatLE(4 * i), g = b.readFloatLE(4 * i);
        const apart = Math.abs(f - g) / Math.max(1e-2, Math.abs(f), Math.abs(g));
        const plain = (bits) => is_normal(bits) || bits << 1 === 0 ||
            (flushes && (bits & 0x7f800000) === 0);
        const close = plain(x) && plain(y) && apart <= tolerance;
        if (close && apart > most) most = apart;
        if (!close || exact) { wrong++; if (at < 0) at = i; }
    }
    const same_end = a.subarray(4 * n).equals(b.subarray(4 * n));
    return { right: wrong === 0 && same_end, beyond: wrong, pixels: n, most, differ, at };
}

const HALF = new Float32Array(65536).map((_, bits) => {
    const e = bits >> 10 & 31, m = bits & 1023, s = bits >> 15 ? -1 : 1;
    return s * (e === 0 ? m * 2 ** -24 : e === 31 ? m ? NaN : Infinity : (1 + m / 1024) * 2 ** (e - 15));
});

// Pixels of any format of lambdav's: the components as numbers; one in 200 may be elsewhere.
export function compare_pixels(format, a, b) {
    const kind = format.replace(/^s?(rgba|rg|r|d)/, '');
    if (kind === '8') return compare_bytes(a, b, format_bytes(format));
    if (kind !== '32f' && kind !== '16f') {
        const size = format_bytes(format);
        let beyond = 0, at = -1;
        for (let i = 0; i < a.length; i += size) {
            if (a.compare(b, i, i + size, i, i + size) === 0) continue;
            beyond++;
            if (at < 0) at = i / size;
        }
        return { right: beyond * 200 <= a.length / size, beyond, pixels: a.length / size, at };
    }
    const step = kind === '16f' ? 2 : 4, get = (x, i) => step === 2 ? HALF[x.readUInt16LE(i)] : x.readFloatLE(i);
    let beyond = 0, most = 0, at = -1;
    for (let i = 0; i < a.length; i += step) {
        const x = get(a, i), y = get(b, i);
        if (!Number.isFinite(x)) continue; // WGSL promises nothing about NaN and infinity
        if (Object.is(x, y) || (Number.isNaN(x) && Number.isNaN(y))) continue;
        const apart = Math.abs(x - y) / Math.max(1, Math.abs(x));
        if (!(apart <= 0.012)) { beyond++; if (at < 0) at = i / step; }
        if (apart > most) most = apart;
    }
    return { right: beyond * 200 <= a.length / step, beyond, pixels: a.length / step, most, at };
}

const say = (d) => `${d.beyond} of ${d.pixels} differ, the first at ${d.at}` +
    (d.most ? `, at most ${+d.most.toPrecision(3)}` : '') + (d.mean ? `, mean ${d.mean.toFixed(3)}` : '');

// ---- a job

class Refused extends Error {}
class Rejected extends Error {}
class Absent extends Error {}

const STAGES = { vertex: '@vertex', fragment: '@fragment', compute: '@compute' };

// The name that the text gives an entry point.
function entry_of(text, stage, wanted) {
    const names = [...text.matchAll(new RegExp(`${STAGES[stage]}\\b[^{};]*?\\bfn\\s+(\\w+)`, 'g'))].map((m) => m[1]);
    return names.find((name) => name === wanted) ?? names.find((name) => name.startsWith(wanted)) ??
        names[0];
}

// Opens one stage of a job, or its whole text: { text, entry, module, table }.
async function open_stage(tools, of, stage, base) {
    let text = of.text, table = of.table;
    if (text === undefined && of.wgsl) text = readFileSync(resolve(base, of.wgsl), 'utf8');
    if (text === undefined) {
        const more = [...(of.entry ? ['--entry', of.entry] : []), ...(of.options ?? tools.options ?? [])];
        const made = await translate(resolve(base, of.spv), more);
        if (made.refused !== undefined) {
            const error = new Refused(made.refused);
            error.crashed = made.crashed;
            throw error;
        }
        ({ text, table } = made);
    }
    const { module, errors } = await tools.dawn.compile(text);
    if (errors.length)
        throw new Rejected(`${errors[0].line}:${errors[0].column}: ${errors[0].text.split('\n')[0]} | ${text.split('\n')[errors[0].line - 1]?.trim()}`);
    return { text, table, module, entry: stage && entry_of(text, stage, of.entry) };
}

// The bytes that a job names: a file, or { base64 }.
function bytes_of(base, of) {
    return typeof of === 'string' ? readFileSync(resolve(base, of)) : Buffer.from(of.base64, 'base64');
}

function open_binding(b, base) {
    const read = (name) => readFileSync(resolve(base, name));
    const made = { set: b.set, binding: b.binding, element: b.element ?? 0 };
    if (b.data) made.bytes = read(b.data);
    if (b.base64) made.bytes = Buffer.from(b.base64, 'base64');
    if (b.size) made.bytes = Buffer.alloc(b.size);
    if (b.image) made.image = { ...b.image, 
        levels: (b.image.levels ?? []).map((l) => bytes_of(base, l.data ?? l)) };
    if (b.sampler) made.sampler = b.sampler;
    return made;
}

// The place of a resource in SPIR-V: { set, binding, element, push } by the translator's table.
function origin_of(resource, tables) {
    for (const table of tables)
        for (const row of table?.bindings ?? []) {
            if (row.group !== resource.group || row.binding !== resource.binding) continue;
            return { set: row.set ?? row.group, binding: row.from ?? row.binding, element: row.element ?? 0,
                     push: row.kind === 'push_constants' };
        }
    return { set: resource.group, binding: resource.binding, element: 0 };
}

function lookup_of(job, tables, base) {
    const bindings = (job.bindings ?? []).map((b) => open_binding(b, base));
    const push = job.push ? bytes_of(base, job.push)
        : job.push_base64 ? Buffer.from(job.push_base64, 'base64') : null;
    return (resource) => {
        const origin = origin_of(resource, tables);
        if (origin.push) return { bytes: push ?? Buffer.alloc(256) };
        const found = bindings.find((b) => b.set === origin.set && b.binding === origin.binding &&
            b.element === origin.element);
        if (!found && resource.space === 'uniform' && push) return { bytes: push };
        return found;
    };
}

function check_after(job, results, base) {
    const problems = [];
    for (const { given, bytes } of results) {
        const want = (job.after ?? []).find((b) => b.set === given.set && b.binding === given.binding &&
            (b.element ?? 0) === given.element);
        if (!want) continue;
        const what = `set ${given.set}, binding ${given.binding}`;
        const expected = want.base64 ? Buffer.from(want.base64, 'base64')
            : bytes_of(base, want.data ?? want.image.levels[0].data ?? want.image.levels[0]);
        const d = want.image ? compare_pixels(want.image.format, expected, bytes)
            : compare_words(expected, bytes.subarray(0, expected.length), job.exact, job.tolerance);
        if (!d.right) problems.push(`${what}: ${say(d)}` + (want.image ? '' :
            ` (${expected.subarray(4 * d.at, 4 * d.at + 4).toString('hex')} not ${bytes.subarray(4 * d.at, 4 * d.at + 4).toString('hex')})`));
    }
    return problems;
}

// Fits vertex attributes into what the stage's inputs are: all of it is there already.
function open_draw(draw, base) {
    if (!draw) return undefined;
    if (draw.topology === 'triangle_fan') throw new Absent('triangle fans');
    const buffers = (draw.buffers ?? []).map((b) => b && { ...b, bytes: readFileSync(join(base, b.data)) });
    while (buffers.length && !buffers[buffers.length - 1]) buffers.pop();
    return { ...draw, buffers, indices: draw.indices && readFileSync(join(base, draw.indices)) };
}

// What naga says against the texts, if it is asked at all.
function ask_naga(tools, texts) {
    return tools.naga ? texts.map((text) => tools.naga.check(text)).filter(Boolean) : [];
}

// Runs a job: resolves to { verdict, reason, texts, naga, pixels, results }.
export async function run_job(tools, job, base = '.') {
    try {
        if (!job.fragment && !job.compute) {
            const stage = await open_stage(tools, job, null, base);
            return { verdict: job.refused ? 'wrong' : 'right', reason: job.refused ? `not refused: ${job.refused}` : '',
                     texts: [stage.text], naga: ask_naga(tools, [stage.text]) };
        }
        const stages = {};
        for (const stage of ['vertex', 'fragment', 'compute'])
            if (job[stage]) stages[stage] = await open_stage(tools, job[stage], stage, base);
        const tables = Object.values(stages).map((s) => s.table);
        const lookup = lookup_of(job, tables, base);
        const out = job.compute
            ? await tools.dawn.dispatch({ ...stages.compute, constants: job.constants, groups: job.groups ?? [1, 1, 1], lookup })
            : await tools.dawn.draw({ ...stages, constants: job.constants, lookup, size: job.size,
                rectangle: job.rectangle,
                zero_inputs: job.zero_inputs, targets: job.targets, draw: open_draw(job.draw, base) });
        const problems = check_after(job, out.results, base);
        (job.targets ?? []).forEach((t, i) => {
            if (!t?.expect) return;
            const d = compare_pixels(t.format, bytes_of(base, t.expect), out.pixels[i]);
            if (!d.right) problems.push(`output ${i}: ${say(d)}`);
        });
        const texts = Object.values(stages).map((s) => s.text);
        return { verdict: problems.length ? 'wrong' : 'right', reason: problems.join('; '), texts,
                 naga: ask_naga(tools, texts), ...out };
    } catch (error) {
        if (job.refused && error instanceof Refused && !error.crashed && error.message.includes(job.refused))
            return { verdict: 'right', texts: [] };
        const verdict = /needs all invocations of its workgroup/.test(error.message)
            || (error instanceof Rejected && /must only be called from uniform control flow/.test(error.message)) ? 'absent'
            : error instanceof Refused ? error.crashed ? 'crashed' : 'refused' : error instanceof Rejected ? 'rejected'
            : error instanceof Absent || /^WebGPU has no|fewer output components/.test(error.message)
                ? 'absent' : 'failed';
        return { verdict, reason: error.message.split('\n').slice(0, 3).join(' ').slice(0, 600) };
    }
}

export async function open_tools(with_naga) {
    return { dawn: await Dawn.open(), naga: with_naga ? await Naga.open() : null };
}

export function read_jobs(path) {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
        .map((line) => ({ job: JSON.parse(line), base: dirname(path) }));
}

async function main(args) {
    const files = [], flags = {};
    let wrong = null, options = [];
    for (let i = 0; i < args.length; i++) {
        if (args[i] === '--naga') flags.naga = true;
        else if (args[i] === '--all') flags.all = true;
        else if (args[i] === '--may-refuse') flags.may_refuse = true;
        else if (args[i] === '--wrong') wrong = args[++i];
        else if (args[i] === '--option') options.push(args[++i]);
        else files.push(args[i]);
    }
    if (files.length === 0) {
        console.error('usage: node tests/wgsl/jobs.mjs [--naga] [--all] [--wrong DIR] JOBS.jsonl...');
        return 2;
    }
    const pool = new Pool({ naga: flags.naga, options }), counts = {};
    let naga_refuses = 0;
    await Promise.all(files.flatMap(read_jobs).map(async ({ job, base }) => {
        const result = await pool.run(job, base);
        counts[result.verdict] = (counts[result.verdict] ?? 0) + 1;
        if (flags.all || result.verdict !== 'right')
            console.log(`${result.verdict} ${job.name}${result.reason ? `: ${result.reason}` : ''}`);
        for (const message of result.naga ?? [])
            naga_refuses++, console.log(`naga ${job.name}: ${message}`);
        if (wrong && result.verdict === 'wrong') {
            mkdirSync(wrong, { recursive: true });
            const stem = join(wrong, job.name.replace(/[^\w.-]/g, '_'));
            result.texts.forEach((text, i) => writeFileSync(`${stem}.${i}.wgsl`, text));
        }
    }));
    pool.close();
    console.log(Object.entries(counts).map(([verdict, n]) => `${n} ${verdict}`).join(', ') +
        (flags.naga ? `, ${naga_refuses} not by naga` : ''));
    const passed = counts.right ?? 0;
    const absent = (counts.absent ?? 0) + (flags.may_refuse ? counts.refused ?? 0 : 0);
    const failed = Object.values(counts).reduce((a, b) => a + b, 0) - passed - absent;
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 || passed === 0 ? 1 : 0;
}

if (process.argv[1]?.endsWith('jobs.mjs'))
    main(process.argv.slice(2)).then((code) => { process.exitCode = code; }, (error) => {
        console.error(error instanceof SetupError ? `jobs: ${error.message}` : error);
        process.exit(3); // children that wait would keep it alive
    });
