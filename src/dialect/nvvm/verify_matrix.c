// nvvm: what is right for fragments of wmma, for ldmatrix and stmatrix, and for products of warp groups. Messages are
// upstream's.

#include <inttypes.h>

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- wmma ---

static bool is_geometry(int64_t m, int64_t n, int64_t k, int64_t wanted_m, int64_t wanted_n, int64_t wanted_k) {
  return m == wanted_m && n == wanted_n && k == wanted_k;
}

// Is there a product of these sizes whose operands (or whose accumulator) have these elements?
static bool has_fragment(int64_t element, bool is_sum, int64_t m, int64_t n, int64_t k) {
  bool is_wide = is_geometry(m, n, k, 16, 16, 16) || is_geometry(m, n, k, 32, 8, 16) || is_geometry(m, n, k, 8, 32, 16);
  switch (element) {
    case TERN_NVVM_MMA_TYPE_F16: return is_wide;
    case TERN_NVVM_MMA_TYPE_BF16:  // LLVM has these; upstream's dialect does not know it
    case TERN_NVVM_MMA_TYPE_S8:
    case TERN_NVVM_MMA_TYPE_U8: return is_wide && !is_sum;
    case TERN_NVVM_MMA_TYPE_S32: return is_wide && is_sum;
    case TERN_NVVM_MMA_TYPE_F32: return is_sum && (is_wide || is_geometry(m, n, k, 16, 16, 8));
    case TERN_NVVM_MMA_TYPE_TF32: return !is_sum && is_geometry(m, n, k, 16, 16, 8);
    case TERN_NVVM_MMA_TYPE_F64: return is_geometry(m, n, k, 8, 8, 4);
    default: return false;
  }
}

tern_nvvm_fragment_t tern_nvvm_fragment_of(tern_context_t *context, int64_t element, int64_t which, int64_t m,
                                           int64_t n, int64_t k) {
  bool is_sum = which == TERN_NVVM_MMA_FRAG_C;
  const int64_t pair[] = {2};
  tern_nvvm_fragment_t result = {NULL, 0};
  if (!has_fragment(element, is_sum, m, n, k)) return result;
  switch (element) {
    case TERN_NVVM_MMA_TYPE_F16:
      result.element = tern_vector_type_get(tern_float_type_get(context, TERN_TYPE_F16), pair, 1, 0);
      result.count = is_sum ? 4 : 8;
      break;
    case TERN_NVVM_MMA_TYPE_F32:
      result.element = tern_float_type_get(context, TERN_TYPE_F32);
      result.count = 8;
      break;
    case TERN_NVVM_MMA_TYPE_F64:
      result.element = tern_float_type_get(context, TERN_TYPE_F64);
      result.count = is_sum ? 2 : 1;
      break;
    case TERN_NVVM_MMA_TYPE_TF32:
      result.element = tern_i_type_get(context, 32);
      result.count = 4;
      break;
    case TERN_NVVM_MMA_TYPE_S32:
      result.element = tern_i_type_get(context, 32);
      result.count = 8;
      break;
    case TERN_NVVM_MMA_TYPE_BF16:
      result.element = tern_i_type_get(context, 32);
      result.count = (size_t)(which == TERN_NVVM_MMA_FRAG_A ? m : n) / 4;
      break;
    default:  // Bytes: 16 of them, times the size that the other operand does not share, for 32 lanes of four.
      result.element = tern_i_type_get(context, 32);
      result.count = (size_t)(which == TERN_NVVM_MMA_FRAG_A ? m : n) / 8;
      break;
  }
  return result;
}

static tern_nvvm_fragment_t fragment_of_op(const tern_op_t *op, const char *element, int64_t which) {
  return tern_nvvm_fragment_of(tern_op_context(op), tern_nvvm_value(op, element, 0), which, tern_nvvm_value(op, "m", 0),
                               tern_nvvm_value(op, "n", 0), tern_nvvm_value(op, "k", 0));
}

