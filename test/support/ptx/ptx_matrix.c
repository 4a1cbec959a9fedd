// Products of matrices: mma.sync by a warp, and wgmma by four of them, which each have 16 of its 64 rows.
//
// Which element a register of a lane has follows one rule for all types: a register of 32 bits has w neighbours along the depth;
// registers go by turns over rows eight apart and over 4 w of the depth. Of sums, a lane has two neighbours of a row.

#include <stdlib.h>
#include <string.h>

#include "base/float.h"
#include "ptx/ptx_code.h"

enum { ROWS = 16, COLUMNS_MAX = 256, DEPTH_MAX = 64 };

typedef struct matrices {
  double a[ROWS][DEPTH_MAX], b[COLUMNS_MAX][DEPTH_MAX];
} matrices_t;

static double decoded(uint64_t bits, const type_t *type) {
  double wide;
  float narrow;
  switch (type->kind) {
    case KIND_SIGNED: return (double)((int64_t)(bits << (64 - type->bits)) >> (64 - type->bits));
    case KIND_FLOAT: break;
    default: return (double)(bits & ((UINT64_C(1) << type->bits) - 1));
  }
  if (type->bits == 64) {
    memcpy(&wide, &bits, sizeof wide);
    return wide;
  }
  if (type->bits < 32) return tern_float_decode((tern_float_kind_t)type->format, bits & ((1u << type->bits) - 1));
  // What tf32 has not is cut off.
  uint32_t word = (uint32_t)bits & (type->format == TERN_FLOAT_TF32 ? 0xFFFFE000 : UINT32_MAX);
  memcpy(&narrow, &word, sizeof narrow);
  return (double)narrow;
}

static thread_t *lane_of(thread_t *t, uint32_t lane) { return &t->block->threads[t->number / 32 * 32 + lane]; }

static uint64_t element_bits(thread_t *t, uint32_t lane, const operand_t *list, uint32_t index) {
  const thread_t *one = lane_of(t, lane);
  return ptx_get(one, list->kind == LIST ? element(one, list, index) : list);
}

static uint32_t size_of(const operand_t *list) { return list->kind == LIST ? list->count : 1; }

// Elements of one word of an operand: the lane's register `reg` has those from `*out_k` on, in row or column `*out_line`.
static uint32_t place_of(uint32_t lane, uint32_t reg, uint32_t count, const type_t *type, bool is_rows,
                         uint32_t *out_line, uint32_t *out_k) {
  uint32_t width = type->bits < 32 ? 32u / type->bits : 1, halves = is_rows && count > 1 ? 2 : 1;
  *out_line = lane / 4 + 8 * (reg % halves);
  *out_k = lane % 4 * width + reg / halves * 4 * width;
  return width;
}

static void read_operand(thread_t *t, const operand_t *list, const type_t *type, bool is_rows, matrices_t *out) {
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (uint32_t reg = 0; reg < size_of(list); ++reg) {
      uint32_t line, k, width = place_of(lane, reg, size_of(list), type, is_rows, &line, &k);
      uint64_t bits = element_bits(t, lane, list, reg);
      for (uint32_t e = 0; e < width; ++e) {
        double value = decoded(type->bits < 32 ? bits >> (e * type->bits) : bits, type);
        *(is_rows ? &out->a[line][k + e] : &out->b[line][k + e]) = value;
      }
    }
  }
}

// One sum, with what is added to it.
static uint64_t summed(const matrices_t *m, uint32_t row, uint32_t column, uint32_t depth, uint64_t before,
                       const type_t *type) {
  if (type->kind != KIND_FLOAT) {
    int64_t sum = (int32_t)before;
    for (uint32_t k = 0; k < depth; ++k) sum += (int64_t)(m->a[row][k] * m->b[column][k]);
    return (uint32_t)sum;
  }
  double sum = decoded(before, type);
  for (uint32_t k = 0; k < depth; ++k) sum += m->a[row][k] * m->b[column][k];
  uint64_t bits = 0;
  float narrow = (float)sum;
  if (type->bits < 32) return tern_float_encode((tern_float_kind_t)type->format, sum);
  if (type->bits == 64)
    memcpy(&bits, &sum, sizeof sum);
  else
    memcpy(&bits, &narrow, sizeof narrow);
  return bits;
}

// Sums of `type` in the registers of `to`, on those of `from`; NULL: on nothing.
static void write_sums(thread_t *t, const matrices_t *m, uint32_t depth, const operand_t *to, const operand_t *from,
                       const type_t *type) {
  uint32_t width = type->bits < 32 ? 2 : 1, per_row = 2 / width, rows = size_of(to) == per_row ? 1 : 2;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    for (uint32_t reg = 0; reg < size_of(to); ++reg) {
      uint32_t row = lane / 4 + 8 * (reg / per_row % rows),
               column = reg / per_row / rows * 8 + lane % 4 * 2 + reg % per_row;
      uint64_t before = from ? element_bits(t, lane, from, reg) : 0, result = 0;
      for (uint32_t e = 0; e < width; ++e) {
        uint64_t one = width == 2 ? before >> (16 * e) & 0xFFFF : before;
        result |= summed(m, row, column + e, depth, one, type) << (16 * e);
      }
      ptx_set(lane_of(t, lane), to->kind == LIST ? element(t, to, reg) : to, result);
    }
  }
}

static void check_all(thread_t *t) {
  if (t->warp->active != UINT32_MAX) ptx_fail(launch_of(t), "not all lanes are there");
}

