// The merged file: header, contents of the sections, symbols, their names, the names of sections, table of sections.
//
// Sections stay apart, also those of one name, so that neither contents nor relocations change but for the numbers of symbols.
// (Source: System V ABI, chapter 4, Object Files.)

#include "target/llvm/merge_objects.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/string.h"
#include "base/vec.h"

typedef struct symbol {
  Elf64_Sym entry;   // st_name: in the merged names
  const char *name;  // in an object
} symbol_t;

typedef TERN_VEC(symbol_t) symbol_list_t;

// One object, and where its parts go.
typedef struct source {
  const char *data;
  size_t size;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
  const Elf64_Sym *symbols;
  size_t symbol_count;
  const char *names;          // of the symbols
  const char *section_names;  // of the sections
  uint32_t *section_numbers;  // owned: number in the merged file, 0 for those that are made anew
  uint32_t *symbol_numbers;   // owned
} source_t;

typedef struct merger {
  source_t *sources;  // owned
  size_t count;
  TERN_VEC(Elf64_Shdr) sections;
  symbol_list_t locals, globals;
  tern_string_builder_t bytes, symbol_names, section_names;
} merger_t;

static bool is_inside(const source_t *s, uint64_t offset, uint64_t size) {
  return offset <= s->size && size <= s->size - offset;
}

// --- reading ---

// False if the object is not as LLVM writes them.
static bool read_source(source_t *s) {
  static const unsigned char identity[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB};
  s->header = (const Elf64_Ehdr *)(const void *)s->data;
  if (s->size < sizeof *s->header || memcmp(s->data, identity, sizeof identity) != 0) return false;
  size_t count = s->header->e_shnum;
  if (s->header->e_type != ET_REL || count == 0 || s->header->e_shstrndx >= count ||
      !is_inside(s, s->header->e_shoff, count * sizeof(Elf64_Shdr))) {
    return false;
  }
  s->sections = (const Elf64_Shdr *)(const void *)(s->data + s->header->e_shoff);
  for (size_t i = 1; i < count; ++i) {
    const Elf64_Shdr *section = &s->sections[i];
    bool has_contents = section->sh_type != SHT_NOBITS;
    if (has_contents && !is_inside(s, section->sh_offset, section->sh_size)) return false;
    if (section->sh_type == SHT_GROUP || section->sh_type == SHT_SYMTAB_SHNDX) return false;
    if (section->sh_link >= count) return false;
    if (section->sh_type != SHT_SYMTAB) continue;
    s->symbols = (const Elf64_Sym *)(const void *)(s->data + section->sh_offset);
    s->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    s->names = s->data + s->sections[section->sh_link].sh_offset;
  }
  s->section_names = s->data + s->sections[s->header->e_shstrndx].sh_offset;
  s->section_numbers = tern_malloc(count * sizeof *s->section_numbers);
  s->symbol_numbers = tern_malloc((s->symbol_count + 1) * sizeof *s->symbol_numbers);
  memset(s->section_numbers, 0, count * sizeof *s->section_numbers);
  memset(s->symbol_numbers, 0, (s->symbol_count + 1) * sizeof *s->symbol_numbers);
  return true;
}

// --- contents ---

static uint32_t add_name(tern_string_builder_t *names, const char *name) {
  uint32_t at = (uint32_t)names->size;
  tern_string_builder_append(names, tern_str_make(name, strlen(name) + 1));
  return at;
}

static void align(merger_t *m, uint64_t alignment) {
  while (alignment > 1 && m->bytes.size % alignment) tern_string_builder_append_char(&m->bytes, '\0');
}

static void add_section(merger_t *m, Elf64_Shdr section, const char *name, const char *contents) {
  align(m, section.sh_type == SHT_NOBITS ? 1 : section.sh_addralign);
  section.sh_name = add_name(&m->section_names, name);
  section.sh_offset = m->bytes.size;
  if (section.sh_type != SHT_NOBITS) {
    tern_string_builder_append(&m->bytes, tern_str_make(contents, section.sh_size));
  }
  tern_vec_push(&m->sections, section);
}

