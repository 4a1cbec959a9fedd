// --convert-nvgpu-to-nvvm: matrices of warps and warp groups, copies that go on by themselves, barriers and tensor maps
// to the nvvm and llvm dialects (upstream: NVGPUToNVVM). Loops and branches of scf take the new types along; what is
// beside that stays, with casts between.
//
//   %t = nvgpu.device_async_copy %s[%i], %d[%i], 4 : memref<16xf32> to memref<16xf32, 3>
// becomes
//   nvvm.cp.async.shared.global %dst, %src, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>

#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"

#include <stdio.h>

#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/scf/scf_structural.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/gpu/gpu.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// --- types ---

enum { BARRIER_ALIGNMENT = 8 };

// Barriers are i64 in memory.
static const tern_type_t *memref_of_barriers(const tern_type_t *group) {
  const tern_type_t *i64 = tern_i_type_get(group->context, 64);
  bool is_shared = tern_nvgpu_is_shared_space(tern_nvgpu_barrier_space(group));
  const int64_t count = tern_nvgpu_barrier_count(group);
  return tern_memref_type_get(i64, &count, 1, NULL, is_shared ? tern_integer_attr_get(i64, TERN_NVVM_SHARED) : NULL);
}

// Each thread has its part of each 64 rows: half of a row's elements, two of f16 in a register.
static const tern_type_t *lower_accumulator(const tern_type_t *vector) {
  const tern_type_t *element = tern_type_element(vector);
  if (tern_type_rank(vector) != 2) return NULL;
  int64_t rows = tern_type_dim(vector, 0), columns = tern_type_dim(vector, 1);
  bool is_wide = element->kind == TERN_TYPE_F32 || tern_type_is_i(element, 32);
  if (!is_wide && element->kind != TERN_TYPE_F16) return NULL;
  const tern_type_t *part = tern_llvm_struct_of(element, (size_t)(columns / (is_wide ? 2 : 4)));
  return tern_llvm_struct_of(part, (size_t)((rows + TERN_NVGPU_WARPGROUP_ROWS - 1) / TERN_NVGPU_WARPGROUP_ROWS));
}

int tern_nvgpu_type_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  if (type->kind != TERN_TYPE_DIALECT || type->row < tern_nvgpu_types ||
      type->row >= tern_nvgpu_types + TERN_NVGPU_TYPE_COUNT) {
    return 0;
  }
  const tern_llvm_lowering_t *lowering = user;
  const tern_type_t *result = NULL;
  switch ((tern_nvgpu_type_t)(type->row - tern_nvgpu_types)) {
    // Tokens stand for nothing: what is waited for is the order of the ops.
    case TERN_NVGPU_TYPE_DEVICE_ASYNC_TOKEN: result = tern_i_type_get(type->context, 32); break;
    case TERN_NVGPU_TYPE_MBARRIER_TOKEN:
    case TERN_NVGPU_TYPE_WARPGROUP_DESCRIPTOR: result = tern_i_type_get(type->context, 64); break;
    case TERN_NVGPU_TYPE_MBARRIER_GROUP: result = tern_llvm_lower_type(lowering, memref_of_barriers(type)); break;
    case TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR: result = tern_llvm_ptr_type(type->context, 0); break;
    case TERN_NVGPU_TYPE_WARPGROUP_ACCUMULATOR: result = lower_accumulator(tern_nvgpu_type_inside(type)); break;
    case TERN_NVGPU_TYPE_COUNT: break;
  }
  if (!result) return -1;
  out_types[(*out_count)++] = result;
  return 1;
}

// --- what the patterns share ---

tern_value_t *tern_nvgpu_narrow(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *i32 = tern_nvgpu_i32(b);
  if (tern_integer_type_width(value->type) <= 32) return value;
  return tern_llvm_make(b, TERN_LLVM(TRUNC), i32, TERN_VALUES(value));
}

