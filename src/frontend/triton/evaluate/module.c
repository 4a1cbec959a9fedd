// Files and their globals. Nothing runs when a file is read: what a name stands for is found among the statements of the file when a
// function asks for it, and evaluated if it is a constant.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "frontend/triton/evaluate/generator.h"
#include "frontend/triton/syntax/parser.h"

enum { PATH_LIMIT = 4096, FOLDERS_MAX = 16 };

// --- files ---

// The folder of a path, with its slash.
static tern_str_t folder_of(tern_str_t path) {
  while (path.size > 0 && path.data[path.size - 1] != '/') --path.size;
  return path;
}

static tern_str_t parent_of(tern_str_t folder) {
  return folder.size > 0 ? folder_of(tern_str_make(folder.data, folder.size - 1)) : folder;
}

static bool is_package(tern_str_t folder) {
  char path[PATH_LIMIT];
  snprintf(path, sizeof path, "%.*s__init__.py", (int)folder.size, folder.data);
  return access(path, R_OK) == 0;
}

// As Python would import the file: the packages that it is in, and its own name.
static tern_str_t name_of_path(tl_program_t *program, tern_str_t path) {
  tern_str_t folder = folder_of(path), base = tern_str_drop(path, folder.size), top = folder;
  if (tern_str_ends_with(base, TERN_STR(".py"))) base.size -= 3;
  for (int i = 0; i < FOLDERS_MAX && top.size > 1 && is_package(top); ++i) top = parent_of(top);
  tern_string_builder_t name = {0};
  for (size_t i = top.size; i < folder.size; ++i)
    tern_string_builder_append_char(&name, folder.data[i] == '/' ? '.' : folder.data[i]);
  if (tern_str_equal_cstr(base, "__init__") && name.size > 0) {
    --name.size;
  } else {
    tern_string_builder_append(&name, base);
  }
  tern_str_t copy = tern_str_make(tern_arena_copy(program->arena, name.data, name.size), name.size);
  tern_string_builder_deinitialize(&name);
  return copy;
}

static tl_module_t *add_module(tl_program_t *program, tern_str_t path, tern_str_t name, tern_str_t text) {
  tl_module_t *module = tern_arena_alloc_zeroed(program->arena, sizeof *module);
  module->path = tern_str_make(tern_arena_copy(program->arena, path.data, path.size), path.size);
  module->name = name.size ? name : name_of_path(program, module->path);
  module->source = (tl_source_t){
      .context = program->context, .arena = program->arena, .path = module->path, .text = text, .line = 1};
  module->tree = tern_tl_parse(&module->source);
  if (!module->tree) return NULL;
  tern_vec_push(&program->modules, module);
  return module;
}

tl_module_t *tl_add_source(tl_program_t *program, tern_str_t path, tern_str_t text) {
  return add_module(program, path, (tern_str_t){0}, text);
}

tl_module_t *tl_load_module(tl_program_t *program, tern_str_t path, tern_str_t name) {
  for (size_t i = 0; i < program->modules.count; ++i) {
    if (tern_str_equal(program->modules.values[i]->path, path)) return program->modules.values[i];
  }
  char cstr[PATH_LIMIT], *text;
  size_t size;
  snprintf(cstr, sizeof cstr, "%.*s", (int)path.size, path.data);
  if (!tern_status_is_ok(tern_file_read(cstr, &text, &size))) return NULL;
  tern_str_t copy = tern_str_make(tern_arena_copy(program->arena, text, size), size);
  free(text);
  return add_module(program, path, name, copy);
}

// Our own text of parts of triton.language.
#include "frontend/triton/library_texts.inc"

tl_module_t *tl_library_module(tl_program_t *program, const char *name) {
  for (size_t i = 0; i < program->modules.count; ++i) {
    if (program->modules.values[i]->is_library && tern_str_equal_cstr(program->modules.values[i]->name, name))
      return program->modules.values[i];
  }
  for (size_t i = 0; i < sizeof library_texts / sizeof library_texts[0]; ++i) {
    if (strcmp(library_texts[i].name, name) != 0) continue;
    tern_str_t full = tern_str_from_cstr(library_texts[i].name);
    tl_module_t *module = add_module(program, full, full, tern_str_from_cstr(library_texts[i].text));
    if (module) module->is_library = true;
    return module;
  }
  return NULL;
}

