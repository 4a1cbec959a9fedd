// Loading in five steps: check the tables, plan the layout, copy the sections, relocate, set the protection.
//
// The image is one mapping, so that its parts can reach each other:
//
//   code       executable sections, then a stub for each function of the host that is called
//   constants  other sections that are not written, then the global offset table: a slot for each symbol that needs one
//   data       sections that are written
//
// Each part starts at a page of its own and gets its own protection.

#include "runtime/drivers/cpu/cpu_elf.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/drivers/cpu/cpu_relocation.h"
#include "runtime/drivers/cpu/cpu_symbols.h"

#if defined(__x86_64__)
enum { HOST_MACHINE = EM_X86_64 };
static const char host_format[] = "embedded-elf-x86_64";
// jmp *2(%rip), padding; the address follows.
static const unsigned char stub_code[8] = {0xff, 0x25, 0x02, 0x00, 0x00, 0x00, 0xcc, 0xcc};
#elif defined(__aarch64__)
enum { HOST_MACHINE = EM_AARCH64 };
static const char host_format[] = "embedded-elf-arm_64";
// ldr x16, #8; br x16; the address follows.
static const unsigned char stub_code[8] = {0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1f, 0xd6};
#else
enum { HOST_MACHINE = EM_NONE };
static const unsigned char stub_code[8];
#endif

enum {
  STUB_SIZE = 16,               // code and address
  SLOT_SIZE = 8,                // an address
  SECTION_COUNT_MAX = 1 << 16,  // far beyond what is ever needed; keeps sums from overflowing
  UNWIND_SECTION = 0x70000001,  // SHT_X86_64_UNWIND
  ALIGNMENT_MAX = 4096,
};

typedef enum part { PART_CODE, PART_CONSTANTS, PART_DATA, PART_COUNT, PART_NONE = PART_COUNT } part_t;

// Where a section goes.
typedef struct placement {
  uint8_t part;     // part_t; PART_NONE: the section is not loaded
  uint64_t offset;  // in the image
} placement_t;

struct tern_cpu_elf_t {
  unsigned char *image;  // mapped
  size_t image_size;
  // The names and addresses of the global functions.
  struct elf_function {
    const char *name;  // in `names`
    void *address;
  } *functions;  // owned
  size_t function_count;
  char *names;  // owned
};

// A load under way.
typedef struct loader {
  const unsigned char *data;
  size_t size;
  const Elf64_Ehdr *header;
  const Elf64_Shdr *sections;
  size_t section_count;
  const Elf64_Sym *symbols;
  size_t symbol_count;
  const char *strings;  // of the symbols
  size_t strings_size;
  placement_t *placements;  // owned; a row for each section
  // Owned; for each symbol its number of slot and stub plus one, 0 if it has none, and its address.
  uint32_t *slots, *stubs;
  uint64_t *addresses;
  size_t slot_count, stub_count;
  uint64_t stub_offset, slot_offset;  // in the image
  uint64_t part_ends[PART_COUNT];     // in the image, whole pages
  unsigned char *image;
  size_t image_size;
} loader_t;

static tern_status_t refuse(const char *what) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "the object file is malformed: %s", what);
}

static bool is_inside(const loader_t *l, uint64_t offset, uint64_t size) {
  return offset <= l->size && size <= l->size - offset;
}

//---- Tables ----

static tern_status_t check_header(loader_t *l) {
  static const unsigned char identity[] = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
  l->header = (const Elf64_Ehdr *)l->data;
  if (l->size < sizeof(*l->header) || memcmp(l->header->e_ident, identity, sizeof(identity)) != 0) {
    return refuse("it is no little-endian ELF file of 64 bits");
  }
  if (l->header->e_type != ET_REL) return refuse("it is not relocatable");
  if (HOST_MACHINE == EM_NONE || l->header->e_machine != HOST_MACHINE) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the object file is for machine %u, this is machine %u",
                            l->header->e_machine, (unsigned)HOST_MACHINE);
  }
  uint64_t count = l->header->e_shnum;
  if (l->header->e_shentsize != sizeof(Elf64_Shdr) || l->header->e_shoff % 8 != 0 || !count ||
      count >= SECTION_COUNT_MAX || !is_inside(l, l->header->e_shoff, count * sizeof(Elf64_Shdr))) {
    return refuse("the table of sections is not inside of the file");
  }
  l->sections = (const Elf64_Shdr *)(l->data + l->header->e_shoff);
  l->section_count = count;
  for (size_t i = 1; i < count; ++i) {
    const Elf64_Shdr *section = &l->sections[i];
    if (section->sh_type != SHT_NOBITS && !is_inside(l, section->sh_offset, section->sh_size)) {
      return refuse("a section is not inside of the file");
    }
    if (section->sh_addralign & (section->sh_addralign - 1) || section->sh_addralign > ALIGNMENT_MAX) {
      return refuse("a section has an alignment that is no power of two, or too large");
    }
  }
  return tern_ok();
}

