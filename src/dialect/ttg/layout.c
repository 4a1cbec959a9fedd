// ttg: encodings as linear layouts; see layout.h.
//
// A layout is built from inside to outside by tern_ttg_extend(): so many registers along this dimension, so many lanes
// along that one, and so on, which leaves it to one function, tern_ttg_fit(), to repeat what is too small for the tensor, and to
// cut what is too large.

#include "dialect/ttg/layout.h"

#include <stdlib.h>
#include <string.h>

#include "ir/context.h"

static bool is_power_of_two(int64_t size) { return size > 0 && (size & (size - 1)) == 0; }

// --- orders ---

void tern_ttg_matrix_order(size_t rank, bool is_row_major, size_t *out_order) {
  for (size_t i = 0; i < rank; ++i) out_order[i] = rank - 1 - i;
  if (is_row_major || rank < 2) return;
  out_order[0] = rank - 2;
  out_order[1] = rank - 1;
}

void tern_ttg_order_of(const tern_attr_t *encoding, tern_ttg_field_t field, size_t *out_order) {
  size_t rank = tern_ttg_rank(encoding), count = 0;
  bool is_taken[TERN_LAYOUT_MAX_DIMS] = {false};
  for (size_t i = 0; i < tern_ttg_count(encoding, field); ++i) {
    if (tern_ttg_at(encoding, field, i) == 0 || is_taken[i % rank]) continue;
    is_taken[i % rank] = true;
    out_order[count++] = i % rank;
  }
  for (size_t d = rank; d-- > 0;) {
    if (!is_taken[d]) out_order[count++] = d;
  }
}

// --- bases ---

static const tern_ttg_field_t linear_fields[] = {TERN_TTG_FIELD_REGISTER, TERN_TTG_FIELD_LANE, TERN_TTG_FIELD_WARP,
                                                 TERN_TTG_FIELD_BLOCK};
static const tern_ttg_field_t memory_fields[] = {TERN_TTG_FIELD_OFFSET, TERN_TTG_FIELD_BLOCK};
static const char *const linear_names[] = {TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE, TERN_LAYOUT_WARP, TERN_LAYOUT_BLOCK};
static const char *const memory_names[] = {TERN_LAYOUT_OFFSET, TERN_LAYOUT_BLOCK};

// Adds the bases of a field as an input.
static bool add_bases(const tern_attr_t *encoding, tern_ttg_field_t field, const char *name, tern_layout_dims_t *ins,
                      int64_t *values, size_t *inout_count) {
  size_t count = tern_ttg_count(encoding, field);
  if (!tern_layout_append_dim(ins, name, tern_ttg_basis_count(encoding, field))) return false;
  for (size_t i = 0; i < count; ++i) values[(*inout_count)++] = tern_ttg_at(encoding, field, i);
  return true;
}

static tern_layout_t read_bases(const tern_attr_t *encoding, const tern_ttg_field_t *fields, const char *const *names,
                                size_t field_count) {
  int64_t values[TERN_LAYOUT_MAX_BITS * TERN_LAYOUT_MAX_DIMS];
  tern_layout_dims_t ins = {0}, outs = {0};
  size_t count = 0, rank = tern_ttg_rank(encoding);
  if (rank > TERN_LAYOUT_MAX_DIMS) return tern_layout_failed("a layout has at most sixteen dimensions");
  for (size_t d = 0; d < rank; ++d) tern_layout_append_dim(&outs, tern_layout_dim_name(d), 0);
  for (size_t i = 0; i < field_count; ++i) {
    if (!add_bases(encoding, fields[i], names[i], &ins, values, &count))
      return tern_layout_failed("a layout has too many bits");
  }
  if (!tern_layout_infer_sizes(&outs, tern_layout_bits_before(&ins, ins.count), values))
    return tern_layout_failed("a layout has too many bits");
  return tern_layout_create(&ins, &outs, values);
}

tern_layout_t tern_ttg_own_layout(const tern_attr_t *encoding) {
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_LINEAR)) return read_bases(encoding, linear_fields, linear_names, 4);
  return read_bases(encoding, memory_fields, memory_names, 2);
}

