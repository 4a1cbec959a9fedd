// BYTECODE sections as text.

#ifndef TERN_TARGET_VM_LISTING_H_
#define TERN_TARGET_VM_LISTING_H_

#include "base/string.h"

// Appends the listing of a section, up to where it is malformed. Returns what is wrong there, as static text, or NULL.
const char *tern_vm_list_bytecode(tern_str_t section, tern_string_builder_t *out);

#endif  // TERN_TARGET_VM_LISTING_H_
