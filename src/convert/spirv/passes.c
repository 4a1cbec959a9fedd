// The conversions of single dialects to spirv, for programs that are not dispatches (upstream: --convert-arith-to-spirv
// and its like). What is not of the dialect stays, with casts in between. And --map-memref-spirv-storage-class.

#include "base/vec.h"
#include "convert/spirv/to_spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

// Converts the ops of `dialects` (ended by NULL) with the patterns of `tables` (the same).
static bool convert(tern_op_t *op, const tern_pass_t *pass, const char *const *dialects,
                    const tern_conversion_pattern_t *const *tables) {
  TERN_VEC(tern_conversion_pattern_t) patterns = {0};
  for (; *tables; ++tables) {
    for (const tern_conversion_pattern_t *row = *tables; row->rewrite; ++row) tern_vec_push(&patterns, *row);
  }
  tern_legality_entry_t entries[8] = {{.dialect = "spirv", .legality = TERN_LEGAL}};
  size_t count = 1;
  for (; *dialects; ++dialects)
    entries[count++] = (tern_legality_entry_t){.dialect = *dialects, .legality = TERN_ILLEGAL};
  tern_spirv_conversion_t context = {
      .target = tern_spirv_target_env_of(op),
      .use_64bit_index = tern_pass_bool(pass, "use-64bit-index"),
  };
  tern_conversion_target_t target = {.entries = entries, .entry_count = count};
  tern_type_converter_t converter = tern_spirv_type_converter(&context);
  bool is_converted = tern_apply_partial_conversion(op, &target, patterns.values, patterns.count, &converter, &context);
  tern_vec_deinitialize(&patterns);
  return is_converted;
}

static const tern_option_def_t options[] = {
    {.name = "use-64bit-index", .kind = TERN_OPTION_BOOL, .help = "make index i64 rather than i32"},
};
static const tern_dialect_t *const dependent[] = {&tern_spirv_dialect, NULL};

// For scripts/generate_pass_registry.py:
// pass: arith_to_spirv "convert-arith-to-spirv"
// pass: math_to_spirv "convert-math-to-spirv"
// pass: index_to_spirv "convert-index-to-spirv"
// pass: ub_to_spirv "convert-ub-to-spirv"
// pass: vector_to_spirv "convert-vector-to-spirv"
// pass: memref_to_spirv "convert-memref-to-spirv"
// pass: func_to_spirv "convert-func-to-spirv"
// pass: scf_to_spirv "convert-scf-to-spirv"
#define LIST(...) {__VA_ARGS__, NULL}
#define SINGLE_CONVERSION(ID, NAME, FLAG, SUMMARY, DIALECTS, TABLES) \
  static bool run_##ID(tern_op_t *op, tern_pass_t *pass) {           \
    static const char *const names[] = DIALECTS;                     \
    static const tern_conversion_pattern_t *const tables[] = TABLES; \
    return convert(op, pass, names, tables);                         \
  }                                                                  \
  const tern_pass_def_t tern_##ID##_to_spirv_pass = {                \
      .name = NAME,                                                  \
      .flag = FLAG,                                                  \
      .summary = SUMMARY,                                            \
      .options = options,                                            \
      .option_count = sizeof options / sizeof options[0],            \
      .dialects = dependent,                                         \
      .run = run_##ID,                                               \
  };

SINGLE_CONVERSION(arith, "ConvertArithToSPIRVPass", "convert-arith-to-spirv", "Convert arith to spirv", LIST("arith"),
                  LIST(tern_arith_to_spirv_patterns))
SINGLE_CONVERSION(math, "ConvertMathToSPIRVPass", "convert-math-to-spirv", "Convert math to spirv", LIST("math"),
                  LIST(tern_math_to_spirv_patterns))
SINGLE_CONVERSION(index, "ConvertIndexToSPIRVPass", "convert-index-to-spirv", "Convert index to spirv", LIST("index"),
                  LIST(tern_index_to_spirv_patterns))
