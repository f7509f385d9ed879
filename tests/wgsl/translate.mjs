// SPIR-V to WGSL by `lambdav translate`, from scripts: what stands between words and dawn.mjs. With
// TRANSLATOR=naga it is naga that translates, for comparison.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';

import { Naga } from './dawn.mjs';

const run = promisify(execFile);
const PROGRAM = process.env.LAMBDAV ?? 'build/lambdav';
const FOLDER = 'build/wgsl';
mkdirSync(FOLDER, { recursive: true });

const naga = process.env.TRANSLATOR === 'naga' ? await Naga.open() : null;
const made = new Map();

// Translates the words in a file. Resolves to { text, table }, or { refused } with the message.
export function translate(spv, more = []) {
    const key = [spv, ...more].join('\0');
    if (!made.has(key)) made.set(key, translate_now(spv, more, made.size));
    return made.get(key);
}

async function translate_now(spv, more, number) {
    if (naga) {
        try {
            const text = naga.translate(readFileSync(spv)); // push constants become a uniform buffer
            return { text: text.replace(/var<(immediate|push_constant)>/g,
                                        '@group(0) @binding(99) var<uniform>') };
        } catch (error) {
            return { refused: String(error.message ?? error).split('\n').slice(0, 3).join(' ') };
        }
    }
    const out = `${FOLDER}/${basename(spv)}-${process.pid}-${number}`;
    try {
        await run(PROGRAM, ['translate', spv, '-o', `${out}.wgsl`, '--json', `${out}.json`, ...more],
            { timeout: 60000, maxBuffer: 1 << 24 });
    } catch (error) {
        const crashed = error.signal || ![1, 2].includes(error.code);
        return { refused: (error.stderr || error.message).trim().split('\n')[0], crashed };
    }
    return { text: readFileSync(`${out}.wgsl`, 'utf8'), path: `${out}.wgsl`,
             table: JSON.parse(readFileSync(`${out}.json`, 'utf8')) };
}
