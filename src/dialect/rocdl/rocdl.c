// rocdl: its tables, the target attribute, and attributes of functions.

#include "dialect/rocdl/rocdl.h"

#include "dialect/llvm/llvm.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- the target ---

const tern_gpu_target_form_t tern_rocdl_target_form = {
    .names = {[TERN_GPU_TARGET_LEVEL] = "O",
              [TERN_GPU_TARGET_TRIPLE] = "triple",
              [TERN_GPU_TARGET_CHIP] = "chip",
              [TERN_GPU_TARGET_FEATURES] = "features",
              [TERN_GPU_TARGET_ABI] = "abi",
              [TERN_GPU_TARGET_FLAGS] = "flags",
              [TERN_GPU_TARGET_LINK] = "link"},
    .triple = "amdgcn-amd-amdhsa",
    .chip = "gfx900",
    .abi = "600",
};

static const tern_attr_t *parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  return tern_gpu_target_parse(parser, row, &tern_rocdl_target_form);
}

static void print_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_gpu_target_print(printer, attr, &tern_rocdl_target_form);
}

const tern_attr_row_t tern_rocdl_attrs[] = {
    [TERN_ROCDL_ATTR_TARGET] = {.name = "rocdl.target",
                                .summary = "What a gpu.module for AMD's GPUs is compiled for",
                                .parse = parse_target,
                                .print = print_target,
                                .attr_params = 1u << TERN_GPU_TARGET_FLAGS | 1u << TERN_GPU_TARGET_LINK},
};

// --- ops ---

// Two words as a struct.
static bool verify_swap(const tern_op_t *op) {
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32);
  const tern_type_t *pair = tern_llvm_struct_type(i32->context, TERN_TYPES(i32, i32), false);
  return op->results[0].type == pair || tern_op_error(op, "result #0 must be %s, but got %s", tern_type_text(pair),
                                                      tern_type_text(op->results[0].type));
}

const tern_op_row_t tern_rocdl_ops[] = {
#define OP(ID, NAME, ...) [TERN_ROCDL_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/rocdl/rocdl_ops.def"
#undef OP
};

static bool verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  (void)attr;
  if (!tern_str_equal_cstr(name, "rocdl.kernel")) return true;
  return tern_op_is(op, TERN_LLVM(FUNC)) ||
         tern_emit_error(op->loc, "'rocdl.kernel' attribute attached to unexpected op");
}

const tern_dialect_t tern_rocdl_dialect = {
    .name = "rocdl",
    .summary = "What AMD's GPUs have beyond LLVM IR",
    .ops = tern_rocdl_ops,
    .op_count = TERN_ROCDL_OP_COUNT,
    .attrs = tern_rocdl_attrs,
    .attr_count = TERN_ROCDL_ATTR_COUNT,
    .verify_op_attr = verify_op_attr,
};
