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
  char *note;  // TERN_NATIVE_NOTE_SIZE bytes: why something went wrong that the program sees as a number only
} tern_native_call_t;

typedef tern_status_t (*tern_native_fn_t)(tern_native_call_t *call);

// What a program calls a native function by.
typedef struct tern_native_row_t {
  const char *name;        // whole: "hal.buffer.load"
  const char *convention;  // as in base/bytecode_format.h; another one is another function
} tern_native_row_t;

// Native functions: `functions[i]` is that of `rows[i]`, NULL if this runtime does not have it.
typedef struct tern_native_table_t {
  const tern_native_row_t *rows;
  const tern_native_fn_t *functions;
  size_t count;
} tern_native_table_t;

extern const tern_native_table_t tern_hal_table;
extern const tern_native_table_t tern_check_table;
extern const tern_native_table_t tern_io_parameters_table;

// The object of argument `index`, which must be of `type` and not nothing, or NULL after a failure was stored to
// `*inout_status`; nothing happens if that holds a failure already.
void *tern_native_object(const tern_native_call_t *call, size_t index, const tern_ref_type_t *type,
                         tern_status_t *inout_status);

#endif  // TERN_RUNTIME_VM_NATIVE_H_
