// Squares that are transposed in registers, and the passes that look for them.

#include "transform/linalg/blocking/transposes.h"

#include "dialect/linalg/linalg.h"
#include "ir/op_list.h"

int64_t tern_transpose_side(const tern_type_t *element, int64_t vector_bytes) {
  if (!tern_type_is_int_or_index(element) && !tern_type_is_float(element)) return 0;
  int64_t width = tern_type_bit_width(element);
  if (width != 8 && width != 16 && width != 32 && width != 64) return 0;
  int64_t side = vector_bytes * 8 / width;
  return side < TERN_TRANSPOSE_MAX_SIDE ? side : TERN_TRANSPOSE_MAX_SIDE;
}

const tern_option_def_t tern_transpose_options[1] = {
    {"vector-bytes", TERN_OPTION_INT, "64", "Bytes of a vector register", NULL},
};

bool tern_transpose_run(tern_op_t *root, tern_pass_t *pass, bool (*rewrite)(tern_op_t *op, int64_t vector_bytes)) {
  int64_t vector_bytes = tern_pass_int(pass, "vector-bytes");
  if (vector_bytes < 16 || vector_bytes > 256 || (vector_bytes & (vector_bytes - 1))) {
    return tern_op_error(root, "option 'vector-bytes' must be a power of two from 16 to 256");
  }
  tern_op_list_t ops = tern_op_collect(root, TERN_POSTORDER, tern_is_linalg);
  for (size_t i = 0; i < ops.count; ++i) {
    if (rewrite(ops.values[i], vector_bytes)) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&ops);
  return true;
}
