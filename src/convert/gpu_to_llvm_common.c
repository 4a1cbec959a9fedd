// gpu.func and gpu.return to the llvm dialect (upstream: GPUOpsLowering). Buffers in workgroup memory become globals of the
// module, private ones lie on the stack; attributes of arguments go to all that an argument becomes, where they fit.

#include "convert/gpu_to_llvm_common.h"

#include <stdio.h>

#include "base/arena.h"
#include "dialect/gpu/gpu.h"
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
  tern_op_t **globals;    // of those in workgroup memory
  tern_value_t **values;  // descriptors of all buffers, in the order of the arguments
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

// Descriptors of the buffers, at the start of the body.
static void make_buffers(tern_conversion_t *conversion, const tern_op_t *func, size_t first, buffers_t *buffers) {
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  tern_block_t *entry = func->regions[0].first_block;
  tern_builder_t b = *builder_of(conversion);
  tern_builder_set_start(&b, entry);
  b.loc = func->loc;
  for (size_t i = 0; i < buffers->count; ++i) {
    const tern_type_t *memref = entry->args[first + i]->type;
    tern_value_t *memory;
    if (i < buffers->workgroup_count) {
      tern_op_t *global = buffers->globals[i];
      const tern_type_t *array = tern_type_attr_value(tern_op_attr(global, "global_type"));
      tern_value_t *address = tern_gpu_address_of(&b, global);
      memory = tern_llvm_make_gep_constant(&b, address->type, array, address, (int32_t[]){0, 0}, 2);
    } else {
      memory = make_private_memory(gpu, &b, func, memref, i - buffers->workgroup_count);
    }
    buffers->values[i] = tern_memref_descriptor_static(&gpu->lowering, &b, memref, memory, memory).value;
  }
}

// --- functions ---

static void move_body(tern_conversion_t *conversion, tern_op_t *func, tern_op_t *lowered,
                      const tern_llvm_signature_t *signature, const buffers_t *buffers) {
  size_t first = signature->arg_count, total = first + buffers->count;
  size_t *starts = tern_malloc((total + 1) * sizeof *starts);
  for (size_t i = 0; i <= total; ++i) starts[i] = signature->starts[i < first ? i : first];
  tern_region_take_blocks(&lowered->regions[0], &func->regions[0]);
  tern_block_t *old = lowered->regions[0].first_block;
  tern_value_t **old_args = tern_malloc((buffers->count + 1) * sizeof *old_args);
  for (size_t i = 0; i < buffers->count; ++i) old_args[i] = old->args[first + i];
  tern_conversion_convert_block(conversion, old, (tern_types_t){signature->inputs, signature->input_count}, starts);
  for (size_t i = 0; i < buffers->count; ++i) {
    tern_conversion_replace_arg(conversion, old_args[i], buffers->values[i]);
  }
  free(old_args);
  free(starts);
}

static bool lower_func_with(tern_op_t *op, tern_conversion_t *conversion, const tern_llvm_signature_t *signature) {
  const tern_gpu_lowering_t *gpu = tern_gpu_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  tern_block_t *entry = op->regions[0].first_block;
  size_t first = signature->arg_count;
  if (!entry || !can_lower_buffers(gpu, entry, first)) return false;
  buffers_t buffers = {.count = entry->arg_count - first, .workgroup_count = tern_gpu_workgroup_buffer_count(op)};
  buffers.values = tern_malloc((buffers.count + 1) * sizeof *buffers.values);
  buffers.globals = tern_malloc((buffers.workgroup_count + 1) * sizeof *buffers.globals);
  for (size_t i = 0; i < buffers.workgroup_count; ++i) {
    buffers.globals[i] = make_workgroup_global(conversion, op, entry->args[first + i]->type, i);
  }
  tern_op_t *lowered = tern_llvm_make_function(b, tern_symbol_name(op), signature->type, TERN_LLVM_LINKAGE_EXTERNAL);
  copy_attrs(gpu->target, op, lowered);
  make_buffers(conversion, op, first, &buffers);
  move_body(conversion, op, lowered, signature, &buffers);
  copy_arg_attrs(op, signature, lowered);
  free(buffers.globals);
  free(buffers.values);
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
