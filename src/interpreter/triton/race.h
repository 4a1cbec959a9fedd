// Programs of a grid that touch the same bytes, one of them writing and not atomically, and nothing between them in order.
//
// Programs run one after another, but may run at the same time on a machine. What one did before it released a word (an atomic
// op on a single number, as locks and counters are made of) comes before what another does after it acquired that word.

#ifndef TERN_INTERPRETER_TRITON_RACE_H_
#define TERN_INTERPRETER_TRITON_RACE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"
#include "ir/op.h"

typedef enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC } access_t;

// Who touched a byte last in one of the three ways: a program's number plus one, how far it was then, and by which op.
typedef struct touch {
  uint32_t program;
  uint16_t step, op;  // no more than UINT16_MAX of them are told apart
} touch_t;

typedef struct races {
  uint32_t program_count, program, step;
  tern_map_t shadows;  // memory -> shadow_t
  TERN_VEC(const tern_op_t *) ops;
  tern_map_t op_numbers;
  tern_map_t releases;  // address of a word -> uint32_t of each program: how far it had come when it released it
  uint32_t *known;      // of each program: what this program knows it has done; NULL: nothing
  const tern_op_t *first, *second;  // of the first race that was found, in order
  uint32_t first_program, second_program;
  uint64_t address;
  access_t first_access, second_access;
  size_t count;  // of bytes that raced
} races_t;

void tern_triton_races_initialize(races_t *races, uint32_t program_count);
void tern_triton_races_deinitialize(races_t *races);
void tern_triton_races_begin(races_t *races, uint32_t program);
// A program touches `bytes` bytes from `offset` on of memory at address `memory`, which has `size` bytes.
void tern_triton_races_note(races_t *races, const tern_op_t *op, uint64_t memory, size_t size, size_t offset,
                            size_t bytes, access_t access);
// An atomic op on the one word at `address`: before it what others released is acquired, after it the word is released.
void tern_triton_races_acquire(races_t *races, uint64_t address);
void tern_triton_races_release(races_t *races, uint64_t address);

#endif  // TERN_INTERPRETER_TRITON_RACE_H_
