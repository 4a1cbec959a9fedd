// Cubins, machine code of NVIDIA's GPUs in ELF files, and fatbins, which hold several of these and PTX.
//
// A kernel `f` has a section .text.f, and what launches must know of it in .nv.info.f: a list of items of a format, a number and
// a value (source: LLVM's list of EIATTR_* and what cuobjdump shows of files of ptxas 13). Fatbins may be compressed, so nobody
// looks into them.

#include <stdio.h>
#include <string.h>

#include "ir/diagnostic.h"
#include "target/object/elf.h"
#include "target/object/object.h"
#include "target/ptx/cuda_image.h"

enum {
  ITEM_PARAMETER = 0x17,  // number, position, size of one
  ITEM_WORKGROUP = 0x10,  // .reqntid
  ITEM_CLUSTER = 0x3d,
  FORMAT_SIZED = 4,  // the value is as long as the 16 bits behind the number say
  ITEM_SIZE = 4,
  PARAMETER_MAX = 4096,
};

#define FATBIN_MAGIC 0xBA55ED50u

static uint32_t word_at(tern_str_t data, size_t offset) {
  uint32_t word = 0;
  if (offset + sizeof word <= data.size) memcpy(&word, data.data + offset, sizeof word);
  return word;
}

static bool is_cubin(tern_str_t code) { return tern_elf_is(code, EM_CUDA); }
static bool is_fatbin(tern_str_t code) { return word_at(code, 0) == FATBIN_MAGIC; }

// The processor: since version 8 of the ABI in the second byte of the flags.
static uint32_t architecture_of(const tern_elf_t *elf) {
  return elf->header.e_ident[EI_ABIVERSION] >= 8 ? elf->header.e_flags >> 8 & 0xff : elf->header.e_flags & 0xff;
}

static bool check_chips(const tern_object_t *object, tern_object_kernel_t *kernel, const tern_elf_t *elf) {
  tern_str_t rest = tern_str_from_cstr(object->target->chips);
  uint32_t given = architecture_of(elf), wanted;
  kernel->architecture = given;
  char suffix, name[32];
  while (rest.size) {
    tern_str_t chip = tern_str_trim(tern_str_split(&rest, ','));
    snprintf(name, sizeof name, "%.*s", (int)chip.size, chip.data);
    if (!tern_cuda_image_read_chip(name, &wanted, &suffix)) continue;
    if (given / 10 == wanted / 10 && given <= wanted) continue;
    tern_op_error(kernel->export_op, "has code in '%.*s' for sm_%u, which %s does not run", (int)object->path.size,
                  object->path.data, given, name);
    tern_emit_note(kernel->export_op->loc,
                   "machine code runs on processors of its own generation; compile the program for sm_%u alone, or "
                   "give PTX",
                   given);
    return false;
  }
  return true;
}

// `prefix` with the kernel's name behind it.
static bool find_section(const tern_elf_t *elf, const char *prefix, tern_str_t kernel, Elf64_Shdr *out_section) {
  for (size_t i = 1; i < elf->header.e_shnum; ++i) {
    *out_section = tern_elf_section(elf, i);
    tern_str_t name = tern_elf_section_name(elf, out_section);
    if (!tern_str_starts_with(name, tern_str_from_cstr(prefix))) continue;
    if (tern_str_equal(tern_str_drop(name, strlen(prefix)), kernel)) return true;
  }
  *out_section = (Elf64_Shdr){0};
  return false;
}

static void list_kernels(const tern_elf_t *elf, tern_string_builder_t *out) {
  static const char prefix[] = ".text.";
  for (size_t i = 1; i < elf->header.e_shnum; ++i) {
    Elf64_Shdr section = tern_elf_section(elf, i);
    tern_str_t name = tern_elf_section_name(elf, &section);
    if (!tern_str_starts_with(name, TERN_STR(prefix))) continue;
    if (out->size) tern_string_builder_append_cstr(out, ", ");
    tern_string_builder_append(out, tern_str_drop(name, sizeof prefix - 1));
  }
}

// --- what is to be known of a kernel ---

typedef struct info {
  bool has_workgroup, has_cluster;
  uint32_t workgroup[3];
  size_t parameter_count;
  uint32_t sizes[PARAMETER_MAX];  // bytes
} info_t;

static void read_info(tern_str_t items, info_t *out) {
  *out = (info_t){0};
  for (size_t at = 0; at + ITEM_SIZE <= items.size;) {
    uint32_t head = word_at(items, at), number = head >> 8 & 0xff;
    tern_str_t value = tern_str_drop(items, at + ITEM_SIZE);
    at += ITEM_SIZE + ((head & 0xff) == FORMAT_SIZED ? head >> 16 : 0);
    if (number == ITEM_PARAMETER) {
      uint32_t ordinal = word_at(value, 4) & 0xffff;
      if (ordinal >= PARAMETER_MAX) continue;
      out->sizes[ordinal] = word_at(value, 8) >> 18;
      if (ordinal >= out->parameter_count) out->parameter_count = ordinal + 1;
    }
    out->has_cluster |= number == ITEM_CLUSTER;
    if (number != ITEM_WORKGROUP) continue;
    out->has_workgroup = true;
    for (size_t i = 0; i < 3; ++i) out->workgroup[i] = word_at(value, 4 * i);
  }
}

