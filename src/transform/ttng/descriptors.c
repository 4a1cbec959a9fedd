// Blocks of tensor descriptors in shared memory; see descriptors.h.

#include "transform/ttng/descriptors.h"

#include <string.h>

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS, MAX_NUMBERS = 256, BOX_LIMIT = 256 };

// --- encodings ---

const tern_attr_t *tern_descriptor_cga(tern_context_t *context, const tern_attr_t *encoding, size_t rank) {
  int64_t values[MAX_NUMBERS];
  size_t count = 0;
  tern_layout_t cga = encoding ? tern_ttg_cga_layout(encoding) : tern_layout_empty();
  size_t own = cga.outs.count, bases = encoding && !cga.error ? tern_layout_in_bits(&cga) : 0;
  for (size_t i = 0; i < bases && count + rank <= MAX_NUMBERS; ++i) {
    for (size_t d = 0; d < rank; ++d) {
      bool is_there = d + own >= rank;
      values[count++] = is_there ? (int64_t)tern_layout_get(&cga.outs, d + own - rank, cga.bases[i]) : 0;
    }
  }
  return (const tern_attr_t *)(uintptr_t)tern_ttg_list(context, values, count);
}

static const tern_attr_t *with_order_of_rank(const tern_attr_t *encoding, size_t rank, const tern_attr_t *cga) {
  int64_t order[MAX_RANK];
  size_t count = 0, own = tern_ttg_rank(encoding);
  for (size_t i = 0; i + own < rank; ++i) order[count++] = (int64_t)(rank - i - 1);
  for (size_t i = 0; i < own; ++i) {
    int64_t dim = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
    if (dim < (int64_t)rank) order[count++] = dim;
  }
  tern_ttg_value_t values[] = {{TERN_TTG_FIELD_ORDER, tern_ttg_list(encoding->context, order, count)},
                               {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)(uintptr_t)cga}};
  return tern_ttg_encoding_with(encoding, values, 2);
}

const tern_attr_t *tern_descriptor_encoding_of_rank(const tern_attr_t *encoding, size_t rank) {
  bool is_box = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  if (!is_box && !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SWIZZLED_SHARED)) return NULL;
  if (tern_ttg_rank(encoding) == rank) return encoding;
  const tern_attr_t *cga = tern_descriptor_cga(encoding->context, encoding, rank);
  if (!is_box) return with_order_of_rank(encoding, rank, cga);
  tern_ttg_value_t values[] = {{TERN_TTG_FIELD_RANK, rank}, {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)(uintptr_t)cga}};
  return tern_ttg_encoding_with(encoding, values, 2);
}

// The widest line of a swizzle that lines of `bytes` are made of; none where there are not eight of them.
static int64_t swizzle_of(int64_t bytes, int64_t lines) {
  if (lines < 8) return 0;
  for (int64_t width = 128; width >= 32; width /= 2) {
    if (bytes >= width && bytes % width == 0) return width;
  }
  return 0;
}

const tern_attr_t *tern_descriptor_default_encoding(const tern_type_t *tensor, const tern_attr_t *cga,
                                                    const int64_t *shape) {
  size_t rank = tern_type_rank(tensor);
  int64_t part[MAX_RANK], lines = 1, bits = tern_type_bit_width(tern_type_element(tensor));
  const tern_attr_t *plain = tern_ttg_encoding_get(
      tensor->context, TERN_TTG_ATTR_NVMMA_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, (uint64_t)bits}, {TERN_TTG_FIELD_RANK, rank},
                      {TERN_TTG_FIELD_TRANSPOSED, rank == 1}, {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)(uintptr_t)cga}));
  tern_ttg_part_shape(plain, shape, part);
  for (size_t d = 0; d + 1 < rank; ++d) lines *= part[d];
  int64_t width = rank < 2 ? 0 : swizzle_of(part[rank - 1] * bits / 8, lines);
  tern_ttg_value_t value = {TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH, (uint64_t)width};
  return tern_ttg_encoding_with(plain, &value, 1);
}

