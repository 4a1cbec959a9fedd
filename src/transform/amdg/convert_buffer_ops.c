// --tritonamdgpu-convert-buffer-ops: accesses at offsets from one pointer become accesses of a buffer (upstream's pass of the name).
//
//   %s = tt.splat %p                                  %x = amdg.buffer_load %p[%offsets], %mask
//   %a = tt.addptr %s, %offsets             =>
//   %x = tt.load %a, %mask
//
// The pointer is in scalar registers then, offsets take half of what addresses do, and the mask is the buffer's end. An instruction takes
// an offset of 32 bits that is not below zero: either the argument says that its array has less than 2 GB (`tt.pointer_range` of 32), or what
// is known of the offsets does (analysis/triton/spans.h). Loads of f32 in functions with products stay, as upstream has it; atomic
// ops, of CDNA 3 and 4, are those that the instructions do: not smaller than 32 bits and not of the whole system.

#include "analysis/machine/machine.h"
#include "analysis/triton/axis_info.h"
#include "analysis/triton/spans.h"
#include "dialect/amdg/amdg.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "rewrite/greedy.h"
#include "transform/ttg/pipeline/parts.h"

typedef struct conversion {
  tern_spans_t *spans;
  const tern_axis_infos_t *infos;
  bool has_atomics, copies_to_memory, checks_all;
  tern_amd_family_t family;
} conversion_t;

// An access of a buffer.
typedef struct access {
  tern_value_t *base, *offsets, *stride, *mask;
} access_t;

static const tern_type_t *element_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
}

// --- may it be one? ---

static bool is_small_argument(const tern_value_t *pointer) {
  if (tern_value_defining_op(pointer)) return false;
  const tern_block_t *block = tern_value_arg_block(pointer);
  const tern_op_t *function = tern_block_parent_op(block);
  if (!function || !tern_op_is(function, TERN_TT(FUNC)) || block != function->regions[0].first_block) return false;
  const tern_attr_t *hints = tern_func_arg_attrs(function, pointer->index);
  const tern_attr_t *range = hints ? tern_dictionary_attr_lookup(hints, TERN_STR("tt.pointer_range")) : NULL;
  return tern_attr_is_integer(range) && tern_integer_attr_value(range) <= 32;
}

static bool fits(const conversion_t *c, const tern_value_t *offsets, uint32_t bits) {
  tern_span_t span = tern_span_of(c->spans, offsets);
  if (span.low < 0) return false;
  return (span.high * (int64_t)bits + (int64_t)bits + 7) / 8 <= INT32_MAX;
}

// The distance of rows, where offsets are made of it: a sum with a broadcast product of a number for all.
static tern_value_t *find_stride(const tern_value_t *offsets) {
  const tern_op_t *sum = tern_value_defined_by(offsets, TERN_ARITH(ADDI));
  for (size_t i = 0; sum && i < 2; ++i) {
    const tern_op_t *rows = tern_value_defined_by(tern_op_operand(sum, i), TERN_TT(BROADCAST));
    const tern_op_t *product = rows ? tern_value_defined_by(tern_op_operand(rows, 0), TERN_ARITH(MULI)) : NULL;
    for (size_t k = 0; product && k < 2; ++k) {
      const tern_op_t *splat = tern_value_defined_by(tern_op_operand(product, k), TERN_TT(SPLAT));
      if (splat) return tern_op_operand(splat, 0);
    }
  }
  return NULL;
}

static bool is_all(const tern_value_t *mask) {
  const tern_attr_t *constant = tern_value_constant(mask);
  return tern_attr_is_splat(constant) && tern_integer_attr_value(tern_dense_elements_attr_at(constant, 0)) != 0;
}

static bool find_access(const tern_op_t *op, access_t *out) {
  const tern_value_t *pointers = tern_op_operand(op, 0);
  const tern_op_t *sum = tern_value_defined_by(pointers, TERN_TT(ADDPTR));
  const tern_op_t *splat = sum ? tern_value_defined_by(tern_op_operand(sum, 0), TERN_TT(SPLAT)) : NULL;
  if (!splat || pointers->type->kind != TERN_TYPE_TENSOR) return false;
  *out = (access_t){.base = tern_op_operand(splat, 0), .offsets = tern_op_operand(sum, 1)};
  if (!tern_type_is_i(element_of(out->offsets->type), 32)) return false;
  out->stride = find_stride(out->offsets);
  if (!tern_op_is(op, TERN_TT(ATOMIC_CAS))) out->mask = tern_op_operand_named(op, "mask");
  if (out->mask && is_all(out->mask)) out->mask = NULL;
  return true;
}

static bool is_in_reach(const conversion_t *c, const tern_op_t *op) {
  access_t a;
  if (!find_access(op, &a)) return false;
  if (!c->checks_all && is_small_argument(a.base)) return true;
  return fits(c, a.offsets, tern_axis_pointee_bits(tern_op_operand(op, 0)->type));
}

