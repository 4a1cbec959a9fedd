#include "target/object/elf.h"

#include <string.h>

static bool is_inside(tern_str_t data, uint64_t offset, uint64_t size) {
  return offset <= data.size && size <= data.size - offset;
}

// What begins at an offset of a table of strings.
static tern_str_t text_at(tern_str_t table, size_t offset) {
  if (offset >= table.size) return (tern_str_t){0};
  return tern_str_make(table.data + offset, strnlen(table.data + offset, table.size - offset));
}

bool tern_elf_is(tern_str_t data, unsigned machine) {
  static const unsigned char identity[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB};
  Elf64_Ehdr header;
  if (data.size < sizeof header || memcmp(data.data, identity, sizeof identity) != 0) return false;
  memcpy(&header, data.data, sizeof header);
  return machine == EM_NONE || header.e_machine == machine;
}

const char *tern_elf_read(tern_str_t data, tern_elf_t *out_elf) {
  *out_elf = (tern_elf_t){.data = data};
  if (!tern_elf_is(data, EM_NONE)) return "it is no little-endian ELF file of 64 bits";
  memcpy(&out_elf->header, data.data, sizeof out_elf->header);
  const Elf64_Ehdr *header = &out_elf->header;
  if (header->e_shnum == 0 || header->e_shentsize != sizeof(Elf64_Shdr) ||
      !is_inside(data, header->e_shoff, (uint64_t)header->e_shnum * sizeof(Elf64_Shdr))) {
    return "its table of sections is not inside of the file";
  }
  for (size_t i = 0; i < header->e_shnum; ++i) {
    Elf64_Shdr section = tern_elf_section(out_elf, i);
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) continue;
    if (!is_inside(data, section.sh_offset, section.sh_size)) return "a section is not inside of the file";
    if (section.sh_type != SHT_SYMTAB) continue;
    if (section.sh_link >= header->e_shnum) return "its symbols have no names";
    Elf64_Shdr names = tern_elf_section(out_elf, section.sh_link);
    if (!is_inside(data, names.sh_offset, names.sh_size)) return "a section is not inside of the file";
    out_elf->symbols = tern_elf_contents(out_elf, &section);
    out_elf->symbol_names = tern_elf_contents(out_elf, &names);
    out_elf->symbol_count = section.sh_size / sizeof(Elf64_Sym);
  }
  Elf64_Shdr names = tern_elf_section(out_elf, header->e_shstrndx);
  if (is_inside(data, names.sh_offset, names.sh_size)) out_elf->section_names = tern_elf_contents(out_elf, &names);
  return NULL;
}

Elf64_Shdr tern_elf_section(const tern_elf_t *elf, size_t index) {
  Elf64_Shdr section = {0};
  if (index < elf->header.e_shnum) {
    memcpy(&section, elf->data.data + elf->header.e_shoff + index * sizeof section, sizeof section);
  }
  return section;
}

tern_str_t tern_elf_section_name(const tern_elf_t *elf, const Elf64_Shdr *section) {
  return text_at(elf->section_names, section->sh_name);
}

tern_str_t tern_elf_contents(const tern_elf_t *elf, const Elf64_Shdr *section) {
  bool has_none = section->sh_type == SHT_NOBITS || section->sh_type == SHT_NULL;
  return has_none ? (tern_str_t){0} : tern_str_make(elf->data.data + section->sh_offset, section->sh_size);
}

Elf64_Sym tern_elf_symbol(const tern_elf_t *elf, size_t index) {
  Elf64_Sym symbol = {0};
  if (index < elf->symbol_count) memcpy(&symbol, elf->symbols.data + index * sizeof symbol, sizeof symbol);
  return symbol;
}

tern_str_t tern_elf_symbol_name(const tern_elf_t *elf, const Elf64_Sym *symbol) {
  return text_at(elf->symbol_names, symbol->st_name);
}

size_t tern_elf_find(const tern_elf_t *elf, tern_str_t name) {
  for (size_t i = 1; i < elf->symbol_count; ++i) {
    Elf64_Sym symbol = tern_elf_symbol(elf, i);
    bool is_local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL || symbol.st_shndx == SHN_UNDEF;
    if (!is_local && tern_str_equal(tern_elf_symbol_name(elf, &symbol), name)) return i;
  }
  return 0;
}
