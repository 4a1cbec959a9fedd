// gpu.func and gpu.return to the llvm dialect (upstream: GPUOpsLowering). Buffers in workgroup memory become globals of the
// module, private ones lie on the stack; attributes of arguments go to all that an argument becomes, where they fit.

#include "convert/gpu_to_llvm/common/common.h"

#include <stdio.h>

#include "base/arena.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- attributes ---

// Attributes of the function's model; the others go along.
static const char *const consumed_attrs[] = {
    "sym_name",
    "function_type",
    "workgroup_attributions",
    "workgroup_attrib_attrs",
    "private_attrib_attrs",
    "known_block_size",
    "known_grid_size",
    "known_cluster_size",
    "arg_attrs",
    NULL,
};

// Under which names the sizes that are known go along.
static const struct size_hint {
  const char *from, *to;
} size_hints[] = {
    {"known_block_size", "gpu.known_block_size"},
    {"known_grid_size", "gpu.known_grid_size"},
    {"known_cluster_size", "gpu.known_cluster_size"},
};

static void copy_attrs(const tern_gpu_device_t *target, const tern_op_t *from, tern_op_t *to) {
  tern_context_t *context = tern_op_context(from);
  const tern_attr_t *all = tern_op_attr_dictionary(from);
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(all, i));
    bool is_consumed = false;
    for (size_t c = 0; consumed_attrs[c]; ++c)
      is_consumed = is_consumed || tern_str_equal_cstr(name, consumed_attrs[c]);
    if (!is_consumed) tern_op_set_attr_str(to, name, tern_dictionary_attr_at(all, i));
  }
  for (size_t i = 0; i < sizeof size_hints / sizeof size_hints[0]; ++i) {
    const tern_attr_t *size = tern_op_attr(from, size_hints[i].from);
    if (size) tern_op_set_attr(to, size_hints[i].to, size);
  }
  if (!tern_op_attr(from, "gpu.kernel")) return;
  const tern_attr_t *block_size = tern_op_attr(from, "known_block_size");
  const tern_attr_t *cluster_size = tern_op_attr(from, "known_cluster_size");
  if (target->kernel_attr) tern_op_set_attr(to, target->kernel_attr, tern_unit_attr_get(context));
  if (target->block_size_attr && block_size) tern_op_set_attr(to, target->block_size_attr, block_size);
  if (target->cluster_size_attr && cluster_size) tern_op_set_attr(to, target->cluster_size_attr, cluster_size);
}

// Attributes of arguments that are known to hold of all that an argument becomes, and those that hold of its pointers.
static const char *const value_attrs[] = {"llvm.returned", "llvm.noundef", "llvm.inreg", NULL};
static const char *const pointer_attrs[] = {
    "llvm.noalias",
    "llvm.nocapture",
    "llvm.nofree",
    "llvm.align",
    "llvm.readonly",
    "llvm.writeonly",
    "llvm.readnone",
    "llvm.nonnull",
    "llvm.dereferenceable",
    "llvm.dereferenceable_or_null",
    "llvm.mlir.workgroup_attribution",
    NULL,
};

static const tern_attr_t *attr_named(const tern_attr_t *dictionary, const char *name) {
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    if (tern_str_equal_cstr(tern_ident_str(tern_dictionary_attr_name(dictionary, i)), name)) {
      return tern_dictionary_attr_at(dictionary, i);
    }
  }
  return NULL;
}

typedef struct arg_attrs {
  const tern_attr_t **lists;  // of each argument of the llvm.func
  tern_types_t types;         // theirs
  tern_context_t *context;
} arg_attrs_t;

static void spread_attr(arg_attrs_t *attrs, size_t start, size_t end, const char *name, const tern_attr_t *value,
                        bool is_of_pointers) {
  for (size_t i = start; value && i < end; ++i) {
    if (is_of_pointers && !tern_type_is_llvm(attrs->types.values[i], TERN_LLVM_PTR)) continue;
    attrs->lists[i] = tern_dictionary_attr_with(attrs->context, attrs->lists[i], tern_str_from_cstr(name), value);
  }
}

