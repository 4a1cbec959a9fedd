// What the ways of making a scatter for many invocations share: the rows that its updates go to.

#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/scatter/scatter.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/util/util.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// --- loops ---

void tern_scatter_open_each(tern_builder_t *b, const tern_extent_t *sizes, size_t rank, const tern_type_t *type,
                            tern_scatter_each_t *out_each) {
  out_each->parts[0] = (tern_part_t){.rank = rank};
  tern_forall_open(b, sizes, rank, TERN_VALUES(tern_build_empty(b, type, sizes)), &out_each->forall);
  for (size_t d = 0; d < rank; ++d) {
    out_each->parts[0].sizes[d] = sizes[d];
    tern_part_drop(&out_each->parts[0], d, out_each->forall.ivs[d]);
  }
  out_each->state = tern_build_empty_part(b, tern_type_element(type), &out_each->parts[0]);
}

tern_value_t *tern_scatter_close_each(tern_builder_t *b, tern_scatter_each_t *each, tern_value_t *scalar) {
  const tern_part_t *parts[] = {each->parts};
  tern_value_t *result, *state = tern_build_insert(b, scalar, each->state, (tern_values_t){0});
  tern_forall_close(b, &each->forall, &state, parts, &result);
  return result;
}

void tern_scatter_mark_loops(const tern_loop_nest_t *nest, const char *mark) {
  for (size_t i = 0; i < nest->count; ++i) {
    const tern_attr_t *attr = tern_string_attr_get(tern_op_context(nest->loops[i]), tern_str_from_cstr(mark));
    tern_op_set_attr(nest->loops[i], TERN_UTIL_UPDATES_ATTR, attr);
  }
}

// --- rows ---

tern_value_t *tern_scatter_build_rem(tern_builder_t *b, tern_value_t *value, int64_t divisor) {
  return tern_build_binary(b, TERN_ARITH(REMUI), value, tern_build_index(b, divisor));
}

// Where the scatter dimensions of the updates are for update number `n`.
void tern_scatter_place_update(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *n) {
  size_t first = 0;
  while (first < p->s->update_rank && tern_scatter_lists(p->s->window, first, NULL)) ++first;
  for (size_t u = p->s->update_rank; u-- > 0;) {
    if (tern_scatter_lists(p->s->window, u, NULL)) continue;
    int64_t size = p->s->update_sizes[u].constant;
    p->s->place[u] = u == first ? n : tern_scatter_build_rem(b, n, size);
    n = u == first ? n : tern_build_binary(b, TERN_ARITH(DIVUI), n, tern_build_index(b, size));
  }
}

// The row that the update at `s->place` goes to, or the number of rows.
tern_value_t *tern_scatter_build_row(tern_builder_t *b, const tern_scatter_rows_t *p) {
  const tern_scatter_t *s = p->s;
  tern_value_t *vector[MAX_RANK], *row = tern_build_index(b, 0), *is_inside = NULL;
  for (size_t u = 0, next = 0; u < s->update_rank; ++u) {
    if (tern_scatter_lists(s->window, u, NULL)) continue;
    if (next == s->index_vector_dim) ++next;
    vector[next++] = s->place[u];
  }
  for (size_t d = 0; d < s->rank; ++d) {
    size_t position;
    if (s->is_window[d]) continue;
    tern_value_t *index = tern_build_index(b, 0), *size = tern_build_extent(b, s->input_sizes[d]);
    if (tern_scatter_lists(s->input_batching, d, &position)) {
      index = vector[s->indices_batching.values[position]];
    } else if (tern_scatter_lists(s->index_map, d, &position)) {
      if (s->index_vector_dim < s->indices_rank) {
        vector[s->index_vector_dim] = tern_build_index(b, (int64_t)position);
      }
      tern_value_t *start = tern_build_extract(b, s->indices, (tern_values_t){vector, s->indices_rank});
      index = tern_build_index_from(b, start, s->index_element);
      // A negative index is a large one without sign.
      tern_value_t *fits = tern_build_compared(b, TERN_CMPI_ULT, index, size);
      is_inside = is_inside ? tern_build_binary(b, TERN_ARITH(ANDI), is_inside, fits) : fits;
    }
    row = tern_build_index_add(b, tern_build_index_mul(b, row, size), index);
  }
  return is_inside ? tern_build_select(b, is_inside, row, tern_build_index(b, p->rows)) : row;
}

