// --stablehlo-cumulative-windows-to-loops: reduce_window that is a cumulative sum (product, maximum, ...) of each row, as loops that
// go through a row once.
//
//   %y = reduce_window(%x, %zero) {window = [1, 4096], padding = [[0, 0], [4095, 0]]} add : tensor<64x4096xf32>
// becomes
//   %y = scf.forall (%i) in (64) shared_outs(%o = %empty) -> (tensor<64x4096xf32>) {
//     ... loops over row %i that carry it and what its elements so far come to
//   }
//
// For processors, whose threads go through rows one element after the other; what does the same in parallel
// (--stablehlo-split-cumulative-windows) takes several times as many passes through memory. Sums of floats are added up in pieces, those
// of narrow floats in f32 (running.h). Cumulative windows of other dimensions, and those of few elements, are left as they are: there
// neighbours are vectors.

#include "analysis/cumulative_window.h"
#include "convert/stablehlo/running.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/linalg/linalg.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Elements of a row that are worth it.
enum { SHORTEST_ROW = 8 };

static bool match_rows(tern_op_t *op, tern_cumulative_t *out) {
  if (!tern_match_cumulative_window(op, out) || out->size < SHORTEST_ROW || out->rank > MAX_RANK) return false;
  const tern_type_t *type = out->input->type;
  for (size_t d = 0; d < out->rank; ++d) {
    int64_t size = tern_type_dim(type, d);
    if (size == 0 || (d > out->dim && size != 1)) return false;
  }
  return tern_hlo_body_is_scalar(&(tern_hlo_body_t){&op->regions[0], NULL});
}

typedef struct row {
  const tern_cumulative_t *c;
  const tern_monoid_t *monoid;
  tern_value_t *input, *last;  // the last position
  tern_value_t *place[MAX_RANK];
} row_t;

static tern_value_t *build_place(tern_builder_t *b, const row_t *row, tern_value_t *position) {
  return row->c->is_reverse ? tern_build_index_sub(b, row->last, position) : position;
}

static void take(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  row_t *row = user;
  row->place[row->c->dim] = build_place(b, row, position);
  tern_value_t *element = tern_build_extract(b, row->input, (tern_values_t){row->place, row->c->rank});
  tern_monoid_widen(b, row->monoid, &element, &element);
  tern_monoid_combine(b, row->monoid, values, &element, values);
}

static void put(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values,
                tern_value_t **state) {
  const row_t *row = user;
  tern_value_t *sum;
  tern_monoid_narrow(b, row->monoid, values, &sum);
  state[0] = tern_build_insert(b, sum, state[0], TERN_VALUES(build_place(b, row, position)));
}

static bool lower_rows(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_cumulative_t c;
  if (!match_rows(l->op, &c)) return false;
  const tern_type_t *element = tern_type_element(l->types[0]);
  tern_value_t *init = tern_build_only_element(b, l->operands.values[1]), *line, *sum;
  tern_hlo_body_t body = {&l->op->regions[0], l->conversion};
  tern_monoid_t monoid;
  tern_hlo_make_monoid(&body, 1, &element, &init, &monoid);
  row_t row = {.c = &c, .monoid = &monoid, .input = l->operands.values[0], .last = tern_build_index(b, c.size - 1)};
  tern_extent_t ends[MAX_RANK];
  tern_part_t part;
  tern_part_of_all(b, row.input, &part);
  for (size_t d = 0, i = 0; d < c.rank; ++d) {
    if (d != c.dim) ends[i++] = part.sizes[d];
  }
  tern_forall_t forall;
  tern_forall_open(b, ends, c.rank - 1, TERN_VALUES(tern_build_empty(b, l->types[0], NULL)), &forall);
  for (size_t d = 0, i = 0; d < c.rank; ++d) {
    if (d == c.dim) continue;
    row.place[d] = forall.ivs[i];
    tern_part_drop(&part, d, forall.ivs[i++]);
  }
  line = tern_build_empty_part(b, element, &part);
  tern_running_t running = {.monoid = &monoid,
                            .first = tern_build_index(b, 0),
                            .end = tern_build_index(b, c.size),
                            .size = c.size,
                            .user = &row,
                            .take = take,
                            .put = put,
                            .state_count = 1};
  tern_build_running(b, &running, &line, &sum);
  const tern_part_t *parts[] = {&part};
  tern_forall_close(b, &forall, &line, parts, l->results);
  return true;
}

// --- the pass ---

static bool lower_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_hlo_run_lowering(lower_rows, op, operands, conversion);
}

static bool is_legal(const tern_op_t *op, void *user) {
  (void)user;
  tern_cumulative_t c;
  return !match_rows((tern_op_t *)op, &c);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  static const tern_type_rule_fn_t rules[] = {tern_hlo_signless_rule};
  static const tern_conversion_pattern_t patterns[] = {{"lower-cumulative-windows", NULL, 1, lower_op}};
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_conversion_target_t target = {.is_unknown_legal = is_legal};
  return tern_apply_partial_conversion(root, &target, patterns, 1, &converter, NULL);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_complex_dialect, &tern_linalg_dialect, &tern_scf_dialect, &tern_tensor_dialect, NULL,
};

const tern_pass_def_t tern_stablehlo_cumulative_windows_to_loops_pass = {
    .name = "StablehloCumulativeWindowsToLoops",
    .flag = "stablehlo-cumulative-windows-to-loops",
    .summary = "Convert cumulative sums of rows to loops that go through each row once",
    .anchor = "builtin.module",
    .dialects = dialects,
    .run = run,
};
