// Architectures of CUDA: virtual ones (compute_80: what PTX may use) and real ones (sm_80: what machine code is for), and which of
// them a command line asks for, by nvcc's rules.

#ifndef TERN_CLANG_ARCHITECTURES_H_
#define TERN_CLANG_ARCHITECTURES_H_

#include <stdbool.h>

#include "base/string.h"
#include "base/vec.h"
#include "tern/cc.h"
#include "tern/status.h"

typedef struct tern_cuda_architecture {
  unsigned number;  // 90 for sm_90a
  char suffix;      // 'a': all that just this chip has; 'f': what its family has; or 0
} tern_cuda_architecture_t;

enum { TERN_CUDA_ARCHITECTURE_NAME_SIZE = 16 };  // bytes of "sm_90a"

// An image that is asked for: PTX for the virtual architecture, or machine code for a real one, made of that PTX.
typedef struct tern_cuda_image_request {
  tern_cuda_architecture_t virtual, real;
  bool is_ptx;       // `real` is that of PTX itself
  bool is_optional;  // machine code that is left out where there is no assembler: PTX is there, too
} tern_cuda_image_request_t;

typedef struct tern_cuda_image_requests {
  TERN_VEC(tern_cuda_image_request_t) images;
} tern_cuda_image_requests_t;

// What -arch, -code and -gencode ask for; what is asked for twice is there once. TERN_INVALID_ARGUMENT for architectures that are not
// known, and for a real one that does not have what the virtual one promises.
tern_status_t tern_cuda_read_architectures(const tern_cc_options_t *options, tern_cuda_image_requests_t *out_requests);

// Reads "sm_90a" or "compute_90a". TERN_INVALID_ARGUMENT, with all that there are, for what is not known.
tern_status_t tern_cuda_read_architecture(tern_str_t text, tern_cuda_architecture_t *out_architecture,
                                          bool *out_is_virtual);
// Writes it.
void tern_cuda_architecture_name(tern_cuda_architecture_t architecture, bool is_virtual,
                                 char out_name[TERN_CUDA_ARCHITECTURE_NAME_SIZE]);
// The version of PTX to write for it, times ten: one that drivers of some age read, if it knows the architecture.
unsigned tern_cuda_ptx_version(tern_cuda_architecture_t architecture);
bool tern_cuda_architecture_equal(tern_cuda_architecture_t a, tern_cuda_architecture_t b);

#endif  // TERN_CLANG_ARCHITECTURES_H_
