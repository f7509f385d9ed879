/* spv_module.h - a model of a SPIR-V module, for tools that read one. One header, C99 and C++11.
   Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  SPIR-V words -> tables in the caller's memory
   Reads the words of a SPIR-V module once and answers what every tool asks: what defines an id,
   what uses it, what type and which decorations it has, which blocks a function has, what dominates
   what, which constructs they make, where a branch goes and why. The words may come from anyone:
   what does not hold together is an error that names the instruction, never a crash. Nothing is
   allocated, no libc is called, no function calls itself, and the time is near linear.

   A tool that is built on it is two files for its user to copy: its own header, and this one.

   Quick start. In one C or C++ file:

       #define SPV_MODULE_IMPLEMENTATION
       #include "spv_module.h"
       #include <stdio.h>
       #include <stdlib.h>

       int blocks(const uint32_t *words, size_t count) {
           static spvm_module m;
           size_t size = spvm_memory(words, count);
           void *memory = malloc(size);
           spvm_block_ref b;
           if (spvm_load(&m, NULL, words, count, memory, size) != SPVM_OK)
               printf("word %u: %s\n", (unsigned)m.error.word, m.error.text);
           else
               for (b = 0; b < m.block_count; b++)
                   printf("%u: label %u, %u ways out\n", (unsigned)b, (unsigned)m.blocks[b].label,
                          (unsigned)m.blocks[b].successor_count);
           free(memory);
           return m.error.status != SPVM_OK;
       }

   The model. The module is a list of instructions (`insts`, in the order of the words). An id leads
   to the instruction that defines it, and through `row` to its row in the table of its kind (types,
   constants, functions, blocks). Tables refer to each other by id, or by the index of a row in a
   table; each kind of reference has a type of its own that ends in _ref. No id is 0, no other
   reference is SPVM_NONE. A function's rows lie side by side: its blocks are blocks[first_block] to
   blocks[first_block + block_count - 1].

       const spvm_inst *i = spvm_def(&m, id);            // what defines an id; NULL: nothing
       uint32_t w = spvm_operand(&m, i, 3);              // word 3 of it; 0 beyond its end
       const spvm_type *t = spvm_type_of(&m, id);        // the type of a value, or the type itself
       const spvm_type *e = spvm_type_of(&m, t->element);
       const spvm_constant *c = spvm_constant_of(&m, id); // NULL: it is none
       const spvm_decoration *d = spvm_find_decoration(&m, id, SPVM_NONE, SPVM_Decoration_Binding);
       uint32_t binding = d ? m.words[d->word] : 0;

   Control flow. `order` lists the blocks of a function that can be reached structurally, each
   construct in one run: a block stands behind all that dominate it, a construct's blocks stand
   before its merge block, a loop's before its continue construct; arms of a branch stand in its
   order, unless one goes on into another. So one walk along `order` with a stack of constructs
   makes nested text. Each block has the innermost construct that it lies in, and, if it is a
   header, the one that it opens; each edge says what it is (a break, a continue, on into the
   construct, ...), so that a reader of structured code needs no rule of the specification.

   Limits. 4194304 ids, 2^28 words. A module without the Kernel capability must be structured as
   section 2.11 of the specification has it; with it there are no constructs, and all else is there.
   Recursion is an error, as in Vulkan. What it checks is what the tables rest on, not all that
   spirv-val checks. What a tool may rely on: every id in a word that is one is defined, before its
   use but for phis, calls, branches and annotations; a value is dominated by its definition; where
   an instruction of a shader takes values, there are values (not labels, types, strings). Types of
   operands, ranges of literals and rules of single instructions are the tool's own affair.

   Memory and time. A load takes 24 bytes of memory for an instruction, 8 for each word behind its
   first, 40 for an id, some 250 for a block, and 150 to 300 ns for an instruction; a caller that
   reads words from strangers limits words[3], the bound, before it lends memory for as many ids.
   What cannot be reached structurally is in the tables, but in no construct: its edges are DEAD.

   Configuration:
     SPV_MODULE_IMPLEMENTATION  emit the code, in exactly one translation unit

   Contents:
     [0] >>manual       what you are reading
     [1] >>spirv        numbers, names and operands of SPIR-V, generated
     [2] >>api          types and functions
     [3] >>memory       the caller's memory -> tables
     [4] >>error        the one place where an error is made
     [5] >>operands     instruction -> kinds of its words
     [6] >>index        words -> instructions, ids
     [7] >>types        types, constants
     [8] >>annotations  names, decorations, lines, entry points, modes
     [9] >>functions    functions, parameters, calls, blocks, edges
     [10] >>dominators  edges -> orders, trees
     [11] >>constructs  trees -> constructs, kinds of edges
     [12] >>uses        ids -> where they are used; pointers -> objects
     [13] >>driver      the public functions */

#ifndef SPV_MODULE_H
#define SPV_MODULE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------
   // >>spirv  [1]  numbers, names and operands of SPIR-V, generated
   SPVM_Op<Name> for each instruction but Intel's for kernels, SPVM_<Kind>_<Name> for each enumerant
   (of masks: the bit), SPVM_GLSL_<Name> for the instructions of GLSL.std.450, SPVM_OPENCL_<Name>
   and SPVM_INFO_<Name> for those of OpenCL.std and NonSemantic.Shader.DebugInfo.100 that this
   header names. Rows are X(name, number, operands), by rising number; those of extensions are a
   list of their own. The operands of an instruction, a letter for each:
     t result type  r result  i id  n number of one word  s string  c number as wide as the type
     m image operands  a memory operands
     g number of an instruction of a set  o opcode and its operands without types and results
     w pairs of number and label, as wide as the selector  p pairs of ids  q pairs of id and number
     I N S any number of i, n, s  j k z an i, n, s or none, and what is behind it too
   w, p, q are lists, m and a one or none. `none` are no operands. SPVM_OPERANDS lists them all.
   Names are packed as well, in the order of the rows: see spvm_unpack. */
/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: begin */
#define SPVM_CORE_OPCODES(X) \
    X(Nop, 0, none) X(Undef, 1, tr) X(SourceContinued, 2, s) X(Source, 3, nnjz) \
    X(SourceExtension, 4, s) X(Name, 5, is) X(MemberName, 6, ins) X(String, 7, rs) X(Line, 8, inn) \
    X(Extension, 10, s) X(ExtInstImport, 11, rs) X(ExtInst, 12, trigI) X(MemoryModel, 14, nn) \
    X(EntryPoint, 15, nisI) X(ExecutionMode, 16, inN) X(Capability, 17, n) X(TypeVoid, 19, r) \
    X(TypeBool, 20, r) X(TypeInt, 21, rnn) X(TypeFloat, 22, rn) X(TypeVector, 23, rin) \
    X(TypeMatrix, 24, rin) X(TypeImage, 25, rinnnnnnk) X(TypeSampler, 26, r) \
    X(TypeSampledImage, 27, ri) X(TypeArray, 28, rii) X(TypeRuntimeArray, 29, ri) \
    X(TypeStruct, 30, rI) X(TypeOpaque, 31, rs) X(TypePointer, 32, rni) X(TypeFunction, 33, riI) \
    X(TypeEvent, 34, r) X(TypeDeviceEvent, 35, r) X(TypeReserveId, 36, r) X(TypeQueue, 37, r) \
    X(TypePipe, 38, rn) X(TypeForwardPointer, 39, in) X(ConstantTrue, 41, tr) \
    X(ConstantFalse, 42, tr) X(Constant, 43, trc) X(ConstantComposite, 44, trI) \
    X(ConstantSampler, 45, trnnn) X(ConstantNull, 46, tr) X(SpecConstantTrue, 48, tr) \
    X(SpecConstantFalse, 49, tr) X(SpecConstant, 50, trc) X(SpecConstantComposite, 51, trI) \
    X(SpecConstantOp, 52, tro) X(Function, 54, trni) X(FunctionParameter, 55, tr) \
    X(FunctionEnd, 56, none) X(FunctionCall, 57, triI) X(Variable, 59, trnj) \
    X(ImageTexelPointer, 60, triii) X(Load, 61, tria) X(Store, 62, iia) X(CopyMemory, 63, iiaa) \
    X(CopyMemorySized, 64, iiiaa) X(AccessChain, 65, triI) X(InBoundsAccessChain, 66, triI) \
    X(PtrAccessChain, 67, triiI) X(ArrayLength, 68, trin) X(GenericPtrMemSemantics, 69, tri) \
    X(InBoundsPtrAccessChain, 70, triiI) X(Decorate, 71, inN) X(MemberDecorate, 72, innN) \
    X(DecorationGroup, 73, r) X(GroupDecorate, 74, iI) X(GroupMemberDecorate, 75, iq) \
    X(VectorExtractDynamic, 77, trii) X(VectorInsertDynamic, 78, triii) \
    X(VectorShuffle, 79, triiN) X(CompositeConstruct, 80, trI) X(CompositeExtract, 81, triN) \
    X(CompositeInsert, 82, triiN) X(CopyObject, 83, tri) X(Transpose, 84, tri) \
    X(SampledImage, 86, trii) X(ImageSampleImplicitLod, 87, triim) \
    X(ImageSampleExplicitLod, 88, triim) X(ImageSampleDrefImplicitLod, 89, triiim) \
    X(ImageSampleDrefExplicitLod, 90, triiim) X(ImageSampleProjImplicitLod, 91, triim) \
    X(ImageSampleProjExplicitLod, 92, triim) X(ImageSampleProjDrefImplicitLod, 93, triiim) \
    X(ImageSampleProjDrefExplicitLod, 94, triiim) X(ImageFetch, 95, triim) \
    X(ImageGather, 96, triiim) X(ImageDrefGather, 97, triiim) X(ImageRead, 98, triim) \
    X(ImageWrite, 99, iiim) X(Image, 100, tri) X(ImageQueryFormat, 101, tri) \
    X(ImageQueryOrder, 102, tri) X(ImageQuerySizeLod, 103, trii) X(ImageQuerySize, 104, tri) \
    X(ImageQueryLod, 105, trii) X(ImageQueryLevels, 106, tri) X(ImageQuerySamples, 107, tri) \
    X(ConvertFToU, 109, tri) X(ConvertFToS, 110, tri) X(ConvertSToF, 111, tri) \
    X(ConvertUToF, 112, tri) X(UConvert, 113, tri) X(SConvert, 114, tri) X(FConvert, 115, tri) \
    X(QuantizeToF16, 116, tri) X(ConvertPtrToU, 117, tri) X(SatConvertSToU, 118, tri) \
    X(SatConvertUToS, 119, tri) X(ConvertUToPtr, 120, tri) X(PtrCastToGeneric, 121, tri) \
    X(GenericCastToPtr, 122, tri) X(GenericCastToPtrExplicit, 123, trin) X(Bitcast, 124, tri) \
    X(SNegate, 126, tri) X(FNegate, 127, tri) X(IAdd, 128, trii) X(FAdd, 129, trii) \
    X(ISub, 130, trii) X(FSub, 131, trii) X(IMul, 132, trii) X(FMul, 133, trii) X(UDiv, 134, trii) \
    X(SDiv, 135, trii) X(FDiv, 136, trii) X(UMod, 137, trii) X(SRem, 138, trii) X(SMod, 139, trii) \
    X(FRem, 140, trii) X(FMod, 141, trii) X(VectorTimesScalar, 142, trii) \
    X(MatrixTimesScalar, 143, trii) X(VectorTimesMatrix, 144, trii) \
    X(MatrixTimesVector, 145, trii) X(MatrixTimesMatrix, 146, trii) X(OuterProduct, 147, trii) \
    X(Dot, 148, trii) X(IAddCarry, 149, trii) X(ISubBorrow, 150, trii) X(UMulExtended, 151, trii) \
    X(SMulExtended, 152, trii) X(Any, 154, tri) X(All, 155, tri) X(IsNan, 156, tri) \
    X(IsInf, 157, tri) X(IsFinite, 158, tri) X(IsNormal, 159, tri) X(SignBitSet, 160, tri) \
    X(LessOrGreater, 161, trii) X(Ordered, 162, trii) X(Unordered, 163, trii) \
    X(LogicalEqual, 164, trii) X(LogicalNotEqual, 165, trii) X(LogicalOr, 166, trii) \
    X(LogicalAnd, 167, trii) X(LogicalNot, 168, tri) X(Select, 169, triii) X(IEqual, 170, trii) \
    X(INotEqual, 171, trii) X(UGreaterThan, 172, trii) X(SGreaterThan, 173, trii) \
    X(UGreaterThanEqual, 174, trii) X(SGreaterThanEqual, 175, trii) X(ULessThan, 176, trii) \
    X(SLessThan, 177, trii) X(ULessThanEqual, 178, trii) X(SLessThanEqual, 179, trii) \
    X(FOrdEqual, 180, trii) X(FUnordEqual, 181, trii) X(FOrdNotEqual, 182, trii) \
    X(FUnordNotEqual, 183, trii) X(FOrdLessThan, 184, trii) X(FUnordLessThan, 185, trii) \
    X(FOrdGreaterThan, 186, trii) X(FUnordGreaterThan, 187, trii) X(FOrdLessThanEqual, 188, trii) \
    X(FUnordLessThanEqual, 189, trii) X(FOrdGreaterThanEqual, 190, trii) \
    X(FUnordGreaterThanEqual, 191, trii) X(ShiftRightLogical, 194, trii) \
    X(ShiftRightArithmetic, 195, trii) X(ShiftLeftLogical, 196, trii) X(BitwiseOr, 197, trii) \
    X(BitwiseXor, 198, trii) X(BitwiseAnd, 199, trii) X(Not, 200, tri) \
    X(BitFieldInsert, 201, triiii) X(BitFieldSExtract, 202, triii) X(BitFieldUExtract, 203, triii) \
    X(BitReverse, 204, tri) X(BitCount, 205, tri) X(DPdx, 207, tri) X(DPdy, 208, tri) \
    X(Fwidth, 209, tri) X(DPdxFine, 210, tri) X(DPdyFine, 211, tri) X(FwidthFine, 212, tri) \
    X(DPdxCoarse, 213, tri) X(DPdyCoarse, 214, tri) X(FwidthCoarse, 215, tri) \
    X(EmitVertex, 218, none) X(EndPrimitive, 219, none) X(EmitStreamVertex, 220, i) \
    X(EndStreamPrimitive, 221, i) X(ControlBarrier, 224, iii) X(MemoryBarrier, 225, ii) \
    X(AtomicLoad, 227, triii) X(AtomicStore, 228, iiii) X(AtomicExchange, 229, triiii) \
    X(AtomicCompareExchange, 230, triiiiii) X(AtomicCompareExchangeWeak, 231, triiiiii) \
    X(AtomicIIncrement, 232, triii) X(AtomicIDecrement, 233, triii) X(AtomicIAdd, 234, triiii) \
    X(AtomicISub, 235, triiii) X(AtomicSMin, 236, triiii) X(AtomicUMin, 237, triiii) \
    X(AtomicSMax, 238, triiii) X(AtomicUMax, 239, triiii) X(AtomicAnd, 240, triiii) \
    X(AtomicOr, 241, triiii) X(AtomicXor, 242, triiii) X(Phi, 245, trp) X(LoopMerge, 246, iinN) \
    X(SelectionMerge, 247, in) X(Label, 248, r) X(Branch, 249, i) X(BranchConditional, 250, iiiN) \
    X(Switch, 251, iiw) X(Kill, 252, none) X(Return, 253, none) X(ReturnValue, 254, i) \
    X(Unreachable, 255, none) X(LifetimeStart, 256, in) X(LifetimeStop, 257, in) \
    X(GroupAsyncCopy, 259, triiiiii) X(GroupWaitEvents, 260, iii) X(GroupAll, 261, trii) \
    X(GroupAny, 262, trii) X(GroupBroadcast, 263, triii) X(GroupIAdd, 264, trini) \
    X(GroupFAdd, 265, trini) X(GroupFMin, 266, trini) X(GroupUMin, 267, trini) \
    X(GroupSMin, 268, trini) X(GroupFMax, 269, trini) X(GroupUMax, 270, trini) \
    X(GroupSMax, 271, trini) X(ReadPipe, 274, triiii) X(WritePipe, 275, triiii) \
    X(ReservedReadPipe, 276, triiiiii) X(ReservedWritePipe, 277, triiiiii) \
    X(ReserveReadPipePackets, 278, triiii) X(ReserveWritePipePackets, 279, triiii) \
    X(CommitReadPipe, 280, iiii) X(CommitWritePipe, 281, iiii) X(IsValidReserveId, 282, tri) \
    X(GetNumPipePackets, 283, triii) X(GetMaxPipePackets, 284, triii) \
    X(GroupReserveReadPipePackets, 285, triiiii) X(GroupReserveWritePipePackets, 286, triiiii) \
    X(GroupCommitReadPipe, 287, iiiii) X(GroupCommitWritePipe, 288, iiiii) \
    X(EnqueueMarker, 291, triiii) X(EnqueueKernel, 292, triiiiiiiiiiI) \
    X(GetKernelNDrangeSubGroupCount, 293, triiiii) \
    X(GetKernelNDrangeMaxSubGroupSize, 294, triiiii) X(GetKernelWorkGroupSize, 295, triiii) \
    X(GetKernelPreferredWorkGroupSizeMultiple, 296, triiii) X(RetainEvent, 297, i) \
    X(ReleaseEvent, 298, i) X(CreateUserEvent, 299, tr) X(IsValidEvent, 300, tri) \
    X(SetUserEventStatus, 301, ii) X(CaptureEventProfilingInfo, 302, iii) \
    X(GetDefaultQueue, 303, tr) X(BuildNDRange, 304, triii) \
    X(ImageSparseSampleImplicitLod, 305, triim) X(ImageSparseSampleExplicitLod, 306, triim) \
    X(ImageSparseSampleDrefImplicitLod, 307, triiim) \
    X(ImageSparseSampleDrefExplicitLod, 308, triiim) \
    X(ImageSparseSampleProjImplicitLod, 309, triim) \
    X(ImageSparseSampleProjExplicitLod, 310, triim) \
    X(ImageSparseSampleProjDrefImplicitLod, 311, triiim) \
    X(ImageSparseSampleProjDrefExplicitLod, 312, triiim) X(ImageSparseFetch, 313, triim) \
    X(ImageSparseGather, 314, triiim) X(ImageSparseDrefGather, 315, triiim) \
    X(ImageSparseTexelsResident, 316, tri) X(NoLine, 317, none) \
    X(AtomicFlagTestAndSet, 318, triii) X(AtomicFlagClear, 319, iii) \
    X(ImageSparseRead, 320, triim) X(SizeOf, 321, tri) X(TypePipeStorage, 322, r) \
    X(ConstantPipeStorage, 323, trnnn) X(CreatePipeFromPipeStorage, 324, tri) \
    X(GetKernelLocalSizeForSubgroupCount, 325, triiiii) X(GetKernelMaxNumSubgroups, 326, triiii) \
    X(TypeNamedBarrier, 327, r) X(NamedBarrierInitialize, 328, tri) \
    X(MemoryNamedBarrier, 329, iii) X(ModuleProcessed, 330, s) X(ExecutionModeId, 331, inI) \
    X(DecorateId, 332, inI) X(GroupNonUniformElect, 333, tri) X(GroupNonUniformAll, 334, trii) \
    X(GroupNonUniformAny, 335, trii) X(GroupNonUniformAllEqual, 336, trii) \
    X(GroupNonUniformBroadcast, 337, triii) X(GroupNonUniformBroadcastFirst, 338, trii) \
    X(GroupNonUniformBallot, 339, trii) X(GroupNonUniformInverseBallot, 340, trii) \
    X(GroupNonUniformBallotBitExtract, 341, triii) X(GroupNonUniformBallotBitCount, 342, trini) \
    X(GroupNonUniformBallotFindLSB, 343, trii) X(GroupNonUniformBallotFindMSB, 344, trii) \
    X(GroupNonUniformShuffle, 345, triii) X(GroupNonUniformShuffleXor, 346, triii) \
    X(GroupNonUniformShuffleUp, 347, triii) X(GroupNonUniformShuffleDown, 348, triii) \
    X(GroupNonUniformIAdd, 349, trinij) X(GroupNonUniformFAdd, 350, trinij) \
    X(GroupNonUniformIMul, 351, trinij) X(GroupNonUniformFMul, 352, trinij) \
    X(GroupNonUniformSMin, 353, trinij) X(GroupNonUniformUMin, 354, trinij) \
    X(GroupNonUniformFMin, 355, trinij) X(GroupNonUniformSMax, 356, trinij) \
    X(GroupNonUniformUMax, 357, trinij) X(GroupNonUniformFMax, 358, trinij) \
    X(GroupNonUniformBitwiseAnd, 359, trinij) X(GroupNonUniformBitwiseOr, 360, trinij) \
    X(GroupNonUniformBitwiseXor, 361, trinij) X(GroupNonUniformLogicalAnd, 362, trinij) \
    X(GroupNonUniformLogicalOr, 363, trinij) X(GroupNonUniformLogicalXor, 364, trinij) \
    X(GroupNonUniformQuadBroadcast, 365, triii) X(GroupNonUniformQuadSwap, 366, triii) \
    X(CopyLogical, 400, tri) X(PtrEqual, 401, trii) X(PtrNotEqual, 402, trii) \
    X(PtrDiff, 403, trii)

#define SPVM_MORE_OPCODES(X) \
    X(TerminateInvocation, 4416, none) X(SubgroupBallotKHR, 4421, tri) \
    X(SubgroupFirstInvocationKHR, 4422, tri) X(SubgroupAllKHR, 4428, tri) \
    X(SubgroupAnyKHR, 4429, tri) X(SubgroupAllEqualKHR, 4430, tri) \
    X(GroupNonUniformRotateKHR, 4431, triiij) X(SubgroupReadInvocationKHR, 4432, trii) \
    X(TraceRayKHR, 4445, iiiiiiiiiii) X(ExecuteCallableKHR, 4446, ii) \
    X(ConvertUToAccelerationStructureKHR, 4447, tri) X(IgnoreIntersectionKHR, 4448, none) \
    X(TerminateRayKHR, 4449, none) X(SDot, 4450, triik) X(UDot, 4451, triik) X(SUDot, 4452, triik) \
    X(SDotAccSat, 4453, triiik) X(UDotAccSat, 4454, triiik) X(SUDotAccSat, 4455, triiik) \
    X(TypeRayQueryKHR, 4472, r) X(RayQueryInitializeKHR, 4473, iiiiiiii) \
    X(RayQueryTerminateKHR, 4474, i) X(RayQueryGenerateIntersectionKHR, 4475, ii) \
    X(RayQueryConfirmIntersectionKHR, 4476, i) X(RayQueryProceedKHR, 4477, tri) \
    X(RayQueryGetIntersectionTypeKHR, 4479, trii) X(GroupIAddNonUniformAMD, 5000, trini) \
    X(GroupFAddNonUniformAMD, 5001, trini) X(GroupFMinNonUniformAMD, 5002, trini) \
    X(GroupUMinNonUniformAMD, 5003, trini) X(GroupSMinNonUniformAMD, 5004, trini) \
    X(GroupFMaxNonUniformAMD, 5005, trini) X(GroupUMaxNonUniformAMD, 5006, trini) \
    X(GroupSMaxNonUniformAMD, 5007, trini) X(FragmentMaskFetchAMD, 5011, trii) \
    X(FragmentFetchAMD, 5012, triii) X(ReadClockKHR, 5056, tri) \
    X(HitObjectRecordHitMotionNV, 5249, iiiiiiiiiiiiii) \
    X(HitObjectRecordHitWithIndexMotionNV, 5250, iiiiiiiiiiiii) \
    X(HitObjectRecordMissMotionNV, 5251, iiiiiii) X(HitObjectGetWorldToObjectNV, 5252, tri) \
    X(HitObjectGetObjectToWorldNV, 5253, tri) X(HitObjectGetObjectRayDirectionNV, 5254, tri) \
    X(HitObjectGetObjectRayOriginNV, 5255, tri) X(HitObjectTraceRayMotionNV, 5256, iiiiiiiiiiiii) \
    X(HitObjectGetShaderRecordBufferHandleNV, 5257, tri) \
    X(HitObjectGetShaderBindingTableRecordIndexNV, 5258, tri) X(HitObjectRecordEmptyNV, 5259, i) \
    X(HitObjectTraceRayNV, 5260, iiiiiiiiiiii) X(HitObjectRecordHitNV, 5261, iiiiiiiiiiiii) \
    X(HitObjectRecordHitWithIndexNV, 5262, iiiiiiiiiiii) X(HitObjectRecordMissNV, 5263, iiiiii) \
    X(HitObjectExecuteShaderNV, 5264, ii) X(HitObjectGetCurrentTimeNV, 5265, tri) \
    X(HitObjectGetAttributesNV, 5266, ii) X(HitObjectGetHitKindNV, 5267, tri) \
    X(HitObjectGetPrimitiveIndexNV, 5268, tri) X(HitObjectGetGeometryIndexNV, 5269, tri) \
    X(HitObjectGetInstanceIdNV, 5270, tri) X(HitObjectGetInstanceCustomIndexNV, 5271, tri) \
    X(HitObjectGetWorldRayDirectionNV, 5272, tri) X(HitObjectGetWorldRayOriginNV, 5273, tri) \
    X(HitObjectGetRayTMaxNV, 5274, tri) X(HitObjectGetRayTMinNV, 5275, tri) \
    X(HitObjectIsEmptyNV, 5276, tri) X(HitObjectIsHitNV, 5277, tri) \
    X(HitObjectIsMissNV, 5278, tri) X(ReorderThreadWithHitObjectNV, 5279, ijj) \
    X(ReorderThreadWithHintNV, 5280, ii) X(TypeHitObjectNV, 5281, r) \
    X(ImageSampleFootprintNV, 5283, triiiim) X(EmitMeshTasksEXT, 5294, iiij) \
    X(SetMeshOutputsEXT, 5295, ii) X(GroupNonUniformPartitionNV, 5296, tri) \
    X(WritePackedPrimitiveIndices4x8NV, 5299, ii) X(ReportIntersectionKHR, 5334, trii) \
    X(IgnoreIntersectionNV, 5335, none) X(TerminateRayNV, 5336, none) \
    X(TraceNV, 5337, iiiiiiiiiii) X(TraceMotionNV, 5338, iiiiiiiiiiii) \
    X(TraceRayMotionNV, 5339, iiiiiiiiiiii) X(TypeAccelerationStructureKHR, 5341, r) \
    X(ExecuteCallableNV, 5344, ii) X(TypeCooperativeMatrixNV, 5358, riiii) \
    X(CooperativeMatrixLoadNV, 5359, triiia) X(CooperativeMatrixStoreNV, 5360, iiiia) \
    X(CooperativeMatrixMulAddNV, 5361, triii) X(CooperativeMatrixLengthNV, 5362, tri) \
    X(BeginInvocationInterlockEXT, 5364, none) X(EndInvocationInterlockEXT, 5365, none) \
    X(DemoteToHelperInvocation, 5380, none) X(IsHelperInvocationEXT, 5381, tr) \
    X(ConvertUToImageNV, 5391, tri) X(ConvertUToSamplerNV, 5392, tri) \
    X(ConvertImageToUNV, 5393, tri) X(ConvertSamplerToUNV, 5394, tri) \
    X(ConvertUToSampledImageNV, 5395, tri) X(ConvertSampledImageToUNV, 5396, tri) \
    X(SamplerImageAddressingModeNV, 5397, n) X(UCountLeadingZerosINTEL, 5585, tri) \
    X(UCountTrailingZerosINTEL, 5586, tri) X(AbsISubINTEL, 5587, trii) X(AbsUSubINTEL, 5588, trii) \
    X(IAddSatINTEL, 5589, trii) X(UAddSatINTEL, 5590, trii) X(IAverageINTEL, 5591, trii) \
    X(UAverageINTEL, 5592, trii) X(IAverageRoundedINTEL, 5593, trii) \
    X(UAverageRoundedINTEL, 5594, trii) X(ISubSatINTEL, 5595, trii) X(USubSatINTEL, 5596, trii) \
    X(IMul32x16INTEL, 5597, trii) X(UMul32x16INTEL, 5598, trii) X(AtomicFMinEXT, 5614, triiii) \
    X(AtomicFMaxEXT, 5615, triiii) X(AssumeTrueKHR, 5630, i) X(ExpectKHR, 5631, trii) \
    X(DecorateString, 5632, inS) X(MemberDecorateString, 5633, innS) \
    X(RayQueryGetRayTMinKHR, 6016, tri) X(RayQueryGetRayFlagsKHR, 6017, tri) \
    X(RayQueryGetIntersectionTKHR, 6018, trii) \
    X(RayQueryGetIntersectionInstanceCustomIndexKHR, 6019, trii) \
    X(RayQueryGetIntersectionInstanceIdKHR, 6020, trii) \
    X(RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, 6021, trii) \
    X(RayQueryGetIntersectionGeometryIndexKHR, 6022, trii) \
    X(RayQueryGetIntersectionPrimitiveIndexKHR, 6023, trii) \
    X(RayQueryGetIntersectionBarycentricsKHR, 6024, trii) \
    X(RayQueryGetIntersectionFrontFaceKHR, 6025, trii) \
    X(RayQueryGetIntersectionCandidateAABBOpaqueKHR, 6026, tri) \
    X(RayQueryGetIntersectionObjectRayDirectionKHR, 6027, trii) \
    X(RayQueryGetIntersectionObjectRayOriginKHR, 6028, trii) \
    X(RayQueryGetWorldRayDirectionKHR, 6029, tri) X(RayQueryGetWorldRayOriginKHR, 6030, tri) \
    X(RayQueryGetIntersectionObjectToWorldKHR, 6031, trii) \
    X(RayQueryGetIntersectionWorldToObjectKHR, 6032, trii) X(AtomicFAddEXT, 6035, triiii) \
    X(GroupIMulKHR, 6401, trini) X(GroupFMulKHR, 6402, trini) X(GroupBitwiseAndKHR, 6403, trini) \
    X(GroupBitwiseOrKHR, 6404, trini) X(GroupBitwiseXorKHR, 6405, trini) \
    X(GroupLogicalAndKHR, 6406, trini) X(GroupLogicalOrKHR, 6407, trini) \
    X(GroupLogicalXorKHR, 6408, trini)

