// References: counted pointers to objects whose type is known at run time.
//
// Every counted object of the runtime begins with a tern_resource_t, so one row for its type is all that a reference
// needs to be copied, dropped and asked what it is.

#ifndef TERN_RUNTIME_VM_REF_H_
#define TERN_RUNTIME_VM_REF_H_

#include <stddef.h>
#include <stdint.h>

#include "runtime/resource.h"

// A type of objects. One static row for each; compared by address. Immutable.
typedef struct tern_ref_type_t {
  const char *name;               // as in programs: "hal.buffer_view"
  void (*release)(void *object);  // gives back a reference
} tern_ref_type_t;

// A reference, or nothing: then both members are NULL.
typedef struct tern_ref_t {
  const tern_ref_type_t *type;
  void *object;
} tern_ref_t;

// Drops the reference and leaves nothing.
static inline void tern_ref_reset(tern_ref_t *ref) {
  if (!ref->object) return;
  tern_ref_t old = *ref;
  *ref = (tern_ref_t){NULL, NULL};
  old.type->release(old.object);
}

// Copies a reference and counts the copy.
static inline tern_ref_t tern_ref_retain(tern_ref_t ref) {
  if (ref.object) tern_resource_retain((tern_resource_t *)ref.object);
  return ref;
}

// A reference that takes over one that the caller holds.
static inline tern_ref_t tern_ref_make(const tern_ref_type_t *type, void *object) {
  return (tern_ref_t){object ? type : NULL, object};
}

// Replaces what `target` refers to; `source` is taken over.
static inline void tern_ref_replace(tern_ref_t *target, tern_ref_t source) {
  tern_ref_t old = *target;
  *target = source;
  if (old.object) old.type->release(old.object);
}

// Bits of a slot, or a reference.
typedef struct tern_vm_slot_t {
  union {
    uint64_t bits;
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    tern_ref_t ref;
  };
} tern_vm_slot_t;

// The object of a reference of type `type`, or NULL if it is of another type or nothing.
static inline void *tern_ref_get(tern_ref_t ref, const tern_ref_type_t *type) {
  return ref.type == type ? ref.object : NULL;
}

#endif  // TERN_RUNTIME_VM_REF_H_
