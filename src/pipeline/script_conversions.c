// The conversions that transform scripts can ask for: their patterns, the type converter, what is legal (upstream:
// ApplyConversionPatternsOp and the ops of its regions).

#include "transform/script/conversions.h"

#include "base/vec.h"
#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"
#include "convert/gpu_to_llvm/rocdl/gpu_to_rocdl.h"
#include "convert/scf/scf_structural.h"
#include "dialect/transform/transform.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { MAX_TABLES = 32 };

typedef TERN_VEC(tern_legality_entry_t) entry_list_t;

// --- patterns ---

// The patterns of an op of the region: of one GPU, which the lowering is for then, or of none.
typedef struct source {
  int id;
  const tern_conversion_pattern_t *tables[5];
  const tern_conversion_pattern_t *const *more_tables;  // NULL-terminated, or NULL
  const tern_gpu_library_call_t *calls;                 // or NULL
  const tern_gpu_device_t *device;                      // or NULL
} source_t;

static const source_t sources[] = {
    {TERN_TRANSFORM_CONVERSION_FUNC_FUNC_TO_LLVM, {tern_llvm_func_patterns}, NULL, NULL, NULL},
    {TERN_TRANSFORM_CONVERSION_VECTOR_VECTOR_TO_LLVM, {NULL}, tern_llvm_vector_tables, NULL, NULL},
    {TERN_TRANSFORM_CONVERSION_GPU_GPU_TO_NVVM,
     {tern_nvvm_gpu_patterns},
     NULL,
     tern_nvvm_library_calls,
     &tern_gpu_nvidia},
    {TERN_TRANSFORM_CONVERSION_GPU_GPU_WMMA_TO_NVVM, {tern_nvvm_matrix_patterns}, NULL, NULL, &tern_gpu_nvidia},
    {TERN_TRANSFORM_CONVERSION_GPU_GPU_SUBGROUP_REDUCE_TO_NVVM,
     {tern_nvvm_redux_patterns},
     NULL,
     NULL,
     &tern_gpu_nvidia},
    {TERN_TRANSFORM_CONVERSION_NVGPU_NVGPU_TO_NVVM,
     {tern_nvgpu_copy_patterns, tern_nvgpu_tensor_map_patterns, tern_nvgpu_matrix_patterns,
      tern_nvgpu_warpgroup_patterns},
     NULL,
     NULL,
     &tern_gpu_nvidia},
    {TERN_TRANSFORM_CONVERSION_GPU_GPU_TO_ROCDL,
     {tern_rocdl_gpu_patterns, tern_rocdl_hip_patterns, tern_rocdl_lane_patterns},
     NULL,
     tern_rocdl_library_calls,
     &tern_gpu_amd},
    {TERN_TRANSFORM_CONVERSION_SCF_STRUCTURAL_CONVERSIONS, {tern_scf_type_patterns}, NULL, NULL, NULL},
};

static const source_t *find_source(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof sources / sizeof sources[0]; ++i) {
    if (tern_op_is(op, &tern_transform_ops[sources[i].id])) return &sources[i];
  }
  return NULL;
}

static void add_source(tern_llvm_pattern_set_t *set, const source_t *source) {
  for (size_t i = 0; i < sizeof source->tables / sizeof source->tables[0] && source->tables[i]; ++i) {
    tern_llvm_pattern_set_add(set, source->tables[i]);
  }
  for (size_t i = 0; source->more_tables && source->more_tables[i]; ++i) {
    tern_llvm_pattern_set_add(set, source->more_tables[i]);
  }
  if (source->calls) tern_gpu_add_library_patterns(set, source->calls);
}

// The patterns of a dialect, by name. False after an error.
static bool add_dialect(tern_llvm_pattern_set_t *set, const tern_op_t *op) {
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "dialect_name"));
  const tern_conversion_pattern_t *tables[MAX_TABLES];
  size_t count = tern_llvm_tables_of_dialect(name, tables, MAX_TABLES);
  if (count == 0) {
    bool is_known = tern_context_find_dialect(tern_op_context(op), name) != NULL;
    return tern_op_error(op, "%s: %.*s",
                         is_known
                             ? "dialect does not implement ConvertToLLVMPatternInterface or extension was not loaded"
                             : "unknown dialect or dialect not loaded",
                         (int)name.size, name.data);
  }
  for (size_t i = 0; i < count && i < MAX_TABLES; ++i) tern_llvm_pattern_set_add(set, tables[i]);
  return true;
}

