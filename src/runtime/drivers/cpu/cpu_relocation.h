// The relocations of ELF objects: how the address of a symbol gets into code and data.

#ifndef TERN_RUNTIME_DRIVERS_CPU_CPU_RELOCATION_H_
#define TERN_RUNTIME_DRIVERS_CPU_CPU_RELOCATION_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a relocation reaches its symbol.
typedef enum tern_relocation_target_t {
  TERN_RELOCATION_UNKNOWN,  // this loader does not know the relocation
  TERN_RELOCATION_NONE,     // does nothing
  TERN_RELOCATION_SYMBOL,   // the symbol itself, wherever it is
  TERN_RELOCATION_NEAR,     // the symbol, which must be near: a stub stands in for one outside of the object
  TERN_RELOCATION_SLOT,     // a slot of the global offset table that holds the symbol's address
} tern_relocation_target_t;

// What a relocation of `type` for `machine` (EM_X86_64, EM_AARCH64) needs, and how many bytes it changes.
tern_relocation_target_t tern_relocation_target(unsigned machine, uint32_t type, size_t *out_size);

// Writes a relocation to `place`, which will be at `place_address` when it is used. `target` is the address that
// tern_relocation_target() asks for and `addend` what is added to it. Returns NULL, or why it cannot be done.
const char *tern_relocation_apply(unsigned machine, uint32_t type, unsigned char *place, uint64_t place_address,
                                  uint64_t target, int64_t addend);

#endif  // TERN_RUNTIME_DRIVERS_CPU_CPU_RELOCATION_H_
