// rocdl: what a gpu.module for AMD's GPUs is compiled for.

#ifndef TERN_DIALECT_ROCDL_ROCDL_H_
#define TERN_DIALECT_ROCDL_ROCDL_H_

#include "dialect/common/gpu_target.h"
#include "ir/op_def.h"

// Parameters of the attribute: dialect/common/gpu_target.h.
typedef enum tern_rocdl_attr { TERN_ROCDL_ATTR_TARGET, TERN_ROCDL_ATTR_COUNT } tern_rocdl_attr_t;
extern const tern_attr_row_t tern_rocdl_attrs[];
#define TERN_ROCDL_ATTR(ID) (&tern_rocdl_attrs[TERN_ROCDL_ATTR_##ID])
static inline bool tern_attr_is_rocdl(const tern_attr_t *attr, tern_rocdl_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_rocdl_attrs[id];
}

// The members of #rocdl.target and their defaults.
extern const tern_gpu_target_form_t tern_rocdl_target_form;

extern const tern_dialect_t tern_rocdl_dialect;

#endif  // TERN_DIALECT_ROCDL_ROCDL_H_