size_t tern_scatter_split_row(tern_builder_t *b, const tern_scatter_rows_t *p, tern_value_t *row,
                              tern_value_t **out_place) {
  size_t rank = 0;
  for (size_t d = 0; d < p->s->rank; ++d) rank += !p->s->is_window[d];
  for (size_t d = p->s->rank, at = rank; d-- > 0;) {
    if (p->s->is_window[d]) continue;
    int64_t size = p->s->input_sizes[d].constant;
    at -= 1;
    out_place[at] = at > 0 ? tern_scatter_build_rem(b, row, size) : row;
    if (at > 0) row = tern_build_binary(b, TERN_ARITH(DIVUI), row, tern_build_index(b, size));
  }
  return rank;
}

tern_value_t *tern_scatter_open_columns(tern_builder_t *b, const tern_scatter_rows_t *p, tern_scatter_columns_t *out) {
  tern_scatter_t *s = p->s;
  tern_extent_t sizes[MAX_RANK], updates = tern_extent_of(p->updates);
  size_t count = 0;
  out->part = (tern_part_t){.rank = s->rank};
  for (size_t d = 0; d < s->rank; ++d) {
    out->part.sizes[d] = s->input_sizes[d];
    if (s->is_window[d]) sizes[count++] = s->update_sizes[s->update_dims[d]];
  }
  tern_forall_open(b, sizes, count, TERN_VALUES(s->inputs[0]), &out->forall);
  for (size_t d = 0, iv = 0; d < s->rank; ++d) {
    if (!s->is_window[d]) continue;
    s->place[s->update_dims[d]] = out->forall.ivs[iv];
    tern_part_drop(&out->part, d, out->forall.ivs[iv++]);
  }
  out->state = tern_build_part(b, out->forall.outputs[0], &out->part);
  tern_loop_nest_open(b, &updates, 1, &out->state, 1, &out->nest);
  tern_scatter_mark_loops(&out->nest, TERN_UTIL_UPDATES_APART);
  return out->nest.ivs[0];
}

tern_value_t *tern_scatter_close_columns(tern_builder_t *b, tern_scatter_columns_t *columns) {
  const tern_part_t *parts[] = {&columns->part};
  tern_value_t *result;
  tern_loop_nest_close(b, &columns->nest, &columns->state, 1);
  tern_forall_close(b, &columns->forall, &columns->state, parts, &result);
  return result;
}

// --- which scatters ---

// Multiplies; false if a size is not known, or there are too many for an i32.
static bool multiply(int64_t *total, tern_extent_t size) {
  return !size.value && !__builtin_mul_overflow(*total, size.constant, total) && *total < INT32_MAX;
}

bool tern_scatter_find_rows(tern_scatter_t *s, tern_scatter_rows_t *out) {
  *out = (tern_scatter_rows_t){.s = s, .updates = 1, .rows = 1, .i32 = tern_i_type_get(s->l->b->context, 32)};
  if (s->count != 1) return false;
  for (size_t d = 0; d < s->rank; ++d) {
    int64_t known = 1;
    if (!multiply(s->is_window[d] ? &known : &out->rows, s->input_sizes[d])) return false;
    if (s->is_window[d] && (!s->is_independent[d] || s->update_sizes[s->update_dims[d]].value)) return false;
  }
  for (size_t u = 0; u < s->update_rank; ++u) {
    if (!tern_scatter_lists(s->window, u, NULL) && !multiply(&out->updates, s->update_sizes[u])) return false;
  }
  return tern_hlo_body_is_scalar(&s->body);
}
