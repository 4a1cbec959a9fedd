// What a source of the host's side says to the runtime when the program starts: the fatbinary, and which function and which variable of
// the host's stands for which of the device's. Kernels have the same mangled name on both sides, so the name in the PTX is the symbol.

#include <ctype.h>
#include <stdlib.h>

#include "clang/host_source.h"

// --- names in PTX ---

typedef struct symbols {
  TERN_VEC(tern_str_t) kernels, variables;
} symbols_t;

// The word before a bracket, a semicolon or an equals sign.
static tern_str_t name_in(tern_str_t line) {
  size_t end = 0;
  while (end < line.size && !strchr("([;=", line.data[end])) ++end;
  tern_str_t head = tern_str_trim(tern_str_make(line.data, end));
  size_t start = head.size;
  while (start > 0 && !isspace((unsigned char)head.data[start - 1])) --start;
  return tern_str_drop(head, start);
}

static bool has_word(tern_str_t line, const char *word) {
  return memmem(line.data, line.size, word, strlen(word)) != NULL;
}

static void read_symbols(tern_str_t ptx, symbols_t *out_symbols) {
  while (ptx.size > 0) {
    tern_str_t line = tern_str_split(&ptx, '\n');
    if (line.size == 0 || line.data[0] != '.') continue;
    if (has_word(line, ".entry ")) tern_vec_push(&out_symbols->kernels, name_in(line));
    bool is_variable = has_word(line, ".global ") || has_word(line, ".const ");
    if (is_variable && !has_word(line, ".extern ")) tern_vec_push(&out_symbols->variables, name_in(line));
  }
}

// Is it an instance of a template? Then the host's compiler makes it where the source uses it: `_Z`, scopes with their lengths, `I`.
static bool is_instance(tern_str_t name) {
  static const tern_str_t prefix = {"_Z", 2};
  if (!tern_str_starts_with(name, prefix)) return false;
  size_t at = prefix.size;
  while (at < name.size) {
    if (name.data[at] == 'I') return true;
    size_t length = 0, digits = at;
    for (; digits < name.size && isdigit((unsigned char)name.data[digits]); ++digits)
      length = length * 10 + (size_t)(name.data[digits] - '0');
    if (length) {
      at = digits + length;
    } else if (name.data[at] == 'N' || name.data[at] == 'L') {
      ++at;
    } else {
      return false;
    }
  }
  return false;
}

// --- variables of the source ---

// Its name to the linker, by the rules of the Itanium C++ ABI.
static char *mangle_variable(const tern_host_source_t *source, size_t index) {
  const tern_ast_node_t *node = &source->ast->nodes.values[index];
  tern_string_builder_t scopes = {0}, out = {0};
  tern_host_append_scopes(source->ast, index, NULL, &scopes);
  tern_str_t name = tern_ast_name(node);
  bool is_member = false;
  size_t parent = tern_ast_parent(source->ast, index);
  if (parent != SIZE_MAX) is_member = tern_str_equal_cstr(source->ast->nodes.values[parent].kind, "CXXRecordDecl");
  const char *local = tern_ast_says(node, "static") && !is_member ? "L" : "";
  if (scopes.size) {
    tern_string_builder_append_format(&out, "_ZN%s%s%zu%.*sE", scopes.data, local, name.size, (int)name.size,
                                      name.data);
  } else if (*local) {
    tern_string_builder_append_format(&out, "_ZL%zu%.*s", name.size, (int)name.size, name.data);
  } else {
    tern_string_builder_append(&out, name);
  }
  tern_string_builder_deinitialize(&scopes);
  return tern_string_builder_take(&out);
}

static bool has_symbol(const symbols_t *symbols, const char *name) {
  for (size_t i = 0; i < symbols->variables.count; ++i) {
    if (tern_str_equal_cstr(symbols->variables.values[i], name)) return true;
  }
  return false;
}

// Variables that the PTX does not have are used by no kernel.
static void register_variable(const tern_host_source_t *source, size_t index, const symbols_t *symbols,
                              tern_string_builder_t *out) {
  const tern_ast_t *ast = source->ast;
  const tern_ast_node_t *node = &ast->nodes.values[index];
  bool is_constant = tern_host_has_attribute(ast, index, "CUDAConstantAttr");
  bool is_of_device = is_constant || tern_host_has_attribute(ast, index, "CUDADeviceAttr");
  if (!is_of_device || tern_ast_says(node, "extern") || tern_host_is_local(ast, index)) return;
  char *mangled = mangle_variable(source, index);
  if (has_symbol(symbols, mangled)) {
    tern_string_builder_t path = {0};
    tern_host_append_scopes(ast, index, &path, NULL);
    tern_str_t name = tern_ast_name(node);
    tern_string_builder_append(&path, name);
    tern_string_builder_append_format(
        out, "  __cudaRegisterVar(tern_module, (char *)&%s, (char *)\"%s\", \"%s\", 0, sizeof(%s), %d, 0);\n",
        path.data, mangled, mangled, path.data, is_constant);
    tern_string_builder_deinitialize(&path);
  }
  free(mangled);
}

// --- text ---