#define SPVM_OPERANDS(X) \
    X(i) X(iI) X(ii) X(iia) X(iiaa) X(iii) X(iiiN) X(iiiaa) X(iiii) X(iiiia) X(iiiii) X(iiiiii) \
    X(iiiiiii) X(iiiiiiii) X(iiiiiiiiiii) X(iiiiiiiiiiii) X(iiiiiiiiiiiii) X(iiiiiiiiiiiiii) \
    X(iiij) X(iiim) X(iinN) X(iiw) X(ijj) X(in) X(inI) X(inN) X(inS) X(inn) X(innN) X(innS) X(ins) \
    X(iq) X(is) X(n) X(nisI) X(nn) X(nnjz) X(r) X(rI) X(ri) X(riI) X(rii) X(riiii) X(rin) \
    X(rinnnnnnk) X(rn) X(rni) X(rnn) X(rs) X(s) X(tr) X(trI) X(trc) X(tri) X(triI) X(triN) X(tria) \
    X(trigI) X(trii) X(triiI) X(triiN) X(triii) X(triiia) X(triiii) X(triiiii) X(triiiiii) \
    X(triiiiiiiiiiI) X(triiiim) X(triiij) X(triiik) X(triiim) X(triik) X(triim) X(trin) X(trini) \
    X(trinij) X(trni) X(trnj) X(trnnn) X(tro) X(trp)

#define SPVM_CORE_NAMES \
   "Nop\000\216\360f\000Sour\024\262t\217u\002\000Sour\024\000Sour\024\272tens\225\000N\243e\000" \
   "M\014b\200N\243e\000S\307\217g\000L\217e\000\272tens\225\000\272t\254\264\224p\202t\000\272t" \
   "\254\264\000M\014\202yMod\317\000E\213ryPoi\213\000\272\205ut\225Mo\360\000Capabil\203y\000" \
   "\277Void\000\277Bool\000\277I\213\000\277Flo\212\000\277V\210\202\000\277\022\000\277\236" \
   "\000\277\300\200\000\277\313d\236\000\277Arr\234\000\277Ru\213imeArr\234\000\277S\307u\015" \
   "\000\277Opa\310e\000\277Poi\302\000\277Fun\015\225\000\277E\273\213\000\277Dev\215eE\273\213" \
   "\000\277R\260\200\273Id\000\277\257eue\000\277\335\000\277F\202w\265dPoi\302\000\005\016ue" \
   "\000\005F\221\263\000\005\000\005\026pos\373\000\005\300\200\000\005N\374l\000\343\205\005" \
   "\016ue\000\343\205\005F\221\263\000\343\205\005\000\343\205\005\026pos\373\000\343\205\005Op" \
   "\000Fun\015\225\000Fun\015\225P\265\243\214\200\000Fun\015\225E\325\000Fun\015\225C\033\000V" \
   "\265iab\355\000\236Tex\317Poi\302\000\252\303\000\003\202e\000\321pyM\014\202y\000\321pyM" \
   "\014\202yS\013\002\000\027c\377Cha\217\000\254Bou\325s\027c\377Cha\217\000\025\027c\377Cha" \
   "\217\000Arr\234Length\000Gen\200\215\025M\014S\014\362\215s\000\254Bou\325s\025\027c\377Cha" \
   "\217\000D\205\202\316\000M\014b\200D\205\202\316\000D\205\202\034\211\000\211D\205\202\316" \
   "\000\211M\014b\200D\205\202\316\000V\210\202\272\307\261tDyn\243\215\000V\210\202\254s\200tD" \
   "yn\243\215\000V\210\202\017uff\355\000\026pos\373\376ru\015\000\026pos\373\272\307\261t\000" \
   "\026pos\373\254s\200t\000\321py\247\000\016\251spo\263\000\313d\236\000\236\313\224\352\000" \
   "\236\313\272\352\000\236\313D\023\224\352\000\236\313D\023\272\352\000\236\313\020j\224\352" \
   "\000\236\313\020j\272\352\000\236\313\020jD\023\224\352\000\236\313\020jD\023\272\352\000" \
   "\236F\214ch\000\236G\212h\200\000\236D\023G\212h\200\000\236\032\000\236Wr\373\000\236\000" \
   "\236\270F\222\212\000\236\270\357d\200\000\236\270S\030\341\000\236\270S\030\000\236\270\341" \
   "\000\236\270Le\273ls\000\236\270\300\260\000\340F\311U\000\340F\311S\000\340S\311F\000\340U" \
   "\311F\000U\340\000S\340\000F\340\000\257\362\030\311F16\000\340\025\311U\000S\212\340S\311U" \
   "\000S\212\340U\311S\000\340U\311\025\000\025Ca\264\311Gen\200\215\000Gen\200\215Ca\264\311" \
   "\025\000Gen\200\215Ca\264\311\025\272\351\000\346ca\264\000SNeg\316\000FNeg\316\000I\364\000" \
   "F\364\000I\342\000F\342\000I\021\000F\021\000UDiv\000SDiv\000FDiv\000UMod\000S\344m\000SMod" \
   "\000F\344m\000FMod\000V\210\202Tim\260Sc\221\265\000\022Tim\260Sc\221\265\000V\210\202Tim" \
   "\260\022\000\022Tim\260V\210\202\000\022Tim\260\022\000Out\200\020du\015\000D\271\000I\364C" \
   "\265ry\000I\342B\202\204w\000U\021\272te\325\002\000S\021\272te\325\002\000Any\000All\000IsN" \
   "\251\000Is\254f\000IsF\217\373\000IsN\222\221\000Sign\346S\214\000L\377\357G\250\212\200\000" \
   "\357d\200\002\000\216\332\200\002\000\371\326\000\371N\271\326\000\371\357\000\371A\325\000" \
   "\371N\271\000S\317\210\000I\326\000\363\271\326\000UG\250\212\200\356\000SG\250\212\200\356" \
   "\000UG\250\212\200\356\326\000SG\250\212\200\356\326\000UL\377\356\000SL\377\356\000UL\377" \
   "\356\326\000SL\377\356\326\000F\357d\326\000F\216\332\326\000F\357dN\271\326\000F\216\332N" \
   "\271\326\000F\357dL\377\356\000F\216\332L\377\356\000F\357dG\250\212\200\356\000F\216\332G" \
   "\250\212\200\356\000F\357dL\377\356\326\000F\216\332L\377\356\326\000F\357dG\250\212\200\356" \
   "\326\000F\216\332G\250\212\200\356\326\000\017\227tRight\371\000\017\227tRightAr\203hm\214" \
   "\215\000\017\227tLeft\371\000\346\010\263\357\000\346\010\263X\202\000\346\010\263A\325\000N" \
   "\271\000\346Fi\317d\254s\200t\000\346Fi\317dS\272\307\261t\000\346Fi\317dU\272\307\261t\000" \
   "\346\344\304\263\000\346\321u\213\000DPdx\000DPdy\000F\010dth\000DPdxF\217e\000DPdyF\217e" \
   "\000F\010dthF\217e\000DPdx\321\353\000DPdy\321\353\000F\010dth\321\353\000E\011V\200tex\000E" \
   "\325P\276\011\037\000E\011\003\250\243V\200tex\000E\325\003\250\243P\276\011\037\000\262t" \
   "\204lB\265\276\200\000M\014\202yB\265\276\200\000\315\252\303\000\315\003\202e\000\315\272c" \
   "\334\220\000\315\026pa\250\272c\334\220\000\315\026pa\250\272c\334\220Weak\000\315I\254c\250" \
   "me\213\000\315ID\205\250me\213\000\315I\364\000\315I\342\000\315S\345\000\315U\345\000\315S" \
   "\322\000\315U\322\000\315A\325\000\315\357\000\315X\202\000Phi\000\252opM\200\220\000S\317" \
   "\306M\200\220\000Lab\317\000Br\251ch\000Br\251ch\262d\203\225\221\000Sw\203ch\000Kill\000R" \
   "\214urn\000R\214urnV\221ue\000\216\250\261hab\355\000L\227\214ime\003\265t\000L\227\214ime" \
   "\003op\000\211Async\321py\000\211Wa\203E\273\213s\000\211All\000\211Any\000\211B\204\303ca" \
   "\264\000\211I\364\000\211F\364\000\211F\345\000\211U\345\000\211S\345\000\211F\322\000\211U" \
   "\322\000\211S\322\000\032\335\000Wr\373\335\000R\260\200\273d\032\335\000R\260\200\273dWr" \
   "\373\335\000R\260\200\273\032\335\004\214s\000R\260\200\273Wr\373\335\004\214s\000\026\011" \
   "\032\335\000\026\011Wr\373\335\000IsV\221idR\260\200\273Id\000\242Num\335\004\214s\000\242" \
   "\322\335\004\214s\000\211R\260\200\273\032\335\004\214s\000\211R\260\200\273Wr\373\335\004" \
   "\214s\000\211\026\011\032\335\000\211\026\011Wr\373\335\000En\310eueM\265k\200\000En\310eueK" \
   "\200n\317\000\242K\200n\317NDr\251\220\342\211\321u\213\000\242K\200n\317NDr\251\220\322\342" \
   "\211S\030\000\242K\200n\317W\202k\211S\030\000\242K\200n\317P\023\200\250dW\202k\211S\030" \
   "\021ti\233e\000R\214a\217E\273\213\000R\317ea\263E\273\213\000C\250\316Us\200E\273\213\000Is" \
   "V\221idE\273\213\000S\214Us\200E\273\213\003\212us\000Captu\250E\273\213\020fil\217g\254fo" \
   "\000\242Defa\374t\257eue\000BuildNDR\251\220\000\001\313\224\352\000\001\313\272\352\000\001" \
   "\313D\023\224\352\000\001\313D\023\272\352\000\001\313\020j\224\352\000\001\313\020j\272\352" \
   "\000\001\313\020jD\023\224\352\000\001\313\020jD\023\272\352\000\001F\214ch\000\001G\212h" \
   "\200\000\001D\023G\212h\200\000\001Tex\317sR\260i\360\213\000NoL\217e\000\315FlagT\260tA\325" \
   "S\214\000\315FlagC\355\265\000\001\032\000S\030Of\000\277\335\003\202\226\000\005\335\003" \
   "\202\226\000C\250\316\335F\204m\335\003\202\226\000\242K\200n\317\252c\221S\030F\202\342g" \
   "\207\321u\213\000\242K\200n\317\322Num\342g\207s\000\277N\243\002B\265\276\200\000N\243\002B" \
   "\265\276\200\254\203i\221\030\000M\014\202yN\243\002B\265\276\200\000Modu\355\020c\260\263d" \
   "\000\272\205ut\225Mo\360Id\000D\205\202\316Id\000\255El\210\000\255All\000\255Any\000\255All" \
   "\326\000\255B\204\303ca\264\000\255B\204\303ca\264Fir\264\000\255B\033\271\000\255\254\304" \
   "\263B\033\271\000\255B\033\271\346\272\307\261t\000\255B\033\271\346\321u\213\000\255B\033" \
   "\271F\217dLSB\000\255B\033\271F\217dMSB\000\255\017uff\355\000\255\017uff\355X\202\000\255" \
   "\017uff\355Up\000\255\017uff\355Down\000\255I\364\000\255F\364\000\255I\021\000\255F\021\000" \
   "\255S\345\000\255U\345\000\255F\345\000\255S\322\000\255U\322\000\255F\322\000\255\346\010" \
   "\263A\325\000\255\346\010\263\357\000\255\346\010\263X\202\000\255\371A\325\000\255\371\357" \
   "\000\255\371X\202\000\255\257\303B\204\303ca\264\000\255\257\303Swap\000\321py\371\000\025" \
   "\326\000\025N\271\326\000\025D\227f\000"

#define SPVM_MORE_NAMES \
   "T\200m\217\316\254v\036\034\000\342g\207B\033\271\231\000\342g\207Fir\264\254v\036\034\231" \
   "\000\342g\207All\231\000\342g\207Any\231\000\342g\207All\326\231\000\255R\271\316\231\000" \
   "\342g\207\032\254v\036\034\231\000\016\261e\244\231\000\272\205uteC\033ab\355\231\000\340U" \
   "\311\027c\317\200\034S\307u\015u\250\231\000Ign\202e\330\231\000T\200m\217\316\244\231\000SD" \
   "\271\000UD\271\000SUD\271\000SD\271\027cS\212\000UD\271\027cS\212\000SUD\271\027cS\212\000" \
   "\277\305\231\000\305\254\203i\221\030\231\000\305T\200m\217\316\231\000\305Gen\200\316\330" \
   "\231\000\305\262firm\330\231\000\305\020\024\002\231\000\372\277\231\000\211I\364\241AMD\000" \
   "\211F\364\241AMD\000\211F\345\241AMD\000\211U\345\241AMD\000\211S\345\241AMD\000\211F\322" \
   "\241AMD\000\211U\322\241AMD\000\211S\322\241AMD\000Fragme\213\320skF\214chAMD\000Fragme\213F" \
   "\214chAMD\000\032Cl\036k\231\000\266R\035\253M\271\225\223\000\266R\035\253W\203h\254\031M" \
   "\271\225\223\000\266R\035MissM\271\225\223\000\347W\202ld\311\247\223\000\347\247\311W\202ld" \
   "\223\000\347\247\244Dir\306\223\000\347\247\244O\276g\217\223\000\266\016\261e\244M\271\225" \
   "\223\000\347\017\303\200R\035Buff\200H\251d\355\223\000\347\017\303\200B\217d\217gTab\355R" \
   "\035\254\031\223\000\266R\035Empty\223\000\266\016\261e\244\223\000\266R\035\253\223\000\266" \
   "R\035\253W\203h\254\031\223\000\266R\035Miss\223\000\266\272\205ute\017\303\200\223\000\347C" \
   "ur\250\213Time\223\000\347\301t\276but\260\223\000\347\253K\217d\223\000\347P\276\011\037" \
   "\254\031\223\000\347Ge\256\214ry\254\031\223\000\347\254\264\251\024Id\223\000\347\254\264" \
   "\251\024Cu\264\256\254\031\223\000\347W\202ld\244Dir\306\223\000\347W\202ld\244O\276g\217" \
   "\223\000\347\244T\322\223\000\347\244T\345\223\000\266IsEmpty\223\000\266Is\253\223\000\266I" \
   "sMiss\223\000\344\332\200Th\250\303W\203h\266\223\000\344\332\200Th\250\303W\203hHi\213\223" \
   "\000\277\266\223\000\236\313Fo\271p\276\213\223\000E\011M\260hTasksEXT\000S\214M\260hOutputs" \
   "EXT\000\255P\265t\203\225\223\000Wr\373\004\002P\276\011\037\254d\215\2604x8\223\000\344p" \
   "\202t\330\231\000Ign\202e\330\223\000T\200m\217\316\244\223\000\016\261e\223\000\016\261eM" \
   "\271\225\223\000\016\261e\244M\271\225\223\000\277\027c\317\200\034S\307u\015u\250\231\000" \
   "\272\205uteC\033ab\355\223\000\277\321op\200\212\037\022\223\000\321op\200\212\037\022\252" \
   "\303\223\000\321op\200\212\037\022\003\202e\223\000\321op\200\212\037\022\021\364\223\000" \
   "\321op\200\212\037\022Length\223\000Beg\217\254v\036\034\312l\036kEXT\000E\325\254v\036\034" \
   "\312l\036kEXT\000D\014\271e\311H\317p\200\254v\036\034\000IsH\317p\200\254v\036\034EXT\000" \
   "\340U\311\236\223\000\340U\311\300\200\223\000\340\236\311U\223\000\340\300\200\311U\223\000" \
   "\340U\311\313d\236\223\000\340\313d\236\311U\223\000\300\200\236\364\250ss\217gMo\360\223" \
   "\000U\321u\213Le\303\217gZ\200os\367\000U\321u\213\016ail\217gZ\200os\367\000AbsI\342\367" \
   "\000AbsU\342\367\000I\364S\212\367\000U\364S\212\367\000IA\304\226\367\000UA\304\226\367\000" \
   "IA\304\226Rou\325\002\367\000UA\304\226Rou\325\002\367\000I\342S\212\367\000U\342S\212\367" \
   "\000I\02132x16\367\000U\02132x16\367\000\315F\345EXT\000\315F\322EXT\000Assume\016ue\231\000" \
   "\272p\210\231\000D\205\202\316S\307\217g\000M\014b\200D\205\202\316S\307\217g\000\336\244T" \
   "\345\231\000\336\244Flags\231\000\372T\231\000\372\254\264\251\024Cu\264\256\254\031\231\000" \
   "\372\254\264\251\024Id\231\000\372\254\264\251\024\017\303\200B\217d\217gTab\355R\035Offs" \
   "\214\231\000\372Ge\256\214ry\254\031\231\000\372P\276\011\037\254\031\231\000\372B\265y\024" \
   "\213r\215s\231\000\372Fr\201tF\261e\231\000\372C\251did\316AABBOpa\310e\231\000\372\247\244D" \
   "ir\306\231\000\372\247\244O\276g\217\231\000\336W\202ld\244Dir\306\231\000\336W\202ld\244O" \
   "\276g\217\231\000\372\247\311W\202ld\231\000\372W\202ld\311\247\231\000\315F\364EXT\000\211I" \
   "\021\231\000\211F\021\231\000\211\346\010\263A\325\231\000\211\346\010\263\357\231\000\211" \
   "\346\010\263X\202\231\000\211\371A\325\231\000\211\371\357\231\000\211\371X\202\231\000"

#define SPVM_GLSL_NAMES \
   "Rou\325\000Rou\325E\273n\000\016unc\000FAbs\000SAbs\000FSign\000SSign\000Flo\202\000Ceil\000" \
   "Fr\261t\000R\303i\251s\000Deg\250\260\000S\217\000\321s\000T\251\000As\217\000\027os\000\301" \
   "\251\000S\217h\000\321sh\000T\251h\000As\217h\000\027osh\000\301\251h\000\301\2512\000Pow" \
   "\000\272p\000\354\000\272p2\000\3542\000Sqrt\000\254\304\263Sqrt\000D\214\200m\217\362\000" \
   "\022\254\304\263\000Modf\000ModfS\307u\015\000F\345\000U\345\000S\345\000F\322\000U\322\000S" \
   "\322\000FCl\243p\000UCl\243p\000SCl\243p\000FMix\000IMix\000\003ep\000Smo\271h\003ep\000Fma" \
   "\000F\250xp\000F\250xpS\307u\015\000L\031p\000\004Sn\2224x8\000\004\216\2224x8\000\004Sn\222" \
   "2x16\000\004\216\2222x16\000\004H\221f2x16\000\004Do\324\3552x32\000\216p\331Sn\2222x16\000" \
   "\216p\331\216\2222x16\000\216p\331H\221f2x16\000\216p\331Sn\2224x8\000\216p\331\216\2224x8" \
   "\000\216p\331Do\324\3552x32\000Length\000Di\264\251\024\000C\204ss\000N\222\221\030\000F\261" \
   "eF\202w\265d\000\344fl\210\000\344fr\261t\000F\217dILsb\000F\217dSMsb\000F\217dUMsb\000\312p" \
   "ol\316\301Ce\213\204id\000\312pol\316\301\313\000\312pol\316\301Offs\214\000N\345\000N\322" \
   "\000NCl\243p\000"

#define SPVM_NAME_PAIRS \
   "eronoritroec\204u\206p\205tG\207atnteticUningeal\202mNVImi\201a\220ifKH\230Rpeplay\227\222" \
   "\224\226\216\235\201\237N\240G\214amR\234j\210b\245O\246reanLoH\203In\211\241omQuesacC\201se" \
   "star\253\247\257\200\267yotExve\243\233y\232riT\275S\274At\213\200adv\200\244\270\210\225trq" \
   "uToI\302\300e\301\256\314\215\212eelMaCo\320x\310\221ubndE\323\312s\327\306\261k\202di\232h" \
   "\251P\333\305\242\304t\262\337\252dS\324SpReM\217B\203\266\242\233\215\350\203\351\341\265" \
   "\263\252gleT\334Ordedda\213INA\361\363T\365E\366L\354\215\370\221\336\330\203eul\343\353\262" \
   "\264\260s\000\000\236\375edStP\331\376\362\276x\212\006wim\203\000\000izemctTrShP\204M\374M" \
   "\007\250fceP\307C\256Ac\013e\360x\344\303\221l\212\225\205\332oci\273"

#define SPVM_GLSL(X) \
    X(Round, 1) X(RoundEven, 2) X(Trunc, 3) X(FAbs, 4) X(SAbs, 5) X(FSign, 6) X(SSign, 7) \
    X(Floor, 8) X(Ceil, 9) X(Fract, 10) X(Radians, 11) X(Degrees, 12) X(Sin, 13) X(Cos, 14) \
    X(Tan, 15) X(Asin, 16) X(Acos, 17) X(Atan, 18) X(Sinh, 19) X(Cosh, 20) X(Tanh, 21) \
    X(Asinh, 22) X(Acosh, 23) X(Atanh, 24) X(Atan2, 25) X(Pow, 26) X(Exp, 27) X(Log, 28) \
    X(Exp2, 29) X(Log2, 30) X(Sqrt, 31) X(InverseSqrt, 32) X(Determinant, 33) X(MatrixInverse, 34) \
    X(Modf, 35) X(ModfStruct, 36) X(FMin, 37) X(UMin, 38) X(SMin, 39) X(FMax, 40) X(UMax, 41) \
    X(SMax, 42) X(FClamp, 43) X(UClamp, 44) X(SClamp, 45) X(FMix, 46) X(IMix, 47) X(Step, 48) \
    X(SmoothStep, 49) X(Fma, 50) X(Frexp, 51) X(FrexpStruct, 52) X(Ldexp, 53) X(PackSnorm4x8, 54) \
    X(PackUnorm4x8, 55) X(PackSnorm2x16, 56) X(PackUnorm2x16, 57) X(PackHalf2x16, 58) \
    X(PackDouble2x32, 59) X(UnpackSnorm2x16, 60) X(UnpackUnorm2x16, 61) X(UnpackHalf2x16, 62) \
    X(UnpackSnorm4x8, 63) X(UnpackUnorm4x8, 64) X(UnpackDouble2x32, 65) X(Length, 66) \
    X(Distance, 67) X(Cross, 68) X(Normalize, 69) X(FaceForward, 70) X(Reflect, 71) X(Refract, 72) \
    X(FindILsb, 73) X(FindSMsb, 74) X(FindUMsb, 75) X(InterpolateAtCentroid, 76) \
    X(InterpolateAtSample, 77) X(InterpolateAtOffset, 78) X(NMin, 79) X(NMax, 80) X(NClamp, 81)

enum {
    SPVM_SourceLanguage_Unknown = 0, SPVM_SourceLanguage_ESSL = 1, SPVM_SourceLanguage_GLSL = 2,
    SPVM_SourceLanguage_OpenCL_C = 3, SPVM_SourceLanguage_OpenCL_CPP = 4,
    SPVM_SourceLanguage_HLSL = 5, SPVM_SourceLanguage_CPP_for_OpenCL = 6,
    SPVM_SourceLanguage_SYCL = 7
};

enum {
    SPVM_ExecutionModel_Vertex = 0, SPVM_ExecutionModel_TessellationControl = 1,
    SPVM_ExecutionModel_TessellationEvaluation = 2, SPVM_ExecutionModel_Geometry = 3,
    SPVM_ExecutionModel_Fragment = 4, SPVM_ExecutionModel_GLCompute = 5,
    SPVM_ExecutionModel_Kernel = 6, SPVM_ExecutionModel_TaskNV = 5267,
    SPVM_ExecutionModel_MeshNV = 5268, SPVM_ExecutionModel_RayGenerationNV = 5313,
    SPVM_ExecutionModel_RayGenerationKHR = 5313, SPVM_ExecutionModel_IntersectionNV = 5314,
    SPVM_ExecutionModel_IntersectionKHR = 5314, SPVM_ExecutionModel_AnyHitNV = 5315,
    SPVM_ExecutionModel_AnyHitKHR = 5315, SPVM_ExecutionModel_ClosestHitNV = 5316,
    SPVM_ExecutionModel_ClosestHitKHR = 5316, SPVM_ExecutionModel_MissNV = 5317,
    SPVM_ExecutionModel_MissKHR = 5317, SPVM_ExecutionModel_CallableNV = 5318,
    SPVM_ExecutionModel_CallableKHR = 5318, SPVM_ExecutionModel_TaskEXT = 5364,
    SPVM_ExecutionModel_MeshEXT = 5365
};

enum {
    SPVM_AddressingModel_Logical = 0, SPVM_AddressingModel_Physical32 = 1,
    SPVM_AddressingModel_Physical64 = 2, SPVM_AddressingModel_PhysicalStorageBuffer64 = 5348,
    SPVM_AddressingModel_PhysicalStorageBuffer64EXT = 5348
};

enum {
    SPVM_MemoryModel_Simple = 0, SPVM_MemoryModel_GLSL450 = 1, SPVM_MemoryModel_OpenCL = 2,
    SPVM_MemoryModel_Vulkan = 3, SPVM_MemoryModel_VulkanKHR = 3
};

enum {
    SPVM_ExecutionMode_Invocations = 0, SPVM_ExecutionMode_SpacingEqual = 1,
    SPVM_ExecutionMode_SpacingFractionalEven = 2, SPVM_ExecutionMode_SpacingFractionalOdd = 3,
    SPVM_ExecutionMode_VertexOrderCw = 4, SPVM_ExecutionMode_VertexOrderCcw = 5,
    SPVM_ExecutionMode_PixelCenterInteger = 6, SPVM_ExecutionMode_OriginUpperLeft = 7,
    SPVM_ExecutionMode_OriginLowerLeft = 8, SPVM_ExecutionMode_EarlyFragmentTests = 9,
    SPVM_ExecutionMode_PointMode = 10, SPVM_ExecutionMode_Xfb = 11,
    SPVM_ExecutionMode_DepthReplacing = 12, SPVM_ExecutionMode_DepthGreater = 14,
    SPVM_ExecutionMode_DepthLess = 15, SPVM_ExecutionMode_DepthUnchanged = 16,
    SPVM_ExecutionMode_LocalSize = 17, SPVM_ExecutionMode_LocalSizeHint = 18,
    SPVM_ExecutionMode_InputPoints = 19, SPVM_ExecutionMode_InputLines = 20,
    SPVM_ExecutionMode_InputLinesAdjacency = 21, SPVM_ExecutionMode_Triangles = 22,
    SPVM_ExecutionMode_InputTrianglesAdjacency = 23, SPVM_ExecutionMode_Quads = 24,
    SPVM_ExecutionMode_Isolines = 25, SPVM_ExecutionMode_OutputVertices = 26,
    SPVM_ExecutionMode_OutputPoints = 27, SPVM_ExecutionMode_OutputLineStrip = 28,
    SPVM_ExecutionMode_OutputTriangleStrip = 29, SPVM_ExecutionMode_VecTypeHint = 30,
    SPVM_ExecutionMode_ContractionOff = 31, SPVM_ExecutionMode_Initializer = 33,
    SPVM_ExecutionMode_Finalizer = 34, SPVM_ExecutionMode_SubgroupSize = 35,
    SPVM_ExecutionMode_SubgroupsPerWorkgroup = 36, SPVM_ExecutionMode_SubgroupsPerWorkgroupId = 37,
    SPVM_ExecutionMode_LocalSizeId = 38, SPVM_ExecutionMode_LocalSizeHintId = 39,
    SPVM_ExecutionMode_SubgroupUniformControlFlowKHR = 4421,
    SPVM_ExecutionMode_PostDepthCoverage = 4446, SPVM_ExecutionMode_DenormPreserve = 4459,
    SPVM_ExecutionMode_DenormFlushToZero = 4460, SPVM_ExecutionMode_SignedZeroInfNanPreserve = 4461,
    SPVM_ExecutionMode_RoundingModeRTE = 4462, SPVM_ExecutionMode_RoundingModeRTZ = 4463,
    SPVM_ExecutionMode_EarlyAndLateFragmentTestsAMD = 5017,
    SPVM_ExecutionMode_StencilRefReplacingEXT = 5027,
    SPVM_ExecutionMode_StencilRefUnchangedFrontAMD = 5079,
    SPVM_ExecutionMode_StencilRefGreaterFrontAMD = 5080,
    SPVM_ExecutionMode_StencilRefLessFrontAMD = 5081,
    SPVM_ExecutionMode_StencilRefUnchangedBackAMD = 5082,
    SPVM_ExecutionMode_StencilRefGreaterBackAMD = 5083,
    SPVM_ExecutionMode_StencilRefLessBackAMD = 5084, SPVM_ExecutionMode_OutputLinesNV = 5269,
    SPVM_ExecutionMode_OutputLinesEXT = 5269, SPVM_ExecutionMode_OutputPrimitivesNV = 5270,
    SPVM_ExecutionMode_OutputPrimitivesEXT = 5270, SPVM_ExecutionMode_DerivativeGroupQuadsNV = 5289,
    SPVM_ExecutionMode_DerivativeGroupLinearNV = 5290, SPVM_ExecutionMode_OutputTrianglesNV = 5298,
    SPVM_ExecutionMode_OutputTrianglesEXT = 5298,
    SPVM_ExecutionMode_PixelInterlockOrderedEXT = 5366,
    SPVM_ExecutionMode_PixelInterlockUnorderedEXT = 5367,
    SPVM_ExecutionMode_SampleInterlockOrderedEXT = 5368,
    SPVM_ExecutionMode_SampleInterlockUnorderedEXT = 5369,
    SPVM_ExecutionMode_ShadingRateInterlockOrderedEXT = 5370,
    SPVM_ExecutionMode_ShadingRateInterlockUnorderedEXT = 5371
};