void tern_ttg_sizes_of(const tern_attr_t *encoding, int64_t *out_sizes) {
  tern_layout_t layout = tern_ttg_own_layout(encoding);
  for (size_t d = 0; d < layout.outs.count; ++d) out_sizes[d] = INT64_C(1) << layout.outs.values[d].bits;
}

static uint64_t write_bases(tern_context_t *context, const tern_layout_t *layout, const char *name) {
  int64_t values[TERN_LAYOUT_MAX_BITS * TERN_LAYOUT_MAX_DIMS];
  size_t count = 0, in = tern_layout_find(&layout->ins, name);
  for (size_t bit = 0; in < layout->ins.count && bit < layout->ins.values[in].bits; ++bit) {
    for (size_t d = 0; d < layout->outs.count; ++d) values[count++] = tern_layout_basis(layout, in, bit, d);
  }
  return tern_ttg_list(context, values, count);
}

const tern_attr_t *tern_ttg_linear_get(tern_context_t *context, const tern_layout_t *layout) {
  tern_ttg_value_t values[5] = {{TERN_TTG_FIELD_RANK, layout->outs.count}};
  for (size_t i = 0; i < 4; ++i)
    values[i + 1] = (tern_ttg_value_t){linear_fields[i], write_bases(context, layout, linear_names[i])};
  return tern_ttg_encoding_get(context, TERN_TTG_ATTR_LINEAR, values, 5);
}

const tern_attr_t *tern_ttg_shared_linear_get(tern_context_t *context, const tern_layout_t *layout, int64_t alignment) {
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_SHARED_LINEAR,
      TERN_TTG_VALUES({TERN_TTG_FIELD_RANK, layout->outs.count}, {TERN_TTG_FIELD_ALIGNMENT, (uint64_t)alignment},
                      {TERN_TTG_FIELD_OFFSET, write_bases(context, layout, TERN_LAYOUT_OFFSET)},
                      {TERN_TTG_FIELD_BLOCK, write_bases(context, layout, TERN_LAYOUT_BLOCK)}));
}

int64_t tern_ttg_alignment(const tern_attr_t *shared) {
  if (tern_attr_is_ttg(shared, TERN_TTG_ATTR_SHARED_LINEAR)) return tern_ttg_number(shared, TERN_TTG_FIELD_ALIGNMENT);
  if (!tern_attr_is_ttg(shared, TERN_TTG_ATTR_NVMMA_SHARED)) return 16;
  // As many lines of banks as the swizzle goes through.
  int64_t width = tern_ttg_number(shared, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  return width ? 128 * width / 16 : 128;
}

// --- parts ---

void tern_ttg_extend(tern_layout_t *layout, const char *in, size_t dim, int64_t size) {
  tern_layout_t line = tern_layout_identity_1d(size, in, tern_layout_dim_name(dim));
  *layout = tern_layout_product(layout, &line);
}

void tern_ttg_extend_all(tern_layout_t *layout, const char *in, const int64_t *sizes, const size_t *order,
                         size_t rank) {
  for (size_t i = 0; i < rank; ++i) tern_ttg_extend(layout, in, order[i], sizes[order[i]]);
}

tern_layout_t tern_ttg_cga_layout(const tern_attr_t *encoding) {
  static const char *const block = TERN_LAYOUT_BLOCK;
  if (tern_ttg_has_field(encoding, TERN_TTG_FIELD_CGA_LAYOUT)) {
    static const tern_ttg_field_t field = TERN_TTG_FIELD_CGA_LAYOUT;
    return read_bases(encoding, &field, &block, 1);
  }
  if (tern_ttg_has_field(encoding, TERN_TTG_FIELD_PARENT)) {
    tern_layout_t cga = tern_ttg_cga_layout(tern_ttg_parent(encoding));
    if (cga.error) return cga;
    bool is_operand = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP);
    size_t rank = cga.outs.count;
    // Operands are whole along the depth.
    if (is_operand && rank < 2) return tern_layout_failed("an operand has at least two dimensions");
    size_t dim = is_operand ? rank - 1 - (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX)
                            : (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_DIM);
    for (size_t i = 0; i < tern_layout_in_bits(&cga); ++i)
      cga.bases[i] = tern_layout_set(&cga.outs, dim, cga.bases[i], 0);
    cga = tern_layout_resize_out(&cga, tern_layout_dim_name(dim), 1);
    if (is_operand) return cga;
    tern_layout_dims_t outs = {0};
    for (size_t d = 0; d < rank; ++d) {
      if (d != dim) tern_layout_append_dim(&outs, tern_layout_dim_name(outs.count), cga.outs.values[d].bits);
    }
    return tern_layout_reshape_outs(&cga, &outs);
  }
  static const tern_ttg_field_t field = TERN_TTG_FIELD_BLOCK;
  return read_bases(encoding, &field, &block, 1);
}