// --- imports ---

static bool is_foreign(tern_str_t name) {
  static const char *const names[] = {"triton", "math",      "os",   "builtins",    "typing",
                                      "torch",  "functools", "enum", "dataclasses", "numpy"};
  tern_str_t rest = name, top = tern_str_split(&rest, '.');
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(top, names[i])) return true;
  }
  return false;
}

static const tl_value_t *namespace_value(tl_program_t *program, tern_str_t name) {
  tl_value_t *value = tl_new_value(program->arena, TL_NAMESPACE);
  value->text = name;
  return value;
}

// FOLDER/a/b.py or FOLDER/a/b/__init__.py of a.b.
static tl_module_t *find_file(tl_program_t *program, tern_str_t folder, tern_str_t name) {
  static const char *const endings[] = {".py", "/__init__.py"};
  for (size_t i = 0; i < 2; ++i) {
    char path[PATH_LIMIT];
    int size = snprintf(path, sizeof path, "%.*s%.*s%s", (int)folder.size, folder.data, (int)name.size, name.data,
                        name.size ? endings[i] : "__init__.py");
    if (size >= PATH_LIMIT) return NULL;
    for (char *at = path + folder.size; at < path + folder.size + name.size; ++at) *at = *at == '.' ? '/' : *at;
    if (access(path, R_OK) == 0) return tl_load_module(program, tern_str_make(path, (size_t)size), (tern_str_t){0});
  }
  return NULL;
}

const tl_value_t *tl_import(tl_program_t *program, tl_module_t *module, tern_str_t name, int level) {
  if (level == 0 && is_foreign(name)) return namespace_value(program, name);
  tern_str_t folder = folder_of(module->path);
  tl_module_t *found = NULL;
  for (int i = 1; i < level; ++i) folder = parent_of(folder);
  for (int i = 0; !found && !module->is_library && i < (level ? 1 : FOLDERS_MAX); ++i) {
    found = find_file(program, folder, name);
    if (folder.size <= 1) break;
    folder = parent_of(folder);
  }
  for (size_t i = 0; !found && level == 0 && i < program->import_folder_count; ++i) {
    char path[PATH_LIMIT];
    int size = snprintf(path, sizeof path, "%s/", program->import_folders[i]);
    if (size < PATH_LIMIT) found = find_file(program, tern_str_make(path, (size_t)size), name);
  }
  if (!found) return namespace_value(program, name);
  tl_value_t *value = tl_new_value(program->arena, TL_MODULE_VALUE);
  value->module = found;
  return value;
}

// --- what statements bind ---

static const tl_value_t *unknown(tl_program_t *program, tern_str_t name) {
  tl_value_t *value = tl_new_value(program->arena, TL_UNKNOWN);
  value->text = name;
  return value;
}

static const tl_value_t *evaluate(tl_program_t *program, tl_module_t *module, const tl_node_t *node) {
  tl_generator_t g = {.program = program, .module = module, .is_host = true};
  ++program->quiet;
  const tl_value_t *value = tl_visit(&g, node);
  --program->quiet;
  return value;
}

static const tl_value_t *import_name(tl_program_t *program, tl_module_t *module, const tl_node_t *node,
                                     tern_str_t name) {
  const tl_value_t *from = tl_import(program, module, node->text, node->op);
  if (from->kind == TL_NAMESPACE) {
    const tl_value_t *member = tl_namespace_find(program, from->text, name);
    return member ? member : unknown(program, name);
  }
  bool has_failed = false;
  const tl_value_t *member = tl_module_find(program, from->module, name, &has_failed);
  if (member) return member;
  // Not a global of the package, but perhaps one of its files.
  tl_module_t *file = find_file(program, folder_of(from->module->path), name);
  if (!file) return unknown(program, name);
  tl_value_t *value = tl_new_value(program->arena, TL_MODULE_VALUE);
  value->module = file;
  return value;
}