// Names and symbols are made anew. What is empty says nothing: the .text of functions with sections of their own, or the note
// on executable stacks, of which one is enough.
static bool is_left_out(const source_t *s, const Elf64_Shdr *section) {
  return section->sh_type == SHT_STRTAB || section->sh_type == SHT_SYMTAB || section->sh_type == SHT_NULL ||
         (section->sh_type == SHT_PROGBITS && section->sh_size == 0) ||
         strcmp(s->section_names + section->sh_name, ".llvm_addrsig") == 0;
}

static void add_sections(merger_t *m, source_t *s) {
  for (size_t i = 0; i < s->header->e_shnum; ++i) {
    const Elf64_Shdr *section = &s->sections[i];
    if (i == 0 || is_left_out(s, section)) continue;
    s->section_numbers[i] = (uint32_t)m->sections.count;
    add_section(m, *section, s->section_names + section->sh_name, s->data + section->sh_offset);
  }
}

// --- symbols ---

static size_t find_global(const merger_t *m, const char *name) {
  size_t i = 0;
  while (i < m->globals.count && strcmp(m->globals.values[i].name, name) != 0) ++i;
  return i;
}

// Numbers of globals are counted from 0 until the number of locals is known.
static void add_symbols(merger_t *m, source_t *s) {
  for (size_t i = 1; i < s->symbol_count; ++i) {
    symbol_t symbol = {s->symbols[i], s->names + s->symbols[i].st_name};
    uint16_t section = symbol.entry.st_shndx;
    bool is_here = section != SHN_UNDEF && section < SHN_LORESERVE;
    if (is_here) symbol.entry.st_shndx = (uint16_t)s->section_numbers[section];
    if (is_here && symbol.entry.st_shndx == 0) continue;
    if (ELF64_ST_BIND(symbol.entry.st_info) == STB_LOCAL) {
      s->symbol_numbers[i] = (uint32_t)m->locals.count;
      tern_vec_push(&m->locals, symbol);
      continue;
    }
    size_t known = find_global(m, symbol.name);
    s->symbol_numbers[i] = (uint32_t)known;
    if (known == m->globals.count) {
      tern_vec_push(&m->globals, symbol);
    } else if (m->globals.values[known].entry.st_shndx == SHN_UNDEF) {
      m->globals.values[known] = symbol;
    }
  }
}

static void renumber_symbols(merger_t *m, source_t *s) {
  for (size_t i = 1; i < s->symbol_count; ++i) {
    if (ELF64_ST_BIND(s->symbols[i].st_info) != STB_LOCAL) s->symbol_numbers[i] += (uint32_t)m->locals.count;
  }
}

static void write_symbols(merger_t *m) {
  tern_string_builder_t entries = {0};
  const symbol_list_t *const lists[] = {&m->locals, &m->globals};
  for (size_t l = 0; l < 2; ++l) {
    for (size_t i = 0; i < lists[l]->count; ++i) {
      Elf64_Sym entry = lists[l]->values[i].entry;
      const char *name = lists[l]->values[i].name;
      entry.st_name = *name ? add_name(&m->symbol_names, name) : 0;
      tern_string_builder_append(&entries, tern_str_make((const char *)&entry, sizeof entry));
    }
  }
  Elf64_Shdr table = {.sh_type = SHT_SYMTAB,
                      .sh_size = entries.size,
                      .sh_link = (uint32_t)m->sections.count + 1,
                      .sh_info = (uint32_t)m->locals.count,
                      .sh_addralign = 8,
                      .sh_entsize = sizeof(Elf64_Sym)};
  add_section(m, table, ".symtab", entries.data);
  Elf64_Shdr names = {.sh_type = SHT_STRTAB, .sh_size = m->symbol_names.size, .sh_addralign = 1};
  add_section(m, names, ".strtab", m->symbol_names.data);
  tern_string_builder_deinitialize(&entries);
}

// --- relocations ---

