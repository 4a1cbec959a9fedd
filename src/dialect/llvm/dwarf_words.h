// The words of debug information and their numbers: text says `DW_TAG_member`, bytecode and LLVM say 13.

#ifndef TERN_DIALECT_LLVM_DWARF_WORDS_H_
#define TERN_DIALECT_LLVM_DWARF_WORDS_H_

#include "base/string.h"

typedef enum tern_dwarf_family {
  TERN_DWARF_TAG,
  TERN_DWARF_ENCODING,
  TERN_DWARF_CALLING_CONVENTION,
  TERN_DWARF_LANGUAGE,
  TERN_DWARF_OPERATION,
  TERN_DWARF_EMISSION_KIND,
  TERN_DWARF_NAME_TABLE_KIND,
  TERN_DWARF_FLAGS,             // several, joined by `|`
  TERN_DWARF_SUBPROGRAM_FLAGS,  // several, joined by `|`
} tern_dwarf_family_t;

// The number of a text; false if a word in it is none of the family.
bool tern_dwarf_number(tern_dwarf_family_t family, tern_str_t text, uint64_t *out_number);
// Appends the text of a number; false, with nothing appended, if it has none.
bool tern_dwarf_text(tern_dwarf_family_t family, uint64_t number, tern_string_builder_t *out);

#endif  // TERN_DIALECT_LLVM_DWARF_WORDS_H_
