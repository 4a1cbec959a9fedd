// Opening cuSPARSE and cuSPARSELt, and what their statuses mean.

#include "runtime/mgpu/cuda/sparse_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "runtime/mgpu/report.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct function_row {
  const char *symbol;
  size_t offset;  // bytes, in the table
} function_row_t;

static const function_row_t cusparse_functions[] = {
#define X(name, parameters) {"cusparse" #name, offsetof(tern_cusparse_t, name)},
    TERN_CUSPARSE_FUNCTIONS(X)
#undef X
};
static const function_row_t cusparselt_functions[] = {
#define X(name, parameters) {"cusparseLt" #name, offsetof(tern_cusparselt_t, name)},
    TERN_CUSPARSELT_FUNCTIONS(X)
#undef X
};

static const char *const cusparse_names[] = {"libcusparse.so.12", "libcusparse.so.11", "libcusparse.so"};
static const char *const cusparselt_names[] = {"libcusparseLt.so.0", "libcusparseLt.so"};

typedef struct library {
  bool is_tried, is_open;
} library_t;

static struct {
  pthread_mutex_t mutex;
  library_t cusparse_state, cusparselt_state;
  tern_cusparse_t cusparse;
  tern_cusparselt_t cusparselt;
} state = {.mutex = PTHREAD_MUTEX_INITIALIZER};

// Versions differ in these.
static bool is_optional(const char *symbol) {
  static const char *const symbols[] = {"cusparseCreateBsr", "cusparseCreateCooAoS",
                                        "cusparseLtMatmulAlgSelectionDestroy"};
  for (size_t i = 0; i < COUNT(symbols); ++i) {
    if (strcmp(symbol, symbols[i]) == 0) return true;
  }
  return false;
}

static bool open_library(const char *function, library_t *library, const char *const *names, size_t name_count,
                         const function_row_t *rows, size_t row_count, void *table) {
  if (library->is_tried) return library->is_open;
  library->is_tried = true;
  void *handle = NULL;
  for (size_t i = 0; i < name_count && !handle; ++i) handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    tern_mgpu_report(function, "%s cannot be opened: install it, or put its folder into LD_LIBRARY_PATH", names[0]);
    return false;
  }
  for (size_t i = 0; i < row_count; ++i) {
    void *address = dlsym(handle, rows[i].symbol);
    memcpy((char *)table + rows[i].offset, &address, sizeof(address));
    if (address || is_optional(rows[i].symbol)) continue;
    tern_mgpu_report(function, "%s has no function '%s': install another version", names[0], rows[i].symbol);
    return false;
  }
  library->is_open = true;
  return true;
}

const tern_cusparse_t *tern_cusparse_open(const char *function) {
  pthread_mutex_lock(&state.mutex);
  bool is_open = open_library(function, &state.cusparse_state, cusparse_names, COUNT(cusparse_names),
                              cusparse_functions, COUNT(cusparse_functions), &state.cusparse);
  pthread_mutex_unlock(&state.mutex);
  return is_open ? &state.cusparse : NULL;
}

const tern_cusparselt_t *tern_cusparselt_open(const char *function) {
  pthread_mutex_lock(&state.mutex);
  bool is_open = open_library(function, &state.cusparselt_state, cusparselt_names, COUNT(cusparselt_names),
                              cusparselt_functions, COUNT(cusparselt_functions), &state.cusparselt);
  pthread_mutex_unlock(&state.mutex);
  return is_open ? &state.cusparselt : NULL;
}

// By number. Both libraries have the same ones.
static const char *const statuses[] = {
    "success",
    "the library was not initialized",
    "not enough memory",
    "a wrong argument",
    "the GPU is too old for it",
    "memory cannot be mapped",
    "a kernel failed",
    "an internal failure",
    "a matrix of the wrong kind",
    "a pivot is zero",
    "not supported for these types and formats",
    "too little of a resource, such as the buffer",
};

bool tern_cusparse_succeeds(const char *function, int status, const char *what) {
  if (!status) return true;
  bool is_known = status > 0 && (size_t)status < COUNT(statuses);
  tern_mgpu_report(function, "%s: %s (cusparseStatus_t %d)", what, is_known ? statuses[status] : "unknown failure",
                   status);
  return false;
}