static bool has_products(const tern_op_t *op) {
  tern_op_t *function = tern_op_parent_of(op, TERN_TT(FUNC));
  if (!function) return true;
  tern_op_list_t dots = tern_op_collect_row(function, TERN_PREORDER, TERN_TT(DOT));
  size_t count = dots.count;
  tern_vec_deinitialize(&dots);
  return count > 0;
}

// --- accesses ---

// What each kind of access has, in the order of its operands; those that are not there are left out.
static void build(tern_op_t *op, const tern_op_row_t *row, tern_value_t *const *operands, size_t count,
                  tern_named_attrs_t attrs, bool has_result) {
  enum { MOST = 6 };
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *present[MOST];
  int32_t segments[MOST];
  size_t present_count = 0;
  for (size_t i = 0; i < count; ++i) {
    segments[i] = operands[i] != NULL;
    if (operands[i]) present[present_count++] = operands[i];
  }
  const tern_type_t *type = has_result ? op->results[0].type : NULL;
  bool has_segments = row != TERN_AMDG(BUFFER_ATOMIC_CAS);
  tern_op_t *made = tern_build(&b, row, .operands = {present, present_count}, .types = {&type, has_result},
                               .attrs = attrs, .segments = has_segments ? segments : NULL);
  if (has_result) tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_op_destroy(op);
}

static void convert_load(tern_op_t *op, const access_t *a) {
  tern_value_t *other = tern_op_operand_named(op, "other");
  if (other && tern_pipeline_is_zero(other)) other = NULL;
  const tern_named_attr_t cache = {"cache", tern_op_attr(op, "cache")};
  tern_value_t *operands[] = {a->base, a->offsets, a->stride, a->mask, other};
  build(op, TERN_AMDG(BUFFER_LOAD), operands, 5, (tern_named_attrs_t){&cache, 1}, true);
}

static void convert_copy(tern_op_t *op, const access_t *a) {
  tern_value_t *other = tern_op_operand_named(op, "other");
  if (other && tern_pipeline_is_zero(other)) other = NULL;
  const tern_named_attr_t attrs[] = {{"cache", tern_op_attr(op, "cache")},
                                     {"contiguity", tern_op_attr(op, "contiguity")}};
  tern_value_t *operands[] = {tern_op_operand(op, 1), a->base, a->offsets, a->mask, other, a->stride};
  build(op, TERN_AMDG(BUFFER_LOAD_TO_LOCAL), operands, 6, (tern_named_attrs_t){attrs, 2}, true);
}

static void convert_store(tern_op_t *op, const access_t *a) {
  tern_value_t *operands[] = {tern_op_operand(op, 1), a->base, a->offsets, a->stride, a->mask};
  const tern_named_attr_t cache = {"cache", tern_op_attr(op, "cache")};
  build(op, TERN_AMDG(BUFFER_STORE), operands, 5, (tern_named_attrs_t){&cache, 1}, false);
}

static void convert_rmw(tern_op_t *op, const access_t *a) {
  tern_value_t *operands[] = {a->base, a->offsets, tern_op_operand(op, 1), a->stride, a->mask};
  const tern_named_attr_t attrs[] = {{"atomic_rmw_op", tern_op_attr(op, "atomic_rmw_op")},
                                     {"sem", tern_op_attr(op, "sem")},
                                     {"scope", tern_op_attr(op, "scope")}};
  build(op, TERN_AMDG(BUFFER_ATOMIC_RMW), operands, 5, (tern_named_attrs_t){attrs, 3}, true);
}

static void convert_cas(tern_op_t *op, const access_t *a) {
  tern_value_t *operands[] = {a->base, a->offsets, tern_op_operand(op, 1), tern_op_operand(op, 2), a->stride};
  const tern_named_attr_t attrs[] = {{"sem", tern_op_attr(op, "sem")}, {"scope", tern_op_attr(op, "scope")}};
  build(op, TERN_AMDG(BUFFER_ATOMIC_CAS), operands, 5, (tern_named_attrs_t){attrs, 2}, true);
}

// --- which ones ---

static const char *case_of(const tern_op_t *op, const tern_enum_row_t *row, const char *name) {
  return tern_enum_case_name(row, tern_enum_attr_value(tern_op_attr(op, name)));
}

static bool is_volatile(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "isVolatile");
  return attr && tern_integer_attr_value(attr) != 0;
}

static bool takes_load(const conversion_t *c, const tern_op_t *op) {
  (void)c;
  return !is_volatile(op) && !(element_of(op->results[0].type)->kind == TERN_TYPE_F32 && has_products(op));
}

static bool takes_copy(const conversion_t *c, const tern_op_t *op) { return c->copies_to_memory && !is_volatile(op); }

static bool takes_store(const conversion_t *c, const tern_op_t *op) {
  (void)c, (void)op;
  return true;
}

static bool is_of_system(const tern_op_t *op) {
  return strcmp(case_of(op, TERN_TT_ENUM(MEM_SYNC_SCOPE), "scope"), "sys") == 0;
}

