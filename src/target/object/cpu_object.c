// Relocatable ELF objects with functions of include/tern/dispatch.h.
//
// An object says which functions it has, for which processor, and what it calls; it says nothing of what a function does with
// its parameters, so bindings and push constants are not checked. What the runtime's loader would refuse is refused here, but
// for the types of relocations. A function computes a whole workgroup, so what is said of its size and memory is for GPUs.

#include <string.h>

#include "base/cpu_symbol_names.h"
#include "ir/diagnostic.h"
#include "target/object/elf.h"
#include "target/object/object.h"

static const char *machine_name(unsigned machine) {
  return machine == EM_X86_64 ? "x86-64" : machine == EM_AARCH64 ? "AArch64" : "another processor";
}

static bool recognizes(tern_str_t code) { return tern_elf_is(code, EM_NONE) && !tern_elf_is(code, EM_CUDA); }

static bool refuse(const tern_object_t *object, const tern_object_kernel_t *kernel, const char *why, const char *note) {
  tern_op_error(kernel->export_op, "has code in '%.*s' that cannot be loaded: %s", (int)object->path.size,
                object->path.data, why);
  if (note) tern_emit_note(kernel->export_op->loc, "%s", note);
  return false;
}

static bool is_offered(tern_str_t name) {
#define HELPER(name, function) #name,
#define ONE(name) #name,
#define BOTH(name) #name, #name "f",
  static const char *const offered[] = {TERN_CPU_HELPERS(HELPER) TERN_CPU_LIBRARY(ONE, BOTH)};
#undef HELPER
#undef ONE
#undef BOTH
  for (size_t i = 0; i < sizeof offered / sizeof offered[0]; ++i) {
    if (tern_str_equal_cstr(name, offered[i])) return true;
  }
  // Of position-independent code, which names the table of addresses without asking for its place.
  return tern_str_equal_cstr(name, "_GLOBAL_OFFSET_TABLE_");
}

static bool check_symbols(const tern_object_t *object, const tern_object_kernel_t *kernel, const tern_elf_t *elf) {
  for (size_t i = 1; i < elf->symbol_count; ++i) {
    Elf64_Sym symbol = tern_elf_symbol(elf, i);
    tern_str_t name = tern_elf_symbol_name(elf, &symbol);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_TLS) {
      return refuse(object, kernel, "it has thread-local variables", NULL);
    }
    bool is_missing = symbol.st_shndx == SHN_UNDEF && name.size && ELF64_ST_BIND(symbol.st_info) != STB_WEAK;
    if (!is_missing || is_offered(name)) continue;
    tern_op_error(kernel->export_op, "has code in '%.*s' that needs '%.*s', which the runtime does not offer",
                  (int)object->path.size, object->path.data, (int)name.size, name.data);
    tern_emit_note(kernel->export_op->loc,
                   "it offers memcpy, memset, memcmp and the mathematics of the C library; put the rest into the same "
                   "object, and compile with -fno-stack-protector");
    return false;
  }
  return true;
}

// Code that runs before a kernel is called is run by nobody.
static bool check_sections(const tern_object_t *object, const tern_object_kernel_t *kernel, const tern_elf_t *elf) {
  for (size_t i = 1; i < elf->header.e_shnum; ++i) {
    Elf64_Shdr section = tern_elf_section(elf, i);
    if (!(section.sh_flags & SHF_ALLOC)) continue;
    if (section.sh_type == SHT_INIT_ARRAY || section.sh_type == SHT_FINI_ARRAY) {
      return refuse(object, kernel, "it has functions that run when it is loaded or unloaded", NULL);
    }
  }
  return true;
}

static void list_functions(const tern_elf_t *elf, tern_string_builder_t *out) {
  for (size_t i = 1; i < elf->symbol_count; ++i) {
    Elf64_Sym symbol = tern_elf_symbol(elf, i);
    bool is_function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF &&
                       ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;
    if (!is_function) continue;
    if (out->size) tern_string_builder_append_cstr(out, ", ");
    tern_string_builder_append(out, tern_elf_symbol_name(elf, &symbol));
  }
}

static bool find_kernel(const tern_object_t *object, tern_object_kernel_t *kernel, const tern_elf_t *elf) {
  tern_string_builder_t text = {0};
  bool is_found = tern_elf_find(elf, kernel->name) != 0;
  if (!is_found) {
    list_functions(elf, &text);
    tern_object_lacks_kernel(object, kernel, "the function", tern_string_builder_view(&text));
  } else {
    tern_object_grid_name(kernel, &text);
    kernel->has_grid = tern_elf_find(elf, tern_string_builder_view(&text)) != 0;
  }
  tern_string_builder_deinitialize(&text);
  return is_found;
}

static bool check(const tern_object_t *object, tern_object_kernel_t *kernel) {
  tern_elf_t elf;
  const char *why = tern_elf_read(object->code, &elf);
  if (why) return refuse(object, kernel, why, NULL);
  if (elf.header.e_machine != object->target->machine) {
    tern_op_error(kernel->export_op, "has code in '%.*s' for %s, but is for %s", (int)object->path.size,
                  object->path.data, machine_name(elf.header.e_machine), machine_name(object->target->machine));
    return false;
  }
  if (elf.header.e_type != ET_REL) {
    return refuse(object, kernel, "it is linked", "give what `cc -c` writes, and not a program or shared library");
  }
  return find_kernel(object, kernel, &elf) && check_symbols(object, kernel, &elf) &&
         check_sections(object, kernel, &elf);
}

const tern_object_reader_t tern_object_reader_cpu = {
    .backend = "llvm-cpu", .name = "an object file for CPUs", .recognizes = recognizes, .check = check};
