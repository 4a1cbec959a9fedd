// What a layout is made of, and what it says: see linear_layout.h. Other forms and other maps are in layout_forms.c,
// equations in layout_equations.c.

#include "analysis/layout/linear_layout.h"

#include <string.h>

// --- dimensions ---

const char *tern_layout_dim_name(size_t position) {
  static const char *const names[TERN_LAYOUT_MAX_DIMS] = {"dim0",  "dim1",  "dim2",  "dim3", "dim4",  "dim5",
                                                          "dim6",  "dim7",  "dim8",  "dim9", "dim10", "dim11",
                                                          "dim12", "dim13", "dim14", "dim15"};
  return position < TERN_LAYOUT_MAX_DIMS ? names[position] : "";
}

size_t tern_layout_find(const tern_layout_dims_t *dims, const char *name) {
  size_t i = 0;
  while (i < dims->count && strcmp(dims->values[i].name, name) != 0) ++i;
  return i;
}

size_t tern_layout_bits(const tern_layout_dims_t *dims, const char *name) {
  size_t i = tern_layout_find(dims, name);
  return i < dims->count ? dims->values[i].bits : 0;
}

size_t tern_layout_bits_before(const tern_layout_dims_t *dims, size_t position) {
  size_t bits = 0;
  for (size_t i = 0; i < position && i < dims->count; ++i) bits += dims->values[i].bits;
  return bits;
}

bool tern_layout_append_dim(tern_layout_dims_t *dims, const char *name, size_t bits) {
  size_t size = strlen(name);
  if (dims->count == TERN_LAYOUT_MAX_DIMS || size == 0 || size >= TERN_LAYOUT_NAME_SIZE) return false;
  if (bits > TERN_LAYOUT_MAX_BITS || tern_layout_bits_before(dims, dims->count) + bits > TERN_LAYOUT_MAX_BITS)
    return false;
  if (tern_layout_find(dims, name) < dims->count) return false;
  tern_layout_dim_t *dim = &dims->values[dims->count++];
  *dim = (tern_layout_dim_t){.bits = (uint8_t)bits};
  memcpy(dim->name, name, size);
  return true;
}

// Are these dimensions that tern_layout_append_dim() would make?
static bool are_dims(const tern_layout_dims_t *dims) {
  tern_layout_dims_t made = {0};
  if (dims->count > TERN_LAYOUT_MAX_DIMS) return false;
  for (size_t i = 0; i < dims->count; ++i) {
    const tern_layout_dim_t *dim = &dims->values[i];
    if (!memchr(dim->name, 0, TERN_LAYOUT_NAME_SIZE) || !tern_layout_append_dim(&made, dim->name, dim->bits))
      return false;
  }
  return true;
}

static uint64_t mask_of(size_t bits) { return (UINT64_C(1) << bits) - 1; }

uint64_t tern_layout_get(const tern_layout_dims_t *dims, size_t position, uint64_t word) {
  return word >> tern_layout_bits_before(dims, position) & mask_of(dims->values[position].bits);
}

uint64_t tern_layout_set(const tern_layout_dims_t *dims, size_t position, uint64_t word, uint64_t number) {
  size_t shift = tern_layout_bits_before(dims, position);
  return (word & ~(mask_of(dims->values[position].bits) << shift)) | number << shift;
}

uint64_t tern_layout_repack(const tern_layout_dims_t *from, const tern_layout_dims_t *to, uint64_t word) {
  uint64_t result = 0;
  // Bases have bits in one dimension, mostly: the others are not looked for.
  for (size_t i = 0; word && i < from->count; word >>= from->values[i++].bits) {
    uint64_t number = word & mask_of(from->values[i].bits);
    size_t position = number ? tern_layout_find(to, from->values[i].name) : to->count;
    if (position == to->count) continue;
    result |= (number & mask_of(to->values[position].bits)) << tern_layout_bits_before(to, position);
  }
  return result;
}

// --- construction ---

tern_layout_t tern_layout_empty(void) { return (tern_layout_t){0}; }

tern_layout_t tern_layout_failed(const char *error) { return (tern_layout_t){.error = error}; }

