// --stablehlo-cumulative-windows-to-loops: reduce_window that is a cumulative sum (product, maximum, ...) of each row, as loops that
// go through a row once.
//
//   %y = reduce_window(%x, %zero) {window = [1, 4096], padding = [[0, 0], [4095, 0]]} add : tensor<64x4096xf32>
// becomes
//   %y = scf.forall (%i) in (64) shared_outs(%o = %empty) -> (tensor<64x4096xf32>) {
//     ... loops over row %i that carry it and what its elements so far come to
//   }
//
// That is for processors, whose threads go through rows one element after the other; what does the same in parallel
// (--stablehlo-split-cumulative-windows) takes several times as many passes through memory. Sums of floats are added up in pieces, those
// of narrow floats in f32 (running.h). Windows of other dimensions, and those of few elements, are left as they are: there
// neighbours are vectors. Bodies of several ops have no such vectors, so they are taken in any dimension.
//
// With `tiles`, for GPUs, windows of any dimension become scans that all invocations work on (scan_tiles.h).

#include "analysis/cumulative_window.h"
#include "convert/stablehlo/scan_tiles.h"
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

static bool match_lines(tern_op_t *op, tern_cumulative_t *out) {
  if (!tern_match_cumulative_window(op, out) || out->size < SHORTEST_ROW || out->rank > MAX_RANK) return false;
  if (tern_hlo_has_no_elements(out->input->type) || out->count > TERN_SCAN_MAX_VALUES) return false;
  return tern_hlo_body_is_scalar(&(tern_hlo_body_t){&op->regions[0], NULL});
}

static bool match_rows(tern_op_t *op, tern_cumulative_t *out) {
  if (!match_lines(op, out)) return false;
  for (size_t d = out->dim + 1; d < out->rank; ++d) {
    if (tern_type_dim(out->input->type, d) != 1) return out->combiner == NULL;
  }
  return true;
}

typedef struct row {
  const tern_cumulative_t *c;
  const tern_monoid_t *monoid;
  tern_value_t *const *inputs, *last;  // the last position
  tern_value_t *place[MAX_RANK];
} row_t;

static tern_value_t *build_place(tern_builder_t *b, const row_t *row, tern_value_t *position) {
  return row->c->is_reverse ? tern_build_index_sub(b, row->last, position) : position;
}

static void take(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  row_t *row = user;
  tern_value_t *elements[TERN_SCAN_MAX_VALUES];
  row->place[row->c->dim] = build_place(b, row, position);
  for (size_t i = 0; i < row->c->count; ++i) {
    elements[i] = tern_build_extract(b, row->inputs[i], (tern_values_t){row->place, row->c->rank});
  }
  tern_monoid_widen(b, row->monoid, elements, elements);
  tern_monoid_combine(b, row->monoid, values, elements, values);
}

static void put(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values,
                tern_value_t **state) {
  const row_t *row = user;
  tern_value_t *sums[TERN_SCAN_MAX_VALUES];
  tern_monoid_narrow(b, row->monoid, values, sums);
  for (size_t i = 0; i < row->c->count; ++i) {
    state[i] = tern_build_insert(b, sums[i], state[i], TERN_VALUES(build_place(b, row, position)));
  }
}

static void build_rows(tern_hlo_lowering_t *l, const tern_cumulative_t *c, const tern_monoid_t *monoid) {
  tern_builder_t *b = l->b;
  row_t row = {.c = c, .monoid = monoid, .inputs = l->operands.values, .last = tern_build_index(b, c->size - 1)};
  tern_extent_t ends[MAX_RANK];
  tern_part_t part;
  tern_value_t *outputs[TERN_SCAN_MAX_VALUES], *lines[TERN_SCAN_MAX_VALUES], *sums[TERN_SCAN_MAX_VALUES];
  const tern_part_t *parts[TERN_SCAN_MAX_VALUES];
  tern_part_of_all(b, row.inputs[0], &part);
  for (size_t d = 0, i = 0; d < c->rank; ++d) {
    if (d != c->dim) ends[i++] = part.sizes[d];
  }
  for (size_t i = 0; i < c->count; ++i) {
    outputs[i] = tern_build_empty(b, l->types[i], NULL);
    parts[i] = &part;
  }
  tern_forall_t forall;
  tern_forall_open(b, ends, c->rank - 1, (tern_values_t){outputs, c->count}, &forall);
  for (size_t d = 0, i = 0; d < c->rank; ++d) {
    if (d == c->dim) continue;
    row.place[d] = forall.ivs[i];
    tern_part_drop(&part, d, forall.ivs[i++]);
  }
  for (size_t i = 0; i < c->count; ++i) lines[i] = tern_build_empty_part(b, monoid->elements[i], &part);
  tern_running_t running = {.monoid = monoid,
                            .first = tern_build_index(b, 0),
                            .end = tern_build_index(b, c->size),
                            .size = c->size,
                            .user = &row,
                            .take = take,
                            .put = put,
                            .state_count = c->count};
  tern_build_running(b, &running, lines, sums);
  tern_forall_close(b, &forall, lines, parts, l->results);
}