SINGLE_CONVERSION(ub, "UBToSPIRVConversionPass", "convert-ub-to-spirv", "Convert ub to spirv", LIST("ub"),
                  LIST(tern_ub_to_spirv_patterns))
SINGLE_CONVERSION(vector, "ConvertVectorToSPIRVPass", "convert-vector-to-spirv",
                  "Convert vectors of up to four lanes to spirv", LIST("vector"),
                  LIST(tern_vector_to_spirv_patterns, tern_memref_to_spirv_patterns))
SINGLE_CONVERSION(memref, "ConvertMemRefToSPIRVPass", "convert-memref-to-spirv", "Convert memref to spirv",
                  LIST("memref"), LIST(tern_memref_to_spirv_patterns))
SINGLE_CONVERSION(func, "ConvertFuncToSPIRVPass", "convert-func-to-spirv", "Convert func to spirv", LIST("func"),
                  LIST(tern_func_to_spirv_patterns))
SINGLE_CONVERSION(scf, "ConvertSCFToSPIRVPass", "convert-scf-to-spirv",
                  "Convert loops and conditionals to spirv's structured control flow", LIST("scf"),
                  LIST(tern_scf_to_spirv_patterns, tern_arith_to_spirv_patterns, tern_func_to_spirv_patterns,
                       tern_index_to_spirv_patterns, tern_memref_to_spirv_patterns))

// --- memory spaces ---

typedef struct space_mapping {
  bool is_opencl, is_right;
} space_mapping_t;

// By number; UINT32_MAX: it has none.
static uint32_t class_of_number(int64_t number, bool is_opencl) {
  static const uint32_t vulkan[] = {
      TERN_SPIRV_STORAGECLASS_STORAGEBUFFER,
      TERN_SPIRV_STORAGECLASS_GENERIC,
      UINT32_MAX,
      TERN_SPIRV_STORAGECLASS_WORKGROUP,
      TERN_SPIRV_STORAGECLASS_UNIFORM,
      TERN_SPIRV_STORAGECLASS_PRIVATE,
      TERN_SPIRV_STORAGECLASS_FUNCTION,
      TERN_SPIRV_STORAGECLASS_PUSHCONSTANT,
      TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT,
      TERN_SPIRV_STORAGECLASS_INPUT,
      TERN_SPIRV_STORAGECLASS_OUTPUT,
      TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER,
  };
  static const uint32_t opencl[] = {
      TERN_SPIRV_STORAGECLASS_CROSSWORKGROUP, TERN_SPIRV_STORAGECLASS_GENERIC,         UINT32_MAX,
      TERN_SPIRV_STORAGECLASS_WORKGROUP,      TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT, TERN_SPIRV_STORAGECLASS_PRIVATE,
      TERN_SPIRV_STORAGECLASS_FUNCTION,       TERN_SPIRV_STORAGECLASS_IMAGE,
  };
  int64_t count = is_opencl ? sizeof opencl / sizeof opencl[0] : sizeof vulkan / sizeof vulkan[0];
  if (number < 0 || number >= count) return UINT32_MAX;
  return is_opencl ? opencl[number] : vulkan[number];
}