enum {
    SPVM_StorageClass_UniformConstant = 0, SPVM_StorageClass_Input = 1,
    SPVM_StorageClass_Uniform = 2, SPVM_StorageClass_Output = 3, SPVM_StorageClass_Workgroup = 4,
    SPVM_StorageClass_CrossWorkgroup = 5, SPVM_StorageClass_Private = 6,
    SPVM_StorageClass_Function = 7, SPVM_StorageClass_Generic = 8,
    SPVM_StorageClass_PushConstant = 9, SPVM_StorageClass_AtomicCounter = 10,
    SPVM_StorageClass_Image = 11, SPVM_StorageClass_StorageBuffer = 12,
    SPVM_StorageClass_CallableDataNV = 5328, SPVM_StorageClass_CallableDataKHR = 5328,
    SPVM_StorageClass_IncomingCallableDataNV = 5329,
    SPVM_StorageClass_IncomingCallableDataKHR = 5329, SPVM_StorageClass_RayPayloadNV = 5338,
    SPVM_StorageClass_RayPayloadKHR = 5338, SPVM_StorageClass_HitAttributeNV = 5339,
    SPVM_StorageClass_HitAttributeKHR = 5339, SPVM_StorageClass_IncomingRayPayloadNV = 5342,
    SPVM_StorageClass_IncomingRayPayloadKHR = 5342, SPVM_StorageClass_ShaderRecordBufferNV = 5343,
    SPVM_StorageClass_ShaderRecordBufferKHR = 5343, SPVM_StorageClass_PhysicalStorageBuffer = 5349,
    SPVM_StorageClass_PhysicalStorageBufferEXT = 5349,
    SPVM_StorageClass_HitObjectAttributeNV = 5385, SPVM_StorageClass_TaskPayloadWorkgroupEXT = 5402
};

enum {
    SPVM_Dim_1D = 0, SPVM_Dim_2D = 1, SPVM_Dim_3D = 2, SPVM_Dim_Cube = 3, SPVM_Dim_Rect = 4,
    SPVM_Dim_Buffer = 5, SPVM_Dim_SubpassData = 6
};

enum {
    SPVM_ImageFormat_Unknown = 0, SPVM_ImageFormat_Rgba32f = 1, SPVM_ImageFormat_Rgba16f = 2,
    SPVM_ImageFormat_R32f = 3, SPVM_ImageFormat_Rgba8 = 4, SPVM_ImageFormat_Rgba8Snorm = 5,
    SPVM_ImageFormat_Rg32f = 6, SPVM_ImageFormat_Rg16f = 7, SPVM_ImageFormat_R11fG11fB10f = 8,
    SPVM_ImageFormat_R16f = 9, SPVM_ImageFormat_Rgba16 = 10, SPVM_ImageFormat_Rgb10A2 = 11,
    SPVM_ImageFormat_Rg16 = 12, SPVM_ImageFormat_Rg8 = 13, SPVM_ImageFormat_R16 = 14,
    SPVM_ImageFormat_R8 = 15, SPVM_ImageFormat_Rgba16Snorm = 16, SPVM_ImageFormat_Rg16Snorm = 17,
    SPVM_ImageFormat_Rg8Snorm = 18, SPVM_ImageFormat_R16Snorm = 19, SPVM_ImageFormat_R8Snorm = 20,
    SPVM_ImageFormat_Rgba32i = 21, SPVM_ImageFormat_Rgba16i = 22, SPVM_ImageFormat_Rgba8i = 23,
    SPVM_ImageFormat_R32i = 24, SPVM_ImageFormat_Rg32i = 25, SPVM_ImageFormat_Rg16i = 26,
    SPVM_ImageFormat_Rg8i = 27, SPVM_ImageFormat_R16i = 28, SPVM_ImageFormat_R8i = 29,
    SPVM_ImageFormat_Rgba32ui = 30, SPVM_ImageFormat_Rgba16ui = 31, SPVM_ImageFormat_Rgba8ui = 32,
    SPVM_ImageFormat_R32ui = 33, SPVM_ImageFormat_Rgb10a2ui = 34, SPVM_ImageFormat_Rg32ui = 35,
    SPVM_ImageFormat_Rg16ui = 36, SPVM_ImageFormat_Rg8ui = 37, SPVM_ImageFormat_R16ui = 38,
    SPVM_ImageFormat_R8ui = 39, SPVM_ImageFormat_R64ui = 40, SPVM_ImageFormat_R64i = 41
};

enum {
    SPVM_ImageOperands_None = 0, SPVM_ImageOperands_BiasMask = 1, SPVM_ImageOperands_LodMask = 2,
    SPVM_ImageOperands_GradMask = 4, SPVM_ImageOperands_ConstOffsetMask = 8,
    SPVM_ImageOperands_OffsetMask = 16, SPVM_ImageOperands_ConstOffsetsMask = 32,
    SPVM_ImageOperands_SampleMask = 64, SPVM_ImageOperands_MinLodMask = 128,
    SPVM_ImageOperands_MakeTexelAvailableMask = 256,
    SPVM_ImageOperands_MakeTexelAvailableKHRMask = 256,
    SPVM_ImageOperands_MakeTexelVisibleMask = 512, SPVM_ImageOperands_MakeTexelVisibleKHRMask = 512,
    SPVM_ImageOperands_NonPrivateTexelMask = 1024, SPVM_ImageOperands_NonPrivateTexelKHRMask = 1024,
    SPVM_ImageOperands_VolatileTexelMask = 2048, SPVM_ImageOperands_VolatileTexelKHRMask = 2048,
    SPVM_ImageOperands_SignExtendMask = 4096, SPVM_ImageOperands_ZeroExtendMask = 8192,
    SPVM_ImageOperands_NontemporalMask = 16384, SPVM_ImageOperands_OffsetsMask = 65536
};

enum {
    SPVM_MemoryAccess_None = 0, SPVM_MemoryAccess_VolatileMask = 1,
    SPVM_MemoryAccess_AlignedMask = 2, SPVM_MemoryAccess_NontemporalMask = 4,
    SPVM_MemoryAccess_MakePointerAvailableMask = 8,
    SPVM_MemoryAccess_MakePointerAvailableKHRMask = 8,
    SPVM_MemoryAccess_MakePointerVisibleMask = 16, SPVM_MemoryAccess_MakePointerVisibleKHRMask = 16,
    SPVM_MemoryAccess_NonPrivatePointerMask = 32, SPVM_MemoryAccess_NonPrivatePointerKHRMask = 32,
    SPVM_MemoryAccess_AliasScopeINTELMaskMask = 65536,
    SPVM_MemoryAccess_NoAliasINTELMaskMask = 131072
};

enum {
    SPVM_SelectionControl_None = 0, SPVM_SelectionControl_FlattenMask = 1,
    SPVM_SelectionControl_DontFlattenMask = 2
};

enum {
    SPVM_LoopControl_None = 0, SPVM_LoopControl_UnrollMask = 1, SPVM_LoopControl_DontUnrollMask = 2,
    SPVM_LoopControl_DependencyInfiniteMask = 4, SPVM_LoopControl_DependencyLengthMask = 8,
    SPVM_LoopControl_MinIterationsMask = 16, SPVM_LoopControl_MaxIterationsMask = 32,
    SPVM_LoopControl_IterationMultipleMask = 64, SPVM_LoopControl_PeelCountMask = 128,
    SPVM_LoopControl_PartialCountMask = 256
};

enum {
    SPVM_FunctionControl_None = 0, SPVM_FunctionControl_InlineMask = 1,
    SPVM_FunctionControl_DontInlineMask = 2, SPVM_FunctionControl_PureMask = 4,
    SPVM_FunctionControl_ConstMask = 8
};

enum {
    SPVM_MemorySemantics_Relaxed = 0, SPVM_MemorySemantics_None = 0,
    SPVM_MemorySemantics_AcquireMask = 2, SPVM_MemorySemantics_ReleaseMask = 4,
    SPVM_MemorySemantics_AcquireReleaseMask = 8,
    SPVM_MemorySemantics_SequentiallyConsistentMask = 16,
    SPVM_MemorySemantics_UniformMemoryMask = 64, SPVM_MemorySemantics_SubgroupMemoryMask = 128,
    SPVM_MemorySemantics_WorkgroupMemoryMask = 256,
    SPVM_MemorySemantics_CrossWorkgroupMemoryMask = 512,
    SPVM_MemorySemantics_AtomicCounterMemoryMask = 1024,
    SPVM_MemorySemantics_ImageMemoryMask = 2048, SPVM_MemorySemantics_OutputMemoryMask = 4096,
    SPVM_MemorySemantics_OutputMemoryKHRMask = 4096, SPVM_MemorySemantics_MakeAvailableMask = 8192,
    SPVM_MemorySemantics_MakeAvailableKHRMask = 8192, SPVM_MemorySemantics_MakeVisibleMask = 16384,
    SPVM_MemorySemantics_MakeVisibleKHRMask = 16384, SPVM_MemorySemantics_VolatileMask = 32768
};

enum {
    SPVM_Scope_CrossDevice = 0, SPVM_Scope_Device = 1, SPVM_Scope_Workgroup = 2,
    SPVM_Scope_Subgroup = 3, SPVM_Scope_Invocation = 4, SPVM_Scope_QueueFamily = 5,
    SPVM_Scope_QueueFamilyKHR = 5, SPVM_Scope_ShaderCallKHR = 6
};

enum {
    SPVM_GroupOperation_Reduce = 0, SPVM_GroupOperation_InclusiveScan = 1,
    SPVM_GroupOperation_ExclusiveScan = 2, SPVM_GroupOperation_ClusteredReduce = 3,
    SPVM_GroupOperation_PartitionedReduceNV = 6, SPVM_GroupOperation_PartitionedInclusiveScanNV = 7,
    SPVM_GroupOperation_PartitionedExclusiveScanNV = 8
};

enum {
    SPVM_Decoration_RelaxedPrecision = 0, SPVM_Decoration_SpecId = 1, SPVM_Decoration_Block = 2,
    SPVM_Decoration_BufferBlock = 3, SPVM_Decoration_RowMajor = 4, SPVM_Decoration_ColMajor = 5,
    SPVM_Decoration_ArrayStride = 6, SPVM_Decoration_MatrixStride = 7,
    SPVM_Decoration_GLSLShared = 8, SPVM_Decoration_GLSLPacked = 9, SPVM_Decoration_CPacked = 10,
    SPVM_Decoration_BuiltIn = 11, SPVM_Decoration_NoPerspective = 13, SPVM_Decoration_Flat = 14,
    SPVM_Decoration_Patch = 15, SPVM_Decoration_Centroid = 16, SPVM_Decoration_Sample = 17,
    SPVM_Decoration_Invariant = 18, SPVM_Decoration_Restrict = 19, SPVM_Decoration_Aliased = 20,
    SPVM_Decoration_Volatile = 21, SPVM_Decoration_Constant = 22, SPVM_Decoration_Coherent = 23,
    SPVM_Decoration_NonWritable = 24, SPVM_Decoration_NonReadable = 25,
    SPVM_Decoration_Uniform = 26, SPVM_Decoration_UniformId = 27,
    SPVM_Decoration_SaturatedConversion = 28, SPVM_Decoration_Stream = 29,
    SPVM_Decoration_Location = 30, SPVM_Decoration_Component = 31, SPVM_Decoration_Index = 32,
    SPVM_Decoration_Binding = 33, SPVM_Decoration_DescriptorSet = 34, SPVM_Decoration_Offset = 35,
    SPVM_Decoration_XfbBuffer = 36, SPVM_Decoration_XfbStride = 37,
    SPVM_Decoration_FuncParamAttr = 38, SPVM_Decoration_FPRoundingMode = 39,
    SPVM_Decoration_FPFastMathMode = 40, SPVM_Decoration_LinkageAttributes = 41,
    SPVM_Decoration_NoContraction = 42, SPVM_Decoration_InputAttachmentIndex = 43,
    SPVM_Decoration_Alignment = 44, SPVM_Decoration_MaxByteOffset = 45,
    SPVM_Decoration_AlignmentId = 46, SPVM_Decoration_MaxByteOffsetId = 47,
    SPVM_Decoration_NoSignedWrap = 4469, SPVM_Decoration_NoUnsignedWrap = 4470,
    SPVM_Decoration_ExplicitInterpAMD = 4999, SPVM_Decoration_OverrideCoverageNV = 5248,
    SPVM_Decoration_PassthroughNV = 5250, SPVM_Decoration_ViewportRelativeNV = 5252,
    SPVM_Decoration_SecondaryViewportRelativeNV = 5256, SPVM_Decoration_PerPrimitiveNV = 5271,
    SPVM_Decoration_PerPrimitiveEXT = 5271, SPVM_Decoration_PerViewNV = 5272,
    SPVM_Decoration_PerTaskNV = 5273, SPVM_Decoration_PerVertexKHR = 5285,
    SPVM_Decoration_PerVertexNV = 5285, SPVM_Decoration_NonUniform = 5300,
    SPVM_Decoration_NonUniformEXT = 5300, SPVM_Decoration_RestrictPointer = 5355,
    SPVM_Decoration_RestrictPointerEXT = 5355, SPVM_Decoration_AliasedPointer = 5356,
    SPVM_Decoration_AliasedPointerEXT = 5356, SPVM_Decoration_HitObjectShaderRecordBufferNV = 5386,
    SPVM_Decoration_BindlessSamplerNV = 5398, SPVM_Decoration_BindlessImageNV = 5399,
    SPVM_Decoration_BoundSamplerNV = 5400, SPVM_Decoration_BoundImageNV = 5401,
    SPVM_Decoration_CounterBuffer = 5634, SPVM_Decoration_HlslCounterBufferGOOGLE = 5634,
    SPVM_Decoration_UserSemantic = 5635, SPVM_Decoration_HlslSemanticGOOGLE = 5635,
    SPVM_Decoration_UserTypeGOOGLE = 5636
};

enum {
    SPVM_BuiltIn_Position = 0, SPVM_BuiltIn_PointSize = 1, SPVM_BuiltIn_ClipDistance = 3,
    SPVM_BuiltIn_CullDistance = 4, SPVM_BuiltIn_VertexId = 5, SPVM_BuiltIn_InstanceId = 6,
    SPVM_BuiltIn_PrimitiveId = 7, SPVM_BuiltIn_InvocationId = 8, SPVM_BuiltIn_Layer = 9,
    SPVM_BuiltIn_ViewportIndex = 10, SPVM_BuiltIn_TessLevelOuter = 11,
    SPVM_BuiltIn_TessLevelInner = 12, SPVM_BuiltIn_TessCoord = 13, SPVM_BuiltIn_PatchVertices = 14,
    SPVM_BuiltIn_FragCoord = 15, SPVM_BuiltIn_PointCoord = 16, SPVM_BuiltIn_FrontFacing = 17,
    SPVM_BuiltIn_SampleId = 18, SPVM_BuiltIn_SamplePosition = 19, SPVM_BuiltIn_SampleMask = 20,
    SPVM_BuiltIn_FragDepth = 22, SPVM_BuiltIn_HelperInvocation = 23,
    SPVM_BuiltIn_NumWorkgroups = 24, SPVM_BuiltIn_WorkgroupSize = 25, SPVM_BuiltIn_WorkgroupId = 26,
    SPVM_BuiltIn_LocalInvocationId = 27, SPVM_BuiltIn_GlobalInvocationId = 28,
    SPVM_BuiltIn_LocalInvocationIndex = 29, SPVM_BuiltIn_WorkDim = 30, SPVM_BuiltIn_GlobalSize = 31,
    SPVM_BuiltIn_EnqueuedWorkgroupSize = 32, SPVM_BuiltIn_GlobalOffset = 33,
    SPVM_BuiltIn_GlobalLinearId = 34, SPVM_BuiltIn_SubgroupSize = 36,
    SPVM_BuiltIn_SubgroupMaxSize = 37, SPVM_BuiltIn_NumSubgroups = 38,
    SPVM_BuiltIn_NumEnqueuedSubgroups = 39, SPVM_BuiltIn_SubgroupId = 40,
    SPVM_BuiltIn_SubgroupLocalInvocationId = 41, SPVM_BuiltIn_VertexIndex = 42,
    SPVM_BuiltIn_InstanceIndex = 43, SPVM_BuiltIn_CoreIDARM = 4160,
    SPVM_BuiltIn_CoreCountARM = 4161, SPVM_BuiltIn_CoreMaxIDARM = 4162,
    SPVM_BuiltIn_WarpIDARM = 4163, SPVM_BuiltIn_WarpMaxIDARM = 4164,
    SPVM_BuiltIn_SubgroupEqMask = 4416, SPVM_BuiltIn_SubgroupEqMaskKHR = 4416,
    SPVM_BuiltIn_SubgroupGeMask = 4417, SPVM_BuiltIn_SubgroupGeMaskKHR = 4417,
    SPVM_BuiltIn_SubgroupGtMask = 4418, SPVM_BuiltIn_SubgroupGtMaskKHR = 4418,
    SPVM_BuiltIn_SubgroupLeMask = 4419, SPVM_BuiltIn_SubgroupLeMaskKHR = 4419,
    SPVM_BuiltIn_SubgroupLtMask = 4420, SPVM_BuiltIn_SubgroupLtMaskKHR = 4420,
    SPVM_BuiltIn_BaseVertex = 4424, SPVM_BuiltIn_BaseInstance = 4425, SPVM_BuiltIn_DrawIndex = 4426,
    SPVM_BuiltIn_PrimitiveShadingRateKHR = 4432, SPVM_BuiltIn_DeviceIndex = 4438,
    SPVM_BuiltIn_ViewIndex = 4440, SPVM_BuiltIn_ShadingRateKHR = 4444,
    SPVM_BuiltIn_BaryCoordNoPerspAMD = 4992, SPVM_BuiltIn_BaryCoordNoPerspCentroidAMD = 4993,
    SPVM_BuiltIn_BaryCoordNoPerspSampleAMD = 4994, SPVM_BuiltIn_BaryCoordSmoothAMD = 4995,
    SPVM_BuiltIn_BaryCoordSmoothCentroidAMD = 4996, SPVM_BuiltIn_BaryCoordSmoothSampleAMD = 4997,
    SPVM_BuiltIn_BaryCoordPullModelAMD = 4998, SPVM_BuiltIn_FragStencilRefEXT = 5014,
    SPVM_BuiltIn_ViewportMaskNV = 5253, SPVM_BuiltIn_SecondaryPositionNV = 5257,
    SPVM_BuiltIn_SecondaryViewportMaskNV = 5258, SPVM_BuiltIn_PositionPerViewNV = 5261,
    SPVM_BuiltIn_ViewportMaskPerViewNV = 5262, SPVM_BuiltIn_FullyCoveredEXT = 5264,
    SPVM_BuiltIn_TaskCountNV = 5274, SPVM_BuiltIn_PrimitiveCountNV = 5275,
    SPVM_BuiltIn_PrimitiveIndicesNV = 5276, SPVM_BuiltIn_ClipDistancePerViewNV = 5277,
    SPVM_BuiltIn_CullDistancePerViewNV = 5278, SPVM_BuiltIn_LayerPerViewNV = 5279,
    SPVM_BuiltIn_MeshViewCountNV = 5280, SPVM_BuiltIn_MeshViewIndicesNV = 5281,
    SPVM_BuiltIn_BaryCoordKHR = 5286, SPVM_BuiltIn_BaryCoordNV = 5286,
    SPVM_BuiltIn_BaryCoordNoPerspKHR = 5287, SPVM_BuiltIn_BaryCoordNoPerspNV = 5287,
    SPVM_BuiltIn_FragSizeEXT = 5292, SPVM_BuiltIn_FragmentSizeNV = 5292,
    SPVM_BuiltIn_FragInvocationCountEXT = 5293, SPVM_BuiltIn_InvocationsPerPixelNV = 5293,
    SPVM_BuiltIn_PrimitivePointIndicesEXT = 5294, SPVM_BuiltIn_PrimitiveLineIndicesEXT = 5295,
    SPVM_BuiltIn_PrimitiveTriangleIndicesEXT = 5296, SPVM_BuiltIn_CullPrimitiveEXT = 5299,
    SPVM_BuiltIn_LaunchIdNV = 5319, SPVM_BuiltIn_LaunchIdKHR = 5319,
    SPVM_BuiltIn_LaunchSizeNV = 5320, SPVM_BuiltIn_LaunchSizeKHR = 5320,
    SPVM_BuiltIn_WorldRayOriginNV = 5321, SPVM_BuiltIn_WorldRayOriginKHR = 5321,
    SPVM_BuiltIn_WorldRayDirectionNV = 5322, SPVM_BuiltIn_WorldRayDirectionKHR = 5322,
    SPVM_BuiltIn_ObjectRayOriginNV = 5323, SPVM_BuiltIn_ObjectRayOriginKHR = 5323,
    SPVM_BuiltIn_ObjectRayDirectionNV = 5324, SPVM_BuiltIn_ObjectRayDirectionKHR = 5324,
    SPVM_BuiltIn_RayTminNV = 5325, SPVM_BuiltIn_RayTminKHR = 5325, SPVM_BuiltIn_RayTmaxNV = 5326,
    SPVM_BuiltIn_RayTmaxKHR = 5326, SPVM_BuiltIn_InstanceCustomIndexNV = 5327,
    SPVM_BuiltIn_InstanceCustomIndexKHR = 5327, SPVM_BuiltIn_ObjectToWorldNV = 5330,
    SPVM_BuiltIn_ObjectToWorldKHR = 5330, SPVM_BuiltIn_WorldToObjectNV = 5331,
    SPVM_BuiltIn_WorldToObjectKHR = 5331, SPVM_BuiltIn_HitTNV = 5332, SPVM_BuiltIn_HitKindNV = 5333,
    SPVM_BuiltIn_HitKindKHR = 5333, SPVM_BuiltIn_CurrentRayTimeNV = 5334,
    SPVM_BuiltIn_IncomingRayFlagsNV = 5351, SPVM_BuiltIn_IncomingRayFlagsKHR = 5351,
    SPVM_BuiltIn_RayGeometryIndexKHR = 5352, SPVM_BuiltIn_WarpsPerSMNV = 5374,
    SPVM_BuiltIn_SMCountNV = 5375, SPVM_BuiltIn_WarpIDNV = 5376, SPVM_BuiltIn_SMIDNV = 5377,
    SPVM_BuiltIn_CullMaskKHR = 6021
};

enum {
    SPVM_Capability_Matrix = 0, SPVM_Capability_Shader = 1, SPVM_Capability_Geometry = 2,
    SPVM_Capability_Tessellation = 3, SPVM_Capability_Addresses = 4, SPVM_Capability_Linkage = 5,
    SPVM_Capability_Kernel = 6, SPVM_Capability_Vector16 = 7, SPVM_Capability_Float16Buffer = 8,
    SPVM_Capability_Float16 = 9, SPVM_Capability_Float64 = 10, SPVM_Capability_Int64 = 11,
    SPVM_Capability_Int64Atomics = 12, SPVM_Capability_ImageBasic = 13,
    SPVM_Capability_ImageReadWrite = 14, SPVM_Capability_ImageMipmap = 15,
    SPVM_Capability_Pipes = 17, SPVM_Capability_Groups = 18, SPVM_Capability_DeviceEnqueue = 19,
    SPVM_Capability_LiteralSampler = 20, SPVM_Capability_AtomicStorage = 21,
    SPVM_Capability_Int16 = 22, SPVM_Capability_TessellationPointSize = 23,
    SPVM_Capability_GeometryPointSize = 24, SPVM_Capability_ImageGatherExtended = 25,
    SPVM_Capability_StorageImageMultisample = 27,
    SPVM_Capability_UniformBufferArrayDynamicIndexing = 28,
    SPVM_Capability_SampledImageArrayDynamicIndexing = 29,
    SPVM_Capability_StorageBufferArrayDynamicIndexing = 30,
    SPVM_Capability_StorageImageArrayDynamicIndexing = 31, SPVM_Capability_ClipDistance = 32,
    SPVM_Capability_CullDistance = 33, SPVM_Capability_ImageCubeArray = 34,
    SPVM_Capability_SampleRateShading = 35, SPVM_Capability_ImageRect = 36,
    SPVM_Capability_SampledRect = 37, SPVM_Capability_GenericPointer = 38,
    SPVM_Capability_Int8 = 39, SPVM_Capability_InputAttachment = 40,
    SPVM_Capability_SparseResidency = 41, SPVM_Capability_MinLod = 42,
    SPVM_Capability_Sampled1D = 43, SPVM_Capability_Image1D = 44,
    SPVM_Capability_SampledCubeArray = 45, SPVM_Capability_SampledBuffer = 46,
    SPVM_Capability_ImageBuffer = 47, SPVM_Capability_ImageMSArray = 48,
    SPVM_Capability_StorageImageExtendedFormats = 49, SPVM_Capability_ImageQuery = 50,
    SPVM_Capability_DerivativeControl = 51, SPVM_Capability_InterpolationFunction = 52,
    SPVM_Capability_TransformFeedback = 53, SPVM_Capability_GeometryStreams = 54,
    SPVM_Capability_StorageImageReadWithoutFormat = 55,
    SPVM_Capability_StorageImageWriteWithoutFormat = 56, SPVM_Capability_MultiViewport = 57,
    SPVM_Capability_SubgroupDispatch = 58, SPVM_Capability_NamedBarrier = 59,
    SPVM_Capability_PipeStorage = 60, SPVM_Capability_GroupNonUniform = 61,
    SPVM_Capability_GroupNonUniformVote = 62, SPVM_Capability_GroupNonUniformArithmetic = 63,
    SPVM_Capability_GroupNonUniformBallot = 64, SPVM_Capability_GroupNonUniformShuffle = 65,
    SPVM_Capability_GroupNonUniformShuffleRelative = 66,
    SPVM_Capability_GroupNonUniformClustered = 67, SPVM_Capability_GroupNonUniformQuad = 68,
    SPVM_Capability_ShaderLayer = 69, SPVM_Capability_ShaderViewportIndex = 70,
    SPVM_Capability_UniformDecoration = 71, SPVM_Capability_CoreBuiltinsARM = 4165,
    SPVM_Capability_FragmentShadingRateKHR = 4422, SPVM_Capability_SubgroupBallotKHR = 4423,
    SPVM_Capability_DrawParameters = 4427, SPVM_Capability_WorkgroupMemoryExplicitLayoutKHR = 4428,
    SPVM_Capability_WorkgroupMemoryExplicitLayout8BitAccessKHR = 4429,
    SPVM_Capability_WorkgroupMemoryExplicitLayout16BitAccessKHR = 4430,
    SPVM_Capability_SubgroupVoteKHR = 4431, SPVM_Capability_StorageBuffer16BitAccess = 4433,
    SPVM_Capability_StorageUniformBufferBlock16 = 4433,
    SPVM_Capability_UniformAndStorageBuffer16BitAccess = 4434,
    SPVM_Capability_StorageUniform16 = 4434, SPVM_Capability_StoragePushConstant16 = 4435,
    SPVM_Capability_StorageInputOutput16 = 4436, SPVM_Capability_DeviceGroup = 4437,
    SPVM_Capability_MultiView = 4439, SPVM_Capability_VariablePointersStorageBuffer = 4441,
    SPVM_Capability_VariablePointers = 4442, SPVM_Capability_AtomicStorageOps = 4445,
    SPVM_Capability_SampleMaskPostDepthCoverage = 4447,
    SPVM_Capability_StorageBuffer8BitAccess = 4448,
    SPVM_Capability_UniformAndStorageBuffer8BitAccess = 4449,
    SPVM_Capability_StoragePushConstant8 = 4450, SPVM_Capability_DenormPreserve = 4464,
    SPVM_Capability_DenormFlushToZero = 4465, SPVM_Capability_SignedZeroInfNanPreserve = 4466,
    SPVM_Capability_RoundingModeRTE = 4467, SPVM_Capability_RoundingModeRTZ = 4468,
    SPVM_Capability_RayQueryProvisionalKHR = 4471, SPVM_Capability_RayQueryKHR = 4472,
    SPVM_Capability_RayTraversalPrimitiveCullingKHR = 4478, SPVM_Capability_RayTracingKHR = 4479,
    SPVM_Capability_Float16ImageAMD = 5008, SPVM_Capability_ImageGatherBiasLodAMD = 5009,
    SPVM_Capability_FragmentMaskAMD = 5010, SPVM_Capability_StencilExportEXT = 5013,
    SPVM_Capability_ImageReadWriteLodAMD = 5015, SPVM_Capability_Int64ImageEXT = 5016,
    SPVM_Capability_ShaderClockKHR = 5055, SPVM_Capability_SampleMaskOverrideCoverageNV = 5249,
    SPVM_Capability_GeometryShaderPassthroughNV = 5251,
    SPVM_Capability_ShaderViewportIndexLayerEXT = 5254,
    SPVM_Capability_ShaderViewportIndexLayerNV = 5254, SPVM_Capability_ShaderViewportMaskNV = 5255,
    SPVM_Capability_ShaderStereoViewNV = 5259, SPVM_Capability_PerViewAttributesNV = 5260,
    SPVM_Capability_FragmentFullyCoveredEXT = 5265, SPVM_Capability_MeshShadingNV = 5266,
    SPVM_Capability_ImageFootprintNV = 5282, SPVM_Capability_MeshShadingEXT = 5283,
    SPVM_Capability_FragmentBarycentricKHR = 5284, SPVM_Capability_FragmentBarycentricNV = 5284,
    SPVM_Capability_ComputeDerivativeGroupQuadsNV = 5288, SPVM_Capability_FragmentDensityEXT = 5291,
    SPVM_Capability_ShadingRateNV = 5291, SPVM_Capability_GroupNonUniformPartitionedNV = 5297,
    SPVM_Capability_ShaderNonUniform = 5301, SPVM_Capability_ShaderNonUniformEXT = 5301,
    SPVM_Capability_RuntimeDescriptorArray = 5302, SPVM_Capability_RuntimeDescriptorArrayEXT = 5302,
    SPVM_Capability_InputAttachmentArrayDynamicIndexing = 5303,
    SPVM_Capability_InputAttachmentArrayDynamicIndexingEXT = 5303,
    SPVM_Capability_UniformTexelBufferArrayDynamicIndexing = 5304,
    SPVM_Capability_UniformTexelBufferArrayDynamicIndexingEXT = 5304,
    SPVM_Capability_StorageTexelBufferArrayDynamicIndexing = 5305,
    SPVM_Capability_StorageTexelBufferArrayDynamicIndexingEXT = 5305,
    SPVM_Capability_UniformBufferArrayNonUniformIndexing = 5306,
    SPVM_Capability_UniformBufferArrayNonUniformIndexingEXT = 5306,
    SPVM_Capability_SampledImageArrayNonUniformIndexing = 5307,
    SPVM_Capability_SampledImageArrayNonUniformIndexingEXT = 5307,
    SPVM_Capability_StorageBufferArrayNonUniformIndexing = 5308,
    SPVM_Capability_StorageBufferArrayNonUniformIndexingEXT = 5308,
    SPVM_Capability_StorageImageArrayNonUniformIndexing = 5309,
    SPVM_Capability_StorageImageArrayNonUniformIndexingEXT = 5309,
    SPVM_Capability_InputAttachmentArrayNonUniformIndexing = 5310,
    SPVM_Capability_InputAttachmentArrayNonUniformIndexingEXT = 5310,
    SPVM_Capability_UniformTexelBufferArrayNonUniformIndexing = 5311,
    SPVM_Capability_UniformTexelBufferArrayNonUniformIndexingEXT = 5311,
    SPVM_Capability_StorageTexelBufferArrayNonUniformIndexing = 5312,
    SPVM_Capability_StorageTexelBufferArrayNonUniformIndexingEXT = 5312,
    SPVM_Capability_RayTracingNV = 5340, SPVM_Capability_RayTracingMotionBlurNV = 5341,
    SPVM_Capability_VulkanMemoryModel = 5345, SPVM_Capability_VulkanMemoryModelKHR = 5345,
    SPVM_Capability_VulkanMemoryModelDeviceScope = 5346,
    SPVM_Capability_VulkanMemoryModelDeviceScopeKHR = 5346,
    SPVM_Capability_PhysicalStorageBufferAddresses = 5347,
    SPVM_Capability_PhysicalStorageBufferAddressesEXT = 5347,
    SPVM_Capability_ComputeDerivativeGroupLinearNV = 5350,
    SPVM_Capability_RayTracingProvisionalKHR = 5353, SPVM_Capability_CooperativeMatrixNV = 5357,
    SPVM_Capability_FragmentShaderSampleInterlockEXT = 5363,
    SPVM_Capability_FragmentShaderShadingRateInterlockEXT = 5372,
    SPVM_Capability_ShaderSMBuiltinsNV = 5373,
    SPVM_Capability_FragmentShaderPixelInterlockEXT = 5378,
    SPVM_Capability_DemoteToHelperInvocation = 5379,
    SPVM_Capability_DemoteToHelperInvocationEXT = 5379,
    SPVM_Capability_RayTracingOpacityMicromapEXT = 5381,
    SPVM_Capability_ShaderInvocationReorderNV = 5383, SPVM_Capability_BindlessTextureNV = 5390,
    SPVM_Capability_AtomicFloat32MinMaxEXT = 5612, SPVM_Capability_AtomicFloat64MinMaxEXT = 5613,
    SPVM_Capability_AtomicFloat16MinMaxEXT = 5616, SPVM_Capability_ExpectAssumeKHR = 5629,
    SPVM_Capability_DotProductInputAll = 6016, SPVM_Capability_DotProductInputAllKHR = 6016,
    SPVM_Capability_DotProductInput4x8Bit = 6017, SPVM_Capability_DotProductInput4x8BitKHR = 6017,
    SPVM_Capability_DotProductInput4x8BitPacked = 6018,
    SPVM_Capability_DotProductInput4x8BitPackedKHR = 6018, SPVM_Capability_DotProduct = 6019,
    SPVM_Capability_DotProductKHR = 6019, SPVM_Capability_RayCullMaskKHR = 6020,
    SPVM_Capability_BitInstructions = 6025, SPVM_Capability_GroupNonUniformRotateKHR = 6026,
    SPVM_Capability_AtomicFloat32AddEXT = 6033, SPVM_Capability_AtomicFloat64AddEXT = 6034,
    SPVM_Capability_AtomicFloat16AddEXT = 6095, SPVM_Capability_GroupUniformArithmeticKHR = 6400
};

