// Options of --tosa-to-linalg-named, for its lowerings.

#ifndef TERN_CONVERT_TOSA_TOSA_TO_LINALG_NAMED_H_
#define TERN_CONVERT_TOSA_TOSA_TO_LINALG_NAMED_H_

#include <stdbool.h>

typedef struct tern_tosa_named_options {
  bool prefers_hwcf;  // conv_2d_nhwc_hwcf instead of conv_2d_nhwc_fhwc
} tern_tosa_named_options_t;

#endif  // TERN_CONVERT_TOSA_TOSA_TO_LINALG_NAMED_H_