tern_layout_t tern_layout_create(const tern_layout_dims_t *ins, const tern_layout_dims_t *outs, const int64_t *values) {
  if (!are_dims(ins) || !are_dims(outs)) {
    return tern_layout_failed("the dimensions of a layout have different names and few bits");
  }
  tern_layout_t layout = {.ins = *ins, .outs = *outs};
  for (size_t i = 0; i < tern_layout_in_bits(&layout); ++i) {
    for (size_t k = 0; k < outs->count; ++k) {
      int64_t value = values[i * outs->count + k];
      if (value < 0 || value >> outs->values[k].bits) {
        return tern_layout_failed("a basis is not below the size of its output");
      }
      layout.bases[i] = tern_layout_set(outs, k, layout.bases[i], (uint64_t)value);
    }
  }
  return layout;
}

bool tern_layout_infer_sizes(tern_layout_dims_t *outs, size_t in_bits, const int64_t *values) {
  tern_layout_dims_t result = *outs;
  if (!are_dims(outs)) return false;
  for (size_t i = 0; i < in_bits * outs->count; ++i) {
    tern_layout_dim_t *dim = &result.values[i % outs->count];
    if (values[i] < 0 || values[i] >> TERN_LAYOUT_MAX_BITS) return false;
    while (values[i] >> dim->bits) ++dim->bits;
  }
  if (!are_dims(&result)) return false;
  *outs = result;
  return true;
}

// The logarithm of a power of two. False: it is none, or too large.
static bool log2_of(int64_t size, size_t *out_bits) {
  if (size <= 0 || size & (size - 1)) return false;
  *out_bits = (size_t)__builtin_ctzll((unsigned long long)size);
  return *out_bits <= TERN_LAYOUT_MAX_BITS;
}

// L(x) = x * stride, `stride` given by its logarithm; zeros where `is_zero`.
static tern_layout_t make_1d(int64_t size, const char *in, const char *out, int64_t out_size, size_t shift,
                             bool is_zero) {
  size_t in_bits, out_bits;
  tern_layout_t layout = {0};
  if (!log2_of(size, &in_bits) || !log2_of(out_size, &out_bits)) {
    return tern_layout_failed("the size of a dimension is not a power of two, or too large");
  }
  if (!tern_layout_append_dim(&layout.ins, in, in_bits) || !tern_layout_append_dim(&layout.outs, out, out_bits)) {
    return tern_layout_failed("the name of a dimension is empty or too long");
  }
  for (size_t i = 0; i < in_bits && !is_zero; ++i) layout.bases[i] = UINT64_C(1) << (i + shift);
  return layout;
}

tern_layout_t tern_layout_identity_1d(int64_t size, const char *in, const char *out) {
  return make_1d(size, in, out, size, 0, false);
}

tern_layout_t tern_layout_strided_1d(int64_t size, int64_t stride, const char *in, const char *out) {
  size_t shift, bits;
  if (stride == 0) return make_1d(size, in, out, 1, 0, true);
  if (!log2_of(stride, &shift) || !log2_of(size, &bits) || shift + bits > TERN_LAYOUT_MAX_BITS) {
    return tern_layout_failed("the size or stride of a dimension is not a power of two, or too large");
  }
  return make_1d(size, in, out, size << shift, shift, false);
}

tern_layout_t tern_layout_zeros_1d(int64_t size, const char *in, const char *out, int64_t out_size) {
  return make_1d(size, in, out, out_size, 0, true);
}

// Bits that change nothing, without an output.
static tern_layout_t make_idle(int64_t size, const char *in) {
  tern_layout_t layout = tern_layout_zeros_1d(size, in, in, 1);
  layout.outs.count = 0;
  return layout;
}

tern_layout_t tern_layout_extend(const tern_layout_t *tile, const tern_layout_line_t *lines, size_t count) {
  tern_layout_t result = tile ? *tile : tern_layout_empty();
  for (size_t i = 0; i < count; ++i) {
    tern_layout_t line = lines[i].out ? tern_layout_identity_1d(lines[i].size, lines[i].in, lines[i].out)
                                      : make_idle(lines[i].size, lines[i].in);
    result = tern_layout_product(&result, &line);
  }
  return result;
}