enum {
    SPVM_FPRoundingMode_RTE = 0, SPVM_FPRoundingMode_RTZ = 1, SPVM_FPRoundingMode_RTP = 2,
    SPVM_FPRoundingMode_RTN = 3
};

enum {
    SPVM_PackedVectorFormat_PackedVectorFormat4x8Bit = 0,
    SPVM_PackedVectorFormat_PackedVectorFormat4x8BitKHR = 0
};

enum {
    SPVM_OPENCL_vloadn = 171, SPVM_OPENCL_vload_halfn = 174, SPVM_OPENCL_vstore_half_r = 176,
    SPVM_OPENCL_vstore_halfn_r = 178, SPVM_OPENCL_vloada_halfn = 179,
    SPVM_OPENCL_vstorea_halfn_r = 181
};

enum {
    SPVM_INFO_DebugSource = 35, SPVM_INFO_DebugLine = 103, SPVM_INFO_DebugNoLine = 104
};

/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: end */

#define SPVM_OPCODES(X) SPVM_CORE_OPCODES(X) SPVM_MORE_OPCODES(X)
#define SPVM_ROW(name, number, operands) SPVM_Op##name = number,
enum { SPVM_OPCODES(SPVM_ROW) SPVM_OPCODE_LIMIT };
#undef SPVM_ROW
#define SPVM_ROW(name, number) SPVM_GLSL_##name = number,
enum { SPVM_GLSL(SPVM_ROW) SPVM_GLSL_LIMIT };
#undef SPVM_ROW

/* -------------------------------------------------------------------------------------------------
   // >>api  [2]  types and functions */
#define SPVM_NONE 0xFFFFFFFFu
#define SPVM_MAX_BOUND 4194304u   /* ids */
#define SPVM_MAX_WORDS 268435456u /* words of a module */

typedef uint32_t spvm_id;            /* an id; 0: none */
typedef uint32_t spvm_word_ref;      /* a word of the module: words[] */
typedef uint32_t spvm_inst_ref;      /* insts[] */
typedef uint32_t spvm_function_ref;  /* functions[] */
typedef uint32_t spvm_block_ref;     /* blocks[] */
typedef uint32_t spvm_edge_ref;      /* edges[] */
typedef uint32_t spvm_construct_ref; /* constructs[] */
typedef uint32_t spvm_line_ref;      /* lines[] */

typedef enum {
    SPVM_OK,
    SPVM_MEMORY,      /* the memory is too small: try again with `needed` bytes */
    SPVM_INVALID,     /* the module breaks a rule that the tables rest on */
    SPVM_UNSUPPORTED, /* an instruction or a version that the tables do not know */
    SPVM_LIMIT        /* larger than a limit */
} spvm_status;

/* What an error says: X(NAME, status, text). */
#define SPVM_RULES(X) \
    X(NONE, OK, "no error") \
    X(MEMORY, MEMORY, "the memory is too small") \
    X(HEADER, INVALID, "the words do not begin as a SPIR-V module does") \
    X(VERSION, UNSUPPORTED, "a version that is not known") \
    X(BOUND, LIMIT, "more ids than the limit") \
    X(WORDS, LIMIT, "more words than the limit") \
    X(GROUPS, LIMIT, "decoration groups make too many decorations") \
    X(LENGTH, INVALID, "an instruction has length 0 or goes beyond the end of the module") \
    X(OPCODE, UNSUPPORTED, "an instruction that is not known") \
    X(OPERANDS, INVALID, "an instruction has too few or too many operands") \
    X(ID_RANGE, INVALID, "an id is 0 or not below the bound") \
    X(ID_TWICE, INVALID, "an id is defined twice") \
    X(ID_UNDEFINED, INVALID, "an id is used that nothing defines") \
    X(ID_EARLY, INVALID, "an id is used before its definition") \
    X(ID_DOMINANCE, INVALID, "a value is used where its definition may not have run") \
    X(ID_FUNCTION, INVALID, "a function uses a value of another function") \
    X(ID_KIND, INVALID, "an id is not of the kind that is needed here") \
    X(NOT_A_TYPE, INVALID, "an id is no type") \
    X(TYPE_FORM, INVALID, "a type cannot be made like this") \
    X(CONSTANT_FORM, INVALID, "a constant does not fit its type") \
    X(MEMBER, INVALID, "a struct has no such member") \
    X(EXT_SET, INVALID, "an id is no imported set of instructions") \
    X(SECTION, INVALID, "an instruction stands where it may not") \
    X(FUNCTION_FORM, INVALID, "a function is not declared, or ended, as it must be") \
    X(PARAMETERS, INVALID, "parameters or arguments do not fit the type of the function") \
    X(CALLEE, INVALID, "a call of what is no function") \
    X(RECURSION, INVALID, "a function calls itself, maybe through others") \
    X(BLOCK_FORM, INVALID, "a block is not a label, instructions and a terminator") \
    X(TARGET, INVALID, "a branch goes to what is no block of its function") \
    X(ENTRY_TARGET, INVALID, "a branch goes to the first block of a function") \
    X(PHI_PLACE, INVALID, "a phi stands behind another instruction") \
    X(PHI_PARENTS, INVALID, "the parents of a phi are not the blocks that branch here") \
    X(MERGE_PLACE, INVALID, "a merge instruction does not stand right before its branch") \
    X(MERGE_MISSING, INVALID, "several ways on within a construct, and no merge instruction") \
    X(MERGE_SHARED, INVALID, "a block is the merge block of two headers") \
    X(MERGE_DOMINANCE, INVALID, "a header does not structurally dominate its merge block") \
    X(CONTINUE_SHARED, INVALID, "a continue target belongs to two loops, or is a merge block") \
    X(CONTINUE_DOMINANCE, INVALID, "a loop does not structurally dominate its continue target") \
    X(CONTINUE_AFTER, INVALID, "a way from a continue target does not end in the back edge") \
    X(BACK_EDGE, INVALID, "a branch goes back to what is no loop header") \
    X(BACK_EDGES, INVALID, "a loop does not have exactly one back edge, from its continue target") \
    X(CONSTRUCT_ENTRY, INVALID, "a branch enters a construct elsewhere than at its header") \
    X(CONSTRUCT_EXIT, INVALID, "a branch leaves a construct otherwise than by a way out") \
    X(CASE_DOMINANCE, INVALID, "a switch does not structurally dominate one of its cases") \
    X(CASE_FALL, INVALID, "a case goes on into two cases, or two cases into one") \
    X(CASE_ORDER, INVALID, "a case goes on into one that is not the next of its switch")

#define SPVM_RULE(name, status, text) SPVM_RULE_##name,
typedef enum { SPVM_RULES(SPVM_RULE) SPVM_RULE_COUNT } spvm_rule;
#undef SPVM_RULE

#define SPVM_NAME_SIZE 80 /* bytes that do for every name, and for the text of every rule */

typedef struct spvm_error {
    spvm_status status;
    spvm_rule rule;
    spvm_inst_ref inst;  /* NONE: not known yet */
    spvm_word_ref word;  /* where the instruction begins, or the header's word */
    spvm_id id;          /* that it is about; 0: none */
    uint32_t opcode;     /* of the instruction; 0: not known yet */
    char text[SPVM_NAME_SIZE]; /* of the rule */
} spvm_error;

/* A string in the words: `size` bytes, without the zero, lowest byte of a word first. */
typedef struct spvm_text {
    spvm_word_ref word;
    uint32_t size;
} spvm_text;

typedef struct spvm_inst {
    spvm_word_ref word; /* its first word */
    uint16_t opcode, length;
    spvm_id result, type; /* the result and the type of the result */
    spvm_block_ref block; /* NONE: outside of blocks */
    spvm_line_ref line;   /* its place in the source; NONE: not known */
} spvm_inst;

typedef enum {
    SPVM_ID_NONE,      /* nothing defines it */
    SPVM_ID_TYPE,      /* row: types */
    SPVM_ID_CONSTANT,  /* row: constants (OpConstant..., OpSpecConstant..., OpUndef outside of
                          functions, OpConstantNull) */
    SPVM_ID_VARIABLE,  /* OpVariable */
    SPVM_ID_FUNCTION,  /* row: functions */
    SPVM_ID_PARAMETER,
    SPVM_ID_LABEL,     /* row: blocks */
    SPVM_ID_VALUE,     /* any other instruction in a function that has a result */
    SPVM_ID_STRING,    /* OpString */
    SPVM_ID_EXT_SET,   /* OpExtInstImport */
    SPVM_ID_OTHER      /* decoration groups, debug information, ... */
} spvm_id_kind;

typedef struct spvm_id_row {
    spvm_inst_ref def;        /* NONE: nothing defines it */
    uint32_t row;             /* in the table of its kind */
    spvm_id object;           /* of a pointer: the OpVariable or OpFunctionParameter that it points
                                 into; 0: not known (loaded, chosen, called for) */
    uint32_t first_use;       /* uses[] */
    uint32_t use_count;
    uint32_t first_decoration; /* decorations[]; of members see spvm_member */
    uint32_t decoration_count;
    spvm_text name;           /* size 0: none */
    uint32_t kind;            /* spvm_id_kind */
} spvm_id_row;

/* A place where an id is used. Names, decorations, execution modes and the like count as well. */
typedef struct spvm_use {
    spvm_inst_ref inst;
    spvm_word_ref word;       /* the operand's word */
} spvm_use;

typedef struct spvm_type {
    spvm_id id;
    uint16_t opcode;          /* OpType... */
    uint16_t is_signed;       /* OpTypeInt */
    uint32_t width;           /* bits of OpTypeInt and OpTypeFloat; 1 for OpTypeBool */
    spvm_id element;          /* vector, matrix (its column), array, pointer (what it points to),
                                 image (sampled type), sampled image (its image), function
                                 (result) */
    uint32_t count;           /* vector: components, matrix: columns, struct: members, function:
                                 parameters, array: length if `is_known` */
    uint32_t is_known;        /* an array whose length is known (with the constants of the
                                 options) */
    spvm_id length;           /* of an array: the constant that is its length */
    uint32_t storage;         /* pointer: storage class */
    uint32_t first_member;    /* struct, function: members[] */
} spvm_type;

/* A member of a struct; of a function type, a parameter (its type alone). */
typedef struct spvm_member {
    spvm_id type;
    spvm_text name;           /* size 0: none */
    uint32_t first_decoration; /* decorations[] */
    uint32_t decoration_count;
} spvm_member;

typedef struct spvm_constant {
    spvm_id id, type;
    uint16_t opcode;          /* OpConstant..., OpSpecConstant..., OpUndef */
    uint16_t operation;       /* of OpSpecConstantOp: its opcode; operands from `word` on */
    uint32_t is_spec;         /* may be specialised: it, or what it is made of */
    uint32_t is_known;        /* `bits` is there: a scalar, folded if need be */
    uint32_t spec_id;         /* NONE: none */
    spvm_word_ref word;       /* first operand behind the result (behind an operation's opcode): */
    uint32_t word_count;      /* constituents of composites, words of numbers */
    uint64_t bits;            /* a scalar's value, zero above its width; with the options' values */
} spvm_constant;

typedef struct spvm_decoration {
    spvm_inst_ref inst;       /* that has the operands (of a group: the group's) */
    uint32_t decoration;      /* SPVM_Decoration_... */
    spvm_word_ref word;       /* its operands */
    uint32_t word_count;
} spvm_decoration;

/* A place in the source: OpLine or DebugLine. file is an OpString; 0: not known. */
typedef struct spvm_line {
    spvm_id file;
    uint32_t line, column, end_line, end_column; /* of OpLine, the end is the begin */
} spvm_line;

typedef struct spvm_mode {
    spvm_inst_ref inst;
    uint32_t mode;            /* SPVM_ExecutionMode_... */
    spvm_word_ref word;       /* its operands: numbers, or ids (OpExecutionModeId) */
    uint32_t word_count;
} spvm_mode;

typedef struct spvm_entry {
    spvm_inst_ref inst;
    uint32_t model;           /* SPVM_ExecutionModel_... */
    spvm_function_ref function;
    spvm_text name;
    spvm_word_ref interface_word; /* ids of variables */
    uint32_t interface_count;
    uint32_t first_mode;      /* modes[]: those of its function */
    uint32_t mode_count;
} spvm_entry;

/* OpExtInstImport. */
typedef enum {
    SPVM_SET_OTHER,           /* not known: an OpExtInst of it is an error */
    SPVM_SET_GLSL,            /* GLSL.std.450 */
    SPVM_SET_SHADER_DEBUG,    /* NonSemantic.Shader.DebugInfo.100 */
    SPVM_SET_DEBUG,           /* OpenCL.DebugInfo.100, DebugInfo */
    SPVM_SET_OPENCL,          /* OpenCL.std */
    SPVM_SET_NON_SEMANTIC,    /* any other NonSemantic...: operands are ids */
    SPVM_SET_VENDOR           /* SPV_AMD_...: operands are ids */
} spvm_set_kind;

typedef struct spvm_set {
    spvm_id id;
    spvm_text name;
    spvm_set_kind kind;
} spvm_set;

typedef struct spvm_call {
    spvm_inst_ref inst;
    spvm_function_ref callee;
} spvm_call;

typedef struct spvm_function {
    spvm_id id, type, result; /* type: an OpTypeFunction; result: the type of what it returns */
    uint32_t control;
    spvm_inst_ref first, last; /* OpFunction, OpFunctionEnd */
    uint32_t first_parameter; /* parameters[]: ids */
    uint32_t parameter_count;
    spvm_block_ref first_block;
    uint32_t block_count;     /* 0: a declaration */
    uint32_t order_count;     /* order[first_block ...]: blocks in structured order; those that are
                                 not in it cannot be reached structurally */
    uint32_t first_call;      /* calls[], in the order of the instructions */
    uint32_t call_count;
    spvm_construct_ref first_construct; /* a construct stands behind those that it lies in */
    uint32_t construct_count;
} spvm_function;

/* How a block ends that goes on to no other. */
typedef enum {
    SPVM_EXIT_NONE,           /* it goes on */
    SPVM_EXIT_RETURN,         /* OpReturn, OpReturnValue */
    SPVM_EXIT_KILL,           /* OpKill and the like: the invocation ends, or the shader does */
    SPVM_EXIT_UNREACHABLE
} spvm_exit_kind;

/* A block's place in a tree of dominators: a dominates b if first(a) <= first(b) <= last(a). */
typedef struct spvm_tree {
    spvm_block_ref parent;    /* the immediate dominator; NONE: the root has none */
    uint32_t first, last;     /* preorder numbers of it and the last below it; first NONE: not in
                                 the tree (not reachable; for postdominators: no way to an end) */
} spvm_tree;

typedef struct spvm_block {
    spvm_id label;
    spvm_function_ref function;
    spvm_inst_ref first, last; /* OpLabel, the terminator */
    spvm_inst_ref merge;      /* OpSelectionMerge, OpLoopMerge; NONE */
    spvm_block_ref merge_block, continue_block; /* that `merge` names; NONE */
    spvm_edge_ref first_successor; /* edges[]: one for each different target, in the order in
                                      which */
    uint32_t successor_count; /* the terminator names them first */
    uint32_t first_predecessor; /* predecessors[]: edges */
    uint32_t predecessor_count;
    uint32_t order;           /* its place in its function's order; NONE: not reachable */
    spvm_tree dominator, postdominator;   /* along branches */
    spvm_tree structural, structural_post; /* along branches, and from headers to merge blocks and
                                              continue targets */
    spvm_construct_ref construct; /* innermost that it lies in, but for the one that it opens:
                                     the */
                              /* first block of a CASE or CONTINUE lies in that */
    spvm_construct_ref opens; /* that its merge instruction opens; NONE: it is no header */
    spvm_exit_kind exit;
} spvm_block;

/* Kinds of edges. Those that leave a construct leave as many as it takes. */
typedef enum {
    SPVM_EDGE_DEAD,           /* of a block that cannot be reached structurally */
    SPVM_EDGE_INTO,           /* to a block of the same construct, or from a header into its own */
    SPVM_EDGE_MERGE,          /* to the merge block of the innermost selection: its end */
    SPVM_EDGE_CASE,           /* from OpSwitch to a case */
    SPVM_EDGE_FALL,           /* from a case on into another */
    SPVM_EDGE_SWITCH_BREAK,   /* to the merge block of the innermost switch, no loop between */
    SPVM_EDGE_BREAK,          /* to the merge block of the innermost loop */
    SPVM_EDGE_CONTINUE,       /* to its continue target */
    SPVM_EDGE_BACK            /* back to its header */
} spvm_edge_kind;

typedef struct spvm_edge {
    spvm_block_ref from, to;
    spvm_edge_kind kind;
    spvm_construct_ref construct; /* that it ends, breaks or continues: a SELECTION, SWITCH or LOOP;
                                     CASE and FALL: the CASE that it enters; else NONE */
} spvm_edge;

typedef enum {
    SPVM_SELECTION,           /* OpSelectionMerge, OpBranchConditional */
    SPVM_SWITCH,              /* OpSelectionMerge, OpSwitch */
    SPVM_CASE,                /* in a SWITCH: what a target of it dominates */
    SPVM_LOOP,                /* OpLoopMerge; here with its CONTINUE in it */
    SPVM_CONTINUE             /* in a LOOP: what its continue target dominates */
} spvm_construct_kind;

typedef struct spvm_construct {
    spvm_construct_kind kind;
    spvm_construct_ref parent; /* that it lies in; NONE: in the function */
    spvm_block_ref header;    /* its first block: the header, the case's block, the continue
                                 target */
    spvm_block_ref merge;     /* of a CASE: its switch's, of a CONTINUE: its loop's */
    spvm_block_ref continue_target; /* LOOP, CONTINUE; else NONE */
    spvm_block_ref back_edge; /* LOOP, CONTINUE: the block that branches back; NONE: none is
                                 reached */
    spvm_construct_ref loop;  /* innermost LOOP around it, or itself; NONE */
    spvm_construct_ref breaks; /* innermost LOOP or SWITCH around it, or itself; NONE */
    spvm_construct_ref fall; /* CASE: the CASE that it goes on into; NONE */
} spvm_construct;

typedef struct spvm_specialization {
    uint32_t id;              /* its SpecId */
    uint64_t bits;            /* the value, from the lowest bit on; a bool is 0 or not */
} spvm_specialization;

typedef struct spvm_options {
    const spvm_specialization *constants; /* others have their default */
    size_t constant_count;
} spvm_options;

/* All tables lie in the memory that was lent; words are the caller's, or a copy with its bytes in
   order if is_swapped. The caller changes nothing. */
typedef struct spvm_module {
    const uint32_t *words;
    spvm_inst *insts;
    spvm_id_row *ids;         /* ids[0] to ids[bound - 1] */
    spvm_type *types;         /* in the order of the words, as all tables */
    spvm_block *blocks;
    spvm_edge *edges;
    spvm_member *members;
    spvm_constant *constants;
    uint32_t bound;
    uint32_t word_count, inst_count, type_count, block_count, edge_count, member_count;
    uint32_t constant_count;
    size_t needed;            /* bytes that it takes: enough, maybe a little more than enough */
    uint32_t version;         /* as in the header: 0x00010600 */
    uint32_t generator;
    int is_swapped, is_structured; /* structured: no Kernel capability */

    spvm_id *variables;       /* OpVariable outside of functions */
    uint32_t variable_count;
    spvm_decoration *decorations;
    uint32_t decoration_count;
    spvm_line *lines;
    uint32_t line_count;
    spvm_entry *entries;
    uint32_t entry_count;
    spvm_mode *modes;
    uint32_t mode_count;
    spvm_set *sets;
    uint32_t set_count;
    spvm_text *extensions;
    uint32_t extension_count;
    uint32_t *capabilities;
    uint32_t capability_count;
    uint32_t addressing, memory_model;
    spvm_inst_ref source;     /* first OpSource; NONE */

    spvm_function *functions;
    uint32_t function_count;
    spvm_function_ref *call_order; /* all functions, each behind those that it calls */
    spvm_id *parameters;
    uint32_t parameter_count;
    spvm_call *calls;
    uint32_t call_count;
    spvm_block_ref *order;    /* see spvm_function.order_count */
    spvm_edge_ref *predecessors;
    spvm_construct *constructs;
    uint32_t construct_count;
    spvm_use *uses;
    uint32_t use_count;
    spvm_error error;
    uint32_t *id_words;       /* a bit for each word: it is an id, and no result */

    struct spvmi_scratch *scratch; /* private */
} spvm_module;

/* Bytes of memory that spvm_load takes for these words; 0: the words are no module, or too
   large. */
size_t spvm_memory(const uint32_t *words, size_t count);

/* Reads a module. options may be NULL. Words (of the host's byte order or the other) and memory,
   of any alignment, must outlive m; the options are read by the load alone. Returns the status;
   after an error nothing but m->error and m->needed is to be read. */
spvm_status spvm_load(spvm_module *m, const spvm_options *options, const uint32_t *words,
                      size_t count, void *memory, size_t size);

/* What defines an id, its row, its kind. Ids may be anything: NULL, SPVM_ID_NONE. */
const spvm_inst *spvm_def(const spvm_module *m, spvm_id id);
spvm_id_kind spvm_kind(const spvm_module *m, spvm_id id);
/* The type that an id is, or that the value has which it names; NULL: neither. */
const spvm_type *spvm_type_of(const spvm_module *m, spvm_id id);
const spvm_constant *spvm_constant_of(const spvm_module *m, spvm_id id);
const spvm_function *spvm_function_of(const spvm_module *m, spvm_id id);
spvm_block_ref spvm_block_of(const spvm_module *m, spvm_id label);
/* A scalar integer or bool whose value is known. Returns 0 if it is none. */
int spvm_value(const spvm_module *m, spvm_id id, uint64_t *bits);
/* Word i of an instruction, its first being 0 (opcode and length); 0 beyond its end. */
uint32_t spvm_operand(const spvm_module *m, const spvm_inst *inst, uint32_t i);
/* The set that an OpExtInst is of: SPVM_SET_OTHER for other instructions. */
spvm_set_kind spvm_set_of(const spvm_module *m, const spvm_inst *inst);

/* A decoration of an id, or of a member of a struct (member SPVM_NONE: of the id); NULL: none. */
const spvm_decoration *spvm_find_decoration(const spvm_module *m, spvm_id id, uint32_t member,
                                            uint32_t decoration);
/* A struct's member, with its name and its range of decorations; NULL: none. */
const spvm_member *spvm_member_of(const spvm_module *m, spvm_id type, uint32_t member);
const spvm_mode *spvm_find_mode(const spvm_module *m, const spvm_entry *entry, uint32_t mode);
int spvm_has_capability(const spvm_module *m, uint32_t capability);

/* A string's byte i; 0 beyond its end. Whether it is equal to a C string. Copies it, cut to size,
   with a zero behind it; returns its full length. */
unsigned char spvm_byte(const spvm_module *m, spvm_text text, uint32_t i);
int spvm_is_text(const spvm_module *m, spvm_text text, const char *string);
size_t spvm_copy_text(const spvm_module *m, spvm_text text, char *buffer, size_t size);
/* The string that is literal word i of an instruction. */
spvm_text spvm_text_at(const spvm_module *m, const spvm_inst *inst, uint32_t i);

/* An instruction's place in the source or, where the words give it none, that of what runs before
   it: a place ends with its block, and glslang gives the rest of a statement behind a `?:` no
   other. SPVM_NONE: not known, also where OpNoLine says so, or 64 instructions up there is none. */
spvm_line_ref spvm_line_of(const spvm_module *m, spvm_inst_ref inst);

/* Whether a dominates b (each block dominates itself) in a tree: &blocks[a].dominator and so on. */
int spvm_above(const spvm_tree *a, const spvm_tree *b);
/* Whether a block lies in a construct, its header included, at any depth. */
int spvm_is_in(const spvm_module *m, spvm_construct_ref construct, spvm_block_ref block);

/* Walks over the operands of an instruction. Begin with cursor.word 0:
       spvm_cursor c;
       for (c.word = 0; spvm_next_operand(&m, inst, &c);)
           if (c.is_id) use(m.words[c.word]); */
typedef struct spvm_cursor {
    spvm_word_ref word;       /* of this operand */
    uint32_t size;            /* words of it: more than one for strings and wide numbers */
    char kind;                /* a letter as in >>spirv (t r i n s), of lists that of the part */
    char is_id;               /* t, r or i */
    const char *next;         /* private */
    uint32_t end, wide, numbers, ids, side;
    uint32_t fault;           /* spvm_rule that the operands break; never after a load */
} spvm_cursor;
int spvm_next_operand(const spvm_module *m, const spvm_inst *inst, spvm_cursor *cursor);
/* Walks over the ids among them, the type included, the result not. Returns the next word behind
   word i; 0: none. Much faster:
       for (k = 0; (k = spvm_next_id(&m, inst, k)) != 0;)
           use(m.words[inst->word + k]); */
uint32_t spvm_next_id(const spvm_module *m, const spvm_inst *inst, uint32_t i);

/* Names: "IAdd", "FAbs", written to a buffer; NULL: not known. */
const char *spvm_opcode_name(uint32_t opcode, char *buffer);
const char *spvm_glsl_name(uint32_t instruction, char *buffer);

/* Texts that are packed: a byte that is not printable stands for two, which `pairs` has; each may
   stand for two again. Writes text n of those that lie one after the other, with a zero behind
   it. */
void spvm_unpack(const char *packed, const char *pairs, uint32_t n, char *to);

#ifdef __cplusplus
}
#endif
#endif /* SPV_MODULE_H */

/* -------------------------------------------------------------------------------------------------
   // >>memory  [3]  the caller's memory -> tables
   The words are counted before anything is made, so that each table has its largest size from the
   beginning: a load takes its memory once, in `spvmi_lay_out`, or says how much it would take. */
#if defined(SPV_MODULE_IMPLEMENTATION) && !defined(SPV_MODULE_IMPLEMENTED)
#define SPV_MODULE_IMPLEMENTED

/* For speed gcc takes structs apart, moves what loops read out of them, threads jumps through
   copies of code and keeps more in registers than there are, at -Os too. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE_SIZE__)
#define SPVMI_SMALL
#pragma GCC push_options
#pragma GCC optimize("no-tree-sra", "no-tree-dominator-opts", "no-caller-saves")
#pragma GCC optimize("no-move-loop-invariants", "no-tree-loop-im", "no-if-conversion")
#pragma GCC optimize("no-expensive-optimizations", "no-optimize-sibling-calls")
#pragma GCC optimize("no-jump-tables", "no-ipa-sra", "no-thread-jumps", "no-shrink-wrap")
#endif

/* Before functions that gcc -Os would put in place, where calls are shorter. */
#ifdef SPVMI_SMALL
#define SPVMI_CALLED __attribute__((noclone, noinline))
#else
#define SPVMI_CALLED
#endif

