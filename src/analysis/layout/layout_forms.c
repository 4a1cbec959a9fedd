// Layouts from layouts without solving anything: the same map in another form, and other maps. See linear_layout.h.

#include <string.h>

#include "analysis/layout/linear_layout.h"

// The dimensions in the order of `names`. False: the names are not those of all dimensions.
static bool order_dims(const tern_layout_dims_t *dims, tern_layout_names_t names, tern_layout_dims_t *out) {
  *out = (tern_layout_dims_t){0};
  if (names.count != dims->count) return false;
  for (size_t i = 0; i < names.count; ++i) {
    size_t position = tern_layout_find(dims, names.values[i]);
    if (position == dims->count || !tern_layout_append_dim(out, names.values[i], dims->values[position].bits))
      return false;
  }
  return true;
}

// The layout with inputs `ins`, whose bits come from those with the same name and number; others are zeros.
static tern_layout_t with_ins(const tern_layout_t *layout, const tern_layout_dims_t *ins) {
  tern_layout_t result = {.ins = *ins, .outs = layout->outs};
  size_t at = 0;
  for (size_t i = 0; i < ins->count; ++i) {
    size_t from = tern_layout_find(&layout->ins, ins->values[i].name);
    size_t first = tern_layout_bits_before(&layout->ins, from),
           bits = tern_layout_bits(&layout->ins, ins->values[i].name);
    for (size_t bit = 0; bit < ins->values[i].bits; ++bit, ++at) {
      if (bit < bits) result.bases[at] = layout->bases[first + bit];
    }
  }
  return result;
}

// The layout with outputs `outs`: those of the same name.
static tern_layout_t with_outs(const tern_layout_t *layout, const tern_layout_dims_t *outs) {
  tern_layout_t result = *layout;
  result.outs = *outs;
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    result.bases[i] = tern_layout_repack(&layout->outs, outs, layout->bases[i]);
  }
  return result;
}

// --- the same map in another form ---

tern_layout_t tern_layout_transpose_ins(const tern_layout_t *layout, tern_layout_names_t names) {
  tern_layout_dims_t ins;
  if (layout->error) return *layout;
  if (!order_dims(&layout->ins, names, &ins)) return tern_layout_failed("the names are not those of all inputs");
  return with_ins(layout, &ins);
}

tern_layout_t tern_layout_transpose_outs(const tern_layout_t *layout, tern_layout_names_t names) {
  tern_layout_dims_t outs;
  if (layout->error) return *layout;
  if (!order_dims(&layout->outs, names, &outs)) return tern_layout_failed("the names are not those of all outputs");
  return with_outs(layout, &outs);
}

// Bits lie side by side, so that dimensions are cut anew without moving any.
static bool has_bits(const tern_layout_dims_t *dims, size_t bits) {
  tern_layout_dims_t made = {0};
  for (size_t i = 0; i < dims->count; ++i) {
    if (!tern_layout_append_dim(&made, dims->values[i].name, dims->values[i].bits)) return false;
  }
  return tern_layout_bits_before(&made, made.count) == bits;
}

tern_layout_t tern_layout_reshape_ins(const tern_layout_t *layout, const tern_layout_dims_t *ins) {
  if (layout->error) return *layout;
  if (!has_bits(ins, tern_layout_in_bits(layout))) {
    return tern_layout_failed("the new inputs have another number of elements");
  }
  tern_layout_t result = *layout;
  result.ins = *ins;
  return result;
}

tern_layout_t tern_layout_reshape_outs(const tern_layout_t *layout, const tern_layout_dims_t *outs) {
  if (layout->error) return *layout;
  if (!has_bits(outs, tern_layout_out_bits(layout))) {
    return tern_layout_failed("the new outputs have another number of elements");
  }
  tern_layout_t result = *layout;
  result.outs = *outs;
  return result;
}

// One dimension in the place of all.
static void flatten(tern_layout_dims_t *dims) {
  if (dims->count == 0) return;
  dims->values[0].bits = (uint8_t)tern_layout_bits_before(dims, dims->count);
  dims->count = 1;
}

tern_layout_t tern_layout_flatten_ins(const tern_layout_t *layout) {
  tern_layout_t result = *layout;
  if (!layout->error) flatten(&result.ins);
  return result;
}

tern_layout_t tern_layout_flatten_outs(const tern_layout_t *layout) {
  tern_layout_t result = *layout;
  if (!layout->error) flatten(&result.outs);
  return result;
}

static bool rename_dim(tern_layout_dims_t *dims, const char *name, const char *new_name) {
  tern_layout_dims_t result = {0};
  if (tern_layout_find(dims, name) == dims->count) return false;
  for (size_t i = 0; i < dims->count; ++i) {
    const tern_layout_dim_t *dim = &dims->values[i];
    bool is_own = strcmp(dim->name, name) == 0;
    if (!tern_layout_append_dim(&result, is_own ? new_name : dim->name, dim->bits)) return false;
  }
  *dims = result;
  return true;
}

