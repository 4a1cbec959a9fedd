// Buffers of bytes and lists.

#include "runtime/vm/object.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/vm/scalar.h"

//---- Memory ----

static void *allocate_default(void *user_data, size_t size) {
  (void)user_data;
  return malloc(size);
}

static void free_default(void *user_data, void *block, size_t size) {
  (void)user_data;
  (void)size;
  free(block);
}

const tern_allocator_t tern_default_allocator = {.allocate = allocate_default, .free = free_default};

void *tern_host_allocate(const tern_allocator_t *allocator, size_t size) {
  void *block = size <= PTRDIFF_MAX ? allocator->allocate(allocator->user_data, size ? size : 1) : NULL;
  return block ? memset(block, 0, size) : NULL;
}

void tern_host_free(const tern_allocator_t *allocator, void *block, size_t size) {
  if (block) allocator->free(allocator->user_data, block, size ? size : 1);
}

static tern_status_t fail_out_of_memory(uint64_t size) {
  return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %llu bytes", (unsigned long long)size);
}

//---- Buffers ----

static void release_buffer(void *object) {
  tern_vm_buffer_t *buffer = object;
  if (!tern_resource_release(&buffer->resource)) return;
  tern_ref_reset(&buffer->owner);
  tern_host_free(buffer->allocator, buffer, buffer->block_size);
}

const tern_ref_type_t tern_vm_buffer_type = {.name = "vm.buffer", .release = release_buffer};

tern_status_t tern_vm_buffer_create(const tern_allocator_t *allocator, uint64_t size, uint32_t alignment,
                                    tern_vm_buffer_t **out_buffer) {
  enum { LEAST_ALIGNMENT = 16 };
  *out_buffer = NULL;
  if (alignment < LEAST_ALIGNMENT) alignment = LEAST_ALIGNMENT;
  if (alignment & (alignment - 1)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected an alignment that is a power of two but got %u",
                            alignment);
  }
  if (size > PTRDIFF_MAX / 2) return fail_out_of_memory(size);
  size_t block_size = sizeof(tern_vm_buffer_t) + alignment + (size_t)size;
  tern_vm_buffer_t *buffer = tern_host_allocate(allocator, block_size);
  if (!buffer) return fail_out_of_memory(size);
  tern_resource_initialize(&buffer->resource);
  uintptr_t start = (uintptr_t)(buffer + 1);
  buffer->data = (unsigned char *)((start + alignment - 1) & ~(uintptr_t)(alignment - 1));
  buffer->size = (size_t)size;
  buffer->is_mutable = true;
  buffer->allocator = allocator;
  buffer->block_size = block_size;
  *out_buffer = buffer;
  return tern_ok();
}

tern_status_t tern_vm_buffer_wrap(const tern_allocator_t *allocator, const void *data, size_t size, tern_ref_t owner,
                                  tern_vm_buffer_t **out_buffer) {
  *out_buffer = NULL;
  tern_vm_buffer_t *buffer = tern_host_allocate(allocator, sizeof(*buffer));
  if (!buffer) return fail_out_of_memory(sizeof(*buffer));
  tern_resource_initialize(&buffer->resource);
  buffer->data = (unsigned char *)(uintptr_t)data;
  buffer->size = size;
  buffer->owner = tern_ref_retain(owner);
  buffer->allocator = allocator;
  buffer->block_size = sizeof(*buffer);
  *out_buffer = buffer;
  return tern_ok();
}

tern_status_t tern_vm_buffer_span(const tern_vm_buffer_t *buffer, uint64_t offset, uint64_t size, bool is_written,
                                  unsigned char **out_data) {
  *out_data = NULL;
  if (is_written && !buffer->is_mutable) {
    return tern_status_make(TERN_FAILED_PRECONDITION, "a constant buffer is written");
  }
  if (offset > buffer->size || size > buffer->size - offset) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes at offset %llu are outside of a buffer of %zu bytes",
                            (unsigned long long)size, (unsigned long long)offset, buffer->size);
  }
  *out_data = buffer->data + offset;
  return tern_ok();
}

