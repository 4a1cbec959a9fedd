// nvgpu to nvvm: matrices of a warp group. A product is cut into instructions of 64 rows and as much of k as one takes;
// the descriptors of the operands move on in shared memory by what each reads.

#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"

// Addresses and distances in descriptors are in units of 16 bytes.
enum { UNIT_BITS = 4 };

// --- descriptors ---

static tern_value_t *shift(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, int64_t bits) {
  tern_value_t *count = tern_nvgpu_long(b, bits);
  return tern_nvgpu_compute(b, row, value, count);
}

static tern_value_t *add_field(tern_builder_t *b, tern_value_t *descriptor, tern_value_t *field, int64_t start) {
  tern_value_t *shifted = shift(b, TERN_LLVM(SHL), field, start);
  return tern_nvgpu_compute(b, TERN_LLVM(OR), descriptor, shifted);
}

// Bits 0..13 address, 16..29 leading dimension, 32..45 stride, 49..51 offset, 62..63 swizzle.
static bool lower_generate_descriptor(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  static const struct {
    int64_t bytes, code;
  } swizzles[] = {[TERN_NVGPU_SWIZZLE_NONE] = {1, 0},
                  [TERN_NVGPU_SWIZZLE_32B] = {32, 3},
                  [TERN_NVGPU_SWIZZLE_64B] = {64, 2},
                  [TERN_NVGPU_SWIZZLE_128B] = {128, 1}};
  const tern_type_t *map = tern_op_operand(op, 1)->type;
  int64_t swizzle = tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_SWIZZLE), bytes = swizzles[swizzle].bytes;
  const tern_type_t *box = tern_nvgpu_type_inside(map);
  if (tern_type_rank(box) == 0) return false;
  tern_value_t *stride = tern_nvgpu_long(b, (bytes << 3) >> UNIT_BITS);
  tern_value_t *lead = tern_nvgpu_long(b, (tern_type_dim(box, 0) * bytes) >> UNIT_BITS);
  tern_value_t *address =
      tern_nvgpu_address(conversion, tern_op_operand(op, 0)->type, operands.values[0], (tern_values_t){0});
  address = tern_llvm_make(b, TERN_LLVM(PTRTOINT), tern_nvgpu_i64(b), TERN_VALUES(address));
  address = shift(b, TERN_LLVM(LSHR), shift(b, TERN_LLVM(SHL), address, 46), 50);
  tern_value_t *descriptor = tern_nvgpu_long(b, 0);
  descriptor = add_field(b, descriptor, tern_nvgpu_long(b, swizzles[swizzle].code), 62);
  descriptor = add_field(b, descriptor, tern_nvgpu_long(b, 0), 49);
  descriptor = add_field(b, descriptor, stride, 32);
  descriptor = add_field(b, descriptor, lead, 16);
  return tern_conversion_replace_value(conversion, op, add_field(b, descriptor, address, 0));
}

// --- products ---

typedef struct product {
  tern_builder_t *b;
  const tern_op_t *op;
  const tern_type_t *a, *b_matrix;  // memrefs
  tern_value_t *descriptor_a, *descriptor_b;
  int64_t rows, columns, depth, step;  // of the whole; k of one instruction
  int64_t type_a, type_b, type_d;      // of wgmma_type
} product_t;

// k of one instruction; 0: there is none.
static int64_t step_of(const tern_type_t *element) {
  switch (element->kind) {
    case TERN_TYPE_TF32: return 8;
    case TERN_TYPE_F16:
    case TERN_TYPE_BF16: return 16;
    case TERN_TYPE_F8E4M3FN:
    case TERN_TYPE_F8E5M2: return 32;
    default: return 0;
  }
}

// -1: the instruction has no such type.
static int64_t wgmma_type(const tern_type_t *element, bool is_sum) {
  switch (element->kind) {
    case TERN_TYPE_F32: return is_sum ? TERN_NVVM_WGMMA_TYPE_F32 : TERN_NVVM_WGMMA_TYPE_TF32;
    case TERN_TYPE_TF32: return TERN_NVVM_WGMMA_TYPE_TF32;
    case TERN_TYPE_F16: return TERN_NVVM_WGMMA_TYPE_F16;
    case TERN_TYPE_BF16: return TERN_NVVM_WGMMA_TYPE_BF16;
    case TERN_TYPE_F8E4M3FN: return TERN_NVVM_WGMMA_TYPE_E4M3;
    case TERN_TYPE_F8E5M2: return TERN_NVVM_WGMMA_TYPE_E5M2;
    default: return -1;
  }
}