/* The operands lie in one block, and tables have their places in it. */
#define SPVMI_TEXT(letters) char of_##letters[sizeof #letters];
typedef struct spvmi_operand_texts {
    char of_none[1];
    SPVM_OPERANDS(SPVMI_TEXT)
} spvmi_operand_texts;
#undef SPVMI_TEXT
#define SPVMI_TEXT(letters) #letters,
static const spvmi_operand_texts spvmi_texts = {"", SPVM_OPERANDS(SPVMI_TEXT)};
#undef SPVMI_TEXT
#define SPVMI_ROW(letters) SPVMI_OF_##letters,
enum { SPVMI_OF_NO_OPCODE, SPVMI_OF_none, SPVM_OPERANDS(SPVMI_ROW) SPVMI_OF_COUNT };
#undef SPVMI_ROW
#define SPVMI_PLACE(letters) offsetof(spvmi_operand_texts, of_##letters),
static const uint16_t spvmi_places[] = {0, 0, SPVM_OPERANDS(SPVMI_PLACE)};
#undef SPVMI_PLACE

typedef struct spvmi_more_row {
    uint16_t opcode, row;
} spvmi_more_row;
#define SPVMI_ROW(name, number, operands) {number, SPVMI_OF_##operands},
static const spvmi_more_row spvmi_more_rows[] = {SPVM_MORE_OPCODES(SPVMI_ROW)};
#undef SPVMI_ROW

/* The row of an instruction's operands; SPVMI_OF_NO_OPCODE: it is not known. */
static uint32_t spvmi_row_of(uint32_t opcode) {
    uint32_t i;
    unsigned char row = SPVMI_OF_NO_OPCODE;
#define SPVMI_CASE(name, number, operands) case number: row = SPVMI_OF_##operands; break;
    switch (opcode) { SPVM_CORE_OPCODES(SPVMI_CASE) default: break; }
#undef SPVMI_CASE
    if (opcode < spvmi_more_rows[0].opcode) return row; /* a table, not a search: most are here */
    for (i = 0; i < sizeof spvmi_more_rows / sizeof *spvmi_more_rows; i++)
        if (spvmi_more_rows[i].opcode == opcode) return spvmi_more_rows[i].row;
    return SPVMI_OF_NO_OPCODE;
}

/* The operands of an instruction; NULL: it is not known. */
static const char *spvmi_operands(uint32_t opcode) {
    uint32_t row = spvmi_row_of(opcode);
    return row == SPVMI_OF_NO_OPCODE ? NULL : (const char *)&spvmi_texts + spvmi_places[row];
}

/* Whether an instruction with these operands declares a type. */
static int spvmi_declares_type(uint32_t opcode, const char *operands) {
    return operands[0] == 'r' && opcode != SPVM_OpString && opcode != SPVM_OpExtInstImport
           && opcode != SPVM_OpDecorationGroup && opcode != SPVM_OpLabel;
}

/* How many rows each table may take at most. */
typedef struct spvmi_counts {
    uint32_t words, bound, insts, types, members, constants, variables, decorations, lines;
    uint32_t entries, modes, sets, extensions, capabilities, functions, parameters, calls, blocks;
    uint32_t edges, constructs;
    uint32_t copies, nodes, uses; /* words to swap, blocks and more, operands */
    uint32_t id_words;
    uint32_t is_swapped;
    uint64_t grouped;       /* pairs of a target and a group */
} spvmi_counts;

/* What the passes work with besides the tables of the module. Arrays over nodes have a row for each
   block and one for the way out, and are used again for each function. */
struct spvmi_scratch {
    const spvm_options *options;
    uint32_t decoration_room;
    uint32_t *copy;         /* words in this machine's byte order, if the module's is the other */
    uint32_t *merge_of;     /* of a block: the header whose merge block it is; NONE */
    uint32_t *continue_of;  /* the same for continue targets */
    uint32_t *stamps, *marks; /* of a block: what looked at it last */
    uint32_t *number, *vertex, *up, *semi, *label, *ancestor, *bucket, *next, *above, *stack;
    uint32_t *colours;      /* of functions */
    uint32_t *positions;    /* in functions' lists of calls */
};

/* The tables of the module, and those of the passes: X(field, type, count). */
#define SPVMI_TABLES(X) \
    X(insts, spvm_inst, insts) X(ids, spvm_id_row, bound) X(types, spvm_type, types) \
    X(members, spvm_member, members) X(constants, spvm_constant, constants) \
    X(variables, spvm_id, variables) X(decorations, spvm_decoration, decorations) \
    X(lines, spvm_line, lines) X(entries, spvm_entry, entries) X(modes, spvm_mode, modes) \
    X(sets, spvm_set, sets) X(extensions, spvm_text, extensions) \
    X(capabilities, uint32_t, capabilities) X(functions, spvm_function, functions) \
    X(call_order, spvm_function_ref, functions) X(parameters, spvm_id, parameters) \
    X(calls, spvm_call, calls) X(blocks, spvm_block, blocks) X(order, spvm_block_ref, blocks) \
    X(edges, spvm_edge, edges) X(predecessors, spvm_edge_ref, edges) \
    X(constructs, spvm_construct, constructs) X(uses, spvm_use, uses) \
    X(id_words, uint32_t, id_words)
#define SPVMI_SCRATCH_TABLES(X) \
    X(copy, uint32_t, copies) X(merge_of, uint32_t, nodes) X(continue_of, uint32_t, nodes) \
    X(stamps, uint32_t, nodes) X(marks, uint32_t, nodes) X(number, uint32_t, nodes) \
    X(vertex, uint32_t, nodes) X(up, uint32_t, nodes) X(semi, uint32_t, nodes) \
    X(label, uint32_t, nodes) X(ancestor, uint32_t, nodes) X(bucket, uint32_t, nodes) \
    X(next, uint32_t, nodes) X(above, uint32_t, nodes) X(stack, uint32_t, nodes) \
    X(colours, uint32_t, functions) X(positions, uint32_t, functions)

/* Where a table's pointer lies, what counts its rows, and the bytes of a row. */
typedef struct spvmi_table {
    uint16_t field;
    unsigned char count, size;
} spvmi_table;
#define SPVMI_TABLE(field, type, count) {offsetof(spvm_module, field), \
    offsetof(spvmi_counts, count) / sizeof(uint32_t), sizeof(type)},
static const spvmi_table spvmi_tables[] = {SPVMI_TABLES(SPVMI_TABLE)};
#undef SPVMI_TABLE
#define SPVMI_TABLE(field, type, count) {offsetof(struct spvmi_scratch, field), \
    offsetof(spvmi_counts, count) / sizeof(uint32_t), sizeof(type)},
static const spvmi_table spvmi_scratch_tables[] = {SPVMI_SCRATCH_TABLES(SPVMI_TABLE)};
#undef SPVMI_TABLE

/* Takes memory behind `used`. A size beyond what memory can have stays there. */
static size_t spvmi_take(size_t used, size_t count, size_t size) {
    const size_t most = (size_t)-1 / 2;
    if (count > (most - used) / size) used = most;
    else used += count * size;
    return used <= most - 8 ? (used + 7) / 8 * 8 : used;
}

/* Gives tables of a struct their places from `used` on; their rows are not set. With memory NULL it
   only finds out where they would end. */
static size_t spvmi_lay_out_tables(const spvmi_table *t, size_t n, const spvmi_counts *c,
                                   void *fields, char *memory, size_t used) {
    const char *counts = (const char *)c;
    size_t k;
    for (; n > 0; n--, t++) {
        uint32_t count = *(const uint32_t *)(const void *)(counts + t->count * sizeof(uint32_t));
        void *start = memory == NULL ? NULL : (void *)(memory + used);
        for (k = 0; memory != NULL && k < sizeof start; k++) /* a pointer, whatever it points to */
            ((unsigned char *)fields)[t->field + k] = ((const unsigned char *)&start)[k];
        used = spvmi_take(used, count, t->size);
    }
    return used;
}

/* Gives each table its place. With memory NULL it only finds out how much memory that is. */
static size_t spvmi_lay_out(spvm_module *m, const spvmi_counts *c, char *memory) {
    size_t used = spvmi_take(0, 1, sizeof *m->scratch);
    m->scratch = (struct spvmi_scratch *)(void *)memory;
    used = spvmi_lay_out_tables(spvmi_tables, sizeof spvmi_tables / sizeof *spvmi_tables, c, m,
                                memory, used);
    used = spvmi_lay_out_tables(spvmi_scratch_tables,
                                sizeof spvmi_scratch_tables / sizeof *spvmi_scratch_tables, c,
                                m->scratch, memory, used);
    return used + 8; /* memory may begin anywhere */
}

static uint32_t spvmi_swap(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xFF00u) | (word << 8 & 0xFF0000u) | word << 24;
}

static void spvmi_count_inst(spvmi_counts *c, uint32_t opcode, uint32_t length,
                             uint32_t second) {
    const char *operands = spvmi_operands(opcode);
    c->insts++;
    if (operands != NULL && spvmi_declares_type(opcode, operands)) c->types++;
    switch (opcode) {
    case SPVM_OpTypeStruct: c->members += length - 1; return;
    case SPVM_OpTypeFunction: c->members += length - 1; return;
    case SPVM_OpUndef:
    case SPVM_OpConstantTrue:
    case SPVM_OpConstantFalse:
    case SPVM_OpConstant:
    case SPVM_OpConstantComposite:
    case SPVM_OpConstantSampler:
    case SPVM_OpConstantNull:
    case SPVM_OpConstantPipeStorage:
    case SPVM_OpSpecConstantTrue:
    case SPVM_OpSpecConstantFalse:
    case SPVM_OpSpecConstant:
    case SPVM_OpSpecConstantComposite:
    case SPVM_OpSpecConstantOp: c->constants++; return;
    case SPVM_OpVariable: c->variables++; return;
    case SPVM_OpDecorate:
    case SPVM_OpDecorateId:
    case SPVM_OpDecorateString:
    case SPVM_OpMemberDecorate:
    case SPVM_OpMemberDecorateString: c->decorations++; return;
    case SPVM_OpGroupDecorate:
    case SPVM_OpGroupMemberDecorate: c->grouped += length; return;
    case SPVM_OpLine: c->lines++; return;
    case SPVM_OpExtInst: c->lines += length == 10 && second == SPVM_INFO_DebugLine; return;
    case SPVM_OpEntryPoint: c->entries++; return;
    case SPVM_OpExecutionMode:
    case SPVM_OpExecutionModeId: c->modes++; return;
    case SPVM_OpExtInstImport: c->sets++; return;
    case SPVM_OpExtension: c->extensions++; return;
    case SPVM_OpCapability: c->capabilities++; return;
    case SPVM_OpFunction: c->functions++; return;
    case SPVM_OpFunctionParameter: c->parameters++; return;
    case SPVM_OpFunctionCall: c->calls++; return;
    case SPVM_OpLabel: c->blocks++; return;
    case SPVM_OpBranch: c->edges++; return;
    case SPVM_OpBranchConditional: c->edges += 2; return;
    case SPVM_OpSwitch:
        c->edges += length;
        c->constructs += length;
        return;
    case SPVM_OpSelectionMerge: c->constructs++; return;
    case SPVM_OpLoopMerge: c->constructs += 2; return;
    default: return;
    }
}

/* Counts what the words hold. Returns the rule that they break, NONE if they can be read; *at is
   the word that it is about. */
static spvm_rule spvmi_count(const uint32_t *words, size_t count, spvmi_counts *c, size_t *at) {
    const spvmi_counts zero = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                               0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint64_t most;
    size_t i;
    *c = zero;
    *at = 0;
    if (words == NULL || count < 5) return SPVM_RULE_HEADER;
    if (count > SPVM_MAX_WORDS) return SPVM_RULE_WORDS;
    if (words[0] != 0x07230203u && words[0] != 0x03022307u) return SPVM_RULE_HEADER;
    c->is_swapped = words[0] == 0x03022307u;
#define SPVMI_WORD(i) (c->is_swapped ? spvmi_swap(words[i]) : words[i])
    *at = 1;
    if (SPVMI_WORD(1) < 0x10000u || SPVMI_WORD(1) > 0x106FFu) return SPVM_RULE_VERSION;
    c->words = (uint32_t)count;
    c->bound = SPVMI_WORD(3);
    *at = 3;
    if (c->bound == 0) return SPVM_RULE_HEADER;
    if (c->bound > SPVM_MAX_BOUND) return SPVM_RULE_BOUND;
    for (i = 5; i < count;) {
        uint32_t word = SPVMI_WORD(i), length = word >> 16;
        *at = i;
        if (length == 0 || length > count - i) return SPVM_RULE_LENGTH;
        spvmi_count_inst(c, word & 0xFFFFu, length, length > 4 ? SPVMI_WORD(i + 4) : 0);
        i += length;
    }
#undef SPVMI_WORD
    most = c->grouped * c->decorations;
    if (most > 16 * (uint64_t)count) most = 16 * (uint64_t)count;
    c->decorations += (uint32_t)(most < 1u << 30 ? most : 1u << 30);
    c->copies = c->is_swapped ? c->words : 0;
    c->nodes = c->blocks + 2;
    c->uses = c->words - 5 - c->insts;
    c->id_words = c->words / 32 + 1;
    return SPVM_RULE_NONE;
}

/* -------------------------------------------------------------------------------------------------
   // >>error  [4]  the one place where an error is made */
/* packed from SPVM_RULES by tools/dev/gen_texts.py: begin */
#define SPVM_RULES_PACKED \
   "\265\211r\216\000\223mem\216y\232t\354sm\277\000\223w\216\322d\220\215\246g\224 a\200\204SPI" \
   "R\055V modul\201does\000\204v\211si\203 \205\261\215k\210wn\000m\216\256\322\205\344\223limi" \
   "t\000m\216\201w\216\322\205\344\223limit\000\245c\216a\213 group\200\317k\312\354m\206\235" \
   "\245c\216a\213s\000\332\320\200l\272g\205 0 \301\303\246y\203\231\223\272\231\254\223module" \
   "\000\332\205\261\215k\210wn\000\332\320\200t\354few \301t\354m\206\235\314\211\206ds\000\263" \
   "0 \301\215\246\230w \223bo\237d\000\263\331e\231t\313ce\000\263u\243\231\205\240\210\205\224" \
   "g \331es\000\263u\243\231\246f\216\305\331i\213\000\204v\250u\256\200u\243\231\302\211\305" \
   "\331i\213 \317\235\215\320v\201r\237\000\346 us\225\204v\250u\201\254\206\353 \257\000\263" \
   "\215\254\223k\224\231\205\261nee\245\231h\211e\000\263\265\352e\000\204\352\201c\206\215b" \
   "\201\317d\201lik\311is\000\300\340\202\273fi\202i\226\352e\000\204\222\202\320\200\265s\217" \
   "\244memb\211\000\263\210\207mp\216te\231\243\202\333\271s\000\332\340\322\302\211\256\202" \
   "\317\235\210t\000\346\232\215\245cl\247ed\275\301\272\245d\275a\200i\202mus\202\246\000p\247" \
   "amet\211\200\301\247gum\272\226d\220\215fi\202\223\352\201\254\223\257\000\242\277 \254\302" \
   "\261\265\257\000\346 c\277\200it\243lf\275\317yb\311roug\244\353s\000\204\260\232\215\204la" \
   "\246l\054\207\271\200\206\231\204t\211m\336\216\000\310\303\267\302\261\265\260 \333\226\257" \
   "\000\310\303\267\223firs\202\260 \254\346\000\204phi \340\322\246h\224\231\206\353\207\271" \
   "\000\223p\247\272\226\254\204phi \247\201\215\223\260\200\205\240\276h\211e\000\204\316\224" \
   "\241\356\340\231righ\202\246f\216\305\274h\000\243v\211\250 way\200\203 \313\205\224 \300" \
   "\337\275\206\231\265\316\224\241\000\204\260\232\223\316\260 \254\351\355s\000\204\355\356" \
   "\337ur\277\235d\315\336\305\316\260\000\300\343\202\246l\203g\200\267\351\334s\275\216\232" \
   "\204\316\260\000\204\334\356\337ur\277\235d\315\336\305c\203\343t\000\204wa\235fr\315 \300" \
   "\343\202\273\272d\207n \223ba\236 ed\304\000\310\303ba\236 \267\302\261\265\334 \355\000\204" \
   "\334\356\320v\201exactl\235\203\201ba\236 ed\304\275fr\315\207\226c\203\343t\000\310\272t" \
   "\211\200\300\222\202el\243\302\211\311\344\251\226\355\000\310l\321v\225\300\222\202\353\313" \
   "s\311\344b\235\204wa\235out\000\204s\313tc\244\273\337ur\277\235d\315\336\201\203\201\333" \
   "\226ca\243s\000\242as\201\303\203\207n\267\351ca\243s\275\301\351cas\225\224\267\203e\000" \
   "\242as\201\303\203\207n\267\203\311\261\215\223nex\202\333\226s\313tch\000"

#define SPVM_RULES_PAIRS \
   "s e t ona than inoerti\212\203st\210\202oruco \214r\221\217\205\201ine\200t\200o\225lod \207" \
   "\200of\206\207y ckuna\202\222\213\204cseh debearal\240i\237c\252\213\233 \230\236\201if\253b" \
   "\255\251\200\234d\262\232\227\215\210 \206ct\220r\266n\241end\264b\270\054 \274\244\250l\242" \
   "\203\216 whg\227ge\256\226\211g\306\201\204\276\201\205\201twiopomm\307mahaead\200\321d\323" \
   "\211\312\247\325\304\271 \245f\330\224\234\327\233\207\230\314\224a\335t\222t\214\206\212n" \
   "\341u\342\326\206 \205\211\204\257ypw\220t\350t\347o\345o\220h\324 \273"
/* packed by tools/dev/gen_texts.py: end */

#define SPVMI_RULE(name, status, text) SPVM_##status,
static const unsigned char spvmi_statuses[] = {SPVM_RULES(SPVMI_RULE)};
#undef SPVMI_RULE

static void spvmi_set_rule(spvm_module *m, spvm_rule rule) {
    m->error.status = (spvm_status)spvmi_statuses[rule];
    m->error.rule = rule;
    spvm_unpack(SPVM_RULES_PACKED, SPVM_RULES_PAIRS, rule, m->error.text);
}

/* Notes the first error. Returns 0. */
SPVMI_CALLED static int spvmi_fail_at(spvm_module *m, spvm_rule rule, spvm_inst_ref inst,
                                      spvm_word_ref word, spvm_id id) {
    if (m->error.status != SPVM_OK) return 0;
    spvmi_set_rule(m, rule);
    m->error.inst = inst;
    m->error.word = word;
    m->error.id = id;
    if (inst != SPVM_NONE) m->error.opcode = m->insts[inst].opcode;
    return 0;
}

static int spvmi_fail(spvm_module *m, spvm_rule rule, spvm_inst_ref inst, spvm_id id) {
    return spvmi_fail_at(m, rule, inst, m->insts[inst].word, id);
}

/* -------------------------------------------------------------------------------------------------
   // >>operands  [5]  instruction -> kinds of its words
   The rows of >>spirv spell an instruction's operands, one letter for each. A cursor goes along
   both. What a letter stands for may depend on operands before it: the width of a number, the set
   of an instruction, the bits of a mask. */

/* Words of a number of the type that an id names; 0: it is no such type. */
static uint32_t spvmi_wide(const spvm_module *m, spvm_id type) {
    const spvm_inst *i = spvm_def(m, type);
    uint32_t width;
    if (i == NULL || (i->opcode != SPVM_OpTypeInt && i->opcode != SPVM_OpTypeFloat)) return 0;
    width = spvm_operand(m, i, 2);
    return width == 0 || width > 64 ? 0 : (width + 31) / 32;
}

spvm_set_kind spvm_set_of(const spvm_module *m, const spvm_inst *inst) {
    const spvm_inst *i;
    if (inst->opcode != SPVM_OpExtInst) return SPVM_SET_OTHER;
    i = spvm_def(m, spvm_operand(m, inst, 3));
    if (i == NULL || i->opcode != SPVM_OpExtInstImport) return SPVM_SET_OTHER;
    return m->sets[m->ids[i->result].row].kind;
}

static const char *spvmi_set_operands(const spvm_module *m, const spvm_inst *inst, uint32_t n) {
    switch (spvm_set_of(m, inst)) {
    case SPVM_SET_OTHER: return NULL;
    case SPVM_SET_DEBUG: return "N";
    case SPVM_SET_OPENCL:
        switch (n) {
        case SPVM_OPENCL_vloadn:
        case SPVM_OPENCL_vload_halfn:
        case SPVM_OPENCL_vloada_halfn: return "iin";
        case SPVM_OPENCL_vstore_half_r:
        case SPVM_OPENCL_vstore_halfn_r:
        case SPVM_OPENCL_vstorea_halfn_r: return "iiin";
        default: return "I";
        }
    default: return "I";
    }
}

static uint32_t spvmi_bits(uint32_t word) {
    uint32_t n = 0;
    for (; word != 0; word &= word - 1) n++;
    return n;
}

/* What follows the masks: numbers first, then ids. Returns 0 if a bit is not known. */
static int spvmi_mask(spvm_cursor *c, char letter, uint32_t mask) {
    if (letter == 'a') {
        c->numbers = mask >> 1 & 1;
        c->ids = spvmi_bits(mask & 0x30018u);
        return (mask & ~0x3003Fu) == 0;
    }
    c->ids = spvmi_bits(mask & 0x103FFu) + (mask >> 2 & 1);
    return (mask & ~0x17FFFu) == 0;
}

/* Words of the string that begins at a word; 0: it has no end before `end`. */
static uint32_t spvmi_string_words(const spvm_module *m, spvm_word_ref word, uint32_t end) {
    uint32_t i, w;
    for (i = word; i < end; i++) {
        w = m->words[i];
        if ((w & 0xFFu) == 0 || (w & 0xFF00u) == 0 || (w & 0xFF0000u) == 0 || w >> 24 == 0)
            return i - word + 1;
    }
    return 0;
}

/* The end of the operands, for good. `fault` tells a rule that is broken. */
SPVMI_CALLED static int spvmi_stop(spvm_cursor *c, spvm_rule fault) {
    c->size = 0;
    c->end = c->word;
    c->kind = 0;
    c->is_id = 0;
    c->fault = fault;
    return 0;
}

/* An operand of one or more words of a simple kind. */
static int spvmi_give(spvm_cursor *c, char kind, uint32_t size) {
    if (size == 0 || size > c->end - c->word) return spvmi_stop(c, SPVM_RULE_OPERANDS);
    c->kind = kind;
    c->is_id = kind == 't' || kind == 'r' || kind == 'i';
    c->size = size;
    return 1;
}

/* Whether the pattern may end here. */
static int spvmi_may_end(const spvm_cursor *c) {
    const char *letter = "INSjkzmawpq";
    if ((c->numbers | c->ids | c->side) != 0) return 0;
    if (*c->next == 0) return 1; /* which most do */
    while (*letter != *c->next && *letter != 0) letter++;
    return *letter == *c->next;
}

/* The operands of the operation of an OpSpecConstantOp. */
static int spvmi_operation(spvm_cursor *c, uint32_t opcode) {
    const char *operands = spvmi_operands(opcode);
    if (operands == NULL || operands[0] != 't' || opcode == SPVM_OpSpecConstantOp
        || opcode == SPVM_OpExtInst || opcode == SPVM_OpConstant || opcode == SPVM_OpSpecConstant
        || opcode == SPVM_OpPhi)
        return spvmi_stop(c, SPVM_RULE_OPERANDS);
    c->next = operands + 2;
    return spvmi_give(c, 'n', 1);
}

/* The two halves of a pair in turn. */
static int spvmi_pair(const spvm_module *m, const spvm_inst *inst, spvm_cursor *c, char letter) {
    int second = c->side != 0;
    c->side = !second;
    if (letter == 'p') return spvmi_give(c, 'i', 1);
    if (letter == 'q') return spvmi_give(c, second ? 'n' : 'i', 1);
    if (second) return spvmi_give(c, 'i', 1);
    if (c->wide == 0) {
        const spvm_inst *selector = spvm_def(m, spvm_operand(m, inst, 1));
        c->wide = selector == NULL ? 0 : spvmi_wide(m, selector->type);
    }
    return spvmi_give(c, 'n', c->wide);
}

static void spvmi_open_cursor(const spvm_inst *inst, spvm_cursor *c) {
    c->word = inst->word + 1;
    c->end = inst->word + inst->length;
    c->next = spvmi_operands(inst->opcode);
    c->wide = c->numbers = c->ids = c->side = c->size = 0;
    c->fault = SPVM_RULE_NONE;
}

int spvm_next_operand(const spvm_module *m, const spvm_inst *inst, spvm_cursor *c) {
    char letter;
    if (c->word == 0) spvmi_open_cursor(inst, c);
    c->word += c->size;
    if (c->word == c->end) {
        if (c->fault != SPVM_RULE_NONE) return 0;
        return spvmi_stop(c, spvmi_may_end(c) ? SPVM_RULE_NONE : SPVM_RULE_OPERANDS);
    }
    if (c->numbers + c->ids != 0) {
        letter = c->numbers != 0 ? 'n' : 'i';
        --*(c->numbers != 0 ? &c->numbers : &c->ids);
        return spvmi_give(c, letter, 1);
    }
    letter = *c->next++;
    switch (letter) {
    case 0: return spvmi_stop(c, SPVM_RULE_OPERANDS);
    case 'w':
    case 'p':
    case 'q': c->next--; return spvmi_pair(m, inst, c, letter);
    case 'I': c->next--; return spvmi_give(c, 'i', 1);
    case 'j': return spvmi_give(c, 'i', 1);
    case 'N': c->next--; return spvmi_give(c, 'n', 1);
    case 'k': return spvmi_give(c, 'n', 1);
    case 'S': c->next--; return spvmi_give(c, 's', spvmi_string_words(m, c->word, c->end));
    case 'z':
    case 's': return spvmi_give(c, 's', spvmi_string_words(m, c->word, c->end));
    case 'c': return spvmi_give(c, 'n', spvmi_wide(m, inst->type));
    case 'm':
    case 'a':
        if (!spvmi_mask(c, letter, m->words[c->word])) return spvmi_stop(c, SPVM_RULE_OPERANDS);
        return spvmi_give(c, 'n', 1);
    case 'g':
        c->next = spvmi_set_operands(m, inst, m->words[c->word]);
        if (c->next == NULL) return spvmi_stop(c, SPVM_RULE_EXT_SET);
        return spvmi_give(c, 'n', 1);
    case 'o': return spvmi_operation(c, m->words[c->word]);
    default: /* t r i n, which most are */
        c->kind = letter;
        c->is_id = letter != 'n';
        c->size = 1;
        return 1;
    }
}