static void declare_kernels(const symbols_t *symbols, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "\nextern \"C\" {\n");
  for (size_t i = 0; i < symbols->kernels.count; ++i) {
    tern_str_t name = symbols->kernels.values[i];
    tern_string_builder_append_format(out, "extern void tern_kernel_%zu() __asm__(\"%.*s\")%s;\n", i, (int)name.size,
                                      name.data, is_instance(name) ? " __attribute__((weak))" : "");
  }
  tern_string_builder_append_cstr(out, "}\n");
}

static void register_kernels(const symbols_t *symbols, tern_string_builder_t *out) {
  for (size_t i = 0; i < symbols->kernels.count; ++i) {
    tern_str_t name = symbols->kernels.values[i];
    if (is_instance(name)) tern_string_builder_append_format(out, "  if (&tern_kernel_%zu)\n  ", i);
    tern_string_builder_append_format(
        out,
        "  __cudaRegisterFunction(tern_module, (const char *)&tern_kernel_%zu, (char *)\"%.*s\", \"%.*s\", "
        "-1, 0, 0, 0, 0, 0);\n",
        i, (int)name.size, name.data, (int)name.size, name.data);
  }
}

void tern_host_write_registration(const tern_host_source_t *source, tern_str_t ptx, tern_string_builder_t *out) {
  symbols_t symbols = {0};
  read_symbols(ptx, &symbols);
  declare_kernels(&symbols, out);
  tern_string_builder_append_cstr(out,
                                  "static void tern_unregister() { __cudaUnregisterFatBinary(tern_module); }\n"
                                  "__attribute__((constructor)) static void tern_register() {\n"
                                  "  tern_module = __cudaRegisterFatBinary((void *)&tern_fatbinary_wrapper);\n");
  register_kernels(&symbols, out);
  for (size_t i = 0; i < source->ast->nodes.count; ++i) {
    if (tern_str_equal_cstr(source->ast->nodes.values[i].kind, "VarDecl")) register_variable(source, i, &symbols, out);
  }
  tern_string_builder_append_cstr(out,
                                  "  __cudaRegisterFatBinaryEnd(tern_module);\n"
                                  "  atexit(tern_unregister);\n"
                                  "}\n");
  tern_vec_deinitialize(&symbols.kernels);
  tern_vec_deinitialize(&symbols.variables);
}

// What CUDA declares without being asked, what the source calls, and the types of a kernel's parameters as its type has them: g++
// leaves `restrict` in decltype().
static const char header_text[] =
    "#include <climits>\n"
    "#include <cmath>\n"
    "#include <cstdlib>\n"
    "#include <math.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <cuda_runtime.h>\n"
    "extern \"C\" {\n"
    "void **__cudaRegisterFatBinary(void *wrapper);\n"
    "void __cudaRegisterFatBinaryEnd(void **module);\n"
    "void __cudaUnregisterFatBinary(void **module);\n"
    "void __cudaRegisterFunction(void **module, const char *host, char *device, const char *name, int threads, void *, "
    "void *, void *, "
    "void *, int *);\n"
    "void __cudaRegisterVar(void **module, char *host, char *device, const char *name, int is_external, size_t size, "
    "int is_constant, "
    "int is_global);\n"
    "}\n"
    "template <class T> struct tern_parameter { typedef T type; };\n"
    "template <class T> struct tern_parameter<T *__restrict__> { typedef T *type; };\n"
    "template <class T> struct tern_parameter<T *const __restrict__> { typedef T *type; };\n"
    "template <class T> using tern_plain = typename tern_parameter<T>::type;\n"
    "static inline unsigned tern_cuda_configure(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0) {\n"
    "  return __cudaPushCallConfiguration(grid, block, shared, stream);\n"
    "}\n"
    "static inline void tern_cuda_launch(const void *kernel, void **arguments) {\n"
    "  dim3 grid, block;\n"
    "  size_t shared;\n"
    "  cudaStream_t stream;\n"
    "  if (__cudaPopCallConfiguration(&grid, &block, &shared, &stream) != cudaSuccess) return;\n"
    "  (void)cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);\n"
    "}\n"
    "__attribute__((section(\".nv_fatbin\"), aligned(16))) static const unsigned long long tern_fatbinary[] = {";

void tern_host_header_write(tern_str_t fatbinary, tern_string_builder_t *out) {
  enum { WORDS_IN_LINE = 6 };
  tern_string_builder_append_cstr(out, header_text);
  for (size_t at = 0; at < fatbinary.size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    size_t left = fatbinary.size - at;
    memcpy(&word, fatbinary.data + at, left < sizeof word ? left : sizeof word);
    tern_string_builder_append_cstr(out, at / sizeof word % WORDS_IN_LINE == 0 ? "\n" : " ");
    tern_string_builder_append_format(out, "0x%llxull,", (unsigned long long)word);
  }
  tern_string_builder_append_cstr(out,
                                  "};\n"
                                  "__attribute__((section(\".nvFatBinSegment\"), aligned(8))) static struct {\n"
                                  "  int magic, version;\n"
                                  "  const void *data, *unused;\n"
                                  "} tern_fatbinary_wrapper = {0x466243b1, 1, tern_fatbinary, 0};\n"
                                  "static void **tern_module;\n");
}
