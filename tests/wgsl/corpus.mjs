// Translates all modules of a folder, and says what became of each:
//     node tests/wgsl/corpus.mjs [--naga] [--list] [--option O]... DIR [NAME...]
// A folder with a manifest.json holds shaders with expected pixels (tests/spirv/graphicsfuzz.c describes
// it), which are drawn; of any other folder, all .spvasm and .spv files below are translated, and
// the texts given to Dawn (--naga: and to naga). With NAMEs only what has one in its name. --list
// names each refusal too, not only their reasons. Assembled words are kept in build/wgsl/corpus.
// A module that is not valid is left out. Exit code 1: a text was not accepted, a pixel is wrong,
// or the translator crashed; refusals are no failure. The last line is "N passed, N failed".
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { SetupError } from './dawn.mjs';
import { Pool } from './pool.mjs';

const run = promisify(execFile);
const FOLDER = 'build/wgsl/corpus';
const ENVIRONMENTS = ['vulkan1.1', 'vulkan1.1spv1.4', 'vulkan1.2', 'vulkan1.3'];

// The words of a file of assembly that are valid in the first environment: a path, or null.
async function assemble(path, environments = ENVIRONMENTS, validate = true) {
    if (path.endsWith('.spv')) return path;
    const text = readFileSync(path);
    const out = `${FOLDER}/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.spv`;
    if (existsSync(out)) return out;
    if (existsSync(`${out}.invalid`)) return null;
    for (const environment of environments)
        try {
            await run('spirv-as', ['--target-env', environment, '--preserve-numeric-ids', path, '-o', `${out}.new`]);
            if (validate) await run('spirv-val', ['--target-env', environment, `${out}.new`]);
            renameSync(`${out}.new`, out);
            return out;
        } catch (error) {
            writeFileSync(`${out}.invalid`, error.stderr ?? '');
        }
    return null;
}

function files_below(folder) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? files_below(path) : /\.(spvasm|spv)$/.test(path) ? [path] : [];
    }).sort();
}

// What a refusal is about: its message without names and numbers.
function reason_of(message) {
    return message.replace(/^[^:]*: ?(error: )?/, '').replace(/%\w+/g, '%').replace(/'[^']*'/g, "''").replace(/\d+/g, 'N');
}

class Tally {
    constructor(list) { this.counts = {}; this.reasons = {}; this.list = list; this.failures = 0; }
    add(verdict, name, reason = '') {
        this.counts[verdict] = (this.counts[verdict] ?? 0) + 1;
        if (verdict === 'refused' || verdict === 'absent') {
            const about = reason_of(reason);
            (this.reasons[about] ??= []).push(name);
            if (this.list) console.log(`${verdict} ${name}: ${reason}`);
        } else if (verdict !== 'right' && verdict !== 'invalid') {
            console.log(`${verdict} ${name}: ${reason}`);
            if (verdict !== 'naga') this.failures++;
        }
    }
    print() {
        const rows = Object.entries(this.reasons).sort((a, b) => b[1].length - a[1].length);
        if (rows.length) console.log('refused, by reason:');
        for (const [about, names] of rows) console.log(`  ${String(names.length).padStart(4)}  ${about}  (${names[0]})`);
        console.log(Object.entries(this.counts).map(([verdict, n]) => `${n} ${verdict}`).join(', '));
    }
}

async function each(list, work) {
    let next = 0;
    const worker = async () => { while (next < list.length) await work(list[next++]); };
    await Promise.all(Array.from({ length: 8 }, worker));
}

// ---- texts alone

async function accept(pool, tally, folder, path) {
    const name = relative(folder, path), spv = await assemble(path);
    if (!spv) return tally.add('invalid', name);
    const result = await pool.run({ name, spv });
    tally.add(result.verdict, name, result.reason);
    for (const message of result.naga ?? []) tally.add('naga', name, message);
}

// ---- pixels

function rectangle(text) {
    const m = /^DRAW_RECT POS (\d+) (\d+) SIZE (\d+) (\d+)$/.exec(text);
    if (!m) throw new Error(`run: ${text}`);
    return m.slice(1).map(Number);
}

// Some tests give less than their block has.
function padded(base64) {
    return Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(256)]).toString('base64');
}

