// Rewriting of a CUDA source for a compiler of C++. The dump says where kernels, functions of the device and launches are; attributes
// are found as tokens, for in preprocessed text they have one spelling.

#include "clang/host_source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

// --- places ---

static void find_lines(tern_host_source_t *source) {
  tern_vec_push(&source->lines, 0);
  for (size_t i = 0; i < source->text.size; ++i) {
    if (source->text.data[i] == '\n') tern_vec_push(&source->lines, i + 1);
  }
}

static size_t offset_of(const tern_host_source_t *source, tern_ast_place_t place) {
  if (place.line == 0 || place.line > source->lines.count) return source->text.size;
  size_t offset = source->lines.values[place.line - 1] + place.column - 1;
  return offset < source->text.size ? offset : source->text.size;
}

// "file.cu:12", by the last line marker before it.
static char *describe(const tern_host_source_t *source, tern_ast_place_t place) {
  tern_string_builder_t out = {0};
  for (size_t line = place.line; line-- > 0;) {
    const char *at = source->text.data + source->lines.values[line];
    if (at[0] != '#' || at[1] != ' ' || !isdigit((unsigned char)at[2])) continue;
    unsigned long number = strtoul(at + 2, NULL, 10) + (place.line - line - 2);
    const char *quote = strchr(at, '"');
    if (quote) tern_string_builder_append_format(&out, "%.*s:%lu", (int)strcspn(quote + 1, "\""), quote + 1, number);
    break;
  }
  return tern_string_builder_take(&out);
}

static tern_status_t refuse(const tern_host_source_t *source, tern_ast_place_t place, const char *what) {
  char *where = describe(source, place);
  tern_status_t status = tern_status_make(
      TERN_INVALID_ARGUMENT, "%s: %s, which --split cannot turn into C++; compile without it", where, what);
  free(where);
  return status;
}

// --- text ---

static bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static size_t skip_blanks(tern_str_t text, size_t at) {
  while (at < text.size && isspace((unsigned char)text.data[at])) ++at;
  return at;
}

static size_t skip_word(tern_str_t text, size_t at) {
  while (at < text.size && is_word_char(text.data[at])) ++at;
  return at;
}

// Behind a literal in quotes that begins at `at`, raw ones among them.
static size_t skip_literal(tern_str_t text, size_t at) {
  char quote = text.data[at];
  if (quote == '"' && at > 0 && text.data[at - 1] == 'R') {
    const char *open = memchr(text.data + at, '(', text.size - at);
    size_t size = open ? (size_t)(open - text.data) - at - 1 : 0;
    for (size_t i = at + size + 2; open && i + size + 1 < text.size; ++i) {
      bool is_end = text.data[i] == ')' && memcmp(text.data + i + 1, text.data + at + 1, size) == 0;
      if (is_end && text.data[i + 1 + size] == '"') return i + size + 2;
    }
  }
  for (++at; at < text.size && text.data[at] != quote && text.data[at] != '\n'; ++at) at += text.data[at] == '\\';
  return at < text.size ? at + 1 : at;
}

// One token, or a blank.
static size_t skip_token(tern_str_t text, size_t at) {
  if (is_word_char(text.data[at])) {
    // 1'000 is one word.
    size_t end = skip_word(text, at);
    while (isdigit((unsigned char)text.data[at]) && end + 1 < text.size && text.data[end] == '\'' &&
           is_word_char(text.data[end + 1])) {
      end = skip_word(text, end + 1);
    }
    return end;
  }
  return text.data[at] == '"' || text.data[at] == '\'' ? skip_literal(text, at) : at + 1;
}

// The first place at or behind `at`, outside of brackets, where `what` stands; the end if there is none.
static size_t find_outside(tern_str_t text, size_t at, const char *what) {
  size_t depth = 0, size = strlen(what);
  while (at < text.size) {
    if (depth == 0 && at + size <= text.size && memcmp(text.data + at, what, size) == 0) return at;
    depth += strchr("([{", text.data[at]) != NULL;
    if (strchr(")]}", text.data[at]) && depth > 0) --depth;
    at = skip_token(text, at);
  }
  return text.size;
}

