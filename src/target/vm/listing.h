// BYTECODE sections as text.

#ifndef TERN_TARGET_VM_LISTING_H_
#define TERN_TARGET_VM_LISTING_H_

#include "base/string.h"

// Appends the listing of a section; where it is malformed, that is said, and the listing ends.
void tern_vm_list_bytecode(tern_str_t section, tern_string_builder_t *out);

#endif  // TERN_TARGET_VM_LISTING_H_