static tern_value_t *move_on(tern_builder_t *b, tern_value_t *descriptor, int64_t bytes) {
  int64_t units = bytes >> UNIT_BITS;
  if (units == 0) return descriptor;
  return tern_nvgpu_compute(b, TERN_LLVM(ADD), descriptor, tern_nvgpu_long_of_word(b, units));
}

static int64_t bytes_of(const tern_type_t *memref) { return tern_type_bit_width(tern_type_element(memref)) / 8; }

static const tern_attr_t *enum_of(const product_t *product, tern_nvvm_enum_t id, int64_t value) {
  return tern_nvvm_enum_get(product->b->context, id, value);
}

// The instruction for 64 rows from `row` on and the `k`-th step, added to `sums`.
static tern_value_t *build_step(const product_t *product, int64_t row, int64_t k, tern_value_t *sums) {
  tern_builder_t *b = product->b;
  tern_value_t *descriptor_a =
      move_on(b, product->descriptor_a,
              (product->step * k + product->depth * tern_type_dim(product->a, 1) * row) * bytes_of(product->a));
  tern_value_t *descriptor_b = move_on(
      b, product->descriptor_b, tern_type_dim(product->b_matrix, 0) * product->step * k * bytes_of(product->b_matrix));
  bool is_a_transposed = tern_op_attr(product->op, "transposeA"),
       is_b_transposed = tern_op_attr(product->op, "transposeB");
  const tern_named_attr_t attrs[] = {
      {"shape", tern_nvvm_shape_get(b->context, TERN_NVGPU_WARPGROUP_ROWS, product->columns, product->step)},
      {"typeA", enum_of(product, TERN_NVVM_ENUM_WGMMA_TYPE, product->type_a)},
      {"typeB", enum_of(product, TERN_NVVM_ENUM_WGMMA_TYPE, product->type_b)},
      {"typeD", enum_of(product, TERN_NVVM_ENUM_WGMMA_TYPE, product->type_d)},
      {"scaleD", enum_of(product, TERN_NVVM_ENUM_WGMMA_SCALE_OUT, TERN_NVVM_WGMMA_SCALE_OUT_ONE)},
      {"scaleA", enum_of(product, TERN_NVVM_ENUM_WGMMA_SCALE_IN, TERN_NVVM_WGMMA_SCALE_IN_ONE)},
      {"scaleB", enum_of(product, TERN_NVVM_ENUM_WGMMA_SCALE_IN, TERN_NVVM_WGMMA_SCALE_IN_ONE)},
      {"layoutA", enum_of(product, TERN_NVVM_ENUM_MMA_LAYOUT,
                          is_a_transposed ? TERN_NVVM_MMA_LAYOUT_COL : TERN_NVVM_MMA_LAYOUT_ROW)},
      {"layoutB", enum_of(product, TERN_NVVM_ENUM_MMA_LAYOUT,
                          is_b_transposed ? TERN_NVVM_MMA_LAYOUT_ROW : TERN_NVVM_MMA_LAYOUT_COL)},
      {"satfinite", enum_of(product, TERN_NVVM_ENUM_MMA_INT_OVERFLOW, TERN_NVVM_MMA_INT_OVERFLOW_WRAPPED)},
  };
  return tern_build_value(b, TERN_NVVM(WGMMA_MMA_ASYNC), .operands = TERN_VALUES(sums, descriptor_a, descriptor_b),
                          .types = TERN_TYPES(sums->type), .attrs = {attrs, sizeof attrs / sizeof attrs[0]});
}