tern_value_t *tern_nvgpu_address(tern_conversion_t *conversion, const tern_type_t *memref, tern_value_t *descriptor,
                                 tern_values_t indices) {
  return tern_llvm_element_ptr(tern_llvm_lowering_of(conversion), tern_nvgpu_builder(conversion), memref, descriptor,
                               indices, 0);
}

tern_value_t *tern_nvgpu_barrier_address(tern_conversion_t *conversion, const tern_type_t *group,
                                         tern_value_t *descriptor, tern_value_t *index) {
  return tern_nvgpu_address(conversion, memref_of_barriers(group), descriptor, TERN_VALUES(index));
}

tern_values_t tern_nvgpu_operands(const tern_op_t *op, tern_values_t operands, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return (tern_values_t){operands.values + start, count};
}

// --- copies ---

static bool lower_copy(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_type_t *src = tern_op_operand_named(op, "src")->type, *dst = tern_op_operand_named(op, "dst")->type;
  const tern_type_t *i32 = tern_nvgpu_i32(b);
  int64_t width = tern_type_bit_width(tern_type_element(dst));
  int64_t bytes = width * tern_integer_attr_value(tern_op_attr(op, "dstElements")) / 8;
  tern_value_t *to = tern_nvgpu_address(conversion, dst, tern_nvgpu_operand(op, operands, "dst"),
                                        tern_nvgpu_operands(op, operands, "dstIndices"));
  tern_value_t *from = tern_nvgpu_address(conversion, src, tern_nvgpu_operand(op, operands, "src"),
                                          tern_nvgpu_operands(op, operands, "srcIndices"));
  from =
      tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), tern_llvm_ptr_type(b->context, TERN_NVVM_GLOBAL), TERN_VALUES(from));
  tern_value_t *values[] = {to, from, tern_nvgpu_operand(op, operands, "srcElements")};
  if (values[2]) {
    tern_value_t *shift = tern_nvgpu_word(b, 3), *bits = tern_nvgpu_word(b, width);
    tern_value_t *elements = tern_llvm_make(b, TERN_LLVM(TRUNC), i32, TERN_VALUES(values[2]));
    values[2] = tern_nvgpu_compute(b, TERN_LLVM(LSHR), tern_nvgpu_compute(b, TERN_LLVM(MUL), bits, elements), shift);
  }
  // Only 16 bytes may go past the first cache.
  int64_t cache =
      tern_op_attr(op, "bypassL1") && bytes == 16 ? TERN_NVVM_LOAD_CACHE_MODIFIER_CG : TERN_NVVM_LOAD_CACHE_MODIFIER_CA;
  tern_build(
      b, TERN_NVVM(CP_ASYNC_SHARED_GLOBAL), .operands = {values, values[2] ? 3 : 2},
      .attrs = TERN_ATTRS({"size", tern_integer_attr_get(i32, bytes)},
                          {"modifier", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_LOAD_CACHE_MODIFIER, cache)}));
  return tern_conversion_replace_value(conversion, op, tern_nvgpu_word(b, 0));
}

static bool lower_create_group(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_build(b, TERN_NVVM(CP_ASYNC_COMMIT_GROUP), .operands = {0});
  return tern_conversion_replace_value(conversion, op, tern_nvgpu_word(b, 0));
}

static bool lower_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_attr_t *count = tern_op_attr(op, "numGroups");
  if (!count) count = tern_integer_attr_get(tern_nvgpu_i32(b), 0);
  tern_build(b, TERN_NVVM(CP_ASYNC_WAIT_GROUP), .attrs = TERN_ATTRS({"n", count}));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- barriers ---

// The symbol table that a function's barriers belong to: the closest gpu.module, or else module, around it.
static tern_op_t *table_around(const tern_op_t *function) {
  tern_op_t *module = tern_op_parent_of(function, TERN_GPU(MODULE));
  return module ? module : tern_op_parent_of(function, TERN_BUILTIN(MODULE));
}