void ptx_mma(thread_t *t, const instruction_t *i) {
  static matrices_t m;
  check_all(t);
  read_operand(t, operand(t, i, 1), i->types[1], true, &m);
  read_operand(t, operand(t, i, 2), i->types[2], false, &m);
  write_sums(t, &m, i->k, operand(t, i, 0), operand(t, i, 3), i->types[0]);
}

// --- wgmma ---

// Where an element of a matrix in shared memory lies that a descriptor is of. Lines are rows of A or columns of B; without
// `is_across`, neighbours along the depth lie side by side. Source: PTX ISA, "Matrix-Descriptor Format" and "Strides".
static uint32_t offset_of(uint64_t descriptor, bool is_across, uint32_t line, uint32_t k, uint32_t bytes) {
  static const uint8_t spans[] = {16, 128, 64, 32}, masks[] = {0, 7, 3, 1};
  uint32_t start = (uint32_t)(descriptor & 0x3FFF) << 4, leading = (uint32_t)(descriptor >> 16 & 0x3FFF) << 4;
  uint32_t stride = (uint32_t)(descriptor >> 32 & 0x3FFF) << 4, mode = (uint32_t)(descriptor >> 62), span = spans[mode],
           at;
  if (!is_across && mode == 0)
    at = start + line / 8 * stride + k * bytes / 16 * leading + line % 8 * 16 + k * bytes % 16;
  else if (!is_across)
    at = start + line / 8 * stride + line % 8 * span + k * bytes;
  else if (mode == 0)
    at = start + line * bytes / 16 * stride + k / 8 * leading + k % 8 * 16 + line * bytes % 16;
  else
    at = start + line * bytes / span * leading + k / 8 * stride + k % 8 * span + line * bytes % span;
  return at ^ ((at >> 7 & masks[mode]) << 4);
}

static double read_element(thread_t *t, uint64_t descriptor, bool is_across, uint32_t line, uint32_t k,
                           const type_t *type) {
  uint32_t bytes = type->bits / 8u;
  uint64_t bits = 0, at = (uint64_t)t->block->rank << 24 | offset_of(descriptor, is_across, line, k, bytes);
  memcpy(&bits, ptx_shared_at(t, at, bytes), bytes);
  return decoded(bits, type);
}

static void run_product(thread_t *t, const product_t *product) {
  static matrices_t m;
  const instruction_t *i = product->instruction;
  const operand_t *a = operand(t, i, 1), *sums = operand(t, i, 0);
  bool is_in_registers = a->kind == LIST;
  // Which operands lie across is said last: of A only if it is in memory.
  uint32_t given = i->count > 6 ? i->count - 6 : 0;
  bool a_across = given > 1 && ptx_get(t, operand(t, i, 6)) & 1;
  bool b_across = given > 0 && ptx_get(t, operand(t, i, i->count - 1)) & 1;
  uint32_t first_row = t->number / 32 % 4 * ROWS;
  if (is_in_registers) read_operand(t, a, i->types[1], true, &m);
  for (uint32_t row = 0; !is_in_registers && row < ROWS; ++row) {
    for (uint32_t k = 0; k < i->k; ++k)
      m.a[row][k] = read_element(t, product->a, a_across, first_row + row, k, i->types[1]);
  }
  for (uint32_t column = 0; column < i->n; ++column) {
    for (uint32_t k = 0; k < i->k; ++k) m.b[column][k] = read_element(t, product->b, b_across, column, k, i->types[2]);
  }
  double scale = 1;
  for (uint32_t s = 4; s < 6 && s < i->count; ++s) scale *= (double)(int64_t)ptx_get(t, operand(t, i, s));
  for (uint32_t row = 0; scale < 0 && row < ROWS; ++row) {
    for (uint32_t k = 0; k < i->k; ++k) m.a[row][k] = -m.a[row][k];
  }
  write_sums(t, &m, i->k, sums, product->adds ? sums : NULL, i->types[0]);
}

void ptx_finish_products(thread_t *t, uint32_t group) {
  warp_t *warp = t->warp;
  size_t kept = 0;
  for (size_t p = 0; p < warp->product_count; ++p) {
    if (warp->products[p].group < group)
      run_product(t, &warp->products[p]);
    else
      warp->products[kept++] = warp->products[p];
  }
  warp->product_count = kept;
}

static void issue_product(thread_t *t, const instruction_t *i) {
  warp_t *warp = t->warp;
  const operand_t *adds = operand(t, i, 3);
  product_t product = {.instruction = i, .b = ptx_get(t, operand(t, i, 2)), .group = warp->product_group};
  if (operand(t, i, 1)->kind != LIST) product.a = ptx_get(t, operand(t, i, 1));
  product.adds = ((ptx_get(t, adds) & 1) != 0) != adds->is_negated;
  if (launch_of(t)->how->is_early) {
    run_product(t, &product);
    return;
  }
  if (warp->product_count == warp->product_capacity) {
    warp->product_capacity = warp->product_capacity ? 2 * warp->product_capacity : 8;
    warp->products = realloc(warp->products, warp->product_capacity * sizeof *warp->products);
  }
  warp->products[warp->product_count++] = product;
}

void ptx_wgmma(thread_t *t, const instruction_t *i) {
  check_all(t);
  if (has(i, M_commit_group)) {
    ++t->warp->product_group;
  } else if (has(i, M_wait_group)) {
    uint32_t left = (uint32_t)ptx_get(t, operand(t, i, 0)), group = t->warp->product_group;
    ptx_finish_products(t, group > left ? group - left : 0);
  } else {
    issue_product(t, i);
  }
}
