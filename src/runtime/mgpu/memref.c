// What registering a memref is on every device: registering the bytes of its elements.

#include "runtime/mgpu/memref.h"

#include "runtime/mgpu/report.h"
#include "tern/mgpu.h"

bool tern_mgpu_memref_bytes(const tern_mgpu_memref_t *memref, int64_t rank, int64_t element_size, char **out_data,
                            uint64_t *out_size) {
  uint64_t count = 1;
  for (int64_t i = rank - 1; i >= 0; --i) {
    // The stride of a dimension of one element is never used.
    bool is_dense = memref->sizes[i] == 1 || (uint64_t)tern_mgpu_memref_stride(memref, rank, i) == count;
    if (!is_dense || memref->sizes[i] < 0) return false;
    count *= (uint64_t)memref->sizes[i];
  }
  *out_data = memref->aligned + memref->offset * element_size;
  *out_size = count * (uint64_t)element_size;
  return true;
}

void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor, int64_t element_size) {
  char *data;
  uint64_t size;
  if (!tern_mgpu_memref_bytes(descriptor, rank, element_size, &data, &size)) {
    tern_mgpu_report(__func__, "the strides of the memref are not those of a dense row-major one: copy it first");
    return;
  }
  if (size) mgpuMemHostRegister(data, size);
}

void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor, int64_t element_size) {
  char *data;
  uint64_t size;
  if (!tern_mgpu_memref_bytes(descriptor, rank, element_size, &data, &size)) {
    tern_mgpu_report(__func__,
                     "the strides of the memref are not those of a dense row-major one: it was never registered");
    return;
  }
  if (size) mgpuMemHostUnregister(data);
}
