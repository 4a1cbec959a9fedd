// nvg: the table, and what an instruction takes.

#include "dialect/nvg/nvg.h"

#include <inttypes.h>

#include "dialect/llvm/llvm.h"
#include "ir/diagnostic.h"

static const char *const element_names[TERN_NVG_ELEMENT_COUNT] = {
    [TERN_NVG_S8] = "s8",   [TERN_NVG_S32] = "s32",   [TERN_NVG_E4M3] = "e4m3", [TERN_NVG_E5M2] = "e5m2",
    [TERN_NVG_F16] = "f16", [TERN_NVG_BF16] = "bf16", [TERN_NVG_TF32] = "tf32", [TERN_NVG_F32] = "f32",
};

const char *tern_nvg_element_name(int64_t element) {
  return element >= 0 && element < TERN_NVG_ELEMENT_COUNT ? element_names[element] : NULL;
}

int64_t tern_nvg_number(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name));
}

// --- nvg.wgmma ---

// A type of operands, the depth that an instruction has of it, and the type of sums that goes with it besides f32.
typedef struct wgmma_kind {
  tern_nvg_element_t operand, other_sums;
  int64_t depth;
  bool takes_transposed, is_integer;
} wgmma_kind_t;

static const wgmma_kind_t wgmma_kinds[] = {
    {TERN_NVG_F16, TERN_NVG_F16, 16, true, false},   {TERN_NVG_BF16, TERN_NVG_F32, 16, true, false},
    {TERN_NVG_TF32, TERN_NVG_F32, 8, false, false},  {TERN_NVG_E4M3, TERN_NVG_F16, 32, false, false},
    {TERN_NVG_E5M2, TERN_NVG_F16, 32, false, false}, {TERN_NVG_S8, TERN_NVG_S32, 32, false, true},
};

static const wgmma_kind_t *find_wgmma(int64_t operand) {
  for (size_t i = 0; i < sizeof wgmma_kinds / sizeof wgmma_kinds[0]; ++i) {
    if ((int64_t)wgmma_kinds[i].operand == operand) return &wgmma_kinds[i];
  }
  return NULL;
}

static bool is_f8(int64_t element) { return element == TERN_NVG_E4M3 || element == TERN_NVG_E5M2; }

static bool check_wgmma_types(const tern_op_t *op, const wgmma_kind_t *kind) {
  int64_t a = tern_nvg_number(op, "eltTypeA"), b = tern_nvg_number(op, "eltTypeB"), c = tern_nvg_number(op, "eltTypeC");
  bool is_pair = a == b || (is_f8(a) && is_f8(b));
  bool is_sum = c == (int64_t)kind->other_sums || (c == TERN_NVG_F32 && !kind->is_integer);
  if (is_pair && is_sum) return true;
  const char *b_name = tern_nvg_element_name(b), *c_name = tern_nvg_element_name(c);
  return tern_op_error(op, "multiplies %s by %s to %s, which wgmma does not", tern_nvg_element_name(a),
                       b_name ? b_name : "an unknown type", c_name ? c_name : "an unknown type");
}

static bool check_wgmma_shape(const tern_op_t *op, const wgmma_kind_t *kind) {
  int64_t m = tern_nvg_number(op, "m"), n = tern_nvg_number(op, "n"), k = tern_nvg_number(op, "k");
  if (m == 64 && n >= 8 && n <= 256 && n % 8 == 0 && k == kind->depth) return true;
  return tern_op_error(op,
                       "has the shape %" PRId64 "x%" PRId64 "x%" PRId64
                       ", but wgmma takes 64 rows, up to 256 columns "
                       "by eights, and a depth of %" PRId64,
                       m, n, k, kind->depth);
}

static bool verify_wgmma(const tern_op_t *op) {
  const wgmma_kind_t *kind = find_wgmma(tern_nvg_number(op, "eltTypeA"));
  if (!kind) return tern_op_error(op, "has a first operand of a type that wgmma does not multiply");
  if (!check_wgmma_types(op, kind) || !check_wgmma_shape(op, kind)) return false;
  if (tern_type_is_llvm(tern_op_operand(op, 1)->type, TERN_LLVM_STRUCT))
    return tern_op_error(op, "has its second operand in registers, but wgmma reads it from shared memory");
  bool is_turned = tern_nvg_number(op, "layoutA") == TERN_NVG_COLUMN || tern_nvg_number(op, "layoutB") == TERN_NVG_ROW;
  return !is_turned || kind->takes_transposed ||
         tern_op_error(op, "has an operand whose depth is not contiguous, which wgmma takes of f16 and bf16 alone");
}

// --- registers ---

static bool verify_wait(const tern_op_t *op) {
  tern_types_t types = tern_llvm_struct_elements(tern_op_operand(op, 0)->type);
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *type = types.values[i];
    bool is_scalar = tern_type_is_integer(type) || tern_type_is_float(type);
    uint32_t bits = is_scalar ? tern_type_bit_width(type) : 0;
    if (tern_type_is_llvm(type, TERN_LLVM_PTR) || bits == 16 || bits == 32 || bits == 64) continue;
    return tern_op_error(op, "hands on a '%s', but registers have 16, 32 or 64 bits", tern_type_text(type));
  }
  return true;
}

static bool verify_load(const tern_op_t *op) {
  uint32_t bits = tern_type_bit_width(op->results[0].type);
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ||
         tern_op_error(op, "loads %u bits, but registers have 8, 16, 32 or 64", bits);
}

// --- the table ---

const tern_op_row_t tern_nvg_ops[] = {
#define OP(ID, NAME, ...) [TERN_NVG_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/nvg/nvg_ops.def"
#undef OP
};

const tern_dialect_t tern_nvg_dialect = {
    .name = "nvg",
    .summary = "Instructions of NVIDIA's in Triton's programs, before they are PTX",
    .ops = tern_nvg_ops,
    .op_count = TERN_NVG_OP_COUNT,
};