tern_layout_t tern_layout_rename_in(const tern_layout_t *layout, const char *name, const char *new_name) {
  tern_layout_t result = *layout;
  if (layout->error || rename_dim(&result.ins, name, new_name)) return result;
  return tern_layout_failed("there is no such input, or its new name is taken");
}

tern_layout_t tern_layout_rename_out(const tern_layout_t *layout, const char *name, const char *new_name) {
  tern_layout_t result = *layout;
  if (layout->error || rename_dim(&result.outs, name, new_name)) return result;
  return tern_layout_failed("there is no such output, or its new name is taken");
}

// --- other maps ---

// Those of the dimensions that have one of the names. False: there is none with one of them.
static bool select_dims(const tern_layout_dims_t *dims, tern_layout_names_t names, tern_layout_dims_t *out) {
  bool is_chosen[TERN_LAYOUT_MAX_DIMS] = {false};
  *out = (tern_layout_dims_t){0};
  for (size_t i = 0; i < names.count; ++i) {
    size_t position = tern_layout_find(dims, names.values[i]);
    if (position == dims->count) return false;
    is_chosen[position] = true;
  }
  for (size_t i = 0; i < dims->count; ++i) {
    if (is_chosen[i]) out->values[out->count++] = dims->values[i];
  }
  return true;
}

tern_layout_t tern_layout_sublayout(const tern_layout_t *layout, tern_layout_names_t ins, tern_layout_names_t outs) {
  tern_layout_dims_t own_ins, own_outs;
  if (layout->error) return *layout;
  if (!select_dims(&layout->ins, ins, &own_ins)) return tern_layout_failed("there is no such input");
  if (!select_dims(&layout->outs, outs, &own_outs)) return tern_layout_failed("there is no such output");
  tern_layout_t result = with_ins(layout, &own_ins);
  return with_outs(&result, &own_outs);
}

// The dimensions with another size of one. NULL, or what is wrong.
static const char *resize_dim(tern_layout_dims_t *dims, const char *name, int64_t size) {
  size_t position = tern_layout_find(dims, name);
  if (position == dims->count) return "there is no such dimension";
  if (size <= 0 || size & (size - 1)) return "the size of a dimension is not a power of two";
  size_t bits = (size_t)__builtin_ctzll((unsigned long long)size);
  size_t others = tern_layout_bits_before(dims, dims->count) - dims->values[position].bits;
  if (others + bits > TERN_LAYOUT_MAX_BITS) return "a layout has few bits";
  dims->values[position].bits = (uint8_t)bits;
  return NULL;
}

tern_layout_t tern_layout_resize_in(const tern_layout_t *layout, const char *name, int64_t size) {
  tern_layout_dims_t ins = layout->ins;
  if (layout->error) return *layout;
  const char *error = resize_dim(&ins, name, size);
  return error ? tern_layout_failed(error) : with_ins(layout, &ins);
}

tern_layout_t tern_layout_resize_out(const tern_layout_t *layout, const char *name, int64_t size) {
  tern_layout_dims_t outs = layout->outs;
  if (layout->error) return *layout;
  const char *error = resize_dim(&outs, name, size);
  return error ? tern_layout_failed(error) : with_outs(layout, &outs);
}

tern_layout_t tern_layout_remove_zero_bases(const tern_layout_t *layout, const char *in) {
  if (layout->error) return *layout;
  size_t position = tern_layout_find(&layout->ins, in);
  if (position == layout->ins.count) return tern_layout_failed("there is no such input");
  tern_layout_t result = {.ins = layout->ins, .outs = layout->outs};
  size_t first = tern_layout_bits_before(&layout->ins, position), end = first + layout->ins.values[position].bits;
  size_t count = 0;
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    bool is_left_out = i >= first && i < end && layout->bases[i] == 0;
    if (is_left_out) --result.ins.values[position].bits;
    if (!is_left_out) result.bases[count++] = layout->bases[i];
  }
  return result;
}

// `y`'s dimensions behind those of `x`. False: a name is in both, or there are too many.
static bool append_dims(tern_layout_dims_t *x, const tern_layout_dims_t *y) {
  for (size_t i = 0; i < y->count; ++i) {
    if (!tern_layout_append_dim(x, y->values[i].name, y->values[i].bits)) return false;
  }
  return true;
}

static bool are_equal_dims(const tern_layout_dims_t *x, const tern_layout_dims_t *y) {
  if (x->count != y->count) return false;
  for (size_t i = 0; i < x->count; ++i) {
    if (strcmp(x->values[i].name, y->values[i].name) != 0 || x->values[i].bits != y->values[i].bits) return false;
  }
  return true;
}

