// Relocations by the processor supplements of the ELF ABI for x86-64 and AArch64: a row says what is computed, how it is
// written and what range it may have.

#include "runtime/drivers/cpu/cpu_relocation.h"

#include <elf.h>
#include <string.h>

#include "base/small.h"

#ifndef R_X86_64_GOTPCRELX
#define R_X86_64_GOTPCRELX 41
#define R_X86_64_REX_GOTPCRELX 42
#endif

// What is computed of S (the target), A (the addend) and P (the place).
typedef enum formula {
  ABSOLUTE,  // S + A
  RELATIVE,  // S + A - P
  PAGE,      // page(S + A) - page(P), pages of 4 KiB
  PAGE_LOW,  // the low 12 bits of S + A
} formula_t;

// How it is written.
typedef enum field {
  WORD64,
  WORD32,       // the low 32 bits; must be a signed or an unsigned 32-bit number
  UNSIGNED32,   // must be an unsigned 32-bit number
  SIGNED32,     // must be a signed 32-bit number
  BRANCH26,     // AArch64: bits 27:2 to bits 25:0
  ADR21,        // AArch64: 21 bits to immlo and immhi; PAGE is counted in pages
  IMMEDIATE12,  // AArch64: the low 12 bits to bits 21:10, scaled by `scale`
  BRANCH19,     // AArch64: bits 20:2 to bits 23:5
} field_t;

typedef struct relocation_row {
  uint16_t machine;
  uint16_t type;
  uint8_t target;  // tern_relocation_target_t
  uint8_t formula;
  uint8_t field;
  uint8_t scale;  // shift, of IMMEDIATE12
} relocation_row_t;

