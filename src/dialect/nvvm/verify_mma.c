// nvvm: what is right for products of matrices in registers. Messages are upstream's.

#include <inttypes.h>

#include "dialect/llvm/llvm.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// What registers hold. A row of the tables says for an element of A in which registers it lies.
typedef enum register_kind { I32, F16X2, F32, F64, REGISTER_KIND_COUNT } register_kind_t;

// `count` registers of a kind.
typedef struct registers {
  size_t count;
  register_kind_t kind;
} registers_t;

enum { MAX_CHOICES = 2 };

typedef struct expectation {
  registers_t a, b;
  registers_t half_a, half_b;  // count 0: none; of sparse 8-bit floats upstream's release has half as many registers
  registers_t c[MAX_CHOICES];  // and the result, a struct of them
  size_t choice_count;
} expectation_t;

// Products with 16 rows: `depth` is what one 8 by depth tile of A takes, a register for each lane.
typedef struct tall_row {
  int64_t element;
  int64_t depth;
  register_kind_t factor;
  bool sums_floats, sums_halves_too;
  int64_t sparse_depth;  // the smaller k where A is sparse
  bool has_one_sparse_depth;
} tall_row_t;

static const tall_row_t tall_rows[] = {
    {TERN_NVVM_MMA_TYPE_TF32, 4, I32, true, false, 8, false},
    {TERN_NVVM_MMA_TYPE_BF16, 8, I32, true, false, 16, false},
    {TERN_NVVM_MMA_TYPE_F16, 8, F16X2, true, true, 16, false},
    {TERN_NVVM_MMA_TYPE_S4, 32, I32, false, false, 64, false},
    {TERN_NVVM_MMA_TYPE_U4, 32, I32, false, false, 64, false},
    {TERN_NVVM_MMA_TYPE_B1, 128, I32, false, false, 0, true},
    {TERN_NVVM_MMA_TYPE_S8, 16, I32, false, false, 32, false},
    {TERN_NVVM_MMA_TYPE_U8, 16, I32, false, false, 32, false},
    {TERN_NVVM_MMA_TYPE_E4M3, 16, I32, true, true, 64, true},
    {TERN_NVVM_MMA_TYPE_E5M2, 16, I32, true, true, 64, true},
    {TERN_NVVM_MMA_TYPE_E3M2, 16, I32, true, true, 64, true},
    {TERN_NVVM_MMA_TYPE_E2M3, 16, I32, true, true, 64, true},
    {TERN_NVVM_MMA_TYPE_E2M1, 16, I32, true, true, 64, true},
};

static const tall_row_t *tall_row_of(int64_t element, bool is_sparse) {
  for (size_t i = 0; i < sizeof(tall_rows) / sizeof(tall_rows[0]); ++i) {
    const tall_row_t *row = &tall_rows[i];
    if (row->element == element && (is_sparse ? row->sparse_depth > 0 : row->element <= TERN_NVVM_MMA_TYPE_F64)) {
      return row;
    }
  }
  return NULL;
}

#define SHORT_OF_INTS {.a = {1, I32}, .b = {1, I32}, .c = {{2, I32}}, .choice_count = 1}

// Products with 8 rows: one for each element.
static const struct {
  int64_t element, k;
  expectation_t expected;
} short_rows[] = {
    {TERN_NVVM_MMA_TYPE_F16, 4, {.a = {2, F16X2}, .b = {2, F16X2}, .c = {{4, F16X2}, {8, F32}}, .choice_count = 2}},
    {TERN_NVVM_MMA_TYPE_F64, 4, {.a = {1, F64}, .b = {1, F64}, .c = {{2, F64}}, .choice_count = 1}},
    {TERN_NVVM_MMA_TYPE_S4, 32, SHORT_OF_INTS},
    {TERN_NVVM_MMA_TYPE_U4, 32, SHORT_OF_INTS},
    {TERN_NVVM_MMA_TYPE_S8, 16, SHORT_OF_INTS},
    {TERN_NVVM_MMA_TYPE_U8, 16, SHORT_OF_INTS},
    {TERN_NVVM_MMA_TYPE_B1, 128, SHORT_OF_INTS},
};

