// See matrix_cores.h.

#include "analysis/triton/matrix_cores.h"

#include <string.h>

typedef struct row {
  int first, last;  // versions
  tern_type_kind_t x, y, sum;
  tern_matrix_core_t core;
} row_t;

#define MFMA(FIRST, LAST, ROWS, COLUMNS, X, Y, NAME, DEPTH, BASE) \
  {FIRST, LAST, TERN_TYPE_##X, TERN_TYPE_##Y, TERN_TYPE_F32, {NAME, ROWS, COLUMNS, DEPTH, BASE}},
#define WMMA(...)
static const row_t mfmas[] = {
#include "analysis/triton/matrix_cores.def"
};
#undef MFMA
#undef WMMA
#define MFMA(...)
#define WMMA(VERSION, X, Y, SUM, NAME, DEPTH, BASE) \
  {VERSION, VERSION, TERN_TYPE_##X, TERN_TYPE_##Y, TERN_TYPE_##SUM, {NAME, 16, 16, DEPTH, BASE}},
static const row_t wmmas[] = {
#include "analysis/triton/matrix_cores.def"
};
#undef MFMA
#undef WMMA

// Integers are those of 8 bits.
static bool is_kind(const tern_type_t *type, tern_type_kind_t kind, int64_t integer_bits) {
  return type->kind == kind && (kind != TERN_TYPE_INTEGER || tern_type_is_i(type, (uint32_t)integer_bits));
}

static bool fits(const row_t *row, int64_t version, const tern_matrix_product_t *product, bool asks_sum) {
  enum { SUM_BITS = 32 };
  int64_t operand_bits = strstr(row->core.name, "iu4") ? 4 : 8;
  if (version < row->first || version > row->last) return false;
  if (row->core.rows != product->rows || row->core.columns != product->columns) return false;
  bool is_xf32 = product->is_xf32 && product->x->kind == TERN_TYPE_F32 && product->y->kind == TERN_TYPE_F32;
  if (row->x == TERN_TYPE_TF32) return is_xf32;
  if (is_xf32) return false;
  return is_kind(product->x, row->x, operand_bits) && is_kind(product->y, row->y, operand_bits) &&
         (!asks_sum || is_kind(product->sum, row->sum, SUM_BITS));
}

static bool choose(const row_t *rows, size_t count, int64_t version, const tern_matrix_product_t *product,
                   int64_t depth, bool is_exact, tern_matrix_core_t *out) {
  bool is_found = false;
  for (size_t i = 0; i < count; ++i) {
    if (!fits(&rows[i], version, product, rows == wmmas) || (is_exact && rows[i].core.depth != depth)) continue;
    *out = rows[i].core;
    is_found = true;
    if (rows[i].core.depth <= depth) return true;
  }
  return is_found;
}

enum { MFMA_COUNT = sizeof mfmas / sizeof mfmas[0], WMMA_COUNT = sizeof wmmas / sizeof wmmas[0] };

bool tern_matrix_core_choose_mfma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                  tern_matrix_core_t *out) {
  return choose(mfmas, MFMA_COUNT, version, product, depth, false, out);
}

bool tern_matrix_core_choose_wmma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                  tern_matrix_core_t *out) {
  return choose(wmmas, WMMA_COUNT, version, product, depth, false, out);
}

bool tern_matrix_core_find_mfma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                tern_matrix_core_t *out) {
  return choose(mfmas, MFMA_COUNT, version, product, depth, true, out);
}

bool tern_matrix_core_find_wmma(int64_t version, const tern_matrix_product_t *product, int64_t depth,
                                tern_matrix_core_t *out) {
  return choose(wmmas, WMMA_COUNT, version, product, depth, true, out);
}
