// CUDA's fatbinaries: images of one program's kernels for several architectures, PTX and machine code, in one file. The driver
// and NVIDIA's tools read them; the image that fits the device is chosen when a program starts.

#ifndef TERN_CLANG_FATBINARY_H_
#define TERN_CLANG_FATBINARY_H_

#include "base/string.h"
#include "tern/status.h"

typedef enum tern_fatbinary_kind {
  TERN_FATBINARY_PTX = 1,  // text
  TERN_FATBINARY_ELF = 2,  // machine code
} tern_fatbinary_kind_t;

typedef struct tern_fatbinary_image {
  tern_fatbinary_kind_t kind;
  unsigned architecture;  // 90 for sm_90a
  char suffix;            // 'a', 'f' or 0
  tern_str_t code;        // borrowed
} tern_fatbinary_image_t;

// Appends the fatbinary of the images, uncompressed, to `out`, which is empty before.
void tern_fatbinary_write(const tern_fatbinary_image_t *images, size_t count, tern_string_builder_t *out);

// The image at *inout_offset (0: the first) of a fatbinary, which it is moved behind. TERN_OUT_OF_RANGE, without a message to be shown,
// behind the last; TERN_INVALID_ARGUMENT for what is no fatbinary, or is compressed. The code is borrowed from `data`.
tern_status_t tern_fatbinary_next(tern_str_t data, size_t *inout_offset, tern_fatbinary_image_t *out_image);

// The offset of the first fatbinary in other bytes, such as an object's; their size if there is none.
size_t tern_fatbinary_find(tern_str_t data);

#endif  // TERN_CLANG_FATBINARY_H_