// Behind the bracket that closes the one at `at`.
static size_t skip_brackets(tern_str_t text, size_t at) {
  size_t depth = 0;
  while (at < text.size) {
    depth += strchr("([{", text.data[at]) != NULL;
    if (strchr(")]}", text.data[at]) && --depth == 0) return at + 1;
    at = skip_token(text, at);
  }
  return at;
}

// --- edits ---

static void add_edit(tern_host_source_t *source, size_t begin, size_t end, tern_string_builder_t *text) {
  // What errors are told of by line stays in its line.
  for (size_t i = begin; i < end; ++i) {
    if (source->text.data[i] == '\n') tern_string_builder_append_char(text, '\n');
  }
  tern_vec_push(&source->edits, (tern_host_edit_t){begin, end, tern_string_builder_take(text)});
}

static void remove_text(tern_host_source_t *source, size_t begin, size_t end) {
  tern_string_builder_t nothing = {0};
  add_edit(source, begin, end, &nothing);
}

static void insert_text(tern_host_source_t *source, size_t at, const char *text) {
  tern_string_builder_t copy = {0};
  tern_string_builder_append_cstr(&copy, text);
  add_edit(source, at, at, &copy);
}

static int compare_edits(const void *a, const void *b) {
  const tern_host_edit_t *x = a, *y = b;
  if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
  return (x->end < y->end) - (x->end > y->end);
}

// What is in a text that was replaced is not there any more; what is replaced twice, as instances of templates are, is so once.
static void apply_edits(tern_host_source_t *source, tern_string_builder_t *out) {
  size_t at = 0;
  qsort(source->edits.values, source->edits.count, sizeof *source->edits.values, compare_edits);
  for (size_t i = 0; i < source->edits.count; ++i) {
    const tern_host_edit_t *edit = &source->edits.values[i];
    bool is_repeated = i > 0 && edit->begin == edit[-1].begin && edit->end == edit[-1].end;
    if (edit->begin < at || is_repeated) continue;
    tern_string_builder_append(out, tern_str_make(source->text.data + at, edit->begin - at));
    tern_string_builder_append_cstr(out, edit->text);
    at = edit->end;
  }
  tern_string_builder_append(out, tern_str_drop(source->text, at));
}

// --- questions about declarations ---

static bool is_function(const tern_ast_node_t *node) {
  static const char *const kinds[] = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl",
                                      "CXXConversionDecl"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (tern_str_equal_cstr(node->kind, kinds[i])) return true;
  }
  return false;
}

bool tern_host_has_attribute(const tern_ast_t *ast, size_t index, const char *kind) {
  size_t attribute = tern_ast_find_child(ast, index, kind, 0);
  return attribute != SIZE_MAX && !tern_ast_says(&ast->nodes.values[attribute], "Implicit");
}

bool tern_host_is_local(const tern_ast_t *ast, size_t index) {
  while ((index = tern_ast_parent(ast, index)) != SIZE_MAX) {
    if (is_function(&ast->nodes.values[index])) return true;
  }
  return false;
}

static tern_str_t first_word(tern_str_t text) { return tern_str_split(&text, ' '); }

// The name of a record: `struct P definition`.
static tern_str_t record_name(const tern_ast_node_t *node) {
  tern_str_t rest = node->rest;
  while (rest.size > 0) {
    tern_str_t word = tern_str_split(&rest, ' ');
    bool is_tag =
        tern_str_equal_cstr(word, "struct") || tern_str_equal_cstr(word, "class") || tern_str_equal_cstr(word, "union");
    if (is_tag) return first_word(rest);
  }
  return rest;
}