void tern_ttg_part_shape(const tern_attr_t *encoding, const int64_t *shape, int64_t *out_shape) {
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  for (size_t d = 0; d < tern_ttg_rank(encoding) && d < TERN_LAYOUT_MAX_DIMS; ++d) {
    int64_t parts = INT64_C(1) << tern_layout_bits(&cga.outs, tern_layout_dim_name(d));
    out_shape[d] = parts < shape[d] ? shape[d] / parts : 1;
  }
}

// `layout` with output `dim` no larger than `size`: what led beyond it leads to nothing more.
static tern_layout_t clip(const tern_layout_t *layout, size_t dim, int64_t size) {
  tern_layout_t result = *layout;
  const char *name = tern_layout_dim_name(dim);
  size_t position = tern_layout_find(&layout->outs, name);
  if (layout->error || position == layout->outs.count) return result;
  if (size >= INT64_C(1) << layout->outs.values[position].bits) return result;
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    if ((int64_t)tern_layout_get(&layout->outs, position, layout->bases[i]) >= size)
      result.bases[i] = tern_layout_set(&layout->outs, position, layout->bases[i], 0);
  }
  return tern_layout_resize_out(&result, name, size);
}

static size_t position_of(const char *name) { return (size_t)(name[3] - '0'); }

static tern_layout_t in_standard_order(const tern_layout_t *layout) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  for (size_t d = 0; d < layout->outs.count; ++d) names[d] = tern_layout_dim_name(d);
  return tern_layout_transpose_outs(layout, (tern_layout_names_t){names, layout->outs.count});
}

tern_layout_t tern_ttg_fit(const tern_layout_t *block, const tern_layout_t *cga, const int64_t *shape) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  if (block->error) return *block;
  if (cga->error) return *cga;
  tern_layout_t result = *block, blocks = *cga;
  for (size_t i = 0; i < block->outs.count; ++i) {
    const char *name = names[i] = block->outs.values[i].name;
    size_t dim = position_of(name);
    if (!is_power_of_two(shape[dim])) return tern_layout_failed("the size of a dimension is not a power of two");
    blocks = clip(&blocks, dim, shape[dim]);
    int64_t part = shape[dim] >> tern_layout_bits(&blocks.outs, name);
    int64_t own = INT64_C(1) << tern_layout_bits(&result.outs, name);
    if (own < part) tern_ttg_extend(&result, block->ins.values[0].name, dim, part / own);
    result = clip(&result, dim, part);
  }
  blocks = tern_layout_transpose_outs(&blocks, (tern_layout_names_t){names, block->outs.count});
  result = tern_layout_product(&result, &blocks);
  return result.error ? result : in_standard_order(&result);
}

// --- encodings ---

static tern_layout_t blocked_layout(const tern_attr_t *encoding, const int64_t *shape) {
  static const struct {
    const char *in;
    tern_ttg_field_t field;
  } parts[] = {{TERN_LAYOUT_REGISTER, TERN_TTG_FIELD_SIZE_PER_THREAD},
               {TERN_LAYOUT_LANE, TERN_TTG_FIELD_THREADS_PER_WARP},
               {TERN_LAYOUT_WARP, TERN_TTG_FIELD_WARPS_PER_CTA}};
  size_t rank = tern_ttg_rank(encoding);
  tern_layout_t layout = tern_layout_empty(), cga = tern_ttg_cga_layout(encoding);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t k = 0; k < rank; ++k) {
      size_t dim = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, k);
      tern_ttg_extend(&layout, parts[i].in, dim, tern_ttg_at(encoding, parts[i].field, dim));
    }
  }
  return tern_ttg_fit(&layout, &cga, shape);
}

