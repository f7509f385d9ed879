#!/usr/bin/env python3
"""Makes the `spirv` section of lambdav.h from the grammar files of SPIRV-Headers; with --cpu that
of tools/spv_cpu.h: the numbers of what FILE names, and the names of all instructions; with --vk
that of lambdav_vk.h: the numbers of what FILE names, and of the capabilities in its lists; with
--module that of tools/spv_module.h: instructions with their operands, the enumerants of
MODULE_ENUMS, and of other instruction sets the numbers of what FILE names.

  tools/dev/gen_spirv.py                 print the section of lambdav.h
  tools/dev/gen_spirv.py --check FILE    compare with the one between the markers in FILE
  tools/dev/gen_spirv.py --write FILE    replace the one between the markers in FILE
  --grammar DIR                      the unified1 folder (default /usr/include/spirv/unified1)

Exit codes: 0 done or equal, 1 FILE differs or has no markers, 2 usage, 3 no grammar files.
"""
import argparse
import collections
import json
import os
import re
import sys

BEGIN = "/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: begin */"
END = "/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: end */"

OPCODES = """
    Nop Undef SourceContinued Source SourceExtension String Line NoLine Name MemberName
    ModuleProcessed
    Extension ExtInstImport ExtInst MemoryModel EntryPoint ExecutionMode ExecutionModeId Capability
    TypeVoid TypeBool TypeInt TypeFloat TypeVector TypeMatrix TypeImage TypeSampler TypeSampledImage
    TypeArray TypeRuntimeArray TypeStruct TypePointer TypeFunction
    ConstantTrue ConstantFalse Constant ConstantComposite ConstantNull
    SpecConstantTrue SpecConstantFalse SpecConstant SpecConstantComposite SpecConstantOp
    Function FunctionParameter FunctionEnd FunctionCall Variable Load Store AccessChain ArrayLength
    Decorate MemberDecorate DecorateId
    VectorExtractDynamic VectorInsertDynamic VectorShuffle
    CompositeConstruct CompositeExtract CompositeInsert CopyObject Transpose
    ConvertFToU ConvertFToS ConvertSToF ConvertUToF UConvert SConvert Bitcast
    SNegate FNegate IAdd FAdd ISub FSub IMul FMul UDiv SDiv FDiv UMod SRem SMod FRem FMod
    VectorTimesScalar MatrixTimesScalar VectorTimesMatrix MatrixTimesVector MatrixTimesMatrix
    OuterProduct Dot IAddCarry ISubBorrow UMulExtended SMulExtended
    Any All IsNan IsInf LogicalEqual LogicalNotEqual LogicalOr LogicalAnd LogicalNot Select
    IEqual INotEqual UGreaterThan SGreaterThan UGreaterThanEqual SGreaterThanEqual
    ULessThan SLessThan ULessThanEqual SLessThanEqual
    FOrdEqual FUnordEqual FOrdNotEqual FUnordNotEqual FOrdLessThan FUnordLessThan
    FOrdGreaterThan FUnordGreaterThan FOrdLessThanEqual FUnordLessThanEqual
    FOrdGreaterThanEqual FUnordGreaterThanEqual
    ShiftRightLogical ShiftRightArithmetic ShiftLeftLogical BitwiseOr BitwiseXor BitwiseAnd Not
    BitFieldInsert BitFieldSExtract BitFieldUExtract BitReverse BitCount
    DPdx DPdy Fwidth DPdxFine DPdyFine FwidthFine DPdxCoarse DPdyCoarse FwidthCoarse
    Phi LoopMerge SelectionMerge Label Branch BranchConditional Switch
    ControlBarrier MemoryBarrier
    SampledImage ImageSampleImplicitLod ImageSampleExplicitLod ImageSampleDrefImplicitLod
    ImageSampleDrefExplicitLod ImageFetch ImageGather ImageDrefGather ImageRead ImageWrite Image
    ImageQuerySizeLod ImageQuerySize ImageQueryLod ImageQueryLevels ImageQuerySamples
    GroupNonUniformElect GroupNonUniformAll GroupNonUniformAny GroupNonUniformAllEqual
    GroupNonUniformBroadcastFirst GroupNonUniformBallot
    GroupNonUniformIAdd GroupNonUniformFAdd GroupNonUniformSMin GroupNonUniformUMin
    GroupNonUniformFMin GroupNonUniformSMax GroupNonUniformUMax GroupNonUniformFMax
    AtomicLoad AtomicStore AtomicExchange AtomicCompareExchange AtomicIAdd AtomicISub AtomicSMin
    AtomicUMin AtomicSMax AtomicUMax AtomicAnd AtomicOr AtomicXor
    Kill Return ReturnValue Unreachable TerminateInvocation DemoteToHelperInvocation
    TypeAccelerationStructureKHR TypeForwardPointer ImageTexelPointer CopyMemory CopyMemorySized
    InBoundsAccessChain PtrAccessChain InBoundsPtrAccessChain AtomicFlagTestAndSet
    AtomicFlagClear PtrEqual PtrDiff AtomicFMinEXT AtomicFMaxEXT AtomicFAddEXT
"""

