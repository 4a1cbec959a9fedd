// Blocked encodings that a reshape leaves blocked (upstream: inferReshapeOpLegacyEncoding). It is the same both ways: the result's
// encoding, reshaped back, is the operand's.
//
// Dimensions are taken together in chunks, the smallest of which as many elements are in the operand as in the result:
// [2, 3, 8] -> [6, 2, 4] has the chunks [2, 3] -> [6] and [8] -> [2, 4]. In a chunk elements are dealt to registers, threads and
// warps from the last dimension on, and a dimension gets its share when those behind it are dealt wholly.

#include "dialect/ttg/blocked.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK };

// Dimensions `from[0]` to before `from[1]` of the operand are `to[0]` to before `to[1]` of the result.
typedef struct chunk {
  size_t from[2], to[2];
} chunk_t;

typedef struct reshape {
  const tern_attr_t *encoding;
  const int64_t *shape, *result_shape;
  size_t rank, result_rank;
  chunk_t chunks[2 * MAX_RANK];
  size_t chunk_count;
  size_t place[MAX_RANK];  // where a dimension of the operand is in its order
} reshape_t;

static void find_chunks(reshape_t *r) {
  size_t from = 0, to = 0;
  int64_t from_size = 1, to_size = 1;
  r->chunk_count = 1;
  r->chunks[0] = (chunk_t){{0, 0}, {0, 0}};
  while (from < r->rank || to < r->result_rank) {
    chunk_t *chunk = &r->chunks[r->chunk_count - 1];
    if (from < r->rank && (from_size < to_size || from_size == 1 || r->shape[from] == 1)) {
      from_size *= r->shape[from];
      chunk->from[1] = ++from;
    } else if (to < r->result_rank && (to_size < from_size || r->result_shape[to] == 1)) {
      to_size *= r->result_shape[to];
      chunk->to[1] = ++to;
    } else {
      r->chunks[r->chunk_count++] = (chunk_t){{from, from}, {to, to}};
      from_size = to_size = 1;
    }
  }
}

// Are the dimensions of a chunk neighbours in the order, too, the last one the fastest?
static bool is_in_order(const reshape_t *r, const chunk_t *chunk) {
  for (size_t d = chunk->from[0]; d + 1 < chunk->from[1]; ++d) {
    if (r->place[d] != r->place[d + 1] + 1) return false;
  }
  return true;
}

// Deals what the field says of a chunk's dimensions; `inout_left` is what is left of each. False: a dimension gets a share while
// those behind it are not dealt wholly, or more than there is of it, though it is not the first.
static bool deal(const reshape_t *r, const chunk_t *chunk, tern_ttg_field_t field, int64_t *inout_left) {
  for (size_t d = chunk->from[1]; d-- > chunk->from[0];) {
    int64_t share = tern_ttg_at(r->encoding, field, d);
    if (share == 1) continue;
    for (size_t behind = d + 1; behind < chunk->from[1]; ++behind) {
      if (inout_left[behind] != 1) return false;
    }
    inout_left[d] = inout_left[d] >= share ? inout_left[d] / share : 0;
    if (inout_left[d] == 0 && d != chunk->from[0]) return false;
  }
  return true;
}

static const tern_ttg_field_t fields[] = {TERN_TTG_FIELD_SIZE_PER_THREAD, TERN_TTG_FIELD_THREADS_PER_WARP,
                                          TERN_TTG_FIELD_WARPS_PER_CTA};
enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

static bool can_reshape(const reshape_t *r) {
  int64_t left[MAX_RANK];
  for (size_t d = 0; d < r->rank; ++d) {
    left[d] = r->shape[d];
    for (size_t f = 0; f < FIELD_COUNT; ++f) {
      int64_t share = tern_ttg_at(r->encoding, fields[f], d);
      if (r->shape[d] >= share && r->shape[d] % share != 0) return false;
    }
  }
  for (size_t i = 0; i < r->chunk_count; ++i) {
    if (!is_in_order(r, &r->chunks[i]) || r->chunks[i].to[0] == r->chunks[i].to[1]) return false;
    for (size_t f = 0; f < FIELD_COUNT; ++f) {
      if (!deal(r, &r->chunks[i], fields[f], left)) return false;
    }
  }
  return true;
}

// The result's dimensions get the shares of their chunks, the last one first; the first gets what is too much.
static uint64_t deal_result(const reshape_t *r, tern_ttg_field_t field, int64_t *inout_left) {
  int64_t shares[MAX_RANK];
  for (size_t i = 0; i < r->chunk_count; ++i) {
    const chunk_t *chunk = &r->chunks[i];
    int64_t share = 1;
    for (size_t d = chunk->from[0]; d < chunk->from[1]; ++d) share *= tern_ttg_at(r->encoding, field, d);
    for (size_t d = chunk->to[1]; d-- > chunk->to[0];) {
      shares[d] = share < inout_left[d] ? share : inout_left[d];
      share /= shares[d];
      inout_left[d] /= shares[d];
    }
    shares[chunk->to[0]] *= share;
  }
  return tern_ttg_list(r->encoding->context, shares, r->result_rank);
}

// Chunks keep their order.
static uint64_t order_result(const reshape_t *r) {
  int64_t order[MAX_RANK];
  size_t count = 0;
  for (size_t place = 0; place < r->rank; ++place) {
    for (size_t i = 0; i < r->chunk_count; ++i) {
      const chunk_t *chunk = &r->chunks[i];
      if (chunk->from[0] == chunk->from[1] || r->place[chunk->from[0]] != place) continue;
      for (size_t d = chunk->to[1]; d-- > chunk->to[0];) order[count++] = (int64_t)d;
    }
  }
  return tern_ttg_list(r->encoding->context, order, count);
}

const tern_attr_t *tern_ttg_reshape_blocked(const tern_attr_t *encoding, const int64_t *shape,
                                            const int64_t *result_shape, size_t result_rank) {
  reshape_t r = {.encoding = encoding,
                 .shape = shape,
                 .result_shape = result_shape,
                 .rank = tern_ttg_rank(encoding),
                 .result_rank = result_rank};
  if (tern_ttg_ctas_per_cga(encoding) != 1 || r.rank > MAX_RANK || result_rank > MAX_RANK) return NULL;
  for (size_t i = 0; i < r.rank; ++i) r.place[tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i)] = i;
  find_chunks(&r);
  if (!can_reshape(&r)) return NULL;
  int64_t left[MAX_RANK];
  uint64_t lists[FIELD_COUNT];
  for (size_t d = 0; d < result_rank; ++d) left[d] = result_shape[d];
  for (size_t f = 0; f < FIELD_COUNT; ++f) lists[f] = deal_result(&r, fields[f], left);
  return tern_ttg_encoding_get(encoding->context, TERN_TTG_ATTR_BLOCKED,
                               TERN_TTG_VALUES({fields[0], lists[0]}, {fields[1], lists[1]}, {fields[2], lists[2]},
                                               {TERN_TTG_FIELD_ORDER, order_result(&r)}));
}
