// Compares the verdicts of tests/wgsl/uniform.c with Dawn's on the same texts:
//     node tests/wgsl/uniform.mjs [--list] FOLDER...
// Where the two differ, the reason must be among those that tools/uniformity.md explains. --list
// names each text where they do. The last line is "N passed, N failed".
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dawn, SetupError } from './dawn.mjs';

const UNIFORMITY = /must only be called from (subgroup )?uniform control flow|must be uniform/;

const PRIVATE = 'a private variable';

// Whether the statement in this line is a switch with one clause.
function has_one_target(lines, at) {
    const indent = /^ */.exec(lines[at - 1])[0];
    if (!/^ *switch /.test(lines[at - 1])) return false;
    let clauses = 0;
    for (let i = at; lines[i] !== `${indent}}`; i++)
        if (/^(case |default)/.test(lines[i].slice(indent.length + 4)) && !lines[i].startsWith(`${indent}     `)) clauses++;
    return clauses === 1;
}

// Whether the condition in this line is a variable to which only one value is ever given.
function is_one_value(text, line) {
    const name = /^ *(?:if|switch) !?(\w+)/.exec(line)?.[1];
    const given = new Set([...text.matchAll(new RegExp(`^ *${name} = (.*);$`, 'gm'))].map((m) => m[1]));
    return given.size === 1 && new RegExp(`^ *var ${name}: `, 'm').test(text);
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

// Whether a function, or one that it calls, uses a private variable.
function uses_private(text, name) {
    const privates = [...text.matchAll(/^var<private> (\w+)/gm)].map((m) => m[1]);
    const bodies = new Map(text.split(/^(?=fn |@)/m).map((part) => [/fn (\w+)/.exec(part)?.[1], part]));
    const seen = new Set(), open = [name];
    while (open.length) {
        const words = new Set((bodies.get(open.pop()) ?? '').match(/\w+/g));
        if (privates.some((variable) => words.has(variable))) return true;
        for (const word of words)
            if (bodies.has(word) && !seen.has(word)) { seen.add(word); open.push(word); }
    }
    return false;
}

// The text with its private variables in the entry point, where Dawn follows them; null: a function
// uses one too.
function without_privates(text) {
    const declared = /^var<private> (\w+)(.*\n)/gm, names = [...text.matchAll(declared)].map((m) => m[1]);
    const [before, ...entries] = text.split(/^(?=@(?:fragment|vertex|compute))/m);
    const uses = (part) => names.some((name) => new RegExp(`\\b${name}\\b`).test(part));
    if (entries.length !== 1) return null;
    const functions = [...before.split(/^(?=fn )/m).slice(1),
                       ...entries[0].split(/^(?=fn )/m).slice(2)]; // [1] is the entry point
    if (functions.some(uses)) return null;
    const moved = [...text.matchAll(declared)].map(([, name, rest]) => `    var ${name}${rest}`).join('');
    return text.replace(declared, '').replace(/^(@(?:fragment|vertex|compute)[\s\S]*?\{\n)/m, `$1${moved}`);
}

// Why Dawn alone refuses a text, by its notes; null: not explained.
function why_dawn(notes, text) {
    const lines = text.split('\n'), said = notes.map((m) => m.text).join('\n');
    if (/module-scope private variable/.test(said)) return PRIVATE;
    const call = /return value of '(\w+)' may be non-uniform/.exec(said)?.[1];
    if (call && uses_private(text, call)) return PRIVATE;
    if (/^(dpd|fwidth)/.test(call)) return 'the derivative of what is the same';
    const branch = notes.find((m) => /control flow depends/.test(m.text));
    if (branch && has_one_target(lines, branch.line)) return 'a switch with one target';
    if (branch && lines.slice(branch.line - 1, notes[0].line).some((line) => is_one_value(text, line)))
        return 'a variable that has one value on all ways';
    if (/\bleave(_\d+)? = true/.test(text)) return 'a flag for an exit of several constructs';
    if (branch && lies_in_ended_loop(lines, branch.line, notes[0].line))
        return 'a value of a loop that some leave';
    return null;
}

// Why the analysis alone refuses one, by its chain of reasons.
function why_analysis(why) {
    return /branch by all ways/.test(why) ? 'a case that all others fall into' : null;
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
            let why = is_uniformity ? why_dawn([...errors, ...notes], text) : why_analysis(said);
            const other = why === PRIVATE ? without_privates(text) : null;
            if (other) {
                const again = await dawn.compile(other);
                why = again.errors.length === 0 ? `${PRIVATE}, as it shows`
                    : why_dawn([...again.errors, ...again.notes], other);
            }
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
