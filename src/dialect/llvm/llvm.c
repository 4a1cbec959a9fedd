// llvm: the tables of ops and enums.

#include "dialect/llvm/llvm.h"

#include "asm/parser.h"
#include "dialect/llvm/llvm_hooks.h"

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)

// Enums without an attribute name are integers in the generic form.
const tern_enum_row_t tern_llvm_enums[] = {
    [TERN_LLVM_ENUM_LINKAGE] = {.name = "llvm.linkage",
                                .attr_name = "llvm.linkage",
                                .storage_width = 64,
                                CASES({"external", TERN_LLVM_LINKAGE_EXTERNAL},
                                      {"available_externally", TERN_LLVM_LINKAGE_AVAILABLE_EXTERNALLY},
                                      {"linkonce", TERN_LLVM_LINKAGE_LINKONCE},
                                      {"linkonce_odr", TERN_LLVM_LINKAGE_LINKONCE_ODR},
                                      {"weak", TERN_LLVM_LINKAGE_WEAK}, {"weak_odr", TERN_LLVM_LINKAGE_WEAK_ODR},
                                      {"appending", TERN_LLVM_LINKAGE_APPENDING},
                                      {"internal", TERN_LLVM_LINKAGE_INTERNAL}, {"private", TERN_LLVM_LINKAGE_PRIVATE},
                                      {"extern_weak", TERN_LLVM_LINKAGE_EXTERN_WEAK},
                                      {"common", TERN_LLVM_LINKAGE_COMMON})},
    // The numbers are LLVM's own (llvm::CallingConv).
    [TERN_LLVM_ENUM_CCONV] =
        {.name = "llvm.cconv",
         .attr_name = "llvm.cconv",
         .class_name = "CConv",
         .attr_class_name = "CConvAttr",
         .attr_param_name = "CallingConv",
         .title = "Calling Conventions",
         .storage_width = 64,
         CASES({"ccc", 0}, {"fastcc", 8}, {"coldcc", 9}, {"cc_10", 10}, {"cc_11", 11}, {"anyregcc", 13},
               {"preserve_mostcc", 14}, {"preserve_allcc", 15}, {"swiftcc", 16}, {"cxx_fast_tlscc", 17}, {"tailcc", 18},
               {"cfguard_checkcc", 19}, {"swifttailcc", 20}, {"x86_stdcallcc", 64}, {"x86_fastcallcc", 65},
               {"arm_apcscc", 66}, {"arm_aapcscc", 67}, {"arm_aapcs_vfpcc", 68}, {"msp430_intrcc", 69},
               {"x86_thiscallcc", 70}, {"ptx_kernelcc", 71}, {"ptx_devicecc", 72}, {"spir_funccc", 75},
               {"spir_kernelcc", 76}, {"intel_ocl_bicc", 77}, {"x86_64_sysvcc", 78}, {"win64cc", 79},
               {"x86_vectorcallcc", 80}, {"hhvmcc", 81}, {"hhvm_ccc", 82}, {"x86_intrcc", 83}, {"avr_intrcc", 84},
               {"avr_builtincc", 86}, {"amdgpu_vscc", 87}, {"amdgpu_gscc", 88}, {"amdgpu_cscc", 90},
               {"amdgpu_kernelcc", 91}, {"x86_regcallcc", 92}, {"amdgpu_hscc", 93}, {"msp430_builtincc", 94},
               {"amdgpu_lscc", 95}, {"amdgpu_escc", 96}, {"aarch64_vectorcallcc", 97}, {"aarch64_sve_vectorcallcc", 98},
               {"wasm_emscripten_invokecc", 99}, {"amdgpu_gfxcc", 100}, {"m68k_intrcc", 101})},
    [TERN_LLVM_ENUM_TAIL_CALL_KIND] = {.name = "llvm.tailcallkind",
                                       .attr_name = "llvm.tailcallkind",
                                       .storage_width = 64,
                                       CASES({"none", 0}, {"tail", 1}, {"musttail", 2}, {"notail", 3})},
    // The bits are those of arith.fastmath, so that conversions copy the number; the order is upstream's.
    [TERN_LLVM_ENUM_FASTMATH] = {.name = "llvm.fastmath",
                                 .attr_name = "llvm.fastmath",
                                 .storage_width = 32,
                                 .is_bit_enum = true,
                                 .bit_separator = ", ",
                                 CASES({"none", 0}, {"fast", 127}, {"nnan", 2}, {"ninf", 4}, {"nsz", 8}, {"arcp", 16},
                                       {"contract", 32}, {"afn", 64}, {"reassoc", 1})},
    [TERN_LLVM_ENUM_OVERFLOW] = {.name = "llvm.overflow",
                                 .storage_width = 32,
                                 .is_bit_enum = true,
                                 .bit_separator = ", ",
                                 CASES({"none", 0}, {"nsw", 1}, {"nuw", 2})},
    [TERN_LLVM_ENUM_GEP_NO_WRAP] = {.name = "llvm.gep_no_wrap",
                                    .storage_width = 32,
                                    .is_bit_enum = true,
                                    .bit_separator = "|",
                                    CASES({"none", 0}, {"inbounds", 3}, {"inbounds_flag", 1}, {"nusw", 2}, {"nuw", 4})},
    [TERN_LLVM_ENUM_VISIBILITY] = {.name = "llvm.visibility",
                                   .storage_width = 64,
                                   CASES({"default", 0}, {"hidden", 1}, {"protected", 2})},
    [TERN_LLVM_ENUM_UNNAMED_ADDR] = {.name = "llvm.unnamed_addr",
                                     .storage_width = 64,
                                     CASES({"none", 0}, {"local_unnamed_addr", 1}, {"unnamed_addr", 2})},
    [TERN_LLVM_ENUM_ICMP_PREDICATE] = {.name = "llvm.icmp_predicate",
                                       .storage_width = 64,
                                       CASES({"eq", 0}, {"ne", 1}, {"slt", 2}, {"sle", 3}, {"sgt", 4}, {"sge", 5},
                                             {"ult", 6}, {"ule", 7}, {"ugt", 8}, {"uge", 9})},
    [TERN_LLVM_ENUM_FCMP_PREDICATE] = {.name = "llvm.fcmp_predicate",
                                       .storage_width = 64,
                                       CASES({"_false", 0}, {"oeq", 1}, {"ogt", 2}, {"oge", 3}, {"olt", 4}, {"ole", 5},
                                             {"one", 6}, {"ord", 7}, {"ueq", 8}, {"ugt", 9}, {"uge", 10}, {"ult", 11},
                                             {"ule", 12}, {"une", 13}, {"uno", 14}, {"_true", 15})},
    [TERN_LLVM_ENUM_ATOMIC_ORDERING] =
        {.name = "llvm.atomic_ordering",
         .storage_width = 64,
         CASES({"not_atomic", TERN_LLVM_ORDERING_NOT_ATOMIC}, {"unordered", TERN_LLVM_ORDERING_UNORDERED},
               {"monotonic", TERN_LLVM_ORDERING_MONOTONIC}, {"acquire", TERN_LLVM_ORDERING_ACQUIRE},
               {"release", TERN_LLVM_ORDERING_RELEASE}, {"acq_rel", TERN_LLVM_ORDERING_ACQ_REL},
               {"seq_cst", TERN_LLVM_ORDERING_SEQ_CST})},
    [TERN_LLVM_ENUM_ATOMIC_BIN_OP] = {.name = "llvm.atomic_bin_op",
                                      .storage_width = 64,
                                      CASES({"xchg", 0}, {"add", 1}, {"sub", 2}, {"_and", 3}, {"nand", 4}, {"_or", 5},
                                            {"_xor", 6}, {"max", 7}, {"min", 8}, {"umax", 9}, {"umin", 10},
                                            {"fadd", 11}, {"fsub", 12}, {"fmax", 13}, {"fmin", 14}, {"uinc_wrap", 15},
                                            {"udec_wrap", 16}, {"usub_cond", 17}, {"usub_sat", 18}, {"fmaximum", 19},
                                            {"fminimum", 20})},
    [TERN_LLVM_ENUM_COMDAT_KIND] = {.name = "llvm.comdat_kind",
                                    .storage_width = 64,
                                    CASES({"any", 0}, {"exactmatch", 1}, {"largest", 2}, {"nodeduplicate", 3},
                                          {"samesize", 4})},
    [TERN_LLVM_ENUM_ASM_DIALECT] = {.name = "llvm.asm_dialect", .storage_width = 64, CASES({"att", 0}, {"intel", 1})},
    [TERN_LLVM_ENUM_FRAME_POINTER_KIND] = {.name = "llvm.framePointerKind",
                                           .attr_name = "llvm.framePointerKind",
                                           .storage_width = 64,
                                           CASES({"none", 0}, {"non-leaf", 1}, {"all", 2}, {"reserved", 3},
                                                 {"non-leaf-no-reserve", 4})},
    [TERN_LLVM_ENUM_UWTABLE_KIND] = {.name = "llvm.uwtableKind",
                                     .attr_name = "llvm.uwtableKind",
                                     .storage_width = 64,
                                     CASES({"none", 0}, {"sync", 1}, {"async", 2})},
    [TERN_LLVM_ENUM_ROUNDING_MODE] = {.name = "llvm.rounding_mode",
                                      .storage_width = 64,
                                      CASES({"towardzero", 0}, {"tonearest", 1}, {"upward", 2}, {"downward", 3},
                                            {"tonearestaway", 4}, {"dynamic", 7})},
    [TERN_LLVM_ENUM_FP_EXCEPTION_BEHAVIOR] = {.name = "llvm.fp_exception_behavior",
                                              .storage_width = 64,
                                              CASES({"ignore", 0}, {"maytrap", 1}, {"strict", 2})},
};

