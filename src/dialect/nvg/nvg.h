// nvg: instructions of NVIDIA's that Triton's programs have as ops until registers are structs and pointers are llvm's, when
// --convert-nv-gpu-to-llvm makes PTX of them (upstream: NVGPU of Triton 3.6).

#ifndef TERN_DIALECT_NVG_NVG_H_
#define TERN_DIALECT_NVG_NVG_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_NVG_##ID,
#include "dialect/nvg/nvg_ops.def"
#undef OP
  TERN_NVG_OP_COUNT
};
extern const tern_op_row_t tern_nvg_ops[];
extern const tern_dialect_t tern_nvg_dialect;
#define TERN_NVG(ID) (&tern_nvg_ops[TERN_NVG_##ID])

// Types of the elements that nvg.wgmma multiplies and adds, as its attributes have them, and how an operand lies: the depth of the
// first is contiguous by rows, that of the second by columns.
typedef enum tern_nvg_element {
  TERN_NVG_S8,
  TERN_NVG_S32,
  TERN_NVG_E4M3,
  TERN_NVG_E5M2,
  TERN_NVG_F16,
  TERN_NVG_BF16,
  TERN_NVG_TF32,
  TERN_NVG_F32,
  TERN_NVG_ELEMENT_COUNT
} tern_nvg_element_t;
enum { TERN_NVG_ROW, TERN_NVG_COLUMN };

// "e4m3": as PTX has it.
const char *tern_nvg_element_name(int64_t element);
// A number that is an attribute of an op.
int64_t tern_nvg_number(const tern_op_t *op, const char *name);

#endif  // TERN_DIALECT_NVG_NVG_H_
