// Products of matrices.

#include <string.h>

#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "ir/attr.h"

static const tl_choice_t precisions[] = {{"tf32", TERN_TT_PRECISION_TF32},
                                         {"tf32x3", TERN_TT_PRECISION_TF32X3},
                                         {"ieee", TERN_TT_PRECISION_IEEE},
                                         {"bf16x3", TERN_TT_PRECISION_BF16X3},
                                         {"bf16x6", TERN_TT_PRECISION_BF16X6}};

static bool is_hip(const tl_generator_t *g) { return strcmp(g->program->target.backend, "hip") == 0; }

static int64_t least_depth(const tl_generator_t *g, const tl_type_t *type) {
  if (is_hip(g)) return 1;
  return tl_bits(type) == 8 ? 32 : 16;
}

static bool check_operand_types(tl_generator_t *g, const tl_type_t *a, const tl_type_t *b) {
  if (tl_is_fp8(a) && tl_is_fp8(b)) return true;
  bool is_right = tl_is_standard_float(a) || (tl_is_int(a) && tl_bits(a) == 8);
  if (!is_right) return tl_error(g, "unsupported lhs dtype %s", tl_type_text(g, a)), false;
  if (tl_same_type(a, b)) return true;
  return tl_error(g, "both operands must be same dtype. Got %s and %s", tl_type_text(g, a), tl_type_text(g, b)), false;
}

static bool check_shapes(tl_generator_t *g, const tl_type_t *a, const tl_type_t *b) {
  size_t rank = a->rank;
  if (rank != b->rank || rank < 2) return tl_error(g, "input and other must have equal ranks >= 2"), false;
  for (size_t i = 0; i + 2 < rank; ++i) {
    if (a->dims[i] != b->dims[i]) return tl_error(g, "input and other must have equal batch shapes"), false;
  }
  if (a->dims[rank - 1] != b->dims[rank - 2])
    return tl_error(g, "input and other must have equal reduction dimensions"), false;
  int64_t least = least_depth(g, a->element);
  if (a->dims[rank - 1] >= least) return true;
  return tl_error(g, "input shapes should have M >= 1, N >= 1 and K >= %lld", (long long)least), false;
}

// The type of the sums; void after an error.
static tl_dtype_t result_dtype(tl_generator_t *g, const tl_type_t *operand, const tl_type_t *wanted) {
  if (tl_is_int(operand)) {
    if (tl_is_signed(operand)) return TL_DTYPE_INT32;
    tl_error(g, "only int8 supported");
    return TL_DTYPE_VOID;
  }
  if (tl_is_dtype(wanted, TL_DTYPE_BF16)) {
    tl_error(g, "out_dtype=bfloat16 is unsupported");
    tl_note(g, "use out_dtype=float32/float16 and cast with `.to(tl.bfloat16)`");
    return TL_DTYPE_VOID;
  }
  if (tl_is_dtype(operand, TL_DTYPE_FP32) || tl_is_dtype(operand, TL_DTYPE_BF16)) return TL_DTYPE_FP32;
  return tl_is_dtype(operand, TL_DTYPE_FP64) ? TL_DTYPE_FP64 : wanted->dtype;
}

static tl_v zeros(tl_generator_t *g, const tl_type_t *block) {
  const tl_type_t *scalar =
      tl_is_float(block->element) && tl_bits(block->element) == 16 && !tl_is_dtype(block->element, TL_DTYPE_FP16)
          ? tl_scalar_type(TL_DTYPE_FP32)
          : block->element;
  tl_v zero = tl_null(g, scalar);
  return zero ? tl_emit_folded(g, TERN_TT(SPLAT), block, zero) : NULL;
}

typedef struct product {
  tl_v a, b, sum;  // sum: NULL for zeros
  int64_t precision, imprecise;
  const tl_type_t *out;
} product_t;

static tl_v emit_dot(tl_generator_t *g, const product_t *p) {
  const tl_type_t *a = tl_type_of(p->a), *b = tl_type_of(p->b);
  tl_dtype_t dtype = result_dtype(g, a->element, p->out);
  if (dtype == TL_DTYPE_VOID) return NULL;
  int64_t dims[3];
  for (size_t i = 0; i + 1 < a->rank; ++i) dims[i] = a->dims[i];
  dims[a->rank - 1] = b->dims[b->rank - 1];
  const tl_type_t *type = tl_block_type(g->program->arena, tl_scalar_type(dtype), dims, a->rank);
  tl_v sum = p->sum ? p->sum : zeros(g, type);
  if (!sum) return NULL;
  if (!tl_same_type(tl_type_of(sum), type)) {
    return tl_error(g, "the accumulator has type %s, but %s is needed", tl_type_text(g, tl_type_of(sum)),
                    tl_type_text(g, type));
  }
  return tl_emit(g, TERN_TT(DOT), type, TERN_VALUES(tl_handle(p->a), tl_handle(p->b), tl_handle(sum)),
                 TERN_ATTRS({"inputPrecision",
                             tern_enum_attr_get(g->program->context, TERN_TT_ENUM(INPUT_PRECISION), p->precision)},
                            {"maxNumImpreciseAcc", tl_i32_attr(g, p->imprecise)}));
}