static bool is_struct_of(const tern_type_t *type, const tern_type_t *element, size_t count) {
  if (!tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return false;
  tern_types_t members = tern_llvm_struct_elements(type);
  if (members.count != count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (members.values[i] != element) return false;
  }
  return true;
}

static bool check_result(const tern_op_t *op, tern_nvvm_fragment_t fragment) {
  const tern_type_t *type = op->results[0].type;
  if (fragment.count == 1 && fragment.element->kind == TERN_TYPE_F64) {
    return type == fragment.element || tern_op_error(op, "expected destination type to be f64");
  }
  return is_struct_of(type, fragment.element, fragment.count) ||
         tern_op_error(op, "expected destination type is a structure of %zu elements of type '%s'", fragment.count,
                       tern_type_text(fragment.element));
}

static bool is_plain_space(const tern_op_t *op) {
  tern_nvvm_space_t space = tern_nvvm_pointer_space(tern_op_operand(op, 0));
  return space == TERN_NVVM_GENERIC || space == TERN_NVVM_GLOBAL || space == TERN_NVVM_SHARED;
}

bool tern_nvvm_verify_wmma_load(const tern_op_t *op) {
  if (!is_plain_space(op)) return tern_op_error(op, "expected source pointer in memory space 0, 1, 3");
  tern_nvvm_fragment_t fragment = fragment_of_op(op, "eltype", tern_nvvm_value(op, "frag", 0));
  if (fragment.count == 0) return tern_op_error(op, "invalid attribute combination");
  return check_result(op, fragment);
}

bool tern_nvvm_verify_wmma_store(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "args", &start, &count);
  if (!is_plain_space(op)) {
    return tern_op_error(op, "expected operands to be a source pointer in memory space 0, 1, 3");
  }
  tern_nvvm_fragment_t fragment = fragment_of_op(op, "eltype", TERN_NVVM_MMA_FRAG_C);
  if (fragment.count == 0) return tern_op_error(op, "invalid attribute combination");
  if (count != fragment.count) return tern_op_error(op, "expected %zu data operands", fragment.count);
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i)->type == fragment.element) continue;
    return tern_op_error(op, "expected data operands of type '%s'", tern_type_text(fragment.element));
  }
  return true;
}

bool tern_nvvm_wmma_has_product(int64_t factor, int64_t sum) {
  switch (factor) {
    case TERN_NVVM_MMA_TYPE_F16: return sum == TERN_NVVM_MMA_TYPE_F16 || sum == TERN_NVVM_MMA_TYPE_F32;
    case TERN_NVVM_MMA_TYPE_BF16:
    case TERN_NVVM_MMA_TYPE_TF32: return sum == TERN_NVVM_MMA_TYPE_F32;
    case TERN_NVVM_MMA_TYPE_F64: return sum == TERN_NVVM_MMA_TYPE_F64;
    default: return sum == TERN_NVVM_MMA_TYPE_S32;
  }
}

bool tern_nvvm_verify_wmma_mma(const tern_op_t *op) {
  const tern_nvvm_fragment_t parts[] = {fragment_of_op(op, "eltypeA", TERN_NVVM_MMA_FRAG_A),
                                        fragment_of_op(op, "eltypeA", TERN_NVVM_MMA_FRAG_B),
                                        fragment_of_op(op, "eltypeB", TERN_NVVM_MMA_FRAG_C)};
  size_t expected = parts[0].count + parts[1].count + parts[2].count, index = 0;
  bool is_there = parts[0].count && parts[1].count && parts[2].count &&
                  tern_nvvm_wmma_has_product(tern_nvvm_value(op, "eltypeA", 0), tern_nvvm_value(op, "eltypeB", 0));
  if (!is_there) return tern_op_error(op, "invalid attribute combination");
  if (op->operand_count != expected) return tern_op_error(op, "expected %zu arguments", expected);
  for (size_t part = 0; part < 3; ++part) {
    for (size_t i = 0; i < parts[part].count; ++i, ++index) {
      if (tern_op_operand(op, index)->type == parts[part].element) continue;
      return tern_op_error(op, "expected argument %zu to be of type '%s'", index, tern_type_text(parts[part].element));
    }
  }
  return is_struct_of(op->results[0].type, parts[2].element, parts[2].count) ||
         tern_op_error(op, "expected destination type is a structure of %zu elements of type '%s'", parts[2].count,
                       tern_type_text(parts[2].element));
}

// --- ldmatrix, stmatrix ---

// The matrices that ldmatrix loads. Each row is what one shape takes.
static const struct {
  int64_t m, n, max_count;
  const char *count_message;
  int64_t layout;  // -1: any
  const char *layout_message;
  uint32_t elements;  // bits of ld_st_matrix_elt_type
  const char *element_message;
} loaded_shapes[] = {
    {8, 8, 4, "expected num attribute to be 1, 2 or 4 for 8x8 matrix", -1, NULL,
     1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B16, "expected element type to be b16 for 8x8 matrix"},
    {8, 16, 4, "expected num attribute to be 1, 2 or 4 for 8x16 matrix", TERN_NVVM_MMA_LAYOUT_ROW,
     "expected layout to be row for 8x16 matrix",
     1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8X16_B4X16_P64 | 1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8X16_B6X16_P32,
     "expected element type to be b8x16.b4x16_p64 or b8x16.b6x16_p32 for 8x16 matrix"},
    {16, 16, 2, "expected num attribute to be 1 or 2 for 16x16 matrix", TERN_NVVM_MMA_LAYOUT_COL,
     "expected layout to be col for 16x16 matrix",
     1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8 | 1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8X16_B4X16_P64 |
         1u << TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8X16_B6X16_P32,
     "expected element type to be b8, b8x16.b4x16_p64 or b8x16.b6x16_p32 for 16x16 matrix"},
};

