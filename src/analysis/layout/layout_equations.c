// Equations over layouts: inverses, quotients, and what is free. See linear_layout.h.
//
// All of them are answered by one span of the bases, added from the first bit to the last: bits that bring nothing new
// are free, and an output is made of bits that are not.

#include <string.h>

#include "analysis/layout/f2.h"
#include "analysis/layout/linear_layout.h"

// What the bases span. `out_free`, unless NULL: the bits that add nothing.
static tern_f2_span_t span_of(const tern_layout_t *layout, uint64_t *out_free) {
  tern_f2_span_t span = {0};
  uint64_t free_bits = 0;
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    if (!tern_f2_span_add(&span, layout->bases[i], UINT64_C(1) << i)) free_bits |= UINT64_C(1) << i;
  }
  if (out_free) *out_free = free_bits;
  return span;
}

bool tern_layout_is_surjective(const tern_layout_t *layout) {
  return !layout->error && span_of(layout, NULL).count == tern_layout_out_bits(layout);
}

bool tern_layout_is_injective(const tern_layout_t *layout) {
  return !layout->error && span_of(layout, NULL).count == tern_layout_in_bits(layout);
}

bool tern_layout_is_invertible(const tern_layout_t *layout) {
  return tern_layout_is_surjective(layout) && tern_layout_in_bits(layout) == tern_layout_out_bits(layout);
}

void tern_layout_free_masks(const tern_layout_t *layout, uint64_t *out_masks) {
  uint64_t free_bits;
  span_of(layout, &free_bits);
  for (size_t i = 0; i < layout->ins.count; ++i) out_masks[i] = tern_layout_get(&layout->ins, i, free_bits);
}

tern_layout_t tern_layout_pseudo_invert(const tern_layout_t *layout) {
  if (layout->error) return *layout;
  tern_f2_span_t span = span_of(layout, NULL);
  if (span.count != tern_layout_out_bits(layout)) return tern_layout_failed("the layout is not surjective");
  tern_layout_t result = {.ins = layout->outs, .outs = layout->ins};
  for (size_t i = 0; i < span.count; ++i) tern_f2_span_reduce(&span, UINT64_C(1) << i, &result.bases[i]);
  return result;
}

tern_layout_t tern_layout_invert(const tern_layout_t *layout) {
  if (layout->error) return *layout;
  if (!tern_layout_is_invertible(layout)) return tern_layout_failed("the layout is not invertible");
  return tern_layout_pseudo_invert(layout);
}

// Does an input mean the same in both? The outputs of `y` are those of `x`.
static bool is_same_input(const tern_layout_t *x, size_t in, const tern_layout_t *y) {
  size_t other = tern_layout_find(&y->ins, x->ins.values[in].name);
  if (other == y->ins.count || y->ins.values[other].bits != x->ins.values[in].bits) return false;
  const uint64_t *own = x->bases + tern_layout_bits_before(&x->ins, in);
  return memcmp(own, y->bases + tern_layout_bits_before(&y->ins, other), x->ins.values[in].bits * sizeof *own) == 0;
}

// The layout with the outputs of `model`, which are the same or larger. An error: they are others.
static tern_layout_t with_outs_of(const tern_layout_t *layout, const tern_layout_dims_t *model) {
  if (layout->outs.count != model->count) return tern_layout_failed("the outputs of two layouts are not the same");
  tern_layout_t result = {.ins = layout->ins, .outs = *model};
  for (size_t i = 0; i < model->count; ++i) {
    size_t position = tern_layout_find(&layout->outs, model->values[i].name);
    if (position == model->count) return tern_layout_failed("the outputs of two layouts are not the same");
    if (layout->outs.values[position].bits > model->values[i].bits) {
      return tern_layout_failed("an output of a layout is larger than that of the other");
    }
  }
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    result.bases[i] = tern_layout_repack(&layout->outs, model, layout->bases[i]);
  }
  return result;
}

