// Compilations by libtern. The plugin needs none of it to run what is compiled already.

#include "pjrt/executable/compiler.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- The library ----

// What is called in it. Types are those of the functions' declarations.
#define LIBRARY_FUNCTIONS(F)              \
  F(tern_compiler_create)                 \
  F(tern_compiler_destroy)                \
  F(tern_compiler_set_diagnostic_handler) \
  F(tern_compiler_load_text) F(tern_compiler_run) F(tern_compiler_compile_program) F(tern_cuda_target_for)

#define FIELD(function) __typeof__(function) *function;
static struct {
  LIBRARY_FUNCTIONS(FIELD)
  char failure[512];  // why it could not be opened; "" if it was
} library;
#undef FIELD

// The library of the name that stands beside this one, else where the system looks.
static void *open_library(void) {
  const char *chosen = getenv("TERN_COMPILER_LIBRARY");
  if (chosen && chosen[0]) return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  static const char name[] = "libtern.so.0";
  Dl_info info;
  char path[4096];
  const char *end = dladdr((void *)(uintptr_t)tern_pjrt_compile, &info) ? strrchr(info.dli_fname, '/') : NULL;
  if (end) {
    int size = snprintf(path, sizeof path, "%.*s/%s", (int)(end - info.dli_fname), info.dli_fname, name);
    void *handle = size > 0 && (size_t)size < sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (handle) return handle;
  }
  return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

static void load_library(void) {
  void *handle = open_library();
  if (!handle) {
    snprintf(
        library.failure, sizeof library.failure,
        "the compiler cannot be opened: %s; put libtern.so.0 beside the plugin, or its path into TERN_COMPILER_LIBRARY",
        dlerror());
    return;
  }
#define FIND(function)                                                                                        \
  library.function = (__typeof__(function) *)dlsym(handle, #function);                                        \
  if (!library.function && !library.failure[0]) {                                                             \
    snprintf(library.failure, sizeof library.failure, "libtern has no function %s; install the plugin's own", \
             #function);                                                                                      \
  }
  LIBRARY_FUNCTIONS(FIND)
#undef FIND
}

static PJRT_Error *need_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_library);
  return library.failure[0] ? tern_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "%s", library.failure) : NULL;
}

// ---- Compilation ----

// What the compiler says of a program, as one text.
typedef struct diagnostics_t {
  char *text;  // owned; NULL: none
  size_t size;
} diagnostics_t;

// Errors and their notes, as a terminal shows them: with the place in the user's file.
static void keep_diagnostic(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  diagnostics_t *diagnostics = user;
  bool is_kept =
      diagnostic->severity == TERN_COMPILER_ERROR || (diagnostic->severity == TERN_COMPILER_NOTE && diagnostics->text);
  size_t size = strlen(diagnostic->text);
  char *text = is_kept && diagnostics->size < 16384 ? realloc(diagnostics->text, diagnostics->size + size + 1) : NULL;
  if (!text) return;
  memcpy(text + diagnostics->size, diagnostic->text, size + 1);
  diagnostics->text = text;
  diagnostics->size += size;
}

// Options of the user's that are ours.
static PJRT_Error *read_overrides(const compile_options_t *options, tern_program_options_t *program, char **switches) {
  for (size_t i = 0; i < options->override_count; ++i) {
    const override_t *given = &options->overrides[i];
    if (strcmp(given->key, "tern_allow_nondeterminism") == 0) {
      program->allow_nondeterminism = strcmp(given->value, "true") == 0;
    } else if (strcmp(given->key, "tern_cpu") == 0) {
      program->target.cpu = given->value;
    } else if (strcmp(given->key, "tern_cpu_features") == 0) {
      program->target.features = given->value;
    } else if (strcmp(given->key, "tern_cache_dir") == 0) {
      program->cache_dir = given->value;
    } else if (strcmp(given->key, "tern_compile_budget") == 0) {
      program->compile_budget = atoll(given->value);
    } else if (strncmp(given->key, "iree-", 5) == 0) {
      if (asprintf(&switches[program->switch_count], "%s=%s", given->key, given->value) < 0)
        return tern_pjrt_no_memory();
      ++program->switch_count;
    } else if (strncmp(given->key, "xla_", 4) != 0) {  // those are of another compiler, and say nothing here
      return tern_pjrt_error(
          PJRT_Error_Code_INVALID_ARGUMENT,
          "No such compile option: '%s'; tern takes tern_allow_nondeterminism, tern_cpu, tern_cpu_features, "
          "tern_cache_dir, tern_compile_budget, and iree-... as tern-compile does",
          given->key);
    }
  }
  program->switches = (const char *const *)switches;
  return NULL;
}

