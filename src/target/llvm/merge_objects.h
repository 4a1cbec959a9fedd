// Object files into one, as `ld -r` does it, for ELF files that LLVM has just made.

#ifndef TERN_TARGET_LLVM_MERGE_OBJECTS_H_
#define TERN_TARGET_LLVM_MERGE_OBJECTS_H_

#include "target/llvm/backend.h"

// Makes one relocatable ELF file of 64 bits, little-endian, with the sections of all `objects` in their order and one table of
// symbols. A symbol that one object has and another asks for is one. The caller frees the result.
// TERN_UNSUPPORTED if an object is of another form.
tern_status_t tern_llvm_merge_objects(const tern_llvm_buffer_t *objects, size_t count, tern_llvm_buffer_t *out_object);

#endif  // TERN_TARGET_LLVM_MERGE_OBJECTS_H_