static bool lower_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_nvgpu_builder(conversion), at_start = *b;
  tern_op_t *function = tern_op_parent(op), *table = function ? table_around(function) : NULL;
  if (!table) return false;
  const tern_type_t *type = memref_of_barriers(op->results[0].type);
  char name[32] = "__mbarrier";
  for (unsigned i = 0; tern_symbol_lookup_in(table, tern_str_from_cstr(name)); ++i) {
    snprintf(name, sizeof name, "__mbarrier_%u", i);
  }
  tern_str_t symbol = tern_str_from_cstr(name);
  tern_builder_set_start(&at_start, tern_op_body(table, 0));
  at_start.loc = function->loc;
  tern_build(&at_start, TERN_MEMREF(GLOBAL),
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b->context, symbol)},
                                 {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                 {"type", tern_type_attr_get(type)},
                                 {"alignment", tern_integer_attr_get(tern_nvgpu_i64(b), BARRIER_ALIGNMENT)}));
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(b, TERN_MEMREF(GET_GLOBAL), .types = TERN_TYPES(type),
                       .attrs = TERN_ATTRS({"name", tern_flat_symbol_ref_attr_get(b->context, symbol)})));
}

static tern_value_t *address_of_barrier(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands) {
  return tern_nvgpu_barrier_address(conversion, tern_op_operand_named(op, "barriers")->type,
                                    tern_nvgpu_operand(op, operands, "barriers"),
                                    tern_nvgpu_operand(op, operands, "mbarId"));
}

static bool lower_get(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *barrier = address_of_barrier(conversion, op, operands);
  return tern_conversion_replace_value(
      conversion, op,
      tern_llvm_make(tern_nvgpu_builder(conversion), TERN_LLVM(PTRTOINT), op->results[0].type, TERN_VALUES(barrier)));
}

// A barrier, a number, and maybe a predicate; no result.
static bool lower_counted(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion, const char *count,
                          const tern_op_row_t *row) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *values[] = {address_of_barrier(conversion, op, operands), NULL,
                            tern_nvgpu_operand(op, operands, "predicate")};
  values[1] = tern_nvgpu_narrow(b, tern_nvgpu_operand(op, operands, count));
  tern_build(b, row, .operands = {values, values[2] ? 3 : 2}, .types = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_init(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_counted(op, operands, conversion, "count", TERN_NVVM(MBARRIER_INIT));
}

static bool lower_expect(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_counted(op, operands, conversion, "txcount", TERN_NVVM(MBARRIER_ARRIVE_EXPECT_TX));
}

static bool lower_arrive(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *barrier = address_of_barrier(conversion, op, operands);
  return tern_conversion_replace_value(
      conversion, op, tern_llvm_make(b, TERN_NVVM(MBARRIER_ARRIVE), tern_nvgpu_i64(b), TERN_VALUES(barrier)));
}

static bool lower_arrive_nocomplete(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *barrier = address_of_barrier(conversion, op, operands);
  tern_value_t *count = tern_nvgpu_narrow(b, tern_nvgpu_operand(op, operands, "count"));
  return tern_conversion_replace_value(
      conversion, op,
      tern_llvm_make(b, TERN_NVVM(MBARRIER_ARRIVE_NOCOMPLETE), tern_nvgpu_i64(b), TERN_VALUES(barrier, count)));
}

static bool lower_test_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *barrier = address_of_barrier(conversion, op, operands);
  return tern_conversion_replace_value(conversion, op,
                                       tern_llvm_make(b, TERN_NVVM(MBARRIER_TEST_WAIT), tern_i_type_get(b->context, 1),
                                                      TERN_VALUES(barrier, tern_nvgpu_operand(op, operands, "token"))));
}