// Registers whose bases are zeros are left out.
static tern_layout_t slice_layout(const tern_attr_t *encoding, const int64_t *shape) {
  size_t rank = tern_ttg_rank(encoding), dim = (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_DIM);
  int64_t parent_shape[TERN_LAYOUT_MAX_DIMS + 1];
  for (size_t d = 0, from = 0; d <= rank; ++d) parent_shape[d] = d == dim ? 1 : shape[from++];
  tern_layout_t layout = tern_ttg_layout(tern_ttg_parent(encoding), parent_shape);
  if (layout.error) return layout;
  tern_layout_dims_t outs = {0};
  for (size_t d = 0; d <= rank; ++d) {
    if (d != dim) tern_layout_append_dim(&outs, tern_layout_dim_name(outs.count), layout.outs.values[d].bits);
  }
  layout = tern_layout_reshape_outs(&layout, &outs);
  return tern_layout_remove_zero_bases(&layout, TERN_LAYOUT_REGISTER);
}

// `layout` without the registers that lead beyond the tensor.
static tern_layout_t drop_registers(const tern_layout_t *layout, const int64_t *shape) {
  tern_layout_t result = {.outs = layout->outs};
  size_t at = 0, made = 0;
  for (size_t i = 0; i < layout->ins.count; ++i) {
    size_t kept = 0;
    bool is_register = strcmp(layout->ins.values[i].name, TERN_LAYOUT_REGISTER) == 0;
    for (size_t bit = 0; bit < layout->ins.values[i].bits; ++bit, ++at) {
      bool is_beyond = false;
      for (size_t d = 0; d < layout->outs.count; ++d)
        is_beyond |= tern_layout_basis(layout, i, bit, d) >= shape[position_of(layout->outs.values[d].name)];
      if (is_register && is_beyond) continue;
      result.bases[made++] = layout->bases[at];
      ++kept;
    }
    tern_layout_append_dim(&result.ins, layout->ins.values[i].name, kept);
  }
  return result;
}

static tern_layout_t linear_layout(const tern_attr_t *encoding, const int64_t *shape) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  size_t order[TERN_LAYOUT_MAX_DIMS], rank = tern_ttg_rank(encoding);
  tern_layout_t layout = tern_ttg_own_layout(encoding);
  if (layout.error) return layout;
  tern_ttg_order_of(encoding, TERN_TTG_FIELD_REGISTER, order);
  for (size_t i = 0; i < rank; ++i) names[i] = tern_layout_dim_name(order[i]);
  layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, rank});
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = shape[order[i]], own = INT64_C(1) << tern_layout_bits(&layout.outs, names[i]);
    if (!is_power_of_two(size)) return tern_layout_failed("the size of a dimension is not a power of two");
    if (own < size) tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[i], size / own);
  }
  layout = drop_registers(&layout, shape);
  for (size_t i = 0; i < rank; ++i) layout = clip(&layout, order[i], shape[order[i]]);
  return in_standard_order(&layout);
}

static tern_layout_t make_layout(const tern_attr_t *encoding, const int64_t *shape) {
  switch (tern_ttg_attr_id(encoding)) {
    case TERN_TTG_ATTR_BLOCKED: return blocked_layout(encoding, shape);
    case TERN_TTG_ATTR_SLICE: return slice_layout(encoding, shape);
    case TERN_TTG_ATTR_DOT_OP: return tern_ttg_operand_layout(encoding, shape);
    case TERN_TTG_ATTR_LINEAR: return linear_layout(encoding, shape);
    case TERN_TTG_ATTR_NVIDIA_MMA:
    case TERN_TTG_ATTR_AMD_MFMA:
    case TERN_TTG_ATTR_AMD_WMMA: return tern_ttg_matrix_layout(encoding, shape);
    default: return tern_ttg_shared_layout(encoding, shape);
  }
}

// --- layouts that were made before ---

// A kernel has a handful of encodings and asks for the layouts of each of its tensors, pass after pass. A context keeps some;
// one that falls into the place of another takes it.
enum { KEPT_COUNT = 64 };  // a power of two

typedef struct kept_layout {
  const tern_attr_t *encoding;  // NULL: none
  int64_t shape[TERN_LAYOUT_MAX_DIMS];
  tern_layout_t layout;
} kept_layout_t;

