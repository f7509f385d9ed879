/* cc -std=c99 -O2 -fno-math-errno -I. tools/lambdav.c -o lambdav -lm -ldl -pthread */
/* in parts: -DCLI_IN_PARTS tools/cli/code/ */
/* lambdav, the command line: compiles, checks, renders, runs, reflects and dumps λV programs.
   `lambdav --help` says how. Exit codes: 0 done, 1 the input is at fault, 2 the call is, 3 the
   environment is (files, memory, Vulkan). No output file is ever left half written: what is written
   goes to a temporary file beside it, which then takes its name. What the commands share, and the
   large ones, are in cli/: base <- options <- module <- values <- pixels <- resources <-
   scene; options <- device <- vulkan, cpu. */
#include "cli/translate.h"
#include "cli/live.h"
#include "cli/run.h"

/* ---- lambdav compile */

/* The words as a C array. */
static void put_header(bytes *b, const char *name, const uint32_t *words, size_t count) {
    size_t i;
    bytes_print(b, "/* SPIR-V, made by lambdav %s */\n#include <stdint.h>\n\n", lambdav_version());
    bytes_print(b, "static const uint32_t %s[%zu] = {", name, count);
    for (i = 0; i < count; i++)
        bytes_print(b, "%s0x%08xu%s", i % 8 ? " " : "\n    ", (unsigned)words[i],
                    i + 1 < count ? "," : "");
    bytes_add(b, "\n};\n", 4);
}

/* Adds a path as make and ninja read it: backslashes count only before what they escape. Both read
   letters, digits, what is not ASCII, `plain`, and what is escaped here. */
#define DEPFILE_PLAIN "+,/_.~(){}@[]!-"
static int put_make_path(bytes *b, const char *path, const char *plain) {
    size_t i, slashes;
    for (i = 0; path[i] != '\0'; i++) {
        unsigned char c = (unsigned char)path[i];
        slashes = strspn(path + i, "\\");
        if (slashes > 0) {
            c = (unsigned char)path[i + slashes];
            if (c == '#' || c == ':' || c == '\0') break;
            bytes_add(b, path + i, slashes);
            if (c == ' ') bytes_add(b, path + i, slashes);
            i += slashes - 1;
            continue;
        }
        if (c < 128 && !isalnum(c) && strchr(plain, c) == NULL && strchr(" #:$", c) == NULL) break;
        if (c == '$') bytes_add(b, "$", 1);
        else if (strchr(" #:", c) != NULL) bytes_add(b, "\\", 1);
        bytes_add(b, path + i, 1);
    }
    if (path[i] == '\0') return DONE;
    return complain(BAD_INPUT, path[i] >= ' ' && path[i] < 127
                        ? "%s: cannot be in a depfile: make and ninja cannot write '%c'; rename it"
                        : "%s: cannot be in a depfile: make and ninja cannot write byte %d; "
                          "rename it",
                    path, path[i]);
}

/* The rule that says what the output is made from. A target with a percent sign is a pattern. */
static int put_depfile(bytes *b, const job *j) {
    size_t i;
    int code = put_make_path(b, j->arguments->output, DEPFILE_PLAIN);
    bytes_add(b, ":", 1);
    for (i = 0; i < j->source_count && code == DONE; i++) {
        if (is_dash(j->sources[i].path)) continue;
        bytes_add(b, " ", 1);
        code = put_make_path(b, j->sources[i].path, DEPFILE_PLAIN "%");
    }
    bytes_add(b, "\n", 1);
    return code;
}

/* The rule comes first: without it, make would take a new module for one that needs nothing. */
static int write_module(const job *j) {
    const arguments *a = j->arguments;
    bytes b = {NULL, 0, 0}, rule = {NULL, 0, 0};
    int code = a->depfile != NULL ? put_depfile(&rule, j) : DONE;
    if (a->header != NULL)
        put_header(&b, a->header, j->result.words, j->result.word_count);
    else
        put_words(&b, j->result.words, j->result.word_count);
    if (code == DONE && a->depfile != NULL) code = write_file(a->depfile, rule.data, rule.size);
    if (code == DONE) code = write_file(a->output, b.data, b.size);
    free(b.data);
    free(rule.data);
    return code;
}