const tern_type_t *tern_descriptor_with_encoding(const tern_type_t *descriptor, const tern_attr_t *encoding) {
  const tern_type_t *block = tern_tt_type_inside(descriptor);
  const tern_type_t *made =
      tern_tensor_type_get(tern_type_element(block), tern_type_dims(block), tern_type_rank(block), encoding);
  return tern_dialect_type_get(descriptor->context, &tern_tt_types[TERN_TT_TYPE_TENSORDESC],
                               &(uint64_t){(uint64_t)(uintptr_t)made}, 1);
}

// --- tensor maps ---

// PTX's numbers of element types; -1: there is none.
enum { U8, U16, U32, S32, U64, S64, F16, F32, F64 = 9, BF16, B4X16_P64 = 14 };

static int64_t element_number(const tern_type_t *element) {
  switch (element->kind) {
    case TERN_TYPE_BF16: return BF16;
    case TERN_TYPE_F16: return F16;
    case TERN_TYPE_F32: return F32;
    case TERN_TYPE_F64: return F64;
    default: break;
  }
  bool is_signed = element->kind == TERN_TYPE_INTEGER && tern_integer_type_signedness(element) == TERN_SIGNED;
  switch (tern_type_bit_width(element) / 8) {
    case 1: return U8;
    case 2: return U16;
    case 4: return is_signed ? S32 : U32;
    case 8: return is_signed ? S64 : U64;
    default: return -1;
  }
}

static bool is_plain(const tern_attr_t *encoding) {
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SWIZZLED_SHARED) &&
         tern_ttg_number(encoding, TERN_TTG_FIELD_VEC) == 1 &&
         tern_ttg_number(encoding, TERN_TTG_FIELD_PER_PHASE) == 1 &&
         tern_ttg_number(encoding, TERN_TTG_FIELD_MAX_PHASE) == 1;
}

static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

// One line of the swizzle along the dimension that is the fastest, and at most 256 elements along each.
static bool find_box(const tern_type_t *block, tern_tensormap_t *out, const char **out_error) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(block);
  bool is_box = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  size_t rank = tern_type_rank(block);
  size_t fast = is_box && tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED) ? 0 : rank - 1;
  int64_t width = is_box ? tern_ttg_number(encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) : 0;
  tern_ttg_part_shape(encoding, tern_type_dims(block), out->box);
  if (out->is_fp4_padded) out->box[fast] *= 2;
  for (size_t d = 0; d < rank; ++d) out->box[d] = smaller(out->box[d], BOX_LIMIT);
  if (!width) {
    *out_error = "has a block whose rows are no multiple of 16 bytes, which copies move";
    return out->is_fp4_padded || out->box[fast] * tern_type_bit_width(tern_type_element(block)) % (16 * 8) == 0;
  }
  int64_t line = 8 * width / tern_ttg_number(encoding, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH);
  if (out->box[fast] < line) {
    *out_error = "has a block that is smaller than a line of its swizzle";
    return false;
  }
  out->box[fast] = line;
  return true;
}

bool tern_tensormap_of(const tern_type_t *descriptor, tern_tensormap_t *out, const char **out_error) {
  const tern_type_t *block = tern_tt_type_inside(descriptor);
  const tern_attr_t *encoding = tern_tensor_type_encoding(block);
  bool is_box = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  size_t rank = tern_type_rank(block);
  *out = (tern_tensormap_t){.element = element_number(tern_type_element(block))};
  *out_error = "has a descriptor whose encoding is neither nvmma_shared nor swizzled_shared without a swizzle";
  if (!is_box && !is_plain(encoding)) return false;
  *out_error = "has a descriptor of less than one or more than five dimensions, or with an encoding of another rank";
  if (rank < 1 || rank > 5 || tern_ttg_rank(encoding) != rank) return false;
  *out_error = "has a descriptor whose elements have none of the sizes 1, 2, 4 and 8";
  if (out->element < 0) return false;
  out->is_fp4_padded = is_box && tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED);
  if (out->is_fp4_padded) out->element = B4X16_P64;
  if (!find_box(block, out, out_error)) return false;
  *out_error = "has FP4 padded blocks, which require 128 elements or more in the last dim";
  if (out->is_fp4_padded && out->box[rank - 1] != 128) return false;
  int64_t width = is_box ? tern_ttg_number(encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH) : 0;
  out->swizzle = width == 128 ? 3 : width == 64 ? 2 : width == 32;
  return true;
}
