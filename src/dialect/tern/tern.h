// tern: what this compiler says of programs that no dialect of upstream's has a word for.

#ifndef TERN_DIALECT_TERN_TERN_H_
#define TERN_DIALECT_TERN_TERN_H_

#include "dialect/common/gpu_target.h"
#include "ir/op_def.h"

// Parameters of the target: dialect/common/gpu_target.h.
typedef enum tern_tern_attr { TERN_TERN_ATTR_CPU_TARGET, TERN_TERN_ATTR_COUNT } tern_tern_attr_t;
extern const tern_attr_row_t tern_tern_attrs[];
#define TERN_TERN_ATTR(ID) (&tern_tern_attrs[TERN_TERN_ATTR_##ID])

// A triple or a chip of this name is this machine's.
#define TERN_CPU_TARGET_NATIVE "native"

// The members of #tern.cpu_target and their defaults.
extern const tern_gpu_target_form_t tern_cpu_target_form;

extern const tern_dialect_t tern_tern_dialect;

#endif  // TERN_DIALECT_TERN_TERN_H_
