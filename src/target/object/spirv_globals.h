// What stands before the functions of a SPIR-V binary. Private to src/target/object.

#ifndef TERN_TARGET_OBJECT_SPIRV_GLOBALS_H_
#define TERN_TARGET_OBJECT_SPIRV_GLOBALS_H_

#include <stdlib.h>

#include "dialect/hal/hal.h"
#include "target/object/object.h"

enum { TERN_SPIRV_HEADER_WORDS = 5 };

typedef struct tern_spirv_globals {
  const tern_object_t *object;
  tern_object_kernel_t *kernel;
  uint32_t *words;  // owned; in this machine's byte order
  size_t count;     // up to the first function
  uint32_t bound;   // ids are below
  size_t *places;   // owned: of the instruction that defines an id, or 0
} tern_spirv_globals_t;

bool tern_spirv_globals_is_binary(tern_str_t code);
// NULL, or what is wrong with the binary. To be deinitialized either way.
const char *tern_spirv_globals_read(const tern_object_t *object, tern_object_kernel_t *kernel,
                                    tern_spirv_globals_t *out);
void tern_spirv_globals_deinitialize(tern_spirv_globals_t *globals);

// Of the instruction at a place. Those that are asked about have as many words as their opcode takes at least.
static inline uint32_t tern_spirv_global_opcode(const tern_spirv_globals_t *g, size_t place) {
  return g->words[place] & 0xffff;
}
static inline size_t tern_spirv_global_length(const tern_spirv_globals_t *g, size_t place) {
  return g->words[place] >> 16;
}
// The text that begins at a word of an instruction, and how many words it takes.
tern_str_t tern_spirv_global_text(const tern_spirv_globals_t *g, size_t place, size_t word);
size_t tern_spirv_global_text_words(const tern_spirv_globals_t *g, size_t place, size_t word);
// The instruction that defines an id; NULL if it is another than `opcode`.
const uint32_t *tern_spirv_global_definition(const tern_spirv_globals_t *g, uint32_t id, uint32_t opcode);
// `*out_value`: the first word behind the decoration, if it has one.
bool tern_spirv_global_decoration(const tern_spirv_globals_t *g, uint32_t id, uint32_t decoration, uint32_t *out_value);
// The low word of a constant, 0 for what is none.
uint32_t tern_spirv_global_constant(const tern_spirv_globals_t *g, uint32_t id);
// The words of a constant of three.
bool tern_spirv_global_composite(const tern_spirv_globals_t *g, uint32_t id, uint32_t out_words[3]);
// Bytes of a type, by the offsets and strides that it is decorated with, else without padding. `depth`: 0.
uint64_t tern_spirv_global_type_size(const tern_spirv_globals_t *g, uint32_t type, unsigned depth);

#endif  // TERN_TARGET_OBJECT_SPIRV_GLOBALS_H_