static tern_status_t check_symbol(const loader_t *l, const Elf64_Sym *symbol) {
  unsigned type = ELF64_ST_TYPE(symbol->st_info);
  if (symbol->st_name >= l->strings_size) return refuse("a symbol has no name");
  const char *name = l->strings + symbol->st_name;
  if (type == STT_TLS || type == STT_GNU_IFUNC || symbol->st_shndx == SHN_COMMON || symbol->st_shndx == SHN_XINDEX) {
    return tern_status_make(TERN_UNSUPPORTED, "symbol '%.60s' of the object file is of a kind that cannot be loaded",
                            name);
  }
  if (symbol->st_shndx == SHN_UNDEF || symbol->st_shndx == SHN_ABS) return tern_ok();
  if (symbol->st_shndx >= l->section_count) return refuse("a symbol is in a section that does not exist");
  if (symbol->st_value > l->sections[symbol->st_shndx].sh_size) return refuse("a symbol is outside of its section");
  return tern_ok();
}

static tern_status_t find_symbols(loader_t *l) {
  for (size_t i = 1; i < l->section_count; ++i) {
    const Elf64_Shdr *section = &l->sections[i];
    if (section->sh_type != SHT_SYMTAB) continue;
    if (l->symbols) return refuse("it has several tables of symbols");
    if (section->sh_entsize != sizeof(Elf64_Sym) || section->sh_offset % 8 != 0 ||
        section->sh_link >= l->section_count || l->sections[section->sh_link].sh_type != SHT_STRTAB) {
      return refuse("the table of symbols is not one");
    }
    const Elf64_Shdr *strings = &l->sections[section->sh_link];
    l->symbols = (const Elf64_Sym *)(l->data + section->sh_offset);
    l->symbol_count = section->sh_size / sizeof(Elf64_Sym);
    l->strings = (const char *)l->data + strings->sh_offset;
    l->strings_size = strings->sh_size;
    if (!l->strings_size || l->strings[l->strings_size - 1]) return refuse("the names of symbols have no end");
  }
  for (size_t i = 0; i < l->symbol_count; ++i) TERN_RETURN_IF_ERROR(check_symbol(l, &l->symbols[i]));
  return tern_ok();
}

//---- Layout ----

static uint64_t align_up(uint64_t value, uint64_t alignment) { return (value + alignment - 1) & ~(alignment - 1); }

// Sections for debuggers and for unwinding are left out: nothing throws through a kernel.
static part_t choose_part(const loader_t *l, const Elf64_Shdr *section) {
  if (!(section->sh_flags & SHF_ALLOC) || section->sh_type == UNWIND_SECTION) return PART_NONE;
  if (section->sh_type == SHT_NOTE) return PART_NONE;
  const Elf64_Shdr *names = l->header->e_shstrndx < l->section_count ? &l->sections[l->header->e_shstrndx] : NULL;
  static const char unwind[] = ".eh_frame";
  if (names && names->sh_type == SHT_STRTAB && section->sh_name < names->sh_size &&
      names->sh_size - section->sh_name >= sizeof(unwind) &&
      memcmp(l->data + names->sh_offset + section->sh_name, unwind, sizeof(unwind)) == 0) {
    return PART_NONE;
  }
  if (section->sh_flags & SHF_EXECINSTR) return PART_CODE;
  return section->sh_flags & SHF_WRITE ? PART_DATA : PART_CONSTANTS;
}

static tern_status_t choose_parts(loader_t *l) {
  l->placements = calloc(l->section_count, sizeof(*l->placements));
  if (!l->placements) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory to load an object file");
  for (size_t i = 0; i < l->section_count; ++i) {
    const Elf64_Shdr *section = &l->sections[i];
    part_t part = i ? choose_part(l, section) : PART_NONE;
    l->placements[i].part = (uint8_t)part;
    if (part == PART_NONE) continue;
    bool has_flags = section->sh_flags & SHF_TLS || (part == PART_CODE && section->sh_flags & SHF_WRITE);
    if (has_flags || (section->sh_type != SHT_PROGBITS && section->sh_type != SHT_NOBITS)) {
      return tern_status_make(TERN_UNSUPPORTED, "section %zu of the object file is of a kind that cannot be loaded", i);
    }
    if (section->sh_size > PTRDIFF_MAX / SECTION_COUNT_MAX) return refuse("a section is too large");
  }
  return tern_ok();
}