void tern_host_append_scopes(const tern_ast_t *ast, size_t index, tern_string_builder_t *out_path,
                             tern_string_builder_t *out_mangled) {
  size_t parent = tern_ast_parent(ast, index);
  if (parent == SIZE_MAX) {
    if (out_path) tern_string_builder_append_cstr(out_path, "::");
    return;
  }
  tern_host_append_scopes(ast, parent, out_path, out_mangled);
  const tern_ast_node_t *node = &ast->nodes.values[parent];
  bool is_namespace = tern_str_equal_cstr(node->kind, "NamespaceDecl");
  if (!is_namespace && !tern_str_equal_cstr(node->kind, "CXXRecordDecl")) return;
  tern_str_t name = is_namespace ? first_word(node->rest) : record_name(node);
  if (out_path && name.size) tern_string_builder_append_format(out_path, "%.*s::", (int)name.size, name.data);
  if (!out_mangled) return;
  if (name.size == 0) return tern_string_builder_append_cstr(out_mangled, "12_GLOBAL__N_1");
  tern_string_builder_append_format(out_mangled, "%zu%.*s", name.size, (int)name.size, name.data);
}

// Where a declaration begins, with `template`, `friend` or `extern "C"` in front of it.
static size_t begin_of(const tern_host_source_t *source, size_t index) {
  const tern_ast_node_t *nodes = source->ast->nodes.values;
  size_t begin = offset_of(source, nodes[index].begin);
  for (size_t parent = index; (parent = tern_ast_parent(source->ast, parent)) != SIZE_MAX;) {
    size_t start = offset_of(source, nodes[parent].begin);
    bool is_part = tern_str_equal_cstr(nodes[parent].kind, "FunctionTemplateDecl") ||
                   tern_str_equal_cstr(nodes[parent].kind, "FriendDecl");
    if (tern_str_equal_cstr(nodes[parent].kind, "LinkageSpecDecl")) {
      size_t brace = find_outside(source->text, start, "{");
      is_part = brace >= begin;
    }
    if (!is_part) break;
    begin = start;
  }
  return begin;
}

// Where it ends: behind its body, or its semicolon.
static size_t end_of(const tern_host_source_t *source, size_t index) {
  const tern_ast_node_t *node = &source->ast->nodes.values[index];
  size_t end = offset_of(source, node->end);
  if (end < source->text.size && source->text.data[end] == '}') return end + 1;
  end = find_outside(source->text, skip_token(source->text, end), ";");
  return end < source->text.size ? end + 1 : end;
}

// --- kernels ---

// A parameter of a function or template, by name; one that has none gets one.
typedef struct parameter {
  char name[128];
  bool is_pack;
} parameter_t;

static void take_name(tern_host_source_t *source, const tern_ast_node_t *node, tern_str_t name, size_t number,
                      parameter_t *out) {
  size_t place = offset_of(source, node->name);
  bool has_name = name.size > 0 && name.size < sizeof out->name && place + name.size <= source->text.size &&
                  memcmp(source->text.data + place, name.data, name.size) == 0;
  if (has_name) {
    snprintf(out->name, sizeof out->name, "%.*s", (int)name.size, name.data);
    return;
  }
  snprintf(out->name, sizeof out->name, " tern_parameter_%zu", number);
  insert_text(source, place, out->name);
}

static void append_parameters(tern_host_source_t *source, size_t kernel, const char *format,
                              tern_string_builder_t *out) {
  const tern_ast_t *ast = source->ast;
  size_t number = 0, end = tern_ast_end_of(ast, kernel);
  for (size_t i = kernel; (i = tern_ast_find_child(ast, kernel, "ParmVarDecl", i + 1)) < end; ++number) {
    const tern_ast_node_t *node = &ast->nodes.values[i];
    parameter_t parameter = {.is_pack = tern_str_ends_with(node->rest, TERN_STR(" pack"))};
    take_name(source, node, tern_ast_name(node), number, &parameter);
    if (number) tern_string_builder_append_cstr(out, ", ");
    for (const char *at = format; *at; ++at) {
      if (*at == '@') tern_string_builder_append_cstr(out, parameter.name);
      if (*at != '@') tern_string_builder_append_char(out, *at);
    }
    if (parameter.is_pack) tern_string_builder_append_cstr(out, "...");
  }
}

