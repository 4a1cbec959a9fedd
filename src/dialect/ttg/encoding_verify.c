// ttg: what encodings have to hold (upstream: the verifiers of Dialect.cpp).

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/string.h"
#include "dialect/ttg/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool is_power_of_two(int64_t size) { return size > 0 && (size & (size - 1)) == 0; }

// A message that lives as long as the context.
static const char *say(tern_context_t *context, const char *format, ...) __attribute__((format(printf, 2, 3)));
static const char *say(tern_context_t *context, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  return tern_ident_get(context, tern_str_from_cstr(text))->data;
}

// --- parts ---

static const char *check_order(const tern_attr_t *attr) {
  size_t rank = tern_ttg_count(attr, TERN_TTG_FIELD_ORDER);
  uint64_t seen = 0;
  bool is_right = true;
  char text[256] = "";
  for (size_t i = 0, used = 0; i < rank; ++i) {
    int64_t dim = tern_ttg_at(attr, TERN_TTG_FIELD_ORDER, i);
    is_right &= dim < (int64_t)rank && dim < 64 && !(seen >> dim & 1);
    if (dim < 64) seen |= UINT64_C(1) << dim;
    if (used < sizeof(text) - 24) used += (size_t)sprintf(text + used, "%s%" PRId64, i ? ", " : "", dim);
  }
  return is_right ? NULL : say(attr->context, "order must be a permutation of 0..(rank-1), but was [%s]", text);
}

// Each block has a part of its own, or the same as another one.
static const char *check_cga(const tern_attr_t *attr) {
  tern_layout_t cga = tern_ttg_cga_layout(attr);
  if (cga.error) return cga.error;
  return tern_layout_is_surjective(&cga) ? NULL : "'CGALayout' must give each part of a tensor to a block";
}

static const char *check_powers(const tern_attr_t *attr, tern_ttg_field_t field, const char *message) {
  for (size_t i = 0; i < tern_ttg_count(attr, field); ++i) {
    if (!is_power_of_two(tern_ttg_at(attr, field, i))) return message;
  }
  return NULL;
}

// --- distributed ---

static const char *check_blocked(const tern_attr_t *attr) {
  static const struct {
    tern_ttg_field_t field;
    const char *message;
  } lists[] = {{TERN_TTG_FIELD_SIZE_PER_THREAD, "Every element in sizePerThread must be a power of two."},
               {TERN_TTG_FIELD_THREADS_PER_WARP, "Every element in threadsPerWarp must be a power of two."},
               {TERN_TTG_FIELD_WARPS_PER_CTA, "Every element in warpsPerCTA must be a power of two."}};
  for (size_t i = 0; i < 3; ++i) {
    if (tern_ttg_count(attr, lists[i].field) != tern_ttg_rank(attr))
      return "sizePerThread, threadsPerWarp, warpsPerCTA, and order must all have the same rank.";
  }
  for (size_t i = 0; i < 3; ++i) {
    const char *wrong = check_powers(attr, lists[i].field, lists[i].message);
    if (wrong) return wrong;
  }
  return check_order(attr);
}

static const char *check_slice(const tern_attr_t *attr) {
  int64_t dim = tern_ttg_number(attr, TERN_TTG_FIELD_DIM);
  size_t rank = tern_ttg_rank(tern_ttg_parent(attr));
  if (rank <= 1) return "parent layout must have at least rank >= 2";
  if (dim < (int64_t)rank) return NULL;
  return say(attr->context, "slice dim=%" PRId64 " must be less than the parent rank=%zu", dim, rank);
}

static const char *check_nvidia_operand(const tern_attr_t *parent, int64_t index, int64_t width) {
  int64_t version = tern_ttg_number(parent, TERN_TTG_FIELD_VERSION_MAJOR);
  bool has_width = version == 2 || version == 3;
  if (width != 0 && !has_width)
    return "ttg.dot_op kWidth parameter can only be non-zero for Ampere or Hopper MMA parent";
  if (width == 0 && has_width) return "ttg.dot_op kWidth parameter is mandatory for Ampere or Hopper MMA parent";
  if (index != 0 && version == 3)
    return "ttg.dot_op opIdx parameter must be 0 for Hopper MMA parent, since Hopper WGMMA only allows first operand "
           "to be "
           "in registers";
  return NULL;
}