bool tern_nvvm_verify_ldmatrix(const tern_op_t *op) {
  int64_t count = tern_nvvm_value(op, "num", 0), m = tern_nvvm_shape_at(op, "shape", 0);
  int64_t n = tern_nvvm_shape_at(op, "shape", 1);
  size_t i = 0, shape_count = sizeof(loaded_shapes) / sizeof(loaded_shapes[0]);
  while (i < shape_count && (loaded_shapes[i].m != m || loaded_shapes[i].n != n)) ++i;
  if (i == shape_count) return tern_op_error(op, "expected shape to be 8x8, 8x16 or 16x16");
  if ((count != 1 && count != 2 && count != 4) || count > loaded_shapes[i].max_count) {
    return tern_op_error(op, "%s", loaded_shapes[i].count_message);
  }
  if (loaded_shapes[i].layout >= 0 && tern_nvvm_value(op, "layout", 0) != loaded_shapes[i].layout) {
    return tern_op_error(op, "%s", loaded_shapes[i].layout_message);
  }
  if (!(loaded_shapes[i].elements >> tern_nvvm_value(op, "eltType", 0) & 1)) {
    return tern_op_error(op, "%s", loaded_shapes[i].element_message);
  }
  const tern_type_t *i32 = tern_i_type_get(tern_op_context(op), 32), *type = op->results[0].type;
  size_t registers = (size_t)(m == 16 ? 2 * count : count);
  if (registers == 1) return type == i32 || tern_op_error(op, "expected destination type is i32");
  return is_struct_of(type, i32, registers) ||
         tern_op_error(op, "expected destination type is a structure of %zu elements of type i32", registers);
}

bool tern_nvvm_verify_stmatrix(const tern_op_t *op) {
  size_t start, count;
  int64_t m = tern_nvvm_shape_at(op, "shape", 0), n = tern_nvvm_shape_at(op, "shape", 1);
  int64_t element = tern_nvvm_value(op, "eltType", 0);
  tern_op_operands_named(op, "sources", &start, &count);
  if (count != 1 && count != 2 && count != 4) return tern_op_error(op, "expected num attribute to be 1, 2 or 4");
  if (n != 8 || (m != 8 && m != 16)) return tern_op_error(op, "expected shape to be 8x8 or 16x8");
  if (m == 8) {
    return element == TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B16 ||
           tern_op_error(op, "expected element type to be B16 for 8x8 matrix");
  }
  if (element != TERN_NVVM_LD_ST_MATRIX_ELT_TYPE_B8) {
    return tern_op_error(op, "expected element type to be B8 for 16x8 matrix");
  }
  return tern_nvvm_value(op, "layout", 0) == TERN_NVVM_MMA_LAYOUT_COL ||
         tern_op_error(op, "expected layout to be col for 16x8 matrix");
}

// --- wgmma ---

#define WGMMA_BIT(ID) (1u << TERN_NVVM_WGMMA_TYPE_##ID)

// What goes with an A of a type: B, the sum, the depth; whether all multiples of 8 are widths.
static const struct {
  uint32_t factors, sums;
  int64_t depth;
  bool has_all_widths;
} wgmma_rows[] = {
    [TERN_NVVM_WGMMA_TYPE_F16] = {WGMMA_BIT(F16), WGMMA_BIT(F32) | WGMMA_BIT(F16), 16, true},
    [TERN_NVVM_WGMMA_TYPE_TF32] = {WGMMA_BIT(TF32), WGMMA_BIT(F32), 8, true},
    [TERN_NVVM_WGMMA_TYPE_U8] = {WGMMA_BIT(U8) | WGMMA_BIT(S8), WGMMA_BIT(S32), 32, false},
    [TERN_NVVM_WGMMA_TYPE_S8] = {WGMMA_BIT(U8) | WGMMA_BIT(S8), WGMMA_BIT(S32), 32, false},
    [TERN_NVVM_WGMMA_TYPE_B1] = {WGMMA_BIT(B1), WGMMA_BIT(S32), 256, false},
    [TERN_NVVM_WGMMA_TYPE_BF16] = {WGMMA_BIT(BF16), WGMMA_BIT(F32), 16, true},
    [TERN_NVVM_WGMMA_TYPE_E4M3] = {WGMMA_BIT(E4M3) | WGMMA_BIT(E5M2), WGMMA_BIT(F32) | WGMMA_BIT(F16), 32, true},
    [TERN_NVVM_WGMMA_TYPE_E5M2] = {WGMMA_BIT(E4M3) | WGMMA_BIT(E5M2), WGMMA_BIT(F32) | WGMMA_BIT(F16), 32, true},
    [TERN_NVVM_WGMMA_TYPE_F32] = {0, 0, 0, false},
    [TERN_NVVM_WGMMA_TYPE_S32] = {0, 0, 0, false},
};

