// Compares the verdicts of tests/wgsl/uniform.c with Dawn's on the same texts:
//     node tests/wgsl/uniform.mjs [--list] FOLDER...
// Where the two differ, the reason must be among those that tools/doc/uniformity.md explains. --list
// names each text where they do. The last line is "N passed, N failed".
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dawn, SetupError } from './dawn.mjs';

const UNIFORMITY = /must only be called from (subgroup )?uniform control flow|must be uniform/;

// Whether the condition in this line is a variable to which only one value is ever given.
function is_one_value(text, line) {
    const name = /^ *(?:if|switch) !?(\w+)/.exec(line)?.[1];
    const given = new Set([...text.matchAll(new RegExp(`^ *${name} = (.*);$`, 'gm'))].map((m) => m[1]));
    return given.size === 1 && new RegExp(`^ *var ${name}: `, 'm').test(text);
}

// Whether a line lies in a loop whose body ends in a return: what changes there does not come back
// to the loop's begin, but browsers take it to.
function lies_in_last_turn(lines, at) {
    for (let i = at; i > 0; i--) {
        const indent = /^( *)loop \{/.exec(lines[i - 1])?.[1];
        if (indent === undefined) continue;
        let last = lines.indexOf(`${indent}}`, i);
        if (last < at) continue;
        const continuing = lines.indexOf(`${indent}    continuing {`, i);
        if (continuing >= 0 && continuing < last) last = continuing;
        if (last >= at && new RegExp(`^${indent}    return\\b`).test(lines[last - 1])) return true;
    }
    return false;
}

// Whether a line lies in a loop that ends before another line.
function lies_in_ended_loop(lines, at, end) {
    for (let i = at; i > 0; i--) {
        const indent = /^( *)loop \{/.exec(lines[i - 1])?.[1];
        if (indent === undefined) continue;
        const last = lines.indexOf(`${indent}}`, i) + 1;
        if (last > at && last < end) return true;
    }
    return false;
}

// Why Dawn alone refuses a text, by its notes; null: not explained.
function why_dawn(notes, text) {
    const lines = text.split('\n'), said = notes.map((m) => m.text).join('\n');
    if (/private variable 'spv_bits_/.test(said)) return 'a constant that is no number';
    const branch = notes.find((m) => /control flow depends/.test(m.text));
    if (branch && lines.slice(branch.line - 1, notes[0].line).some((line) => is_one_value(text, line)))
        return 'a variable that has one value on all ways';
    if (/\bleave(_\d+)? = true/.test(text)) return 'a flag for an exit of several constructs';
    if (branch && lies_in_ended_loop(lines, branch.line, notes[0].line))
        return 'a value of a loop that some leave';
    if (branch && lies_in_last_turn(lines, branch.line)) return 'the last turn of a loop';
    return null;
}

// Why the analysis alone refuses one, by its chain of reasons.
function why_analysis(why) {
    if (/branch by all ways/.test(why)) return 'a case that all others fall into';
    return /^leaving /.test(why) ? 'who leaves a construct counts behind it' : null;
}

async function main(args) {
    const list = args.includes('--list'), counts = {}, examples = {};
    const dawn = await Dawn.open();
    let passed = 0, failed = 0;
    const tally = (kind, name, detail) => {
        counts[kind] = (counts[kind] ?? 0) + 1;
        (examples[kind] ??= []).length < 3 && examples[kind].push(name);
        if (list && detail !== undefined) console.log(`${kind}: ${name}: ${detail}`);
    };
    for (const folder of args.filter((arg) => arg !== '--list')) {
        for (const line of readFileSync(join(folder, 'uniform.jsonl'), 'utf8').split('\n')) {
            if (line === '') continue;
            const row = JSON.parse(line), text = readFileSync(join(folder, row.wgsl), 'utf8');
            const { errors, notes } = await dawn.compile(text);
            const name = join(folder, row.wgsl), found = row.found.length > 0;
            const is_uniformity = errors.some((e) => UNIFORMITY.test(e.text));
            if (errors.length > 0 && !is_uniformity) {
                tally('another error', name, errors[0].text);
                continue;
            }
            if (found === is_uniformity) {
                passed++;
                tally(found ? 'both refuse' : 'both accept', name);
                continue;
            }
            const said = is_uniformity ? [...errors, ...notes].map((m) => m.text).join(' | ')
                : row.found.map((f) => f.why).join(' | ');
            const why = is_uniformity ? why_dawn([...errors, ...notes], text) : why_analysis(said);
            if (why) passed++;
            else failed++;
            tally(`only ${is_uniformity ? 'Dawn' : 'the analysis'} refuses: ${why ?? 'not explained'}`, name, said);
        }
    }
    dawn.close();
    for (const [kind, count] of Object.entries(counts).sort())
        console.log(`${String(count).padStart(6)}  ${kind}  (${examples[kind].join(' ')})`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof SetupError ? `uniform: ${error.message}` : error);
    process.exit(3);
});