uint32_t spvm_next_id(const spvm_module *m, const spvm_inst *inst, uint32_t i) {
    while (++i < inst->length) {
        spvm_word_ref word = inst->word + i;
        if (m->id_words[word / 32] >> word % 32 & 1) return i;
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------
   // >>index  [6]  words -> instructions, ids */

/* The result and its type. Ids are checked, so that all other passes may take them as they are. */
static int spvmi_index_results(spvm_module *m, spvm_inst_ref at, const char *operands) {
    spvm_inst *i = &m->insts[at];
    uint32_t count = operands[0] == 't' ? 2 : operands[0] == 'r';
    spvm_id_row *row;
    if (i->length <= count) return spvmi_fail(m, SPVM_RULE_OPERANDS, at, 0);
    if (count == 0) return 1;
    if (count == 2) i->type = m->words[i->word + 1];
    i->result = m->words[i->word + count];
    if (i->result == 0 || i->result >= m->bound)
        return spvmi_fail(m, SPVM_RULE_ID_RANGE, at, i->result);
    row = &m->ids[i->result];
    if (row->def != SPVM_NONE) return spvmi_fail(m, SPVM_RULE_ID_TWICE, at, i->result);
    row->def = at;
    return 1;
}

static spvm_id_kind spvmi_kind_of(uint32_t opcode, const char *operands, int in_function) {
    switch (opcode) {
    case SPVM_OpUndef: return in_function ? SPVM_ID_VALUE : SPVM_ID_CONSTANT;
    case SPVM_OpConstantTrue:
    case SPVM_OpConstantFalse:
    case SPVM_OpConstant:
    case SPVM_OpConstantComposite:
    case SPVM_OpConstantSampler:
    case SPVM_OpConstantNull:
    case SPVM_OpConstantPipeStorage:
    case SPVM_OpSpecConstantTrue:
    case SPVM_OpSpecConstantFalse:
    case SPVM_OpSpecConstant:
    case SPVM_OpSpecConstantComposite:
    case SPVM_OpSpecConstantOp: return SPVM_ID_CONSTANT;
    case SPVM_OpVariable: return SPVM_ID_VARIABLE;
    case SPVM_OpFunction: return SPVM_ID_FUNCTION;
    case SPVM_OpFunctionParameter: return SPVM_ID_PARAMETER;
    case SPVM_OpLabel: return SPVM_ID_LABEL;
    case SPVM_OpString: return SPVM_ID_STRING;
    case SPVM_OpExtInstImport: return SPVM_ID_EXT_SET;
    default: break;
    }
    if (spvmi_declares_type(opcode, operands)) return SPVM_ID_TYPE;
    return in_function ? SPVM_ID_VALUE : SPVM_ID_OTHER;
}

/* Whether an instruction is a declaration, which stands outside of functions. */
static int spvmi_is_global(uint32_t o, const char *operands) {
    if (operands[0] == 'r') return o != SPVM_OpLabel;
    return (o >= SPVM_OpSourceContinued && o <= SPVM_OpMemberName) || o == SPVM_OpExtension
           || (o >= SPVM_OpMemoryModel && o <= SPVM_OpCapability) || o == SPVM_OpTypeForwardPointer
           || (o >= SPVM_OpConstantTrue && o <= SPVM_OpSpecConstantOp)
           || o == SPVM_OpConstantPipeStorage
           || (o >= SPVM_OpDecorate && o <= SPVM_OpGroupMemberDecorate)
           || o == SPVM_OpModuleProcessed || o == SPVM_OpExecutionModeId || o == SPVM_OpDecorateId
           || o == SPVM_OpDecorateString || o == SPVM_OpMemberDecorateString;
}

static uint32_t spvmi_word(const spvm_module *m, spvm_inst_ref at, uint32_t i) {
    return spvm_operand(m, &m->insts[at], i);
}

/* Whether it may stand inside and outside. */
static int spvmi_is_both(uint32_t opcode) {
    return opcode == SPVM_OpNop || opcode == SPVM_OpUndef || opcode == SPVM_OpLine
           || opcode == SPVM_OpNoLine || opcode == SPVM_OpExtInst;
}

static int spvmi_place(spvm_module *m, spvm_inst_ref at, const char *operands, int *in_function) {
    uint32_t opcode = m->insts[at].opcode;
    if (opcode == SPVM_OpFunction) {
        if (*in_function) return spvmi_fail(m, SPVM_RULE_FUNCTION_FORM, at, 0);
        *in_function = 1;
        return 1;
    }
    /* a variable of a function is Function, any other is not */
    if (opcode == SPVM_OpVariable
            ? m->insts[at].length > 3
                  && (spvmi_word(m, at, 3) == SPVM_StorageClass_Function) != *in_function
            : !spvmi_is_both(opcode) && spvmi_is_global(opcode, operands) == *in_function)
        return spvmi_fail(m, SPVM_RULE_SECTION, at, m->insts[at].result);
    if (opcode == SPVM_OpFunctionEnd) *in_function = 0;
    return 1;
}

static int spvmi_index(spvm_module *m) {
    uint32_t word, i;
    int in_function = 0;
    for (i = 0; i < m->bound; i++) {
        const spvm_id_row zero = {SPVM_NONE, SPVM_NONE, 0, 0, 0, 0, 0, {0, 0}, SPVM_ID_NONE};
        m->ids[i] = zero;
    }
    for (word = 5; word < m->word_count; word += m->insts[i].length) {
        spvm_inst *inst = &m->insts[m->inst_count];
        const char *operands = spvmi_operands(m->words[word] & 0xFFFFu);
        i = m->inst_count++;
        inst->word = word;
        inst->opcode = (uint16_t)(m->words[word] & 0xFFFFu);
        inst->length = (uint16_t)(m->words[word] >> 16);
        inst->result = inst->type = 0;
        inst->block = inst->line = SPVM_NONE;
        if (operands == NULL) return spvmi_fail(m, SPVM_RULE_OPCODE, i, 0);
        if (!spvmi_place(m, i, operands, &in_function) || !spvmi_index_results(m, i, operands))
            return 0;
        if (inst->result != 0)
            m->ids[inst->result].kind = spvmi_kind_of(inst->opcode, operands, in_function);
    }
    if (in_function) return spvmi_fail(m, SPVM_RULE_FUNCTION_FORM, m->inst_count - 1, 0);
    return 1;
}

/* Sets of instructions are known before operands are read. */
static spvm_set_kind spvmi_set_kind(const spvm_module *m, spvm_text name) {
    static const char prefix[] = "NonSemantic.";
    uint32_t i;
    if (spvm_is_text(m, name, "GLSL.std.450")) return SPVM_SET_GLSL;
    if (spvm_is_text(m, name, "NonSemantic.Shader.DebugInfo.100")) return SPVM_SET_SHADER_DEBUG;
    if (spvm_is_text(m, name, "OpenCL.DebugInfo.100")) return SPVM_SET_DEBUG;
    if (spvm_is_text(m, name, "DebugInfo")) return SPVM_SET_DEBUG;
    if (spvm_is_text(m, name, "OpenCL.std")) return SPVM_SET_OPENCL;
    for (i = 0; i < sizeof prefix - 1 && spvm_byte(m, name, i) == (unsigned char)prefix[i]; i++) {}
    if (i == sizeof prefix - 1) return SPVM_SET_NON_SEMANTIC;
    if (spvm_byte(m, name, 0) == 'S' && spvm_byte(m, name, 1) == 'P'
        && spvm_byte(m, name, 2) == 'V' && spvm_byte(m, name, 3) == '_')
        return SPVM_SET_VENDOR;
    return SPVM_SET_OTHER;
}

static void spvmi_sets(spvm_module *m) {
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        spvm_set *set = &m->sets[m->set_count];
        if (inst->opcode != SPVM_OpExtInstImport) continue;
        set->id = inst->result;
        set->name = spvm_text_at(m, inst, 2);
        set->kind = spvmi_set_kind(m, set->name);
        m->ids[inst->result].row = m->set_count++;
    }
}

/* Whether an operand may name what is defined later: in annotations, for flow, and pointers in
   structs. */
static int spvmi_may_be_early(const spvm_module *m, const spvm_inst *inst, spvm_id id) {
    switch (inst->opcode) {
    case SPVM_OpEntryPoint:
    case SPVM_OpExecutionMode:
    case SPVM_OpExecutionModeId:
    case SPVM_OpName:
    case SPVM_OpMemberName:
    case SPVM_OpDecorate:
    case SPVM_OpDecorateId:
    case SPVM_OpDecorateString:
    case SPVM_OpMemberDecorate:
    case SPVM_OpMemberDecorateString:
    case SPVM_OpGroupDecorate:
    case SPVM_OpGroupMemberDecorate:
    case SPVM_OpTypeForwardPointer:
    case SPVM_OpPhi: return 1;
    case SPVM_OpTypeStruct:
    case SPVM_OpTypeArray:
    case SPVM_OpTypeRuntimeArray:
        return m->insts[m->ids[id].def].opcode == SPVM_OpTypePointer;
    case SPVM_OpExtInst:
        return spvm_set_of(m, inst) == SPVM_SET_SHADER_DEBUG
               || spvm_set_of(m, inst) == SPVM_SET_NON_SEMANTIC;
    default: return m->ids[id].kind == SPVM_ID_LABEL || m->ids[id].kind == SPVM_ID_FUNCTION;
    }
}

/* Checks an id that is no result, notes where it stands, and counts it. */
static int spvmi_check_id(spvm_module *m, spvm_inst_ref at, const spvm_cursor *c) {
    spvm_id id = m->words[c->word];
    spvm_id_row *row;
    if (id == 0 || id >= m->bound) return spvmi_fail(m, SPVM_RULE_ID_RANGE, at, id);
    row = &m->ids[id];
    if (row->def == SPVM_NONE && m->insts[at].opcode != SPVM_OpName)
        return spvmi_fail(m, SPVM_RULE_ID_UNDEFINED, at, id);
    if (c->kind == 't' && row->kind != SPVM_ID_TYPE)
        return spvmi_fail(m, SPVM_RULE_NOT_A_TYPE, at, id);
    if (row->def >= at && !spvmi_may_be_early(m, &m->insts[at], id))
        return spvmi_fail(m, SPVM_RULE_ID_EARLY, at, id);
    m->id_words[c->word / 32] |= 1u << c->word % 32;
    row->use_count++;
    return 1;
}

/* Checks the operands of all instructions, notes which are ids, and counts the uses of each id. */
static int spvmi_check_operands(spvm_module *m) {
    spvm_inst_ref i;
    spvm_cursor c;
    for (i = 0; i <= m->word_count / 32; i++) m->id_words[i] = 0;
    for (i = 0; i < m->inst_count; i++) {
        spvmi_open_cursor(&m->insts[i], &c);
        for (; c.word < c.end; c.word++) { /* operands of a word each, which most are */
            c.kind = *c.next == 'I' ? 'i' : *c.next;
            if (c.kind != 'i' && c.kind != 't' && c.kind != 'r' && c.kind != 'n') break;
            if (*c.next != 'I') c.next++;
            if ((c.kind == 'i' || c.kind == 't') && !spvmi_check_id(m, i, &c)) return 0;
        }
        while (spvm_next_operand(m, &m->insts[i], &c)) /* what is left */
            if (c.is_id && c.kind != 'r' && !spvmi_check_id(m, i, &c)) return 0;
        if (c.fault != SPVM_RULE_NONE) return spvmi_fail(m, (spvm_rule)c.fault, i, 0);
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>types  [7]  types, constants
   Types and constants use what stands before them, so one walk in the order of the words does; only
   a struct may name a pointer that comes later. Members have their rows before that walk, because
   decorations, which tell the number of a specialisation constant, are sorted into them. */

static const spvm_type *spvmi_type_row(const spvm_module *m, spvm_id id) {
    return &m->types[m->ids[id].row];
}

/* The members of a struct, the parameters of a function: the ids from word k on. */
static void spvmi_type_members(spvm_module *m, spvm_inst_ref i, spvm_type *t, uint32_t k) {
    const spvm_member none = {0, {0, 0}, 0, 0};
    t->first_member = m->member_count;
    t->count = m->insts[i].length - k;
    for (; k < m->insts[i].length; k++) {
        m->members[m->member_count] = none;
        m->members[m->member_count++].type = spvmi_word(m, i, k);
    }
}

/* Rows of all types, with what needs no constant. */
static void spvmi_types(spvm_module *m) {
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_type zero = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        const spvm_inst *inst = &m->insts[i];
        spvm_type *t;
        if (inst->result == 0 || m->ids[inst->result].kind != SPVM_ID_TYPE) continue;
        t = &m->types[m->type_count];
        *t = zero;
        t->id = inst->result;
        t->opcode = inst->opcode;
        m->ids[inst->result].row = m->type_count++;
        if (inst->opcode == SPVM_OpTypeStruct) spvmi_type_members(m, i, t, 2);
        if (inst->opcode == SPVM_OpTypeFunction) spvmi_type_members(m, i, t, 3);
    }
}

static int spvmi_scalar_opcode(uint32_t opcode) {
    return opcode == SPVM_OpTypeBool || opcode == SPVM_OpTypeInt || opcode == SPVM_OpTypeFloat;
}

static int spvmi_is_type(const spvm_module *m, spvm_id id) {
    return m->ids[id].kind == SPVM_ID_TYPE;
}

/* The opcode of the type that an id is; 0: it is none. */
static uint32_t spvmi_type_opcode(const spvm_module *m, spvm_id id) {
    return spvmi_is_type(m, id) ? spvmi_type_row(m, id)->opcode : 0;
}

static int spvmi_array(spvm_module *m, spvm_inst_ref at, spvm_type *t) {
    uint64_t length;
    t->length = spvmi_word(m, at, 3);
    if (m->ids[t->length].kind != SPVM_ID_CONSTANT)
        return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->length);
    if (!spvm_value(m, t->length, &length)) return 1;
    if (length == 0 || length >= SPVM_NONE) return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->id);
    t->count = (uint32_t)length;
    t->is_known = 1;
    return 1;
}

static int spvmi_vector(spvm_module *m, spvm_inst_ref at, spvm_type *t) {
    uint32_t element = spvmi_type_opcode(m, t->element);
    t->count = spvmi_word(m, at, 3);
    if (t->count < 2 || t->count > (t->opcode == SPVM_OpTypeVector ? 16u : 4u)
        || (t->opcode == SPVM_OpTypeVector ? !spvmi_scalar_opcode(element)
                                           : element != SPVM_OpTypeVector))
        return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->id);
    return 1;
}

static int spvmi_scalar(spvm_module *m, spvm_inst_ref at, spvm_type *t) {
    t->width = t->opcode == SPVM_OpTypeBool ? 1 : spvmi_word(m, at, 2);
    t->is_signed = t->opcode == SPVM_OpTypeInt && spvmi_word(m, at, 3) != 0;
    if (t->width == 0 || t->width > 64 || spvmi_word(m, at, 3) > 1)
        return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->id);
    return 1;
}

/* Void may be a function's result and what a pointer points to, nothing else. */
static int spvmi_members(spvm_module *m, spvm_inst_ref at, const spvm_type *t) {
    uint32_t k;
    for (k = 0; k < t->count; k++) {
        spvm_id type = m->members[t->first_member + k].type;
        if (!spvmi_is_type(m, type)) return spvmi_fail(m, SPVM_RULE_NOT_A_TYPE, at, type);
        if (spvmi_type_opcode(m, type) == SPVM_OpTypeVoid)
            return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, type);
    }
    return 1;
}

static int spvmi_type(spvm_module *m, spvm_inst_ref at) {
    spvm_type *t = &m->types[m->ids[m->insts[at].result].row];
    switch (t->opcode) {
    case SPVM_OpTypeBool:
    case SPVM_OpTypeInt:
    case SPVM_OpTypeFloat: return spvmi_scalar(m, at, t);
    case SPVM_OpTypeStruct: return spvmi_members(m, at, t);
    case SPVM_OpTypeVector:
    case SPVM_OpTypeMatrix:
    case SPVM_OpTypeImage:
    case SPVM_OpTypeSampledImage:
    case SPVM_OpTypeArray:
    case SPVM_OpTypeRuntimeArray:
    case SPVM_OpTypeFunction: t->element = spvmi_word(m, at, 2); break;
    case SPVM_OpTypePointer:
        t->storage = spvmi_word(m, at, 2);
        t->element = spvmi_word(m, at, 3);
        break;
    default: return 1;
    }
    if (!spvmi_is_type(m, t->element)) return spvmi_fail(m, SPVM_RULE_NOT_A_TYPE, at, t->element);
    if (t->opcode == SPVM_OpTypeFunction) return spvmi_members(m, at, t);
    if (t->opcode == SPVM_OpTypeVector || t->opcode == SPVM_OpTypeMatrix)
        return spvmi_vector(m, at, t);
    if (t->opcode == SPVM_OpTypeSampledImage
        && spvmi_type_opcode(m, t->element) != SPVM_OpTypeImage)
        return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->element);
    if (t->opcode == SPVM_OpTypeArray && !spvmi_array(m, at, t)) return 0;
    if ((t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray)
        && spvmi_type_opcode(m, t->element) == SPVM_OpTypeVoid)
        return spvmi_fail(m, SPVM_RULE_TYPE_FORM, at, t->element);
    return 1;
}

/* ---- constants */

static uint64_t spvmi_cut(uint64_t bits, uint32_t width) {
    return width >= 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

/* As a number with sign, from `width` bits; two's complement. */
static uint64_t spvmi_extend(uint64_t bits, uint32_t width) {
    uint64_t sign = (uint64_t)1 << (width - 1);
    return width >= 64 ? bits : (spvmi_cut(bits, width) ^ sign) - sign;
}

static int spvmi_less(uint64_t a, uint64_t b, int has_sign) {
    const uint64_t flip = has_sign ? (uint64_t)1 << 63 : 0;
    return (a ^ flip) < (b ^ flip);
}

/* Quotient or remainder. SDiv and SRem go towards zero; SMod has the divisor's sign. */
static uint64_t spvmi_divide(uint32_t operation, uint64_t a, uint64_t b) {
    int signs = operation == SPVM_OpSDiv || operation == SPVM_OpSRem || operation == SPVM_OpSMod;
    int minus_a = signs && a >> 63, minus_b = signs && b >> 63;
    uint64_t x = minus_a ? 0 - a : a, y = minus_b ? 0 - b : b, rest;
    if (y == 0) return 0;
    if (operation == SPVM_OpUDiv || operation == SPVM_OpSDiv)
        return minus_a != minus_b ? 0 - x / y : x / y;
    rest = minus_a ? 0 - x % y : x % y;
    return operation == SPVM_OpSMod && rest != 0 && minus_a != minus_b ? rest + b : rest;
}

/* An operation on scalars whose bits are known: v[0..2], extended with their sign where the
   operation reads them so; width is that of the first. Returns 0 if it is none that is folded. */
static int spvmi_operate(uint32_t operation, const uint64_t *v, uint32_t width, uint64_t *bits) {
    uint64_t a = v[0], b = v[1], x = spvmi_extend(a, width), y = spvmi_extend(b, width);
    switch (operation) {
    case SPVM_OpUConvert:
    case SPVM_OpCopyObject:
    case SPVM_OpBitcast: *bits = a; return 1;
    case SPVM_OpSConvert: *bits = x; return 1;
    case SPVM_OpSNegate: *bits = 0 - a; return 1;
    case SPVM_OpNot: *bits = ~a; return 1;
    case SPVM_OpIAdd: *bits = a + b; return 1;
    case SPVM_OpISub: *bits = a - b; return 1;
    case SPVM_OpIMul: *bits = a * b; return 1;
    case SPVM_OpUDiv:
    case SPVM_OpUMod: *bits = spvmi_divide(operation, a, b); return b != 0;
    case SPVM_OpSDiv:
    case SPVM_OpSRem:
    case SPVM_OpSMod: *bits = spvmi_divide(operation, x, y); return b != 0;
    case SPVM_OpShiftRightLogical: *bits = b < 64 ? a >> b : 0; return b < width;
    case SPVM_OpShiftRightArithmetic:
        *bits = b < 64 ? (x >> 63 ? ~(~x >> b) : x >> b) : 0;
        return b < width;
    case SPVM_OpShiftLeftLogical: *bits = b < 64 ? a << b : 0; return b < width;
    case SPVM_OpBitwiseOr:
    case SPVM_OpLogicalOr: *bits = a | b; return 1;
    case SPVM_OpBitwiseXor:
    case SPVM_OpLogicalNotEqual:
        *bits = a ^ b;
        return 1;
    case SPVM_OpBitwiseAnd:
    case SPVM_OpLogicalAnd: *bits = a & b; return 1;
    case SPVM_OpLogicalNot: *bits = a ^ 1; return 1;
    case SPVM_OpLogicalEqual:
    case SPVM_OpIEqual: *bits = a == b; return 1;
    case SPVM_OpINotEqual: *bits = a != b; return 1;
    case SPVM_OpSelect: *bits = a ? b : v[2]; return 1;
    case SPVM_OpUGreaterThan: *bits = (uint64_t)spvmi_less(b, a, 0); return 1;
    case SPVM_OpUGreaterThanEqual: *bits = !spvmi_less(a, b, 0); return 1;
    case SPVM_OpULessThan: *bits = (uint64_t)spvmi_less(a, b, 0); return 1;
    case SPVM_OpULessThanEqual: *bits = !spvmi_less(b, a, 0); return 1;
    case SPVM_OpSGreaterThan: *bits = (uint64_t)spvmi_less(y, x, 1); return 1;
    case SPVM_OpSGreaterThanEqual: *bits = !spvmi_less(x, y, 1); return 1;
    case SPVM_OpSLessThan: *bits = (uint64_t)spvmi_less(x, y, 1); return 1;
    case SPVM_OpSLessThanEqual: *bits = !spvmi_less(y, x, 1); return 1;
    default: return 0;
    }
}

/* The part of a composite that an OpCompositeExtract is, if its value is known. */
static void spvmi_extract(const spvm_module *m, spvm_constant *c) {
    spvm_id id = c->word_count != 0 ? m->words[c->word] : 0;
    uint32_t k;
    for (k = 1; k < c->word_count; k++) {
        const spvm_constant *whole = spvm_constant_of(m, id);
        uint32_t part = m->words[c->word + k];
        if (whole == NULL || part >= whole->word_count
            || (whole->opcode != SPVM_OpConstantComposite
                && whole->opcode != SPVM_OpSpecConstantComposite))
            return;
        id = m->words[whole->word + part];
    }
    c->is_known = (uint32_t)spvm_value(m, id, &c->bits);
}

static void spvmi_fold(const spvm_module *m, spvm_constant *c, const spvm_type *t) {
    uint64_t v[3] = {0, 0, 0};
    uint32_t k, width = 0, count = c->word_count;
    if (c->operation == SPVM_OpCompositeExtract) {
        spvmi_extract(m, c);
        return;
    }
    if (count == 0 || count > 3 || !spvmi_scalar_opcode(t->opcode)) return;
    for (k = 0; k < count; k++) {
        const spvm_type *type = spvm_type_of(m, m->words[c->word + k]);
        if (!spvm_value(m, m->words[c->word + k], &v[k])) return;
        if (k == 0) width = type->width;
    }
    if (!spvmi_operate(c->operation, v, width, &c->bits)) return;
    c->bits = spvmi_cut(c->bits, t->width);
    c->is_known = 1;
}

/* Whether constituents of a composite are constants, as many as its type has. */
static int spvmi_composite(spvm_module *m, spvm_inst_ref at, spvm_constant *c,
                           const spvm_type *t) {
    int is_counted = t->opcode == SPVM_OpTypeVector || t->opcode == SPVM_OpTypeMatrix
                     || t->opcode == SPVM_OpTypeStruct || t->opcode == SPVM_OpTypeArray;
    uint32_t k = t->count;
    if (t->opcode == SPVM_OpTypeArray && !t->is_known) k = c->word_count;
    if (!is_counted || k != c->word_count) return spvmi_fail(m, SPVM_RULE_CONSTANT_FORM, at, c->id);
    for (k = 0; k < c->word_count; k++) {
        spvm_id id = m->words[c->word + k];
        if (m->ids[id].kind == SPVM_ID_CONSTANT)
            c->is_spec |= m->constants[m->ids[id].row].is_spec;
        else if (m->ids[id].kind != SPVM_ID_VARIABLE) /* an address, with variable pointers */
            return spvmi_fail(m, SPVM_RULE_CONSTANT_FORM, at, id);
    }
    return 1;
}

/* The value that a specialisation constant has: the options', else its own. */
static void spvmi_specialise(const spvm_module *m, spvm_constant *c, uint32_t width) {
    const spvm_decoration *d = spvm_find_decoration(m, c->id, SPVM_NONE, SPVM_Decoration_SpecId);
    const spvm_options *o = m->scratch->options;
    size_t i;
    c->is_spec = 1;
    if (d == NULL || d->word_count == 0) return;
    c->spec_id = m->words[d->word];
    for (i = 0; o != NULL && i < o->constant_count && o->constants[i].id != c->spec_id; i++) {}
    if (o != NULL && i < o->constant_count)
        c->bits = width == 1 ? o->constants[i].bits != 0 : spvmi_cut(o->constants[i].bits, width);
}

static int spvmi_constant(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    const spvm_constant zero = {0, 0, 0, 0, 0, 0, SPVM_NONE, 0, 0, 0};
    spvm_constant *c = &m->constants[m->constant_count];
    const spvm_type *t = spvmi_type_row(m, inst->type);
    uint32_t is_number = t->opcode == SPVM_OpTypeInt || t->opcode == SPVM_OpTypeFloat;
    *c = zero;
    c->id = inst->result;
    c->type = inst->type;
    c->opcode = inst->opcode;
    c->word = inst->word + 3;
    c->word_count = inst->length - 3u;
    m->ids[c->id].row = m->constant_count++;
    switch (c->opcode) {
    case SPVM_OpConstantTrue:
    case SPVM_OpSpecConstantTrue:
    case SPVM_OpConstantFalse:
    case SPVM_OpSpecConstantFalse:
        if (t->opcode != SPVM_OpTypeBool) return spvmi_fail(m, SPVM_RULE_CONSTANT_FORM, at, c->id);
        c->is_known = 1;
        c->bits = c->opcode == SPVM_OpConstantTrue || c->opcode == SPVM_OpSpecConstantTrue;
        break;
    case SPVM_OpConstant:
    case SPVM_OpSpecConstant:
        if (!is_number) return spvmi_fail(m, SPVM_RULE_CONSTANT_FORM, at, c->id);
        c->is_known = 1;
        c->bits = m->words[c->word];
        if (c->word_count > 1) c->bits |= (uint64_t)m->words[c->word + 1] << 32;
        c->bits = spvmi_cut(c->bits, t->width);
        break;
    case SPVM_OpConstantNull: c->is_known = (uint32_t)spvmi_scalar_opcode(t->opcode); break;
    case SPVM_OpSpecConstantComposite:
    case SPVM_OpConstantComposite:
        c->is_spec = c->opcode == SPVM_OpSpecConstantComposite;
        return spvmi_composite(m, at, c, t);
    case SPVM_OpSpecConstantOp:
        c->is_spec = 1;
        c->operation = (uint16_t)m->words[c->word++];
        c->word_count--;
        spvmi_fold(m, c, t);
        break;
    default: break;
    }
    if (c->opcode >= SPVM_OpSpecConstantTrue && c->opcode <= SPVM_OpSpecConstant)
        spvmi_specialise(m, c, t->width);
    return 1;
}

/* Types and constants, each of which may use what stands before it. */
static int spvmi_values(spvm_module *m) {
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        spvm_id id = m->insts[i].result;
        if (id == 0) continue;
        if (m->ids[id].kind == SPVM_ID_TYPE && !spvmi_type(m, i)) return 0;
        if (m->ids[id].kind == SPVM_ID_CONSTANT && !spvmi_constant(m, i)) return 0;
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>annotations  [8]  names, decorations, lines, entry points, modes
   Decorations are sorted by what they belong to, an id or a member of a struct: counted, given room
   in turn, filled. A group's decorations are repeated for each of its targets. */

/* A decorated thing's count and first row: of an id, or of a member. */
static uint32_t *spvmi_decorated(spvm_module *m, spvm_id id, uint32_t member, uint32_t **count) {
    const spvm_type *t;
    if (member == SPVM_NONE) {
        *count = &m->ids[id].decoration_count;
        return &m->ids[id].first_decoration;
    }
    if (spvmi_type_opcode(m, id) != SPVM_OpTypeStruct) return NULL;
    t = spvmi_type_row(m, id);
    if (member >= t->count) return NULL;
    *count = &m->members[t->first_member + member].decoration_count;
    return &m->members[t->first_member + member].first_decoration;
}

/* Words before the decoration's number; 0: no decoration, or a group's. */
static uint32_t spvmi_decoration_word(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpDecorate:
    case SPVM_OpDecorateId:
    case SPVM_OpDecorateString: return 2;
    case SPVM_OpMemberDecorate:
    case SPVM_OpMemberDecorateString: return 3;
    default: return 0;
    }
}

/* Counts (fill 0) or writes the decoration of an OpDecorate or OpMemberDecorate. */
static int spvmi_decorate(spvm_module *m, spvm_inst_ref at, int fill) {
    uint32_t at_word = spvmi_decoration_word(m->insts[at].opcode), *count, *first;
    uint32_t member = at_word == 3 ? spvmi_word(m, at, 2) : SPVM_NONE;
    spvm_decoration *d;
    if (at_word == 3 && member == SPVM_NONE)
        return spvmi_fail(m, SPVM_RULE_MEMBER, at, spvmi_word(m, at, 1));
    first = spvmi_decorated(m, spvmi_word(m, at, 1), member, &count);
    if (first == NULL) return spvmi_fail(m, SPVM_RULE_MEMBER, at, spvmi_word(m, at, 1));
    if (!fill) {
        ++*count;
        return 1;
    }
    d = &m->decorations[*first + (*count)++];
    d->inst = at;
    d->decoration = spvmi_word(m, at, at_word);
    d->word = m->insts[at].word + at_word + 1;
    d->word_count = m->insts[at].length - at_word - 1;
    return 1;
}

/* Counts, or fills in, the decorations that OpGroupDecorate or OpGroupMemberDecorate hands on from
   its group, which is complete by then. */
static int spvmi_decorate_group(spvm_module *m, spvm_inst_ref at, int fill, uint64_t *total) {
    uint32_t step = m->insts[at].opcode == SPVM_OpGroupDecorate ? 1 : 2, k, j, *count, *first;
    const spvm_id_row *group = &m->ids[spvmi_word(m, at, 1)];
    if (m->insts[group->def].opcode != SPVM_OpDecorationGroup)
        return spvmi_fail(m, SPVM_RULE_ID_KIND, at, spvmi_word(m, at, 1));
    for (k = 2; k + step <= m->insts[at].length; k += step) {
        spvm_id id = spvmi_word(m, at, k);
        first = NULL;
        if (m->insts[m->ids[id].def].opcode != SPVM_OpDecorationGroup
            && (step == 1 || spvmi_word(m, at, k + 1) != SPVM_NONE))
            first = spvmi_decorated(m, id, step == 1 ? SPVM_NONE : spvmi_word(m, at, k + 1),
                                    &count);
        if (first == NULL) return spvmi_fail(m, SPVM_RULE_MEMBER, at, id);
        *total += group->decoration_count;
        if (*total > m->scratch->decoration_room) return spvmi_fail(m, SPVM_RULE_GROUPS, at, id);
        for (j = 0; fill && j < group->decoration_count; j++)
            m->decorations[*first + *count + j] = m->decorations[group->first_decoration + j];
        *count += group->decoration_count;
    }
    return 1;
}

static int spvmi_decorate_all(spvm_module *m, int fill) {
    uint64_t total = 0;
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        if (spvmi_decoration_word(m->insts[i].opcode) == 0) continue;
        total++;
        if (!spvmi_decorate(m, i, fill)) return 0;
    }
    for (i = 0; i < m->inst_count; i++)
        if ((m->insts[i].opcode == SPVM_OpGroupDecorate
             || m->insts[i].opcode == SPVM_OpGroupMemberDecorate)
            && !spvmi_decorate_group(m, i, fill, &total))
            return 0;
    return 1;
}

static void spvmi_give_room(spvm_module *m, uint32_t *first, uint32_t *count) {
    *first = m->decoration_count;
    m->decoration_count += *count;
    *count = 0;
}

static int spvmi_decorations(spvm_module *m) {
    uint32_t i;
    if (!spvmi_decorate_all(m, 0)) return 0;
    for (i = 0; i < m->bound; i++)
        spvmi_give_room(m, &m->ids[i].first_decoration, &m->ids[i].decoration_count);
    for (i = 0; i < m->member_count; i++)
        spvmi_give_room(m, &m->members[i].first_decoration, &m->members[i].decoration_count);
    return spvmi_decorate_all(m, 1);
}

static int spvmi_name(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    spvm_id id = spvmi_word(m, at, 1);
    const spvm_type *t;
    if (inst->opcode == SPVM_OpName) {
        m->ids[id].name = spvm_text_at(m, inst, 2);
        return 1;
    }
    t = spvmi_type_opcode(m, id) == SPVM_OpTypeStruct ? spvmi_type_row(m, id) : NULL;
    if (t == NULL || spvmi_word(m, at, 2) >= t->count)
        return spvmi_fail(m, SPVM_RULE_MEMBER, at, id);
    m->members[t->first_member + spvmi_word(m, at, 2)].name = spvm_text_at(m, inst, 3);
    return 1;
}

