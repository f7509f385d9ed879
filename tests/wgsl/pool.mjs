// Jobs in processes of their own, since a shader that does not end cannot be stopped otherwise, and
// a driver may fall. The parent makes a Pool; this file is also the program of its children.
import { fork } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { SetupError } from './dawn.mjs';
import { open_tools, run_job } from './jobs.mjs';

const SECONDS = +(process.env.JOB_SECONDS ?? 240);

export class Pool {
    #idle = [];
    #waiting = [];
    #children = new Set();
    #errors;

    // `options`: naga (each text is given to it too), and options of the translator.
    constructor(options = {}, count = availableParallelism() + 1) {
        mkdirSync('build/wgsl', { recursive: true });
        this.options = options;
        this.#errors = openSync('build/wgsl/dawn.err', 'w');
        for (let i = 0; i < count; i++) this.#start();
    }

    #start() {
        const child = fork(fileURLToPath(import.meta.url), ['--child', JSON.stringify(this.options)],
            { serialization: 'advanced', stdio: ['ignore', this.#errors, this.#errors, 'ipc'] });
        this.#children.add(child);
        child.on('message', (result) => {
            const { resolve, timer } = child.work;
            clearTimeout(timer);
            child.work = null;
            this.#free(child);
            resolve(result);
        });
        child.on('exit', (code, signal) => {
            this.#children.delete(child);
            this.#idle = this.#idle.filter((other) => other !== child);
            if (this.closed) return;
            const { work } = child;
            if (!work && code === 3) { this.#fail(); return; }
            this.#start();
            if (!work) return;
            clearTimeout(work.timer);
            work.resolve(child.late ? { verdict: 'endless', reason: `not done in ${SECONDS} s` }
                : { verdict: 'fallen', reason: `Dawn's process ended with ${signal ?? code}` });
        });
        this.#free(child);
    }

    // A child that cannot open Dawn ends with 3: so will the next.
    #fail() {
        this.closed = true;
        for (const { reject } of this.#waiting) reject(new SetupError('Dawn could not be opened: build/wgsl/dawn.err'));
        for (const child of this.#children)
            child.work?.reject(new SetupError('Dawn could not be opened: build/wgsl/dawn.err')), child.kill();
        this.failed = true;
    }

    #free(child) {
        this.#idle.push(child);
        this.#next();
    }

    #next() {
        while (this.#idle.length && this.#waiting.length) {
            const child = this.#idle.pop(), work = this.#waiting.shift();
            child.work = work;
            work.timer = setTimeout(() => { child.late = true; child.kill('SIGKILL'); },
                                    SECONDS * 1000);
            child.send({ job: work.job, base: work.base });
        }
    }

    // Resolves to what run_job makes of the job.
    run(job, base = '.') {
        if (this.failed) return Promise.reject(new SetupError('Dawn could not be opened: build/wgsl/dawn.err'));
        return new Promise((resolve, reject) => {
            this.#waiting.push({ job, base, resolve, reject });
            this.#next();
        });
    }

    close() {
        this.closed = true;
        for (const child of this.#children) child.disconnect();
    }
}

async function serve(options) {
    const waiting = [];
    let tools = null, busy = false;
    const work = async () => {
        if (!tools || busy) return;
        busy = true;
        while (waiting.length) {
            const { job, base } = waiting.shift();
            process.send(await run_job(tools, job, base));
        }
        busy = false;
    };
    process.on('message', (message) => { waiting.push(message); work(); });
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL')); // exit() may hang in Dawn
    try {
        tools = await open_tools(options.naga);
    } catch (error) {
        console.log(error instanceof SetupError ? `pool: ${error.message}` : error);
        process.exit(3);
    }
    tools.options = options.options;
    work();
}

if (process.argv[2] === '--child') serve(JSON.parse(process.argv[3]));
