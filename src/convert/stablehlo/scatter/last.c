// A scatter that replaces what was there, as those of its updates that are not replaced by later ones.
//
//   for each update n and column w, in any order:
//     if no update behind n goes to row(n): result[row(n), w] = updates[n, w]
//
// That is how a cache of keys and values gets those of one step. Each update looks at all behind it, which is faster than sorting
// as long as they are few.

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

enum { MOST_UPDATES = 512 };

// Does the body give the update?
static bool replaces(const tern_scatter_t *s) {
  const tern_block_t *body = s->l->op->regions[0].first_block;
  return s->count == 1 && body->first_op == body->last_op && tern_op_operand(body->last_op, 0) == body->args[1];
}

static tern_value_t *build_row_of(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *n) {
  tern_scatter_place_update(b, p, n);
  return tern_scatter_build_row(b, p);
}

bool tern_scatter_build_last(tern_scatter_t *s, tern_value_t **out_results) {
  tern_scatter_rows_t p;
  if (!replaces(s) || !tern_scatter_find_rows(s, &p) || p.updates > MOST_UPDATES) return false;
  tern_builder_t *b = s->l->b;
  tern_scatter_columns_t columns;
  tern_value_t *n = tern_scatter_open_columns(b, &p, &columns), *row = build_row_of(b, &p, n), *place[MAX_RANK];
  tern_value_t *wanted = tern_build_compared(b, TERN_CMPI_ULT, row, tern_build_index(b, p.rows));
  tern_value_t *one = tern_build_index(b, 1), *all = tern_build_index(b, p.updates);
  tern_op_t *loop = tern_loop_open(b, tern_build_index_add(b, n, one), all, one, &wanted, 1);
  tern_value_t *later = build_row_of(b, &p, tern_scf_for_iv(loop));
  wanted = tern_build_binary(b, TERN_ARITH(ANDI), wanted, tern_build_compared(b, TERN_CMPI_NE, later, row));
  tern_loop_close(b, loop, &wanted, 1);
  tern_op_t *guard = tern_guard_open(b, wanted, &columns.state, 1);
  tern_scatter_place_update(b, &p, n);
  tern_value_t *update = tern_build_extract(b, s->updates[0], (tern_values_t){s->place, s->update_rank});
  tern_values_t indices = {place, tern_scatter_split_row(b, &p, row, place)};
  columns.state = tern_build_insert(b, update, columns.state, indices);
  tern_guard_close(b, guard, &columns.state, 1);
  out_results[0] = tern_scatter_close_columns(b, &columns);
  return true;
}
