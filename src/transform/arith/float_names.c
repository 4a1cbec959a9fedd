// Float types by name.

#include "transform/arith/float_names.h"

#include "ir/diagnostic.h"

const tern_type_t *tern_float_type_named(tern_context_t *context, tern_str_t name) {
  for (int kind = TERN_TYPE_F4E2M1FN; kind <= TERN_TYPE_F128; ++kind) {
    const tern_type_t *type = tern_float_type_get(context, (tern_type_kind_t)kind);
    if (tern_str_equal_cstr(name, tern_type_text(type))) return type;
  }
  return NULL;
}