static const char *wgmma_name(int64_t type) { return tern_enum_case_name(TERN_NVVM_ENUM(WGMMA_TYPE), type); }

static bool is_width(int64_t n, bool has_all) {
  if (n < 8 || n > 256 || n % 8 != 0) return false;
  return has_all || n == 8 || n == 24 || n % 16 == 0;
}

static bool check_sizes(const tern_op_t *op, int64_t a) {
  int64_t n = tern_nvvm_shape_at(op, "shape", 1);
  if (tern_nvvm_shape_at(op, "shape", 0) != 64) return tern_op_error(op, "shape 'm' must be 64");
  if (tern_nvvm_shape_at(op, "shape", 2) != wgmma_rows[a].depth) {
    return tern_op_error(op, "shape 'k' must be %" PRId64 " for input type %s", wgmma_rows[a].depth, wgmma_name(a));
  }
  return is_width(n, wgmma_rows[a].has_all_widths) ||
         tern_op_error(op, "has input type %s n is set to %" PRId64 ", it is not supported.", wgmma_name(a), n);
}

static bool check_layouts(const tern_op_t *op, int64_t a, int64_t b) {
  int64_t layout_a = tern_nvvm_value(op, "layoutA", 0), layout_b = tern_nvvm_value(op, "layoutB", 0);
  if (a == TERN_NVVM_WGMMA_TYPE_F16 || a == TERN_NVVM_WGMMA_TYPE_BF16) return true;
  if (layout_a == TERN_NVVM_MMA_LAYOUT_ROW && layout_b == TERN_NVVM_MMA_LAYOUT_COL) return true;
  return tern_op_error(op,
                       "given layouts layout_a = %s and layout_b = %s for input types %s and %s requires transpose. "
                       "However, this is only supported for: f16 and bf16",
                       tern_enum_case_name(TERN_NVVM_ENUM(MMA_LAYOUT), layout_a),
                       tern_enum_case_name(TERN_NVVM_ENUM(MMA_LAYOUT), layout_b), wgmma_name(a), wgmma_name(b));
}

bool tern_nvvm_verify_wgmma_mma_async(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  int64_t a = tern_nvvm_value(op, "typeA", 0), b = tern_nvvm_value(op, "typeB", 0), d = tern_nvvm_value(op, "typeD", 0);
  int64_t n = tern_nvvm_shape_at(op, "shape", 1);
  if (tern_op_operand_named(op, "inouts")->type != type) {
    return tern_op_error(op, "failed to verify that input struct and result struct must be the same type");
  }
  tern_types_t members = tern_llvm_struct_elements(type);
  for (size_t i = 0; i < members.count; ++i) {
    if (members.values[i] == members.values[0]) continue;
    return tern_op_error(op, "all elements in struct must be same type but there is '%s'",
                         tern_type_text(members.values[i]));
  }
  if (d != TERN_NVVM_WGMMA_TYPE_F32 && d != TERN_NVVM_WGMMA_TYPE_F16 && d != TERN_NVVM_WGMMA_TYPE_S32) {
    return tern_op_error(op, "does not support the given output type %s", wgmma_name(d));
  }
  bool is_negative = tern_nvvm_value(op, "scaleA", 1) < 0 || tern_nvvm_value(op, "scaleB", 1) < 0;
  if (d == TERN_NVVM_WGMMA_TYPE_S32 && is_negative) {
    return tern_op_error(op, "has s32 output, scaleA and scaleB cannot be neg");
  }
  if (!(wgmma_rows[a].factors >> b & 1) || !(wgmma_rows[a].sums >> d & 1)) {
    return tern_op_error(op, "%s += %s * %s, it is not supported.", wgmma_name(d), wgmma_name(a), wgmma_name(b));
  }
  if (!check_sizes(op, a) || !check_layouts(op, a, b)) return false;
  int64_t expected = d == TERN_NVVM_WGMMA_TYPE_F16 ? n / 4 : n / 2;
  if ((int64_t)members.count != expected) {
    return tern_op_error(op, "results %" PRId64 ", however output struct has %zu elements", expected, members.count);
  }
  return d == TERN_NVVM_WGMMA_TYPE_S32 || tern_nvvm_value(op, "satfinite", 0) != TERN_NVVM_MMA_INT_OVERFLOW_SATFINITE ||
         tern_op_error(op, " `satfinite` can be only used with s32 accumulator, however the current accumulator is %s",
                       wgmma_name(d));
}
