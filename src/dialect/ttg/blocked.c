// See blocked.h (upstream: the builders of BlockedEncodingAttr, and LinearEncodingAttr's getOrder and getContigPerThread).

#include "dialect/ttg/blocked.h"

static int64_t clamp(int64_t value, int64_t least, int64_t most) {
  return value < least ? least : value > most ? most : value;
}

static int64_t at_least_one(int64_t value) { return value > 1 ? value : 1; }

// --- blocked encodings ---

uint64_t tern_ttg_deal_ctas(tern_context_t *context, const int64_t *shape, const int64_t *sizes, const int64_t *order,
                            size_t rank, int64_t ctas) {
  int64_t split[TERN_TTG_MAX_RANK], values[TERN_LAYOUT_MAX_BITS * TERN_TTG_MAX_RANK];
  size_t count = 0;
  for (size_t d = rank; d-- > 0;) {
    int64_t dim = order[d];
    split[dim] = clamp(ctas, 1, at_least_one(shape[dim] / sizes[dim]));
    ctas /= split[dim];
  }
  for (size_t d = 0; d < rank; ++d) {
    // Blocks for which no part is left have what others have.
    int64_t total = split[order[d]] * (order[d] == (int64_t)rank - 1 ? ctas : 1);
    for (int64_t step = 1; step < total; step *= 2) {
      for (size_t i = 0; i < rank; ++i) values[count++] = (int64_t)i == order[d] && step < split[order[d]] ? step : 0;
    }
  }
  return tern_ttg_list(context, values, count);
}

uint64_t tern_ttg_cga_list(const tern_attr_t *encoding) {
  int64_t values[TERN_LAYOUT_MAX_BITS * TERN_TTG_MAX_RANK];
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  size_t count = 0, bits = cga.error ? 0 : tern_layout_in_bits(&cga);
  for (size_t bit = 0; bit < bits; ++bit) {
    for (size_t d = 0; d < cga.outs.count; ++d) values[count++] = tern_layout_basis(&cga, 0, bit, d);
  }
  return tern_ttg_list(encoding->context, values, count);
}

// How many parts of a dimension blocks of the cluster have.
static int64_t split_of(uint64_t cga, size_t rank, size_t dim) {
  const tern_attr_t *bases = (const tern_attr_t *)(uintptr_t)cga;
  int64_t parts = 1;
  for (size_t i = dim; i < tern_dense_array_attr_count(bases); i += rank) {
    if (tern_dense_array_attr_int(bases, i) != 0) parts *= 2;
  }
  return parts;
}

const tern_attr_t *tern_ttg_blocked_for(tern_context_t *context, const int64_t *shape, const int64_t *sizes,
                                        const int64_t *order, size_t rank, tern_ttg_machine_t machine, uint64_t cga) {
  int64_t threads[TERN_TTG_MAX_RANK], warps[TERN_TTG_MAX_RANK];
  int64_t threads_left = machine.threads, warps_left = machine.warps, all_left = machine.threads * machine.warps;
  for (size_t d = 0; d < rank; ++d) {
    size_t dim = (size_t)order[d];
    bool is_last = d + 1 == rank;
    int64_t part = shape[dim] / split_of(cga, rank, dim);
    int64_t here = clamp(all_left, 1, at_least_one(part / sizes[dim]));
    threads[dim] = is_last ? threads_left : clamp(here, 1, threads_left);
    warps[dim] = is_last ? warps_left : clamp(here / threads[dim], 1, warps_left);
    threads_left /= threads[dim];
    warps_left /= warps[dim];
    all_left /= here;
  }
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_BLOCKED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_SIZE_PER_THREAD, tern_ttg_list(context, sizes, rank)},
                      {TERN_TTG_FIELD_THREADS_PER_WARP, tern_ttg_list(context, threads, rank)},
                      {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(context, warps, rank)},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, rank)}, {TERN_TTG_FIELD_CGA_LAYOUT, cga}));
}

const tern_attr_t *tern_ttg_default_encoding(tern_context_t *context, const int64_t *shape, size_t rank,
                                             tern_ttg_machine_t machine) {
  int64_t ones[TERN_TTG_MAX_RANK], order[TERN_TTG_MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    ones[d] = 1;
    order[d] = (int64_t)(rank - 1 - d);
  }
  uint64_t cga = tern_ttg_deal_ctas(context, shape, ones, order, rank, machine.ctas);
  return tern_ttg_blocked_for(context, shape, ones, order, rank, machine, cga);
}

// --- shares ---

bool tern_ttg_share_of(const tern_attr_t *encoding, const int64_t *shape, tern_ttg_share_t *out) {
  tern_layout_t layout = tern_ttg_layout(encoding, shape);
  if (layout.error) return false;
  *out = (tern_ttg_share_t){.rank = layout.outs.count};
  tern_ttg_order_of(tern_ttg_linear_get(encoding->context, &layout), TERN_TTG_FIELD_REGISTER, out->order);
  size_t in = tern_layout_find(&layout.ins, TERN_LAYOUT_REGISTER);
  size_t bits = in < layout.ins.count ? layout.ins.values[in].bits : 0, bit = 0;
  for (size_t i = 0; i < out->rank; ++i) {
    size_t dim = out->order[i];
    out->contiguous[dim] = 1;
    // A register has one dimension at most that it moves along: that one alone has to be looked at.
    while (bit < bits && tern_layout_basis(&layout, in, bit, dim) == out->contiguous[dim]) {
      out->contiguous[dim] *= 2;
      ++bit;
    }
  }
  out->elements = INT64_C(1) << bits;
  return true;
}

tern_value_t *tern_ttg_build_convert(tern_builder_t *builder, tern_value_t *value, const tern_attr_t *encoding) {
  return tern_build_value(builder, TERN_TTG(CONVERT_LAYOUT), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_ttg_with_encoding(value->type, encoding)));
}
