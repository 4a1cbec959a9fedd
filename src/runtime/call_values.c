// Variants: the conversion to and from slots, tensors, and the arguments of registered functions.

#include "runtime/call_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/element.h"
#include "runtime/hal/hal_objects.h"

// What is in a variant of kind TERN_VARIANT_OPAQUE: a reference of a type without a name in the API.
typedef struct opaque {
  tern_resource_t resource;
  tern_ref_t ref;
} opaque_t;

static const char *kind_name(tern_variant_kind_t kind) {
  static const char *const names[] = {"nothing", "i32", "i64", "f32", "f64", "a buffer view", "a fence", "an object"};
  return (size_t)kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "an unknown kind of value";
}

//---- Variants ----

void tern_variant_reset(tern_variant_t *variant) {
  if (variant->kind == TERN_VARIANT_BUFFER_VIEW) tern_buffer_view_release(variant->as.buffer_view);
  if (variant->kind == TERN_VARIANT_FENCE) tern_fence_release(variant->as.fence);
  if (variant->kind == TERN_VARIANT_OPAQUE) {
    opaque_t *opaque = variant->as.object;
    if (opaque && tern_resource_release(&opaque->resource)) {
      tern_ref_reset(&opaque->ref);
      free(opaque);
    }
  }
  *variant = (tern_variant_t){TERN_VARIANT_NONE, {0}};
}

void tern_variant_retain(const tern_variant_t *variant) {
  if (variant->kind == TERN_VARIANT_BUFFER_VIEW) tern_buffer_view_retain(variant->as.buffer_view);
  if (variant->kind == TERN_VARIANT_FENCE) tern_fence_retain(variant->as.fence);
  if (variant->kind == TERN_VARIANT_OPAQUE && variant->as.object) {
    tern_resource_retain(&((opaque_t *)variant->as.object)->resource);
  }
}

static bool is_ref_kind(tern_variant_kind_t kind) {
  return kind == TERN_VARIANT_NONE || kind >= TERN_VARIANT_BUFFER_VIEW;
}

tern_status_t tern_variant_check(const tern_parameter_info_t *info, const tern_variant_t *variant) {
  bool is_right = variant->kind == info->kind || (variant->kind == TERN_VARIANT_NONE && is_ref_kind(info->kind)) ||
                  (info->kind == TERN_VARIANT_OPAQUE && is_ref_kind(variant->kind));
  if (is_right) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected %s but got %s", kind_name(info->kind),
                          kind_name(variant->kind));
}

// The reference in a variant, borrowed.
static tern_ref_t variant_ref(const tern_variant_t *variant) {
  switch (variant->kind) {
    case TERN_VARIANT_BUFFER_VIEW: return tern_ref_make(&tern_hal_buffer_view_type, variant->as.buffer_view);
    case TERN_VARIANT_FENCE: return tern_ref_make(&tern_hal_fence_type, variant->as.fence);
    case TERN_VARIANT_OPAQUE:
      return variant->as.object ? ((const opaque_t *)variant->as.object)->ref : (tern_ref_t){NULL, NULL};
    default: return (tern_ref_t){NULL, NULL};
  }
}

// A variant that takes over `ref`.
static tern_status_t variant_of_ref(tern_ref_t ref, tern_variant_t *out_variant) {
  *out_variant = (tern_variant_t){TERN_VARIANT_NONE, {0}};
  if (!ref.object) return tern_ok();
  if (ref.type == &tern_hal_buffer_view_type) {
    out_variant->kind = TERN_VARIANT_BUFFER_VIEW;
    out_variant->as.buffer_view = ref.object;
  } else if (ref.type == &tern_hal_fence_type) {
    out_variant->kind = TERN_VARIANT_FENCE;
    out_variant->as.fence = ref.object;
  } else {
    opaque_t *opaque = calloc(1, sizeof(*opaque));
    if (!opaque) {
      tern_ref_reset(&ref);
      return tern_no_memory("a value");
    }
    tern_resource_initialize(&opaque->resource);
    opaque->ref = ref;
    out_variant->kind = TERN_VARIANT_OPAQUE;
    out_variant->as.object = opaque;
  }
  return tern_ok();
}

