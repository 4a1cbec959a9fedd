// --expand-realloc: memref.realloc as what it stands for: more memory and a copy, or the same memory seen smaller.
//
//   %1 = memref.realloc %0(%n)   ->   %1 = scf.if (size < %n) { alloc, copy into its front, dealloc %0 }
//                                          else { reinterpret_cast %0 }
//
// Source: upstream's pass of this name.

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// The larger buffer, with what the old one holds at its front.
static tern_value_t *build_larger(tern_builder_t *b, tern_op_t *op, tern_mixed_index_t size, bool frees) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  tern_values_t sizes = {0};
  tern_value_t *wanted = op->operand_count > 1 ? tern_op_operand(op, 1) : NULL;
  if (wanted) sizes = (tern_values_t){&wanted, 1};
  tern_value_t *larger = tern_memref_build_alloc(b, type, sizes);
  tern_op_set_attr(tern_value_defining_op(larger), "alignment", tern_op_attr(op, "alignment"));
  tern_slice_t slice = {.count = 1};
  slice.offsets[0] = tern_mixed_static(0);
  slice.sizes[0] = size;
  slice.strides[0] = tern_mixed_static(1);
  tern_value_t *front = tern_memref_build_subview(b, larger, &slice);
  tern_build(b, TERN_MEMREF(COPY), .operands = TERN_VALUES(source, front));
  if (frees) tern_build(b, TERN_MEMREF(DEALLOC), .operands = TERN_VALUES(source));
  return larger;
}

// The old buffer, seen with the size that is wanted.
static tern_value_t *build_smaller(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  const int64_t zero = 0, one = 1, size = tern_type_dim(type, 0);
  tern_value_t *operands[] = {tern_op_operand(op, 0), op->operand_count > 1 ? tern_op_operand(op, 1) : NULL};
  size_t dynamic_count = op->operand_count > 1;
  const int32_t segments[] = {1, 0, (int32_t)dynamic_count, 0};
  return tern_build_value(b, TERN_MEMREF(REINTERPRET_CAST), .operands = {operands, 1 + dynamic_count},
                          .types = TERN_TYPES(type), .segments = segments,
                          .attrs = TERN_ATTRS({"static_offsets", tern_dense_i64_array_attr_get(b->context, &zero, 1)},
                                              {"static_sizes", tern_dense_i64_array_attr_get(b->context, &size, 1)},
                                              {"static_strides", tern_dense_i64_array_attr_get(b->context, &one, 1)}));
}

static void expand(tern_op_t *op, bool frees) {
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = op->results[0].type;
  tern_builder_t b = tern_builder_before(op);
  int64_t size = tern_type_dim(source->type, 0), wanted = tern_type_dim(type, 0);
  tern_mixed_index_t current = tern_mixed_static(size);
  if (size == TERN_DYNAMIC) current = tern_mixed_dynamic(tern_memref_build_dim(&b, source, 0));
  tern_value_t *lhs = tern_mixed_build(&b, current);
  tern_value_t *rhs = op->operand_count > 1 ? tern_op_operand(op, 1) : tern_build_index(&b, wanted);
  const tern_attr_t *below = tern_enum_attr_get(b.context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_ULT);
  tern_value_t *grows = tern_build_value(&b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                                         .attrs = TERN_ATTRS({"predicate", below}));
  tern_op_t *branch =
      tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(grows), .types = TERN_TYPES(type), .regions = 2);
  for (size_t i = 0; i < 2; ++i) {
    tern_builder_add_block(&b, &branch->regions[i], (tern_types_t){0});
    tern_value_t *made = i == 0 ? build_larger(&b, op, current, frees) : build_smaller(&b, op);
    tern_build(&b, TERN_SCF(YIELD), .operands = TERN_VALUES(made));
  }
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(branch, 0));
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect_row(root, TERN_PREORDER, TERN_MEMREF(REALLOC));
  for (size_t i = 0; i < ops.count; ++i) expand(ops.values[i], tern_pass_bool(pass, "emit-deallocs"));
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"emit-deallocs", TERN_OPTION_BOOL, "true", "Free the buffer that was too small", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_scf_dialect, NULL};

const tern_pass_def_t tern_expand_realloc_pass = {
    .flag = "expand-realloc",
    .name = "ExpandReallocPass",
    .summary = "Write memref.realloc as an allocation, a copy and a deallocation",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = dialects,
    .run = run,
};