static void copy_arg_attrs(const tern_op_t *from, const tern_llvm_signature_t *signature, tern_op_t *to) {
  const tern_attr_t *all = tern_op_attr(from, "arg_attrs");
  if (!all || signature->input_count == 0) return;
  arg_attrs_t attrs = {.types = {signature->inputs, signature->input_count}, .context = tern_op_context(from)};
  const tern_attr_t *none = tern_dictionary_attr_get(attrs.context, NULL, 0);
  attrs.lists = tern_malloc(signature->input_count * sizeof *attrs.lists);
  for (size_t i = 0; i < signature->input_count; ++i) attrs.lists[i] = none;
  for (size_t arg = 0; arg < signature->arg_count; ++arg) {
    const tern_attr_t *given = tern_array_attr_at(all, arg);
    size_t start = signature->starts[arg], end = signature->starts[arg + 1];
    for (size_t a = 0; value_attrs[a]; ++a) {
      spread_attr(&attrs, start, end, value_attrs[a], attr_named(given, value_attrs[a]), false);
    }
    for (size_t a = 0; pointer_attrs[a]; ++a) {
      const tern_attr_t *value = attr_named(given, pointer_attrs[a]);
      // The parts of a descriptor do alias: its two pointers are often the same.
      if (a == 0 && value && end - start > 1) {
        tern_emit_warning(to->loc, "Cannot copy noalias with non-bare pointers.");
        continue;
      }
      spread_attr(&attrs, start, end, pointer_attrs[a], value, true);
    }
  }
  bool is_empty = true;
  for (size_t i = 0; i < signature->input_count; ++i) is_empty = is_empty && attrs.lists[i] == none;
  if (!is_empty) {
    tern_op_set_attr(to, "arg_attrs", tern_array_attr_get(attrs.context, attrs.lists, signature->input_count));
  }
  free(attrs.lists);
}

// --- buffers ---

// The alignment that a buffer asks for, or 0.
static int64_t alignment_of(const tern_op_t *func, const char *list, size_t index) {
  const tern_attr_t *all = tern_op_attr(func, list);
  if (!all || index >= tern_array_attr_count(all)) return 0;
  const tern_attr_t *alignment = attr_named(tern_array_attr_at(all, index), "llvm.align");
  return tern_attr_is_integer(alignment) ? tern_integer_attr_value(alignment) : 0;
}

// What an argument that is a buffer in workgroup memory is known of.
static const tern_attr_t *workgroup_arg_attrs(const tern_gpu_lowering_t *gpu, const tern_type_t *memref) {
  tern_context_t *context = memref->context;
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  const tern_type_t *element = tern_llvm_lower_type(&gpu->lowering, tern_type_element(memref));
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_integer_attr_get(i64, tern_type_element_count(memref)),
                       (uint64_t)(uintptr_t)tern_type_attr_get(element)};
  const tern_attr_t *all = tern_dictionary_attr_get(context, NULL, 0), *attribution = NULL;
  for (size_t i = 0; i < TERN_LLVM_ATTR_COUNT && !attribution; ++i) {
    if (strcmp(tern_llvm_attrs[i].name, "llvm.mlir.workgroup_attribution") == 0) {
      attribution = tern_dialect_attr_get(context, &tern_llvm_attrs[i], params, 2);
    }
  }
  all = tern_dictionary_attr_with(context, all, TERN_STR("llvm.noalias"), tern_unit_attr_get(context));
  return tern_dictionary_attr_with(context, all, TERN_STR("llvm.workgroup_attribution"), attribution);
}

// Attributes of the arguments that are buffers, behind those of the others.
static void set_workgroup_arg_attrs(const tern_gpu_lowering_t *gpu, tern_op_t *lowered,
                                    const tern_llvm_signature_t *signature, tern_types_t memrefs) {
  tern_context_t *context = tern_op_context(lowered);
  const tern_attr_t *others = tern_op_attr(lowered, "arg_attrs");
  size_t count = signature->input_count + memrefs.count;
  const tern_attr_t **lists = tern_malloc((count + 1) * sizeof *lists);
  for (size_t i = 0; i < signature->input_count; ++i) {
    lists[i] = others ? tern_array_attr_at(others, i) : tern_dictionary_attr_get(context, NULL, 0);
  }
  for (size_t i = 0; i < memrefs.count; ++i) {
    lists[signature->input_count + i] = workgroup_arg_attrs(gpu, memrefs.values[i]);
  }
  if (memrefs.count > 0) tern_op_set_attr(lowered, "arg_attrs", tern_array_attr_get(context, lists, count));
  free(lists);
}

// A global for buffer `index` in workgroup memory, at the builder; NULL: its elements have no form.
static tern_op_t *make_workgroup_global(tern_conversion_t *conversion, const tern_op_t *func, const tern_type_t *memref,
                                        size_t index) {
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  const tern_type_t *element = tern_llvm_lower_type(&gpu->lowering, tern_type_element(memref));
  if (!element) return NULL;
  tern_str_t name = tern_symbol_name(func);
  char *text = tern_malloc(name.size + 40);
  int size = snprintf(text, name.size + 40, "__wg_%.*s_%zu", (int)name.size, name.data, index);
  tern_op_t *global = tern_gpu_make_array(
      builder_of(conversion), tern_str_make(text, (size_t)size), element, (uint64_t)tern_type_element_count(memref),
      alignment_of(func, "workgroup_attrib_attrs", index), gpu->target->workgroup_space);
  free(text);
  return global;
}

