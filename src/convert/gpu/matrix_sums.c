// See matrix_sums.h.

#include "convert/gpu/matrix_sums.h"

#include <string.h>

#include "analysis/gpu/tile_choices.h"
#include "analysis/layout/fragments.h"
#include "convert/gpu/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"

enum { WORD_BITS = 32 };

static int64_t size_of(const tern_layout_t *layout, const char *in) {
  return INT64_C(1) << tern_layout_bits(&layout->ins, in);
}

// The fragment's registers behind its neighbours: as "unit" those that lead along rows, as "below" the others.
static tern_layout_t split_registers(const tern_layout_t *fragment, size_t elements) {
  tern_layout_t split = {.outs = fragment->outs};
  size_t registers = tern_layout_bits(&fragment->ins, TERN_LAYOUT_REGISTER), counts[2] = {0};
  size_t columns = tern_layout_find(&fragment->outs, "dim1"), at = elements;
  for (size_t i = 0; i < elements; ++i) split.bases[i] = fragment->bases[i];
  for (size_t is_below = 0; is_below < 2; ++is_below) {
    for (size_t i = elements; i < registers; ++i) {
      bool leads_along = tern_layout_get(&fragment->outs, columns, fragment->bases[i]) != 0;
      if (leads_along == (is_below != 0)) continue;
      split.bases[at++] = fragment->bases[i];
      counts[is_below] += 1;
    }
  }
  for (; at < tern_layout_in_bits(fragment); ++at) split.bases[at] = fragment->bases[at];
  tern_layout_append_dim(&split.ins, "element", elements);
  tern_layout_append_dim(&split.ins, "unit", counts[0]);
  tern_layout_append_dim(&split.ins, "below", counts[1]);
  tern_layout_append_dim(&split.ins, TERN_LAYOUT_LANE, tern_layout_bits(&fragment->ins, TERN_LAYOUT_LANE));
  tern_layout_append_dim(&split.ins, TERN_LAYOUT_WARP, tern_layout_bits(&fragment->ins, TERN_LAYOUT_WARP));
  return split;
}

tern_layout_t tern_gpu_matrix_sums(const tern_layout_t *fragment, int64_t columns, int64_t rows) {
  tern_layout_t by_columns = tern_layout_transpose_outs(fragment, TERN_LAYOUT_NAMES("dim1", "dim0"));
  size_t elements = (size_t)__builtin_ctzll((unsigned long long)tern_layout_consecutive(&by_columns));
  tern_layout_t sums = split_registers(fragment, elements);
  sums = TERN_LAYOUT_EXTEND(&sums, {"unit", tern_gpu_round_up_to_power(columns, columns), "dim1"},
                            {"below", tern_gpu_round_up_to_power(rows, rows), "dim0"});
  sums = tern_layout_transpose_ins(&sums,
                                   TERN_LAYOUT_NAMES("element", TERN_LAYOUT_LANE, TERN_LAYOUT_WARP, "unit", "below"));
  tern_layout_dims_t ins = sums.ins;
  ins.count -= 1;
  ins.values[ins.count - 1].bits += ins.values[ins.count].bits;
  return tern_layout_reshape_ins(&sums, &ins);
}

// --- the choice ---

// The first `units` units of all lanes: what is exchanged at once.
static tern_layout_t find_tile(const tern_layout_t *sums, int64_t units, const int64_t shape[2]) {
  tern_layout_t tile = tern_layout_resize_in(sums, "unit", units);
  tile = tern_layout_sublayout(&tile, TERN_LAYOUT_NAMES("element", "unit", TERN_LAYOUT_LANE),
                               TERN_LAYOUT_NAMES("dim0", "dim1"));
  tile = tern_layout_resize_out(&tile, "dim0", shape[0]);
  return tern_layout_resize_out(&tile, "dim1", shape[1]);
}

// Elements and units as registers of a distributed layout.
static tern_layout_t with_registers(const tern_layout_t *tile) {
  tern_layout_t result = tern_layout_transpose_ins(tile, TERN_LAYOUT_NAMES("element", "unit", TERN_LAYOUT_LANE));
  size_t lanes = tern_layout_bits(&tile->ins, TERN_LAYOUT_LANE);
  tern_layout_dims_t ins = {0};
  tern_layout_append_dim(&ins, TERN_LAYOUT_REGISTER, tern_layout_in_bits(tile) - lanes);
  tern_layout_append_dim(&ins, TERN_LAYOUT_LANE, lanes);
  return tern_layout_reshape_ins(&result, &ins);
}