static bool lower_try_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *barrier = address_of_barrier(conversion, op, operands);
  tern_value_t *ticks = tern_nvgpu_narrow(b, tern_nvgpu_operand(op, operands, "ticks"));
  tern_value_t *parity = tern_llvm_make(b, TERN_LLVM(ZEXT), tern_nvgpu_i32(b),
                                        TERN_VALUES(tern_nvgpu_operand(op, operands, "phaseParity")));
  tern_build(b, TERN_NVVM(MBARRIER_TRY_WAIT_PARITY), .operands = TERN_VALUES(barrier, parity, ticks));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_nvgpu_copy_patterns[] = {
    {"device-async-copy", TERN_NVGPU(DEVICE_ASYNC_COPY), 1, lower_copy},
    {"device-async-create-group", TERN_NVGPU(DEVICE_ASYNC_CREATE_GROUP), 1, lower_create_group},
    {"device-async-wait", TERN_NVGPU(DEVICE_ASYNC_WAIT), 1, lower_wait},
    {"mbarrier-create", TERN_NVGPU(MBARRIER_CREATE), 1, lower_create},
    {"mbarrier-get", TERN_NVGPU(MBARRIER_GET), 1, lower_get},
    {"mbarrier-init", TERN_NVGPU(MBARRIER_INIT), 1, lower_init},
    {"mbarrier-arrive", TERN_NVGPU(MBARRIER_ARRIVE), 1, lower_arrive},
    {"mbarrier-arrive-nocomplete", TERN_NVGPU(MBARRIER_ARRIVE_NOCOMPLETE), 1, lower_arrive_nocomplete},
    {"mbarrier-arrive-expect-tx", TERN_NVGPU(MBARRIER_ARRIVE_EXPECT_TX), 1, lower_expect},
    {"mbarrier-test-wait", TERN_NVGPU(MBARRIER_TEST_WAIT), 1, lower_test_wait},
    {"mbarrier-try-wait-parity", TERN_NVGPU(MBARRIER_TRY_WAIT_PARITY), 1, lower_try_wait},
    {0},
};

// --- the pass ---

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  static const tern_type_rule_fn_t rules[] = {tern_nvgpu_type_rule};
  tern_llvm_lowering_t lowering;
  tern_llvm_options_t options = {
      .rules = rules, .rule_count = 1, .address_space = tern_nvvm_address_space, .user = &lowering};
  tern_llvm_lowering_initialize(&lowering, root, &options);
  static const tern_conversion_pattern_t *const tables[] = {
      tern_nvgpu_copy_patterns,      tern_nvgpu_tensor_map_patterns, tern_nvgpu_matrix_patterns,
      tern_nvgpu_warpgroup_patterns, tern_scf_type_patterns,
  };
  tern_llvm_pattern_set_t set = {0};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; ++i) tern_llvm_pattern_set_add(&set, tables[i]);
  tern_legality_entry_t entries[16] = {
      {.dialect = "llvm", .legality = TERN_LEGAL},
      {.dialect = "arith", .legality = TERN_LEGAL},
      {.dialect = "memref", .legality = TERN_LEGAL},
      {.dialect = "nvvm", .legality = TERN_LEGAL},
      {.dialect = "vector", .legality = TERN_LEGAL},
      {.row = TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .legality = TERN_LEGAL},
  };
  size_t count = 6 + tern_scf_type_legality(entries + 6);
  tern_conversion_target_t target = {
      .entries = entries, .entry_count = count, .user = &lowering.converter, .replaces_at_end = true};
  bool is_converted = tern_apply_partial_conversion(root, &target, set.values, set.count, &lowering.converter, NULL);
  tern_vec_deinitialize(&set);
  return is_converted;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_llvm_dialect, &tern_memref_dialect,
                                                 &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_nvgpu_to_nvvm_pass = {
    .flag = "convert-nvgpu-to-nvvm",
    .name = "ConvertNVGPUToNVVMPass",
    .summary = "Make nvvm ops, and vectors of registers, of nvgpu ops",
    .description =
        "Barriers become globals of shared memory, tokens of copies i32 that nothing looks at, tensor maps pointers, "
        "accumulators of a warp group structs of what a thread holds. Values of scf loops and branches change their "
        "types with "
        "it.",
    .dialects = dialects,
    .run = run,
};