//---- Lists ----

// The list in an element, or NULL.
static tern_vm_list_t *list_in(const tern_vm_element_t *element) {
  return element->kind == TERN_VM_ELEMENT_REF ? tern_ref_get(element->slot.ref, &tern_vm_list_type) : NULL;
}

// Frees lists in lists one after the other: they may be nested deeper than the stack is.
static void release_list(void *object) {
  tern_vm_list_t *list = object;
  if (!tern_resource_release(&list->resource)) return;
  list->next = NULL;
  for (tern_vm_list_t *first = list; first; first = list) {
    list = first->next;
    for (uint32_t i = 0; i < first->count; ++i) {
      tern_vm_list_t *inner = list_in(&first->elements[i]);
      if (!inner) {
        if (first->elements[i].kind == TERN_VM_ELEMENT_REF) tern_ref_reset(&first->elements[i].slot.ref);
      } else if (tern_resource_release(&inner->resource)) {
        inner->next = list;
        list = inner;
      }
    }
    tern_host_free(first->allocator, first->elements, first->capacity * sizeof(*first->elements));
    tern_host_free(first->allocator, first, sizeof(*first));
  }
}

const tern_ref_type_t tern_vm_list_type = {.name = "vm.list", .release = release_list};

tern_status_t tern_vm_list_create(const tern_allocator_t *allocator, tern_vm_element_kind_t kind,
                                  uint32_t initial_capacity, tern_vm_list_t **out_list) {
  *out_list = NULL;
  tern_vm_list_t *list = tern_host_allocate(allocator, sizeof(*list));
  if (!list) return fail_out_of_memory(sizeof(*list));
  tern_resource_initialize(&list->resource);
  list->kind = kind;
  list->allocator = allocator;
  tern_status_t status = tern_vm_list_reserve(list, initial_capacity);
  if (tern_status_is_ok(status)) {
    *out_list = list;
  } else {
    release_list(list);
  }
  return status;
}

tern_status_t tern_vm_list_reserve(tern_vm_list_t *list, uint32_t capacity) {
  if (capacity <= list->capacity) return tern_ok();
  size_t size = capacity * sizeof(*list->elements);
  tern_vm_element_t *elements = tern_host_allocate(list->allocator, size);
  if (!elements) return fail_out_of_memory(size);
  if (list->count) memcpy(elements, list->elements, list->count * sizeof(*elements));
  tern_host_free(list->allocator, list->elements, list->capacity * sizeof(*list->elements));
  list->elements = elements;
  list->capacity = capacity;
  return tern_ok();
}

tern_status_t tern_vm_list_resize(tern_vm_list_t *list, uint32_t count) {
  if (count > list->capacity) {
    uint32_t doubled = list->capacity < UINT32_MAX / 2 ? list->capacity * 2 : UINT32_MAX;
    TERN_RETURN_IF_ERROR(tern_vm_list_reserve(list, count > doubled ? count : doubled));
  }
  for (uint32_t i = count; i < list->count; ++i) {
    if (list->elements[i].kind == TERN_VM_ELEMENT_REF) tern_ref_reset(&list->elements[i].slot.ref);
  }
  for (uint32_t i = list->count; i < count; ++i) {
    list->elements[i] = (tern_vm_element_t){.kind = list->kind};
  }
  list->count = count;
  return tern_ok();
}

static tern_status_t check_index(const tern_vm_list_t *list, uint32_t index) {
  if (index < list->count) return tern_ok();
  return tern_status_make(TERN_OUT_OF_RANGE, "index %u is outside of a list of %u elements", index, list->count);
}

static tern_vm_slot_t convert(tern_vm_element_kind_t from, tern_vm_element_kind_t to, tern_vm_slot_t slot) {
  static const uint8_t numbers[] = {
      [TERN_VM_ELEMENT_I8] = TERN_VM_NUMBER_S8,   [TERN_VM_ELEMENT_I16] = TERN_VM_NUMBER_S16,
      [TERN_VM_ELEMENT_I32] = TERN_VM_NUMBER_S32, [TERN_VM_ELEMENT_I64] = TERN_VM_NUMBER_S64,
      [TERN_VM_ELEMENT_F32] = TERN_VM_NUMBER_F32, [TERN_VM_ELEMENT_F64] = TERN_VM_NUMBER_F64,
  };
  return (tern_vm_slot_t){.bits = tern_vm_convert(numbers[from], numbers[to], slot.bits)};
}