typedef struct product {
  const tern_op_t *op;
  int64_t m, n, k, a, b;  // a, b: mma_type
  bool is_sparse;
} product_t;

static const char *element_name(int64_t element) { return tern_enum_case_name(TERN_NVVM_ENUM(MMA_TYPE), element); }

static const tern_type_t *register_type(tern_context_t *context, register_kind_t kind) {
  const int64_t pair[] = {2};
  switch (kind) {
    case I32: return tern_i_type_get(context, 32);
    case F16X2: return tern_vector_type_get(tern_float_type_get(context, TERN_TYPE_F16), pair, 1, 0);
    case F32: return tern_float_type_get(context, TERN_TYPE_F32);
    default: return tern_float_type_get(context, TERN_TYPE_F64);
  }
}

// --- what is expected ---

static bool is_tall_shape(const product_t *product, const tall_row_t *row) {
  if (product->n != 8) return false;
  if (!product->is_sparse) return product->k == row->depth || product->k == 2 * row->depth;
  return product->k == row->sparse_depth || (!row->has_one_sparse_depth && product->k == 2 * row->sparse_depth);
}

static void expect_tall(const product_t *product, const tall_row_t *row, expectation_t *out_expected) {
  int64_t tiles = product->k / row->depth;
  out_expected->a = (registers_t){(size_t)(2 * tiles / (product->is_sparse ? 2 : 1)), row->factor};
  out_expected->b = (registers_t){(size_t)(product->n / 8 * tiles), row->factor};
  out_expected->half_a = out_expected->half_b = (registers_t){0, row->factor};
  if (product->is_sparse && row->element > TERN_NVVM_MMA_TYPE_F64) {
    out_expected->half_a.count = out_expected->a.count / 2;
    out_expected->half_b.count = out_expected->b.count / 2;
  }
  out_expected->choice_count = 0;
  if (!row->sums_floats) {
    out_expected->c[out_expected->choice_count++] = (registers_t){4, I32};
    return;
  }
  // The sum may be read as halves where only floats are written: the result tells.
  out_expected->c[out_expected->choice_count++] = (registers_t){2, F16X2};
  out_expected->c[out_expected->choice_count++] = (registers_t){4, F32};
}

static bool find_expectation(const product_t *product, const tall_row_t *tall, expectation_t *out_expected) {
  if (tall && is_tall_shape(product, tall)) {
    expect_tall(product, tall, out_expected);
    return true;
  }
  for (size_t i = 0; i < sizeof(short_rows) / sizeof(short_rows[0]) && product->m == 8; ++i) {
    if (short_rows[i].element != product->a || (product->is_sparse && product->a == TERN_NVVM_MMA_TYPE_B1)) continue;
    if (product->n != 8 || product->k != short_rows[i].k) continue;
    *out_expected = short_rows[i].expected;
    return true;
  }
  return false;
}

// --- what is there ---

static bool are_registers(const tern_op_t *op, size_t start, size_t count, registers_t expected) {
  const tern_type_t *type = register_type(tern_op_context(op), expected.kind);
  if (count != expected.count) return false;
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i)->type != type) return false;
  }
  return true;
}

