// Spellings of 2020 and 2021: which op, type and attribute names were others then, and how they were written.

#ifndef TERN_DIALECT_LEGACY_LEGACY_H_
#define TERN_DIALECT_LEGACY_LEGACY_H_

#include "ir/context.h"

// Makes the old spellings known to the parser of `context`. The dialects of today are to be registered as well.
void tern_register_legacy(tern_context_t *context);

#endif  // TERN_DIALECT_LEGACY_LEGACY_H_