// The type with memory spaces as storage classes; NULL if one has none.
static const tern_type_t *map_type(const tern_type_t *type, const space_mapping_t *mapping) {
  if (type->kind == TERN_TYPE_FUNCTION) {
    TERN_VEC(const tern_type_t *) types = {0};
    tern_types_t lists[] = {tern_function_type_inputs(type), tern_function_type_results(type)};
    bool is_right = true;
    for (size_t l = 0; l < 2; ++l) {
      for (size_t i = 0; i < lists[l].count && is_right; ++i) {
        tern_vec_push(&types, map_type(lists[l].values[i], mapping));
        is_right = types.values[types.count - 1] != NULL;
      }
    }
    const tern_type_t *result = NULL;
    if (is_right) {
      result = tern_function_type_get(type->context, (tern_types_t){types.values, lists[0].count},
                                      (tern_types_t){types.values + lists[0].count, lists[1].count});
    }
    tern_vec_deinitialize(&types);
    return result;
  }
  if (type->kind != TERN_TYPE_MEMREF && type->kind != TERN_TYPE_UNRANKED_MEMREF) return type;
  const tern_attr_t *space = tern_memref_type_memory_space(type);
  if (space && !tern_attr_is_integer(space)) return type;
  uint32_t storage_class = class_of_number(space ? tern_integer_attr_value(space) : 0, mapping->is_opencl);
  if (storage_class == UINT32_MAX) return NULL;
  const tern_attr_t *attr = tern_enum_attr_get(type->context, TERN_SPIRV_ENUM(STORAGE_CLASS), storage_class);
  if (type->kind == TERN_TYPE_UNRANKED_MEMREF) return tern_unranked_memref_type_get(tern_type_element(type), attr);
  return tern_memref_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type),
                              tern_memref_type_layout(type), attr);
}

static bool can_map(const tern_op_t *op, const tern_type_t *type, const space_mapping_t *mapping) {
  return map_type(type, mapping) ||
         tern_op_error(op, "has a memory space that is no storage class: '%s'", tern_type_text(type));
}

static tern_walk_result_t check_spaces(tern_op_t *op, void *user) {
  space_mapping_t *mapping = user;
  for (size_t i = 0; i < op->result_count && mapping->is_right; ++i) {
    mapping->is_right = can_map(op, tern_op_result(op, i)->type, mapping);
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count && mapping->is_right; ++i) {
        mapping->is_right = can_map(op, block->args[i]->type, mapping);
      }
    }
  }
  const tern_attr_t *type = tern_op_attr(op, "function_type");
  if (mapping->is_right && type && type->kind == TERN_ATTR_TYPE) {
    mapping->is_right = can_map(op, tern_type_attr_value(type), mapping);
  }
  return mapping->is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static tern_walk_result_t map_spaces(tern_op_t *op, void *user) {
  const space_mapping_t *mapping = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_op_result(op, i)->type = map_type(tern_op_result(op, i)->type, mapping);
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) block->args[i]->type = map_type(block->args[i]->type, mapping);
    }
  }
  const tern_attr_t *type = tern_op_attr(op, "function_type");
  if (type && type->kind == TERN_ATTR_TYPE) {
    tern_op_set_attr(op, "function_type", tern_type_attr_get(map_type(tern_type_attr_value(type), mapping)));
  }
  return TERN_WALK_ADVANCE;
}

bool tern_spirv_map_memory_spaces(tern_op_t *op, bool is_opencl) {
  space_mapping_t mapping = {is_opencl, true};
  if (tern_op_walk_pre(op, check_spaces, &mapping) == TERN_WALK_INTERRUPT) return false;
  tern_op_walk_pre(op, map_spaces, &mapping);
  return true;
}

static bool run_map(tern_op_t *op, tern_pass_t *pass) {
  return tern_spirv_map_memory_spaces(op, tern_str_equal_cstr(tern_pass_string(pass, "client-api"), "opencl"));
}

static const char *const client_apis[] = {"vulkan", "opencl", NULL};
static const tern_option_def_t map_options[] = {
    {.name = "client-api",
     .kind = TERN_OPTION_STRING,
     .default_text = "vulkan",
     .choices = client_apis,
     .help = "whose numbering of memory spaces"},
};

const tern_pass_def_t tern_map_memref_spirv_storage_class_pass = {
    .name = "MapMemRefStorageClassPass",
    .flag = "map-memref-spirv-storage-class",
    .summary = "Replace numbers of memory spaces by storage classes of SPIR-V",
    .options = map_options,
    .option_count = sizeof map_options / sizeof map_options[0],
    .dialects = dependent,
    .run = run_map,
};
