// Libraries of kernels: module files joined to one, and an object file around it.

#include "base/module_format.h"
#include "base/sink.h"
#include "base/vec.h"
#include "pipeline/kernel/compile_kernels.h"
#include "target/llvm_loader.h"

#include <stdlib.h>
#include <string.h>

// --- joining ---

typedef TERN_VEC(tern_module_section_t) sections_t;

static uint64_t read_word(const char *bytes, size_t size) {
  uint64_t value = 0;
  for (size_t i = size; i-- > 0;) value = value << 8 | (unsigned char)bytes[i];
  return value;
}

// The sections of a file that was just written. The runtime checks it all when the whole is loaded; here only what is read.
static bool add_sections(tern_str_t file, sections_t *sections) {
  enum { COUNT_OFFSET = 24, SECTION_OFFSET = 8, SECTION_SIZE = 16, WORD = 4 };
  if (file.size < TERN_MODULE_HEADER_SIZE || read_word(file.data, WORD) != TERN_MODULE_MAGIC ||
      read_word(file.data + WORD, WORD) != TERN_MODULE_VERSION)
    return false;
  uint64_t count = read_word(file.data + COUNT_OFFSET, WORD);
  if (count > (file.size - TERN_MODULE_HEADER_SIZE) / TERN_MODULE_SECTION_SIZE) return false;
  for (uint64_t i = 0; i < count; ++i) {
    const char *row = file.data + TERN_MODULE_HEADER_SIZE + i * TERN_MODULE_SECTION_SIZE;
    uint64_t offset = read_word(row + SECTION_OFFSET, sizeof offset), size = read_word(row + SECTION_SIZE, sizeof size);
    bool is_right =
        read_word(row, WORD) == TERN_MODULE_SECTION_EXECUTABLE && offset <= file.size && size <= file.size - offset;
    if (!is_right) return false;
    tern_module_section_t section = {.kind = TERN_MODULE_SECTION_EXECUTABLE,
                                     .alignment = 8,
                                     .data = tern_str_make(file.data + offset, (size_t)size)};
    tern_vec_push(sections, section);
  }
  return true;
}

tern_status_t tern_kernel_modules_join(const char *const *modules, const size_t *sizes, size_t count, char **out_data,
                                       size_t *out_size) {
  sections_t sections = {0};
  size_t right = 0;
  *out_data = NULL;
  *out_size = 0;
  while (right < count && add_sections(tern_str_make(modules[right], sizes[right]), &sections)) ++right;
  if (right == count) {
    tern_string_builder_t file = {0};
    tern_string_sink_t sink = tern_string_sink(&file);
    tern_module_write_sections(sections.values, sections.count, &sink.sink);
    *out_size = file.size;
    *out_data = tern_string_builder_take(&file);
  }
  tern_vec_deinitialize(&sections);
  return right == count ? tern_ok()
                        : tern_status_make(TERN_INVALID_ARGUMENT, "file %zu is no module of kernels", right);
}

// --- embedding ---

// The library as data: the file's bytes, and the struct of tern/kernel.h, of which the last member is filled in when it runs.
static void write_globals(const char *name, tern_str_t file, tern_string_builder_t *out) {
  unsigned long long size = file.size;
  tern_string_builder_append_format(out, "llvm.mlir.global internal constant @%s_module(\"", name);
  for (size_t i = 0; i < file.size; ++i) {
    tern_string_builder_append_format(out, "\\%02X", (unsigned char)file.data[i]);
  }
  tern_string_builder_append_format(out, "\") {addr_space = 0 : i32, alignment = %u : i64} : !llvm.array<%llu x i8>\n",
                                    TERN_MODULE_RODATA_ALIGNMENT, size);
  tern_string_builder_append_format(
      out,
      "llvm.mlir.global external @%s_library() {addr_space = 0 : i32} : !llvm.struct<(ptr, i64, ptr)> {\n"
      "  %%0 = llvm.mlir.addressof @%s_module : !llvm.ptr\n"
      "  %%1 = llvm.mlir.constant(%llu : i64) : i64\n"
      "  %%2 = llvm.mlir.zero : !llvm.struct<(ptr, i64, ptr)>\n"
      "  %%3 = llvm.insertvalue %%0, %%2[0] : !llvm.struct<(ptr, i64, ptr)>\n"
      "  %%4 = llvm.insertvalue %%1, %%3[1] : !llvm.struct<(ptr, i64, ptr)>\n"
      "  llvm.return %%4 : !llvm.struct<(ptr, i64, ptr)>\n"
      "}\n",
      name, name, size);
}

static tern_status_t make_object(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                 tern_llvm_buffer_t *out) {
  const tern_llvm_backend_t *backend;
  const tern_llvm_options_t llvm = {
      .triple = options->triple, .cpu = options->cpu, .features = options->features, .level = 1};
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(options->triple, &backend));
  return backend->compile(tern_compiler_module(compiler), &llvm, TERN_LLVM_OBJECT, out);
}

tern_status_t tern_kernel_module_embed(const char *module, size_t size, const char *name,
                                       const tern_compile_options_t *options, char **out_data, size_t *out_size) {
  static const tern_compile_options_t none;
  tern_compiler_t *compiler;
  tern_llvm_buffer_t object = {0};
  tern_string_builder_t text = {0};
  *out_data = NULL;
  *out_size = 0;
  TERN_RETURN_IF_ERROR(tern_compiler_create(&compiler));
  write_globals(name, tern_str_make(module, size), &text);
  tern_status_t status = tern_compiler_load_text(compiler, "library", text.data, text.size);
  tern_string_builder_deinitialize(&text);
  if (tern_status_is_ok(status)) status = make_object(compiler, options ? options : &none, &object);
  tern_compiler_destroy(compiler);
  *out_data = object.data;
  *out_size = object.size;
  return status;
}
