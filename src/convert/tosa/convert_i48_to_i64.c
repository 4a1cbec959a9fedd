// --iree-tosa-converti48-to-i64: integers of 48 bits become integers of 64 (upstream: Converti48Toi64Pass). Accumulators of
// 16-bit convolutions are such; no target has them.
//
//   %0 = arith.extsi %x : i16 to i48      becomes      %0 = arith.extsi %x : i16 to i64

#include "convert/tosa/retype.h"
#include "ir/context.h"
#include "pass/pass.h"

static const tern_type_t *widen(const tern_type_t *type) {
  if (!tern_type_is_integer(type) || tern_integer_type_width(type) != 48) return type;
  return tern_integer_type_get(type->context, 64, tern_integer_type_signedness(type));
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_retype_all(op, widen);
  return true;
}

const tern_pass_def_t tern_iree_tosa_converti48_to_i64_pass = {
    .flag = "iree-tosa-converti48-to-i64",
    .alias = "iree-tosa-convert-i48-to-i64",
    .name = "Converti48Toi64Pass",
    .summary = "Convert integers of 48 bits to integers of 64",
    .run = run,
};
