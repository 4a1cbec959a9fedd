// sat.mma: vectors are as long as the rows of its fragments say.

#include <inttypes.h>

#include "analysis/layout/fragments.h"
#include "ir/diagnostic.h"
#include "sat.h"

static const tern_fragment_row_t rows[] = {
#define FRAGMENT(ID, ...) {__VA_ARGS__},
#include "sat_fragments.def"
#undef FRAGMENT
};

bool tern_sat_verify_mma(const tern_op_t *op) {
  const tern_value_t *values[] = {tern_op_operand(op, 0), tern_op_operand(op, 1), tern_op_result(op, 0)};
  for (size_t i = 0; i < 3; ++i) {
    tern_layout_t layout = tern_fragment_read(&rows[i]);
    int64_t count = INT64_C(1) << tern_layout_bits(&layout.ins, TERN_LAYOUT_REGISTER);
    if (tern_type_rank(values[i]->type) == 1 && tern_type_dim(values[i]->type, 0) == count) continue;
    return tern_op_error(op, "has '%s' for %s, of which a lane has %" PRId64 " elements",
                         tern_type_text(values[i]->type), rows[i].name, count);
  }
  return true;
}