ENUMS = [
    ("SourceLanguage", "Unknown"),
    ("Capability", """Matrix Shader SampleRateShading DerivativeControl SignedZeroInfNanPreserve
        RoundingModeRTE DemoteToHelperInvocation Sampled1D Image1D SampledBuffer ImageBuffer
        SampledCubeArray ImageCubeArray ImageMSArray StorageImageMultisample ImageQuery
        ImageGatherExtended StorageImageExtendedFormats StorageImageReadWithoutFormat
        StorageImageWriteWithoutFormat SampledImageArrayDynamicIndexing
        StorageImageArrayDynamicIndexing GroupNonUniform GroupNonUniformVote
        GroupNonUniformArithmetic GroupNonUniformBallot ShaderNonUniform
        SampledImageArrayNonUniformIndexing StorageImageArrayNonUniformIndexing
        UniformTexelBufferArrayNonUniformIndexing StorageTexelBufferArrayNonUniformIndexing"""),
    ("ImageOperands", "Bias Lod Grad ConstOffset Offset Sample"),
    ("GroupOperation", "Reduce InclusiveScan ExclusiveScan"),
    ("ExecutionModel", "Vertex Fragment GLCompute"),
    ("AddressingModel", "Logical"),
    ("MemoryModel", "GLSL450"),
    ("ExecutionMode", """OriginUpperLeft EarlyFragmentTests DepthReplacing LocalSize LocalSizeId
        SignedZeroInfNanPreserve RoundingModeRTE"""),
    ("StorageClass", """UniformConstant Input Uniform Output Workgroup Private Function
        PushConstant Image StorageBuffer"""),
    ("Dim", "1D 2D 3D Cube Buffer SubpassData"),
    ("Decoration", """RelaxedPrecision SpecId Block BufferBlock RowMajor ColMajor ArrayStride
        MatrixStride BuiltIn NoPerspective Flat Centroid Sample NonWritable NonReadable Location
        Component Index Binding DescriptorSet Offset NoContraction Patch
        InputAttachmentIndex NonUniform"""),
    ("BuiltIn", """Position PointSize VertexIndex InstanceIndex FragCoord PointCoord FrontFacing
        SampleId FragDepth NumWorkgroups WorkgroupSize WorkgroupId LocalInvocationId
        GlobalInvocationId LocalInvocationIndex SubgroupSize SubgroupLocalInvocationId"""),
    ("Scope", "Device Workgroup Subgroup"),
    ("MemorySemantics", "AcquireRelease UniformMemory WorkgroupMemory ImageMemory"),
    ("SelectionControl", "None Flatten DontFlatten"),
    ("LoopControl", "None Unroll DontUnroll"),
    ("FunctionControl", "None Inline DontInline Pure Const"),
]

GLSL_LAST = 81

INFO_GRAMMAR = "extinst.nonsemantic.shader.debuginfo.100.grammar.json"
INFO = """
    DebugInfoNone DebugCompilationUnit DebugTypeBasic DebugTypeVector DebugTypeArray
    DebugTypeFunction
    DebugTypeComposite
    DebugTypeMember DebugGlobalVariable DebugFunction DebugLexicalBlock DebugScope DebugInlinedAt
    DebugLocalVariable DebugValue DebugExpression DebugSource DebugFunctionDefinition
    DebugSourceContinued DebugLine DebugNoLine DebugTypeMatrix
"""
INFO_ENUMS = [
    ("DebugBaseTypeAttributeEncoding", "ENCODING", "Boolean Float Signed Unsigned"),
    ("DebugCompositeType", "COMPOSITE", "Class Structure"),
    ("DebugInfoFlags", "INFO", "FlagIsPublic FlagIsLocal FlagIsDefinition FlagArtificial"),
]


def load(folder, name):
    path = os.path.join(folder, name)
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        print(f"gen_spirv: {path}: {error.strerror} (Debian package spirv-headers)",
              file=sys.stderr)
        sys.exit(3)