// Are words all that is moved, each as it is?
static bool moves_words(const tern_layout_conversion_t *conversion, size_t word_bits) {
  bool is_right = conversion->kind <= TERN_CONVERSION_REGISTERS || conversion->exchange_count > 0;
  for (size_t i = 0; i < conversion->exchange_count; ++i) {
    is_right = is_right && conversion->exchanges[i].register_bit >= word_bits;
  }
  for (size_t bit = 0; is_right && bit < tern_layout_in_bits(&conversion->registers); ++bit) {
    uint64_t place = conversion->registers.bases[bit], own = UINT64_C(1) << bit;
    is_right = bit < word_bits ? place == own : place >> word_bits != 0;
  }
  return is_right && !conversion->error;
}

bool tern_gpu_choose_wide_sums(const tern_layout_t *sums, size_t element_bits, tern_gpu_wide_sums_t *out) {
  *out = (tern_gpu_wide_sums_t){.units = TERN_GPU_WIDE_SUMS / size_of(sums, "element")};
  if (out->units < 1 || size_of(sums, "unit") < out->units) return false;
  for (size_t bits = element_bits; 2 * bits <= WORD_BITS; bits *= 2) out->word_bits += 1;
  const int64_t rows = size_of(sums, TERN_LAYOUT_LANE) / out->units;
  const int64_t shape[] = {rows, out->units * TERN_GPU_WIDE_SUMS};
  const tern_blocked_t blocked = {.rank = 2,
                                  .size_per_thread = {1, TERN_GPU_WIDE_SUMS},
                                  .threads_per_warp = {rows, out->units},
                                  .warps_per_cta = {1, 1},
                                  .order = {1, 0}};
  tern_layout_t wide = tern_layout_blocked(&blocked, shape), tile = find_tile(sums, out->units, shape);
  tern_layout_t rest = tern_layout_divide_left(sums, &tile), own = with_registers(&tile);
  out->conversion = tern_layout_conversion_choose(&own, &wide, element_bits);
  if (!moves_words(&out->conversion, out->word_bits)) return false;
  wide = tern_layout_rename_in(&wide, TERN_LAYOUT_REGISTER, "element");
  out->sums = tern_layout_product(&wide, &rest);
  return tern_layout_is_ok(&out->sums);
}

// --- words ---

static tern_value_t *build_choice(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x, y));
}

// Lanes whose numbers differ by `distance` exchange words: the first keeps `x` and gets the other's `x` as `y`, the
// second keeps `y` and gets the other's `y` as `x`.
static void build_exchange(tern_builder_t *b, int64_t distance, tern_value_t *is_second, tern_value_t **x,
                           tern_value_t **y) {
  tern_value_t *received = tern_gpu_build_shuffle(b, build_choice(b, is_second, *x, *y), distance);
  *x = build_choice(b, is_second, received, *x);
  *y = build_choice(b, is_second, *y, received);
}

static tern_value_t *build_is_set(tern_builder_t *b, tern_value_t *lane, int64_t bit) {
  tern_value_t *rest = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(lane, tern_build_index(b, bit)));
  return tern_gpu_build_less(b, tern_build_index(b, 0), rest);
}

void tern_gpu_build_wide_sums(tern_builder_t *b, const tern_gpu_wide_sums_t *wide, tern_value_t *lane,
                              tern_value_t **words) {
  const tern_layout_conversion_t *conversion = &wide->conversion;
  size_t count = (size_t)TERN_GPU_WIDE_SUMS >> wide->word_bits;
  tern_value_t *exchanged[TERN_GPU_WIDE_SUMS];
  for (size_t i = 0; i < conversion->exchange_count; ++i) {
    size_t bit = (size_t)1 << (conversion->exchanges[i].register_bit - wide->word_bits);
    int64_t distance = INT64_C(1) << conversion->exchanges[i].lane_bit;
    tern_value_t *is_second = build_is_set(b, lane, distance);
    for (size_t w = 0; w < count; ++w) {
      if (!(w & bit)) build_exchange(b, distance, is_second, &words[w], &words[w | bit]);
    }
  }
  for (size_t w = 0; w < count; ++w) {
    uint64_t place = tern_layout_apply_flat(&conversion->registers, (uint64_t)w << wide->word_bits);
    exchanged[w] = words[place >> wide->word_bits];
  }
  memcpy(words, exchanged, count * sizeof words[0]);
}