// `depth 0 index 1 ... N`
static tern_str_t template_parameter_name(const tern_ast_node_t *node, bool *out_is_pack) {
  static const char index[] = "index ";
  const char *at = memmem(node->rest.data, node->rest.size, index, sizeof index - 1);
  *out_is_pack = false;
  if (!at) return (tern_str_t){0};
  tern_str_t rest = tern_str_drop(node->rest, (size_t)(at - node->rest.data) + sizeof index - 1);
  tern_str_split(&rest, ' ');
  *out_is_pack = tern_str_starts_with(rest, TERN_STR("..."));
  if (*out_is_pack) tern_str_split(&rest, ' ');
  return rest;
}

static bool is_template_parameter(const tern_ast_node_t *node) {
  return tern_str_equal_cstr(node->kind, "TemplateTypeParmDecl") ||
         tern_str_equal_cstr(node->kind, "NonTypeTemplateParmDecl") ||
         tern_str_equal_cstr(node->kind, "TemplateTemplateParmDecl");
}

// `<T, N, A...>` of a template, `<float>` of a specialization.
static void append_template_arguments(tern_host_source_t *source, size_t kernel, tern_string_builder_t *out) {
  const tern_ast_t *ast = source->ast;
  size_t parent = tern_ast_parent(ast, kernel), number = 0;
  bool is_template = parent != SIZE_MAX && tern_str_equal_cstr(ast->nodes.values[parent].kind, "FunctionTemplateDecl");
  size_t whole = is_template ? parent : kernel;
  for (size_t i = whole + 1; i < tern_ast_end_of(ast, whole); ++i) {
    const tern_ast_node_t *node = &ast->nodes.values[i];
    if (node->depth != ast->nodes.values[whole].depth + 1) continue;
    bool is_argument = !is_template && tern_str_equal_cstr(node->kind, "TemplateArgument");
    if (!is_argument && !(is_template && is_template_parameter(node))) continue;
    tern_string_builder_append_cstr(out, number ? ", " : "<");
    parameter_t parameter;
    tern_str_t name = template_parameter_name(node, &parameter.is_pack);
    if (is_argument) {
      tern_str_t rest = node->rest;
      tern_str_split(&rest, '\'');
      name = tern_str_split(&rest, '\'');
      tern_string_builder_append(out, name);
    } else {
      take_name(source, node, name, number, &parameter);
      tern_string_builder_append_format(out, "%s%s", parameter.name, parameter.is_pack ? "..." : "");
    }
    ++number;
  }
  if (number) tern_string_builder_append_char(out, '>');
}

// The body of a kernel, on the host, launches it as it was configured.
static tern_status_t rewrite_kernel(tern_host_source_t *source, size_t kernel) {
  const tern_ast_t *ast = source->ast;
  const tern_ast_node_t *node = &ast->nodes.values[kernel];
  size_t body = tern_ast_find_child(ast, kernel, "CompoundStmt", 0);
  if (body == SIZE_MAX) return tern_ok();
  if (tern_ast_find_child(ast, kernel, "CXXTryStmt", 0) != SIZE_MAX)
    return refuse(source, node->begin, "a kernel that is a try block");
  tern_string_builder_t stub = {0};
  tern_string_builder_append_cstr(&stub, "{ void *tern_arguments[] = {");
  append_parameters(source, kernel, "(void *)__builtin_addressof(@)", &stub);
  tern_string_builder_append_cstr(&stub, stub.data[stub.size - 1] == '{' ? "0}; " : ", 0}; ");
  tern_string_builder_append_cstr(&stub, "tern_cuda_launch((const void *)static_cast<void (*)(");
  append_parameters(source, kernel, "tern_plain<decltype(@)>", &stub);
  tern_string_builder_append_cstr(&stub, ")>(&");
  tern_host_append_scopes(ast, kernel, &stub, NULL);
  tern_str_t name = tern_ast_name(node);
  tern_string_builder_append(&stub, name);
  append_template_arguments(source, kernel, &stub);
  tern_string_builder_append_cstr(&stub, "), tern_arguments); }");
  const tern_ast_node_t *block = &ast->nodes.values[body];
  add_edit(source, offset_of(source, block->begin), offset_of(source, block->end) + 1, &stub);
  return tern_ok();
}

