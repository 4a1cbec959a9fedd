// Whether one piece of shared memory can serve all who read a value as operands of products.

#ifndef TERN_TRANSFORM_TTG_SHARED_FOR_USERS_H_
#define TERN_TRANSFORM_TTG_SHARED_FOR_USERS_H_

#include "analysis/triton/axis_info.h"
#include "ir/op_def.h"

typedef enum tern_ttg_sharing {
  TERN_TTG_NOT_SHARED,  // somebody uses it in another way
  TERN_TTG_SHARED,
  TERN_TTG_INCOMPATIBLE,  // users want memory laid out in different ways
} tern_ttg_sharing_t;

// Asks all users of a tensor, or of memory that it is in, through conversions and allocations. `*out_encoding` is how the memory has
// to be swizzled; NULL where nobody uses it.
tern_ttg_sharing_t tern_ttg_shared_for_users(const tern_value_t *value, const tern_attr_t **out_encoding);
// Bytes that lie side by side both in the registers of a thread and in memory with this encoding.
int64_t tern_ttg_copied_bytes(const tern_type_t *tensor, const tern_attr_t *shared);

enum { TERN_TTG_LEAST_COPY_BYTES = 4 };  // of an asynchronous copy
// Elements that a thread loads that lie together, under one mask; and are they at least that much?
int64_t tern_ttg_loaded_together(const tern_op_t *load, const tern_axis_infos_t *infos);
bool tern_ttg_load_is_wide(const tern_op_t *load, const tern_axis_infos_t *infos);

#endif  // TERN_TRANSFORM_TTG_SHARED_FOR_USERS_H_