// Variant and slot of a type of a signature. References are borrowed by slots, and taken over by variants.
static void to_slot(const tern_variant_t *variant, bool is_ref, tern_vm_slot_t *out_slot) {
  memset(out_slot, 0, sizeof(*out_slot));
  if (is_ref) {
    out_slot->ref = variant_ref(variant);
  } else if (variant->kind == TERN_VARIANT_I32 || variant->kind == TERN_VARIANT_F32) {
    out_slot->i32 = variant->as.i32;  // the same bits
  } else {
    out_slot->i64 = variant->as.i64;
  }
}

static tern_status_t from_slot(uint32_t type_kind, tern_vm_slot_t slot, tern_variant_t *out_variant) {
  *out_variant = (tern_variant_t){TERN_VARIANT_NONE, {0}};
  switch (type_kind) {
    case TERN_BYTECODE_KIND_I32: *out_variant = tern_variant_i32(slot.i32); return tern_ok();
    case TERN_BYTECODE_KIND_I64: *out_variant = tern_variant_i64(slot.i64); return tern_ok();
    case TERN_BYTECODE_KIND_F32: *out_variant = tern_variant_f32(slot.f32); return tern_ok();
    case TERN_BYTECODE_KIND_F64: *out_variant = tern_variant_f64(slot.f64); return tern_ok();
    default: return variant_of_ref(slot.ref, out_variant);
  }
}

//---- Calls ----

enum { FEW_SLOTS = 24 };

static tern_status_t check_arguments(const tern_function_info_t *info, const tern_variant_t *arguments) {
  for (uint32_t i = 0; i < info->argument_count; ++i) {
    tern_status_t status = tern_variant_check(&info->arguments[i], &arguments[i]);
    if (tern_status_is_ok(status)) continue;
    return tern_status_make(status.code, "argument %u of function '%s': %s", i, info->name, status.message);
  }
  return tern_ok();
}

// Runs the function with slots for its arguments, and behind them for its results.
static tern_status_t invoke(tern_session_t *session, tern_vm_module_t *module, uint32_t function, tern_vm_slot_t *slots,
                            tern_variant_t *results, tern_vm_stack_t *stack) {
  const tern_bytecode_image_t *image = module->image;
  const tern_bytecode_signature_t *signature = &image->signatures[image->functions[function].signature];
  tern_vm_slot_t *outputs = slots + signature->argument_count;
  stack->instructions_left = session->instruction_limit;
  stack->note[0] = 0;
  // A reference of a type that the API has no name for is checked here: the others were checked by their kinds.
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    uint32_t word = image->words[signature->argument_start + i];
    if (!tern_bytecode_kind_is_ref(image->types[word].kind) || tern_vm_ref_has_type(module, word, slots[i].ref))
      continue;
    return tern_status_make(TERN_INVALID_ARGUMENT, "argument %u is an object of another type", i);
  }
  TERN_RETURN_IF_ERROR(tern_vm_invoke(session, module, function, slots, outputs, stack));
  tern_status_t status = tern_ok();
  for (uint32_t i = 0; i < signature->result_count; ++i) {
    tern_status_t each =
        from_slot(image->types[image->words[signature->result_start + i]].kind, outputs[i], &results[i]);
    if (!tern_status_is_ok(each)) status = each;
  }
  return status;
}

static void reset_results(const tern_function_info_t *info, tern_variant_t *results) {
  for (uint32_t i = 0; i < info->result_count; ++i) tern_variant_reset(&results[i]);
}

// Gives an asynchronous function its fences, and waits for its end if the caller does not.
static tern_status_t invoke_async(tern_session_t *session, tern_vm_module_t *module, uint32_t function,
                                  tern_vm_slot_t *slots, size_t argument_count, tern_fence_t *wait,
                                  tern_fence_t *signal, tern_variant_t *results, tern_vm_stack_t *stack) {
  tern_fence_t *end = signal;
  if (!signal) {
    tern_device_t *device = tern_session_device_at(session, 0);
    if (!device) return tern_status_make(TERN_FAILED_PRECONDITION, "the session has no device");
    TERN_RETURN_IF_ERROR(tern_fence_create(device, &end));
  }
  slots[argument_count].ref = tern_ref_make(&tern_hal_fence_type, wait);
  slots[argument_count + 1].ref = tern_ref_make(&tern_hal_fence_type, end);
  tern_status_t status = invoke(session, module, function, slots, results, stack);
  if (!signal) {
    if (tern_status_is_ok(status)) status = tern_fence_wait(end, TERN_TIMEOUT_INFINITE, NULL);
    tern_fence_release(end);
  }
  return status;
}