#define X86(type, target, formula, field) {EM_X86_64, R_X86_64_##type, TERN_RELOCATION_##target, formula, field, 0}
#define ARM(type, target, formula, field, scale) \
  {EM_AARCH64, R_AARCH64_##type, TERN_RELOCATION_##target, formula, field, scale}

// The small runtime knows those of the processor that it is for. Others are of use to tests.
#if defined(__aarch64__)
enum { HAS_X86 = !TERN_SMALL, HAS_ARM = true };
#else
enum { HAS_X86 = true, HAS_ARM = !TERN_SMALL };
#endif

static const relocation_row_t x86_rows[] = {
    X86(NONE, NONE, ABSOLUTE, WORD64),        X86(64, SYMBOL, ABSOLUTE, WORD64),
    X86(PC64, SYMBOL, RELATIVE, WORD64),      X86(32, SYMBOL, ABSOLUTE, UNSIGNED32),
    X86(32S, SYMBOL, ABSOLUTE, SIGNED32),     X86(PC32, NEAR, RELATIVE, SIGNED32),
    X86(PLT32, NEAR, RELATIVE, SIGNED32),     X86(GOTPCREL, SLOT, RELATIVE, SIGNED32),
    X86(GOTPCRELX, SLOT, RELATIVE, SIGNED32), X86(REX_GOTPCRELX, SLOT, RELATIVE, SIGNED32),
};

static const relocation_row_t arm_rows[] = {
    ARM(NONE, NONE, ABSOLUTE, WORD64, 0),
    ARM(ABS64, SYMBOL, ABSOLUTE, WORD64, 0),
    ARM(ABS32, SYMBOL, ABSOLUTE, WORD32, 0),
    ARM(PREL64, SYMBOL, RELATIVE, WORD64, 0),
    ARM(PREL32, NEAR, RELATIVE, WORD32, 0),
    ARM(CALL26, NEAR, RELATIVE, BRANCH26, 0),
    ARM(JUMP26, NEAR, RELATIVE, BRANCH26, 0),
    ARM(CONDBR19, NEAR, RELATIVE, BRANCH19, 0),
    ARM(ADR_PREL_LO21, NEAR, RELATIVE, ADR21, 0),
    ARM(ADR_PREL_PG_HI21, NEAR, PAGE, ADR21, 0),
    ARM(ADR_PREL_PG_HI21_NC, NEAR, PAGE, ADR21, 0),
    ARM(ADD_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 0),
    ARM(LDST8_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 0),
    ARM(LDST16_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 1),
    ARM(LDST32_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 2),
    ARM(LDST64_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 3),
    ARM(LDST128_ABS_LO12_NC, NEAR, PAGE_LOW, IMMEDIATE12, 4),
    ARM(ADR_GOT_PAGE, SLOT, PAGE, ADR21, 0),
    ARM(LD64_GOT_LO12_NC, SLOT, PAGE_LOW, IMMEDIATE12, 3),
};

static const relocation_row_t *find_row(unsigned machine, uint32_t type) {
  bool is_arm = HAS_ARM && (!HAS_X86 || machine == EM_AARCH64);
  const relocation_row_t *rows = is_arm ? arm_rows : x86_rows;
  size_t count = is_arm ? sizeof(arm_rows) / sizeof(arm_rows[0]) : sizeof(x86_rows) / sizeof(x86_rows[0]);
  for (size_t i = 0; i < count; ++i) {
    if (rows[i].machine == machine && rows[i].type == type) return &rows[i];
  }
  return NULL;
}

tern_relocation_target_t tern_relocation_target(unsigned machine, uint32_t type, size_t *out_size) {
  const relocation_row_t *row = find_row(machine, type);
  *out_size = !row || row->target == TERN_RELOCATION_NONE ? 0 : row->field == WORD64 ? 8 : 4;
  return row ? (tern_relocation_target_t)row->target : TERN_RELOCATION_UNKNOWN;
}

static bool fits_signed(int64_t value, unsigned width) {
  int64_t limit = (int64_t)1 << (width - 1);
  return value >= -limit && value < limit;
}

// Replaces the bits of `mask` in the 32-bit instruction at `place`.
static void insert_bits(unsigned char *place, uint32_t mask, uint32_t bits) {
  uint32_t instruction;
  memcpy(&instruction, place, sizeof(instruction));
  instruction = (instruction & ~mask) | (bits & mask);
  memcpy(place, &instruction, sizeof(instruction));
}

static const char *write_field(const relocation_row_t *row, unsigned char *place, int64_t value) {
  const char *too_far = TERN_WORDS("a relocation does not reach its target");
  const char *misaligned = TERN_WORDS("a relocation has a misaligned target");
  uint32_t word = (uint32_t)value;
  if (!HAS_ARM && row->field > SIGNED32) return too_far;
  switch ((field_t)row->field) {
    case WORD64: memcpy(place, &value, sizeof(value)); return NULL;
    case UNSIGNED32:
      if (value < 0 || value > UINT32_MAX) return too_far;
      memcpy(place, &word, sizeof(word));
      return NULL;
    case SIGNED32:
      if (!fits_signed(value, 32)) return too_far;
      memcpy(place, &word, sizeof(word));
      return NULL;
    case WORD32:
      if (!fits_signed(value, 32) && (value < 0 || value > UINT32_MAX)) return too_far;
      memcpy(place, &word, sizeof(word));
      return NULL;
    case BRANCH26:
      if (value & 3) return misaligned;
      if (!fits_signed(value, 28)) return too_far;
      insert_bits(place, 0x03ffffffu, word >> 2);
      return NULL;
    case BRANCH19:
      if (value & 3) return misaligned;
      if (!fits_signed(value, 21)) return too_far;
      insert_bits(place, 0x7ffffu << 5, word >> 2 << 5);
      return NULL;
    case ADR21:
      if (row->formula == PAGE) value >>= 12;
      if (!fits_signed(value, 21)) return too_far;
      word = (uint32_t)value;
      insert_bits(place, 3u << 29 | 0x7ffffu << 5, (word & 3) << 29 | (word >> 2 & 0x7ffffu) << 5);
      return NULL;
    case IMMEDIATE12:
      if (value & ((1 << row->scale) - 1)) return misaligned;
      insert_bits(place, 0xfffu << 10, word >> row->scale << 10);
      return NULL;
  }
  return too_far;
}

const char *tern_relocation_apply(unsigned machine, uint32_t type, unsigned char *place, uint64_t place_address,
                                  uint64_t target, int64_t addend) {
  const relocation_row_t *row = find_row(machine, type);
  if (!row) return TERN_WORDS("an unknown relocation");
  if (row->target == TERN_RELOCATION_NONE) return NULL;
  const uint64_t page_mask = ~(uint64_t)0xfff;
  uint64_t value = target + (uint64_t)addend;
  switch ((formula_t)row->formula) {
    case ABSOLUTE: break;
    case RELATIVE: value -= place_address; break;
    case PAGE: value = (value & page_mask) - (place_address & page_mask); break;
    case PAGE_LOW: value &= 0xfff; break;
  }
  return write_field(row, place, (int64_t)value);
}