function job_of(folder, pipeline, spv) {
    const job = { name: pipeline.shader, fragment: { spv, entry: 'main' }, size: pipeline.size,
        rectangle: rectangle(pipeline.run), targets: [{ format: 'rgba8', clear: [0, 0, 0, 1] }], bindings: [] };
    for (const b of pipeline.buffers)
        if (b.kind === 'push_constant') job.push_base64 = b.data;
        else job.bindings.push({ set: b.set, binding: b.binding, base64: padded(b.data) });
    return job;
}

function expect_colour(buffer, rest) {
    const m = /^IDX (\d+) (\d+) SIZE (\d+) (\d+) EQ_RGBA? (.*)$/.exec(rest);
    const [x, y, w, h] = m.slice(1, 5).map(Number), want = m[5].trim().split(/\s+/).map(Number);
    for (let j = y; j < y + h; j++)
        for (let i = x; i < x + w; i++) {
            const at = 4 * (j * buffer.width + i);
            for (let c = 0; c < want.length; c++)
                if (buffer.pixels[at + c] !== want[c])
                    return `pixel ${i} ${j} is ${[...buffer.pixels.subarray(at, at + 4)].join(' ')}, not ${want.join(' ')}`;
        }
    return null;
}

function histogram(pixels, channel) {
    const counts = new Float64Array(256), n = pixels.length / 4;
    for (let i = 0; i < n; i++) counts[pixels[4 * i + channel]] += 1 / n;
    return counts;
}

function expect_histogram(a, b, tolerance) {
    let most = 0;
    for (let c = 0; c < 4; c++) {
        const x = histogram(a.pixels, c), y = histogram(b.pixels, c);
        let carried = 0, sum = 0;
        for (let i = 0; i < 256; i++) carried += x[i] - y[i], sum += Math.abs(carried);
        most = Math.max(most, sum / 256);
    }
    return most <= tolerance ? null : `the histograms' distance is ${most.toPrecision(3)}`;
}

function check_expect(expect, buffers) {
    const m = /^(\S+) EQ_HISTOGRAM_EMD_BUFFER (\S+) TOLERANCE (\S+)/.exec(expect);
    if (m) return expect_histogram(buffers[m[1]], buffers[m[2]], +m[3]);
    const [name] = expect.split(' ', 1);
    return expect_colour(buffers[name], expect.slice(name.length + 1));
}

async function draw(pool, tally, folder, test) {
    const buffers = {};
    for (const pipeline of test.pipelines) {
        const spv = await assemble(join(folder, pipeline.shader), [pipeline.target_env], false);
        if (!spv) return tally.add('invalid', test.name);
        const result = await pool.run(job_of(folder, pipeline, spv));
        if (result.verdict !== 'right') return tally.add(result.verdict, test.name, result.reason);
        buffers[pipeline.fb] = { width: pipeline.size[0], pixels: result.pixels[0] };
    }
    const problem = test.expects.map((expect) => check_expect(expect, buffers)).find(Boolean);
    return tally.add(problem ? 'wrong' : 'right', test.name, problem ?? '');
}

async function main(args) {
    const flags = new Set(), names = [], options = [];
    for (let i = 0; i < args.length; i++)
        if (args[i] === '--option') options.push(args[++i]);
        else if (args[i].startsWith('--')) flags.add(args[i]);
        else names.push(args[i]);
    const folder = names.shift();
    if (!folder || !existsSync(folder)) {
        console.error('usage: node tests/wgsl/corpus.mjs [--naga] [--list] [--option O]... DIR [NAME...]');
        return 2;
    }
    mkdirSync(FOLDER, { recursive: true });
    const pool = new Pool({ naga: flags.has('--naga'), options }), tally = new Tally(flags.has('--list'));
    const wanted = (name) => names.length === 0 || names.some((n) => name.includes(n));
    const manifest = join(folder, 'manifest.json'), start = performance.now();
    if (existsSync(manifest))
        await each(JSON.parse(readFileSync(manifest, 'utf8')).filter((t) => wanted(t.name)), (test) => draw(pool, tally, folder, test));
    else
        await each(files_below(folder).filter(wanted), (path) => accept(pool, tally, folder, path));
    pool.close();
    tally.print();
    console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
    console.log(`${tally.counts.right ?? 0} passed, ${tally.failures} failed`);
    return tally.failures > 0 ? 1 : 0;
}

main(process.argv.slice(2)).then((code) => { process.exitCode = code; }, (error) => {
    console.error(error instanceof SetupError ? `corpus: ${error.message}` : error);
    process.exit(3); // children that wait would keep it alive
});
