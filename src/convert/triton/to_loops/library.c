// tt.extern_elementwise: functions of NVIDIA's libdevice by their names, as ops of arith and math.

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

bool tern_tt_check_library(const tern_op_t *op) {
  (void)op;
  return false;
}
element_t tern_tt_emit_library(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  return tern_tt_emit_elementwise(w, op, place);
}
bool tern_tt_check_assembly(const tern_op_t *op) {
  (void)op;
  return false;
}
element_t tern_tt_emit_assembly(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  (void)result;
  return tern_tt_emit_elementwise(w, op, place);
}