tern_status_t tern_call_run(tern_session_t *session, tern_vm_module_t *module, uint32_t export_ordinal,
                            const tern_variant_t *arguments, tern_fence_t *wait, tern_fence_t *signal,
                            tern_variant_t *results, tern_vm_stack_t *stack) {
  const tern_bytecode_image_t *image = module->image;
  const tern_function_info_t *info = tern_module_function_at(module->module, export_ordinal);
  uint32_t function = image->exports[export_ordinal].function;
  const uint32_t *words = image->words + image->signatures[image->functions[function].signature].argument_start;
  TERN_RETURN_IF_ERROR(check_arguments(info, arguments));
  size_t slot_count = (size_t)info->argument_count + 2 + info->result_count;
  tern_vm_slot_t few[FEW_SLOTS], *slots = few;
  if (slot_count > FEW_SLOTS) slots = calloc(slot_count, sizeof(*slots));
  if (!slots) return tern_no_memory("a call");
  for (uint32_t i = 0; i < info->argument_count; ++i) {
    to_slot(&arguments[i], tern_bytecode_kind_is_ref(image->types[words[i]].kind), &slots[i]);
  }
  tern_status_t status = info->is_async ? invoke_async(session, module, function, slots, info->argument_count, wait,
                                                       signal, results, stack)
                                        : invoke(session, module, function, slots, results, stack);
  if (slots != few) free(slots);
  if (!tern_status_is_ok(status)) reset_results(info, results);
  return status;
}

//---- Tensors ----

static bool holds_number(const tern_tensor_t *tensor, tern_variant_kind_t kind) {
  if (tensor->rank || !tensor->data) return false;
  switch (kind) {
    case TERN_VARIANT_I32:
      return tern_element_type_size(tensor->element_type) <= 4 && !tern_element_is_float(tensor->element_type);
    case TERN_VARIANT_I64:
      return tern_element_type_size(tensor->element_type) <= 8 && !tern_element_is_float(tensor->element_type);
    case TERN_VARIANT_F32:
    case TERN_VARIANT_F64: return tern_element_is_float(tensor->element_type);
    default: return false;
  }
}

// The integer in a tensor of rank 0, with its sign.
static int64_t load_integer(const tern_tensor_t *tensor) {
  uint64_t bits = tern_element_load_bits(tensor->element_type, tensor->data);
  uint32_t width = tern_element_type_bit_width(tensor->element_type);
  bool is_unsigned = tern_element_type_class(tensor->element_type) == TERN_ELEMENT_CLASS_UNSIGNED || width == 1;
  if (is_unsigned || width >= 64) return (int64_t)bits;
  return (int64_t)(bits << (64 - width)) >> (64 - width);
}

tern_status_t tern_variant_from_tensor(tern_device_t *device, const tern_parameter_info_t *info,
                                       const tern_tensor_t *tensor, tern_variant_t *out_variant) {
  *out_variant = (tern_variant_t){TERN_VARIANT_NONE, {0}};
  if (info->kind == TERN_VARIANT_BUFFER_VIEW) {
    if (!device) return tern_status_make(TERN_FAILED_PRECONDITION, "the session has no device");
    tern_buffer_view_t *view;
    TERN_RETURN_IF_ERROR(tern_buffer_view_from_tensor(device, tensor, &view));
    *out_variant = tern_variant_buffer_view(view);
    return tern_ok();
  }
  if (!holds_number(tensor, info->kind)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected %s but got an array of %s of rank %u",
                            kind_name(info->kind), tern_element_type_name(tensor->element_type), tensor->rank);
  }
  if (info->kind == TERN_VARIANT_I32) *out_variant = tern_variant_i32((int32_t)load_integer(tensor));
  if (info->kind == TERN_VARIANT_I64) *out_variant = tern_variant_i64(load_integer(tensor));
  if (info->kind == TERN_VARIANT_F32) {
    *out_variant = tern_variant_f32((float)tern_element_load_float(tensor->element_type, tensor->data));
  }
  if (info->kind == TERN_VARIANT_F64) {
    *out_variant = tern_variant_f64(tern_element_load_float(tensor->element_type, tensor->data));
  }
  return tern_ok();
}

