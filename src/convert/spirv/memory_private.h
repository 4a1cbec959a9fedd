// The parts of tern_spirv_flatten_memory among themselves: where memory comes from, and what accesses it.

#ifndef TERN_CONVERT_SPIRV_MEMORY_PRIVATE_H_
#define TERN_CONVERT_SPIRV_MEMORY_PRIVATE_H_

#include "base/vec.h"
#include "convert/linalg/memory_view.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/iree/iree.h"

enum { MAX_LANES = 4 };  // of a vector in memory

// Memory that is accessed: what makes it, and how its elements are kept.
typedef struct root {
  tern_op_t *op;
  uint32_t storage_class;
  const tern_type_t *element, *stored;  // `element` is a scalar
  int64_t bytes;                        // of an element in the host's memory
  int64_t per_word;
  int64_t lanes;                       // of elements that are vectors: indices count those; else 1
  bool has_vectors;                    // elements are kept as they are, so that vectors of them are as well
  int64_t agreed_lanes;                // of memory with one view: lanes of all its vectors; 0: none yet; 1: scalars
  tern_linear_t base;                  // what a byte offset adds, in elements
  tern_value_t *views[MAX_LANES + 1];  // by lanes
} root_t;

typedef struct access {
  tern_op_t *op;
  const struct access_row *row;
  size_t root;
  tern_linear_t *linear;  // owned
  int64_t lanes;
} access_t;

typedef struct flattening {
  tern_op_t *func;
  const tern_spirv_conversion_t *conversion;
  TERN_VEC(root_t) roots;
  TERN_VEC(access_t) accesses;
  bool is_right;
} flattening_t;

// Of a binding, which is a variable for each way it is accessed.
static inline bool has_many_views(const root_t *root) { return tern_op_is(root->op, TERN_IREE(PLACEHOLDER)); }

// The root that `op`, which makes the memory that `user` accesses, is, added if it is new. False after an error.
bool tern_spirv_find_root(flattening_t *f, const tern_op_t *user, tern_op_t *op, size_t *out_index);

#endif  // TERN_CONVERT_SPIRV_MEMORY_PRIVATE_H_
