// gpu.subgroup_mma_* to nvvm.wmma.* (upstream: WmmaOpsToNvvm). A matrix is a struct of what registers a thread has of it;
// which elements those are is the hardware's business, so operations on elements go register by register.

#include "base/arena.h"
#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/context.h"

enum { MAX_REGISTERS = 3 * 16 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- sizes ---

// The sizes of the products that wmma computes; the first that fits is taken.
typedef struct geometry {
  int64_t m, n, k;
} geometry_t;
static const geometry_t geometries[] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}, {16, 16, 8}, {8, 8, 4}};

// The elements of a matrix as wmma calls them; -1: it has none of the kind. Factors of f32 are rounded to tf32.
static int64_t element_of(const tern_type_t *matrix) {
  const tern_type_t *element = tern_gpu_matrix_element(matrix);
  bool is_sum = tern_gpu_matrix_use(matrix) == TERN_GPU_MATRIX_C;
  switch (element->kind) {
    case TERN_TYPE_F16: return TERN_NVVM_MMA_TYPE_F16;
    case TERN_TYPE_BF16: return TERN_NVVM_MMA_TYPE_BF16;
    case TERN_TYPE_F32: return is_sum ? TERN_NVVM_MMA_TYPE_F32 : TERN_NVVM_MMA_TYPE_TF32;
    case TERN_TYPE_F64: return TERN_NVVM_MMA_TYPE_F64;
    default: break;
  }
  if (!tern_type_is_integer(element)) return -1;
  if (tern_integer_type_width(element) == 32) return TERN_NVVM_MMA_TYPE_S32;
  return tern_integer_type_signedness(element) == TERN_UNSIGNED ? TERN_NVVM_MMA_TYPE_U8 : TERN_NVVM_MMA_TYPE_S8;
}

static int64_t fragment_name(const tern_type_t *matrix) {
  static const int64_t names[] = {
      [TERN_GPU_MATRIX_A] = TERN_NVVM_MMA_FRAG_A,
      [TERN_GPU_MATRIX_B] = TERN_NVVM_MMA_FRAG_B,
      [TERN_GPU_MATRIX_C] = TERN_NVVM_MMA_FRAG_C,
  };
  return names[tern_gpu_matrix_use(matrix)];
}

// The product that a matrix may be part of, and its registers. Count 0: there is none.
static tern_nvvm_fragment_t fragment_of(const tern_type_t *matrix, geometry_t *out_geometry) {
  int64_t rows = tern_gpu_matrix_rows(matrix), columns = tern_gpu_matrix_columns(matrix), element = element_of(matrix);
  tern_gpu_matrix_use_t use = tern_gpu_matrix_use(matrix);
  tern_nvvm_fragment_t none = {NULL, 0};
  for (size_t i = 0; element >= 0 && i < sizeof geometries / sizeof geometries[0]; ++i) {
    const geometry_t *g = &geometries[i];
    if (rows != (use == TERN_GPU_MATRIX_B ? g->k : g->m) || columns != (use == TERN_GPU_MATRIX_A ? g->k : g->n))
      continue;
    tern_nvvm_fragment_t found =
        tern_nvvm_fragment_of(matrix->context, element, fragment_name(matrix), g->m, g->n, g->k);
    *out_geometry = *g;
    if (found.count > 0) return found;
  }
  return none;
}

const tern_type_t *tern_nvvm_lower_matrix_type(const tern_type_t *matrix) {
  geometry_t geometry;
  tern_nvvm_fragment_t fragment = fragment_of(matrix, &geometry);
  if (fragment.count == 0) return NULL;
  if (fragment.count == 1 && fragment.element->kind == TERN_TYPE_F64) return fragment.element;
  const tern_type_t *types[MAX_REGISTERS];
  for (size_t i = 0; i < fragment.count; ++i) types[i] = fragment.element;
  return tern_llvm_struct_type(matrix->context, (tern_types_t){types, fragment.count}, false);
}

int tern_nvvm_matrix_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  if (!tern_type_is_gpu_matrix(type)) return 0;
  out_types[0] = tern_nvvm_lower_matrix_type(type);
  *out_count = 1;
  return out_types[0] ? 1 : -1;
}

// --- registers ---

static bool are_lowered(tern_values_t operands) {
  for (size_t i = 0; i < operands.count; ++i) {
    if (!tern_llvm_is_compatible(operands.values[i]->type)) return false;
  }
  return true;
}

