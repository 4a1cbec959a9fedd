// libtern-llvm.so and libtern-llvm-all.so, as parts of tern.

#include "target/llvm_loader.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "target/library_part.h"

#ifndef TERN_HAS_LLVM_ALL
#define TERN_HAS_LLVM_ALL 0
#endif

static const tern_library_part_t parts[] = {
    {"libtern-llvm.so", "tern_llvm_backend", sizeof(tern_llvm_backend_t)},
    {"libtern-llvm-all.so", "tern_llvm_backend", sizeof(tern_llvm_backend_t)},
};
enum { NEAR, ALL };

char *tern_llvm_path(void) { return tern_library_part_path(&parts[NEAR]); }

static tern_status_t load(const tern_library_part_t *part, const tern_llvm_backend_t **out_backend) {
  const void *table;
  tern_status_t status = tern_library_part_load(part, &table);
  *out_backend = table;
  return status;
}

tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend) { return load(&parts[NEAR], out_backend); }

// Is this the first name of a triple that the near part makes code for?
static bool is_near(tern_str_t architecture) {
#if defined(__x86_64__)
  static const char *const names[] = {"nvptx", "nvptx64", "x86_64"};
#elif defined(__aarch64__)
  static const char *const names[] = {"nvptx", "nvptx64", "aarch64"};
#else
  static const char *const names[] = {"nvptx", "nvptx64"};
#endif
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(architecture, names[i])) return true;
  }
  return false;
}

static tern_status_t load_named(tern_str_t triple, const tern_llvm_backend_t **out_backend) {
  bool takes_all = triple.size && !is_near(tern_str_split(&triple, '-'));
  return load(&parts[takes_all && TERN_HAS_LLVM_ALL ? ALL : NEAR], out_backend);
}

tern_status_t tern_llvm_load_target(const char *triple, const tern_llvm_backend_t **out_backend) {
  return load_named(tern_str_from_cstr(triple ? triple : ""), out_backend);
}

tern_status_t tern_llvm_load_for(const tern_op_t *module, const tern_llvm_options_t *options,
                                 const tern_llvm_backend_t **out_backend) {
  const tern_attr_t *of_module = tern_op_attr(module, "llvm.target_triple");
  tern_str_t triple = tern_str_from_cstr(options->triple ? options->triple : "");
  if (!options->triple && of_module && of_module->kind == TERN_ATTR_STRING) triple = tern_string_attr_value(of_module);
  return load_named(triple, out_backend);
}

// --- beside other work ---

struct tern_llvm_loading {
  const tern_llvm_options_t options;
  const tern_llvm_output_t output;
  pthread_t thread;
  bool has_thread;
  pthread_mutex_t mutex;
  pthread_cond_t is_loaded_changed;
  bool is_loaded;  // the rest is known
  tern_status_t status;
  const tern_llvm_backend_t *backend;
};

static void load_now(tern_llvm_loading_t *l) {
  const tern_llvm_backend_t *backend;
  tern_status_t status = tern_llvm_load_target(l->options.triple, &backend);
  pthread_mutex_lock(&l->mutex);
  l->status = status;
  l->backend = backend;
  l->is_loaded = true;
  pthread_cond_signal(&l->is_loaded_changed);
  pthread_mutex_unlock(&l->mutex);
}

static void *load_and_warm_up(void *user) {
  tern_llvm_loading_t *l = user;
  load_now(l);
  if (l->backend && sysconf(_SC_NPROCESSORS_ONLN) > 2) l->backend->warm_up(&l->options, l->output);
  return NULL;
}

tern_llvm_loading_t *tern_llvm_loading_begin(const tern_llvm_options_t *options, tern_llvm_output_t output) {
  tern_llvm_loading_t *l = tern_malloc(sizeof *l);
  const tern_llvm_loading_t first = {.options = *options,
                                     .output = output,
                                     .mutex = PTHREAD_MUTEX_INITIALIZER,
                                     .is_loaded_changed = PTHREAD_COND_INITIALIZER};
  memcpy(l, &first, sizeof first);
  l->has_thread = sysconf(_SC_NPROCESSORS_ONLN) > 1 && pthread_create(&l->thread, NULL, load_and_warm_up, l) == 0;
  if (!l->has_thread) load_now(l);
  return l;
}

tern_status_t tern_llvm_loading_wait(tern_llvm_loading_t *loading, const tern_llvm_backend_t **out_backend) {
  pthread_mutex_lock(&loading->mutex);
  while (!loading->is_loaded) pthread_cond_wait(&loading->is_loaded_changed, &loading->mutex);
  pthread_mutex_unlock(&loading->mutex);
  *out_backend = loading->backend;
  return loading->status;
}

void tern_llvm_loading_end(tern_llvm_loading_t *loading) {
  if (!loading) return;
  if (loading->has_thread) pthread_join(loading->thread, NULL);
  pthread_cond_destroy(&loading->is_loaded_changed);
  pthread_mutex_destroy(&loading->mutex);
  free(loading);
}
