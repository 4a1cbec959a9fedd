// GPUs of AMD, whose names are versions.

#include "analysis/machine/machine.h"

// gfx906: version 9.0.6; the last two digits are hexadecimal.
static bool parse_digit(char c, unsigned base, unsigned *out_digit) {
  *out_digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : base;
  return *out_digit < base;
}

// What kernels of Triton ask of a GPU, by ranges of versions: 0x942 is gfx942.
static const struct {
  unsigned first, last;
  tern_amd_family_t family;
  int64_t local_memory_size, mfma_version, wmma_version;
} families[] = {
    {0x908, 0x908, TERN_AMD_CDNA1, 64 << 10, 1, 0},    {0x90A, 0x90A, TERN_AMD_CDNA2, 64 << 10, 2, 0},
    {0x942, 0x942, TERN_AMD_CDNA3, 64 << 10, 3, 0},    {0x950, 0x950, TERN_AMD_CDNA4, 160 << 10, 4, 0},
    {0xA10, 0xA13, TERN_AMD_RDNA1, 64 << 10, 0, 0},    {0xA30, 0xA36, TERN_AMD_RDNA2, 64 << 10, 0, 0},
    {0xB00, 0xB53, TERN_AMD_RDNA3, 64 << 10, 0, 1},    {0xC00, 0xC01, TERN_AMD_RDNA4, 64 << 10, 0, 2},
    {0xC50, 0xC50, TERN_AMD_GFX1250, 320 << 10, 0, 3},
};

static void add_family(tern_machine_t *machine, unsigned version) {
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    if (version < families[i].first || version > families[i].last) continue;
    machine->family = families[i].family;
    machine->local_memory_size = families[i].local_memory_size;
    machine->mfma_version = families[i].mfma_version;
    machine->wmma_version = families[i].wmma_version;
  }
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
  if (major <= 0xF) add_family(out_machine, major << 8 | minor << 4 | stepping);
  return true;
}
