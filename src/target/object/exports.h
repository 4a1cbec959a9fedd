// What the exports of a hal.executable.variant say of its entry points.

#ifndef TERN_TARGET_OBJECT_EXPORTS_H_
#define TERN_TARGET_OBJECT_EXPORTS_H_

#include "base/arena.h"
#include "base/vec.h"
#include "ir/op.h"
#include "tern/dispatch.h"

typedef TERN_VEC(const tern_op_t *) tern_export_list_t;

// Appends the exports of a variant by ordinal, those without one last.
void tern_exports_collect(tern_op_t *variant, tern_export_list_t *out_exports);

// The bindings of an export's layout, of which nobody knows more than what is done with them: bytes, any number. In `arena`.
tern_binding_info_t *tern_export_bindings_make(const tern_op_t *export_op, tern_arena_t *arena);

#endif  // TERN_TARGET_OBJECT_EXPORTS_H_