// Appends the registers of a lowered matrix.
static void unpack(tern_builder_t *b, tern_value_t *matrix, tern_value_t **registers, size_t *count) {
  if (!tern_type_is_llvm(matrix->type, TERN_LLVM_STRUCT)) {
    registers[(*count)++] = matrix;
    return;
  }
  size_t size = tern_llvm_struct_elements(matrix->type).count;
  for (size_t i = 0; i < size; ++i) {
    registers[(*count)++] = tern_llvm_make_extract(b, matrix, (int64_t[]){(int64_t)i}, 1);
  }
}

// --- memory ---

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 32), value);
}

static const tern_attr_t *layout_attr(tern_builder_t *b, const tern_op_t *op, const char *is_transposed) {
  return tern_enum_attr_get(b->context, TERN_NVVM_ENUM(MMA_LAYOUT),
                            tern_op_attr(op, is_transposed) ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW);
}

static const tern_attr_t *element_attr(tern_builder_t *b, int64_t element) {
  return tern_enum_attr_get(b->context, TERN_NVVM_ENUM(MMA_TYPE), element);
}

static tern_value_t *make_lead_dimension(tern_builder_t *b, const tern_nvvm_place_t *place) {
  return tern_llvm_build_constant(b, tern_i_type_get(b->context, 32), place->lead);
}

bool tern_nvvm_lower_matrix_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                 tern_nvvm_place_fn_t find_place) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *matrix = tern_op_result(op, 0)->type, *type = tern_nvvm_lower_matrix_type(matrix);
  geometry_t g;
  if (!are_lowered(operands) || !type || fragment_of(matrix, &g).count == 0) return false;
  tern_nvvm_place_t place;
  if (!find_place(conversion, op, 0, operands, &place)) return false;
  const tern_attr_t *fragment = tern_enum_attr_get(b->context, TERN_NVVM_ENUM(MMA_FRAG), fragment_name(matrix));
  tern_value_t *lead = make_lead_dimension(b, &place);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, TERN_NVVM(WMMA_LOAD), .operands = TERN_VALUES(place.pointer, lead), .types = TERN_TYPES(type),
                       .attrs = TERN_ATTRS({"m", i32_attr(b, g.m)}, {"n", i32_attr(b, g.n)}, {"k", i32_attr(b, g.k)},
                                           {"layout", layout_attr(b, op, "transpose")},
                                           {"eltype", element_attr(b, element_of(matrix))}, {"frag", fragment})));
}

bool tern_nvvm_lower_matrix_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                  tern_nvvm_place_fn_t find_place) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *matrix = tern_op_operand(op, 0)->type;
  geometry_t g;
  if (!are_lowered(operands) || fragment_of(matrix, &g).count == 0) return false;
  tern_value_t *values[MAX_REGISTERS + 2];
  size_t count = 1;
  unpack(b, operands.values[0], values, &count);
  tern_nvvm_place_t place;
  if (!find_place(conversion, op, 1, operands, &place)) return false;
  values[0] = place.pointer;
  values[count++] = make_lead_dimension(b, &place);
  tern_build(b, TERN_NVVM(WMMA_STORE), .operands = {values, count},
             .attrs = TERN_ATTRS({"m", i32_attr(b, g.m)}, {"n", i32_attr(b, g.n)}, {"k", i32_attr(b, g.k)},
                                 {"layout", layout_attr(b, op, "transpose")},
                                 {"eltype", element_attr(b, element_of(matrix))}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool find_in_descriptor(tern_conversion_t *conversion, tern_op_t *op, size_t memref, tern_values_t operands,
                               tern_nvvm_place_t *out_place) {
  tern_values_t indices = {operands.values + memref + 1, operands.count - memref - 1};
  out_place->pointer = tern_llvm_element_ptr(tern_llvm_lowering_of(conversion), builder_of(conversion),
                                             tern_op_operand(op, memref)->type, operands.values[memref], indices, 0);
  out_place->lead = tern_op_attr(op, "leadDimension");
  return out_place->pointer != NULL;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_nvvm_lower_matrix_load(op, operands, conversion, find_in_descriptor);
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return tern_nvvm_lower_matrix_store(op, operands, conversion, find_in_descriptor);
}

// --- products ---

bool tern_nvvm_lower_matrix_compute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *types[3];
  tern_value_t *registers[MAX_REGISTERS];
  size_t count = 0;
  if (!are_lowered(operands)) return false;
  for (size_t i = 0; i < 3; ++i) types[i] = tern_op_operand(op, i)->type;
  int64_t factor = element_of(types[0]), sum = element_of(types[2]);
  geometry_t g = {tern_gpu_matrix_rows(types[2]), tern_gpu_matrix_columns(types[2]), tern_gpu_matrix_columns(types[0])};
  if (factor != element_of(types[1]) || !tern_nvvm_wmma_has_product(factor, sum)) return false;
  for (size_t i = 0; i < 3; ++i) {
    int64_t element = i < 2 ? factor : sum;
    if (tern_nvvm_fragment_of(b->context, element, fragment_name(types[i]), g.m, g.n, g.k).count == 0) return false;
  }
  for (size_t i = 0; i < 3; ++i) unpack(b, operands.values[i], registers, &count);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, TERN_NVVM(WMMA_MMA), .operands = {registers, count},
                       .types = TERN_TYPES(operands.values[2]->type),
                       .attrs = TERN_ATTRS({"m", i32_attr(b, g.m)}, {"n", i32_attr(b, g.n)}, {"k", i32_attr(b, g.k)},
                                           {"layoutA", layout_attr(b, op, "a_transpose")},
                                           {"layoutB", layout_attr(b, op, "b_transpose")},
                                           {"eltypeA", element_attr(b, factor)}, {"eltypeB", element_attr(b, sum)})));
}