tern_layout_t tern_layout_invert_and_compose(const tern_layout_t *layout, const tern_layout_t *outer) {
  if (layout->error || outer->error) return layout->error ? *layout : *outer;
  tern_layout_t inner = with_outs_of(layout, &outer->outs);
  if (inner.error) return inner;
  tern_layout_t result = {.ins = inner.ins, .outs = outer->ins};
  // Without what is in place; then, for what that does not reach, with it.
  tern_f2_span_t moved = {0}, all = span_of(outer, NULL);
  for (size_t i = 0; i < outer->ins.count; ++i) {
    if (is_same_input(outer, i, &inner)) continue;
    size_t first = tern_layout_bits_before(&outer->ins, i);
    for (size_t bit = first; bit < first + outer->ins.values[i].bits; ++bit) {
      tern_f2_span_add(&moved, outer->bases[bit], UINT64_C(1) << bit);
    }
  }
  size_t at = 0;
  for (size_t i = 0; i < inner.ins.count; ++i) {
    bool stays = is_same_input(&inner, i, outer);
    for (size_t bit = 0; bit < inner.ins.values[i].bits; ++bit, ++at) {
      if (stays) {
        size_t position = tern_layout_find(&outer->ins, inner.ins.values[i].name);
        result.bases[at] = tern_layout_set(&result.outs, position, 0, UINT64_C(1) << bit);
        continue;
      }
      if (tern_f2_span_reduce(&moved, inner.bases[at], &result.bases[at]) == 0) continue;
      result.bases[at] = 0;
      if (tern_f2_span_reduce(&all, inner.bases[at], &result.bases[at])) {
        return tern_layout_failed("the outer layout has no place for an output of the other");
      }
    }
  }
  return result;
}

// --- quotients ---

static bool has_dims_of(const tern_layout_dims_t *dims, const tern_layout_dims_t *divisor) {
  for (size_t i = 0; i < divisor->count; ++i) {
    const tern_layout_dim_t *dim = &divisor->values[i];
    if (tern_layout_bits(dims, dim->name) < dim->bits) return false;
  }
  return true;
}

// The word `word` of the outputs of the quotient among those of the product, where they are behind the divisor's.
static uint64_t behind(const tern_layout_dims_t *quotient, const tern_layout_dims_t *divisor,
                       const tern_layout_dims_t *product, uint64_t word) {
  uint64_t result = 0;
  for (size_t i = 0; i < quotient->count; ++i) {
    uint64_t number = tern_layout_get(quotient, i, word);
    result = tern_layout_set(product, i, result, number << tern_layout_bits(divisor, quotient->values[i].name));
  }
  return result;
}

// The other way round: what is behind the divisor's bits.
static uint64_t without(const tern_layout_dims_t *quotient, const tern_layout_dims_t *divisor,
                        const tern_layout_dims_t *product, uint64_t word) {
  uint64_t result = 0;
  for (size_t i = 0; i < quotient->count; ++i) {
    uint64_t number = tern_layout_get(product, i, word) >> tern_layout_bits(divisor, quotient->values[i].name);
    result = tern_layout_set(quotient, i, result, number);
  }
  return result;
}