static int run_compile(const arguments *a) {
    static job j;
    int code;
    if (a->output == NULL)
        return complain(BAD_USAGE, "compile: no output: -o FILE, or -o - for stdout");
    code = text_open(&j, a, a->files[0]);
    if (code != DONE) return code;
    code = compile(&j, a->flags | (a->wgsl ? LAMBDAV_NAMES : 0));
    print_diagnostics(&j.result);
    if (code == DONE && a->wgsl)
        code = write_translation(a, &j, j.result.words, j.result.word_count);
    else if (code == DONE)
        code = write_module(&j);
    job_close(&j);
    return code;
}

/* ---- lambdav check */

/* Checks one file; `diagnostics` takes the findings, or they are printed if it is NULL. */
static int check_file(const arguments *a, const char *path, json *diagnostics) {
    static job j;
    size_t i;
    int code;
    if (a->uniformity) return check_uniformity(a, path, diagnostics);
    if (a->instrument) return instrument_file(a, path);
    code = text_open(&j, a, path);
    if (code != DONE) return code;
    code = compile(&j, a->flags | LAMBDAV_CHECK_ONLY);
    if (diagnostics == NULL) print_diagnostics(&j.result);
    for (i = 0; diagnostics != NULL && i < j.result.diagnostic_count; i++)
        json_diagnostic(diagnostics, &j.result.diagnostics[i]);
    job_close(&j);
    return code;
}

static int run_check(const arguments *a) {
    json *all = a->json ? json_new() : NULL;
    json *diagnostics = a->json ? json_list(all, "diagnostics") : NULL;
    int i, code = check_usage(a), worst = DONE;
    if (code != DONE) return code;
    for (i = 0; i < a->file_count; i++) {
        code = check_file(a, a->files[i], diagnostics);
        if (code > worst) worst = code;
    }
    code = a->json ? json_print(all) : DONE;
    return code > worst ? code : worst;
}

/* ---- lambdav reflect */

/* The name of a file, without its last suffix if `stem`, as a part of an identifier; to be
   freed. */
static char *file_identifier(const char *path, int stem) {
    const char *dot;
    char *name, *c;
    path += os_folder_size(path);
    dot = stem ? strrchr(path, '.') : NULL;
    name = print_new("%.*s", (int)(dot == NULL || dot == path ? strlen(path)
                                                              : (size_t)(dot - path)), path);
    for (c = name; *c != '\0'; c++) *c = (char)(isalnum((unsigned char)*c) ? *c : '_');
    return name;
}

/* Prints the C header: its guard is BLOCKS_x_H of the file's name, or of the prefix. */
static void put_blocks(bytes *b, const arguments *a, const reflected *f) {
    const char *path = a->output == NULL || is_dash(a->output) ? a->files[0] : a->output;
    char *name = file_identifier(path, 0), *stem = file_identifier(path, 1), *guard, *c;
    guard = print_new("BLOCKS_%s%s%s_H", a->prefix ? a->prefix : "", a->prefix ? "_" : "", name);
    for (c = guard; *c != '\0'; c++) *c = (char)toupper((unsigned char)*c);
    put_c_header(b, f, guard, a->prefix, stem);
    free(name);
    free(stem);
    free(guard);
}

static int run_reflect(const arguments *a) {
    static module m;
    bytes b = {NULL, 0, 0};
    const char *output = a->output == NULL ? "-" : a->output;
    int code;
    if (a->json && a->c_header)
        return complain(BAD_USAGE, "reflect: --json and --c-header exclude each other");
    if (a->prefix != NULL && !a->c_header)
        return complain(BAD_USAGE, "--prefix needs --c-header");
    code = module_open(&m, a, a->files[0], a->entry, 0);
    if (code == DONE && a->json) {
        json_take(&b, json_reflection(&m.reflected, m.words, m.word_count));
    } else if (code == DONE && a->c_header) {
        put_blocks(&b, a, &m.reflected);
    } else if (code == DONE) {
        put_reflection(&b, &m.reflected);
    }
    if (code == DONE) code = write_file(output, b.data, b.size);
    free(b.data);
    module_close(&m);
    return code;
}

/* ---- lambdav dump */