// --- elements ---

bool tern_nvvm_lower_matrix_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_nvvm_lower_matrix_type(tern_op_result(op, 0)->type);
  tern_value_t *value = operands.values[0];
  if (!type || !are_lowered(operands)) return false;
  if (!tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return tern_conversion_replace_value(conversion, op, value);
  tern_types_t members = tern_llvm_struct_elements(type);
  const tern_type_t *member = members.values[0];
  // Elements that are packed into words are not written so.
  if (tern_type_element(member) != value->type) return false;
  if (member->kind == TERN_TYPE_VECTOR) {
    tern_value_t *vector = tern_llvm_make_poison(b, member);
    for (int64_t i = 0; i < tern_type_dim(member, 0); ++i) {
      tern_value_t *index = tern_llvm_make_int(b, tern_i_type_get(b->context, 32), i);
      vector = tern_llvm_make(b, TERN_LLVM(INSERTELEMENT), member, TERN_VALUES(vector, value, index));
    }
    value = vector;
  }
  tern_value_t *matrix = tern_llvm_make_poison(b, type);
  for (size_t i = 0; i < members.count; ++i) {
    matrix = tern_llvm_make_insert(b, matrix, value, (int64_t[]){(int64_t)i}, 1);
  }
  return tern_conversion_replace_value(conversion, op, matrix);
}

// Ops on the registers, by what is done to elements. NULL: it is no single op.
static const struct element_op {
  const tern_op_row_t *row;
  size_t operand_count;
} element_ops[] = {
    [TERN_GPU_MATRIX_ADDF] = {TERN_LLVM(FADD), 2},
    [TERN_GPU_MATRIX_MULF] = {TERN_LLVM(FMUL), 2},
    [TERN_GPU_MATRIX_SUBF] = {TERN_LLVM(FSUB), 2},
    [TERN_GPU_MATRIX_DIVF] = {TERN_LLVM(FDIV), 2},
    [TERN_GPU_MATRIX_MAXF] = {NULL, 2},
    [TERN_GPU_MATRIX_MINF] = {NULL, 2},
    [TERN_GPU_MATRIX_ADDI] = {TERN_LLVM(ADD), 2},
    [TERN_GPU_MATRIX_MULI] = {TERN_LLVM(MUL), 2},
    [TERN_GPU_MATRIX_SUBI] = {TERN_LLVM(SUB), 2},
    [TERN_GPU_MATRIX_DIVS] = {TERN_LLVM(SDIV), 2},
    [TERN_GPU_MATRIX_DIVU] = {TERN_LLVM(UDIV), 2},
    [TERN_GPU_MATRIX_NEGATEF] = {TERN_LLVM(FNEG), 1},
    [TERN_GPU_MATRIX_NEGATES] = {TERN_LLVM(SUB), 1},  // from 0
};

