// The compiler handle of the public API.

#include "pipeline/compiler.h"

#include <stdlib.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "asm/source.h"
#include "base/file.h"
#include "bytecode/bytecode.h"
#include "frontend/triton/frontend.h"
#include "ir/verify/verifier.h"
#include "pass/pass_manager.h"
#include "pipeline/registry.h"
#include "tern/compile_kernels.h"

struct tern_compiler_t {
  tern_context_t *context;
  tern_op_t *module;  // NULL before anything is loaded
  char *name;         // owned: of what was loaded last
  const char *text;   // the same, for diagnostics
  size_t text_size;
  bool owns_text;        // else it is lent to the context
  const char *pipeline;  // borrowed while one is parsed and run
  tern_compiler_diagnostic_fn_t handler;
  void *handler_user;
};

tern_context_t *tern_compiler_context(tern_compiler_t *compiler) { return compiler->context; }

tern_op_t *tern_compiler_module(const tern_compiler_t *compiler) { return compiler->module; }

static tern_compiler_severity_t severity_of(tern_severity_t severity) {
  static const tern_compiler_severity_t severities[] = {
      [TERN_NOTE] = TERN_COMPILER_NOTE,
      [TERN_REMARK] = TERN_COMPILER_REMARK,
      [TERN_WARNING] = TERN_COMPILER_WARNING,
      [TERN_ERROR] = TERN_COMPILER_ERROR,
  };
  return severities[severity];
}

static void hand_on(const tern_diagnostic_t *diagnostic, void *user) {
  tern_compiler_t *compiler = user;
  if (!compiler->handler) return;
  tern_source_manager_t sources = {0};
  tern_str_t loaded = tern_source_text(tern_str_make(compiler->text, compiler->text_size));
  tern_source_manager_add(&sources, tern_str_from_cstr(compiler->name), loaded, 0);
  tern_source_manager_add(&sources, TERN_STR("<pass-pipeline>"), tern_str_from_cstr(compiler->pipeline), 0);
  tern_string_builder_t text = {0};
  tern_source_manager_render(&sources, diagnostic, &text);
  const tern_attr_t *place = tern_loc_find_file(diagnostic->loc);
  tern_compiler_diagnostic_t public_diagnostic = {
      .severity = severity_of(diagnostic->severity),
      .file = place ? ((const tern_ident_t *)(uintptr_t)place->params[0])->data : "<unknown>",
      .line = place ? (uint32_t)place->params[1] : 0,
      .column = place ? (uint32_t)place->params[2] : 0,
      .message = diagnostic->message,
      .text = text.data,
  };
  compiler->handler(&public_diagnostic, compiler->handler_user);
  tern_string_builder_deinitialize(&text);
  tern_source_manager_deinitialize(&sources);
}

tern_status_t tern_compiler_create(tern_compiler_t **out_compiler) {
  tern_compiler_t *compiler = tern_malloc(sizeof(*compiler));
  *compiler = (tern_compiler_t){.context = tern_context_create()};
  tern_register_all_dialects(compiler->context);
  tern_diagnostics_set_handler(compiler->context, hand_on, compiler);
  *out_compiler = compiler;
  return tern_ok();
}

static void unload(tern_compiler_t *compiler) {
  if (compiler->module) tern_op_destroy(compiler->module);
  compiler->module = NULL;
  free(compiler->name);
  if (compiler->owns_text) free((void *)(uintptr_t)compiler->text);
  compiler->name = NULL;
  compiler->text = NULL;
  compiler->text_size = 0;
}

void tern_compiler_destroy(tern_compiler_t *compiler) {
  if (!compiler) return;
  unload(compiler);
  tern_context_destroy(compiler->context);
  free(compiler);
}

void tern_compiler_set_diagnostic_handler(tern_compiler_t *compiler, tern_compiler_diagnostic_fn_t handler,
                                          void *user) {
  compiler->handler = handler;
  compiler->handler_user = user;
}

void tern_compiler_allow_unregistered_dialects(tern_compiler_t *compiler, bool allow) {
  tern_context_allow_unregistered(compiler->context, allow);
}