tern_status_t tern_vm_list_get(const tern_vm_list_t *list, uint32_t index, tern_vm_element_kind_t kind,
                               tern_vm_slot_t *out_slot) {
  TERN_RETURN_IF_ERROR(check_index(list, index));
  const tern_vm_element_t *element = &list->elements[index];
  if (element->kind == TERN_VM_ELEMENT_NONE || element->kind == TERN_VM_ELEMENT_REF) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "element %u of the list is no number", index);
  }
  *out_slot = convert(element->kind, kind, element->slot);
  return tern_ok();
}

tern_status_t tern_vm_list_set(tern_vm_list_t *list, uint32_t index, tern_vm_element_kind_t kind, tern_vm_slot_t slot) {
  TERN_RETURN_IF_ERROR(check_index(list, index));
  if (list->kind == TERN_VM_ELEMENT_REF) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "a list of references holds no numbers");
  }
  tern_vm_element_t *element = &list->elements[index];
  if (element->kind == TERN_VM_ELEMENT_REF) tern_ref_reset(&element->slot.ref);
  element->kind = list->kind == TERN_VM_ELEMENT_NONE ? kind : list->kind;
  element->slot = convert(kind, element->kind, slot);
  return tern_ok();
}

tern_status_t tern_vm_list_get_ref(const tern_vm_list_t *list, uint32_t index, tern_ref_t *out_ref) {
  *out_ref = (tern_ref_t){NULL, NULL};
  TERN_RETURN_IF_ERROR(check_index(list, index));
  if (list->elements[index].kind == TERN_VM_ELEMENT_REF) *out_ref = list->elements[index].slot.ref;
  return tern_ok();
}

// May `inner` become an element of `list`? Not if that makes a ring, which would never be freed: then `list` is in `inner`.
static tern_status_t check_nesting(const tern_vm_list_t *list, const tern_vm_list_t *inner) {
  enum { NESTED_MAX = 256 };
  const tern_vm_list_t *pending[NESTED_MAX];
  size_t count = 0, seen = 0;
  if (inner) pending[count++] = inner;
  while (count) {
    const tern_vm_list_t *next = pending[--count];
    if (next == list) return tern_status_make(TERN_INVALID_ARGUMENT, "a list that would hold itself");
    for (uint32_t i = 0; next->has_lists && i < next->count; ++i) {
      const tern_vm_list_t *nested = list_in(&next->elements[i]);
      if (!nested) continue;
      if (++seen == NESTED_MAX) return tern_status_make(TERN_INVALID_ARGUMENT, "too many lists in a list");
      pending[count++] = nested;
    }
  }
  return tern_ok();
}

tern_status_t tern_vm_list_set_ref(tern_vm_list_t *list, uint32_t index, tern_ref_t ref) {
  tern_status_t status = check_index(list, index);
  const tern_vm_list_t *inner = tern_ref_get(ref, &tern_vm_list_type);
  if (tern_status_is_ok(status)) status = check_nesting(list, inner);
  if (tern_status_is_ok(status) && list->kind != TERN_VM_ELEMENT_REF && list->kind != TERN_VM_ELEMENT_NONE) {
    status = tern_status_make(TERN_INVALID_ARGUMENT, "a list of numbers holds no references");
  }
  if (!tern_status_is_ok(status)) {
    tern_ref_reset(&ref);
    return status;
  }
  tern_vm_element_t *element = &list->elements[index];
  if (element->kind != TERN_VM_ELEMENT_REF) element->slot.ref = (tern_ref_t){NULL, NULL};
  element->kind = TERN_VM_ELEMENT_REF;
  list->has_lists |= inner != NULL;
  tern_ref_replace(&element->slot.ref, ref);
  return tern_ok();
}