static const char *check_wmma_operand(const tern_attr_t *parent, int64_t width) {
  int64_t version = tern_ttg_number(parent, TERN_TTG_FIELD_VERSION);
  bool is_wide = width == 8 || width == 16;
  if (version == 1 && !is_wide)
    return "ttg.dot_op kWidth parameter must be 8/16 for WMMA v1 (including packed cases for `scaled_dot`)";
  if (version == 2 && !is_wide && width != 4)
    return "ttg.dot_op kWidth parameter must be 4/8/16 for WMMA v2 (including packed cases for `scaled_dot`)";
  return version == 3 && !is_wide && width != 2 ? "ttg.dot_op kWidth parameter must be 2/8/16 for WMMA v3" : NULL;
}

static const char *check_operand(const tern_attr_t *attr) {
  const tern_attr_t *parent = tern_ttg_parent(attr);
  int64_t index = tern_ttg_number(attr, TERN_TTG_FIELD_OP_IDX), width = tern_ttg_number(attr, TERN_TTG_FIELD_K_WIDTH);
  if (index > 1) return say(attr->context, "ttg.dot_op opIdx parameter can be 0 or 1, got: %" PRId64, index);
  if (width && !is_power_of_two(width)) return "ttg.dot_op kWidth parameter must be a power of two";
  if (tern_attr_is_ttg(parent, TERN_TTG_ATTR_NVIDIA_MMA)) return check_nvidia_operand(parent, index, width);
  if (tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_WMMA)) return check_wmma_operand(parent, width);
  if (tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_MFMA))
    return width ? NULL : "ttg.dot_op kWidth parameter is mandatory for MFMA parent";
  if (tern_attr_is_ttg(parent, TERN_TTG_ATTR_BLOCKED))
    return width ? "ttg.dot_op kWidth parameter is not supported when the parent is a blocked layout" : NULL;
  return say(attr->context, "ttg.dot_op unexpected parent layout: %s", tern_attr_text(parent));
}

static int64_t instr_shape(const tern_attr_t *attr, size_t index) {
  bool is_given = index < tern_ttg_count(attr, TERN_TTG_FIELD_INSTR_SHAPE);
  return is_given ? tern_ttg_at(attr, TERN_TTG_FIELD_INSTR_SHAPE, index) : 0;
}

static const char *check_mfma(const tern_attr_t *attr) {
  static const int64_t shapes[][2] = {{32, 32}, {16, 16}, {64, 4}, {4, 64}};
  int64_t m = instr_shape(attr, 0), n = instr_shape(attr, 1),
          bits = tern_ttg_number(attr, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH);
  bool is_known = false;
  if (tern_ttg_number(attr, TERN_TTG_FIELD_VERSION) > 4) return "version must be in the [0, 4] range";
  for (size_t i = 0; i < 4; ++i) is_known |= shapes[i][0] == m && shapes[i][1] == n;
  if (!is_known) return say(attr->context, "invalid (mDim, nDim) combination: (%" PRId64 ", %" PRId64 ")", m, n);
  return bits == 32 || bits == 64 ? NULL : "elementBitWidth must be 32 or 64";
}

static const char *check_wmma(const tern_attr_t *attr) {
  // The depth of 16 by 16 instructions.
  static const struct {
    int64_t version, depth;
  } shapes[] = {{1, 16}, {2, 16}, {2, 32}, {3, 4}, {3, 32}, {3, 64}, {3, 128}};
  int64_t version = tern_ttg_number(attr, TERN_TTG_FIELD_VERSION);
  if (version < 1 || version > 3) return "WMMA version must be in the [1, 3] range";
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    bool is_square = instr_shape(attr, 0) == 16 && instr_shape(attr, 1) == 16;
    if (is_square && shapes[i].version == version && shapes[i].depth == instr_shape(attr, 2)) return NULL;
  }
  return say(attr->context, "invalid WMMA v%" PRId64 " instruction shape", version);
}

// Each basis goes along one dimension, to a place that is a power of two.
static const char *check_bases(const tern_attr_t *attr, tern_ttg_field_t field, const char *several,
                               const char *no_power) {
  size_t rank = tern_ttg_rank(attr), count = 0;
  for (size_t i = 0; i < tern_ttg_count(attr, field); ++i) {
    int64_t value = tern_ttg_at(attr, field, i);
    if (i % rank == 0) count = 0;
    count += value != 0;
    if (count > 1) return several;
    if (no_power && value != 0 && !is_power_of_two(value)) return no_power;
  }
  return NULL;
}