def pick(rows, wanted, prefix, what):
    """The rows called `wanted`, by rising number, as (prefix + name, number)."""
    numbers = dict(rows)
    missing = [name for name in wanted if name not in numbers]
    if missing:
        print(f"gen_spirv: no {what} named {' '.join(missing)}", file=sys.stderr)
        sys.exit(3)
    return sorted(((prefix + name, numbers[name]) for name in wanted), key=lambda row: row[1])


def enum(rows):
    """One C enum with as many rows to a line as 100 columns take."""
    lines, line = [], "   "
    for i, (name, number) in enumerate(rows):
        item = f" {name} = {number}" + ("," if i + 1 < len(rows) else "")
        if len(line) + len(item) > 100:
            lines.append(line)
            line = "   "
        line += item
    return ["enum {"] + lines + [line, "};"]


def section(folder):
    core = load(folder, "spirv.core.grammar.json")
    glsl = load(folder, "extinst.glsl.std.450.grammar.json")
    out = [BEGIN, f"#define LVI_SPV_MAGIC {core['magic_number'].lower()}u", ""]
    opcodes = [(row["opname"][2:], row["opcode"]) for row in core["instructions"]]
    out += enum(pick(opcodes, OPCODES.split(), "LVI_SPV_Op", "instruction")) + [""]
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    for name, wanted in ENUMS:
        rows = [(row["enumerant"], int(str(row["value"]), 0)) for row in kinds[name]["enumerants"]]
        out += enum(pick(rows, wanted.split(), f"LVI_SPV_{name}_", name)) + [""]
    rows = [(row["opname"], row["opcode"]) for row in glsl["instructions"]]
    wanted = [name for name, number in rows if 1 <= number <= GLSL_LAST]
    out += enum(pick(rows, wanted, "LVI_GLSL_", "GLSL.std.450 instruction")) + [""]
    info = load(folder, INFO_GRAMMAR)
    rows = [(row["opname"], row["opcode"]) for row in info["instructions"]]
    out += enum(pick(rows, INFO.split(), "LVI_INFO_", "debug instruction"))
    kinds = {kind["kind"]: kind for kind in info["operand_kinds"]}
    for name, prefix, wanted in INFO_ENUMS:
        rows = [(row["enumerant"], int(str(row["value"]), 0)) for row in kinds[name]["enumerants"]]
        out += [""] + enum(pick(rows, wanted.split(), f"LVI_{prefix}_", name))
    return "\n".join(out + [END])


CPU = "SPV_CPUI_"
VENDORS = ("INTEL", "NV", "AMD", "QCOM", "HUAWEI")


def names_used(text, prefix):
    """What the text calls <prefix>..., outside of the generated region."""
    text = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), "", text, flags=re.DOTALL)
    return sorted(set(re.findall(r"\b" + prefix + r"(\w+)", text)))


def enums_used(core, text, prefix, more):
    """The enumerants that the text names, and of kind K those in more[K]."""
    out = []
    for kind in core["operand_kinds"]:
        if kind["category"] in ("BitEnum", "ValueEnum"):
            name = f"{prefix}{kind['kind']}_"
            wanted = set(names_used(text, name)) | set(more.get(kind["kind"], []))
            rows = [(row["enumerant"], int(str(row["value"]), 0)) for row in kind["enumerants"]]
            if wanted:
                out += enum(pick(rows, sorted(wanted), name, kind["kind"])) + [""]
    return out


def rows_of(macro, rows):
    """#define macro(X) with as many rows to a line as 100 columns take."""
    lines, line = [f"#define {macro}(X)"], "   "
    for row in rows:
        if len(line) + len(row) + 3 > 100:
            lines.append(line)
            line = "   "
        line += " " + row
    return [text + " \\" for text in lines] + [line]


def opcode_rows(core):
    """X(name, number, results): 1 a type, 2 an id."""
    found = {}
    for row in core["instructions"]:
        if not row["opname"].endswith(VENDORS):
            kinds = [operand["kind"] for operand in row.get("operands", [])]
            results = ("IdResultType" in kinds) + 2 * ("IdResult" in kinds)
            found.setdefault(row["opcode"], f"X({row['opname'][2:]}, {row['opcode']}, {results})")
    return [row for _, row in sorted(found.items())]


def set_numbers(folder, grammar, text, prefix):
    """The numbers of the set's instructions that the text names."""
    rows = [(row["opname"], row["opcode"]) for row in load(folder, grammar)["instructions"]]
    return enum(pick(rows, names_used(text, prefix), prefix, "instruction")) + [""]