// Minima and maxima are done of unsigned integers and of floats; those of signed integers are not.
static bool takes_rmw(const conversion_t *c, const tern_op_t *op) {
  const char *kind = case_of(op, TERN_TT_ENUM(RMW_OP), "atomic_rmw_op");
  const tern_type_t *type = element_of(op->results[0].type);
  int64_t vector = tern_axis_contiguity(c->infos, tern_op_operand(op, 0));
  bool is_half = type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16;
  bool is_word = type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 || tern_type_is_i(type, 32) ||
                 tern_type_is_i(type, 64);
  if (!c->has_atomics || is_of_system(op) || (!is_half && !is_word) || (is_half && vector % 2 != 0)) return false;
  if (c->family == TERN_AMD_CDNA3 && type->kind == TERN_TYPE_BF16 && strcmp(kind, "fadd") == 0) return false;
  bool is_signed = tern_type_is_integer(type) && (strcmp(kind, "max") == 0 || strcmp(kind, "min") == 0);
  return !is_signed && vector * (int64_t)tern_type_bit_width(type) >= 32;
}

static bool takes_cas(const conversion_t *c, const tern_op_t *op) {
  (void)c;
  const tern_type_t *type = element_of(op->results[0].type);
  return !is_of_system(op) && (tern_type_is_i(type, 32) || tern_type_is_i(type, 64));
}

typedef struct kind {
  const tern_op_row_t *row;
  bool (*takes)(const conversion_t *c, const tern_op_t *op);
  void (*convert)(tern_op_t *op, const access_t *access);
} kind_t;

static const kind_t *kind_of(const tern_op_t *op) {
  static const kind_t kinds[] = {
      {TERN_TT(LOAD), takes_load, convert_load},
      {TERN_TT(STORE), takes_store, convert_store},
      {TERN_TT(ATOMIC_RMW), takes_rmw, convert_rmw},
      {TERN_TT(ATOMIC_CAS), takes_cas, convert_cas},
      {TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), takes_copy, convert_copy},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (tern_op_is(op, kinds[i].row)) return &kinds[i];
  }
  return NULL;
}

static bool is_access(const tern_op_t *op) { return kind_of(op) != NULL; }

// All questions come first: what is known goes with the values that it is known of.
static void convert_all(const conversion_t *c, tern_op_t *module) {
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, is_access), taken = {0};
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    if (is_in_reach(c, op) && kind_of(op)->takes(c, op)) tern_vec_push(&taken, op);
  }
  for (size_t i = 0; i < taken.count; ++i) {
    access_t access;
    find_access(taken.values[i], &access);
    kind_of(taken.values[i])->convert(taken.values[i], &access);
  }
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&taken);
}

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t arch = tern_pass_string(pass, "arch-generation-name");
  tern_machine_t machine = {0};
  if (arch.size > 0 && !tern_machine_read_amd(arch, &machine)) {
    tern_op_error(module, "'%.*s' names no GPU of AMD", (int)arch.size, arch.data);
    tern_emit_note(module->loc, "the option 'arch-generation-name' does, such as gfx942 or gfx1100");
    return false;
  }
  bool is_late_cdna = machine.family == TERN_AMD_CDNA3 || machine.family == TERN_AMD_CDNA4;
  tern_axis_infos_t *infos = tern_axis_infos_create(module);
  conversion_t c = {.spans = tern_spans_create(module),
                    .infos = infos,
                    .has_atomics = tern_pass_bool(pass, "allow-buffer-atomics") && is_late_cdna,
                    .copies_to_memory = is_late_cdna,
                    .checks_all = tern_pass_bool(pass, "analyze-small-tensor-ofst"),
                    .family = machine.family};
  convert_all(&c, module);
  tern_spans_destroy(c.spans);
  tern_axis_infos_destroy(infos);
  // What pointers were computed for alone goes, constants are folded, and blocks that have become equal are one.
  tern_greedy_options_t greedy = TERN_GREEDY_DEFAULT;
  greedy.merge_blocks = true;
  bool is_changed;
  tern_apply_patterns_greedily(module, NULL, 0, NULL, &greedy, &is_changed);
  return true;
}

static const tern_option_def_t options[] = {
    {"arch-generation-name", TERN_OPTION_STRING, "", "The GPU, such as gfx942", NULL},
    {"allow-buffer-atomics", TERN_OPTION_BOOL, "true", "Convert atomic ops, too, where the GPU has them", NULL},
    {"analyze-small-tensor-ofst", TERN_OPTION_BOOL, "false",
     "Ask what is known of offsets even where arguments say enough", NULL},
};

const tern_pass_def_t tern_tritonamdgpu_convert_buffer_ops_pass = {
    .flag = "tritonamdgpu-convert-buffer-ops",
    .name = "TritonAMDGPUConvertToBufferOps",
    .anchor = "builtin.module",
    .summary = "Access memory at offsets from one pointer as a buffer",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_amdg_dialect, NULL},
    .run = run,
};
