// The fake cuSPARSE, or, with FAKE_LT, the fake cuSPARSELt.

#include "fake_sparse.h"

#include <stdio.h>
#include <string.h>

#include "runtime/mgpu/cuda/sparse_library.h"

// Parameters are those of the library; none is looked at.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#ifdef FAKE_LT

int cusparseLtGetVersion(const void *handle, int *version) {
  *version = 800;
  return fake_sparse_note("LtGetVersion");
}

int cusparseLtMatmulDescriptorInit(const void *handle, void *product, int mode_a, int mode_b, const void *a,
                                   const void *b, const void *c, const void *d, int type) {
  char note[64];
  snprintf(note, sizeof(note), "LtMatmulDescriptorInit:%d", type);
  return fake_sparse_note(note);
}

#define cusparseLtGetVersion cusparseLtGetVersionGenerated
#define cusparseLtMatmulDescriptorInit cusparseLtMatmulDescriptorInitGenerated
#define X(name, parameters) \
  int cusparseLt##name parameters { return fake_sparse_note("Lt" #name); }
TERN_CUSPARSELT_FUNCTIONS(X)
#undef X

#else

static char calls[2048], taken[2048], failing[64];
static int failure;

const char *fake_sparse_take_log(void) {
  strcpy(taken, calls);
  calls[0] = 0;
  return taken;
}

void fake_sparse_fail(const char *name, int status) {
  snprintf(failing, sizeof(failing), "%s", name);
  failure = status;
}

int fake_sparse_note(const char *name) {
  size_t size = strlen(calls);
  snprintf(calls + size, sizeof(calls) - size, "%s ", name);
  if (strcmp(name, failing) != 0) return 0;
  failing[0] = 0;
  return failure;
}

// The environment is a handle that is not NULL.
int cusparseCreate(void **handle) {
  *handle = calls;
  return fake_sparse_note("Create");
}

#define cusparseCreate cusparseCreateGenerated
#define X(name, parameters) \
  int cusparse##name parameters { return fake_sparse_note(#name); }
TERN_CUSPARSE_FUNCTIONS(X)
#undef X

#endif