static tern_value_t *build_steps(const product_t *product, tern_value_t *sums) {
  tern_builder_t *b = product->b;
  tern_llvm_value_vec_t parts = {0};
  tern_value_t *result = tern_llvm_make_poison(b, sums->type);
  for (int64_t row = 0; row < product->rows / TERN_NVGPU_WARPGROUP_ROWS; ++row) {
    tern_value_t *part = tern_llvm_make_extract(b, sums, &row, 1);
    for (int64_t k = 0; k < product->depth / product->step; ++k) part = build_step(product, row, k, part);
    tern_vec_push(&parts, part);
  }
  for (int64_t i = 0; i < (int64_t)parts.count; ++i) result = tern_llvm_make_insert(b, result, parts.values[i], &i, 1);
  tern_vec_deinitialize(&parts);
  return result;
}

static bool lower_mma(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_type_t *left = tern_nvgpu_type_inside(tern_op_operand(op, 0)->type);
  const tern_type_t *right = tern_nvgpu_type_inside(tern_op_operand(op, 1)->type);
  product_t product = {
      .b = b,
      .op = op,
      .a = left,
      .b_matrix = right,
      .descriptor_a = operands.values[0],
      .descriptor_b = operands.values[1],
      .rows = tern_type_dim(left, 0),
      .columns = tern_type_dim(right, 1),
      .depth = tern_type_dim(left, 1),
      .step = step_of(tern_type_element(left)),
      .type_a = wgmma_type(tern_type_element(left), false),
      .type_b = wgmma_type(tern_type_element(right), false),
      .type_d = wgmma_type(tern_type_element(tern_nvgpu_type_inside(tern_op_operand(op, 2)->type)), true),
  };
  if (product.step == 0 || product.type_a < 0 || product.type_b < 0 || product.type_d < 0) return false;
  const tern_attr_t *wait = tern_op_attr(op, "waitGroup");
  if (!wait) wait = tern_integer_attr_get(tern_nvgpu_i64(b), 1);
  tern_build(b, TERN_NVVM(WGMMA_FENCE_ALIGNED), .operands = {0});
  tern_value_t *result = build_steps(&product, operands.values[2]);
  tern_build(b, TERN_NVVM(WGMMA_COMMIT_GROUP_SYNC_ALIGNED), .operands = {0});
  tern_build(b, TERN_NVVM(WGMMA_WAIT_GROUP_SYNC_ALIGNED), .attrs = TERN_ATTRS({"group", wait}));
  return tern_conversion_replace_value(conversion, op, result);
}

// --- accumulators ---

static bool lower_init_accumulator(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), op->results[0].type);
  if (!type) return false;
  tern_types_t parts = tern_llvm_struct_elements(type);
  if (parts.count == 0) return false;
  tern_types_t members = tern_llvm_struct_elements(parts.values[0]);
  const tern_type_t *element = members.values[0];
  tern_value_t *zero = tern_llvm_build_constant(
      b, element,
      tern_type_is_integer(element) ? tern_integer_attr_get(element, 0) : tern_float_attr_get(element, 0.0));
  tern_value_t *result = tern_llvm_make_poison(b, type);
  tern_llvm_value_vec_t values = {0};
  for (int64_t i = 0; i < (int64_t)parts.count; ++i) {
    tern_value_t *part = tern_llvm_make_extract(b, result, &i, 1);
    for (int64_t k = 0; k < (int64_t)members.count; ++k) part = tern_llvm_make_insert(b, part, zero, &k, 1);
    tern_vec_push(&values, part);
  }
  for (int64_t i = 0; i < (int64_t)parts.count; ++i) {
    result = tern_llvm_make_insert(b, result, values.values[i], &i, 1);
  }
  tern_vec_deinitialize(&values);
  return tern_conversion_replace_value(conversion, op, result);
}

// Numbers that the stores of a part share, each an i32 constant.
typedef struct numbers {
  tern_value_t *one, *two, *four, *eight, *sixteen, *warp;
} numbers_t;

static tern_value_t *make_index(tern_builder_t *b, tern_value_t *value) {
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_index_type_get(b->context)));
}