static tern_status_t rewrite_function(tern_host_source_t *source, size_t index) {
  const tern_ast_t *ast = source->ast;
  const tern_ast_node_t *node = &ast->nodes.values[index];
  // Instances are made by the host's compiler, too.
  if (tern_ast_says(node, "implicit_instantiation") || node->begin.line == 0) return tern_ok();
  if (tern_host_has_attribute(ast, index, "CUDAGlobalAttr")) return rewrite_kernel(source, index);
  bool is_of_device = tern_host_has_attribute(ast, index, "CUDADeviceAttr") &&
                      tern_ast_find_child(ast, index, "CUDAHostAttr", 0) == SIZE_MAX;
  if (!is_of_device) return tern_ok();
  for (size_t i = index; (i = tern_ast_parent(ast, i)) != SIZE_MAX;) {
    if (is_function(&ast->nodes.values[i])) return tern_ok();  // goes, or stays, with that
    if (tern_str_equal_cstr(ast->nodes.values[i].kind, "LambdaExpr"))
      return refuse(source, node->begin, "a lambda of the device");
  }
  remove_text(source, begin_of(source, index), end_of(source, index));
  return tern_ok();
}

// --- launches ---

static tern_status_t rewrite_launch(tern_host_source_t *source, size_t index) {
  const tern_ast_t *ast = source->ast;
  const tern_ast_node_t *node = &ast->nodes.values[index], *callee = node + 1;
  if (node->begin.line == 0 || index + 1 >= ast->nodes.count) return tern_ok();
  tern_str_t text = source->text;
  size_t begin = offset_of(source, node->begin);
  size_t open = find_outside(text, skip_token(text, offset_of(source, callee->end)), "<<<");
  size_t close = find_outside(text, open + 3, ">>>");
  size_t arguments = close < text.size ? skip_blanks(text, close + 3) : text.size;
  if (arguments >= text.size || text.data[arguments] != '(')
    return refuse(source, node->begin, "a launch of this form");
  size_t end = skip_brackets(text, arguments);
  tern_string_builder_t call = {0};
  tern_string_builder_append_format(&call, "(tern_cuda_configure(%.*s) ? (void)0 : %.*s%.*s)", (int)(close - open - 3),
                                    text.data + open + 3, (int)(open - begin), text.data + begin,
                                    (int)(end - arguments), text.data + arguments);
  // The lines of its parts are in it.
  tern_vec_push(&source->edits, (tern_host_edit_t){begin, end, tern_string_builder_take(&call)});
  return tern_ok();
}

// --- attributes ---

// Words of CUDA as attributes, and what they become.
static const struct {
  const char *name, *text;
} attributes[] = {
    {"host", ""},
    {"device", ""},
    {"constant", ""},
    {"shared", ""},
    {"managed", ""},
    {"launch_bounds", ""},
    {"grid_constant", ""},
    {"cluster_dims", ""},
    // The symbol is what is registered.
    {"global", "__attribute__((__used__))"},
};