static const char *check_linear(const tern_attr_t *attr) {
  for (size_t i = 0; i < 4; ++i) {
    const char *wrong = check_bases(attr, tern_ttg_encodings[TERN_TTG_ATTR_LINEAR].fields[i],
                                    "In a distributed layout, each base must move in at most one dimension.", NULL);
    if (wrong) return wrong;
  }
  tern_layout_t layout = tern_ttg_own_layout(attr);
  if (layout.error) return layout.error;
  return tern_layout_is_surjective(&layout) ? NULL : "The layout must be surjective";
}

// --- shared memory ---

static const char *check_shared_linear(const tern_attr_t *attr) {
  if (!is_power_of_two(tern_ttg_number(attr, TERN_TTG_FIELD_ALIGNMENT)))
    return "alignment must be a positive power of two";
  tern_layout_t layout = tern_ttg_own_layout(attr);
  if (layout.error) return layout.error;
  if (!tern_layout_is_surjective(&layout)) return "The layout must be surjective";
  layout = tern_layout_remove_zero_bases(&layout, TERN_LAYOUT_OFFSET);
  layout = tern_layout_remove_zero_bases(&layout, TERN_LAYOUT_BLOCK);
  return tern_layout_is_invertible(&layout) ? NULL : "After removing the zero bases the layout must be bijective";
}

static const char *check_padded(const tern_attr_t *attr) {
  size_t count = tern_ttg_count(attr, TERN_TTG_FIELD_INTERVALS);
  const char *wrong = check_powers(attr, TERN_TTG_FIELD_INTERVALS, "interval values must all be power of two");
  if (!wrong) wrong = check_powers(attr, TERN_TTG_FIELD_PADDINGS, "padding values must all be power of two");
  for (size_t i = 0; i < count && !wrong; ++i) {
    for (size_t k = 0; k < i; ++k) {
      bool is_double = tern_ttg_at(attr, TERN_TTG_FIELD_INTERVALS, i) == tern_ttg_at(attr, TERN_TTG_FIELD_INTERVALS, k);
      if (is_double) wrong = "interval values cannot have duplicates";
    }
  }
  if (wrong) return wrong;
  tern_layout_t layout = tern_ttg_own_layout(attr);
  if (layout.error) return layout.error;
  if (!tern_layout_is_injective(&layout)) return "Broadcasting is not supported.";
  static const tern_ttg_field_t fields[] = {TERN_TTG_FIELD_OFFSET, TERN_TTG_FIELD_BLOCK};
  for (size_t i = 0; i < 2 && !wrong; ++i) {
    wrong = check_bases(attr, fields[i], "Each offset basis must move in at most one dimension.",
                        "Each offset basis must be 0 or a power of two.");
  }
  if (wrong) return wrong;
  return tern_layout_is_surjective(&layout) ? NULL : "The layout must be surjective";
}

const char *tern_ttg_check_encoding(const tern_attr_t *attr) {
  const char *wrong = NULL;
  switch (tern_ttg_attr_id(attr)) {
    case TERN_TTG_ATTR_BLOCKED: wrong = check_blocked(attr); break;
    case TERN_TTG_ATTR_SLICE: wrong = check_slice(attr); break;
    case TERN_TTG_ATTR_DOT_OP: wrong = check_operand(attr); break;
    case TERN_TTG_ATTR_AMD_MFMA: wrong = check_mfma(attr); break;
    case TERN_TTG_ATTR_AMD_WMMA: wrong = check_wmma(attr); break;
    case TERN_TTG_ATTR_LINEAR: wrong = check_linear(attr); break;
    case TERN_TTG_ATTR_SWIZZLED_SHARED: wrong = check_order(attr); break;
    case TERN_TTG_ATTR_PADDED_SHARED: wrong = check_padded(attr); break;
    case TERN_TTG_ATTR_SHARED_LINEAR: wrong = check_shared_linear(attr); break;
    default: break;
  }
  if (wrong || !tern_ttg_has_field(attr, TERN_TTG_FIELD_CGA_LAYOUT)) return wrong;
  return tern_ttg_count(attr, TERN_TTG_FIELD_CGA_LAYOUT) ? check_cga(attr) : NULL;
}