def cpu_section(folder, text):
    core = load(folder, "spirv.core.grammar.json")
    glsl = load(folder, "extinst.glsl.std.450.grammar.json")
    out = [BEGIN] + rows_of(CPU + "OPCODES", opcode_rows(core)) + [""]
    out += rows_of(CPU + "GLSL", [f"X({row['opname']}, {row['opcode']})"
                                  for row in glsl["instructions"] if row["opcode"] <= GLSL_LAST])
    out += [""]
    out += enums_used(core, text, CPU, {})
    out += set_numbers(folder, INFO_GRAMMAR, text, CPU + "INFO_")
    return "\n".join(out + [END])


VK = "LVKI_SPV_"


def vk_section(folder, text):
    core = load(folder, "spirv.core.grammar.json")
    opcodes = [(row["opname"][2:], row["opcode"]) for row in core["instructions"]]
    lists = re.findall(r"#define LVKI_\w+_CAPABILITIES\(X\)((?:[^\n]*\\\n)+[^\n]*)", text)
    capabilities = re.findall(r"X\((\w+)", "".join(lists))
    wanted = set(names_used(text, VK + "Op")) | set(re.findall(r"LVKI_OP\(\d+, (\w+)\)", text))
    out = [BEGIN, f"#define {VK}MAGIC {core['magic_number'].lower()}u", ""]
    out += enum(pick(opcodes, sorted(wanted), VK + "Op", "instruction")) + [""]
    out += enums_used(core, text, VK, {"Capability": capabilities})
    return "\n".join(out[:-1] + [END])


# A letter for each kind of operand (tools/spv_module.h tells what they mean); others are numbers.
LETTERS = {
    "IdResultType": "t", "IdResult": "r", "IdRef": "i", "IdScope": "i", "IdMemorySemantics": "i",
    "LiteralString": "s", "LiteralContextDependentNumber": "c", "ImageOperands": "m",
    "MemoryAccess": "a", "LiteralExtInstInteger": "g", "LiteralSpecConstantOpInteger": "o",
    "PairLiteralIntegerIdRef": "w", "PairIdRefIdRef": "p", "PairIdRefLiteralInteger": "q",
}
# Those whose last operand is an enumerant with operands of its own: here, those are of one kind.
TAILS = {
    "Decorate": "N", "MemberDecorate": "N", "DecorateId": "I", "DecorateString": "S",
    "MemberDecorateString": "S", "ExecutionMode": "N", "ExecutionModeId": "I", "LoopMerge": "N",
}
# Any number of operands of a kind, or one that may be left out.
MANY = {"i*": "I", "n*": "N", "s*": "S", "i?": "j", "n?": "k", "s?": "z"}
MODULE_ENUMS = """
    SourceLanguage ExecutionModel AddressingModel MemoryModel ExecutionMode StorageClass Dim
    ImageFormat ImageOperands MemoryAccess SelectionControl LoopControl FunctionControl
    MemorySemantics Scope GroupOperation Decoration BuiltIn Capability FPRoundingMode
    PackedVectorFormat
"""


# Whose instructions are all of kernels, but for those of one capability.
KERNEL_VENDORS = ("INTEL", "ALTERA")
SHADERS = "IntegerFunctions2INTEL"
CORE_END = 1024  # instructions of extensions come from here on


def operand_letters(row):
    """The operands of an instruction; masks with operands and lists are optional by themselves."""
    text = ""
    for operand in row.get("operands", []):
        letter = LETTERS.get(operand["kind"], "n")
        quantifier = "" if letter in "mawpq" else operand.get("quantifier", "")
        text += MANY[letter + quantifier] if quantifier else letter
    return text + TAILS.get(row["opname"][2:], "") or "none"


# Bytes that stand for pairs, and so no text has: all but ASCII's printable ones and the line feed.
CODES = [*range(128, 256), *range(1, 10), *range(11, 32)]


def packed(texts):
    """The texts with CODES for pairs of bytes (each of which may be a code again), the most
    frequent ones; and the pairs, that of a code at 2 * (code ^ 128)."""
    texts, pairs = [text.encode() for text in texts], bytearray()
    for code in CODES:
        found = collections.Counter(text[i:i + 2] for text in texts for i in range(len(text) - 1))
        pair, count = max(found.items(), key=lambda item: (item[1], item[0]))
        if count < 4:
            break
        texts = [text.replace(pair, bytes([code])) for text in texts]
        pairs += bytes(2 * (code ^ 128) - len(pairs)) + pair
    return texts, bytes(pairs)