static const tl_value_t *find_import(tl_program_t *program, tl_module_t *module, const tl_node_t *node,
                                     tern_str_t name) {
  for (size_t i = 0; i < node->list.count; ++i) {
    const tl_node_t *alias = node->list.values[i];
    tern_str_t whole = alias->text, first = tern_str_split(&whole, '.');
    if (node->kind == TL_IMPORT) {
      if (alias->text2.size ? tern_str_equal(alias->text2, name) : tern_str_equal(first, name)) {
        return tl_import(program, module, alias->text2.size ? alias->text : first, 0);
      }
    } else if (tern_str_equal_cstr(alias->text, "*")) {
      const tl_value_t *value = import_name(program, module, node, name);
      if (value->kind != TL_UNKNOWN) return value;
    } else if (tern_str_equal(alias->text2.size ? alias->text2 : alias->text, name)) {
      return import_name(program, module, node, alias->text);
    }
  }
  return NULL;
}

// The value that an assignment gives a name, by its place in a tuple of targets.
static const tl_value_t *find_assigned(tl_program_t *program, tl_module_t *module, const tl_node_t *target,
                                       const tl_node_t *expression, tern_str_t name) {
  if (target->kind == TL_NAME) {
    if (!tern_str_equal(target->text, name)) return NULL;
    const tl_value_t *value = evaluate(program, module, expression);
    return value ? value : unknown(program, name);
  }
  for (size_t i = 0; target->kind == TL_TUPLE && i < target->list.count; ++i) {
    if (target->list.values[i]->kind != TL_NAME || !tern_str_equal(target->list.values[i]->text, name)) continue;
    const tl_value_t *value = evaluate(program, module, expression);
    bool is_known = value && tl_is_tuple(value) && i < value->tuple.items.count;
    return is_known ? value->tuple.items.values[i] : unknown(program, name);
  }
  return NULL;
}

static const tl_value_t *find_among(tl_program_t *program, tl_module_t *module, const tl_nodes_t *statements,
                                    tern_str_t name);

// The side of an `if` that would be taken; if nobody can tell, the first that binds the name.
static const tl_value_t *find_in_if(tl_program_t *program, tl_module_t *module, const tl_node_t *node,
                                    tern_str_t name) {
  const tl_value_t *condition = evaluate(program, module, node->a);
  if (condition && condition->kind != TL_UNKNOWN)
    return find_among(program, module, tl_is_true(condition) ? &node->list : &node->list2, name);
  const tl_value_t *value = find_among(program, module, &node->list, name);
  return value && value->kind != TL_UNKNOWN ? value : find_among(program, module, &node->list2, name);
}

static const tl_value_t *find_in_try(tl_program_t *program, tl_module_t *module, const tl_node_t *node,
                                     tern_str_t name) {
  const tl_value_t *value = find_among(program, module, &node->list3, name), *other = NULL;
  if (!value) value = find_among(program, module, &node->list, name);
  for (size_t i = 0; (!value || value->kind == TL_UNKNOWN) && i < node->list2.count; ++i) {
    other = find_among(program, module, &node->list2.values[i]->list, name);
    if (other) value = other;
  }
  return value;
}

// What a statement binds to a name; NULL: nothing.
static const tl_value_t *find_in(tl_program_t *program, tl_module_t *module, const tl_node_t *node, tern_str_t name) {
  const tl_value_t *value = NULL;
  switch (node->kind) {
    case TL_FUNCTION_DEF:
      return tern_str_equal(node->text, name) ? tl_make_function(program, module, node, name) : NULL;
    case TL_CLASS_DEF: return tern_str_equal(node->text, name) ? tl_make_class(program, module, node) : NULL;
    case TL_IMPORT:
    case TL_IMPORT_FROM: return find_import(program, module, node, name);
    case TL_ASSIGN:
      for (size_t i = 0; !value && i < node->list.count; ++i)
        value = find_assigned(program, module, node->list.values[i], node->a, name);
      return value;
    case TL_ANN_ASSIGN: return node->c ? find_assigned(program, module, node->a, node->c, name) : NULL;
    case TL_AUG_ASSIGN:
    case TL_FOR: return node->a->kind == TL_NAME && tern_str_equal(node->a->text, name) ? unknown(program, name) : NULL;
    case TL_IF: return find_in_if(program, module, node, name);
    case TL_TRY: return find_in_try(program, module, node, name);
    case TL_WITH: return find_among(program, module, &node->list2, name);
    default: return NULL;
  }
}

