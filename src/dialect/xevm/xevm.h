// xevm: what a gpu.module for Intel's GPUs is compiled for.

#ifndef TERN_DIALECT_XEVM_XEVM_H_
#define TERN_DIALECT_XEVM_XEVM_H_

#include "dialect/common/gpu_target.h"
#include "ir/op_def.h"

// Parameters of the attribute: dialect/common/gpu_target.h.
typedef enum tern_xevm_attr { TERN_XEVM_ATTR_TARGET, TERN_XEVM_ATTR_COUNT } tern_xevm_attr_t;
extern const tern_attr_row_t tern_xevm_attrs[];
#define TERN_XEVM_ATTR(ID) (&tern_xevm_attrs[TERN_XEVM_ATTR_##ID])
static inline bool tern_attr_is_xevm(const tern_attr_t *attr, tern_xevm_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_xevm_attrs[id];
}

// The members of #xevm.target and their defaults.
extern const tern_gpu_target_form_t tern_xevm_target_form;

extern const tern_dialect_t tern_xevm_dialect;

#endif  // TERN_DIALECT_XEVM_XEVM_H_