// More than one dimension of batches become one.
static tl_v flatten_batches(tl_generator_t *g, tl_v matrix) {
  const tl_type_t *type = tl_type_of(matrix);
  int64_t dims[3] = {1, type->dims[type->rank - 2], type->dims[type->rank - 1]};
  for (size_t i = 0; i + 2 < type->rank; ++i) dims[0] *= type->dims[i];
  return tl_reshape(g, matrix, dims, 3, false);
}

static tl_v multiply(tl_generator_t *g, product_t *p) {
  const tl_type_t *a = tl_type_of(p->a);
  if (a->rank < 4) return emit_dot(g, p);
  int64_t *dims = tern_arena_copy(g->program->arena, a->dims, a->rank * sizeof *dims);
  dims[a->rank - 1] = tl_type_of(p->b)->dims[a->rank - 1];
  size_t rank = a->rank;
  if (!(p->a = flatten_batches(g, p->a)) || !(p->b = flatten_batches(g, p->b)) ||
      (p->sum && !(p->sum = flatten_batches(g, p->sum))))
    return NULL;
  tl_v result = emit_dot(g, p);
  return result ? tl_reshape(g, result, dims, rank, false) : NULL;
}

// dot(input, other, acc, input_precision, allow_tf32, max_num_imprecise_acc, out_dtype)
tl_v tl_builtin_dot(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (!tl_is_tensor(args[0]) || !tl_is_tensor(args[1]) || !tl_is_block(args[0]) || !tl_is_block(args[1])) {
    return tl_error(g, "dot() takes blocks, not '%s' and '%s'", tl_text(g, args[0]), tl_text(g, args[1]));
  }
  // Not given, which is not the same as None: that is no leave, as in Triton.
  bool is_open = args[4]->kind == TL_STRING && args[4]->text.size == 0;
  if (!tl_is_none(args[3]) && !tl_is_none(args[4]) && !is_open)
    return tl_error(g, "only one of input_precision and allow_tf32 can be specified");
  bool is_tf32 = !is_hip(g) && (is_open || tl_is_true(args[4]));
  product_t p = {.a = args[0], .b = args[1], .sum = tl_is_none(args[2]) ? NULL : args[2]};
  if (p.sum && !tl_is_tensor(p.sum))
    return tl_error(g, "the accumulator has to be a tensor, not '%s'", tl_kind_name(p.sum));
  if (args[6]->kind != TL_DTYPE) return tl_error(g, "out_dtype has to be a type, not '%s'", tl_kind_name(args[6]));
  p.out = args[6]->type;
  const tl_type_t *a = tl_type_of(p.a), *b = tl_type_of(p.b);
  if (!tl_choose(g, args[3], "input_precision", precisions, 5,
                 is_tf32 ? TERN_TT_PRECISION_TF32 : TERN_TT_PRECISION_IEEE, &p.precision))
    return NULL;
  if (!check_operand_types(g, a->element, b->element) || !check_shapes(g, a, b)) return NULL;
  bool are_fp8 = tl_is_fp8(a->element) && tl_is_fp8(b->element);
  if (tl_is_none(args[5])) {
    bool is_hopper = strcmp(g->program->target.backend, "cuda") == 0 && g->program->target.capability == 90;
    p.imprecise = are_fp8 && is_hopper ? (int64_t)1 << 30 : 0;
  } else if (tl_is_integer(args[5])) {
    p.imprecise = (int64_t)args[5]->integer;
    if (are_fp8 && p.imprecise > a->dims[a->rank - 1])
      return tl_error(g, "max_num_imprecise_acc (%lld) must be <= K", (long long)p.imprecise);
  } else {
    return tl_error(g, "max_num_imprecise_acc has to be a constant integer");
  }
  return multiply(g, &p);
}

// --- with scales ---

static const tl_choice_t formats[] = {{"e4m3", TERN_TT_E4M3},
                                      {"e5m2", TERN_TT_E5M2},
                                      {"e2m1", TERN_TT_E2M1},
                                      {"bf16", TERN_TT_BF16},
                                      {"fp16", TERN_TT_FP16}};

// The operand as numbers of its format; bytes hold pairs of e2m1.
static tl_v as_format(tl_generator_t *g, tl_v operand, int64_t format) {
  static const tl_dtype_t types[] = {[TERN_TT_E4M3] = TL_DTYPE_FP8E4NV,
                                     [TERN_TT_E5M2] = TL_DTYPE_FP8E5,
                                     [TERN_TT_E2M1] = TL_DTYPE_UINT8,
                                     [TERN_TT_BF16] = TL_DTYPE_BF16,
                                     [TERN_TT_FP16] = TL_DTYPE_FP16};
  const tl_type_t *wanted = tl_scalar_type(types[format]), *type = tl_scalar(operand);
  if (tl_same_type(type, wanted)) return operand;
  bool is_bits = format != TERN_TT_E2M1 && tl_is_unsigned(type) && tl_bits(type) == tl_bits(wanted);
  return is_bits ? tl_bitcast(g, operand, wanted)
                 : tl_error(g, "unexpected dtype %s for this format", tl_type_text(g, type));
}

