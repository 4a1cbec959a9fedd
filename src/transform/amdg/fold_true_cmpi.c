// --tritonamdgpu-fold-true-cmpi: comparisons of which it is known that they hold become `true` (upstream's pass of the name).
//
//   %pid = tt.get_program_id x
//   %c = arith.cmpi sge, %pid, %c0        =>        %c = arith.constant true
//
// So a load that a pipeline has switched off where there is no iteration loses its mask, if there always is one. Comparisons of tensors
// stay.

#include "analysis/triton/spans.h"
#include "dialect/arith/arith.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_true(int64_t predicate, tern_span_t x, tern_span_t y) {
  bool is_natural = x.low >= 0 && y.low >= 0;
  switch (predicate) {
    case TERN_CMPI_EQ: return x.low == x.high && y.low == y.high && x.low == y.low;
    case TERN_CMPI_NE: return x.high < y.low || y.high < x.low;
    case TERN_CMPI_SLT: return x.high < y.low;
    case TERN_CMPI_SLE: return x.high <= y.low;
    case TERN_CMPI_SGT: return x.low > y.high;
    case TERN_CMPI_SGE: return x.low >= y.high;
    case TERN_CMPI_ULT: return is_natural && x.high < y.low;
    case TERN_CMPI_ULE: return is_natural && x.high <= y.low;
    case TERN_CMPI_UGT: return is_natural && x.low > y.high;
    default: return predicate == TERN_CMPI_UGE && is_natural && x.low >= y.high;
  }
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_spans_t *ranges = tern_spans_create(module);
  tern_op_list_t comparisons = tern_op_collect_row(module, TERN_PREORDER, TERN_ARITH(CMPI)), found = {0};
  for (size_t i = 0; i < comparisons.count; ++i) {
    tern_op_t *op = comparisons.values[i];
    if (!tern_type_is_integer(op->results[0].type)) continue;
    tern_span_t x = tern_span_of(ranges, tern_op_operand(op, 0));
    tern_span_t y = tern_span_of(ranges, tern_op_operand(op, 1));
    if (is_true(tern_enum_attr_value(tern_op_attr(op, "predicate")), x, y)) tern_vec_push(&found, op);
  }
  tern_spans_destroy(ranges);
  for (size_t i = 0; i < found.count; ++i) {
    tern_builder_t b = tern_builder_before(found.values[i]);
    tern_value_replace_all_uses(&found.values[i]->results[0], tern_arith_constant_bool(&b, true));
    tern_op_destroy(found.values[i]);
  }
  tern_vec_deinitialize(&comparisons);
  tern_vec_deinitialize(&found);
  return true;
}

const tern_pass_def_t tern_tritonamdgpu_fold_true_cmpi_pass = {
    .flag = "tritonamdgpu-fold-true-cmpi",
    .name = "TritonAMDFoldTrueCmpI",
    .anchor = "builtin.module",
    .summary = "Fold comparisons that are known to hold",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, NULL},
    .run = run,
};
