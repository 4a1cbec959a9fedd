// Module files as text: sections, executables, and the host program instruction by instruction. For people, and for tests;
// the text is not read back.

#ifndef TERN_TARGET_VM_DISASSEMBLER_H_
#define TERN_TARGET_VM_DISASSEMBLER_H_

#include "base/string.h"
#include "tern/status.h"

// Appends the listing of a module file. TERN_INVALID_ARGUMENT for bytes that are no whole module file, with the offset of what
// is wrong; the listing then ends before it.
tern_status_t tern_module_disassemble(tern_str_t file, tern_string_builder_t *out);

#endif  // TERN_TARGET_VM_DISASSEMBLER_H_