const tern_op_row_t tern_llvm_ops[] = {
#define OP(ID, NAME, ...) [TERN_LLVM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/llvm/llvm_ops.def"
#undef OP
};

static tern_op_t *make_op(tern_context_t *context, const tern_op_row_t *row, const tern_type_t *type,
                          const tern_attr_t *loc, tern_named_attrs_t attrs) {
  tern_op_state_t state = {
      .def = tern_op_def_of(context, row), .loc = loc, .result_types = TERN_TYPES(type), .attrs = attrs};
  return tern_op_create(context, &state);
}

// The markers #llvm.zero, #llvm.undef and #llvm.poison, symbols for addresses, and what llvm.mlir.constant holds.
static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (!tern_llvm_is_compatible(type)) return NULL;
  if (tern_attr_is_llvm(value, "llvm.zero"))
    return make_op(context, TERN_LLVM(MLIR_ZERO), type, loc, (tern_named_attrs_t){0});
  if (tern_attr_is_llvm(value, "llvm.undef"))
    return make_op(context, TERN_LLVM(MLIR_UNDEF), type, loc, (tern_named_attrs_t){0});
  if (tern_attr_is_llvm(value, "llvm.poison"))
    return make_op(context, TERN_LLVM(MLIR_POISON), type, loc, (tern_named_attrs_t){0});
  if (value->kind == TERN_ATTR_SYMBOL_REF && tern_symbol_ref_attr_count(value) == 1) {
    if (!tern_type_is_llvm(type, TERN_LLVM_PTR)) return NULL;
    return make_op(context, TERN_LLVM(MLIR_ADDRESSOF), type, loc, TERN_ATTRS({"global_name", value}));
  }
  if (tern_attr_is_llvm(value, "llvm.dso_local_equivalent")) {
    const tern_attr_t *symbol = (const tern_attr_t *)(uintptr_t)value->params[0];
    return make_op(context, TERN_LLVM(DSO_LOCAL_EQUIVALENT), type, loc, TERN_ATTRS({"function_name", symbol}));
  }
  if (tern_attr_is_llvm(value, "llvm.blockaddress"))
    return make_op(context, TERN_LLVM(BLOCKADDRESS), type, loc, TERN_ATTRS({"block_addr", value}));
  bool is_scalar = value->kind == TERN_ATTR_INTEGER || value->kind == TERN_ATTR_FLOAT;
  if (is_scalar && tern_attr_type(value) != type) return NULL;
  if (value->kind == TERN_ATTR_DENSE_ELEMENTS && type->kind == TERN_TYPE_VECTOR && tern_attr_type(value) != type)
    return NULL;
  if (!is_scalar && value->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  return make_op(context, TERN_LLVM(MLIR_CONSTANT), type, loc, TERN_ATTRS({"value", value}));
}

const tern_dialect_t tern_llvm_dialect = {
    .name = "llvm",
    .summary = "LLVM IR",
    .ops = tern_llvm_ops,
    .op_count = TERN_LLVM_OP_COUNT,
    .types = tern_llvm_types,
    .type_count = TERN_LLVM_TYPE_COUNT,
    .attrs = tern_llvm_attrs,
    .attr_count = TERN_LLVM_ATTR_COUNT,
    .enums = tern_llvm_enums,
    .enum_count = TERN_LLVM_ENUM_COUNT,
    .materialize_constant = materialize_constant,
    .verify_op_attr = tern_llvm_verify_op_attr,
    .verify_arg_attr = tern_llvm_verify_arg_attr,
    .verify_result_attr = tern_llvm_verify_result_attr,
    .unknown_type_message = tern_llvm_unknown_type_message,
    .encoding = &tern_llvm_encoding,
};
