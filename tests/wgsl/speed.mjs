// node tests/wgsl/speed.mjs FILE.spv...: what a translation to WGSL takes, of spv_text.h (built as
// build/wgsl/speed) and of naga in WebAssembly, and what Dawn takes to read the text; the least of
// several runs each, in microseconds. A median stands last.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Dawn, Naga } from './dawn.mjs';

async function least(work) {
    let best = Infinity;
    for (let i = 0; i < 7; i++) {
        const start = performance.now();
        try {
            if (await work(i) === null) return NaN;
        } catch {
            return NaN;
        }
        best = Math.min(best, performance.now() - start);
    }
    return 1000 * best;
}

const median = (list) => {
    const sorted = list.filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
    return sorted.length ? sorted[sorted.length >> 1] : NaN;
};

const naga = await Naga.open(), dawn = await Dawn.open(), rows = [];
for (const line of execFileSync('build/wgsl/speed', process.argv.slice(2)).toString().trim().split('\n')) {
    const [path, bytes, size, ours] = line.split(' ');
    const words = readFileSync(path);
    const text = execFileSync('build/lambdav', ['translate', path]).toString();
    rows.push({ path, bytes: +bytes, text: +size, ours: +ours,
        naga: await least(() => naga.translate(words)),
        dawn: await least(async (i) => { // a text that it has not seen
            const made = await dawn.compile(`${text}// ${path} ${i} ${Math.random()}\n`);
            return made.errors.length ? null : 0;
        }) });
}
dawn.close();
const name = (path) => path.replace(/.*\//, '').replace(/\.spv$/, '');
const us = (x) => Number.isNaN(x) ? '-' : x < 100 ? x.toFixed(1) : x.toFixed(0);
console.log('| module | bytes | text | spv_text.h | naga | Dawn reads the text |\n|---|--:|--:|--:|--:|--:|');
if (rows.length <= 40)
    for (const r of rows) console.log(`| ${name(r.path)} | ${r.bytes} | ${r.text} | ${us(r.ours)} | ${us(r.naga)} | ${us(r.dawn)} |`);
const both = rows.filter((r) => !Number.isNaN(r.naga));
console.log(`| median of ${rows.length} | ${median(rows.map((r) => r.bytes))} | ${median(rows.map((r) => r.text))} | ${us(median(rows.map((r) => r.ours)))} | ${us(median(rows.map((r) => r.naga)))} | ${us(median(rows.map((r) => r.dawn)))} |`);
console.log(`naga takes ${median(both.map((r) => r.naga / r.ours)).toFixed(1)} times as long (median of the ${both.length} modules that it translates), Dawn ${median(rows.map((r) => r.dawn / r.ours)).toFixed(1)} times to read the text`);
