// GPUs of AMD, whose names are versions.

#include "analysis/machine/machine.h"

// gfx906: version 9.0.6; the last two digits are hexadecimal.
static bool parse_digit(char c, unsigned base, unsigned *out_digit) {
  *out_digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : base;
  return *out_digit < base;
}

// Waves have 64 lanes before gfx10, and 32 or 64 from then on.
static tern_machine_t machine_of(unsigned major, unsigned minor) {
  return (tern_machine_t){.kind = TERN_MACHINE_AMD,
                          .has_f16 = true,
                          .has_f64 = true,
                          .has_i8 = true,
                          .has_i16 = true,
                          .has_i64 = true,
                          .least_wave = major < 10 ? 64 : 32,
                          .has_clamp = major >= 9,
                          .has_permlane_swap = major > 9 || (major == 9 && minor >= 5)};
}

bool tern_machine_read_amd(tern_str_t chipset, tern_machine_t *out_machine) {
  unsigned major = 0, minor, stepping, digit;
  *out_machine = machine_of(0, 0);
  // All but the last two digits are the major version.
  if (!tern_str_starts_with(chipset, TERN_STR("gfx")) || chipset.size < 6 || chipset.size > 8) return false;
  for (size_t i = 3; i < chipset.size - 2; ++i) {
    if (!parse_digit(chipset.data[i], 10, &digit)) return false;
    major = major * 10 + digit;
  }
  if (!parse_digit(chipset.data[chipset.size - 2], 16, &minor)) return false;
  if (!parse_digit(chipset.data[chipset.size - 1], 16, &stepping)) return false;
  *out_machine = machine_of(major, minor);
  return true;
}