static void spvmi_entry(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    spvm_entry *e = &m->entries[m->entry_count++];
    e->inst = at;
    e->model = spvmi_word(m, at, 1);
    e->function = SPVM_NONE;
    e->name = spvm_text_at(m, inst, 3);
    e->interface_word = inst->word + 3 + e->name.size / 4 + 1;
    e->interface_count = inst->word + inst->length - e->interface_word;
    e->first_mode = e->mode_count = 0;
}

static int spvmi_annotations(spvm_module *m) {
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        switch (inst->opcode) {
        case SPVM_OpName:
        case SPVM_OpMemberName:
            if (!spvmi_name(m, i)) return 0;
            break;
        case SPVM_OpEntryPoint: spvmi_entry(m, i); break;
        case SPVM_OpExtension:
            m->extensions[m->extension_count++] = spvm_text_at(m, inst, 1);
            break;
        case SPVM_OpCapability:
            m->capabilities[m->capability_count++] = spvmi_word(m, i, 1);
            break;
        case SPVM_OpMemoryModel:
            m->addressing = spvmi_word(m, i, 1);
            m->memory_model = spvmi_word(m, i, 2);
            break;
        case SPVM_OpSource:
            if (m->source == SPVM_NONE) m->source = i;
            break;
        case SPVM_OpVariable:
            if (spvmi_word(m, i, 3) != SPVM_StorageClass_Function)
                m->variables[m->variable_count++] = inst->result;
            break;
        default: break;
        }
    }
    m->is_structured = !spvm_has_capability(m, SPVM_Capability_Kernel);
    return 1;
}

/* Execution modes are sorted by function: counted in `first_mode` of the function's scratch, then
   filled. Entry points that share a function share its modes. */
static int spvmi_modes(spvm_module *m) {
    uint32_t *fill = m->scratch->colours, *first = m->scratch->positions, k, total = 0;
    spvm_inst_ref i;
    int pass;
    for (k = 0; k < m->function_count; k++) fill[k] = 0;
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < m->inst_count; i++) {
            const spvm_inst *inst = &m->insts[i];
            spvm_id id = spvmi_word(m, i, 1);
            spvm_mode *mode;
            if (inst->opcode != SPVM_OpExecutionMode && inst->opcode != SPVM_OpExecutionModeId)
                continue;
            if (m->ids[id].kind != SPVM_ID_FUNCTION) return spvmi_fail(m, SPVM_RULE_ID_KIND, i, id);
            k = m->ids[id].row;
            if (pass == 0) {
                fill[k]++;
                continue;
            }
            mode = &m->modes[first[k] + fill[k]++];
            mode->inst = i;
            mode->mode = spvmi_word(m, i, 2);
            mode->word = inst->word + 3;
            mode->word_count = inst->length - 3u;
        }
        for (k = 0; k < m->function_count && pass == 0; k++) {
            first[k] = total;
            total += fill[k];
            fill[k] = 0;
        }
    }
    m->mode_count = total;
    for (k = 0; k < m->entry_count; k++) {
        spvm_entry *e = &m->entries[k];
        spvm_id id = spvmi_word(m, e->inst, 2);
        if (m->ids[id].kind != SPVM_ID_FUNCTION)
            return spvmi_fail(m, SPVM_RULE_ID_KIND, e->inst, id);
        e->function = m->ids[id].row;
        e->first_mode = first[e->function];
        e->mode_count = fill[e->function];
        for (i = 0; i < e->interface_count; i++)
            if (m->ids[m->words[e->interface_word + i]].kind != SPVM_ID_VARIABLE)
                return spvmi_fail(m, SPVM_RULE_ID_KIND, e->inst, m->words[e->interface_word + i]);
    }
    return 1;
}

/* A row for the place that an OpLine or a DebugLine tells. */
static void spvmi_add_line(spvm_module *m, const spvm_inst *inst) {
    const spvm_line zero = {0, 0, 0, 0, 0};
    spvm_line *l = &m->lines[m->line_count++];
    const spvm_inst *source;
    uint64_t v[4] = {0, 0, 0, 0};
    uint32_t k;
    *l = zero;
    if (inst->opcode == SPVM_OpLine) {
        l->file = spvm_operand(m, inst, 1);
        l->line = l->end_line = spvm_operand(m, inst, 2);
        l->column = l->end_column = spvm_operand(m, inst, 3);
        return;
    }
    source = spvm_def(m, spvm_operand(m, inst, 5));
    if (source->opcode == SPVM_OpExtInst && spvm_operand(m, source, 4) == SPVM_INFO_DebugSource)
        l->file = spvm_operand(m, source, 5);
    for (k = 0; k < 4; k++) spvm_value(m, spvm_operand(m, inst, 6 + k), &v[k]);
    l->line = (uint32_t)v[0];
    l->end_line = (uint32_t)v[1];
    l->column = (uint32_t)v[2];
    l->end_column = (uint32_t)v[3];
}

static int spvmi_is_terminator(uint32_t opcode) {
    return (opcode >= SPVM_OpBranch && opcode <= SPVM_OpUnreachable)
           || opcode == SPVM_OpTerminateInvocation || opcode == SPVM_OpIgnoreIntersectionKHR
           || opcode == SPVM_OpTerminateRayKHR || opcode == SPVM_OpEmitMeshTasksEXT;
}

/* The number of an instruction in the set of debug information; 0: it is of another set. */
static uint32_t spvmi_debug(const spvm_module *m, spvm_inst_ref i) {
    return spvm_set_of(m, &m->insts[i]) == SPVM_SET_SHADER_DEBUG ? spvmi_word(m, i, 4) : 0;
}

static int spvmi_ends_line(const spvm_module *m, spvm_inst_ref i) {
    return m->insts[i].opcode == SPVM_OpNoLine || spvmi_debug(m, i) == SPVM_INFO_DebugNoLine;
}