// The last statement that binds a name tells, if it can be told what it binds.
static const tl_value_t *find_among(tl_program_t *program, tl_module_t *module, const tl_nodes_t *statements,
                                    tern_str_t name) {
  const tl_value_t *last = NULL;
  for (size_t i = statements->count; i-- > 0;) {
    const tl_value_t *value = find_in(program, module, statements->values[i], name);
    if (value && value->kind != TL_UNKNOWN) return value;
    if (!last) last = value;
  }
  return last;
}

const tl_value_t *tl_module_find(tl_program_t *program, tl_module_t *module, tern_str_t name, bool *out_failed) {
  const tl_value_t *value = tl_scope_find(&module->globals, name);
  if (value || tl_scope_find(&module->pending, name)) return value;
  if (program->depth >= TL_CALLS_MAX) {
    *out_failed = true;
    return NULL;
  }
  ++program->depth;
  tl_scope_set(program->arena, &module->pending, name, tl_none());
  value = find_among(program, module, &module->tree->list, name);
  for (size_t i = 0; i < module->pending.count; ++i) {
    if (tern_str_equal(module->pending.values[i].name, name)) module->pending.values[i].name = (tern_str_t){0};
  }
  --program->depth;
  if (value) tl_scope_set(program->arena, &module->globals, name, value);
  return value;
}

// --- functions and classes ---

// The last part of what a decorator is called.
static tern_str_t decorator_name(const tl_node_t *decorator) {
  const tl_node_t *callee = decorator->kind == TL_CALL ? decorator->a : decorator;
  return callee->kind == TL_NAME || callee->kind == TL_ATTRIBUTE ? callee->text : (tern_str_t){0};
}

static bool has_true_keyword(const tl_node_t *call, const char *name) {
  for (size_t i = 0; call->kind == TL_CALL && i < call->list2.count; ++i) {
    const tl_node_t *keyword = call->list2.values[i];
    if (tern_str_equal_cstr(keyword->text, name) && keyword->a->kind == TL_CONSTANT && keyword->a->integer) return true;
  }
  return false;
}

const tl_value_t *tl_make_function(tl_program_t *program, tl_module_t *module, const tl_node_t *node, tern_str_t name) {
  tl_function_t *function = tern_arena_alloc_zeroed(program->arena, sizeof *function);
  *function = (tl_function_t){.node = node, .module = module, .name = name};
  function->is_host = node->kind == TL_LAMBDA;
  for (size_t i = 0; node->kind == TL_FUNCTION_DEF && i < node->list3.count; ++i) {
    const tl_node_t *decorator = node->list3.values[i];
    tern_str_t called = decorator_name(decorator);
    if (tern_str_equal_cstr(called, "jit")) {
      function->is_jit = true;
      function->is_noinline = has_true_keyword(decorator, "noinline");
    }
    if (tern_str_equal_cstr(called, "constexpr_function") || tern_str_equal_cstr(called, "constexpr"))
      function->is_host = true;
    if (tern_str_equal_cstr(called, "autotune")) function->autotune = decorator;
    if (tern_str_equal_cstr(called, "heuristics")) function->heuristics = decorator;
  }
  tl_value_t *value = tl_new_value(program->arena, TL_FUNCTION);
  value->function = function;
  return value;
}

const tl_value_t *tl_make_class(tl_program_t *program, tl_module_t *module, const tl_node_t *node) {
  tl_class_t *cls = tern_arena_alloc_zeroed(program->arena, sizeof *cls);
  *cls = (tl_class_t){.node = node, .module = module};
  for (size_t i = 0; i < node->list.count; ++i)
    cls->is_tuple |= tern_str_equal_cstr(decorator_name(node->list.values[i]), "NamedTuple");
  tern_str_t *fields = tern_arena_alloc_array(program->arena, node->list2.count, sizeof *fields);
  for (size_t i = 0; i < node->list2.count; ++i) {
    const tl_node_t *statement = node->list2.values[i];
    if (statement->kind == TL_ANN_ASSIGN && statement->a->kind == TL_NAME)
      fields[cls->field_count++] = statement->a->text;
  }
  cls->fields = fields;
  tl_value_t *value = tl_new_value(program->arena, TL_CLASS);
  value->cls = cls;
  return value;
}
