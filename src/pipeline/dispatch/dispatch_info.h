// What a program must know of a compiled dispatch to call it: its entry points as tables of tern/dispatch.h, read from
// the IR.

#ifndef TERN_PIPELINE_DISPATCH_DISPATCH_INFO_H_
#define TERN_PIPELINE_DISPATCH_DISPATCH_INFO_H_

#include "base/arena.h"
#include "ir/op_def.h"
#include "tern/dispatch.h"

// The entry points of one module, without code addresses. Owned by the arena it was made in.
typedef struct tern_dispatch_info {
  tern_entry_point_t *entry_points;
  size_t entry_point_count;
  tern_cost_info_t *costs;  // one for each entry point; NULL before they are read (pipeline/cost/dispatch_cost.h)
} tern_dispatch_info_t;

// The code of an element type; TERN_ELEMENT_TYPE_NONE if it has none.
tern_element_type_t tern_dispatch_element_type(const tern_type_t *type);

// Reads the entry points of `module` before it is compiled: its functions see their bindings through hal.interface.load.tensor
// and store.tensor, or through iree.placeholder ops. The first view of a whole binding says what its array is. False after
// an error: an element type without a code.
bool tern_dispatch_info_read(const tern_op_t *module, tern_arena_t *arena, tern_dispatch_info_t *out_info);

// Writes the C header that goes with an object file: declarations of the kernels, and for each entry point
// `static const tern_entry_point_t NAME_entry_point`. `guard` is the header's file name.
void tern_dispatch_info_write_header(const tern_dispatch_info_t *info, const char *guard, tern_string_builder_t *out);

#endif  // TERN_PIPELINE_DISPATCH_DISPATCH_INFO_H_
