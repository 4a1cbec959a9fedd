// --tosa-convert-integer-type-to-signless: signed and unsigned integers become signless, in signatures too, as TOSA
// itself has them: what a sign means is in its ops (upstream: TosaConvertIntegerTypeToSignless).

#include "convert/tosa/retype.h"
#include "ir/context.h"
#include "pass/pass.h"

static const tern_type_t *strip(const tern_type_t *type) {
  if (!tern_type_is_integer(type) || tern_type_is_signless(type)) return type;
  return tern_i_type_get(type->context, tern_integer_type_width(type));
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_retype_all(op, strip);
  return true;
}

const tern_pass_def_t tern_tosa_convert_integer_type_to_signless_pass = {
    .flag = "tosa-convert-integer-type-to-signless",
    .name = "TosaConvertIntegerTypeToSignless",
    .summary = "Drop the signs of integer types",
    .anchor = "func.func",
    .run = run,
};