// --- questions ---

size_t tern_layout_in_bits(const tern_layout_t *layout) {
  return tern_layout_bits_before(&layout->ins, layout->ins.count);
}

size_t tern_layout_out_bits(const tern_layout_t *layout) {
  return tern_layout_bits_before(&layout->outs, layout->outs.count);
}

int64_t tern_layout_basis(const tern_layout_t *layout, size_t in, size_t bit, size_t out) {
  uint64_t word = layout->bases[tern_layout_bits_before(&layout->ins, in) + bit];
  return (int64_t)tern_layout_get(&layout->outs, out, word);
}

uint64_t tern_layout_apply_flat(const tern_layout_t *layout, uint64_t in) {
  uint64_t out = 0;
  for (size_t i = 0; in; ++i, in >>= 1) {
    if (in & 1) out ^= layout->bases[i];
  }
  return out;
}

void tern_layout_apply(const tern_layout_t *layout, const int64_t *ins, int64_t *out_outs) {
  uint64_t in = 0;
  for (size_t i = 0; i < layout->ins.count; ++i) in = tern_layout_set(&layout->ins, i, in, (uint64_t)ins[i]);
  uint64_t out = tern_layout_apply_flat(layout, in);
  for (size_t i = 0; i < layout->outs.count; ++i) out_outs[i] = (int64_t)tern_layout_get(&layout->outs, i, out);
}

static bool are_equal_dims(const tern_layout_dims_t *x, const tern_layout_dims_t *y) {
  if (x->count != y->count) return false;
  for (size_t i = 0; i < x->count; ++i) {
    if (strcmp(x->values[i].name, y->values[i].name) != 0 || x->values[i].bits != y->values[i].bits) return false;
  }
  return true;
}

bool tern_layout_equal(const tern_layout_t *x, const tern_layout_t *y) {
  if (x->error || y->error || !are_equal_dims(&x->ins, &y->ins) || !are_equal_dims(&x->outs, &y->outs)) return false;
  return memcmp(x->bases, y->bases, tern_layout_in_bits(x) * sizeof x->bases[0]) == 0;
}

int64_t tern_layout_consecutive(const tern_layout_t *layout) {
  if (layout->error || layout->ins.count == 0 || layout->outs.count == 0) return 1;
  size_t bits = 0, most = layout->ins.values[0].bits;
  while (bits < most && bits < layout->outs.values[0].bits && layout->bases[bits] == UINT64_C(1) << bits) ++bits;
  // What other bits lead to has to begin at a multiple.
  for (size_t i = bits; i < tern_layout_in_bits(layout); ++i) {
    while (layout->bases[i] & mask_of(bits)) --bits;
  }
  return INT64_C(1) << bits;
}

void tern_layout_append_text(tern_string_builder_t *sb, const tern_layout_t *layout) {
  if (layout->error) {
    tern_string_builder_append_format(sb, "no layout: %s\n", layout->error);
    return;
  }
  for (size_t i = 0; i < layout->ins.count; ++i) {
    const tern_layout_dim_t *in = &layout->ins.values[i];
    if (in->bits == 0) {
      tern_string_builder_append_format(sb, " - %s is a size 1 dimension\n", in->name);
      continue;
    }
    for (size_t bit = 0; bit < in->bits; ++bit) {
      tern_string_builder_append_format(sb, "%s%s=%lld -> (", bit ? "   " : " - ", in->name, 1LL << bit);
      for (size_t k = 0; k < layout->outs.count; ++k) {
        if (k) tern_string_builder_append_cstr(sb, ", ");
        tern_string_builder_append_int64(sb, tern_layout_basis(layout, i, bit, k));
      }
      tern_string_builder_append_cstr(sb, ")\n");
    }
  }
  tern_string_builder_append_cstr(sb, "where out dims are: [");
  for (size_t k = 0; k < layout->outs.count; ++k) {
    const tern_layout_dim_t *out = &layout->outs.values[k];
    tern_string_builder_append_format(sb, "%s%s (size %lld)", k ? ", " : "", out->name, 1LL << out->bits);
  }
  tern_string_builder_append_cstr(sb, "]\n");
}