static bool check_scale(tl_generator_t *g, tl_v scale, int64_t rows, int64_t depth, const char *name) {
  if (!scale) return true;
  int64_t factor = tl_is_dtype(tl_scalar(scale), TL_DTYPE_FP8E4NV) ? 16 : 32;
  const tl_type_t *type = tl_type_of(scale);
  bool is_right = type->rank == 2 && type->dims[0] == rows && type->dims[1] == depth / factor;
  if (is_right) return true;
  return tl_error(g, "%s must be a tensor of shape [%lld, %lld]. Got %s", name, (long long)rows,
                  (long long)(depth / factor), tl_type_text(g, type)),
         false;
}

// dot_scaled(lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc, fast_math, lhs_k_pack, rhs_k_pack, out_dtype)
tl_v tl_builtin_dot_scaled(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  int64_t a_format, b_format;
  tl_v a = args[0], b = args[3], a_scale = tl_is_none(args[1]) ? NULL : args[1],
       b_scale = tl_is_none(args[4]) ? NULL : args[4];
  if (!tl_is_block(a) || !tl_is_block(b)) return tl_error(g, "dot_scaled() takes blocks");
  if (!tl_choose(g, args[2], "format", formats, 5, -1, &a_format) ||
      !tl_choose(g, args[5], "format", formats, 5, -1, &b_format))
    return NULL;
  if (a_format < 0 || b_format < 0) return tl_error(g, "dot_scaled() needs the formats of both operands");
  if (!(a = as_format(g, a, a_format)) || !(b = as_format(g, b, b_format))) return NULL;
  const tl_type_t *x = tl_type_of(a), *y = tl_type_of(b);
  if (x->rank != y->rank || x->rank < 2 || x->rank > 3) return tl_error(g, "both inputs must be either 2D or 3D");
  bool a_packs = tl_is_true(args[8]), b_packs = tl_is_true(args[9]);
  int64_t a_factor = a_format == TERN_TT_E2M1 ? 2 : 1, b_factor = b_format == TERN_TT_E2M1 ? 2 : 1;
  int64_t rows = x->dims[x->rank - 2] * (a_packs ? 1 : a_factor),
          depth = x->dims[x->rank - 1] * (a_packs ? a_factor : 1);
  int64_t columns = y->dims[y->rank - 1] * (b_packs ? 1 : b_factor);
  if (depth != y->dims[y->rank - 2] * (b_packs ? b_factor : 1))
    return tl_error(g, "reduction dimension should pack the same number of elements");
  int64_t dims[3] = {x->dims[0]};
  dims[x->rank - 2] = rows;
  dims[x->rank - 1] = columns;
  const tl_type_t *type = tl_block_type(g->program->arena, tl_scalar_type(TL_DTYPE_FP32), dims, x->rank);
  tl_v zero = tl_null(g, tl_scalar_type(TL_DTYPE_FP32));
  tl_v sum = tl_is_none(args[6]) ? tl_emit_folded(g, TERN_TT(SPLAT), type, zero) : args[6];
  if (!sum || !tl_is_tensor(sum) || !tl_same_type(tl_type_of(sum), type))
    return tl_error(g, "the accumulator has to be of type %s", tl_type_text(g, type));
  if (!check_scale(g, a_scale, rows, depth, "lhs_scale") || !check_scale(g, b_scale, columns, depth, "rhs_scale"))
    return NULL;
  tern_context_t *context = g->program->context;
  tern_value_t *operands[5] = {tl_handle(a), tl_handle(b), tl_handle(sum)};
  size_t count = 3;
  if (a_scale) operands[count++] = tl_handle(a_scale);
  if (b_scale) operands[count++] = tl_handle(b_scale);
  tern_op_t *op = tern_build(
      &g->b, TERN_TT(DOT_SCALED), .operands = {operands, count}, .types = TERN_TYPES(tl_ir_type(g, type)),
      .segments = (int32_t[]){1, 1, 1, a_scale != NULL, b_scale != NULL},
      .attrs = TERN_ATTRS({"a_elem_type", tern_enum_attr_get(context, TERN_TT_ENUM(SCALE_DOT_ELEM_TYPE), a_format)},
                          {"b_elem_type", tern_enum_attr_get(context, TERN_TT_ENUM(SCALE_DOT_ELEM_TYPE), b_format)},
                          {"fastMath", tern_bool_attr_get(context, tl_is_true(args[7]))},
                          {"lhs_k_pack", tern_bool_attr_get(context, a_packs)},
                          {"rhs_k_pack", tern_bool_attr_get(context, b_packs)}));
  return tl_tensor(g, tern_op_result(op, 0), type);
}