static tern_value_t *build_compare(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(
      b, TERN_LLVM(FCMP), .operands = TERN_VALUES(x, y),
      .attrs = TERN_ATTRS({"predicate", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(FCMP_PREDICATE), predicate)}));
}

// (Upstream writes the scalar for vectors too, which cannot be translated to LLVM IR.)
static tern_value_t *make_nan(tern_builder_t *b, const tern_type_t *type) {
  const tern_attr_t *nan = tern_float_attr_get(tern_type_element(type), __builtin_nan(""));
  return tern_llvm_build_constant(b, type, nan);
}

// The smaller or greater one, NaN if one is.
static tern_value_t *build_extreme(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  tern_value_t *is_first = build_compare(b, predicate, x, y);
  tern_value_t *chosen = tern_llvm_make(b, TERN_LLVM(SELECT), x->type, TERN_VALUES(is_first, x, y));
  tern_value_t *is_nan = build_compare(b, TERN_CMPF_UNO, x, y);
  tern_value_t *nan = make_nan(b, x->type);
  return tern_llvm_make(b, TERN_LLVM(SELECT), x->type, TERN_VALUES(is_nan, nan, chosen));
}

static tern_value_t *build_register(tern_builder_t *b, int64_t what, tern_value_t **operands) {
  const tern_type_t *type = operands[0]->type;
  if (what == TERN_GPU_MATRIX_MAXF) return build_extreme(b, TERN_CMPF_OGT, operands[0], operands[1]);
  if (what == TERN_GPU_MATRIX_MINF) return build_extreme(b, TERN_CMPF_OLT, operands[0], operands[1]);
  if (what == TERN_GPU_MATRIX_NEGATES) {
    tern_value_t *zero = tern_llvm_make_int(b, type, 0);
    return tern_llvm_make(b, TERN_LLVM(SUB), type, TERN_VALUES(zero, operands[0]));
  }
  const struct element_op *op = &element_ops[what];
  return tern_llvm_make(b, op->row, type, (tern_values_t){operands, op->operand_count});
}

// Do the registers hold the elements as they are? Bytes, bf16 and tf32 are packed into words.
static bool has_plain_registers(const tern_type_t *matrix, const tern_type_t *lowered) {
  const tern_type_t *member =
      tern_type_is_llvm(lowered, TERN_LLVM_STRUCT) ? tern_llvm_struct_elements(lowered).values[0] : lowered;
  return tern_type_element(member) == tern_gpu_matrix_element(matrix);
}

bool tern_nvvm_lower_matrix_elementwise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *matrix = tern_op_result(op, 0)->type, *type = tern_nvvm_lower_matrix_type(matrix);
  int64_t what = tern_enum_attr_value(tern_op_attr(op, "opType"));
  bool is_known = (size_t)what < sizeof element_ops / sizeof element_ops[0];
  // Conversions would need to know which elements a register has: PTX does not say.
  if (!is_known || !type || !are_lowered(operands) || operands.count != element_ops[what].operand_count) return false;
  if (!has_plain_registers(matrix, type) || !tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return false;
  for (size_t i = 0; i < operands.count; ++i) {
    if (operands.values[i]->type != type) return false;
  }
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (size_t i = 0; i < tern_llvm_struct_elements(type).count; ++i) {
    tern_value_t *registers[2];
    const int64_t position = (int64_t)i;
    for (size_t k = 0; k < operands.count; ++k)
      registers[k] = tern_llvm_make_extract(b, operands.values[k], &position, 1);
    result = tern_llvm_make_insert(b, result, build_register(b, what, registers), &position, 1);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_nvvm_matrix_patterns[] = {
    {"wmma-load", TERN_GPU(SUBGROUP_MMA_LOAD_MATRIX), 1, lower_load},
    {"wmma-store", TERN_GPU(SUBGROUP_MMA_STORE_MATRIX), 1, lower_store},
    {"wmma-compute", TERN_GPU(SUBGROUP_MMA_COMPUTE), 1, tern_nvvm_lower_matrix_compute},
    {"wmma-constant", TERN_GPU(SUBGROUP_MMA_CONSTANT_MATRIX), 1, tern_nvvm_lower_matrix_constant},
    {"wmma-elementwise", TERN_GPU(SUBGROUP_MMA_ELEMENTWISE), 1, tern_nvvm_lower_matrix_elementwise},
    {0},
};