static bool lower_windows(tern_hlo_lowering_t *l, bool in_tiles) {
  tern_cumulative_t c;
  if (in_tiles ? !match_lines(l->op, &c) : !match_rows(l->op, &c)) return false;
  const tern_type_t *elements[TERN_SCAN_MAX_VALUES];
  tern_value_t *inits[TERN_SCAN_MAX_VALUES];
  for (size_t i = 0; i < c.count; ++i) {
    elements[i] = tern_type_element(l->types[i]);
    inits[i] = tern_build_only_element(l->b, l->operands.values[c.count + i]);
  }
  tern_hlo_body_t body = {&l->op->regions[0], l->conversion};
  tern_monoid_t monoid;
  tern_hlo_make_monoid(&body, c.count, elements, inits, &monoid);
  monoid.is_reversed = c.is_reverse;
  if (in_tiles) {
    bool is_wanted[TERN_SCAN_MAX_VALUES];
    for (size_t i = 0; i < c.count; ++i) is_wanted[i] = tern_value_has_uses(tern_op_result(l->op, i));
    tern_scan_t scan = {.monoid = &monoid,
                        .inputs = l->operands.values,
                        .dim = c.dim,
                        .is_reverse = c.is_reverse,
                        .is_wanted = is_wanted};
    tern_build_scan(l->b, &scan, l->results);
  } else {
    build_rows(l, &c, &monoid);
  }
  return true;
}

static bool lower_rows(tern_hlo_lowering_t *l) { return lower_windows(l, false); }

static bool lower_in_tiles(tern_hlo_lowering_t *l) { return lower_windows(l, true); }

// --- the pass ---

static bool lower_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_hlo_run_lowering(lower_rows, op, operands, conversion);
}

static bool lower_op_in_tiles(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_hlo_run_lowering(lower_in_tiles, op, operands, conversion);
}

// `user`: are they to be in tiles?
static bool is_legal(const tern_op_t *op, void *user) {
  const bool *in_tiles = user;
  tern_cumulative_t c;
  return *in_tiles ? !match_lines((tern_op_t *)op, &c) : !match_rows((tern_op_t *)op, &c);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  static const tern_type_rule_fn_t rules[] = {tern_hlo_signless_rule};
  bool in_tiles = tern_pass_bool(pass, "tiles");
  const tern_conversion_pattern_t patterns[] = {
      {"lower-cumulative-windows", NULL, 1, in_tiles ? lower_op_in_tiles : lower_op}};
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_conversion_target_t target = {.is_unknown_legal = is_legal, .user = &in_tiles};
  return tern_apply_partial_conversion(root, &target, patterns, 1, &converter, NULL);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_complex_dialect, &tern_linalg_dialect, &tern_scf_dialect, &tern_tensor_dialect, NULL,
};

static const tern_option_def_t options[] = {
    {"tiles", TERN_OPTION_BOOL, "false", "Let all invocations of a GPU work on windows of any dimension", NULL},
};

const tern_pass_def_t tern_stablehlo_cumulative_windows_to_loops_pass = {
    .name = "StablehloCumulativeWindowsToLoops",
    .flag = "stablehlo-cumulative-windows-to-loops",
    .summary = "Convert cumulative sums of rows to loops that go through each row once",
    .anchor = "builtin.module",
    .dialects = dialects,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