/* A place holds until the next one, DebugNoLine or OpNoLine, or the end of the block. */
static void spvmi_lines(spvm_module *m) {
    spvm_line_ref line = SPVM_NONE;
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        spvm_inst *inst = &m->insts[i];
        if (inst->opcode == SPVM_OpLine
            || (spvmi_debug(m, i) == SPVM_INFO_DebugLine && inst->length == 10)) {
            line = m->line_count;
            spvmi_add_line(m, inst);
        }
        if (spvmi_ends_line(m, i)) line = SPVM_NONE;
        inst->line = line;
        if (spvmi_is_terminator(inst->opcode) || inst->opcode == SPVM_OpFunctionEnd)
            line = SPVM_NONE;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>functions  [9]  functions, parameters, calls, blocks, edges
   Two walks over the words: the first gives functions and blocks their rows, so that the second can
   follow references to those that stand later. An edge is one way from a block to another, however
   often the terminator names it. */

/* Where a walk over the words is in a function. */
typedef enum {
    SPVMI_OUTSIDE,
    SPVMI_PARAMETERS, /* behind OpFunction or OpFunctionParameter */
    SPVMI_BETWEEN,    /* behind a terminator */
    SPVMI_PHIS,       /* behind OpLabel or OpPhi */
    SPVMI_BODY,
    SPVMI_MERGED      /* behind a merge instruction */
} spvmi_state;

static int spvmi_open_function(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    spvm_function *f = &m->functions[m->function_count];
    const spvm_function zero = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    *f = zero;
    f->id = inst->result;
    f->result = inst->type;
    f->control = spvmi_word(m, at, 3);
    f->type = spvmi_word(m, at, 4);
    f->first = at;
    f->first_parameter = m->parameter_count;
    f->first_block = m->block_count;
    f->first_call = m->call_count;
    m->ids[f->id].row = m->function_count++;
    if (spvmi_type_opcode(m, f->type) != SPVM_OpTypeFunction
        || spvmi_type_row(m, f->type)->element != f->result)
        return spvmi_fail(m, SPVM_RULE_FUNCTION_FORM, at, f->id);
    return 1;
}

/* Parameters must be those of the function's type. */
static int spvmi_close_parameters(spvm_module *m, spvm_inst_ref at, const spvm_function *f) {
    const spvm_type *t = spvmi_type_row(m, f->type);
    uint32_t k;
    if (t->count != f->parameter_count) return spvmi_fail(m, SPVM_RULE_PARAMETERS, at, f->id);
    for (k = 0; k < t->count; k++) {
        const spvm_inst *p = spvm_def(m, m->parameters[f->first_parameter + k]);
        if (p->type != m->members[t->first_member + k].type)
            return spvmi_fail(m, SPVM_RULE_PARAMETERS, at, p->result);
    }
    return 1;
}

static void spvmi_open_block(spvm_module *m, spvm_inst_ref at) {
    const spvm_tree none = {SPVM_NONE, SPVM_NONE, 0};
    spvm_block *b = &m->blocks[m->block_count];
    b->label = m->insts[at].result;
    b->function = m->function_count - 1;
    b->first = b->last = at;
    b->merge = b->merge_block = b->continue_block = SPVM_NONE;
    b->first_successor = b->successor_count = b->first_predecessor = b->predecessor_count = 0;
    b->order = SPVM_NONE;
    b->dominator = b->postdominator = b->structural = b->structural_post = none;
    b->construct = b->opens = SPVM_NONE;
    b->exit = SPVM_EXIT_NONE;
    m->ids[b->label].row = m->block_count++;
}

static spvm_exit_kind spvmi_exit(uint32_t terminator) {
    switch (terminator) {
    case SPVM_OpBranch:
    case SPVM_OpBranchConditional:
    case SPVM_OpSwitch: return SPVM_EXIT_NONE;
    case SPVM_OpReturn:
    case SPVM_OpReturnValue: return SPVM_EXIT_RETURN;
    case SPVM_OpUnreachable: return SPVM_EXIT_UNREACHABLE;
    default: return SPVM_EXIT_KILL;
    }
}

static int spvmi_fits_merge(const spvm_module *m, spvm_inst_ref merge, uint32_t terminator) {
    if (m->insts[merge].opcode == SPVM_OpLoopMerge)
        return terminator == SPVM_OpBranch || terminator == SPVM_OpBranchConditional;
    return terminator == SPVM_OpBranchConditional || terminator == SPVM_OpSwitch;
}

/* What an instruction of a block does to the state. */
static int spvmi_in_block(spvm_module *m, spvm_inst_ref at, spvmi_state *state) {
    spvm_inst *inst = &m->insts[at];
    spvm_block *b = &m->blocks[m->block_count - 1];
    inst->block = m->block_count - 1;
    if (inst->opcode == SPVM_OpPhi && *state != SPVMI_PHIS)
        return spvmi_fail(m, SPVM_RULE_PHI_PLACE, at, inst->result);
    if (spvmi_is_terminator(inst->opcode)) {
        if (b->merge != SPVM_NONE && !spvmi_fits_merge(m, b->merge, inst->opcode))
            return spvmi_fail(m, SPVM_RULE_MERGE_PLACE, b->merge, b->label);
        b->last = at;
        b->exit = spvmi_exit(inst->opcode);
        *state = SPVMI_BETWEEN;
    } else if (*state == SPVMI_MERGED) {
        if (inst->opcode != SPVM_OpLine && inst->opcode != SPVM_OpNoLine)
            return spvmi_fail(m, SPVM_RULE_MERGE_PLACE, b->merge, b->label);
    } else if (inst->opcode == SPVM_OpLoopMerge || inst->opcode == SPVM_OpSelectionMerge) {
        b->merge = at;
        *state = SPVMI_MERGED;
    } else if (inst->opcode != SPVM_OpPhi && inst->opcode != SPVM_OpLine
               && inst->opcode != SPVM_OpNoLine && inst->opcode != SPVM_OpExtInst) {
        *state = SPVMI_BODY;
    }
    return 1;
}

/* What an instruction of a function, but outside of blocks, does to the state. */
static int spvmi_in_function(spvm_module *m, spvm_inst_ref at, spvmi_state *state) {
    spvm_function *f = &m->functions[m->function_count - 1];
    const spvm_inst *inst = &m->insts[at];
    switch (inst->opcode) {
    case SPVM_OpFunctionParameter:
        if (*state != SPVMI_PARAMETERS) break;
        m->parameters[m->parameter_count++] = inst->result;
        f->parameter_count++;
        return 1;
    case SPVM_OpLabel:
        if (*state == SPVMI_PARAMETERS && !spvmi_close_parameters(m, at, f)) return 0;
        spvmi_open_block(m, at);
        m->insts[at].block = m->block_count - 1;
        f->block_count++;
        *state = SPVMI_PHIS;
        return 1;
    case SPVM_OpFunctionEnd:
        if (*state == SPVMI_PARAMETERS && !spvmi_close_parameters(m, at, f)) return 0;
        f->last = at;
        *state = SPVMI_OUTSIDE;
        return 1;
    case SPVM_OpLine:
    case SPVM_OpNoLine:
    case SPVM_OpNop: return 1;
    case SPVM_OpExtInst:
        if (spvm_set_of(m, inst) == SPVM_SET_SHADER_DEBUG
            || spvm_set_of(m, inst) == SPVM_SET_NON_SEMANTIC)
            return 1;
        break;
    default: break;
    }
    return spvmi_fail(m, SPVM_RULE_BLOCK_FORM, at, f->id);
}

static int spvmi_functions(spvm_module *m) {
    spvmi_state state = SPVMI_OUTSIDE;
    spvm_inst_ref i;
    for (i = 0; i < m->inst_count; i++) {
        uint32_t opcode = m->insts[i].opcode;
        if (opcode == SPVM_OpFunction) {
            if (!spvmi_open_function(m, i)) return 0;
            state = SPVMI_PARAMETERS;
        } else if (state >= SPVMI_PHIS) {
            if (opcode == SPVM_OpLabel || opcode == SPVM_OpFunctionEnd
                || opcode == SPVM_OpFunctionParameter)
                return spvmi_fail(m, SPVM_RULE_BLOCK_FORM, i, 0);
            if (!spvmi_in_block(m, i, &state)) return 0;
        } else if (state != SPVMI_OUTSIDE) {
            if (!spvmi_in_function(m, i, &state)) return 0;
        }
    }
    return 1;
}

/* ---- calls */

static int spvmi_call(spvm_module *m, spvm_inst_ref at, spvm_function *caller) {
    const spvm_inst *inst = &m->insts[at];
    spvm_id id = spvmi_word(m, at, 3);
    const spvm_function *f = spvm_function_of(m, id);
    uint32_t k;
    if (f == NULL) return spvmi_fail(m, SPVM_RULE_CALLEE, at, id);
    if (f->parameter_count != inst->length - 4u || f->result != inst->type)
        return spvmi_fail(m, SPVM_RULE_PARAMETERS, at, id);
    for (k = 0; k < f->parameter_count; k++) {
        const spvm_inst *value = spvm_def(m, spvmi_word(m, at, 4 + k));
        if (value->type != spvm_def(m, m->parameters[f->first_parameter + k])->type)
            return spvmi_fail(m, SPVM_RULE_PARAMETERS, at, value->result);
    }
    m->calls[m->call_count].inst = at;
    m->calls[m->call_count++].callee = m->ids[id].row;
    caller->call_count++;
    return 1;
}

static int spvmi_calls(spvm_module *m) {
    spvm_function_ref f;
    spvm_inst_ref i;
    for (f = 0; f < m->function_count; f++) {
        m->functions[f].first_call = m->call_count;
        for (i = m->functions[f].first; i < m->functions[f].last; i++)
            if (m->insts[i].opcode == SPVM_OpFunctionCall && !spvmi_call(m, i, &m->functions[f]))
                return 0;
    }
    return 1;
}

/* Depth first over calls; a function is done behind all that it calls. Its colour is 0 before, the
   function that it was reached from + 2 on the way (1: none), SPVM_NONE when it is done. */
static int spvmi_order_calls(spvm_module *m) {
    uint32_t *colour = m->scratch->colours, *position = m->scratch->positions, done = 0;
    spvm_function_ref root, f, callee;
    for (f = 0; f < m->function_count; f++) colour[f] = position[f] = 0;
    for (root = 0; root < m->function_count; root++) {
        if (colour[root] != 0) continue;
        colour[f = root] = 1;
        for (;;) {
            if (position[f] == m->functions[f].call_count) {
                uint32_t back = colour[f];
                m->call_order[done++] = f;
                colour[f] = SPVM_NONE;
                if (back == 1) break;
                f = back - 2;
                continue;
            }
            callee = m->calls[m->functions[f].first_call + position[f]++].callee;
            if (colour[callee] == SPVM_NONE) continue;
            if (colour[callee] != 0)
                return spvmi_fail(
                    m, SPVM_RULE_RECURSION,
                    m->calls[m->functions[f].first_call + position[f] - 1].inst,
                    m->functions[callee].id);
            colour[callee] = f + 2;
            f = callee;
        }
    }
    return 1;
}

/* ---- edges */

/* The block of its function that a branch, merge instruction or phi names; NONE and an error if
   there is none. */
static spvm_block_ref spvmi_target(spvm_module *m, spvm_inst_ref at, spvm_id label) {
    spvm_block_ref b = spvm_block_of(m, label);
    if (b != SPVM_NONE && m->blocks[b].function == m->blocks[m->insts[at].block].function)
        return b;
    spvmi_fail(m, SPVM_RULE_TARGET, at, label);
    return SPVM_NONE;
}

/* An edge, unless this block has one there. Stamps are blocks + 1. */
static int spvmi_edge(spvm_module *m, spvm_block_ref from, spvm_id label) {
    spvm_block *b = &m->blocks[from];
    spvm_block_ref to = spvmi_target(m, b->last, label);
    spvm_edge *e = &m->edges[m->edge_count];
    if (to == SPVM_NONE) return 0;
    if (m->functions[b->function].first_block == to)
        return spvmi_fail(m, SPVM_RULE_ENTRY_TARGET, b->last, label);
    if (m->scratch->stamps[to] == from + 1) return 1;
    m->scratch->stamps[to] = from + 1;
    e->from = from;
    e->to = to;
    e->kind = SPVM_EDGE_DEAD;
    e->construct = SPVM_NONE;
    m->edge_count++;
    b->successor_count++;
    m->blocks[to].predecessor_count++;
    return 1;
}

static int spvmi_merge(spvm_module *m, spvm_block_ref at) {
    spvm_block *b = &m->blocks[at];
    if (b->merge == SPVM_NONE) return 1;
    b->merge_block = spvmi_target(m, b->merge, spvmi_word(m, b->merge, 1));
    if (b->merge_block == SPVM_NONE) return 0;
    if (m->insts[b->merge].opcode != SPVM_OpLoopMerge) return 1;
    b->continue_block = spvmi_target(m, b->merge, spvmi_word(m, b->merge, 2));
    return b->continue_block != SPVM_NONE;
}

static int spvmi_edges_of(spvm_module *m, spvm_block_ref at) {
    spvm_block *b = &m->blocks[at];
    const spvm_inst *inst = &m->insts[b->last];
    spvm_cursor c;
    b->first_successor = m->edge_count;
    if (!spvmi_merge(m, at)) return 0;
    if (inst->opcode == SPVM_OpBranch) return spvmi_edge(m, at, spvmi_word(m, b->last, 1));
    if (inst->opcode == SPVM_OpBranchConditional)
        return spvmi_edge(m, at, spvmi_word(m, b->last, 2))
               && spvmi_edge(m, at, spvmi_word(m, b->last, 3));
    if (inst->opcode != SPVM_OpSwitch) return 1;
    for (c.word = 0; spvm_next_operand(m, inst, &c);)
        if (c.is_id && c.word > inst->word + 1 && !spvmi_edge(m, at, m->words[c.word])) return 0;
    return 1;
}

static int spvmi_edges(spvm_module *m) {
    uint32_t total = 0;
    spvm_block_ref b;
    spvm_edge_ref e;
    for (b = 0; b < m->block_count; b++) m->scratch->stamps[b] = 0;
    for (b = 0; b < m->block_count; b++)
        if (!spvmi_edges_of(m, b)) return 0;
    for (b = 0; b < m->block_count; b++) {
        m->blocks[b].first_predecessor = total;
        total += m->blocks[b].predecessor_count;
        m->blocks[b].predecessor_count = 0;
    }
    for (e = 0; e < m->edge_count; e++) {
        spvm_block *to = &m->blocks[m->edges[e].to];
        m->predecessors[to->first_predecessor + to->predecessor_count++] = e;
    }
    return 1;
}

/* The parents of a phi are the blocks that branch here, each once. marks: the phi that named a
   block last, + 1. */
static int spvmi_phi(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    uint32_t pairs = (inst->length - 3u) / 2, k;
    if (pairs != m->blocks[inst->block].predecessor_count)
        return spvmi_fail(m, SPVM_RULE_PHI_PARENTS, at, inst->result);
    for (k = 0; k < pairs; k++) {
        spvm_block_ref parent = spvmi_target(m, at, spvmi_word(m, at, 4 + 2 * k));
        if (parent == SPVM_NONE) return 0;
        if (m->scratch->stamps[parent] != inst->block + 1 || m->scratch->marks[parent] == at + 1)
            return spvmi_fail(m, SPVM_RULE_PHI_PARENTS, at, m->blocks[parent].label);
        m->scratch->marks[parent] = at + 1;
    }
    return 1;
}

static int spvmi_phis(spvm_module *m) {
    spvm_block_ref b;
    spvm_inst_ref i;
    uint32_t k;
    for (b = 0; b < m->block_count; b++) m->scratch->stamps[b] = m->scratch->marks[b] = 0;
    for (b = 0; b < m->block_count; b++) {
        const spvm_block *block = &m->blocks[b];
        for (k = 0; k < block->predecessor_count; k++)
            m->scratch->stamps[m->edges[m->predecessors[block->first_predecessor + k]].from]
                = b + 1;
        for (i = block->first; i < block->last; i++)
            if (m->insts[i].opcode == SPVM_OpPhi && !spvmi_phi(m, i)) return 0;
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>dominators  [10]  edges -> orders, trees
   Four graphs of each function: the branches, forward and backward, and the structured graph, which
   has edges from headers to their merge blocks and continue targets as well, both ways. Nodes are
   blocks, counted from the function's first; one more stands for the way out, the root of the
   backward graphs, from which edges go to the blocks that end the function.

   Trees of dominators by Lengauer and Tarjan, with path compression: O(edges log blocks), whatever
   the graph looks like. */
typedef struct spvmi_graph {
    spvm_module *m;
    const spvm_function *f;
    int backward, structural;
} spvmi_graph;

static spvm_block *spvmi_block(const spvmi_graph *g, uint32_t node) {
    return &g->m->blocks[g->f->first_block + node];
}

static uint32_t spvmi_node(const spvmi_graph *g, spvm_block_ref block) {
    return block == SPVM_NONE ? SPVM_NONE : block - g->f->first_block;
}

/* Neighbour k of a node along the branches (against them if `backward`); NONE for one that is not
   there. *more is 0 behind the last. Structural neighbours come first. */
static uint32_t spvmi_neighbour(const spvmi_graph *g, uint32_t node, uint32_t k, int backward,
                                int *more) {
    const spvm_module *m = g->m;
    const spvm_block *b = spvmi_block(g, node);
    const spvm_block_ref at = g->f->first_block + node;
    *more = 1;
    if (g->structural && k < 2) {
        if (backward) return spvmi_node(g, (k == 0 ? m->scratch->merge_of
                                                   : m->scratch->continue_of)[at]);
        return spvmi_node(g, k == 0 ? b->merge_block : b->continue_block);
    }
    if (g->structural) k -= 2;
    if (backward && k < b->predecessor_count)
        return spvmi_node(g, m->edges[m->predecessors[b->first_predecessor + k]].from);
    if (!backward && k < b->successor_count)
        return spvmi_node(g, m->edges[b->first_successor + k].to);
    *more = 0;
    return SPVM_NONE;
}

/* Whether a block ends the function. One with a terminator that has no targets has no merge
   block. */
static int spvmi_ends(const spvmi_graph *g, uint32_t node) {
    return spvmi_block(g, node)->successor_count == 0;
}

/* Neighbour k in the graph's own direction, the way out included. */
static uint32_t spvmi_after(const spvmi_graph *g, uint32_t node, uint32_t k, int *more) {
    if (!g->backward || node != g->f->block_count)
        return spvmi_neighbour(g, node, k, g->backward, more);
    *more = k < g->f->block_count;
    return *more && spvmi_ends(g, k) ? k : SPVM_NONE;
}

/* Neighbour k against the graph's direction. */
static uint32_t spvmi_before(const spvmi_graph *g, uint32_t node, uint32_t k, int *more) {
    if (!g->backward || !spvmi_ends(g, node))
        return spvmi_neighbour(g, node, k, !g->backward, more);
    *more = k == 0;
    return k == 0 ? g->f->block_count : SPVM_NONE;
}

/* Numbers the nodes in depth first preorder from 1 on, 0: not reached. Returns how many. */
static uint32_t spvmi_number(const spvmi_graph *g, uint32_t root) {
    struct spvmi_scratch *s = g->m->scratch;
    uint32_t i, node, to, count = 1, depth = 1;
    int more;
    for (i = 0; i <= g->f->block_count; i++) s->number[i] = s->next[i] = 0;
    s->number[root] = 1;
    s->vertex[1] = root;
    s->stack[0] = root;
    while (depth > 0) {
        node = s->stack[depth - 1];
        to = spvmi_after(g, node, s->next[node]++, &more);
        if (!more) depth--;
        else if (to != SPVM_NONE && s->number[to] == 0) {
            s->number[to] = ++count;
            s->vertex[count] = to;
            s->up[count] = s->number[node];
            s->stack[depth++] = to;
        }
    }
    return count;
}

/* The number with the least semidominator on the way up from v, below the root of its tree. */
static uint32_t spvmi_eval(struct spvmi_scratch *s, uint32_t v) {
    uint32_t depth = 0, u = v;
    if (s->ancestor[v] == 0) return v;
    for (; s->ancestor[s->ancestor[u]] != 0; u = s->ancestor[u]) s->stack[depth++] = u;
    while (depth > 0) {
        uint32_t a;
        u = s->stack[--depth];
        a = s->ancestor[u];
        if (s->semi[s->label[a]] < s->semi[s->label[u]]) s->label[u] = s->label[a];
        s->ancestor[u] = s->ancestor[a];
    }
    return s->label[v];
}

/* Numbers of the immediate dominators, in `above`. */
static void spvmi_dominators(const spvmi_graph *g, uint32_t count) {
    struct spvmi_scratch *s = g->m->scratch;
    uint32_t i, k, v, u, node;
    int more;
    for (i = 0; i <= count; i++) {
        s->semi[i] = s->label[i] = i;
        s->ancestor[i] = s->bucket[i] = s->next[i] = s->above[i] = 0;
    }
    for (i = count; i > 1; i--) {
        for (k = 0;; k++) {
            node = spvmi_before(g, s->vertex[i], k, &more);
            if (!more) break;
            if (node == SPVM_NONE || s->number[node] == 0) continue;
            u = spvmi_eval(s, s->number[node]);
            if (s->semi[u] < s->semi[i]) s->semi[i] = s->semi[u];
        }
        s->next[i] = s->bucket[s->semi[i]];
        s->bucket[s->semi[i]] = i;
        s->ancestor[i] = s->up[i];
        for (v = s->bucket[s->up[i]]; v != 0; v = s->next[v]) {
            u = spvmi_eval(s, v);
            s->above[v] = s->semi[u] < s->semi[v] ? u : s->up[i];
        }
        s->bucket[s->up[i]] = 0;
    }
    for (i = 2; i <= count; i++)
        if (s->above[i] != s->semi[i]) s->above[i] = s->above[s->above[i]];
}

static spvm_tree *spvmi_tree_of(const spvmi_graph *g, uint32_t node) {
    spvm_block *b = spvmi_block(g, node);
    if (g->backward) return g->structural ? &b->structural_post : &b->postdominator;
    return g->structural ? &b->structural : &b->dominator;
}

/* The tree of a graph, with preorder numbers: a dominator's number in depth first order is below
   those of what it dominates. `semi` counts what is below, `label` is the next free number. */
static void spvmi_tree(spvm_module *m, const spvm_function *f, int backward, int structural) {
    spvmi_graph g;
    struct spvmi_scratch *s = m->scratch;
    uint32_t i, count, root = backward ? f->block_count : 0;
    g.m = m;
    g.f = f;
    g.backward = backward;
    g.structural = structural;
    count = spvmi_number(&g, root);
    spvmi_dominators(&g, count);
    for (i = 1; i <= count; i++) s->semi[i] = 1;
    for (i = count; i > 1; i--) s->semi[s->above[i]] += s->semi[i];
    s->label[1] = 1;
    for (i = 1; i <= count; i++) {
        uint32_t above = s->above[i], first = i == 1 ? 0 : s->label[above];
        spvm_tree *t;
        if (i > 1) s->label[above] += s->semi[i];
        s->label[i] = first + 1;
        if (s->vertex[i] == f->block_count) continue;
        t = spvmi_tree_of(&g, s->vertex[i]);
        t->first = first;
        t->last = first + s->semi[i] - 1;
        t->parent = i == 1 || s->vertex[above] == f->block_count
                        ? SPVM_NONE
                        : f->first_block + s->vertex[above];
    }
}

/* The structured order: reverse postorder of a walk over the structured graph that goes to merge
   blocks first, then to continue targets, then to the targets from the last to the first. */
static void spvmi_order(spvm_module *m, spvm_function *f) {
    struct spvmi_scratch *s = m->scratch;
    uint32_t i, k, depth = 1, done = f->block_count, to;
    spvmi_graph g;
    int more;
    g.m = m;
    g.f = f;
    g.backward = 0;
    g.structural = 1;
    for (i = 0; i < f->block_count; i++) s->number[i] = s->next[i] = 0;
    s->stack[0] = 0;
    s->number[0] = 1;
    while (depth > 0) {
        uint32_t node = s->stack[depth - 1], count = spvmi_block(&g, node)->successor_count;
        k = s->next[node]++;
        if (k >= count + 2) {
            m->order[f->first_block + --done] = f->first_block + node;
            depth--;
            continue;
        }
        to = spvmi_neighbour(&g, node, k < 2 ? k : count + 3 - k, 0, &more);
        if (to == SPVM_NONE || s->number[to] != 0) continue;
        s->number[to] = 1;
        s->stack[depth++] = to;
    }
    f->order_count = f->block_count - done;
    for (i = 0; i < f->order_count; i++) {
        spvm_block_ref b = m->order[f->first_block + done + i];
        m->order[f->first_block + i] = b;
        m->blocks[b].order = i;
    }
}

/* Whose merge block and continue target each block is. */
static int spvmi_headers(spvm_module *m) {
    struct spvmi_scratch *s = m->scratch;
    spvm_block_ref b;
    for (b = 0; b < m->block_count; b++) s->merge_of[b] = s->continue_of[b] = SPVM_NONE;
    for (b = 0; b < m->block_count; b++) {
        const spvm_block *block = &m->blocks[b];
        if (block->merge == SPVM_NONE) continue;
        if (s->merge_of[block->merge_block] != SPVM_NONE)
            return spvmi_fail(m, SPVM_RULE_MERGE_SHARED, block->merge,
                              m->blocks[block->merge_block].label);
        s->merge_of[block->merge_block] = b;
        if (block->continue_block == SPVM_NONE) continue;
        if (s->continue_of[block->continue_block] != SPVM_NONE
            || block->continue_block == block->merge_block)
            return spvmi_fail(m, SPVM_RULE_CONTINUE_SHARED, block->merge,
                              m->blocks[block->continue_block].label);
        s->continue_of[block->continue_block] = b;
    }
    return 1;
}

static int spvmi_trees(spvm_module *m) {
    spvm_function_ref f;
    if (!spvmi_headers(m)) return 0;
    for (f = 0; f < m->function_count; f++) {
        spvm_function *function = &m->functions[f];
        if (function->block_count == 0) continue;
        spvmi_order(m, function);
        spvmi_tree(m, function, 0, 0);
        spvmi_tree(m, function, 0, 1);
        spvmi_tree(m, function, 1, 0);
        spvmi_tree(m, function, 1, 1);
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>constructs  [11]  trees -> constructs, kinds of edges
   Along the structured order, in which a block stands behind its structural dominator. There is an
   edge from a header to its merge block, so if it dominates that at all, it does so immediately: a
   merge block lies where its header lies, a continue target in a CONTINUE, a switch's target in a
   CASE, and any other block where its dominator, or the construct that this opens, is. So each
   block's construct is found in a step, and what remains is to judge the edges. */

static spvm_construct_ref spvmi_open(spvm_module *m, spvm_construct_kind kind,
                                     spvm_construct_ref parent, spvm_block_ref header,
                                     spvm_block_ref merge) {
    spvm_construct_ref at = m->construct_count++;
    spvm_construct *c = &m->constructs[at];
    c->kind = kind;
    c->parent = parent;
    c->header = header;
    c->merge = merge;
    c->continue_target = c->back_edge = c->fall = SPVM_NONE;
    c->loop = parent == SPVM_NONE ? SPVM_NONE : m->constructs[parent].loop;
    c->breaks = parent == SPVM_NONE ? SPVM_NONE : m->constructs[parent].breaks;
    if (kind == SPVM_LOOP) c->loop = at;
    if (kind == SPVM_LOOP || kind == SPVM_SWITCH) c->breaks = at;
    return at;
}

/* The innermost construct that a block's header, its dominator, is at the head of or in. */
static spvm_construct_ref spvmi_inside(const spvm_block *b) {
    return b->opens != SPVM_NONE ? b->opens : b->construct;
}

static int spvmi_is_successor(const spvm_module *m, const spvm_block *b, spvm_block_ref from) {
    uint32_t k;
    for (k = 0; k < b->predecessor_count; k++)
        if (m->edges[m->predecessors[b->first_predecessor + k]].from == from) return 1;
    return 0;
}

/* Finds the construct that a block lies in. */
static int spvmi_enclose(spvm_module *m, spvm_block_ref at) {
    spvm_block *b = &m->blocks[at];
    const spvm_block *header;
    spvm_block_ref up = b->structural.parent, merge = m->scratch->merge_of[at];
    spvm_block_ref loop = m->scratch->continue_of[at];
    if (up == SPVM_NONE) return 1;
    if (merge != SPVM_NONE && m->blocks[merge].order != SPVM_NONE) {
        if (up != merge)
            return spvmi_fail(m, SPVM_RULE_MERGE_DOMINANCE, m->blocks[merge].merge, b->label);
        b->construct = m->blocks[merge].construct;
        return 1;
    }
    if (loop != SPVM_NONE && loop != at && m->blocks[loop].order != SPVM_NONE) {
        spvm_construct_ref parent = m->blocks[loop].opens;
        if (up != loop)
            return spvmi_fail(m, SPVM_RULE_CONTINUE_DOMINANCE, m->blocks[loop].merge, b->label);
        b->construct = spvmi_open(m, SPVM_CONTINUE, parent, at, m->blocks[loop].merge_block);
        m->constructs[b->construct].continue_target = at;
        return 1;
    }
    header = &m->blocks[up];
    b->construct = spvmi_inside(header);
    if (header->opens != SPVM_NONE && m->constructs[header->opens].kind == SPVM_SWITCH
        && spvmi_is_successor(m, b, up))
        b->construct = spvmi_open(m, SPVM_CASE, header->opens, at, header->merge_block);
    return 1;
}

static void spvmi_open_merge(spvm_module *m, spvm_block_ref at) {
    spvm_block *b = &m->blocks[at];
    spvm_construct_kind kind = SPVM_SELECTION;
    if (b->merge == SPVM_NONE) return;
    if (b->continue_block != SPVM_NONE) kind = SPVM_LOOP;
    else if (m->insts[b->last].opcode == SPVM_OpSwitch) kind = SPVM_SWITCH;
    b->opens = spvmi_open(m, kind, b->construct, at, b->merge_block);
    m->constructs[b->opens].continue_target = b->continue_block;
}

/* An edge to a block at or before this one in the structured order. */
static int spvmi_back_edge(spvm_module *m, spvm_edge *e) {
    const spvm_block *to = &m->blocks[e->to], *from = &m->blocks[e->from];
    spvm_construct *loop;
    if (to->opens == SPVM_NONE || m->constructs[to->opens].kind != SPVM_LOOP)
        return spvmi_fail(m, SPVM_RULE_BACK_EDGE, from->last, to->label);
    loop = &m->constructs[to->opens];
    if (loop->back_edge != SPVM_NONE
        || !spvm_above(&m->blocks[to->continue_block].structural, &from->structural))
        return spvmi_fail(m, SPVM_RULE_BACK_EDGES, from->last, to->label);
    if (!spvm_above(&from->structural_post, &m->blocks[to->continue_block].structural_post))
        return spvmi_fail(m, SPVM_RULE_CONTINUE_AFTER, from->last, to->label);
    loop->back_edge = e->from;
    if (to->continue_block != e->to)
        m->constructs[m->blocks[to->continue_block].construct].back_edge = e->from;
    e->kind = SPVM_EDGE_BACK;
    e->construct = to->opens;
    return 1;
}

static int spvmi_set_kind_of(spvm_edge *e, spvm_edge_kind kind, spvm_construct_ref construct) {
    e->kind = kind;
    e->construct = construct;
    return 1;
}

/* An edge to a case: from its switch, or from another case of it. */
static int spvmi_to_case(spvm_module *m, spvm_edge *e, spvm_construct_ref inside,
                         spvm_construct_ref to) {
    spvm_construct *from = &m->constructs[inside];
    if (inside == m->constructs[to].parent)
        return spvmi_set_kind_of(e, SPVM_EDGE_CASE, to);
    if (from->kind != SPVM_CASE || from->parent != m->constructs[to].parent)
        return spvmi_fail(m, SPVM_RULE_CONSTRUCT_EXIT, m->blocks[e->from].last,
                          m->blocks[e->to].label);
    if ((from->fall != SPVM_NONE && from->fall != to)
        || (m->scratch->marks[e->to] != 0 && m->scratch->marks[e->to] != inside + 1))
        return spvmi_fail(m, SPVM_RULE_CASE_FALL, m->blocks[e->from].last,
                          m->blocks[e->to].label);
    m->scratch->marks[e->to] = inside + 1;
    from->fall = to;
    return spvmi_set_kind_of(e, SPVM_EDGE_FALL, to);
}

/* Says what an edge is. marks of a case's block: the case that falls into it, + 1. */
static int spvmi_judge(spvm_module *m, spvm_edge *e) {
    const spvm_block *to = &m->blocks[e->to], *from = &m->blocks[e->from];
    spvm_construct_ref inside = spvmi_inside(from), breaks;
    const spvm_construct *c, *loop;
    if (to->order <= from->order) return spvmi_back_edge(m, e);
    if (inside != SPVM_NONE) {
        c = &m->constructs[inside];
        breaks = c->breaks;
        loop = c->loop == SPVM_NONE ? NULL : &m->constructs[c->loop];
        if (loop != NULL && loop->merge == e->to)
            return spvmi_set_kind_of(e, SPVM_EDGE_BREAK, c->loop);
        if (loop != NULL && loop->continue_target == e->to)
            return spvmi_set_kind_of(e, SPVM_EDGE_CONTINUE, c->loop);
        if (breaks != SPVM_NONE && m->constructs[breaks].merge == e->to)
            return spvmi_set_kind_of(e, SPVM_EDGE_SWITCH_BREAK, breaks);
        if (c->kind == SPVM_SELECTION && c->merge == e->to)
            return spvmi_set_kind_of(e, SPVM_EDGE_MERGE, inside);
    }
    if (to->construct != SPVM_NONE && inside != SPVM_NONE
        && m->constructs[to->construct].kind == SPVM_CASE
        && m->constructs[to->construct].header == e->to)
        return spvmi_to_case(m, e, inside, to->construct);
    if (to->construct == inside) return spvmi_set_kind_of(e, SPVM_EDGE_INTO, SPVM_NONE);
    return spvmi_fail(m, inside == SPVM_NONE || spvm_is_in(m, inside, e->to)
                             ? SPVM_RULE_CONSTRUCT_ENTRY
                             : SPVM_RULE_CONSTRUCT_EXIT,
                      from->last, to->label);
}

/* Judges the edges of a block; without a merge instruction one of them may stay in the
   construct. */
static int spvmi_judge_block(spvm_module *m, spvm_block_ref at) {
    const spvm_block *b = &m->blocks[at];
    uint32_t k, stay = 0;
    for (k = 0; k < b->successor_count; k++) {
        spvm_edge *e = &m->edges[b->first_successor + k];
        if (!spvmi_judge(m, e)) return 0;
        stay += e->kind == SPVM_EDGE_INTO;
        if (b->opens != SPVM_NONE && m->constructs[b->opens].kind == SPVM_SWITCH
            && e->kind != SPVM_EDGE_CASE && e->kind != SPVM_EDGE_SWITCH_BREAK)
            return spvmi_fail(m, SPVM_RULE_CASE_DOMINANCE, b->last, m->blocks[e->to].label);
    }
    if (b->merge == SPVM_NONE && stay > 1)
        return spvmi_fail(m, SPVM_RULE_MERGE_MISSING, b->last, b->label);
    return 1;
}

/* The block that begins a case of a switch; NONE: it is a way out. */
static spvm_block_ref spvmi_case_block(const spvm_module *m, spvm_construct_ref at, spvm_id label) {
    spvm_block_ref block = m->ids[label].row;
    spvm_construct_ref c = m->blocks[block].construct;
    if (c == SPVM_NONE || m->constructs[c].kind != SPVM_CASE || m->constructs[c].parent != at
        || m->constructs[c].header != block)
        return SPVM_NONE;
    return block;
}

/* Notes in `next` which case follows each one in the list of a switch: the last time that it stands
   there; SPVM_NONE if it is the default alone. The others are 0 or block + 1. */
static void spvmi_list_cases(spvm_module *m, spvm_construct_ref at) {
    const spvm_inst *inst = &m->insts[m->blocks[m->constructs[at].header].last];
    uint32_t *next = m->scratch->next;
    spvm_block_ref before = SPVM_NONE, block;
    spvm_cursor c;
    for (c.word = 0; spvm_next_operand(m, inst, &c);) {
        if (!c.is_id || c.word < inst->word + 2) continue;
        block = spvmi_case_block(m, at, m->words[c.word]);
        if (block != SPVM_NONE) next[block] = c.word == inst->word + 2 ? SPVM_NONE : 0;
        if (before != SPVM_NONE) next[before] = block == SPVM_NONE ? 0 : block + 1;
        before = c.word == inst->word + 2 ? SPVM_NONE : block;
    }
}

/* A case that goes on into another, maybe through the default, stands right before it. */
static int spvmi_case_order(spvm_module *m, const spvm_function *f) {
    const spvm_construct *constructs = m->constructs;
    const uint32_t *next = m->scratch->next;
    spvm_construct_ref i, to, end = f->first_construct + f->construct_count;
    for (i = f->first_construct; i < end; i++)
        if (constructs[i].kind == SPVM_SWITCH) spvmi_list_cases(m, i);
    for (i = f->first_construct; i < end; i++) {
        to = constructs[i].fall;
        if (to != SPVM_NONE && next[constructs[to].header] == SPVM_NONE) to = constructs[to].fall;
        if (to == SPVM_NONE || next[constructs[i].header] == SPVM_NONE) continue;
        if (next[constructs[i].header] != constructs[to].header + 1)
            return spvmi_fail(m, SPVM_RULE_CASE_ORDER,
                              m->blocks[constructs[constructs[i].parent].header].last,
                              m->blocks[constructs[to].header].label);
    }
    return 1;
}

static int spvmi_constructs_of(spvm_module *m, spvm_function *f) {
    const spvm_block_ref *order = m->order + f->first_block;
    uint32_t i;
    f->first_construct = m->construct_count;
    for (i = 0; i < f->order_count; i++) {
        if (!spvmi_enclose(m, order[i])) return 0;
        spvmi_open_merge(m, order[i]);
    }
    f->construct_count = m->construct_count - f->first_construct;
    for (i = 0; i < f->order_count; i++)
        if (!spvmi_judge_block(m, order[i])) return 0;
    for (i = f->first_construct; i < m->construct_count; i++)
        if (m->constructs[i].kind == SPVM_LOOP && m->constructs[i].back_edge == SPVM_NONE)
            return spvmi_fail(m, SPVM_RULE_BACK_EDGES,
                              m->blocks[m->constructs[i].header].merge,
                              m->blocks[m->constructs[i].header].label);
    return spvmi_case_order(m, f);
}

static int spvmi_constructs(spvm_module *m) {
    uint32_t i;
    for (i = 0; i < m->block_count; i++) m->scratch->marks[i] = 0;
    for (i = 0; i < m->function_count; i++)
        if (!spvmi_constructs_of(m, &m->functions[i])) return 0;
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>uses  [12]  ids -> where they are used; pointers -> objects */

/* Whether a value is there at the end of a block, or at an instruction of it. */
static int spvmi_is_there(const spvm_module *m, const spvm_inst *def, spvm_block_ref block) {
    const spvm_block *b = &m->blocks[block];
    if (b->dominator.first == SPVM_NONE || def->block == block) return 1;
    return m->blocks[def->block].dominator.first != SPVM_NONE
           && spvm_above(&m->blocks[def->block].dominator, &b->dominator);
}

/* Whether an instruction of a block may name what is no value, at this word. */
static int spvmi_names_other(const spvm_module *m, const spvm_inst *inst, uint32_t word) {
    spvm_id_kind kind = (spvm_id_kind)m->ids[m->words[inst->word + word]].kind;
    switch (inst->opcode) {
    case SPVM_OpPhi: return kind == SPVM_ID_LABEL && word % 2 == 0;
    case SPVM_OpBranch:
    case SPVM_OpSelectionMerge:
    case SPVM_OpLoopMerge: return 1; /* looked at with the edges */
    case SPVM_OpBranchConditional:
    case SPVM_OpSwitch: return word > 1;
    case SPVM_OpFunctionCall: return word == 3;
    case SPVM_OpLine: return kind == SPVM_ID_STRING;
    case SPVM_OpExtInst:
        return word == 3 || spvm_set_of(m, inst) == SPVM_SET_SHADER_DEBUG
               || spvm_set_of(m, inst) == SPVM_SET_NON_SEMANTIC;
    case SPVM_OpCooperativeMatrixLengthNV: return kind == SPVM_ID_TYPE;
    default: return !m->is_structured; /* kernels have functions as operands */
    }
}

static int spvmi_is_value(const spvm_module *m, spvm_id id) {
    spvm_id_kind kind = (spvm_id_kind)m->ids[id].kind;
    return kind == SPVM_ID_CONSTANT || kind == SPVM_ID_VARIABLE || kind == SPVM_ID_PARAMETER
           || kind == SPVM_ID_VALUE;
}

/* Checks the use of what a function defines: in the same function, where it is dominated. What is
   no value may be named in some places alone. */
static int spvmi_check_use(spvm_module *m, spvm_inst_ref at, uint32_t word) {
    const spvm_inst *inst = &m->insts[at];
    spvm_id id = m->words[inst->word + word];
    const spvm_inst *def = &m->insts[m->ids[id].def];
    spvm_block_ref block = inst->block;
    spvm_function_ref f;
    if (block == SPVM_NONE) return 1;
    if (word == 1 && inst->type != 0) return 1;
    if (!spvmi_is_value(m, id)) {
        if (spvmi_names_other(m, inst, word)) return 1;
        return spvmi_fail(m, SPVM_RULE_ID_KIND, at, id);
    }
    if (m->ids[id].kind == SPVM_ID_PARAMETER) {
        f = m->blocks[block].function;
        if (m->ids[id].def > m->functions[f].first && m->ids[id].def < m->functions[f].last)
            return 1;
        return spvmi_fail(m, SPVM_RULE_ID_FUNCTION, at, id);
    }
    if (def->block == SPVM_NONE) return 1;
    if (m->blocks[def->block].function != m->blocks[block].function)
        return spvmi_fail(m, SPVM_RULE_ID_FUNCTION, at, id);
    if (inst->opcode == SPVM_OpPhi) block = spvm_block_of(m, m->words[inst->word + word + 1]);
    return spvmi_is_there(m, def, block) ? 1 : spvmi_fail(m, SPVM_RULE_ID_DOMINANCE, at, id);
}

/* What a pointer points into: that of what it is made from. Bases stand before what is made of
   them. */
static void spvmi_object(spvm_module *m, spvm_inst_ref at) {
    const spvm_inst *inst = &m->insts[at];
    if (inst->result == 0) return;
    switch (inst->opcode) {
    case SPVM_OpVariable: m->ids[inst->result].object = inst->result; return;
    case SPVM_OpFunctionParameter:
        if (spvmi_type_opcode(m, inst->type) == SPVM_OpTypePointer)
            m->ids[inst->result].object = inst->result;
        return;
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpPtrAccessChain:
    case SPVM_OpInBoundsPtrAccessChain:
    case SPVM_OpImageTexelPointer:
    case SPVM_OpCopyObject:
        m->ids[inst->result].object = m->ids[spvmi_word(m, at, 3)].object;
        return;
    default: return;
    }
}

static int spvmi_uses(spvm_module *m) {
    spvm_inst_ref i;
    uint32_t k;
    for (k = 0; k < m->bound; k++) {
        m->ids[k].first_use = m->use_count;
        m->use_count += m->ids[k].use_count;
        m->ids[k].use_count = 0;
    }
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        for (k = 0; (k = spvm_next_id(m, inst, k)) != 0;) {
            spvm_id_row *id = &m->ids[m->words[inst->word + k]];
            if (!spvmi_check_use(m, i, k)) return 0;
            m->uses[id->first_use + id->use_count].inst = i;
            m->uses[id->first_use + id->use_count++].word = inst->word + k;
        }
        spvmi_object(m, i);
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>driver  [13]  the public functions */

const spvm_inst *spvm_def(const spvm_module *m, spvm_id id) {
    if (id >= m->bound || m->ids[id].def == SPVM_NONE) return NULL;
    return &m->insts[m->ids[id].def];
}

spvm_id_kind spvm_kind(const spvm_module *m, spvm_id id) {
    return id < m->bound ? (spvm_id_kind)m->ids[id].kind : SPVM_ID_NONE;
}

const spvm_type *spvm_type_of(const spvm_module *m, spvm_id id) {
    if (id >= m->bound || m->ids[id].def == SPVM_NONE) return NULL;
    if (m->ids[id].kind != SPVM_ID_TYPE) id = m->insts[m->ids[id].def].type;
    return id == 0 ? NULL : &m->types[m->ids[id].row];
}

const spvm_constant *spvm_constant_of(const spvm_module *m, spvm_id id) {
    if (spvm_kind(m, id) != SPVM_ID_CONSTANT) return NULL;
    return &m->constants[m->ids[id].row];
}

const spvm_function *spvm_function_of(const spvm_module *m, spvm_id id) {
    if (spvm_kind(m, id) != SPVM_ID_FUNCTION) return NULL;
    return &m->functions[m->ids[id].row];
}

spvm_block_ref spvm_block_of(const spvm_module *m, spvm_id label) {
    return spvm_kind(m, label) == SPVM_ID_LABEL ? m->ids[label].row : SPVM_NONE;
}

int spvm_value(const spvm_module *m, spvm_id id, uint64_t *bits) {
    const spvm_constant *c = spvm_constant_of(m, id);
    const spvm_type *t = c == NULL ? NULL : spvm_type_of(m, c->type);
    if (c == NULL || !c->is_known || t->opcode == SPVM_OpTypeFloat) return 0;
    *bits = c->bits;
    return 1;
}

uint32_t spvm_operand(const spvm_module *m, const spvm_inst *inst, uint32_t i) {
    return i < inst->length ? m->words[inst->word + i] : 0;
}

const spvm_member *spvm_member_of(const spvm_module *m, spvm_id type, uint32_t member) {
    const spvm_type *t = spvm_type_of(m, type);
    if (t == NULL || t->opcode != SPVM_OpTypeStruct || member >= t->count) return NULL;
    return &m->members[t->first_member + member];
}

const spvm_decoration *spvm_find_decoration(const spvm_module *m, spvm_id id, uint32_t member,
                                            uint32_t decoration) {
    uint32_t first, count, k;
    if (id >= m->bound) return NULL;
    if (member == SPVM_NONE) {
        first = m->ids[id].first_decoration;
        count = m->ids[id].decoration_count;
    } else {
        const spvm_member *row = spvm_member_of(m, id, member);
        if (row == NULL) return NULL;
        first = row->first_decoration;
        count = row->decoration_count;
    }
    for (k = first; k < first + count; k++)
        if (m->decorations[k].decoration == decoration) return &m->decorations[k];
    return NULL;
}

const spvm_mode *spvm_find_mode(const spvm_module *m, const spvm_entry *entry, uint32_t mode) {
    uint32_t k;
    for (k = entry->first_mode; k < entry->first_mode + entry->mode_count; k++)
        if (m->modes[k].mode == mode) return &m->modes[k];
    return NULL;
}

int spvm_has_capability(const spvm_module *m, uint32_t capability) {
    uint32_t k;
    for (k = 0; k < m->capability_count; k++)
        if (m->capabilities[k] == capability) return 1;
    return 0;
}

unsigned char spvm_byte(const spvm_module *m, spvm_text text, uint32_t i) {
    if (i >= text.size) return 0;
    return (unsigned char)(m->words[text.word + i / 4] >> 8 * (i % 4) & 0xFFu);
}

int spvm_is_text(const spvm_module *m, spvm_text text, const char *string) {
    uint32_t i;
    for (i = 0; i < text.size && string[i] != 0; i++)
        if (spvm_byte(m, text, i) != (unsigned char)string[i]) return 0;
    return i == text.size && string[i] == 0;
}

size_t spvm_copy_text(const spvm_module *m, spvm_text text, char *buffer, size_t size) {
    size_t i;
    for (i = 0; i + 1 < size && i < text.size; i++)
        buffer[i] = (char)spvm_byte(m, text, (uint32_t)i);
    if (size > 0) buffer[i] = 0;
    return text.size;
}

spvm_text spvm_text_at(const spvm_module *m, const spvm_inst *inst, uint32_t i) {
    spvm_text text = {0, 0};
    uint32_t end = (inst->length - i) * 4;
    if (i >= inst->length) return text;
    text.word = inst->word + i;
    for (text.size = end, end = 0; spvm_byte(m, text, end) != 0;) end++;
    text.size = end;
    return text;
}

spvm_line_ref spvm_line_of(const spvm_module *m, spvm_inst_ref i) {
    uint32_t steps;
    for (steps = 0; steps < 64 && i != SPVM_NONE; steps++) {
        const spvm_inst *inst = &m->insts[i];
        if (inst->line != SPVM_NONE) return inst->line;
        if (inst->block == SPVM_NONE || spvmi_ends_line(m, i)) break;
        if (inst->opcode != SPVM_OpLabel) i--;
        else {
            i = m->blocks[inst->block].dominator.parent;
            if (i != SPVM_NONE) i = m->blocks[i].last;
        }
    }
    return SPVM_NONE;
}

int spvm_above(const spvm_tree *a, const spvm_tree *b) {
    return a->first != SPVM_NONE && a->first <= b->first && b->first <= a->last;
}

int spvm_is_in(const spvm_module *m, spvm_construct_ref construct, spvm_block_ref block) {
    const spvm_construct *c = &m->constructs[construct];
    const spvm_block *b = &m->blocks[block];
    return b->order != SPVM_NONE && spvm_above(&m->blocks[c->header].structural, &b->structural)
           && !spvm_above(&m->blocks[c->merge].structural, &b->structural);
}

/* The text behind the zero of another one. */
static const char *spvmi_behind(const char *text) {
    while (*text != 0) text++;
    return text + 1;
}

void spvm_unpack(const char *packed, const char *pairs, uint32_t n, char *to) {
    unsigned char stack[SPVM_NAME_SIZE];
    uint32_t depth, c;
    for (; n > 0; n--) packed = spvmi_behind(packed);
    for (; *packed != 0; packed++) {
        stack[0] = (unsigned char)*packed;
        for (depth = 1; depth > 0;) {
            c = stack[--depth];
            if ((c >= 32 && c < 128) || c == '\n') {
                *to++ = (char)c;
                continue;
            }
            stack[depth++] = (unsigned char)pairs[2 * (c ^ 128) + 1];
            stack[depth++] = (unsigned char)pairs[2 * (c ^ 128)];
        }
    }
    *to = 0;
}

const char *spvm_opcode_name(uint32_t opcode, char *buffer) {
    uint32_t i, n = 0;
    if (spvmi_row_of(opcode) == SPVMI_OF_NO_OPCODE) return NULL;
    if (opcode < spvmi_more_rows[0].opcode) {
        for (i = 0; i < opcode; i++) n += spvmi_row_of(i) != SPVMI_OF_NO_OPCODE;
        spvm_unpack(SPVM_CORE_NAMES, SPVM_NAME_PAIRS, n, buffer);
    } else {
        while (spvmi_more_rows[n].opcode != opcode) n++;
        spvm_unpack(SPVM_MORE_NAMES, SPVM_NAME_PAIRS, n, buffer);
    }
    return buffer;
}

const char *spvm_glsl_name(uint32_t instruction, char *buffer) {
    if (instruction == 0 || instruction >= SPVM_GLSL_LIMIT) return NULL;
    spvm_unpack(SPVM_GLSL_NAMES, SPVM_NAME_PAIRS, instruction - 1, buffer); /* without gaps */
    return buffer;
}

size_t spvm_memory(const uint32_t *words, size_t count) {
    spvmi_counts c;
    spvm_module m;
    size_t at;
    if (spvmi_count(words, count, &c, &at) != SPVM_RULE_NONE) return 0;
    return spvmi_lay_out(&m, &c, NULL);
}

static void spvmi_clear(spvm_module *m) {
    size_t i;
    for (i = 0; i < sizeof *m; i++) ((unsigned char *)m)[i] = 0;
    m->source = SPVM_NONE;
    spvmi_set_rule(m, SPVM_RULE_NONE);
    m->error.inst = SPVM_NONE;
}

static void spvmi_swap_words(spvm_module *m, const uint32_t *words) {
    uint32_t i;
    for (i = 0; i < m->word_count; i++) m->scratch->copy[i] = spvmi_swap(words[i]);
    m->words = m->scratch->copy;
}

static int spvmi_passes(spvm_module *m) {
    if (!spvmi_index(m)) return 0;
    spvmi_sets(m);
    if (!spvmi_check_operands(m)) return 0;
    spvmi_types(m);
    if (!spvmi_decorations(m) || !spvmi_values(m) || !spvmi_annotations(m)) return 0;
    spvmi_lines(m);
    if (!spvmi_functions(m) || !spvmi_modes(m) || !spvmi_calls(m) || !spvmi_order_calls(m)
        || !spvmi_edges(m) || !spvmi_phis(m) || !spvmi_trees(m))
        return 0;
    if (m->is_structured && !spvmi_constructs(m)) return 0;
    return spvmi_uses(m);
}

spvm_status spvm_load(spvm_module *m, const spvm_options *options, const uint32_t *words,
                      size_t count, void *memory, size_t size) {
    spvmi_counts c;
    spvm_rule rule;
    size_t at, skip = (8 - (size_t)((uintptr_t)memory % 8)) % 8;
    spvmi_clear(m);
    rule = spvmi_count(words, count, &c, &at);
    if (rule != SPVM_RULE_NONE) {
        spvmi_fail_at(m, rule, SPVM_NONE, (spvm_word_ref)at, 0);
        return m->error.status;
    }
    m->needed = spvmi_lay_out(m, &c, NULL);
    if (memory == NULL || size < m->needed) {
        spvmi_fail_at(m, SPVM_RULE_MEMORY, SPVM_NONE, 0, 0);
        return m->error.status;
    }
    m->words = words;
    m->word_count = c.words;
    m->bound = c.bound;
    m->is_swapped = (int)c.is_swapped;
    spvmi_lay_out(m, &c, (char *)memory + skip);
    if (c.is_swapped) spvmi_swap_words(m, words);
    m->scratch->options = options;
    m->scratch->decoration_room = c.decorations;
    m->version = m->words[1];
    m->generator = m->words[2];
    if (!spvmi_passes(m)) return m->error.status;
    return SPVM_OK;
}

#undef SPVMI_CALLED
#ifdef SPVMI_SMALL
#undef SPVMI_SMALL
#pragma GCC pop_options
#endif
#endif /* SPV_MODULE_IMPLEMENTATION */