static tern_value_t *make_private_memory(const tern_gpu_lowering_t *gpu, tern_builder_t *b, const tern_op_t *func,
                                         const tern_type_t *memref, size_t index) {
  const tern_type_t *element = tern_llvm_lower_type(&gpu->lowering, tern_type_element(memref));
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *count = tern_llvm_make_int(b, i64, tern_type_element_count(memref));
  int64_t alignment = alignment_of(func, "private_attrib_attrs", index);
  const tern_named_attr_t attrs[] = {{"elem_type", tern_type_attr_get(element)},
                                     {"alignment", tern_integer_attr_get(i64, alignment)}};
  return tern_build_value(b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(count),
                          .types = TERN_TYPES(tern_llvm_ptr_type(b->context, gpu->target->private_space)),
                          .attrs = {attrs, alignment ? 2 : 1});
}

typedef struct buffers {
  tern_op_t **globals;        // of those in workgroup memory, unless they are arguments
  tern_value_t **old_args;    // the buffers in the gpu.func
  const tern_type_t **types;  // theirs
  size_t workgroup_count, count;
} buffers_t;

// Are the types of all buffers such that they can be made?
static bool can_lower_buffers(const tern_gpu_lowering_t *gpu, const tern_block_t *entry, size_t first) {
  for (size_t i = first; i < entry->arg_count; ++i) {
    const tern_type_t *type = entry->args[i]->type;
    if (!tern_llvm_can_be_bare_ptr(type) || !tern_llvm_lower_type(&gpu->lowering, type)) return false;
  }
  return true;
}

static tern_value_t *workgroup_memory(tern_builder_t *b, tern_op_t *global) {
  const tern_type_t *array = tern_type_attr_value(tern_op_attr(global, "global_type"));
  tern_value_t *address = tern_gpu_address_of(b, global);
  return tern_llvm_make_gep_constant(b, address->type, array, address, (int32_t[]){0, 0}, 2);
}

// Descriptors of the buffers, at the start of the body, whose last arguments are buffers if they are passed.
static void make_buffers(tern_conversion_t *conversion, const tern_op_t *func, tern_block_t *entry,
                         const buffers_t *buffers) {
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  tern_builder_t b = *builder_of(conversion);
  tern_builder_set_start(&b, entry);
  b.loc = func->loc;
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_value_t *memory;
    if (i >= buffers->workgroup_count) {
      memory = make_private_memory(gpu, &b, func, buffers->types[i], i - buffers->workgroup_count);
    } else if (gpu->target->passes_workgroup_memory) {
      memory = entry->args[entry->arg_count - buffers->workgroup_count + i];
    } else {
      memory = workgroup_memory(&b, buffers->globals[i]);
    }
    tern_value_t *descriptor =
        tern_memref_descriptor_static(&gpu->lowering, &b, buffers->types[i], memory, memory).value;
    tern_conversion_replace_arg(conversion, buffers->old_args[i], descriptor);
  }
}

// --- functions ---

static void move_body(tern_conversion_t *conversion, tern_op_t *func, tern_op_t *lowered,
                      const tern_llvm_signature_t *signature, tern_types_t inputs, const buffers_t *buffers) {
  size_t first = signature->arg_count, total = first + buffers->count, passed = inputs.count - signature->input_count;
  size_t *starts = tern_malloc((total + 1) * sizeof *starts);
  for (size_t i = 0; i <= total; ++i) {
    size_t buffer = i < first ? 0 : i - first;
    starts[i] = signature->starts[i < first ? i : first] + (buffer < passed ? buffer : passed);
  }
  tern_region_take_blocks(&lowered->regions[0], &func->regions[0]);
  tern_block_t *old = lowered->regions[0].first_block;
  tern_block_t *entry = tern_conversion_convert_block(conversion, old, inputs, starts);
  make_buffers(conversion, func, entry, buffers);
  free(starts);
}

// The llvm.func without a body. `inputs` are its arguments.
static tern_op_t *make_func(tern_op_t *op, tern_conversion_t *conversion, const tern_llvm_signature_t *signature,
                            tern_types_t inputs) {
  const tern_gpu_device_t *target = tern_gpu_lowering_of(conversion)->target;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = signature->type;
  if (inputs.count > signature->input_count) {
    type = tern_llvm_func_type((const tern_type_t *)(uintptr_t)type->params[0], inputs, false);
  }
  tern_op_t *lowered = tern_llvm_make_function(b, tern_symbol_name(op), type, TERN_LLVM_LINKAGE_EXTERNAL);
  int64_t convention = tern_op_attr(op, "gpu.kernel") ? target->kernel_convention : target->function_convention;
  if (convention) {
    tern_op_set_attr(lowered, "CConv", tern_enum_attr_get(b->context, TERN_LLVM_ENUM(CCONV), convention));
  }
  copy_attrs(target, op, lowered);
  return lowered;
}