tern_layout_t tern_layout_concat_ins(const tern_layout_t *x, const tern_layout_t *y) {
  tern_layout_t result = *x;
  if (x->error || y->error) return x->error ? *x : *y;
  if (!are_equal_dims(&x->outs, &y->outs)) return tern_layout_failed("the outputs of two layouts are not the same");
  if (!append_dims(&result.ins, &y->ins)) return tern_layout_failed("two layouts have an input in common");
  memcpy(result.bases + tern_layout_in_bits(x), y->bases, tern_layout_in_bits(y) * sizeof y->bases[0]);
  return result;
}

tern_layout_t tern_layout_concat_outs(const tern_layout_t *x, const tern_layout_t *y) {
  tern_layout_t result = *x;
  if (x->error || y->error) return x->error ? *x : *y;
  if (!are_equal_dims(&x->ins, &y->ins)) return tern_layout_failed("the inputs of two layouts are not the same");
  if (!append_dims(&result.outs, &y->outs)) return tern_layout_failed("two layouts have an output in common");
  for (size_t i = 0; i < tern_layout_in_bits(x); ++i) result.bases[i] |= y->bases[i] << tern_layout_out_bits(x);
  return result;
}

// Both lists in one that has the order of each, with the bits of both: those of `y` that are not in `x` come as late as
// they can. NULL, or what is wrong.
static const char *merge_dims(const tern_layout_dims_t *x, const tern_layout_dims_t *y, tern_layout_dims_t *out) {
  static const char *const too_many = "the product of two layouts has too many dimensions or bits";
  size_t next = 0;
  *out = (tern_layout_dims_t){0};
  for (size_t i = 0; i < x->count; ++i) {
    const tern_layout_dim_t *dim = &x->values[i];
    size_t position = tern_layout_find(y, dim->name);
    for (; position < y->count && next < position; ++next) {
      const tern_layout_dim_t *own = &y->values[next];
      if (tern_layout_find(x, own->name) < x->count) return "two layouts have their dimensions in different orders";
      if (!tern_layout_append_dim(out, own->name, own->bits)) return too_many;
    }
    if (position < next) return "two layouts have their dimensions in different orders";
    next += position < y->count;
    if (!tern_layout_append_dim(out, dim->name, dim->bits + tern_layout_bits(y, dim->name))) return too_many;
  }
  for (; next < y->count; ++next) {
    if (!tern_layout_append_dim(out, y->values[next].name, y->values[next].bits)) return too_many;
  }
  return NULL;
}

tern_layout_t tern_layout_product(const tern_layout_t *inner, const tern_layout_t *outer) {
  tern_layout_t result = {0};
  if (inner->error || outer->error) return inner->error ? *inner : *outer;
  const char *error = merge_dims(&inner->ins, &outer->ins, &result.ins);
  if (!error) error = merge_dims(&inner->outs, &outer->outs, &result.outs);
  if (error) return tern_layout_failed(error);
  size_t at = 0;
  for (size_t i = 0; i < result.ins.count; ++i) {
    const char *name = result.ins.values[i].name;
    size_t in_inner = tern_layout_find(&inner->ins, name), in_outer = tern_layout_find(&outer->ins, name);
    const uint64_t *own = inner->bases + tern_layout_bits_before(&inner->ins, in_inner);
    const uint64_t *above = outer->bases + tern_layout_bits_before(&outer->ins, in_outer);
    for (size_t bit = 0; bit < tern_layout_bits(&inner->ins, name); ++bit) {
      result.bases[at++] = tern_layout_repack(&inner->outs, &result.outs, own[bit]);
    }
    for (size_t bit = 0; bit < tern_layout_bits(&outer->ins, name); ++bit, ++at) {
      for (size_t k = 0; k < outer->outs.count; ++k) {
        const char *out = outer->outs.values[k].name;
        uint64_t number = tern_layout_get(&outer->outs, k, above[bit]) << tern_layout_bits(&inner->outs, out);
        size_t position = tern_layout_find(&result.outs, out);
        result.bases[at] = tern_layout_set(&result.outs, position, result.bases[at], number);
      }
    }
  }
  return result;
}

tern_layout_t tern_layout_compose(const tern_layout_t *inner, const tern_layout_t *outer) {
  if (inner->error || outer->error) return inner->error ? *inner : *outer;
  if (inner->outs.count != outer->ins.count) {
    return tern_layout_failed("the outputs of a layout are not the inputs of the one behind it");
  }
  for (size_t i = 0; i < inner->outs.count; ++i) {
    size_t position = tern_layout_find(&outer->ins, inner->outs.values[i].name);
    if (position == outer->ins.count) {
      return tern_layout_failed("the outputs of a layout are not the inputs of the one behind it");
    }
    if (inner->outs.values[i].bits > outer->ins.values[position].bits) {
      return tern_layout_failed("an output of a layout is larger than the input of the one behind it");
    }
  }
  tern_layout_t result = {.ins = inner->ins, .outs = outer->outs};
  for (size_t i = 0; i < tern_layout_in_bits(inner); ++i) {
    uint64_t word = tern_layout_repack(&inner->outs, &outer->ins, inner->bases[i]);
    result.bases[i] = tern_layout_apply_flat(outer, word);
  }
  return result;
}