// A bit of the product is one of the divisor, and leads to what that leads to, or one of the quotient.
static tern_layout_t divide(const tern_layout_t *layout, const tern_layout_t *divisor, bool is_left) {
  static const char *const no_product = "the layout is not a product with the divisor";
  if (layout->error || divisor->error) return layout->error ? *layout : *divisor;
  if (!has_dims_of(&layout->ins, &divisor->ins) || !has_dims_of(&layout->outs, &divisor->outs)) {
    return tern_layout_failed(no_product);
  }
  tern_layout_t result = {.ins = layout->ins, .outs = layout->outs};
  for (size_t i = 0; i < result.ins.count; ++i) {
    result.ins.values[i].bits -= (uint8_t)tern_layout_bits(&divisor->ins, result.ins.values[i].name);
  }
  for (size_t i = 0; i < result.outs.count; ++i) {
    result.outs.values[i].bits -= (uint8_t)tern_layout_bits(&divisor->outs, result.outs.values[i].name);
  }
  const tern_layout_dims_t *low = is_left ? &divisor->outs : &result.outs;
  size_t at = 0, own = 0;
  for (size_t i = 0; i < layout->ins.count; ++i) {
    const char *name = layout->ins.values[i].name;
    size_t bits = tern_layout_bits(&divisor->ins, name), rest = result.ins.values[i].bits;
    const uint64_t *bases =
        divisor->bases + tern_layout_bits_before(&divisor->ins, tern_layout_find(&divisor->ins, name));
    for (size_t bit = 0; bit < bits + rest; ++bit, ++at) {
      bool is_divisors = is_left ? bit < bits : bit >= rest;
      uint64_t made;
      if (is_divisors) {
        made = tern_layout_repack(&divisor->outs, &layout->outs, bases[is_left ? bit : bit - rest]);
        if (!is_left) made = behind(&layout->outs, low, &layout->outs, made);
      } else if (is_left) {
        result.bases[own] = without(&result.outs, low, &layout->outs, layout->bases[at]);
        made = behind(&result.outs, low, &layout->outs, result.bases[own++]);
      } else {
        result.bases[own] = tern_layout_repack(&layout->outs, &result.outs, layout->bases[at]);
        made = tern_layout_repack(&result.outs, &layout->outs, result.bases[own++]);
      }
      if (made != layout->bases[at]) return tern_layout_failed(no_product);
    }
  }
  return result;
}

tern_layout_t tern_layout_divide_left(const tern_layout_t *layout, const tern_layout_t *divisor) {
  return divide(layout, divisor, true);
}

tern_layout_t tern_layout_divide_right(const tern_layout_t *layout, const tern_layout_t *divisor) {
  return divide(layout, divisor, false);
}

static bool has_name(tern_layout_names_t names, const char *name) {
  for (size_t i = 0; i < names.count; ++i) {
    if (strcmp(names.values[i], name) == 0) return true;
  }
  return false;
}

bool tern_layout_is_trivial_over(const tern_layout_t *layout, tern_layout_names_t names) {
  if (layout->error) return false;
  uint64_t own = 0;  // the bits of these outputs
  for (size_t i = 0; i < names.count; ++i) {
    size_t in = tern_layout_find(&layout->ins, names.values[i]), out = tern_layout_find(&layout->outs, names.values[i]);
    if (in == layout->ins.count || out == layout->outs.count) return false;
    size_t bits = layout->outs.values[out].bits;
    if (layout->ins.values[in].bits != bits) return false;
    own = tern_layout_set(&layout->outs, out, own, (UINT64_C(1) << bits) - 1);
  }
  size_t at = 0;
  for (size_t i = 0; i < layout->ins.count; ++i) {
    const char *name = layout->ins.values[i].name;
    bool is_own = has_name(names, name);
    size_t first = tern_layout_bits_before(&layout->outs, tern_layout_find(&layout->outs, name));
    for (size_t bit = 0; bit < layout->ins.values[i].bits; ++bit, ++at) {
      if (is_own ? layout->bases[at] != UINT64_C(1) << (first + bit) : (layout->bases[at] & own) != 0) return false;
    }
  }
  return true;
}

tern_layout_t tern_layout_quotient(const tern_layout_t *layout, tern_layout_names_t names) {
  const char *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
  size_t in_count = 0, out_count = 0;
  if (layout->error) return *layout;
  if (!tern_layout_is_trivial_over(layout, names)) {
    return tern_layout_failed("the layout is not the identity on these dimensions");
  }
  for (size_t i = 0; i < layout->ins.count; ++i) {
    if (!has_name(names, layout->ins.values[i].name)) ins[in_count++] = layout->ins.values[i].name;
  }
  for (size_t i = 0; i < layout->outs.count; ++i) {
    if (!has_name(names, layout->outs.values[i].name)) outs[out_count++] = layout->outs.values[i].name;
  }
  return tern_layout_sublayout(layout, (tern_layout_names_t){ins, in_count}, (tern_layout_names_t){outs, out_count});
}
