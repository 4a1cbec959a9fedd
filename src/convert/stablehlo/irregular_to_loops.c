// --stablehlo-irregular-to-loops: the ops of StableHLO that are no loops over elements of their results, as loops that carry
// tensors: scatter, sort, select_and_scatter, cholesky, triangular_solve, calls of LAPACK's functions; and fft as a series of
// linalg ops.
//
//   %0 = "stablehlo.sort"(%x) ({...}) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// becomes
//   %w = scf.forall (%i) in (4) shared_outs(%o = %empty) -> (tensor<2x4x8xf32>) {
//     ... a merge sort of row %i with scf.while, scf.for, tensor.extract and tensor.insert
//   }
//   %0 = tensor.extract_slice %w[0, 0, 0] [1, 4, 8] [1, 1, 1]
//
// What is independent is an scf.forall, which becomes a dispatch; the rest is sequential. With `tiles`, for GPUs, lines are sorted by many
// invocations each (src/convert/linalg_ext/sort_tiles.c). Runs before --stablehlo-legalize-to-linalg.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static const tern_hlo_lowering_row_t *const tables[] = {
    tern_hlo_scatter_lowerings,
    tern_hlo_sort_lowerings,
    tern_hlo_fft_lowerings,
    tern_hlo_linear_algebra_lowerings,
};
enum { TABLE_COUNT = sizeof tables / sizeof tables[0] };

static tern_hlo_lower_fn_t lowering_of(const tern_op_t *op) {
  if (tern_hlo_is(op, TERN_HLO_CUSTOM_CALL)) return tern_lapack_lowering_of(op);
  return tern_hlo_find_lowering(tables, TABLE_COUNT, op);
}

static bool lower_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_hlo_run_lowering(lowering_of(op), op, operands, conversion);
}

static bool is_scatter(const tern_op_t *op) { return tern_hlo_is(op, TERN_HLO_SCATTER); }

static bool lower_op_in_tiles(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_sort = tern_hlo_is(op, TERN_HLO_SORT);
  return tern_hlo_run_lowering(is_sort ? tern_hlo_lower_sort_in_tiles : lowering_of(op), op, operands, conversion);
}

static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  return !lowering_of(op);
}

// Tells scatters what the options say.
static void mark_scatters(tern_op_t *root, const tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(root);
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  int64_t bits = tern_pass_int(pass, "atomic-bits");
  if (bits == 0) return;
  tern_op_list_t scatters = tern_op_collect(root, TERN_PREORDER, is_scatter);
  for (size_t i = 0; i < scatters.count; ++i) {
    tern_op_set_attr(scatters.values[i], TERN_SCATTER_ATOMIC_BITS, tern_integer_attr_get(i64, bits));
    if (!tern_pass_bool(pass, "allow-nondeterminism")) continue;
    tern_op_set_attr(scatters.values[i], TERN_SCATTER_ANY_ORDER, tern_unit_attr_get(context));
  }
  tern_vec_deinitialize(&scatters);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  mark_scatters(root, pass);
  static const tern_type_rule_fn_t rules[] = {tern_hlo_signless_rule};
  bool in_tiles = tern_pass_bool(pass, "tiles");
  const tern_conversion_pattern_t patterns[] = {{"lower-irregular", NULL, 1, in_tiles ? lower_op_in_tiles : lower_op}};
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_conversion_target_t target = {.is_unknown_legal = is_legal};
  return tern_apply_partial_conversion(root, &target, patterns, 1, &converter, NULL);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_complex_dialect, &tern_linalg_dialect, &tern_math_dialect,
    &tern_scf_dialect,   &tern_tensor_dialect,  &tern_util_dialect,   NULL,
};

static const tern_option_def_t options[] = {
    {"tiles", TERN_OPTION_BOOL, "false", "Let all invocations of a GPU work on sorts", NULL},
    {"atomic-bits", TERN_OPTION_INT, "0",
     "Make scatters for a device with many invocations, which has atomics for integers of so many bits", NULL},
    {"allow-nondeterminism", TERN_OPTION_BOOL, "false",
     "Such a device may add up floats by atomics, in an order that differs from run to run", NULL},
};

const tern_pass_def_t tern_stablehlo_irregular_to_loops_pass = {
    .name = "StablehloIrregularToLoopsPass",
    .flag = "stablehlo-irregular-to-loops",
    .summary = "Convert scatter, sort, fft and matrix decompositions of StableHLO to loops on tensors",
    .anchor = "builtin.module",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
