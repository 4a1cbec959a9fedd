// The objects that the virtual machine has itself: buffers of bytes and lists. And where they get their memory.

#ifndef TERN_RUNTIME_VM_OBJECT_H_
#define TERN_RUNTIME_VM_OBJECT_H_

#include <stdbool.h>
#include <stdint.h>

#include "runtime/vm/ref.h"
#include "tern/session.h"
#include "tern/status.h"

// malloc() and free().
extern const tern_allocator_t tern_default_allocator;

// NULL if there is no memory; zeroed.
void *tern_host_allocate(const tern_allocator_t *allocator, size_t size);
// NULL is ignored.
void tern_host_free(const tern_allocator_t *allocator, void *block, size_t size);

//---- Buffers ----

// Bytes in host memory. The object is thread-safe; the contents are the program's to order.
typedef struct tern_vm_buffer_t {
  tern_resource_t resource;
  bool is_mutable;
  bool is_code;  // of an executable, which lies where the module has it: for no buffer of a device
  unsigned char *data;
  size_t size;
  // Owns what `data` is in; NULL: the bytes behind this struct.
  tern_ref_t owner;
  const tern_allocator_t *allocator;  // outlives the buffer
  size_t block_size;                  // bytes of this struct and what is behind it
} tern_vm_buffer_t;

extern const tern_ref_type_t tern_vm_buffer_type;

// Makes a mutable buffer of `size` zero bytes, aligned to `alignment` (a power of two; 0: as it comes).
tern_status_t tern_vm_buffer_create(const tern_allocator_t *allocator, uint64_t size, uint32_t alignment,
                                    tern_vm_buffer_t **out_buffer);
// Makes a constant buffer of memory that `owner`, which is retained, keeps alive.
tern_status_t tern_vm_buffer_wrap(const tern_allocator_t *allocator, const void *data, size_t size, tern_ref_t owner,
                                  tern_vm_buffer_t **out_buffer);

// The `size` bytes from `offset` on, which the caller writes if `is_written`. Errors: TERN_OUT_OF_RANGE;
// TERN_FAILED_PRECONDITION for a constant buffer that is written.
tern_status_t tern_vm_buffer_span(const tern_vm_buffer_t *buffer, uint64_t offset, uint64_t size, bool is_written,
                                  unsigned char **out_data);

//---- Lists ----

typedef enum tern_vm_element_kind_t {
  TERN_VM_ELEMENT_NONE,  // of a list of anything: was not set
  TERN_VM_ELEMENT_I8,
  TERN_VM_ELEMENT_I16,
  TERN_VM_ELEMENT_I32,
  TERN_VM_ELEMENT_I64,
  TERN_VM_ELEMENT_F32,
  TERN_VM_ELEMENT_F64,
  TERN_VM_ELEMENT_REF,
} tern_vm_element_kind_t;

typedef struct tern_vm_element_t {
  tern_vm_element_kind_t kind;
  tern_vm_slot_t slot;
} tern_vm_element_t;

// A growing list. Thread-compatible, for the program to order.
typedef struct tern_vm_list_t {
  tern_resource_t resource;
  tern_vm_element_kind_t kind;  // of all elements; NONE: each its own
  tern_vm_element_t *elements;  // owned
  uint32_t count, capacity;
  bool has_lists;               // held one at some time
  struct tern_vm_list_t *next;  // while lists are freed
  const tern_allocator_t *allocator;
} tern_vm_list_t;

extern const tern_ref_type_t tern_vm_list_type;

tern_status_t tern_vm_list_create(const tern_allocator_t *allocator, tern_vm_element_kind_t kind,
                                  uint32_t initial_capacity, tern_vm_list_t **out_list);
tern_status_t tern_vm_list_reserve(tern_vm_list_t *list, uint32_t capacity);
// New elements are 0, nothing in a list of references or of anything.
tern_status_t tern_vm_list_resize(tern_vm_list_t *list, uint32_t count);
// Reads the element as a number of `kind` (I32 to F64). Errors: TERN_OUT_OF_RANGE; TERN_INVALID_ARGUMENT for what is no
// number.
tern_status_t tern_vm_list_get(const tern_vm_list_t *list, uint32_t index, tern_vm_element_kind_t kind,
                               tern_vm_slot_t *out_slot);
// Writes a number of `kind`, converted to the type of the list's elements. Errors: as above.
tern_status_t tern_vm_list_set(tern_vm_list_t *list, uint32_t index, tern_vm_element_kind_t kind, tern_vm_slot_t slot);
// Borrows the reference in an element; nothing if it holds none. Errors: TERN_OUT_OF_RANGE.
tern_status_t tern_vm_list_get_ref(const tern_vm_list_t *list, uint32_t index, tern_ref_t *out_ref);
// Takes over `ref`, also on failure. Errors: TERN_OUT_OF_RANGE; TERN_INVALID_ARGUMENT for a list of numbers, or if the list
// would hold itself.
tern_status_t tern_vm_list_set_ref(tern_vm_list_t *list, uint32_t index, tern_ref_t ref);

#endif  // TERN_RUNTIME_VM_OBJECT_H_
