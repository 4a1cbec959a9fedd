// Native modules: functions of the runtime that programs call by name.
//
// Arguments come flattened in the order of the signature: a slot for each, and for a variadic segment a slot with the
// number of its repetitions (i64) and then one for each value. References among them are borrowed, and of any type, or
// nothing: functions check them. A result that is a reference is handed over.

#ifndef TERN_RUNTIME_VM_NATIVE_H_
#define TERN_RUNTIME_VM_NATIVE_H_

#include "runtime/vm/ref.h"
#include "tern/session.h"

enum { TERN_NATIVE_NOTE_SIZE = 256 };

typedef struct tern_native_call_t {
  tern_session_t *session;
  const struct tern_vm_import_t *import;  // what is called
  const tern_vm_slot_t *arguments;
  size_t argument_count;
  tern_vm_slot_t *results;  // zero
  tern_status_t *failure;   // of tern_native_object()
  char *note;  // TERN_NATIVE_NOTE_SIZE bytes: why something went wrong that the program sees as a number only
} tern_native_call_t;

typedef tern_status_t (*tern_native_fn_t)(tern_native_call_t *call);

// Native functions. What a program calls them by lies in one text, which has no addresses to relocate: for each its whole
// name ("hal.buffer.load") and its convention (base/bytecode_format.h; another one is another function), with a NUL behind
// both, and an empty name at the end.
typedef struct tern_native_table_t {
  const char *names;
  const tern_native_fn_t *functions;  // in the same order; NULL for what this runtime does not have
} tern_native_table_t;

extern const tern_native_table_t tern_hal_table;
extern const tern_native_table_t tern_check_table;

// The object of argument `index`, which must be of `type` and not nothing; or NULL, and then why in `*call->failure`.
void *tern_native_object(const tern_native_call_t *call, size_t index, const tern_ref_type_t *type);

#endif  // TERN_RUNTIME_VM_NATIVE_H_