// The relocations of `section`, or NULL if it holds none for a section that is loaded.
static tern_status_t get_relocations(const loader_t *l, const Elf64_Shdr *section, const Elf64_Rela **out_relocations,
                                     size_t *out_count) {
  *out_relocations = NULL;
  *out_count = 0;
  if (section->sh_type != SHT_RELA && section->sh_type != SHT_REL) return tern_ok();
  if (section->sh_info >= l->section_count) return refuse("relocations are for a section that does not exist");
  if (l->placements[section->sh_info].part == PART_NONE) return tern_ok();
  if (section->sh_type == SHT_REL || section->sh_entsize != sizeof(Elf64_Rela) || section->sh_offset % 8 != 0 ||
      l->sections[section->sh_info].sh_type != SHT_PROGBITS) {
    return refuse("relocations are of the wrong form");
  }
  *out_relocations = (const Elf64_Rela *)(l->data + section->sh_offset);
  *out_count = section->sh_size / sizeof(Elf64_Rela);
  return tern_ok();
}

// Checks a relocation, and gives its symbol a slot or a stub if it needs one.
static tern_status_t plan_relocation(loader_t *l, const Elf64_Shdr *target, const Elf64_Rela *relocation) {
  size_t size, index = ELF64_R_SYM(relocation->r_info);
  uint32_t type = ELF64_R_TYPE(relocation->r_info);
  tern_relocation_target_t kind = tern_relocation_target(HOST_MACHINE, type, &size);
  if (kind == TERN_RELOCATION_UNKNOWN) {
    return tern_status_make(TERN_UNSUPPORTED, "the object file has relocations of type %u, which cannot be done", type);
  }
  if (relocation->r_offset > target->sh_size || size > target->sh_size - relocation->r_offset) {
    return refuse("a relocation is outside of its section");
  }
  if (index >= l->symbol_count) return refuse("a relocation is for a symbol that does not exist");
  const Elf64_Sym *symbol = &l->symbols[index];
  bool is_inside_object = symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS;
  if (is_inside_object && kind != TERN_RELOCATION_NONE && l->placements[symbol->st_shndx].part == PART_NONE) {
    return refuse("a relocation is for a symbol in a section that is not loaded");
  }
  if (kind == TERN_RELOCATION_SLOT && !l->slots[index]) l->slots[index] = (uint32_t)++l->slot_count;
  if (kind == TERN_RELOCATION_NEAR && !is_inside_object && !l->stubs[index]) {
    l->stubs[index] = (uint32_t)++l->stub_count;
  }
  return tern_ok();
}

static tern_status_t plan_relocations(loader_t *l) {
  l->slots = calloc(l->symbol_count + 1, sizeof(*l->slots));
  l->stubs = calloc(l->symbol_count + 1, sizeof(*l->stubs));
  l->addresses = calloc(l->symbol_count + 1, sizeof(*l->addresses));
  if (!l->slots || !l->stubs || !l->addresses) {
    return tern_status_make(TERN_OUT_OF_MEMORY, "no memory to load an object file");
  }
  for (size_t i = 1; i < l->section_count; ++i) {
    const Elf64_Rela *relocations;
    size_t count;
    TERN_RETURN_IF_ERROR(get_relocations(l, &l->sections[i], &relocations, &count));
    for (size_t j = 0; j < count; ++j) {
      TERN_RETURN_IF_ERROR(plan_relocation(l, &l->sections[l->sections[i].sh_info], &relocations[j]));
    }
  }
  return tern_ok();
}

