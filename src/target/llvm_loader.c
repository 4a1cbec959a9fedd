// libtern-llvm.so, as a part of tern.

#include "target/llvm_loader.h"

#include "target/library_part.h"

static const tern_library_part_t part = {"libtern-llvm.so", "tern_llvm_backend", sizeof(tern_llvm_backend_t)};

char *tern_llvm_path(void) { return tern_library_part_path(&part); }

tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend) {
  const void *table;
  tern_status_t status = tern_library_part_load(&part, &table);
  *out_backend = table;
  return status;
}