static kept_layout_t *place_of(const tern_attr_t *encoding, const int64_t *shape, size_t rank) {
  static const char key = 0;
  static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
  kept_layout_t *kept = tern_context_extension(encoding->context, &key);
  if (!kept) {
    kept = tern_calloc(KEPT_COUNT, sizeof(*kept));
    tern_context_set_extension(encoding->context, &key, kept, free);
  }
  uint64_t hash = (uint64_t)(uintptr_t)encoding * factor;
  for (size_t i = 0; i < rank; ++i) hash = (hash ^ (uint64_t)shape[i]) * factor;
  return &kept[hash >> 32 & (KEPT_COUNT - 1)];
}

tern_layout_t tern_ttg_layout(const tern_attr_t *encoding, const int64_t *shape) {
  size_t rank = tern_ttg_rank(encoding);
  if (rank == 0 || rank > TERN_LAYOUT_MAX_DIMS) return tern_layout_failed("a layout has one to sixteen dimensions");
  kept_layout_t *kept = place_of(encoding, shape, rank);
  if (kept->encoding == encoding && memcmp(kept->shape, shape, rank * sizeof(*shape)) == 0) return kept->layout;
  // Making it may ask for others, of a parent.
  tern_layout_t layout = make_layout(encoding, shape);
  memcpy(kept->shape, shape, rank * sizeof(*shape));
  kept->encoding = encoding;
  kept->layout = layout;
  return layout;
}

tern_layout_t tern_ttg_type_layout(const tern_type_t *type) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  if (!encoding) return tern_layout_failed("the type has no encoding");
  size_t rank = tern_ttg_rank(encoding);
  if (type->kind == TERN_TYPE_TENSOR) {
    if (rank != tern_type_rank(type)) return tern_layout_failed("the encoding has another rank than the tensor");
    return tern_ttg_layout(encoding, tern_type_dims(type));
  }
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  if (rank > memdesc.alloc_rank) return tern_layout_failed("the encoding has more dimensions than the memory");
  return tern_ttg_layout(encoding, memdesc.alloc_dims + memdesc.alloc_rank - rank);
}

bool tern_ttg_same_layout(const int64_t *shape, const tern_attr_t *encoding, const tern_attr_t *other) {
  if (encoding == other) return true;
  if (!tern_ttg_is_encoding(encoding) || !tern_ttg_is_encoding(other)) return false;
  if (tern_ttg_rank(encoding) != tern_ttg_rank(other)) return false;
  tern_layout_t x = tern_ttg_layout(encoding, shape), y = tern_ttg_layout(other, shape);
  return tern_layout_equal(&x, &y);
}

bool tern_ttg_is_cheap_view(const tern_type_t *from, const tern_type_t *to) {
  uint64_t from_masks[TERN_LAYOUT_MAX_DIMS] = {0}, to_masks[TERN_LAYOUT_MAX_DIMS] = {0};
  if (!tern_ttg_type_encoding(from) || !tern_ttg_type_encoding(to)) return false;
  tern_layout_t x = tern_ttg_type_layout(from), y = tern_ttg_type_layout(to);
  if (x.error || y.error) return false;
  tern_layout_free_masks(&x, from_masks);
  tern_layout_free_masks(&y, to_masks);
  for (size_t i = 0; i < x.ins.count; ++i) {
    if (from_masks[i] != to_masks[i]) return false;
  }
  return tern_layout_bits(&x.ins, TERN_LAYOUT_REGISTER) == tern_layout_bits(&y.ins, TERN_LAYOUT_REGISTER);
}

bool tern_ttg_is_cheap_cat(const tern_type_t *tensor, const tern_attr_t *encoding) {
  if (!tern_ttg_type_encoding(tensor) || !tern_ttg_is_encoding(encoding)) return false;
  tern_layout_t has = tern_ttg_type_layout(tensor), gets = tern_ttg_layout(encoding, tern_type_dims(tensor));
  return !has.error && !gets.error &&
         tern_layout_bits(&gets.ins, TERN_LAYOUT_REGISTER) >= tern_layout_bits(&has.ins, TERN_LAYOUT_REGISTER);
}