static void rewrite_attribute(tern_host_source_t *source, size_t begin, size_t brackets) {
  tern_str_t text = source->text;
  size_t end = skip_brackets(text, brackets), name = skip_blanks(text, brackets + 1);
  if (name >= text.size || text.data[name] != '(') return;
  name = skip_blanks(text, name + 1);
  tern_str_t word = tern_str_make(text.data + name, skip_word(text, name) - name);
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; ++i) {
    if (!tern_str_equal_cstr(word, attributes[i].name)) continue;
    tern_string_builder_t replacement = {0};
    tern_string_builder_append_cstr(&replacement, attributes[i].text);
    add_edit(source, begin, end, &replacement);
  }
}

static void rewrite_attributes(tern_host_source_t *source) {
  tern_str_t text = source->text;
  for (size_t at = 0; at < text.size;) {
    bool is_line_start = at == 0 || text.data[at - 1] == '\n';
    if (is_line_start && text.data[at] == '#') {
      tern_str_t rest = tern_str_drop(text, at), line = tern_str_split(&rest, '\n');
      // Headers that are not there any more are left by no marker.
      const char *quote = memrchr(line.data, '"', line.size);
      bool is_marker = quote && line.size > 2 && line.data[1] == ' ' && isdigit((unsigned char)line.data[2]);
      if (is_marker) remove_text(source, (size_t)(quote + 1 - text.data), at + line.size);
      // The header of clang's CUDA mode; that of C++ is forced in.
      if (tern_str_starts_with(line, TERN_STR("#include \"tern_cuda.h\""))) remove_text(source, at, at + line.size);
      at += line.size;
      continue;
    }
    size_t next = skip_token(text, at);
    if (tern_str_equal_cstr(tern_str_make(text.data + at, next - at), "__attribute__")) {
      size_t brackets = skip_blanks(text, next);
      if (brackets < text.size && text.data[brackets] == '(') rewrite_attribute(source, at, brackets);
    }
    at = next;
  }
}

// --- all of it ---

static tern_status_t rewrite(tern_host_source_t *source) {
  const tern_ast_t *ast = source->ast;
  for (size_t i = 0; i < ast->nodes.count; ++i) {
    const tern_ast_node_t *node = &ast->nodes.values[i];
    if (is_function(node)) TERN_RETURN_IF_ERROR(rewrite_function(source, i));
    if (tern_str_equal_cstr(node->kind, "CUDAKernelCallExpr")) TERN_RETURN_IF_ERROR(rewrite_launch(source, i));
    if (!tern_str_equal_cstr(node->kind, "VarDecl") || tern_host_is_local(ast, i)) continue;
    if (tern_host_has_attribute(ast, i, "HIPManagedAttr"))
      return refuse(source, node->begin, "a variable with __managed__");
    if (tern_host_has_attribute(ast, i, "CUDASharedAttr")) remove_text(source, begin_of(source, i), end_of(source, i));
  }
  rewrite_attributes(source);
  return tern_ok();
}

void tern_host_drop_line_markers(tern_str_t text, tern_string_builder_t *out) {
  while (text.size > 0) {
    tern_str_t line = tern_str_split(&text, '\n');
    bool is_marker =
        line.size > 2 && line.data[0] == '#' && line.data[1] == ' ' && isdigit((unsigned char)line.data[2]);
    if (!is_marker) tern_string_builder_append(out, line);
    tern_string_builder_append_char(out, '\n');
  }
}

tern_status_t tern_host_source_write(tern_str_t text, const tern_ast_t *ast, tern_str_t ptx,
                                     tern_string_builder_t *out) {
  tern_host_source_t source = {.text = text, .ast = ast};
  find_lines(&source);
  tern_status_t status = rewrite(&source);
  if (tern_status_is_ok(status)) {
    apply_edits(&source, out);
    tern_host_write_registration(&source, ptx, out);
  }
  for (size_t i = 0; i < source.edits.count; ++i) free(source.edits.values[i].text);
  tern_vec_deinitialize(&source.edits);
  tern_vec_deinitialize(&source.lines);
  return status;
}