// Two neighbours of a row.
static void store_pair(tern_builder_t *b, tern_value_t *part, int64_t first, tern_value_t *row, tern_value_t *column,
                       tern_value_t *one, tern_value_t *memref) {
  tern_value_t *i = make_index(b, row), *j[2] = {make_index(b, column), NULL}, *values[2];
  j[1] = make_index(b, tern_nvgpu_compute(b, TERN_LLVM(ADD), column, one));
  for (int64_t k = 0; k < 2; ++k) values[k] = tern_llvm_make_extract(b, part, &(int64_t){first + k}, 1);
  for (size_t k = 0; k < 2; ++k) {
    tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(values[k], memref, i, j[k]));
  }
}

// A warp has 16 of the 64 rows: four threads to a row, two elements of every eight columns each, in this row and in the
// eighth below.
static void store_part(tern_builder_t *b, tern_value_t *part, int64_t first_row, tern_value_t *memref) {
  const tern_type_t *i32 = tern_nvgpu_i32(b);
  numbers_t n = {.one = tern_nvgpu_word(b, 1)};
  n.two = tern_nvgpu_word(b, 2);
  n.four = tern_nvgpu_word(b, 4);
  n.eight = tern_nvgpu_word(b, 8);
  n.sixteen = tern_nvgpu_word(b, 16);
  n.warp = tern_nvgpu_word(b, TERN_NVGPU_WARP_SIZE);
  tern_value_t *thread = tern_build_value(b, TERN_NVVM(READ_PTX_SREG_TID_X), .types = TERN_TYPES(i32));
  tern_value_t *lane = tern_nvgpu_compute(b, TERN_LLVM(UREM), thread, n.warp);
  tern_value_t *warp = tern_nvgpu_compute(b, TERN_LLVM(UDIV), thread, n.warp);
  tern_value_t *lane_row = tern_nvgpu_compute(b, TERN_LLVM(UDIV), lane, n.four);
  tern_value_t *lane_column = tern_nvgpu_compute(b, TERN_LLVM(UREM), lane, n.four);
  tern_value_t *column = tern_nvgpu_compute(b, TERN_LLVM(MUL), lane_column, n.two);
  tern_value_t *row =
      tern_nvgpu_compute(b, TERN_LLVM(ADD), lane_row, tern_nvgpu_compute(b, TERN_LLVM(MUL), warp, n.sixteen));
  if (first_row) row = tern_nvgpu_compute(b, TERN_LLVM(ADD), row, tern_nvgpu_word(b, first_row));
  int64_t count = (int64_t)tern_llvm_struct_elements(part->type).count / 4;
  for (int64_t i = 0; i < 2; ++i) {
    tern_value_t *below = tern_nvgpu_compute(b, TERN_LLVM(MUL), tern_nvgpu_word(b, i), n.eight);
    tern_value_t *at_row = tern_nvgpu_compute(b, TERN_LLVM(ADD), row, below);
    for (int64_t j = 0; j < count; ++j) {
      tern_value_t *right = tern_nvgpu_compute(b, TERN_LLVM(MUL), tern_nvgpu_word(b, j), n.eight);
      tern_value_t *at_column = tern_nvgpu_compute(b, TERN_LLVM(ADD), column, right);
      store_pair(b, part, 2 * i + 4 * j, at_row, at_column, n.one, memref);
    }
  }
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_types_t parts = tern_llvm_struct_elements(operands.values[0]->type);
  int64_t row = 0;
  for (int64_t i = 0; i < (int64_t)parts.count; ++i) {
    tern_value_t *part = tern_llvm_make_extract(b, operands.values[0], &i, 1);
    // As upstream has it: rows move on by the registers of a part, which is right for 128 columns, where they are 64.
    store_part(b, part, row, tern_op_operand(op, 1));
    row += (int64_t)tern_llvm_struct_elements(parts.values[i]).count;
  }
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_nvgpu_warpgroup_patterns[] = {
    {"warpgroup-generate-descriptor", TERN_NVGPU(WARPGROUP_GENERATE_DESCRIPTOR), 1, lower_generate_descriptor},
    {"warpgroup-mma", TERN_NVGPU(WARPGROUP_MMA), 1, lower_mma},
    {"warpgroup-mma-init-accumulator", TERN_NVGPU(WARPGROUP_MMA_INIT_ACCUMULATOR), 1, lower_init_accumulator},
    {"warpgroup-mma-store", TERN_NVGPU(WARPGROUP_MMA_STORE), 1, lower_store},
    {0},
};
