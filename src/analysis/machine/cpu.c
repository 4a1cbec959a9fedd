// Processors by their vectors.

#include "analysis/machine/machine.h"

// Caches are described alike for all: shares of a second cache of 512 KiB and more.
enum { BLOCK_BYTES = 256 * 1024, IMAGE_BYTES = 96 * 1024 };

// Rows of a product in a tile of registers, and in one of AMX.
enum { PANEL_ROWS = 6, MATRIX_TILE_ROWS = 32, MANY_REGISTERS = 32 };

tern_machine_t tern_machine_of_vectors(int64_t vector_bytes, int64_t vector_registers) {
  return (tern_machine_t){.kind = TERN_MACHINE_CPU,
                          .has_f64 = true,
                          .has_i8 = true,
                          .has_i16 = true,
                          .has_i64 = true,
                          .vector_bytes = vector_bytes,
                          .vector_registers = vector_registers,
                          .block_bytes = BLOCK_BYTES,
                          .image_bytes = IMAGE_BYTES};
}

static bool has_many_registers(const tern_machine_t *machine) { return machine->vector_registers >= MANY_REGISTERS; }

// Of 32 registers: 24 accumulators, 4 vectors of one operand, one element of the other in all lanes. Of 16: 12, 2 and one.
int64_t tern_machine_panel_vectors(const tern_machine_t *machine) { return has_many_registers(machine) ? 4 : 2; }

int64_t tern_machine_accumulators(const tern_machine_t *machine) {
  return PANEL_ROWS * tern_machine_panel_vectors(machine);
}

// Tiles of AMX have more rows than there are registers for.
int64_t tern_machine_short_rows(const tern_machine_t *machine) {
  return machine->has_amx_bf16 || machine->has_amx_int8 ? MATRIX_TILE_ROWS : PANEL_ROWS;
}

// Processors with such vectors, or so many, fuse in one instruction; others would call a function.
bool tern_machine_fuses_products(const tern_machine_t *machine) {
  return machine->vector_bytes >= 32 || has_many_registers(machine);
}

// Those that have such vectors multiply them by powers of two in one instruction, too.
bool tern_machine_has_ldexp(const tern_machine_t *machine) { return machine->vector_bytes >= 64; }