tern_compiler_t *tern_compiler_split(const tern_compiler_t *compiler, tern_op_t *module) {
  tern_compiler_t *copy;
  if (!tern_status_is_ok(tern_compiler_create(&copy))) return NULL;
  tern_compiler_set_diagnostic_handler(copy, compiler->handler, compiler->handler_user);
  tern_context_allow_unregistered(copy->context, tern_context_allows_unregistered(compiler->context));
  size_t name_size = strlen(compiler->name) + 1;
  copy->name = memcpy(tern_malloc(name_size), compiler->name, name_size);
  copy->text = memcpy(tern_malloc(compiler->text_size + 1), compiler->text, compiler->text_size + 1);
  copy->text_size = compiler->text_size;
  copy->owns_text = true;
  tern_print_options_t options = TERN_PRINT_DEFAULT;
  options.debuginfo = true;
  tern_string_builder_t text = {0};
  tern_print_op(module, &options, &text);
  copy->module = tern_parse_module(copy->context, TERN_STR("<copy>"), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  if (copy->module) return copy;
  tern_compiler_destroy(copy);
  return NULL;
}

// Takes over `text`, unless it is lent to the context: what diagnostics show.
static void set_source(tern_compiler_t *compiler, const char *name, const char *text, size_t size, bool is_owned) {
  unload(compiler);
  compiler->text = text;
  compiler->owns_text = is_owned;
  compiler->text_size = size;
  size_t name_size = strlen(name) + 1;
  compiler->name = memcpy(tern_malloc(name_size), name, name_size);
}

static tern_status_t load_text(tern_compiler_t *compiler, const char *name, const char *text, size_t size,
                               bool is_owned) {
  set_source(compiler, name, text, size, is_owned);
  tern_op_t *module = tern_read_module(compiler->context, tern_str_from_cstr(name), tern_str_make(text, size));
  if (module && !tern_verify(module)) {
    tern_op_destroy(module);
    module = NULL;
  }
  compiler->module = module;
  return module ? tern_ok() : tern_status_make(TERN_INVALID_IR, "'%s' is no valid module", name);
}

tern_status_t tern_compiler_load_text(tern_compiler_t *compiler, const char *name, const char *text, size_t size) {
  char *copy = tern_malloc(size + 1);
  if (size) memcpy(copy, text, size);
  copy[size] = '\0';
  return load_text(compiler, name, copy, size, true);
}

tern_status_t tern_compiler_load_file(tern_compiler_t *compiler, const char *path) {
  const char *view;
  char *text;
  size_t size;
  TERN_RETURN_IF_ERROR(tern_file_view(path, &view, &size));
  if (view) {
    // Constants of the module stay in the file, so it is there as long as attributes are.
    tern_context_lend(compiler->context, &(tern_lent_memory_t){view, size, true, tern_file_unview});
    return load_text(compiler, path, view, size, false);
  }
  TERN_RETURN_IF_ERROR(tern_file_read(path, &text, &size));
  return load_text(compiler, strcmp(path, "-") == 0 ? "<stdin>" : path, text, size, true);
}

static tern_status_t read_kernel_source(tern_compiler_t *compiler, const char *path, tern_str_t *out_text) {
  char *text;
  size_t size;
  TERN_RETURN_IF_ERROR(tern_file_read(path, &text, &size));
  set_source(compiler, strcmp(path, "-") == 0 ? "<stdin>" : path, text, size, true);
  *out_text = tern_str_make(text, size);
  return tern_ok();
}

// "cuda:90", "hip:gfx942", "cpu".
static tern_triton_target_t read_triton_target(const char *target) {
  tern_triton_target_t result = {.backend = "cuda", .capability = 90};
  if (!target) return result;
  const char *colon = strchr(target, ':');
  if (strncmp(target, "hip", 3) == 0)
    return (tern_triton_target_t){.backend = "hip", .arch = colon ? colon + 1 : "gfx942"};
  if (strncmp(target, "cpu", 3) == 0) return (tern_triton_target_t){.backend = "cpu"};
  if (colon) result.capability = strtoll(colon + 1, NULL, 10);
  return result;
}

static tern_status_t read_request(tern_compiler_t *compiler, const char *path,
                                  const tern_kernel_source_options_t *options, tern_triton_request_t *out_request) {
  static const tern_kernel_source_options_t none;
  if (!options) options = &none;
  *out_request = (tern_triton_request_t){.kernel = options->kernel,
                                         .signature = options->signature ? options->signature : "",
                                         .constants = options->constants,
                                         .constant_count = options->constant_count,
                                         .import_folders = options->import_folders,
                                         .import_folder_count = options->import_folder_count,
                                         .target = read_triton_target(options->target)};
  out_request->target.debug = options->debug;
  TERN_RETURN_IF_ERROR(read_kernel_source(compiler, path, &out_request->text));
  out_request->path = compiler->name;
  return tern_ok();
}

tern_status_t tern_compiler_read_kernel_configurations(tern_compiler_t *compiler, const char *path,
                                                       const tern_kernel_source_options_t *options, char **out_text) {
  tern_triton_request_t request;
  tern_string_builder_t out = {0};
  *out_text = NULL;
  TERN_RETURN_IF_ERROR(read_request(compiler, path, options, &request));
  if (!tern_triton_read_configurations(compiler->context, &request, &out)) {
    tern_string_builder_deinitialize(&out);
    return tern_status_make(TERN_INVALID_IR, "the configurations of '%s' could not be read", path);
  }
  *out_text = tern_string_builder_take(&out);
  return tern_ok();
}

tern_status_t tern_compiler_load_kernel_source(tern_compiler_t *compiler, const char *path,
                                               const tern_kernel_source_options_t *options) {
  tern_triton_request_t request;
  TERN_RETURN_IF_ERROR(read_request(compiler, path, options, &request));
  compiler->module = tern_triton_compile(compiler->context, &request);
  return compiler->module ? tern_ok() : tern_status_make(TERN_INVALID_IR, "no kernel could be made of '%s'", path);
}

tern_status_t tern_compiler_dump_kernel_syntax(tern_compiler_t *compiler, const char *path, char **out_text) {
  tern_str_t text;
  tern_string_builder_t out = {0};
  *out_text = NULL;
  TERN_RETURN_IF_ERROR(read_kernel_source(compiler, path, &text));
  if (!tern_triton_dump_syntax(compiler->context, compiler->name, text, &out)) {
    tern_string_builder_deinitialize(&out);
    return tern_status_make(TERN_INVALID_IR, "'%s' is no valid text of Python", path);
  }
  *out_text = tern_string_builder_take(&out);
  return tern_ok();
}

tern_status_t tern_source_read(const char *path, char **out_text, size_t *out_size) {
  return tern_file_read(path, out_text, out_size);
}

tern_status_t tern_compiler_run(tern_compiler_t *compiler, const char *pipeline) {
  if (!compiler->module) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
  compiler->pipeline = pipeline;
  tern_pass_manager_t *manager = tern_pass_manager_create(compiler->context, &tern_all_passes, "builtin.module");
  tern_status_t status = tern_ok();
  if (!tern_pass_manager_parse(manager, tern_str_from_cstr(pipeline))) {
    status = tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no pass pipeline", pipeline);
  } else if (!tern_pass_manager_run(manager, compiler->module, &(tern_pass_options_t){.verify_each = true})) {
    status = tern_status_make(TERN_INVALID_IR, "the pass pipeline failed");
  }
  tern_pass_manager_destroy(manager);
  compiler->pipeline = NULL;
  return status;
}

tern_status_t tern_compiler_print(const tern_compiler_t *compiler, const tern_compiler_print_options_t *options,
                                  char **out_text) {
  *out_text = NULL;
  if (!compiler->module) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
  tern_print_options_t print_options = TERN_PRINT_DEFAULT;
  if (options) {
    print_options.generic = options->generic;
    print_options.debuginfo = options->locations;
    print_options.local_scope = options->local_scope;
  }
  tern_string_builder_t text = {0};
  tern_print_op(compiler->module, &print_options, &text);
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}