tern_status_t tern_variant_to_tensor(const tern_variant_t *variant, tern_tensor_t *out_tensor) {
  static const uint8_t types[] = {
      [TERN_VARIANT_I32] = TERN_ELEMENT_TYPE_I32,
      [TERN_VARIANT_I64] = TERN_ELEMENT_TYPE_I64,
      [TERN_VARIANT_F32] = TERN_ELEMENT_TYPE_F32,
      [TERN_VARIANT_F64] = TERN_ELEMENT_TYPE_F64,
  };
  memset(out_tensor, 0, sizeof(*out_tensor));
  if (variant->kind == TERN_VARIANT_BUFFER_VIEW) return tern_buffer_view_to_tensor(variant->as.buffer_view, out_tensor);
  if ((size_t)variant->kind >= sizeof(types) || !types[variant->kind]) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected an array or a number but got %s",
                            kind_name(variant->kind));
  }
  TERN_RETURN_IF_ERROR(tern_tensor_initialize((tern_element_type_t)types[variant->kind], 0, NULL, out_tensor));
  memcpy(out_tensor->data, &variant->as, out_tensor->data_size);
  return tern_ok();
}

//---- Registered functions ----

// Kinds of the arguments of a call: one for each slot, where the number of repetitions of a segment is left out.
static size_t collect_arguments(const tern_native_call_t *call, tern_variant_t *out_arguments,
                                tern_device_t **out_device) {
  const tern_bytecode_image_t *image = call->import->image;
  const tern_bytecode_signature_t *signature = call->import->signature;
  const uint32_t *words = image->words + signature->argument_start;
  const tern_vm_slot_t *slots = call->arguments;
  size_t count = 0;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    uint32_t size = 1, repeated = 1;
    if (words[i] & TERN_BYTECODE_SEGMENT) {
      size = words[i++] & ~TERN_BYTECODE_SEGMENT;
      repeated = (uint32_t)(slots++)->i64;
    }
    for (uint32_t j = 0; j < size * repeated; ++j) {
      tern_vm_slot_t slot = *slots++;
      uint32_t kind = image->types[words[i + j % size]].kind;
      if (tern_bytecode_kind_is_ref(kind) && slot.ref.type == &tern_hal_device_type) {
        *out_device = slot.ref.object;
        continue;
      }
      if (tern_bytecode_kind_is_ref(kind)) tern_ref_retain(slot.ref);
      // Without memory for a value that has no name in the API, the function sees nothing.
      tern_status_t status = from_slot(kind, slot, &out_arguments[count++]);
      (void)status;
    }
    i += size - 1;
  }
  return count;
}

static tern_status_t take_results(tern_native_call_t *call, tern_variant_t *results) {
  const tern_bytecode_image_t *image = call->import->image;
  const tern_bytecode_signature_t *signature = call->import->signature;
  for (uint32_t i = 0; i < signature->result_count; ++i) {
    uint32_t kind = image->types[image->words[signature->result_start + i]].kind;
    bool is_ref = tern_bytecode_kind_is_ref(kind);
    if (is_ref ? !is_ref_kind(results[i].kind) : results[i].kind != TERN_VARIANT_I32 + kind - TERN_BYTECODE_KIND_I32) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "result %u of the function is %s", i, kind_name(results[i].kind));
    }
    to_slot(&results[i], is_ref, &call->results[i]);
    if (is_ref) tern_ref_retain(call->results[i].ref);
  }
  return tern_ok();
}

tern_status_t tern_registered_call(tern_native_call_t *call) {
  const tern_registered_function_t *registered = call->import->registered;
  size_t result_count = call->import->signature->result_count;
  size_t capacity = call->argument_count + result_count + 1;
  tern_variant_t *variants = calloc(capacity, sizeof(*variants)), *results = variants + call->argument_count;
  if (!variants) return tern_no_memory("a call");
  tern_device_t *device = tern_session_device_at(call->session, 0);
  size_t count = collect_arguments(call, variants, &device);
  tern_status_t status = registered->function(registered->user_data, device, variants, count, results, result_count);
  if (tern_status_is_ok(status)) status = take_results(call, results);
  for (size_t i = 0; i < capacity; ++i) tern_variant_reset(&variants[i]);
  free(variants);
  return status;
}
