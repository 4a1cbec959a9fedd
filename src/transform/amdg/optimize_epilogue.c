// --tritonamdgpu-optimize-epilogue: sums are stored from where matrix instructions left them (upstream's pass of the name).
//
//   %b = ttg.convert_layout %s : #mma -> #blocked           %p = ttg.convert_layout %pointers : #blocked -> #mma
//   %h = arith.truncf %b : #blocked                   ->    %h = arith.truncf %s : #mma
//   tt.store %pointers, %h, %mask : #blocked                tt.store %p, %h, %m : #mma
//
// Pointers and masks are converted in place of the sums: they are computed, so that the conversion goes by computing them in the other
// encoding, and no sum goes through shared memory. Between the conversion and the store may be ops on each element with one operand,
// each used but once. On CDNA 4 sums of 16 bits, of which a lane has four neighbours, are exchanged with another half of the wave
// so that it has eight.

#include "analysis/layout/linear_layout.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"

// --- the chain ---

static bool has_one_operand(const tern_op_t *op) {
  const tern_attr_t *pure = tern_op_attr(op, "pure");
  if (tern_op_is(op, TERN_TT(EXTERN_ELEMENTWISE)))
    return op->operand_count == 1 && op->result_count == 1 && pure && tern_integer_attr_value(pure);
  return op->operand_count == 1 && op->result_count == 1 && op->region_count == 0 &&
         tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) && !(tern_op_effects(op) & TERN_MEMORY_EFFECTS);
}

static bool is_sums(const tern_attr_t *encoding) {
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA) || tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_WMMA) ||
         tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA);
}

static bool is_blocked(const tern_value_t *value) {
  return value->type->kind == TERN_TYPE_TENSOR &&
         tern_attr_is_ttg(tern_ttg_type_encoding(value->type), TERN_TTG_ATTR_BLOCKED);
}

typedef TERN_VEC(tern_op_t *) chain_t;

// The conversion of sums that the value comes from, with the ops behind it, the last first; NULL: it comes from elsewhere.
static tern_op_t *find_conversion(tern_value_t *value, chain_t *out_chain) {
  for (;;) {
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || !tern_value_has_one_use(value)) return NULL;
    if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)))
      return is_sums(tern_ttg_type_encoding(tern_op_operand(op, 0)->type)) ? op : NULL;
    if (!has_one_operand(op)) return NULL;
    tern_vec_push(out_chain, op);
    value = tern_op_operand(op, 0);
  }
}

// --- CDNA 4 ---

// The layout in which bits `low` and `high` of the last dimension's coordinate have changed places.
static tern_layout_t swap_bits(const tern_layout_t *layout, size_t out, size_t low, size_t high) {
  tern_layout_t swapped = *layout;
  size_t shift = 0;
  for (size_t d = 0; d < out; ++d) shift += layout->outs.values[d].bits;
  uint64_t x = UINT64_C(1) << (shift + low), y = UINT64_C(1) << (shift + high);
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    uint64_t basis = layout->bases[i], other = basis & ~(x | y);
    if (basis & x) other |= y;
    if (basis & y) other |= x;
    swapped.bases[i] = other;
  }
  return swapped;
}

// The encoding where a lane has eight neighbours of a row: those of 32 by 32 are four columns apart in the other half of the wave, of
// two tiles of 16 by 16 in the second tile. NULL: the sums are not of that form.
static const tern_attr_t *wide_encoding(const tern_type_t *type) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  tern_type_kind_t kind = tern_type_element(type)->kind;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA) || tern_type_rank(type) != 2) return NULL;
  if (kind != TERN_TYPE_F16 && kind != TERN_TYPE_BF16) return NULL;
  bool is_transposed = tern_ttg_number(encoding, TERN_TTG_FIELD_IS_TRANSPOSED) != 0;
  if (tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION) != 4 || !is_transposed) return NULL;
  int64_t rows = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 0);
  int64_t columns = tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, 1);
  bool is_large = rows == 32 && columns == 32;
  bool is_small = rows == 16 && columns == 16 && tern_type_dim(type, 1) >= 32 &&
                  tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, 1) == 1;
  if (!is_large && !is_small) return NULL;
  tern_layout_t layout = tern_ttg_type_layout(type);
  size_t out = tern_layout_find(&layout.outs, tern_layout_dim_name(1));
  tern_layout_t swapped = swap_bits(&layout, out, 2, is_large ? 3 : 4);
  return tern_ttg_linear_get(type->context, &swapped);
}

// --- the store ---

static tern_value_t *convert(tern_builder_t *b, tern_value_t *value, const tern_attr_t *encoding) {
  b->loc = tern_value_loc(value);
  return tern_ttg_build_convert(b, value, encoding);
}

static bool bypass(tern_op_t *store, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *pointers = tern_op_operand(store, 0), *value = tern_op_operand(store, 1);
  chain_t chain = {0};
  tern_op_t *conversion = NULL;
  if (is_blocked(pointers) && is_blocked(value)) conversion = find_conversion(value, &chain);
  if (conversion) {
    tern_value_t *sums = tern_op_operand(conversion, 0);
    const tern_attr_t *encoding = tern_ttg_type_encoding(sums->type);
    tern_value_t *operands[3] = {convert(b, pointers, encoding)};
    for (size_t i = chain.count; i-- > 0;) {
      tern_op_t *op = chain.values[i];
      tern_op_set_operand(op, 0, sums);
      sums = tern_op_result(op, 0);
      sums->type = tern_ttg_with_encoding(sums->type, encoding);
    }
    operands[1] = sums;
    size_t count = store->operand_count;
    if (count > 2) operands[2] = convert(b, tern_op_operand(store, 2), encoding);
    const tern_attr_t *wide = wide_encoding(sums->type);
    for (size_t i = 0; wide && i < count; ++i) operands[i] = convert(b, operands[i], wide);
    b->loc = store->loc;
    tern_build(b, TERN_TT(STORE), .operands = {operands, count}, .types = {0},
               .dictionary = tern_op_attr_dictionary(store));
    tern_rewriter_erase(rewriter, store);
  }
  tern_vec_deinitialize(&chain);
  return conversion != NULL;
}

static const tern_pattern_t patterns[] = {{"store", TERN_TT(STORE), 1, bypass}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  bool is_changed;
  const tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  tern_apply_patterns_greedily(module, patterns, 1, NULL, &options, &is_changed);
  return true;
}

const tern_pass_def_t tern_tritonamdgpu_optimize_epilogue_pass = {
    .flag = "tritonamdgpu-optimize-epilogue",
    .name = "TritonAMDGPUOptimizeEpilogue",
    .anchor = "builtin.module",
    .summary = "Store sums from where matrix instructions left them",
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_ttg_dialect, NULL},
    .run = run,
};