static tern_status_t place_sections(loader_t *l) {
  // Sanitizers of the caller look for a mark of theirs in front of a function: there has to be something in front.
  uint64_t page_size = (uint64_t)sysconf(_SC_PAGESIZE), offset = STUB_SIZE;
  for (int part = 0; part < PART_COUNT; ++part) {
    for (size_t i = 0; i < l->section_count; ++i) {
      if (l->placements[i].part != part) continue;
      offset = align_up(offset, l->sections[i].sh_addralign ? l->sections[i].sh_addralign : 1);
      l->placements[i].offset = offset;
      offset += l->sections[i].sh_size;
    }
    offset = align_up(offset, STUB_SIZE);
    if (part == PART_CODE) {
      l->stub_offset = offset;
      offset += l->stub_count * STUB_SIZE;
    } else if (part == PART_CONSTANTS) {
      l->slot_offset = offset;
      offset += l->slot_count * SLOT_SIZE;
    }
    offset = align_up(offset, page_size);
    l->part_ends[part] = offset;
  }
  l->image_size = offset;
  void *image = mmap(NULL, l->image_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (image == MAP_FAILED)
    return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %zu bytes of code", l->image_size);
  l->image = image;
  for (size_t i = 0; i < l->section_count; ++i) {
    const Elf64_Shdr *section = &l->sections[i];
    if (l->placements[i].part == PART_NONE || section->sh_type == SHT_NOBITS || !section->sh_size) continue;
    memcpy(l->image + l->placements[i].offset, l->data + section->sh_offset, section->sh_size);
  }
  return tern_ok();
}

//---- Relocation ----

static tern_status_t resolve_symbols(loader_t *l) {
  for (size_t i = 0; i < l->symbol_count; ++i) {
    const Elf64_Sym *symbol = &l->symbols[i];
    if (symbol->st_shndx == SHN_ABS) {
      l->addresses[i] = symbol->st_value;
    } else if (symbol->st_shndx != SHN_UNDEF) {
      const placement_t *placement = &l->placements[symbol->st_shndx];
      if (placement->part != PART_NONE) {
        l->addresses[i] = (uint64_t)(uintptr_t)l->image + placement->offset + symbol->st_value;
      }
    } else if (i && symbol->st_name) {
      const char *name = l->strings + symbol->st_name;
      l->addresses[i] = tern_cpu_symbol_find(name);
      if (!l->addresses[i] && ELF64_ST_BIND(symbol->st_info) != STB_WEAK) {
        return tern_status_make(TERN_NOT_FOUND, "the object file calls '%.100s', which the runtime does not offer",
                                name);
      }
    }
    if (l->slots[i]) memcpy(l->image + l->slot_offset + (l->slots[i] - 1) * SLOT_SIZE, &l->addresses[i], SLOT_SIZE);
    if (l->stubs[i]) {
      unsigned char *stub = l->image + l->stub_offset + (l->stubs[i] - 1) * STUB_SIZE;
      memcpy(stub, stub_code, sizeof(stub_code));
      memcpy(stub + sizeof(stub_code), &l->addresses[i], sizeof(l->addresses[i]));
    }
  }
  return tern_ok();
}

static tern_status_t relocate_section(loader_t *l, const Elf64_Shdr *section) {
  const Elf64_Rela *relocations;
  size_t count, size;
  TERN_RETURN_IF_ERROR(get_relocations(l, section, &relocations, &count));
  for (size_t i = 0; i < count; ++i) {
    size_t index = ELF64_R_SYM(relocations[i].r_info);
    uint32_t type = ELF64_R_TYPE(relocations[i].r_info);
    uint64_t target = l->addresses[index];
    tern_relocation_target_t kind = tern_relocation_target(HOST_MACHINE, type, &size);
    if (kind == TERN_RELOCATION_SLOT) {
      target = (uint64_t)(uintptr_t)(l->image + l->slot_offset + (l->slots[index] - 1) * SLOT_SIZE);
    } else if (kind == TERN_RELOCATION_NEAR && l->stubs[index]) {
      target = (uint64_t)(uintptr_t)(l->image + l->stub_offset + (l->stubs[index] - 1) * STUB_SIZE);
    }
    unsigned char *place = l->image + l->placements[section->sh_info].offset + relocations[i].r_offset;
    const char *what =
        tern_relocation_apply(HOST_MACHINE, type, place, (uint64_t)(uintptr_t)place, target, relocations[i].r_addend);
    if (what) return refuse(what);
  }
  return tern_ok();
}

static tern_status_t protect(const loader_t *l) {
  static const int protections[PART_COUNT] = {
      [PART_CODE] = PROT_READ | PROT_EXEC, [PART_CONSTANTS] = PROT_READ, [PART_DATA] = PROT_READ | PROT_WRITE};
  uint64_t begin = 0;
  for (int part = 0; part < PART_DATA; ++part) {
    uint64_t end = l->part_ends[part];
    if (end > begin && mprotect(l->image + begin, end - begin, protections[part]) != 0) {
      return tern_status_make(TERN_UNSUPPORTED, "the system refuses to run code that was loaded");
    }
    begin = end;
  }
  __builtin___clear_cache((char *)l->image, (char *)l->image + l->part_ends[PART_CODE]);
  return tern_ok();
}

//---- The object ----

static bool is_exported_function(const loader_t *l, const Elf64_Sym *symbol) {
  return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && ELF64_ST_BIND(symbol->st_info) != STB_LOCAL &&
         symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < l->section_count &&
         l->placements[symbol->st_shndx].part == PART_CODE;
}

static tern_status_t collect_functions(const loader_t *l, tern_cpu_elf_t *elf) {
  size_t names_size = 0;
  for (size_t i = 0; i < l->symbol_count; ++i) {
    if (!is_exported_function(l, &l->symbols[i])) continue;
    ++elf->function_count;
    names_size += strlen(l->strings + l->symbols[i].st_name) + 1;
  }
  elf->functions = calloc(elf->function_count + 1, sizeof(*elf->functions));
  elf->names = malloc(names_size + 1);
  if (!elf->functions || !elf->names) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory to load an object file");
  struct elf_function *function = elf->functions;
  char *name = elf->names;
  for (size_t i = 0; i < l->symbol_count; ++i) {
    if (!is_exported_function(l, &l->symbols[i])) continue;
    size_t size = strlen(l->strings + l->symbols[i].st_name) + 1;
    memcpy(name, l->strings + l->symbols[i].st_name, size);
    *function++ = (struct elf_function){name, (void *)(uintptr_t)l->addresses[i]};
    name += size;
  }
  return tern_ok();
}

static tern_status_t load(loader_t *l, tern_cpu_elf_t *elf) {
  TERN_RETURN_IF_ERROR(check_header(l));
  TERN_RETURN_IF_ERROR(find_symbols(l));
  TERN_RETURN_IF_ERROR(choose_parts(l));
  TERN_RETURN_IF_ERROR(plan_relocations(l));
  TERN_RETURN_IF_ERROR(place_sections(l));
  elf->image = l->image;
  elf->image_size = l->image_size;
  TERN_RETURN_IF_ERROR(resolve_symbols(l));
  for (size_t i = 1; i < l->section_count; ++i) TERN_RETURN_IF_ERROR(relocate_section(l, &l->sections[i]));
  TERN_RETURN_IF_ERROR(protect(l));
  return collect_functions(l, elf);
}

const char *tern_cpu_elf_format(void) {
#if defined(__x86_64__) || defined(__aarch64__)
  return host_format;
#else
  return NULL;
#endif
}

tern_status_t tern_cpu_elf_load(const void *data, size_t size, tern_cpu_elf_t **out_elf) {
  *out_elf = NULL;
  tern_cpu_elf_t *elf = calloc(1, sizeof(*elf));
  if (!elf) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory to load an object file");
  // The tables are read in place, so they have to be aligned.
  void *copy = NULL;
  if ((uintptr_t)data % 8 != 0 && size) {
    copy = malloc(size);
    if (copy) memcpy(copy, data, size);
  }
  loader_t l = {.data = copy ? copy : data, .size = size};
  tern_status_t status = (uintptr_t)l.data % 8 == 0
                             ? load(&l, elf)
                             : tern_status_make(TERN_OUT_OF_MEMORY, "no memory to load an object file");
  free(l.placements);
  free(l.slots);
  free(l.stubs);
  free(l.addresses);
  free(copy);
  if (tern_status_is_ok(status)) {
    *out_elf = elf;
  } else {
    tern_cpu_elf_destroy(elf);
  }
  return status;
}

void tern_cpu_elf_destroy(tern_cpu_elf_t *elf) {
  if (!elf) return;
  if (elf->image) munmap(elf->image, elf->image_size);
  free(elf->functions);
  free(elf->names);
  free(elf);
}

void *tern_cpu_elf_find(const tern_cpu_elf_t *elf, const char *name, const char *suffix) {
  size_t size = strlen(name);
  for (size_t i = 0; i < elf->function_count; ++i) {
    const char *candidate = elf->functions[i].name;
    if (strncmp(candidate, name, size) == 0 && strcmp(candidate + size, suffix) == 0) return elf->functions[i].address;
  }
  return NULL;
}