static bool check_parameters(const tern_object_t *object, const tern_object_kernel_t *kernel, const info_t *info) {
  size_t expected = kernel->binding_count + kernel->constant_count, wrong = expected;
  for (size_t i = 0; i < expected && i < info->parameter_count && wrong == expected; ++i) {
    if (info->sizes[i] != (i < kernel->binding_count ? 8u : 4u)) wrong = i;
  }
  if (wrong == expected && info->parameter_count == expected) return true;
  if (wrong < expected) {
    tern_op_error(kernel->export_op, "hands over %d bytes as parameter %zu of '%.*s', which takes %u there in '%.*s'",
                  wrong < kernel->binding_count ? 8 : 4, wrong, (int)kernel->name.size, kernel->name.data,
                  info->sizes[wrong], (int)object->path.size, object->path.data);
  } else {
    tern_op_error(kernel->export_op, "hands over %zu parameters, but '%.*s' takes %zu in '%.*s'", expected,
                  (int)kernel->name.size, kernel->name.data, info->parameter_count, (int)object->path.size,
                  object->path.data);
  }
  tern_object_note_parameters(kernel);
  return false;
}

static void read_grid(const tern_elf_t *elf, tern_object_kernel_t *kernel) {
  tern_string_builder_t name = {0};
  tern_object_grid_name(kernel, &name);
  Elf64_Sym symbol = tern_elf_symbol(elf, tern_elf_find(elf, tern_string_builder_view(&name)));
  tern_string_builder_deinitialize(&name);
  Elf64_Shdr section = tern_elf_section(elf, symbol.st_shndx);
  tern_str_t contents = tern_elf_contents(elf, &section);
  kernel->has_grid = contents.size >= sizeof kernel->grid && symbol.st_value <= contents.size - sizeof kernel->grid;
  for (size_t i = 0; i < 3 && kernel->has_grid; ++i) kernel->grid[i] = word_at(contents, symbol.st_value + 4 * i);
}

static bool check_kernel(const tern_object_t *object, tern_object_kernel_t *kernel, const tern_elf_t *elf) {
  Elf64_Shdr section;
  info_t info;
  find_section(elf, ".nv.info.", kernel->name, &section);
  read_info(tern_elf_contents(elf, &section), &info);
  if (!check_parameters(object, kernel, &info)) return false;
  if (info.has_cluster) {
    return tern_op_error(kernel->export_op, "has a kernel with clusters in '%.*s', which are for generated code only",
                         (int)object->path.size, object->path.data);
  }
  if (info.has_workgroup && !tern_object_set_workgroup_size(object, kernel, info.workgroup)) return false;
  read_grid(elf, kernel);
  return true;
}

static bool check(const tern_object_t *object, tern_object_kernel_t *kernel) {
  tern_elf_t elf;
  Elf64_Shdr section;
  const char *why = tern_elf_read(object->code, &elf);
  if (why) {
    return tern_op_error(kernel->export_op, "has code in '%.*s' that cannot be loaded: %s", (int)object->path.size,
                         object->path.data, why);
  }
  if (!find_section(&elf, ".text.", kernel->name, &section)) {
    tern_string_builder_t names = {0};
    list_kernels(&elf, &names);
    tern_object_lacks_kernel(object, kernel, "the kernel", tern_string_builder_view(&names));
    tern_string_builder_deinitialize(&names);
    return false;
  }
  return check_chips(object, kernel, &elf) && check_kernel(object, kernel, &elf);
}

static bool check_fatbin(const tern_object_t *object, tern_object_kernel_t *kernel) {
  if (kernel->shared_size) {
    return tern_op_error(kernel->export_op, "has a workgroup_local_memory, which fatbins cannot be given");
  }
  tern_emit_warning(kernel->export_op->loc,
                    "nobody has looked into '%.*s', which is a fatbin: whether it has the kernel '%.*s' and what that "
                    "takes shows when it is loaded",
                    (int)object->path.size, object->path.data, (int)kernel->name.size, kernel->name.data);
  return true;
}

const tern_object_reader_t tern_object_reader_cubin = {
    .backend = "cuda", .name = "a cubin", .recognizes = is_cubin, .check = check};
const tern_object_reader_t tern_object_reader_fatbin = {
    .backend = "cuda", .name = "a fatbin", .recognizes = is_fatbin, .check = check_fatbin};
