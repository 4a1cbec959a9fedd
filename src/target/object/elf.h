// Little-endian ELF files of 64 bits, for readers of object files: every offset and size is checked.

#ifndef TERN_TARGET_OBJECT_ELF_H_
#define TERN_TARGET_OBJECT_ELF_H_

#include <elf.h>

#include "base/string.h"

typedef struct tern_elf {
  tern_str_t data;
  Elf64_Ehdr header;
  size_t symbol_count;  // with the empty one at the start
  tern_str_t symbols, symbol_names, section_names;
} tern_elf_t;

// Does the file begin as one, for this machine or (EM_NONE) for any?
bool tern_elf_is(tern_str_t data, unsigned machine);
// NULL, or what is wrong with the file. A file without symbols has none.
const char *tern_elf_read(tern_str_t data, tern_elf_t *out_elf);
// `index` is below header.e_shnum; zeros beyond.
Elf64_Shdr tern_elf_section(const tern_elf_t *elf, size_t index);
tern_str_t tern_elf_section_name(const tern_elf_t *elf, const Elf64_Shdr *section);
// Nothing for a section that takes no place in the file.
tern_str_t tern_elf_contents(const tern_elf_t *elf, const Elf64_Shdr *section);
Elf64_Sym tern_elf_symbol(const tern_elf_t *elf, size_t index);
tern_str_t tern_elf_symbol_name(const tern_elf_t *elf, const Elf64_Sym *symbol);
// The number of the global symbol that is defined in the file, or 0.
size_t tern_elf_find(const tern_elf_t *elf, tern_str_t name);

#endif  // TERN_TARGET_OBJECT_ELF_H_