static int run_dump(const arguments *a) {
    static job j;
    bytes passes = {NULL, 0, 0};
    uint32_t i;
    int code;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        if (strcmp(lambdav_pass_name(i), a->files[0]) == 0) break;
        bytes_print(&passes, "%s%s", i ? ", " : "", lambdav_pass_name(i));
    }
    if (lambdav_pass_name(i) == NULL)
        return complain(BAD_USAGE, "dump: there is no pass '%s'; there are: %.*s", a->files[0],
                        (int)passes.size, passes.data);
    free(passes.data);
    code = text_open(&j, a, a->files[1]);
    if (code != DONE) return code;
    j.pass = a->files[0];
    code = compile(&j, a->flags);
    print_diagnostics(&j.result);
    if (j.dump.size > 0 && write_file("-", j.dump.data, j.dump.size) != DONE)
        code = BAD_ENVIRONMENT;
    job_close(&j);
    return code;
}

/* ---- lambdav devices */

static int run_devices(const arguments *a) {
    bytes b = {NULL, 0, 0};
    int code = DONE;
    (void)a;
#ifdef HAS_VULKAN
    code = put_vulkan_devices(&b);
#endif
    bytes_print(&b, "--cpu  the CPU (%u threads), which needs no Vulkan\n", core_count());
    if (code == DONE) code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* ---- commands */

typedef struct command {
    const char *name, *operands, *letters; /* letters: the options that it takes */
    int least, most;                       /* operands */
    int (*run)(const arguments *a);
    const char *summary, *help[4]; /* help: in parts, up to NULL */
} command;

#define RESOURCE_HELP \
    "Resources are named as the program does, or as SET,BINDING; elements of arrays of them as\n" \
    "NAME[I]. Push constants and uniform blocks begin as zeros; the members `time` (seconds),\n" \
    "`frame` (a whole number), `resolution` and `mouse` are filled.\n\n" \
    "      --buffer NAME=SIZE    a buffer of zeros: 4096, 64k, 2M, 512*512*vec4\n" \
    "      --buffer NAME=@FILE   one with the file's bytes; @FILE:f32 for numbers as text\n" \
    "      --texture NAME=@FILE[:WORDS]  a PNG, JPG, TGA, BMP or HDR file; HDR keeps its reals\n" \
    "                            (rgba32f); WORDS, with commas: linear nearest repeat mirror\n" \
    "                            clamp border mipmaps, a format (rgba8, r32f ...), WxH[xD]\n" \
    "                            for raw files; @A.png,@B.png... are the layers, slices or\n" \
    "                            faces; of a depth texture: less less-equal greater ...\n" \
    "      --image NAME=WxH[xD][:FORMAT]  a storage image or texture of zeros; or @FILE.png\n" \
    "                            texel buffers, with --cpu: N or @FILE, and :FORMAT\n" \
    "      --sampler NAME=WORDS  (default: linear,repeat)\n" \
    "      --bind NAME=...       any of these, by the kind of the resource\n" \
    "      --set NAME=V[,V...]   a push constant, BLOCK.MEMBER, BUFFER[3], light[1].pos;\n" \
    "                            matrices column by column\n" \
    "      --push @FILE          the bytes of the push constants\n" \
    "      --spec NAME|ID=V      a specialisation constant\n" \
    "      --print NAME[:TYPE]   print a buffer or image at the end, a value per line;\n" \
    "                            TYPE: f32 i32 u32 vec2-4 ivec2-4 uvec2-4 u8 ...;\n" \
    "                            NAME.MEMBER prints a part\n" \
    "      --out NAME=FILE       its bytes; images to FILE.png, buffers to FILE.png:WxH\n" \
    "                            or FILE.png:WxH:rgb, without every fourth byte\n"
#define CHECK_HELP \
    "      --records N           of each place keep N invocations (default 8)\n" \
    "      --defined             and make results that would be undefined defined\n" \
    "      --not-a-number        and report NaNs and infinities, made of finite numbers\n" \
    "      --max-iterations N    and report the loops that it ends\n"

#define RESOURCE_HELP_2 \
    "      --swap A,B            exchange two buffers or images after each dispatch or picture\n" \
    "      --time T              seconds at first (default 0)\n" \
    "      --fps R               pictures or dispatches per second (default 30); also --rate\n" \
    "  -d, --device N|NAME       see `lambdav devices`\n" \
    "      --validation          with the Vulkan validation layer\n" \
    "      --cpu                 on the CPU, as where there is no Vulkan device\n" \
    "      --threads N           of the CPU (default: one per core)\n" \
    "      --check[=error]       report what is undefined for what it is given: square roots of\n" \
    "                            negative numbers, divisions by 0, indices out of range ...;\n" \
    "                            on the CPU data races too; =error: and exit with 1;\n" \
    "                            --checks is --cpu --check=error\n" \
    "      --check-image FILE.png  paint the pixels or invocations where that was\n" \
    CHECK_HELP \
    "      --steps N             on the CPU, at most N blocks of the program in a row; says\n" \
    "                            where it was when they were over\n" \
    "      --time-it             say how long it took, all together and at least\n"

#define DEBUG_HELP \
    "      --debug               keep names, the texts and the lines of the code (OpLine)\n" \
    "      --debug=full          ... and functions and variables, for source-level debuggers\n"

#define COMPILE_HELP \
    "  -D, --define NAME=VALUE   like (define NAME VALUE) before the text, instead of its own\n" \
    "  -I, --include FOLDER      look there for includes, after the folders of the texts\n" \
    "      --include-root FOLDER look nowhere but inside of it; links out of it are refused\n" \
    "  -e, --entry NAME          this entry point alone\n" \
    "  -t, --target TARGET       spirv1.0, spirv1.3 (default), spirv1.5, spirv1.6; or vulkan1.0\n" \
    "                            to vulkan1.3\n" \
    "      --strict-floats       keep signed zeros, infinities and NaNs; contract nothing\n" \
    "      --keep-guards         keep operations with undefined cases behind their `if`\n" \
    "      --defined-ints        integer division by 0 and large shifts have a result\n" \
    "      --inline=WHEN         functions are expanded always, never or auto (default): what\n" \
    "                            is small or used once is, the rest are functions of the module\n" \
    "      --max-iterations N    a loop begins again at most N times, each time it runs\n" \
    "      --safe                for programs of others: loops are bounded (10000), and nothing\n" \
    "                            is touched but what the program declares\n" \
    "      --warn[=NAME]         warn of what is not used, and of names of builtins; of NAME\n" \
    "      --no-warn=NAME        do not warn of NAME: domain, unused-name ... (compile, check)\n" \
    "      --Werror, -Werror     warnings are errors (compile, check)\n" \
    "      --memory MIB          use at most so much (default 1024)\n" \
    "      --loops SHAPE         how loops look: auto, phi, variables, unroll, dont-unroll\n" \
    "      --limit NAME=N        a bound of the compiler: nodes, calls (2000000 of each),\n" \
    "                            depth (160000), diagnostics (64)\n"

static const command commands[] = {
    {"compile", "FILE", "oDIZetHMnGfgu ',mq\1K~@!A=&<{\"\\Uz%", 1, 1, run_compile,
     "translate a program to SPIR-V",
     {"  -o, --output FILE         where the words go, `-` for stdout\n"
      "      --header NAME         write a C array of that name instead\n"
      "      --depfile FILE        list what was read, as make does\n"
      "      --names               keep the names of entry points, interface and push constants\n"
      "      --keep-interface      keep inputs, resources and constants that nothing uses\n"
      "      --target wgsl         write WGSL; takes the options of `lambdav translate`\n"
      DEBUG_HELP COMPILE_HELP
      "\nExamples:\n"
      "  lambdav compile plasma.lv -o plasma.spv\n"
      "  lambdav compile plasma.lv --header plasma_spv -o plasma_spv.h --depfile plasma.d\n"
      "  lambdav compile scene.lv --define steps=128 --target vulkan1.2 -o scene.spv\n"
      "  echo '(vec4 1 0 0 1)' | lambdav compile - -o - | spirv-dis\n", NULL}},
    {"check", "FILE...", "oDIZetfgu 'mq\1j~@!$*.`}(),/", 1, INT_MAX, run_check,
     "report errors, write nothing",
     {"      --json                report to stdout as JSON\n"
      "      --uniformity          what needs uniform control flow and may not have it; takes\n"
      "                            SPIR-V too\n"
      "      --maximal             with it: the device promises maximal reconvergence\n"
      "      --instrument -o FILE  write a module that records its undefined behaviour into a\n"
      "                            storage buffer; takes SPIR-V too\n"
      "      --places FILE         ... with a table of the places that it checks, in JSON\n"
      "      --records-at S,B      ... set and binding of the buffer (default: the next free)\n"
      "      --instrument --safe -o FILE  write one that records nothing, but is defined and\n"
      "                            ends: operands are replaced, loops left after\n"
      "                            --max-iterations (10000)\n"
      CHECK_HELP
      COMPILE_HELP
      "\nExamples:\n"
      "  lambdav check examples/*.lv\n"
      "  lambdav check --json scene.lv\n"
      "  lambdav check --uniformity shader.spv\n"
      "  lambdav check --instrument shader.spv -o checking.spv --places places.json\n", NULL}},
    {"render", "FILE", "oDIZetGfgu 'mq\1KsTFrSdlVbxiaBpkPOwvE1234567890YRW^CJQLyN+|>#;(),/", 1, 1,
     run_render,
     "draw a program to a PNG file",
     {"FILE is a program, or SPIR-V words that any compiler made.\n\n"
      "  -o, --output FILE.png     where the picture goes, `-` for stdout\n"
      "  -s, --size WxH            pixels (default 512x512)\n"
      "      --frames N            that many pictures: FILE-0001.png ...\n"
      "      --raw                 pixels without a header; -o - --frames N for all in a row\n"
      "      --repeat N            write the last of N pictures alone\n"
      "      --window              show it, until the window is closed or after --frames N; draws\n"
      "                            again when a file changes, with errors over the last picture\n"
      "      --watch               draw again whenever a file that was read changes, until ^C\n"
      "      --location N|all      the output to draw (default 0); others to FILE-1.png ...\n"
      "      --out N=FILE          output N as well; raw pixels unless FILE ends in .png\n"
      "      --format FORMAT       of the outputs: rgba8 (default), rgba16f, rgba32f, srgba8 ...\n"
      "      --clear R,G,B,A       what is not drawn (0,0,0,1)\n\n"
      "Several passes:\n\n"
      "      --passes FILE         a pass on each line: its program, if not that of the call, and\n"
      "                            options of these; the last line is the picture\n"
      "      --into [N=]NAME       output N (default 0) is drawn into the image NAME, of the\n"
      "                            pass's --size and --format (default rgba32f)\n"
      "      --texture NAME=IMAGE[:WORDS]  what was drawn last into IMAGE; textures that are not\n"
      "                            given have the images of their names\n"
      "      --times N             draw the pass N times in a row\n\n",
      "With a vertex stage, in FILE or in one of its own:\n\n"
      "      --vertex FILE         the vertex stage is in another file\n"
      "      --vertex-entry NAME   (default: the first one)\n"
      "      --vertices @FILE      the declared inputs, used or not, packed in order of location;\n"
      "                            @FILE:f32 for text\n"
      "      --vertices NAME=@FILE, --instances NAME=@FILE   one input, per vertex or instance\n"
      "      --indices @FILE[:u32] of 32 bits\n"
      "      --draw N[,INSTANCES]  (default: what the files hold)\n"
      "      --topology T          triangles (default), triangle-strip, triangle-fan, lines,\n"
      "                            line-strip, points\n"
      "      --depth[=COMPARE]     a depth test: less (default), less-equal, greater ...\n"
      "      --blend B             alpha, premultiplied, add, multiply, min, max\n"
      "      --cull back|front     --clockwise: triangles that turn clockwise face front\n"
      "      --keep-interface      the vertex stage has all inputs that its text declares\n\n",
      RESOURCE_HELP, RESOURCE_HELP_2 DEBUG_HELP COMPILE_HELP
      "\nExamples:\n"
      "  lambdav render plasma.lv -o plasma.png --size 640x480 --time 2.5\n"
      "  lambdav render julia.lv -o julia.png --set c=-0.8,0.156 --watch\n"
      "  lambdav render cube.lv -o cube.png --vertices @cube.txt:f32 --depth --texture a=@a.png\n"
      "  lambdav render x.spv --bind 0,1=@wood.png --push @push.bin -o out.png\n"
      "  lambdav render plasma.lv -o frame.png --frames 120 --fps 60\n"
      "  lambdav render --passes ripple.passes --window\n"
      "  lambdav render plasma.lv -o - --raw --frames 120 --size 640x480 |\n"
      "    ffmpeg -f rawvideo -pix_fmt rgba -s 640x480 -r 30 -i - plasma.mp4\n"}},
    {"run", "FILE", "DIZetGfgu 'mq\1sTrSdVbxiaBpkPOwXN+[]|CJQLy#;(),/", 1, 1, run_run,
     "dispatch a compute program, print or write results",
     {"FILE is a program, or SPIR-V words that any compiler made.\n\n"
      "      --dispatch X[,Y[,Z]]  workgroups\n"
      "  -s, --size W[,H[,D]]      invocations: as many workgroups as they need\n"
      "      --repeat N            dispatch N times\n"
      "  -e, --entry NAME          the entry point (default: the first one); several run in a"
      " row,\n"
      "                            and the --size, --dispatch, --set, --buffer ... behind an -e\n"
      "                            are for that one alone; also\n"
      "      --times N             dispatch it N times in a row, with a --swap after each\n"
      "      --for V=A,B[,STEP]    run what follows, up to --end, for V from A to B; STEP: +1 (if\n"
      "                            it is not given), -1, *2, /2 ...; {V}, {V/2} ... stand for\n"
      "                            numbers in --size, --dispatch, --times, --set and other --for\n"
      "      --passes FILE         more of these options, an -e with its options on each line\n\n",
      RESOURCE_HELP, RESOURCE_HELP_2 DEBUG_HELP COMPILE_HELP
      "\nExamples:\n"
      "  lambdav run ids.lv --dispatch 64,64 --buffer data=512*512*u32 --out data=ids.png:512x512\n"
      "  lambdav run sum.lv --size 1000 --buffer in=@numbers.txt:f32 --buffer sum=4 --print sum\n"
      "  lambdav run blur.spv --size 512,512 --bind 0,0=@in.png --image out=512x512 --out "
      "out=out.png\n"
      "  lambdav run life.lv --size 64,64 --buffer now=@start.bin --buffer next=16k\n"
      "    --swap now,next --repeat 100 --out now=life.png:64x64\n"
      "  lambdav run bitonic.lv --buffer data=@numbers.txt:f32 --size 4096 --for 'k=2,4096,*2'\n"
      "    --for 'j={k/2},1,/2' -e step --set k={k} --set j={j} --end --end --print data\n", NULL}},
    {"reflect", "FILE", "oDIZetfgu ',mq\1jc_K", 1, 1, run_reflect,
     "list entry points, inputs, outputs, resources, layouts",
     {"FILE is a program, or SPIR-V words that any compiler made.\n\n"
      "  -o, --output FILE         where that goes (default: stdout)\n"
      "      --json                as JSON; tools/doc/reference.md has the schema\n"
      "      --c-header            the blocks as C structs; those without a name have the file's\n"
      "      --prefix NAME         all structs are NAME_...\n"
      "      --keep-interface      what is declared, used or not\n" COMPILE_HELP
      "\nExamples:\n"
      "  lambdav reflect plasma.lv\n"
      "  lambdav reflect --json shader.spv\n"
      "  lambdav reflect --c-header shader.spv -o blocks.h\n", NULL}},
    {"translate", "FILE", "oDIZefgu ',mq\1KA=&<{\"\\Uz%", 1, 1, run_translate,
     "translate SPIR-V to WGSL, for browsers",
     {"FILE is SPIR-V words that any compiler made, or a program.\n\n"
      "  -o, --output FILE         where the text goes (default: stdout)\n"
      "      --json FILE           a table of entry points and bindings\n"
      "  -e, --entry NAME          this entry point alone\n"
      "      --push-at G,B         push constants are a uniform buffer there (default 3,0)\n"
      "      --sampler-offset N    the sampler of a combined one is at its binding + N (100)\n"
      "      --f16                 the target has 16-bit floats\n"
      "      --subgroups           the target has subgroups\n"
      "      --dual-source         the target blends with two colours\n"
      "      --clip-distances      the target has distances for clipping\n"
      "      --keep-uniformity     no directive that allows derivatives in any control flow;\n"
      "                            an error where control flow may not be uniform\n"
      "      --keep-y              positions as they are; else y is negated, as WebGPU has it up\n"
      "      --lines               the lines of the source as comments\n"
      "\nExamples:\n"
      "  lambdav translate shader.spv -o shader.wgsl --json bindings.json\n"
      "  lambdav translate examples/plasma.lv\n", NULL}},
    {"dump", "PASS FILE", "DIZetnGfgu ',mq\1", 2, 2, run_dump,
     "print what a pass of the compiler made",
     {DEBUG_HELP COMPILE_HELP
      "\nExamples:\n"
      "  lambdav dump graph plasma.lv\n"
      "  lambdav dump words plasma.lv\n", NULL}},
    {"devices", "", "", 0, 0, run_devices, "list what draws and runs programs",
     {"\nExamples:\n"
      "  lambdav devices\n"
      "  lambdav render plasma.lv -o plasma.png --device 1\n", NULL}}};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int print_version(void) {
    bytes b = {NULL, 0, 0};
    int code;
    bytes_print(&b, "lambdav %s\n", lambdav_version());
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

static int print_help(void) {
    bytes b = {NULL, 0, 0};
    size_t i;
    int code;
    bytes_print(&b, "usage: lambdav COMMAND [OPTION...] FILE...\n\n");
    for (i = 0; i < COMMAND_COUNT; i++)
        bytes_print(&b, "  %-9s %-10s %s\n", commands[i].name, commands[i].operands,
                    commands[i].summary);
    bytes_print(&b, "\nlambdav COMMAND --help says more. FILE may be `-` for stdin.\n\nExamples:\n"
                    "  lambdav render examples/plasma.lv -o plasma.png\n"
                    "  lambdav compile examples/plasma.lv -o plasma.spv\n\n"
                    "Exit codes: 0 done, 1 bad input, 2 bad call, 3 files, memory or Vulkan.\n");
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

static int print_command_help(const command *c) {
    bytes b = {NULL, 0, 0};
    uint32_t i;
    int code;
    bytes_print(&b, "usage: lambdav %s%s %s\n\n%c%s.\n", c->name, *c->letters ? " [OPTION...]" : "",
                c->operands, toupper((unsigned char)*c->summary), c->summary + 1);
    if (c->run == run_dump) bytes_print(&b, "PASS is one of:");
    for (i = 0; c->run == run_dump && lambdav_pass_name(i) != NULL; i++)
        bytes_print(&b, " %s", lambdav_pass_name(i));
    bytes_add(&b, "\n\n", c->run == run_dump ? 2 : 1);
    for (i = 0; i < 4 && c->help[i] != NULL; i++) bytes_add(&b, c->help[i], strlen(c->help[i]));
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* An option that getopt_long does not understand; `text` is the word of the call that has it. */
static int refuse_option(const command *c, int found, const char *text) {
    const char *near = NULL, *help = c->run == NULL ? "render" : c->name;
    size_t i, size;
    if (found == ':' && *text == '-' && text[1] == '-')
        return complain(BAD_USAGE, "--%s needs a value; see lambdav %s --help",
                        option_name(optopt), help);
    if (found == ':') return complain(BAD_USAGE, "-%c needs a value", optopt);
    if (strncmp(text, "--", 2) != 0)
        return complain(BAD_USAGE, "%s takes no -%c; see lambdav %s --help", c->name, optopt, help);
    if (optopt != 0) return complain(BAD_USAGE, "--%s takes no value", option_name(optopt));
    size = strcspn(text + 2, "=");
    for (i = 0; long_options[i].name != NULL; i++)
        if (strchr(c->letters, long_options[i].val) != NULL)
            near = nearer_name(text + 2, size, near, long_options[i].name);
    if (near != NULL)
        return complain(BAD_USAGE, "%s takes no %.*s; did you mean --%s?", c->name, (int)size + 2,
                        text, near);
    return complain(BAD_USAGE, "%s takes no %.*s; see lambdav %s --help", c->name, (int)size + 2,
                    text, help);
}

/* Parses the options of the words, which come from `w`; operands stand from optind on then. */
static int parse_options(arguments *a, const command *c, const word_list *w, int argc,
                         char **argv) {
    int letter, code;
    optind = 0; /* getopt begins anew */
    opterr = 0;
    while ((letter = getopt_long(argc, argv, ":o:I:D:e:t:s:d:h", long_options, NULL)) != -1) {
        the_origin = origin_of(w, argv[optind - 1]);
        if (letter == 'h' && the_origin.file == NULL) return letter;
        if (letter == '?' || letter == ':') return refuse_option(c, letter, argv[optind - 1]);
        if (strchr(c->letters, letter) == NULL)
            return complain(BAD_USAGE, "%s takes no --%s", c->name, option_name(letter));
        code = take_option(a, letter, optarg);
        if (code != DONE) return code;
        a->seen[letter] = 1;
    }
    return DONE;
}

static int parse_pass(arguments *a, const word_list *w, size_t first, size_t end, char **file) {
    static const command line = {"a pass", "", "Ds" SHARED_LETTERS LINE_LETTERS, 0, 1, NULL, "",
                                 {NULL}};
    static char name[] = "render";
    size_t count = end - first;
    char **argv = (char **)need(malloc((count + 2) * sizeof *argv));
    int code;
    argv[0] = name;
    memcpy(argv + 1, w->argv + first, count * sizeof *argv);
    argv[count + 1] = NULL;
    code = parse_options(a, &line, w, (int)count + 1, argv);
    if (code == DONE && optind < (int)count) {
        the_origin = origin_of(w, argv[optind + 1]);
        code = complain(BAD_USAGE, "'%s': a pass has one program", argv[optind + 1]);
    } else if (code == DONE && optind == (int)count) {
        *file = beside_passes(argv[optind]);
    }
    free(argv);
    return code;
}

/* What stands on the line of a pass alone is not for the call beside --passes. */
static int check_call(const arguments *a) {
    const char *letter;
    for (letter = LINE_LETTERS; *letter != '\0'; letter++)
        if (a->seen[(unsigned char)*letter])
            return complain(BAD_USAGE, "--%s: with --passes it stands on the line of its pass",
                            option_name(*letter));
    return DONE;
}

/* Parses the options of a command and runs it. */
static int run_command(const command *c, int argc, char **argv) {
    static arguments a;
    static char werror[] = "--Werror", json_to[] = "--json-to";
    int i, least = c->least, code = collect_words(argc, argv, c->run == run_run);
    if (code != DONE) return code;
    argv = the_words.argv;
    argc = (int)the_words.count;
    a.command = c->name;
    a.memory = (size_t)1 << 30;
    a.frames = a.repeat = a.turns = a.draw[1] = 1;
    a.rate = 30;
    a.format = LAMBDAV_VK_FORMAT_COUNT;
    a.scoped = c->run == run_run;
    for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-Werror") == 0) argv[i] = werror;
        else if (strcmp(argv[i], "--json") == 0 && strchr(c->letters, 'A') != NULL)
            argv[i] = json_to; /* which takes a file there */
    code = parse_options(&a, c, &the_words, argc, argv);
    if (code == 'h') return print_command_help(c);
    if (code != DONE) return code;
    for (i = optind; i < argc; i++) {
        the_origin = origin_of(&the_words, argv[i]);
        if (the_origin.file != NULL)
            return complain(BAD_USAGE, "'%s' is not an option", argv[i]);
        if (argv[i][0] == '\0') return complain(BAD_USAGE, "FILE: the name is empty");
    }
    the_origin = command_line;
    a.files = argv + optind;
    a.file_count = argc - optind;
    if (a.pass_file != NULL) code = check_call(&a), least = 0;
    if (code != DONE) return code;
    if (a.file_count > c->most && c->most == 1)
        return complain(BAD_USAGE, "%s takes one FILE; '%s' is another one; see lambdav %s --help",
                        c->name, a.files[1], c->name);
    if (a.file_count < least || a.file_count > c->most)
        return complain(BAD_USAGE, "usage: lambdav %s %s; see lambdav %s --help", c->name,
                        c->operands, c->name);
    return c->run(&a);
}

int main(int argc, char **argv) {
    static const char *const others[] = {"--version", "--help", "help"};
    const char *name = argc > 1 ? argv[1] : "", *near = NULL;
    size_t i;
    os_start();
    catch_signals();
    if (strcmp(name, "--version") == 0) return print_version();
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    for (i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) != 0) continue;
        argv[1] = argv[0];
        return run_command(&commands[i], argc - 1, argv + 1);
    }
    if (*name == '\0') return complain(BAD_USAGE, "no command; see lambdav --help");
    for (i = 0; i < COMMAND_COUNT; i++)
        near = nearer_name(name, strlen(name), near, commands[i].name);
    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        near = nearer_name(name, strlen(name), near, others[i]);
    if (near != NULL)
        return complain(BAD_USAGE, "no command '%s'; did you mean '%s'?", name, near);
    return complain(BAD_USAGE, "no command '%s'; see lambdav --help", name);
}
