// Copies arrays whose dimensions lie in memory in any order and direction.

#include "pjrt/support/copy_strided.h"

#include <string.h>

void tern_pjrt_dense_strides(const int64_t *dims, size_t rank, size_t element_size, int64_t *out_strides) {
  int64_t stride = (int64_t)element_size;
  for (size_t i = rank; i-- > 0;) {
    out_strides[i] = stride;
    stride *= dims[i];
  }
}

bool tern_pjrt_layout_strides(const int64_t *dims, size_t rank, size_t element_size, const int64_t *minor_to_major,
                              int64_t *out_strides) {
  uint64_t seen = 0;
  int64_t stride = (int64_t)element_size;
  for (size_t i = 0; i < rank; ++i) {
    int64_t dim = minor_to_major[i];
    if (dim < 0 || (uint64_t)dim >= rank || (seen >> dim & 1)) return false;
    seen |= (uint64_t)1 << dim;
    out_strides[dim] = stride;
    stride *= dims[dim];
  }
  return true;
}

bool tern_pjrt_is_dense(const int64_t *dims, size_t rank, size_t element_size, const int64_t *strides) {
  int64_t stride = (int64_t)element_size;
  for (size_t i = rank; i-- > 0;) {
    if (dims[i] != 1 && strides[i] != stride) return false;
    stride *= dims[i];
  }
  return true;
}

// A loop over one dimension of both arrays.
typedef struct loop_t {
  int64_t count, target_stride, source_stride;
} loop_t;

// The loops of an array from the outermost on, without those that run once, and with those joined that are one run in both.
static size_t make_loops(const int64_t *target_strides, const int64_t *source_strides, const int64_t *dims, size_t rank,
                         loop_t *loops) {
  size_t count = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] == 1) continue;
    loop_t loop = {dims[i], target_strides[i], source_strides[i]};
    loop_t *outer = count ? &loops[count - 1] : NULL;
    if (outer && outer->target_stride == loop.count * loop.target_stride &&
        outer->source_stride == loop.count * loop.source_stride) {
      *outer = (loop_t){outer->count * loop.count, loop.target_stride, loop.source_stride};
    } else {
      loops[count++] = loop;
    }
  }
  return count;
}

#define COPY_LINE(type)                                                  \
  for (int64_t i = 0; i < loop.count; ++i) {                             \
    type value; /* by memcpy, because neither array has to be aligned */ \
    memcpy(&value, source + i * loop.source_stride, sizeof value);       \
    memcpy(target + i * loop.target_stride, &value, sizeof value);       \
  }

static void copy_line(char *target, const char *source, loop_t loop, size_t element_size) {
  bool is_run = loop.target_stride == (int64_t)element_size && loop.source_stride == (int64_t)element_size;
  if (is_run) {
    memcpy(target, source, (size_t)loop.count * element_size);
  } else if (element_size == 1) {
    COPY_LINE(uint8_t)
  } else if (element_size == 2) {
    COPY_LINE(uint16_t)
  } else if (element_size == 4) {
    COPY_LINE(uint32_t)
  } else if (element_size == 8) {
    COPY_LINE(uint64_t)
  } else {
    for (int64_t i = 0; i < loop.count; ++i) {
      memcpy(target + i * loop.target_stride, source + i * loop.source_stride, element_size);
    }
  }
}

void tern_pjrt_copy_strided(void *target, const int64_t *target_strides, const void *source,
                            const int64_t *source_strides, const int64_t *dims, size_t rank, size_t element_size) {
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] == 0) return;
  }
  loop_t loops[TERN_PJRT_RANK_MAX];
  int64_t index[TERN_PJRT_RANK_MAX] = {0};
  size_t count = make_loops(target_strides, source_strides, dims, rank, loops);
  if (count == 0) {
    memcpy(target, source, element_size);
    return;
  }
  char *to = target;
  const char *from = source;
  for (;;) {
    copy_line(to, from, loops[count - 1], element_size);
    size_t i = count - 1;
    for (; i > 0; --i) {  // the next line: as an odometer counts
      loop_t loop = loops[i - 1];
      to += loop.target_stride;
      from += loop.source_stride;
      if (++index[i - 1] < loop.count) break;
      to -= loop.count * loop.target_stride;
      from -= loop.count * loop.source_stride;
      index[i - 1] = 0;
    }
    if (i == 0) return;
  }
}