static bool check_group(const tern_op_t *op, size_t group, const registers_t *choices, size_t choice_count) {
  size_t start, count;
  tern_op_operand_group(op, group, &start, &count);
  for (size_t i = 0; i < choice_count; ++i) {
    if (are_registers(op, start, count, choices[i])) return true;
  }
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < choice_count; ++i) {
    tern_string_builder_append_format(&text, "%zux%s ", choices[i].count,
                                      tern_type_text(register_type(tern_op_context(op), choices[i].kind)));
  }
  tern_string_builder_append_cstr(&text, "but got ");
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_format(&text, "%s%s", i ? ", " : "",
                                      tern_type_text(tern_op_operand(op, start + i)->type));
  }
  tern_op_error(op, "Could not match types for the %c operands; expected one of %s", (char)('A' + (int)group),
                text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

static bool check_result(const tern_op_t *op, const registers_t *choices, size_t choice_count) {
  const tern_type_t *type = op->results[0].type;
  tern_string_builder_t text = {0};
  bool is_right = false;
  for (size_t i = 0; i < choice_count; ++i) {
    const tern_type_t *expected =
        tern_llvm_struct_of(register_type(tern_op_context(op), choices[i].kind), choices[i].count);
    is_right |= type == expected;
    tern_string_builder_append_format(&text, "%s%s", i ? ", " : "", tern_type_text(expected));
  }
  if (!is_right) {
    tern_op_error(op, "Could not match allowed types for the result; expected one of %s but got %s", text.data,
                  tern_type_text(type));
  }
  tern_string_builder_deinitialize(&text);
  return is_right;
}

static bool check_attributes(const product_t *product) {
  const tern_op_t *op = product->op;
  bool is_small_int = product->a == TERN_NVVM_MMA_TYPE_S4 || product->a == TERN_NVVM_MMA_TYPE_U4 ||
                      product->a == TERN_NVVM_MMA_TYPE_S8 || product->a == TERN_NVVM_MMA_TYPE_U8;
  if (!product->is_sparse && product->a == TERN_NVVM_MMA_TYPE_B1 && !tern_op_attr(op, "b1Op")) {
    return tern_op_error(op, "op requires b1Op attribute");
  }
  if (is_small_int && !tern_op_attr(op, "intOverflowBehavior")) {
    return tern_op_error(op, "op requires intOverflowBehavior attribute");
  }
  bool takes_any_layout = product->is_sparse || (product->m == 8 && product->n == 8 && product->k == 4 &&
                                                 product->a == TERN_NVVM_MMA_TYPE_F16);
  if (takes_any_layout || (tern_nvvm_value(op, "layoutA", 0) == TERN_NVVM_MMA_LAYOUT_ROW &&
                           tern_nvvm_value(op, "layoutB", 0) == TERN_NVVM_MMA_LAYOUT_COL)) {
    return true;
  }
  return tern_op_error(
      op,
      "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <%" PRId64 ", %" PRId64
      ", %" PRId64 "> with element types %s and %s. Only m8n8k4 with f16 supports other layouts.",
      product->m, product->n, product->k, element_name(product->a), element_name(product->b));
}

static int64_t sum_type(const tern_op_t *op) {
  size_t start, count;
  tern_op_operand_group(op, 2, &start, &count);
  return count ? tern_nvvm_mma_type_of(tern_op_operand(op, start)->type, true) : -1;
}

static bool check_product(const tern_op_t *op, bool is_sparse) {
  const product_t product = {.op = op,
                             .m = tern_nvvm_shape_at(op, "shape", 0),
                             .n = tern_nvvm_shape_at(op, "shape", 1),
                             .k = tern_nvvm_shape_at(op, "shape", 2),
                             .a = tern_nvvm_value(op, "multiplicandAPtxType", -1),
                             .b = tern_nvvm_value(op, "multiplicandBPtxType", -1),
                             .is_sparse = is_sparse};
  if (product.a < 0) return tern_op_error(op, "needs the attribute multiplicandAPtxType");
  const tall_row_t *tall = NULL;
  if (product.m == 16) {
    tall = tall_row_of(product.a, is_sparse);
    if (!tall) return tern_emit_error(op->loc, "invalid shape or multiplicand type: %s", element_name(product.a));
    if (tern_nvvm_mma_type_of(op->results[0].type, true) != sum_type(op)) {
      return tern_op_error(op, "ctype does not match dtype");
    }
  }
  expectation_t expected;
  if (!find_expectation(&product, tall, &expected)) {
    return tern_op_error(op, "unimplemented variant for MMA shape <%" PRId64 ", %" PRId64 ", %" PRId64 ">", product.m,
                         product.n, product.k);
  }
  const registers_t a[] = {expected.a, expected.half_a}, b[] = {expected.b, expected.half_b};
  if (!check_group(op, 0, a, expected.half_a.count ? 2 : 1) || !check_group(op, 1, b, expected.half_b.count ? 2 : 1) ||
      !check_group(op, 2, expected.c, expected.choice_count)) {
    return false;
  }
  // Floats other than halves have accumulators of f32 only.
  bool has_f32_only = tall && tall->sums_floats && !tall->sums_halves_too;
  if (!check_result(op, has_f32_only ? &expected.c[1] : expected.c, has_f32_only ? 1 : expected.choice_count)) {
    return false;
  }
  if (product.b < 0) return tern_op_error(op, "needs the attribute multiplicandBPtxType");
  return check_attributes(&product);
}

bool tern_nvvm_verify_mma_sync(const tern_op_t *op) { return check_product(op, false); }
bool tern_nvvm_verify_mma_sp_sync(const tern_op_t *op) { return check_product(op, true); }

// --- with scales ---

// The products of 4-bit elements; `name` is the shape's.
static bool check_small_scales(const tern_op_t *op, const char *name, int64_t kind, int64_t size, int64_t format) {
  bool is_right = true;
  if (tern_nvvm_value(op, "multiplicandAPtxType", -1) != TERN_NVVM_MMA_TYPE_E2M1 ||
      tern_nvvm_value(op, "multiplicandBPtxType", -1) != TERN_NVVM_MMA_TYPE_E2M1) {
    is_right = tern_op_error(op, "unsupported MMATypes attribute for mma.%s.(mxf4nvf4|mxf4)", name);
  }
  bool is_power = format == TERN_NVVM_BLOCK_SCALE_FORMAT_UE8M0;
  if (kind == TERN_NVVM_BLOCK_SCALE_KIND_MXF4) {
    if (size != TERN_NVVM_SCALE_VEC_SIZE_X2) {
      is_right = tern_op_error(op, "unsupported ScaleVecSize attribute for mma.%s.mxf4", name);
    }
    if (!is_power) is_right = tern_op_error(op, "unsupported BlockScaleFormat attribute for mma.%s.mxf4", name);
    return is_right;
  }
  if (kind != TERN_NVVM_BLOCK_SCALE_KIND_MXF4NVF4) {
    return tern_op_error(op, "unsupported Kind attribute for mma.%s", name);
  }
  if (size == (is_power ? TERN_NVVM_SCALE_VEC_SIZE_X2 : TERN_NVVM_SCALE_VEC_SIZE_X4)) return is_right;
  return tern_op_error(op, "unsupported ScaleVecSize and BlockScaleFormat attributes for mma.%s.mxf4nvf4", name);
}

static bool check_scales(const tern_op_t *op, bool is_sparse) {
  int64_t m = tern_nvvm_shape_at(op, "shape", 0), n = tern_nvvm_shape_at(op, "shape", 1);
  int64_t k = tern_nvvm_shape_at(op, "shape", 2), depth = is_sparse ? 64 : 32;
  int64_t kind = tern_nvvm_value(op, "kind", 0), size = tern_nvvm_value(op, "scaleVecSize", 0);
  int64_t format = tern_nvvm_value(op, "blockScaleFormat", 0);
  if (m != 16 || n != 8 || (k != depth && k != 2 * depth)) {
    return tern_op_error(op, "unsupported Geom for %smma with block scaling", is_sparse ? "sparse " : "");
  }
  if (k == 2 * depth) return check_small_scales(op, is_sparse ? "m16n8k128" : "m16n8k64", kind, size, format);
  return (kind == TERN_NVVM_BLOCK_SCALE_KIND_MXF8F6F4 && size == TERN_NVVM_SCALE_VEC_SIZE_X1 &&
          format == TERN_NVVM_BLOCK_SCALE_FORMAT_UE8M0) ||
         tern_op_error(op, "unsupported Kind, ScaleVecSize and BlockScaleFormat attributes for mma.%s",
                       is_sparse ? "m16n8k64" : "m16n8k32");
}

bool tern_nvvm_verify_mma_block_scale(const tern_op_t *op) { return check_scales(op, false); }

bool tern_nvvm_verify_mma_sp_block_scale(const tern_op_t *op) {
  if (!tern_op_attr(op, "orderedMetadata")) return tern_op_error(op, "'orderedMetadata' attribute is mandatory");
  return check_scales(op, true);
}