// Frameworks count tokens among arguments and results, as arrays without elements.
static const char before[] =
    "builtin.module(iree-stablehlo-strip-shardings,reconcile-unrealized-casts,vhlo-to-version{"
    "target=" TERN_PJRT_STABLEHLO_TEXT
    "},vhlo-legalize-to-"
    "stablehlo,"
    "stablehlo-tokens-as-arrays)";

static PJRT_Error *run_compiler(tern_compiler_t *compiler, const tern_program_options_t *program, const char *code,
                                size_t code_size, char **out_data, size_t *out_size) {
  diagnostics_t diagnostics = {0};
  library.tern_compiler_set_diagnostic_handler(compiler, keep_diagnostic, &diagnostics);
  tern_status_t status = library.tern_compiler_load_text(compiler, "program", code, code_size);
  if (tern_status_is_ok(status)) status = library.tern_compiler_run(compiler, before);
  if (tern_status_is_ok(status)) {
    status = library.tern_compiler_compile_program(compiler, program, out_data, out_size);
  }
  PJRT_Error *error = NULL;
  if (!tern_status_is_ok(status) && diagnostics.text) {
    // What is missing in tern is told from what is wrong with the program by its words only.
    bool is_missing = strstr(diagnostics.text, "not supported") || strstr(diagnostics.text, "unsupported");
    error = tern_pjrt_error_of_text(is_missing ? PJRT_Error_Code_UNIMPLEMENTED : PJRT_Error_Code_INVALID_ARGUMENT,
                                    diagnostics.text, diagnostics.size);
  } else {
    error = tern_pjrt_error_of_status(status);
  }
  free(diagnostics.text);
  return error;
}

static void set_target(const PJRT_Client *client, tern_program_options_t *program) {
  program->targets = client->target;
  program->input_type = "stablehlo";
  if (client->chip[0]) program->target.cuda_chip = library.tern_cuda_target_for(atoll(client->chip));
  program->target.target_env = client->target_env;
  const char *cache = getenv("TERN_PJRT_CACHE_DIR");
  if (cache && cache[0]) program->cache_dir = cache;
}

// Keeps what the framework sent, for who looks for a mistake: TERN_PJRT_DUMP_TO=FOLDER. That a file cannot be written does not stop
// anybody.
static void dump_program(const char *code, size_t size) {
  static atomic_uint count;
  const char *folder = getenv("TERN_PJRT_DUMP_TO");
  char path[4096];
  if (!folder || !folder[0]) return;
  int length = snprintf(path, sizeof path, "%s/program_%04u.mlir", folder, atomic_fetch_add(&count, 1));
  FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "wb") : NULL;
  if (!file) return;
  fwrite(code, 1, size, file);
  fclose(file);
}

PJRT_Error *tern_pjrt_compile(const PJRT_Client *client, const compile_options_t *options, const char *code,
                              size_t code_size, char **out_data, size_t *out_size, tern_program_cost_t *out_cost) {
  *out_data = NULL;
  *out_cost = (tern_program_cost_t){0};
  dump_program(code, code_size);
  TERN_PJRT_RETURN_IF_ERROR(need_library());
  char **switches = calloc(options->override_count + 1, sizeof(*switches));
  if (!switches) return tern_pjrt_no_memory();
  tern_program_options_t program = {.cost = out_cost};
  set_target(client, &program);
  tern_compiler_t *compiler = NULL;
  PJRT_Error *error = read_overrides(options, &program, switches);
  if (!error) error = tern_pjrt_error_of_status(library.tern_compiler_create(&compiler));
  if (!error) error = run_compiler(compiler, &program, code, code_size, out_data, out_size);
  library.tern_compiler_destroy(compiler);
  for (size_t i = 0; i < program.switch_count; ++i) free(switches[i]);
  free(switches);
  return error;
}