static bool lower_func_with(tern_op_t *op, tern_conversion_t *conversion, const tern_llvm_signature_t *signature) {
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  tern_block_t *entry = op->regions[0].first_block;
  size_t first = signature->arg_count;
  if (!entry || !can_lower_buffers(gpu, entry, first)) return false;
  buffers_t buffers = {.count = entry->arg_count - first, .workgroup_count = tern_gpu_workgroup_buffer_count(op)};
  size_t passed = gpu->target->passes_workgroup_memory ? buffers.workgroup_count : 0;
  buffers.old_args = tern_malloc((buffers.count + 1) * sizeof *buffers.old_args);
  buffers.types = tern_malloc((buffers.count + 1) * sizeof *buffers.types);
  buffers.globals = tern_malloc((buffers.workgroup_count + 1) * sizeof *buffers.globals);
  for (size_t i = 0; i < buffers.count; ++i) {
    buffers.old_args[i] = entry->args[first + i];
    buffers.types[i] = entry->args[first + i]->type;
    bool is_global = i < buffers.workgroup_count && passed == 0;
    if (is_global) buffers.globals[i] = make_workgroup_global(conversion, op, buffers.types[i], i);
  }
  const tern_type_t **inputs = tern_malloc((signature->input_count + passed + 1) * sizeof *inputs);
  for (size_t i = 0; i < signature->input_count + passed; ++i) {
    inputs[i] = i < signature->input_count ? signature->inputs[i]
                                           : tern_llvm_ptr_type(tern_op_context(op), gpu->target->workgroup_space);
  }
  tern_types_t all_inputs = {inputs, signature->input_count + passed};
  tern_op_t *lowered = make_func(op, conversion, signature, all_inputs);
  move_body(conversion, op, lowered, signature, all_inputs, &buffers);
  copy_arg_attrs(op, signature, lowered);
  set_workgroup_arg_attrs(gpu, lowered, signature, (tern_types_t){buffers.types, passed});
  free(inputs);
  free(buffers.globals);
  free(buffers.types);
  free(buffers.old_args);
  tern_conversion_erase(conversion, op);
  return true;
}

bool tern_gpu_lower_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_llvm_signature_t signature;
  bool is_lowered = tern_llvm_lower_signature(lowering, type, false, lowering->options.use_bare_ptr, &signature) &&
                    lower_func_with(op, conversion, &signature);
  tern_llvm_signature_deinitialize(&signature);
  return is_lowered;
}

// Pointers in place of descriptors, or descriptors of unranked memrefs on the heap. False: it cannot be.
static bool convert_returned(tern_conversion_t *conversion, tern_op_t *op, tern_value_t **values, tern_types_t types) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  if (!lowering->options.use_bare_ptr) return tern_llvm_copy_unranked(lowering, b, types, values, true);
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (types.values[i]->kind == TERN_TYPE_UNRANKED_MEMREF) return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_llvm_can_be_bare_ptr(types.values[i])) continue;
    tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, b, values[i]);
    values[i] = tern_memref_descriptor_allocated(&descriptor);
  }
  return true;
}

bool tern_gpu_lower_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  size_t count = operands.count;
  const tern_type_t **type_list = tern_malloc((count + 1) * sizeof *type_list);
  tern_value_t **values = tern_malloc((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; ++i) {
    type_list[i] = tern_op_operand(op, i)->type;
    values[i] = operands.values[i];
  }
  tern_types_t types = {type_list, count};
  const tern_type_t *packed_type =
      count > 1 ? tern_llvm_pack_results(lowering, types, lowering->options.use_bare_ptr) : NULL;
  bool is_lowered = (count < 2 || packed_type) && convert_returned(conversion, op, values, types);
  if (is_lowered) {
    tern_value_t *packed = packed_type ? tern_llvm_make_poison(b, packed_type) : NULL;
    for (size_t i = 0; packed && i < count; ++i) {
      packed = tern_llvm_make_insert(b, packed, values[i], (int64_t[]){(int64_t)i}, 1);
    }
    if (packed) values[0] = packed;
    tern_build(b, TERN_LLVM(RETURN), .operands = {values, count ? 1 : 0}, .dictionary = op->attrs);
    tern_conversion_erase(conversion, op);
  }
  free(values);
  free(type_list);
  return is_lowered;
}