// The sections of `s` in the merged file get the numbers of symbols and sections that are valid there.
static void renumber_relocations(merger_t *m, const source_t *s, uint32_t symbol_table) {
  for (size_t i = 1; i < s->header->e_shnum; ++i) {
    uint32_t number = s->section_numbers[i];
    if (!number) continue;
    Elf64_Shdr *section = &m->sections.values[number];
    bool is_relocation = section->sh_type == SHT_RELA;
    if (section->sh_link) section->sh_link = is_relocation ? symbol_table : s->section_numbers[section->sh_link];
    if (!is_relocation) continue;
    section->sh_info = s->section_numbers[section->sh_info];
    for (size_t at = 0; at + sizeof(Elf64_Rela) <= section->sh_size; at += sizeof(Elf64_Rela)) {
      Elf64_Rela relocation;
      char *place = m->bytes.data + section->sh_offset + at;
      memcpy(&relocation, place, sizeof relocation);
      uint64_t symbol = ELF64_R_SYM(relocation.r_info);
      relocation.r_info = ELF64_R_INFO((uint64_t)s->symbol_numbers[symbol], ELF64_R_TYPE(relocation.r_info));
      memcpy(place, &relocation, sizeof relocation);
    }
  }
}

// --- the file ---

static void write_file(merger_t *m) {
  static const Elf64_Shdr no_section;
  Elf64_Ehdr header = *m->sources[0].header;
  tern_string_builder_append(&m->bytes, tern_str_make((const char *)&header, sizeof header));
  tern_string_builder_append_char(&m->symbol_names, '\0');
  tern_string_builder_append_char(&m->section_names, '\0');
  tern_vec_push(&m->sections, no_section);
  tern_vec_push(&m->locals, (symbol_t){.name = ""});
  for (size_t i = 0; i < m->count; ++i) add_sections(m, &m->sources[i]);
  for (size_t i = 0; i < m->count; ++i) add_symbols(m, &m->sources[i]);
  for (size_t i = 0; i < m->count; ++i) renumber_symbols(m, &m->sources[i]);
  uint32_t symbol_table = (uint32_t)m->sections.count;
  for (size_t i = 0; i < m->count; ++i) renumber_relocations(m, &m->sources[i], symbol_table);
  write_symbols(m);
  add_section(m, (Elf64_Shdr){.sh_type = SHT_PROGBITS, .sh_addralign = 1}, ".note.GNU-stack", "");
  static const char own_name[] = ".shstrtab";
  Elf64_Shdr names = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
  names.sh_size = m->section_names.size + sizeof own_name;
  names.sh_name = add_name(&m->section_names, own_name);
  names.sh_offset = m->bytes.size;
  tern_string_builder_append(&m->bytes, tern_str_make(m->section_names.data, m->section_names.size));
  tern_vec_push(&m->sections, names);
  align(m, 8);
  header.e_shoff = m->bytes.size;
  header.e_shnum = (uint16_t)m->sections.count;
  header.e_shstrndx = (uint16_t)(m->sections.count - 1);
  tern_string_builder_append(
      &m->bytes, tern_str_make((const char *)m->sections.values, m->sections.count * sizeof m->sections.values[0]));
  memcpy(m->bytes.data, &header, sizeof header);
}

tern_status_t tern_llvm_merge_objects(const tern_llvm_buffer_t *objects, size_t count, tern_llvm_buffer_t *out_object) {
  merger_t m = {.sources = tern_malloc((count + 1) * sizeof(source_t)), .count = count};
  bool is_right = count > 0;
  size_t sections = 0;
  for (size_t i = 0; i < count; ++i) {
    m.sources[i] = (source_t){.data = objects[i].data, .size = objects[i].size};
    is_right = is_right && read_source(&m.sources[i]);
    sections += is_right ? m.sources[i].header->e_shnum : 0;
  }
  tern_status_t status = tern_ok();
  if (is_right && sections < SHN_LORESERVE) {
    write_file(&m);
    *out_object = (tern_llvm_buffer_t){.size = m.bytes.size};
    out_object->data = tern_string_builder_take(&m.bytes);
  } else {
    status = tern_status_make(TERN_UNSUPPORTED, "the object files of %zu parts of a module cannot be made one", count);
  }
  for (size_t i = 0; i < count; ++i) {
    free(m.sources[i].section_numbers);
    free(m.sources[i].symbol_numbers);
  }
  free(m.sources);
  tern_vec_deinitialize(&m.sections);
  tern_vec_deinitialize(&m.locals);
  tern_vec_deinitialize(&m.globals);
  tern_string_builder_deinitialize(&m.bytes);
  tern_string_builder_deinitialize(&m.symbol_names);
  tern_string_builder_deinitialize(&m.section_names);
  return status;
}