static bool add_patterns(tern_op_t *op, tern_llvm_pattern_set_t *set, tern_rocdl_lowering_t *lowering) {
  if (!tern_op_body(op, 0)) return true;
  tern_block_for_each_op(tern_op_body(op, 0), child) {
    const source_t *source = find_source(child);
    if (tern_op_is(child, TERN_TRANSFORM(APPLY_CONVERSION_PATTERNS_DIALECT_TO_LLVM))) {
      if (!add_dialect(set, child)) return false;
      continue;
    }
    if (!source) return tern_op_error(child, "is known here but its patterns cannot be applied");
    if (source->device) lowering->gpu.target = source->device;
    const tern_attr_t *chipset = tern_op_attr(child, "chipset");
    if (chipset && !tern_machine_read_amd(tern_string_attr_value(chipset), &lowering->machine)) {
      return tern_op_error(child, "Invalid chipset name: %.*s", (int)tern_string_attr_value(chipset).size,
                           tern_string_attr_value(chipset).data);
    }
    add_source(set, source);
    if (source->device == &tern_gpu_amd && lowering->machine.has_clamp) {
      tern_llvm_pattern_set_add(set, tern_rocdl_clamp_patterns);
    }
  }
  return true;
}

// --- types ---

static bool flag_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = op ? tern_op_attr(op, name) : NULL;
  return attr && tern_integer_attr_value(attr) != 0;
}

static bool find_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space) {
  const tern_rocdl_lowering_t *lowering = user;
  return lowering->gpu.target->address_space(memory_space, NULL, out_space);
}

static int convert_nvgpu_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  tern_rocdl_lowering_t *lowering = user;
  return tern_nvgpu_type_rule(type, &lowering->gpu.lowering, out_types, out_count);
}

static void initialize_lowering(tern_op_t *op, const tern_op_t *target, tern_rocdl_lowering_t *lowering) {
  static const tern_type_rule_fn_t rules[] = {convert_nvgpu_type, tern_nvvm_matrix_rule};
  const tern_op_t *converter = NULL;
  if (op->region_count > 1 && tern_op_body(op, 1)) converter = tern_op_body(op, 1)->first_op;
  const tern_attr_t *width = converter ? tern_op_attr(converter, "index_bitwidth") : NULL;
  tern_llvm_options_t options = {
      .index_width = width ? (unsigned)tern_integer_attr_value(width) : 64,
      .use_bare_ptr = flag_of(converter, "use_bare_ptr_call_conv"),
      .use_aligned_alloc = flag_of(converter, "use_aligned_alloc"),
      .use_generic_functions = flag_of(converter, "use_generic_functions"),
      .rules = rules,
      .rule_count = 2,
      .address_space = lowering->gpu.target ? find_address_space : NULL,
      .user = lowering,
  };
  tern_llvm_lowering_initialize(&lowering->gpu.lowering, target, &options);
}

// --- what is legal ---

static void add_names(const tern_op_t *op, const char *list, bool are_dialects, tern_legality_t legality,
                      entry_list_t *entries) {
  const tern_attr_t *names = tern_op_attr(op, list);
  for (size_t i = 0; names && i < tern_array_attr_count(names); ++i) {
    tern_str_t name = tern_string_attr_value(tern_array_attr_at(names, i));
    tern_legality_entry_t entry = {.legality = legality};
    if (are_dialects) {
      entry.dialect = tern_ident_get(tern_op_context(op), name)->data;
    } else {
      entry.row = tern_op_def_get(tern_op_context(op), name)->row;
    }
    // Names that no op has mean nothing.
    if (entry.dialect || entry.row) tern_vec_push(entries, entry);
  }
}

tern_script_conversion_result_t tern_script_convert(tern_op_t *op, tern_op_t *target) {
  tern_rocdl_lowering_t lowering = {.gpu = {.target = NULL}};
  tern_machine_read_amd(TERN_STR("gfx000"), &lowering.machine);
  tern_llvm_pattern_set_t set = {0};
  entry_list_t entries = {0};
  tern_script_conversion_result_t result = TERN_SCRIPT_NO_CONVERSION;
  if (add_patterns(op, &set, &lowering)) {
    initialize_lowering(op, target, &lowering);
    add_names(op, "legal_dialects", true, TERN_LEGAL, &entries);
    add_names(op, "illegal_dialects", true, TERN_ILLEGAL, &entries);
    add_names(op, "legal_ops", false, TERN_LEGAL, &entries);
    add_names(op, "illegal_ops", false, TERN_ILLEGAL, &entries);
    tern_conversion_target_t conversion = {
        .entries = entries.values, .entry_count = entries.count, .replaces_at_end = true, .only = target};
    const tern_type_converter_t *converter = &lowering.gpu.lowering.converter;
    tern_op_t *root = tern_op_parent(target);  // the target itself is converted, too
    if (!root) {
      conversion.only = NULL;
      root = target;
    }
    bool is_converted = tern_op_attr(op, "partial_conversion")
                            ? tern_apply_partial_conversion(root, &conversion, set.values, set.count, converter, NULL)
                            : tern_apply_full_conversion(root, &conversion, set.values, set.count, converter, NULL);
    result = is_converted ? TERN_SCRIPT_CONVERTED : TERN_SCRIPT_NOT_CONVERTED;
  }
  tern_vec_deinitialize(&entries);
  tern_vec_deinitialize(&set);
  return result;
}