def literal(name, data):
    """A macro that is a string of these bytes: others than letters, digits and spaces in octal."""
    lines, line = [f"#define {name}"], '   "'
    for i, byte in enumerate(data):
        text = chr(byte) if (chr(byte).isalnum() or byte == 32) and byte < 128 else f"\\{byte:03o}"
        if len(line) + len(text) > 96:
            lines.append(line + '"')
            line = '   "'
        line += text
    lines.append(line + '"')
    return " \\\n".join(lines)


def enumerants(kind):
    """Its enumerants by rising number, but for Intel's; a name for each number comes first."""
    rows = [(row["enumerant"], int(str(row["value"]), 0)) for row in kind["enumerants"]
            if not row["enumerant"].endswith(KERNEL_VENDORS)]
    return sorted(rows, key=lambda row: row[1])


def module_section(folder, text):
    core = load(folder, "spirv.core.grammar.json")
    glsl = load(folder, "extinst.glsl.std.450.grammar.json")
    found = {}
    for row in sorted(core["instructions"], key=lambda row: row["opname"].endswith(VENDORS)):
        if not row["opname"].endswith(KERNEL_VENDORS) or SHADERS in row.get("capabilities", []):
            name = row["opname"][2:]
            found.setdefault(row["opcode"], (name, operand_letters(row)))
    found = sorted(found.items())
    texts, pairs = packed([name for _, (name, _) in found] +
                          [row["opname"] for row in glsl["instructions"]])
    rows = [(at, f"X({name}, {at}, {letters})") for at, (name, letters) in found]
    out = [BEGIN] + rows_of("SPVM_CORE_OPCODES", [row for at, row in rows if at < CORE_END]) + [""]
    out += rows_of("SPVM_MORE_OPCODES", [row for at, row in rows if at >= CORE_END]) + [""]
    out += rows_of("SPVM_OPERANDS", [f"X({letters})" for letters in
                                     sorted({letters for _, (_, letters) in found} - {"none"})])
    count = sum(at < CORE_END for at, _ in found)
    out += ["", literal("SPVM_CORE_NAMES", b"\0".join(texts[:count]) + b"\0")]
    out += ["", literal("SPVM_MORE_NAMES", b"\0".join(texts[count:len(found)]) + b"\0")]
    out += ["", literal("SPVM_GLSL_NAMES", b"\0".join(texts[len(found):]) + b"\0")]
    out += ["", literal("SPVM_NAME_PAIRS", pairs), ""]
    out += rows_of("SPVM_GLSL", [f"X({row['opname']}, {row['opcode']})"
                                 for row in glsl["instructions"]]) + [""]
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    for name in MODULE_ENUMS.split():
        mask = kinds[name]["category"] == "BitEnum"
        rows = [(f"SPVM_{name}_{row}" + "Mask" * (mask and number != 0), number)
                for row, number in enumerants(kinds[name])]
        out += enum(rows) + [""]
    out += set_numbers(folder, "extinst.opencl.std.100.grammar.json", text, "SPVM_OPENCL_")
    out += set_numbers(folder, INFO_GRAMMAR, text, "SPVM_INFO_")
    return "\n".join(out + [END])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grammar", default="/usr/include/spirv/unified1")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--vk", action="store_true")
    parser.add_argument("--module", action="store_true")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", metavar="FILE")
    mode.add_argument("--write", metavar="FILE")
    arguments = parser.parse_args()
    path = arguments.check or arguments.write
    others = arguments.cpu or arguments.vk or arguments.module
    if not path and not others:
        print(section(arguments.grammar))
        return 0
    if not path:
        parser.error("--cpu, --vk and --module need --check or --write")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if arguments.cpu:
        new = cpu_section(arguments.grammar, text)
    elif arguments.vk:
        new = vk_section(arguments.grammar, text)
    elif arguments.module:
        new = module_section(arguments.grammar, text)
    else:
        new = section(arguments.grammar)
    found = re.search(re.escape(BEGIN) + ".*?" + re.escape(END), text, re.DOTALL)
    if not found:
        print(f"gen_spirv: {path}: has no markers '{BEGIN}'", file=sys.stderr)
        return 1
    if arguments.write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text[:found.start()] + new + text[found.end():])
        return 0
    if found.group(0) != new:
        print(f"gen_spirv: {path}: the generated section differs; make it again with "
              f"tools/dev/gen_spirv.py {'--cpu ' * arguments.cpu}{'--vk ' * arguments.vk}"
              f"{'--module ' * arguments.module}--write {path}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
