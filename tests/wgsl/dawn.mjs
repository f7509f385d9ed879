// WebGPU without a browser: Dawn (npm `webgpu`) on SwiftShader, and naga (npm `naga-wasm`) beside
// it. tools/setup-debian.sh wgsl installs both into build/web. Everything here is given as WGSL
// text and plain objects; jobs.mjs says what a job looks like.
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ICD = '/usr/lib/chromium/vk_swiftshader_icd.json';
const PACKAGES = resolve('build/web/node_modules');

export class SetupError extends Error {}

function find(path) {
    if (!existsSync(path))
        throw new SetupError(`${path} is not there; on Debian, tools/setup-debian.sh wgsl installs it`);
    return path;
}

// ---- what a text declares

const DECLARATION =
    /((?:@\w+(?:\([^)]*\))?\s*)+)var\s*(?:<\s*([^>]*)>)?\s*(\w+)\s*:\s*([^;=]+);/g;
const OVERRIDE = /@id\(\s*(\d+)\s*\)\s*override\s+(\w+)\s*:\s*(\w+)/g;

function without_comments(text) {
    return text.replace(/\/\/[^\n]*/g, '').replace(/\/\*[\s\S]*?\*\//g, '');
}

// The resources of a text: group, binding, space and access of a buffer, type.
export function resources_of(text) {
    const found = [];
    for (const [, attributes, space, name, type] of without_comments(text).matchAll(DECLARATION)) {
        const group = /@group\(\s*(\d+)/.exec(attributes), binding = /@binding\(\s*(\d+)/.exec(attributes);
        if (!group || !binding) continue;
        const [kind, access] = (space ?? '').split(',').map((part) => part.trim());
        found.push({ group: +group[1], binding: +binding[1], name, type: type.trim(),
                     space: kind, access: access ?? 'read' });
    }
    return found;
}

// Values of pipeline constants: those of `bits` (id -> 32 bits) that the text has.
function constants_of(text, bits) {
    const constants = {}, view = new DataView(new ArrayBuffer(4));
    for (const [, id, , type] of without_comments(text).matchAll(OVERRIDE)) {
        if (bits?.[id] === undefined) continue;
        view.setUint32(0, bits[id]);
        constants[id] = type === 'f32' ? view.getFloat32(0)
            : type === 'i32' ? view.getInt32(0) : bits[id];
    }
    return constants;
}

const DIMENSIONS = { '1d': '1d', '2d': '2d', '2d_array': '2d-array', '3d': '3d', cube: 'cube',
                     cube_array: 'cube-array' };
const SAMPLE_TYPES = { f32: 'float', i32: 'sint', u32: 'uint' };

const may_filter = (sampler) => ['magnify', 'minify', 'mipmap'].some((which) => sampler?.[which] === 'linear');

// The entry of a bind group's layout for a resource. A sampler that does not filter is declared so,
// since integers take no other.
function layout_of(resource, stages, given) {
    const { type, binding } = resource;
    let visibility = stages;
    const writable = () => { visibility &= ~GPUShaderStage.VERTEX; };
    if (resource.space === 'uniform') return { binding, visibility, buffer: { type: 'uniform' } };
    if (resource.space === 'storage') {
        if (resource.access === 'read')
            return { binding, visibility, buffer: { type: 'read-only-storage' } };
        writable();
        return { binding, visibility, buffer: { type: 'storage' } };
    }
    if (type === 'sampler')
        return { binding, visibility, sampler: { type: may_filter(given?.sampler) ? 'filtering' : 'non-filtering' } };
    if (type === 'sampler_comparison')
        return { binding, visibility, sampler: { type: 'comparison' } };
    let m = /^texture_storage_(\w+)<\s*(\w+)\s*,\s*(\w+)\s*>$/.exec(type);
    if (m) {
        const access = { read: 'read-only', write: 'write-only', read_write: 'read-write' }[m[3]];
        if (m[3] !== 'read') writable();
        return { binding, visibility,
                 storageTexture: { viewDimension: DIMENSIONS[m[1]], format: m[2], access } };
    }
    m = /^texture_(multisampled_|depth_multisampled_|depth_)?(\w+?)(?:<\s*(\w+)\s*>)?$/.exec(type);
    if (!m || !DIMENSIONS[m[2]]) throw new Error(`a resource of type ${type}`);
    const depth = m[1]?.startsWith('depth'), multisampled = Boolean(m[1]?.includes('multisampled'));
    const sampleType = depth ? 'depth'
        : multisampled && m[3] === 'f32' ? 'unfilterable-float' : SAMPLE_TYPES[m[3]];
    return { binding, visibility,
             texture: { viewDimension: DIMENSIONS[m[2]], sampleType, multisampled } };
}

// ---- formats, named as lambdav names them

const FORMATS = {
    rgba8: 'rgba8unorm', rgba16f: 'rgba16float', rgba32f: 'rgba32float', srgba8: 'rgba8unorm-srgb',
    rgba8_snorm: 'rgba8snorm', r8: 'r8unorm', rg8: 'rg8unorm', r16f: 'r16float', rg16f: 'rg16float',
    r32f: 'r32float', rg32f: 'rg32float', r16: 'r16unorm', rg16: 'rg16unorm', rgba16: 'rgba16unorm',
    r8_snorm: 'r8snorm', rg8_snorm: 'rg8snorm', r16_snorm: 'r16snorm', rg16_snorm: 'rg16snorm',
    rgba16_snorm: 'rgba16snorm', r32i: 'r32sint', rg32i: 'rg32sint', rgba32i: 'rgba32sint',
    rgba16i: 'rgba16sint', rgba8i: 'rgba8sint', r16i: 'r16sint', rg16i: 'rg16sint', r8i: 'r8sint',
    rg8i: 'rg8sint', r32ui: 'r32uint', rg32ui: 'rg32uint', rgba32ui: 'rgba32uint',
    rgba16ui: 'rgba16uint', rgba8ui: 'rgba8uint', r16ui: 'r16uint', rg16ui: 'rg16uint',
    r8ui: 'r8uint', rg8ui: 'rg8uint', d32f: 'depth32float',
};

export function format_bytes(format) {
    const [, channels, bits] = /^(r|rg|rgba|depth)(\d+)/.exec(FORMATS[format]);
    return (channels === 'depth' ? 1 : channels.length) * bits / 8;
}

const round_up = (size, to) => Math.ceil(size / to) * to;

const BLENDS = {
    alpha: ['src-alpha', 'one-minus-src-alpha', 'add'],
    premultiplied: ['one', 'one-minus-src-alpha', 'add'], add: ['one', 'one', 'add'],
    source1: ['src1', 'one-minus-src1', 'add'], multiply: ['dst', 'zero', 'add'], min: ['one', 'one', 'min'], max: ['one', 'one', 'max'],
};

function blend_of(name) {
    if (!BLENDS[name]) return undefined;
    const [srcFactor, dstFactor, operation] = BLENDS[name];
    return { color: { srcFactor, dstFactor, operation }, alpha: { srcFactor, dstFactor, operation } };
}

const COMPARES = { less_equal: 'less-equal', greater_equal: 'greater-equal', not_equal: 'not-equal' };
const compare_of = (name) => COMPARES[name] ?? name;
const ADDRESSES = { repeat: 'repeat', mirror: 'mirror-repeat', clamp: 'clamp-to-edge' };
const TOPOLOGIES = { triangles: 'triangle-list', triangle_strip: 'triangle-strip',
                     lines: 'line-list', line_strip: 'line-strip', points: 'point-list' };

const INPUT = new RegExp('((?:@\\w+(?:\\([^)]*\\))?\\s*)*@location\\(\\s*\\d+\\s*\\)' +
    '(?:\\s*@\\w+(?:\\([^)]*\\))?)*)\\s*(\\w+)\\s*:\\s*([\\w<>]+)', 'g');

// The inputs of a fragment entry point: its parameters, and the members of the structs among them.
function inputs_of(fragment, entry) {
    const text = without_comments(fragment), inputs = [];
    const start = new RegExp(`\\bfn\\s+${entry}\\s*\\(`).exec(text);
    if (!start) return [];
    let at = start.index + start[0].length;
    const from = at;
    for (let depth = 1; depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    let parameters = text.slice(from, at - 1);
    for (const [, type] of parameters.matchAll(/:\s*(\w+)/g))
        parameters += ', ' + (new RegExp(`struct\\s+${type}\\s*\\{([^}]*)\\}`).exec(text)?.[1] ?? '');
    for (const [, attributes, name, type] of parameters.matchAll(INPUT))
        inputs.push({ location: +/@location\(\s*(\d+)/.exec(attributes)[1], type, attributes, name });
    return inputs;
}

// ---- the device

export class Dawn {
    static async open(options = {}) {
        const self = new Dawn();
        process.env.XDG_RUNTIME_DIR ??= '/tmp'; // else the loader complains
        process.env.VK_ICD_FILENAMES ??= find(ICD);
        const { create, globals } = await import(pathToFileURL(find(`${PACKAGES}/webgpu/index.js`)));
        Object.assign(globalThis, globals);
        self.gpu = create(options.toggles ?? []);
        const adapter = await self.gpu.requestAdapter();
        if (!adapter) throw new SetupError('Dawn finds no adapter');
        const requiredLimits = {};
        for (const limit in adapter.limits)
            if (typeof adapter.limits[limit] === 'number') requiredLimits[limit] = adapter.limits[limit];
        self.features = [...adapter.features];
        self.name = `${adapter.info.vendor} ${adapter.info.architecture} ${adapter.info.description}`;
        self.device = await adapter.requestDevice({ requiredFeatures: self.features, requiredLimits });
        self.device.addEventListener?.('uncapturederror', (e) => { self.last_error = e.error.message; });
        self.covers = new Map();
        return self;
    }

    // Ends what holds node awake.
    close() {
        this.device.destroy();
        this.device = this.gpu = null;
    }

    // Returns { module, errors, warnings } of a text; each message has text, line, column.
    async compile(text) {
        this.device.pushErrorScope('validation');
        const module = this.device.createShaderModule({ code: text });
        const scope = this.device.popErrorScope();
        const info = await module.getCompilationInfo();
        await scope;
        const pick = (type) => info.messages.filter((m) => m.type === type)
            .map((m) => ({ text: m.message, line: m.lineNum, column: m.linePos }));
        return { module, errors: pick('error'), warnings: pick('warning'), notes: pick('info') };
    }

    buffer(bytes, size, usage) {
        const buffer = this.device.createBuffer({ size: Math.max(16, round_up(size, 16)), usage });
        if (bytes && bytes.length) {
            const whole = bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - bytes.length % 4)]);
            this.device.queue.writeBuffer(buffer, 0, whole);
        }
        return buffer;
    }

    // Depth cannot be copied into; it is drawn.
    #draw_depth(texture, layer, level, width, height, bytes) {
        const device = this.device;
        const source = device.createTexture({ size: [width, height], format: 'r32float',
            usage: GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST });
        device.queue.writeTexture({ texture: source }, bytes, { bytesPerRow: width * 4, rowsPerImage: height }, [width, height]);
        this.depth_pipeline ??= (() => {
            const module = device.createShaderModule({ code: `
@group(0) @binding(0) var source : texture_2d<f32>;
@vertex fn cover(@builtin(vertex_index) i : u32) -> @builtin(position) vec4f {
  return vec4f(f32(i & 1) * 4 - 1, f32(i >> 1) * 4 - 1, 0, 1);
}
@fragment fn copy(@builtin(position) at : vec4f) -> @builtin(frag_depth) f32 {
  return textureLoad(source, vec2i(at.xy), 0).x;
}` });
            return device.createRenderPipeline({ layout: 'auto', vertex: { module },
                fragment: { module, targets: [] },
                depthStencil: { format: 'depth32float', depthWriteEnabled: true, depthCompare: 'always' } });
        })();
        const encoder = device.createCommandEncoder();
        const pass = encoder.beginRenderPass({ colorAttachments: [], depthStencilAttachment: {
            view: texture.createView({ dimension: '2d', baseArrayLayer: layer, arrayLayerCount: 1,
                                       baseMipLevel: level, mipLevelCount: 1 }),
            depthLoadOp: 'clear', depthClearValue: 0, depthStoreOp: 'store' } });
        pass.setPipeline(this.depth_pipeline);
        pass.setBindGroup(0, device.createBindGroup({ layout: this.depth_pipeline.getBindGroupLayout(0),
            entries: [{ binding: 0, resource: source.createView() }] }));
        pass.draw(3);
        pass.end();
        device.queue.submit([encoder.finish()]);
    }

    // An image: format, shape, width, height, depth (slices or layers), levels (their bytes).
    texture(image, type) {
        const faces = image.shape.startsWith('cube') ? 6 : 1;
        const is_3d = image.shape === '3d';
        const layers = (image.depth || 1) * faces;
        const is_depth = type?.startsWith('texture_depth') || image.format === 'd32f';
        const is_storage = type?.startsWith('texture_storage');
        const format = is_depth ? 'depth32float' : FORMATS[image.format];
        const height = image.height || 1;
        const dimension = image.shape === '1d' ? '1d' : is_3d ? '3d' : '2d';
        const levels = image.levels?.length || 1;
        const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST |
            (is_depth ? GPUTextureUsage.RENDER_ATTACHMENT : 0) | (is_storage ? GPUTextureUsage.STORAGE_BINDING : 0);
        const texture = this.device.createTexture({ size: [image.width, height, layers], dimension, format,
            mipLevelCount: levels, usage });
        let w = image.width, h = height, d = layers;
        for (let l = 0; l < levels && image.levels?.[l]; l++) {
            const row = w * format_bytes(image.format), bytes = image.levels[l];
            if (is_depth && image.format === 'rgba32f') { // the first component
                const reds = Buffer.alloc(bytes.length / 4);
                for (let i = 0; i < reds.length; i += 4) bytes.copy(reds, i, 4 * i, 4 * i + 4);
                for (let z = 0; z < d; z++)
                    this.#draw_depth(texture, z, l, w, h, reds.subarray(z * w * h * 4, (z + 1) * w * h * 4));
            } else if (is_depth) {
                for (let z = 0; z < d; z++)
                    this.#draw_depth(texture, z, l, w, h, bytes.subarray(z * row * h, (z + 1) * row * h));
            } else {
                this.device.queue.writeTexture({ texture, mipLevel: l }, bytes,
                    { bytesPerRow: row, rowsPerImage: h }, [w, h, d]);
            }
            w = Math.max(1, w >> 1), h = Math.max(1, h >> 1);
            if (is_3d) d = Math.max(1, d >> 1);
        }
        return texture;
    }

    sampler(info, type) {
        const address = (i) => {
            const mode = ADDRESSES[(info.address?.[i] ?? 'clamp').toLowerCase()];
            if (!mode) throw new Error(`WebGPU has no samplers with address mode ${info.address[i]}`);
            return mode;
        };
        const compare = type === 'sampler_comparison'
            ? info.compare && info.compare !== 'none' ? compare_of(info.compare) : 'less-equal' : undefined;
        return this.device.createSampler({ addressModeU: address(0), addressModeV: address(1),
            addressModeW: address(2), magFilter: info.magnify ?? 'nearest', minFilter: info.minify ?? 'nearest',
            mipmapFilter: info.mipmap ?? 'nearest', compare,
            lodMinClamp: Math.max(0, info.min_lod ?? 0), lodMaxClamp: Math.min(32, info.max_lod ?? 32) });
    }

    // Copies a level 0 out of a texture; resolves to its bytes.
    async #read_texture(texture, format, width, height, layers) {
        const row = width * format_bytes(format), stride = round_up(row, 256);
        const buffer = this.device.createBuffer({ size: stride * height * layers,
            usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
        const encoder = this.device.createCommandEncoder();
        encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: stride, rowsPerImage: height },
            [width, height, layers]);
        this.device.queue.submit([encoder.finish()]);
        await buffer.mapAsync(GPUMapMode.READ);
        const from = Buffer.from(buffer.getMappedRange()), to = Buffer.alloc(row * height * layers);
        for (let y = 0; y < height * layers; y++) from.copy(to, y * row, y * stride, y * stride + row);
        buffer.destroy();
        return to;
    }

    async #read_buffer(source, size) {
        const whole = round_up(size, 4);
        const buffer = this.device.createBuffer({ size: whole, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
        const encoder = this.device.createCommandEncoder();
        encoder.copyBufferToBuffer(source, 0, buffer, 0, whole);
        this.device.queue.submit([encoder.finish()]);
        await buffer.mapAsync(GPUMapMode.READ);
        const bytes = Buffer.from(Buffer.from(buffer.getMappedRange(0, whole)).subarray(0, size));
        buffer.destroy();
        return bytes;
    }

    // Opens what the texts of the stages (each { text, stage }) declare. `lookup(resource)` gives
    // { bytes, size }, { image } or { sampler } for each. Returns layouts, groups, and what was made.
    #bind(stages, lookup) {
        const groups = [], made = [];
        for (const { text, stage } of stages)
            for (const resource of resources_of(text)) {
                const group = groups[resource.group] ??= new Map();
                const entry = layout_of(resource, stage, lookup(resource)), old = group.get(resource.binding);
                if (old) { old.entry.visibility |= entry.visibility; continue; }
                group.set(resource.binding, { resource, entry });
            }
        for (let g = 0; g < groups.length; g++) groups[g] ??= new Map();
        const layouts = groups.map((group) =>
            this.device.createBindGroupLayout({ entries: [...group.values()].map((x) => x.entry) }));
        const bind_groups = groups.map((group, g) => this.device.createBindGroup({ layout: layouts[g],
            entries: [...group.values()].map(({ resource, entry }) => {
                const given = lookup(resource);
                if (!given) throw new Error(`nothing is given for group ${g}, binding ${resource.binding}`);
                if (entry.buffer) {
                    const size = given.bytes?.length ?? given.size;
                    const buffer = this.buffer(given.bytes, size, GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST |
                        (entry.buffer.type === 'uniform' ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE));
                    made.push({ resource, given, buffer, size });
                    // A runtime array's length comes from the size, so that is exact where it may be.
                    const bound = entry.buffer.type === 'uniform' ? Math.max(16, round_up(size, 16)) : Math.max(4, size & ~3);
                    return { binding: resource.binding, resource: { buffer, size: bound } };
                }
                if (entry.sampler)
                    return { binding: resource.binding, resource: this.sampler(given.sampler ?? {}, resource.type) };
                const texture = this.texture(given.image, resource.type);
                made.push({ resource, given, texture, image: given.image });
                const dimension = (entry.texture ?? entry.storageTexture).viewDimension;
                return { binding: resource.binding, resource: texture.createView({ dimension,
                    mipLevelCount: entry.storageTexture ? 1 : undefined }) };
            }) }));
        return { layout: this.device.createPipelineLayout({ bindGroupLayouts: layouts }), bind_groups, made };
    }

    // What the writable resources hold now: [{ group, binding, given, bytes }].
    async #results(made) {
        const results = [];
        for (const { resource, given, buffer, size, texture, image } of made) {
            const writable = resource.space === 'storage' ? resource.access !== 'read'
                : resource.type.startsWith('texture_storage') && !/,\s*read\s*>/.test(resource.type);
            if (!writable) continue;
            const bytes = buffer ? await this.#read_buffer(buffer, size)
                : await this.#read_texture(texture, image.format, image.width, image.height || 1,
                    (image.depth || 1) * (image.shape.startsWith('cube') ? 6 : 1));
            results.push({ group: resource.group, binding: resource.binding, given, bytes });
        }
        return results;
    }

    #release(made) {
        for (const { buffer, texture } of made) buffer?.destroy(), texture?.destroy();
    }

    // Runs a compute entry point: { module, text, entry, constants, groups, lookup }.
    async dispatch(x) {
        this.device.pushErrorScope('validation');
        let bound, pipeline;
        try {
            bound = this.#bind([{ text: x.text, stage: GPUShaderStage.COMPUTE }], x.lookup);
            pipeline = this.device.createComputePipeline({ layout: bound.layout,
                compute: { module: x.module, entryPoint: x.entry, constants: constants_of(x.text, x.constants) } });
            const encoder = this.device.createCommandEncoder(), pass = encoder.beginComputePass();
            pass.setPipeline(pipeline);
            bound.bind_groups.forEach((group, g) => pass.setBindGroup(g, group));
            pass.dispatchWorkgroups(...x.groups);
            pass.end();
            this.device.queue.submit([encoder.finish()]);
        } finally {
            var scope = this.device.popErrorScope();
        }
        const error = await scope;
        if (error) throw new Error(error.message);
        const results = await this.#results(bound.made);
        this.#release(bound.made);
        return { results };
    }

    // Draws: { fragment: { module, text, entry }, vertex: the same or none, constants, lookup, size,
    // targets: [{ format, blend, clear } or null], draw: see jobs.mjs }. Resolves to the pixels of
    // each target, rows from the top, and to what the writable resources hold.
    async draw(x) {
        const device = this.device, [width, height] = x.size, draw = { ...x.draw };
        if (x.fragment.text.includes('@builtin(frag_depth)') && (draw.depth ?? 'none') === 'none')
            draw.depth = 'always';
        const vertex = x.vertex ?? this.cover(x.fragment, x.zero_inputs);
        this.device.pushErrorScope('validation');
        let bound, targets;
        try {
            bound = this.#bind([{ text: x.fragment.text, stage: GPUShaderStage.FRAGMENT },
                ...(x.vertex ? [{ text: x.vertex.text, stage: GPUShaderStage.VERTEX }] : [])], x.lookup);
            targets = x.targets.map((t) => t && device.createTexture({ size: [width, height], format: FORMATS[t.format],
                usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC }));
            const has_depth = draw.depth && draw.depth !== 'none';
            const strip = draw.topology?.endsWith('strip') && draw.indices ? 'uint32' : undefined;
            const pipeline = device.createRenderPipeline({ layout: bound.layout,
                vertex: { module: vertex.module, entryPoint: vertex.entry, constants: constants_of(vertex.text, x.constants),
                    buffers: (draw.buffers ?? []).map((b) => b && { arrayStride: b.stride, stepMode: b.per_instance ? 'instance' : 'vertex',
                        attributes: b.attributes.map((a) => ({ shaderLocation: a.location, offset: a.offset, format: a.format })) }) },
                fragment: { module: x.fragment.module, entryPoint: x.fragment.entry, constants: constants_of(x.fragment.text, x.constants),
                    targets: x.targets.map((t) => t && { format: FORMATS[t.format], blend: blend_of(t.blend) }) },
                primitive: { topology: TOPOLOGIES[draw.topology ?? 'triangles'], stripIndexFormat: strip,
                    cullMode: draw.cull ?? 'none', frontFace: draw.clockwise ? 'cw' : 'ccw' },
                depthStencil: has_depth ? { format: 'depth32float', depthWriteEnabled: true, depthCompare: compare_of(draw.depth) } : undefined });
            const encoder = device.createCommandEncoder();
            const depth = has_depth ? device.createTexture({ size: [width, height], format: 'depth32float', usage: GPUTextureUsage.RENDER_ATTACHMENT }) : null;
            if (depth) bound.made.push({ resource: { type: '' }, texture: depth });
            const pass = encoder.beginRenderPass({
                colorAttachments: targets.map((t, i) => t && { view: t.createView(), loadOp: 'clear', storeOp: 'store',
                    clearValue: x.targets[i].clear ?? [0, 0, 0, 1] }),
                depthStencilAttachment: depth ? { view: depth.createView(), depthLoadOp: 'clear', depthStoreOp: 'discard',
                    depthClearValue: draw.depth.startsWith('greater') ? 0 : 1 } : undefined });
            pass.setPipeline(pipeline);
            bound.bind_groups.forEach((group, g) => pass.setBindGroup(g, group));
            (draw.buffers ?? []).forEach((b, slot) => {
                if (!b) return;
                const buffer = this.buffer(b.bytes, b.bytes.length, GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST);
                bound.made.push({ resource: { type: '' }, buffer });
                pass.setVertexBuffer(slot, buffer);
            });
            if (x.rectangle) pass.setScissorRect(...x.rectangle);
            if (draw.indices) {
                const buffer = this.buffer(draw.indices, draw.indices.length, GPUBufferUsage.INDEX | GPUBufferUsage.COPY_DST);
                bound.made.push({ resource: { type: '' }, buffer });
                pass.setIndexBuffer(buffer, 'uint32');
                pass.drawIndexed(draw.count, draw.instances ?? 1);
            } else {
                pass.draw(x.vertex ? draw.count : 3, x.vertex ? draw.instances ?? 1 : 1);
            }
            pass.end();
            device.queue.submit([encoder.finish()]);
        } finally {
            var scope = this.device.popErrorScope();
        }
        const error = await scope;
        if (error) throw new Error(error.message);
        const pixels = [];
        for (let i = 0; i < targets.length; i++)
            pixels.push(targets[i] && await this.#read_texture(targets[i], x.targets[i].format, width, height, 1));
        const results = await this.#results(bound.made);
        this.#release(bound.made);
        for (const t of targets) t?.destroy();
        return { pixels, results };
    }

    // The vertex stage of a picture that has none: one triangle covers it. An input at location 0
    // of two floats is the place in the picture, from 0 to 1; all other inputs are 0.
    cover(fragment, zero_inputs) {
        const inputs = inputs_of(fragment.text, fragment.entry);
        const key = `${zero_inputs}:` + inputs.map((i) => `${i.location}:${i.type}:${i.attributes}`).join();
        if (this.covers.has(key)) return this.covers.get(key);
        const members = inputs.map((i) => {
            const more = /@interpolate\([^)]*\)/.exec(i.attributes)?.[0] ?? '';
            return `  @location(${i.location}) ${more} l${i.location} : ${i.type},\n`;
        });
        const uv = !zero_inputs && inputs.find((i) => i.location === 0 && /^vec2(f|<f32>)$/.test(i.type));
        const text = `struct cover_out {\n  @builtin(position) position : vec4f,\n${members.join('')}}
@vertex fn cover(@builtin(vertex_index) i : u32) -> cover_out {
  var out : cover_out;
  let at = vec2f(f32(i >> 1) * 2, f32(i & 1) * 2);
  out.position = vec4f(at.x * 2 - 1, 1 - at.y * 2, 0, 1);
${uv ? '  out.l0 = at;\n' : ''}  return out;\n}\n`;
        const made = { module: this.device.createShaderModule({ code: text }), text: '', entry: 'cover' };
        this.covers.set(key, made);
        return made;
    }
}

// ---- naga

export class Naga {
    static async open() {
        const self = new Naga();
        self.naga = await import(pathToFileURL(find(`${PACKAGES}/naga-wasm/dist/node.js`)));
        return self;
    }

    // The message if naga does not take the text, else null.
    check(text) {
        let module, info;
        try {
            module = this.naga.parseWgsl(text);
            info = this.naga.validate(module);
            return null;
        } catch (error) {
            return String(error?.message ?? error).split('\n').slice(0, 4).join(' ');
        } finally {
            info?.free(), module?.free();
        }
    }

    // SPIR-V to WGSL; throws what naga says.
    translate(words) {
        let module, info;
        try {
            module = this.naga.parseSpirv(words);
            info = this.naga.validate(module);
            return this.naga.writeWgsl(module, info, {});
        } finally {
            info?.free(), module?.free();
        }
    }
}

export const read_text = (path) => readFileSync(path, 'utf8');
