// The loader of object files: relocations, the functions of the host, and refusals.
//
// Objects are made here, by hand, with the machine code of the processor the test runs on where it runs; formulas of
// relocations are tested for both.

#include <elf.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/string.h"
#include "runtime/drivers/cpu/cpu_elf.h"
#include "runtime/drivers/cpu/cpu_relocation.h"
#include "runtime/drivers/cpu/cpu_symbols.h"

//---- Formulas ----

static uint64_t apply(unsigned machine, uint32_t type, uint64_t before, uint64_t place, uint64_t target, int64_t addend,
                      const char **out_what) {
  unsigned char bytes[8];
  memcpy(bytes, &before, 8);
  *out_what = tern_relocation_apply(machine, type, bytes, place, target, addend);
  memcpy(&before, bytes, 8);
  return before;
}

static void test_formulas(void **state) {
  (void)state;
  static const struct {
    unsigned machine;
    uint32_t type;
    uint64_t before, place, target;
    int64_t addend;
    uint64_t after;
  } rows[] = {
      {EM_X86_64, R_X86_64_64, 0, 0x1000, 0x123456789abcdef0, 8, 0x123456789abcdef8},
      {EM_X86_64, R_X86_64_PC64, 0, 0x1000, 0x3000, -4, 0x1ffc},
      {EM_X86_64, R_X86_64_PC32, 0xffffffff00000000, 0x1000, 0x3000, -4, 0xffffffff00001ffc},
      {EM_X86_64, R_X86_64_PLT32, 0, 0x3000, 0x1000, -4, 0xffffdffc},
      {EM_X86_64, R_X86_64_GOTPCREL, 0, 0x1000, 0x3000, -4, 0x1ffc},
      {EM_X86_64, 41, 0, 0x1000, 0x3000, -4, 0x1ffc},
      {EM_X86_64, 42, 0, 0x1000, 0x3000, -4, 0x1ffc},
      {EM_X86_64, R_X86_64_32, 0, 0x1000, 0xfffffff0, 1, 0xfffffff1},
      {EM_X86_64, R_X86_64_32S, 0, 0x1000, 0xfffffffffffffff0, 1, 0xfffffff1},
      {EM_X86_64, R_X86_64_NONE, 7, 0x1000, 0x3000, 1, 7},
      {EM_AARCH64, R_AARCH64_NONE, 7, 0x1000, 0x3000, 1, 7},
      {EM_AARCH64, R_AARCH64_ABS64, 0, 0x1000, 0x123456789abcdef0, 8, 0x123456789abcdef8},
      {EM_AARCH64, R_AARCH64_ABS32, 0, 0x1000, 0xfffffff0, 1, 0xfffffff1},
      {EM_AARCH64, R_AARCH64_PREL64, 0, 0x1000, 0x3000, 0, 0x2000},
      {EM_AARCH64, R_AARCH64_PREL32, 0, 0x3000, 0x1000, 0, 0xffffe000},
      {EM_AARCH64, R_AARCH64_CALL26, 0x94000000, 0x1000, 0x3000, 0, 0x94000800},
      {EM_AARCH64, R_AARCH64_JUMP26, 0x14000000, 0x3000, 0x1000, 0, 0x17fff800},
      {EM_AARCH64, R_AARCH64_CONDBR19, 0x54000000, 0x1000, 0x1010, 0, 0x54000080},
      {EM_AARCH64, R_AARCH64_ADR_PREL_LO21, 0x10000000, 0x1000, 0x1005, 0, 0x30000020},
      {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x1abc, 0x5123, 0, 0x90000020},
      {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x5abc, 0x1123, 0, 0x90ffffe0},
      {EM_AARCH64, R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0x1000, 0x5123, 0, 0x91048c00},
      {EM_AARCH64, R_AARCH64_LDST8_ABS_LO12_NC, 0x39400000, 0x1000, 0x5123, 0, 0x39448c00},
      {EM_AARCH64, R_AARCH64_LDST16_ABS_LO12_NC, 0x79400000, 0x1000, 0x5124, 0, 0x79424800},
      {EM_AARCH64, R_AARCH64_LDST32_ABS_LO12_NC, 0xb9400000, 0x1000, 0x5124, 0, 0xb9412400},
      {EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, 0xf9400000, 0x1000, 0x5128, 0, 0xf9409400},
      {EM_AARCH64, R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00000, 0x1000, 0x5130, 0, 0x3dc04c00},
      {EM_AARCH64, R_AARCH64_ADR_GOT_PAGE, 0x90000000, 0x1abc, 0x5128, 0, 0x90000020},
      {EM_AARCH64, R_AARCH64_LD64_GOT_LO12_NC, 0xf9400000, 0x1000, 0x5128, 0, 0xf9409400},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    const char *what;
    size_t size;
    assert_int_not_equal(tern_relocation_target(rows[i].machine, rows[i].type, &size), TERN_RELOCATION_UNKNOWN);
    uint64_t after =
        apply(rows[i].machine, rows[i].type, rows[i].before, rows[i].place, rows[i].target, rows[i].addend, &what);
    assert_null(what);
    if (after != rows[i].after) {
      fail_msg("relocation %u of machine %u gives 0x%llx", rows[i].type, rows[i].machine, (unsigned long long)after);
    }
  }
}

static void test_formulas_that_do_not_fit(void **state) {
  (void)state;
  static const struct {
    unsigned machine;
    uint32_t type;
    uint64_t target;
    const char *what;
  } rows[] = {
      {EM_X86_64, R_X86_64_PC32, 1ull << 32, "a relocation does not reach its target"},
      {EM_X86_64, R_X86_64_32, 1ull << 32, "a relocation does not reach its target"},
      {EM_X86_64, R_X86_64_32, ~0ull, "a relocation does not reach its target"},
      {EM_X86_64, R_X86_64_32S, 1ull << 31, "a relocation does not reach its target"},
      {EM_X86_64, 9999, 0, "an unknown relocation"},
      {EM_386, R_X86_64_64, 0, "an unknown relocation"},
      {EM_AARCH64, R_AARCH64_ABS32, 1ull << 33, "a relocation does not reach its target"},
      {EM_AARCH64, R_AARCH64_CALL26, 1ull << 28, "a relocation does not reach its target"},
      {EM_AARCH64, R_AARCH64_CALL26, 2, "a relocation has a misaligned target"},
      {EM_AARCH64, R_AARCH64_CONDBR19, 1ull << 21, "a relocation does not reach its target"},
      {EM_AARCH64, R_AARCH64_CONDBR19, 2, "a relocation has a misaligned target"},
      {EM_AARCH64, R_AARCH64_ADR_PREL_LO21, 1ull << 20, "a relocation does not reach its target"},
      {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 1ull << 33, "a relocation does not reach its target"},
      {EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, 4, "a relocation has a misaligned target"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    const char *what;
    apply(rows[i].machine, rows[i].type, 0, 0, rows[i].target, 0, &what);
    if (!what) fail_msg("relocation %u of machine %u fits", rows[i].type, rows[i].machine);
    assert_string_equal(what, rows[i].what);
  }
}

//---- Functions of the host ----

// 16-bit floats are handed over in the low bits of a float.
static float carry(uint16_t bits) {
  uint32_t word = bits;
  float carrier;
  memcpy(&carrier, &word, 4);
  return carrier;
}
static uint16_t carried(float carrier) {
  uint16_t bits;
  memcpy(&bits, &carrier, 2);
  return bits;
}

static void *find(const char *name) {
  void *address = (void *)(uintptr_t)tern_cpu_symbol_find(name);
  if (!address) fail_msg("there is no %s", name);
  return address;
}
#define FIND(name, result, ...) ((result (*)(__VA_ARGS__))(uintptr_t)find(name))

static void test_functions_of_the_host(void **state) {
  (void)state;
  assert_true(FIND("tanhf", float, float)(0.5f) == tanhf(0.5f));
  assert_true(FIND("erf", double, double)(0.5) == erf(0.5));
  assert_true(fabsf(FIND("exp10f", float, float)(2) - 100) < 1e-4f);
  assert_true(FIND("exp10", double, double)(3) == 1000);
  assert_true(FIND("roundeven", double, double)(2.5) == 2);
  assert_true(FIND("roundeven", double, double)(-3.5) == -4);
  assert_true(FIND("roundevenf", float, float)(0.5f) == 0);
  assert_true(signbit(FIND("roundevenf", float, float)(-0.5f)));
  double s, c;
  FIND("sincos", void, double, double *, double *)(1, &s, &c);
  assert_true(s == sin(1) && c == cos(1));
  float sf, cf;
  FIND("sincosf", void, float, float *, float *)(1, &sf, &cf);
  assert_true(sf == sinf(1) && cf == cosf(1));
  assert_true(FIND("__extendhfsf2", float, float)(carry(0x3c01)) == 1.0f + 1.0f / 1024);
  assert_true(FIND("__extendhfdf2", double, float)(carry(0xc000)) == -2);
  assert_true(FIND("__extendbfsf2", float, float)(carry(0x3f80)) == 1);
  assert_int_equal(carried(FIND("__truncsfhf2", float, float)(1.0f + 1.0f / 2048)), 0x3c00);
  assert_int_equal(carried(FIND("__truncsfhf2", float, float)(70000)), 0x7c00);
  assert_int_equal(carried(FIND("__truncdfhf2", float, double)(1.0 + 1.0 / 2048 + 1e-12)), 0x3c01);
  assert_int_equal(carried(FIND("__truncsfbf2", float, float)(1.0f + 1.0f / 256)), 0x3f80);
  assert_int_equal(carried(FIND("__truncdfbf2", float, double)(1.0 + 1.0 / 256 + 1e-12)), 0x3f81);
  const __int128 large = (__int128)1 << 100;
  assert_true(FIND("__divti3", __int128, __int128, __int128)(-large, 1 << 10) == -((__int128)1 << 90));
  assert_true(FIND("__modti3", __int128, __int128, __int128)(-large - 5, 1 << 10) == -5);
  assert_true(FIND("__multi3", __int128, __int128, __int128)(large, 4) == (__int128)1 << 102);
  assert_true(FIND("__udivti3", unsigned __int128, unsigned __int128, unsigned __int128)(large, 3) ==
              (unsigned __int128)large / 3);
  assert_true(FIND("__umodti3", unsigned __int128, unsigned __int128, unsigned __int128)(large, 3) ==
              (unsigned __int128)large % 3);
  assert_true(FIND("__floattidf", double, __int128)(-large) == -0x1p100);
  assert_true(FIND("__floattisf", float, __int128)(-large) == -0x1p100f);
  assert_true(FIND("__floatuntidf", double, unsigned __int128)(large) == 0x1p100);
  assert_true(FIND("__floatuntisf", float, unsigned __int128)(large) == 0x1p100f);
  assert_true(FIND("__fixdfti", __int128, double)(-0x1p100) == -large);
  assert_true(FIND("__fixsfti", __int128, float)(-0x1p100f) == -large);
  assert_true(FIND("__fixunsdfti", unsigned __int128, double)(0x1p100) == (unsigned __int128)large);
  assert_true(FIND("__fixunssfti", unsigned __int128, float)(0x1p100f) == (unsigned __int128)large);
  assert_int_equal(tern_cpu_symbol_find("system"), 0);
}

//---- Objects ----

// An object with three sections besides the tables: code, constants and data.
enum { CODE = 1, CONSTANTS, DATA, RELOCATIONS, SYMBOLS, STRINGS, SECTION_COUNT };

typedef struct object {
  unsigned char code[128], constants[32], data[32];
  size_t code_size, constants_size, data_size;
  Elf64_Rela relocations[8];
  size_t relocation_count;
  Elf64_Sym symbols[8];
  size_t symbol_count;
  char strings[256];
  size_t strings_size;
} object_t;

#if defined(__x86_64__)
enum { MACHINE = EM_X86_64 };
#else
enum { MACHINE = EM_AARCH64 };
#endif

static size_t add_symbol(object_t *o, const char *name, unsigned info, uint16_t section, uint64_t value) {
  if (!o->symbol_count) {
    o->symbol_count = 1;
    o->strings_size = 1;
  }
  o->symbols[o->symbol_count] = (Elf64_Sym){
      .st_name = (uint32_t)o->strings_size, .st_info = (unsigned char)info, .st_shndx = section, .st_value = value};
  memcpy(o->strings + o->strings_size, name, strlen(name) + 1);
  o->strings_size += strlen(name) + 1;
  return o->symbol_count++;
}

static void add_relocation(object_t *o, uint32_t type, uint64_t offset, size_t symbol, int64_t addend) {
  o->relocations[o->relocation_count++] = (Elf64_Rela){offset, ELF64_R_INFO(symbol, type), addend};
}

static void write_object(const object_t *o, tern_string_builder_t *out) {
  const struct {
    const void *data;
    size_t size;
    Elf64_Shdr header;
  } parts[SECTION_COUNT] = {
      [CODE] = {o->code,
                o->code_size,
                {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addralign = 16}},
      [CONSTANTS] = {o->constants,
                     o->constants_size,
                     {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_addralign = 8}},
      [DATA] = {o->data, o->data_size, {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addralign = 8}},
      [RELOCATIONS] = {o->relocations,
                       o->relocation_count * sizeof(Elf64_Rela),
                       {.sh_type = SHT_RELA, .sh_link = SYMBOLS, .sh_info = CODE, .sh_entsize = sizeof(Elf64_Rela)}},
      [SYMBOLS] = {o->symbols,
                   o->symbol_count * sizeof(Elf64_Sym),
                   {.sh_type = SHT_SYMTAB, .sh_link = STRINGS, .sh_entsize = sizeof(Elf64_Sym)}},
      [STRINGS] = {o->strings, o->strings_size, {.sh_type = SHT_STRTAB}},
  };
  Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                       .e_type = ET_REL,
                       .e_machine = MACHINE,
                       .e_version = EV_CURRENT,
                       .e_ehsize = sizeof(Elf64_Ehdr),
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = SECTION_COUNT};
  Elf64_Shdr sections[SECTION_COUNT] = {0};
  tern_string_builder_append(out, tern_str_make((const char *)&header, sizeof header));
  for (size_t i = 1; i < SECTION_COUNT; ++i) {
    while (out->size % 8) tern_string_builder_append_char(out, 0);
    sections[i] = parts[i].header;
    sections[i].sh_offset = out->size;
    sections[i].sh_size = parts[i].size;
    tern_string_builder_append(out, tern_str_make(parts[i].data, parts[i].size));
  }
  while (out->size % 8) tern_string_builder_append_char(out, 0);
  header.e_shoff = out->size;
  memcpy(out->data, &header, sizeof header);
  tern_string_builder_append(out, tern_str_make((const char *)sections, sizeof sections));
}

static tern_status_t load_object(const object_t *o, tern_cpu_elf_t **out_elf) {
  tern_string_builder_t bytes = {0};
  write_object(o, &bytes);
  tern_status_t status = tern_cpu_elf_load(bytes.data, bytes.size, out_elf);
  tern_string_builder_deinitialize(&bytes);
  return status;
}

#define GLOBAL_FUNCTION ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define GLOBAL_NOTYPE ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)

// double f(double x): x plus a constant, through tanh, stored to data and loaded again, times what a slot points to.
static void make_object(object_t *o) {
  *o = (object_t){0};
  const double constants[2] = {0.25, 3};
  memcpy(o->constants, constants, sizeof constants);
  o->constants_size = sizeof constants;
  o->data_size = 8;
#if defined(__x86_64__)
  static const unsigned char code[] = {
      0x48, 0x83, 0xec, 0x08,                 //  0: sub $8, %rsp
      0xf2, 0x0f, 0x58, 0x05, 0,    0, 0, 0,  //  4: addsd constant(%rip), %xmm0
      0xe8, 0,    0,    0,    0,              // 12: call tanh
      0xf2, 0x0f, 0x11, 0x05, 0,    0, 0, 0,  // 17: movsd %xmm0, data(%rip)
      0x48, 0x8b, 0x05, 0,    0,    0, 0,     // 25: mov constant@GOTPCREL(%rip), %rax
      0xf2, 0x0f, 0x59, 0x40, 0x08,           // 32: mulsd 8(%rax), %xmm0
      0x48, 0x83, 0xc4, 0x08, 0xc3,           // 37: add $8, %rsp; ret
  };
  size_t constant = add_symbol(o, "constant", ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), CONSTANTS, 0);
  size_t data = add_symbol(o, "data", ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), DATA, 0);
  size_t tanh_symbol = add_symbol(o, "tanh", GLOBAL_NOTYPE, SHN_UNDEF, 0);
  add_relocation(o, R_X86_64_PC32, 8, constant, -4);
  add_relocation(o, R_X86_64_PLT32, 13, tanh_symbol, -4);
  add_relocation(o, R_X86_64_PC32, 21, data, -4);
  add_relocation(o, 42, 28, constant, -4);
#else
  static const uint32_t code[] = {
      0xa9bf7bfd,  //  0: stp x29, x30, [sp, #-16]!
      0x90000008,  //  4: adrp x8, constant
      0xfd400101,  //  8: ldr d1, [x8, :lo12:constant]
      0x1e612800,  // 12: fadd d0, d0, d1
      0x94000000,  // 16: bl tanh
      0x90000008,  // 20: adrp x8, data
      0xfd000100,  // 24: str d0, [x8, :lo12:data]
      0x90000008,  // 28: adrp x8, :got:constant
      0xf9400108,  // 32: ldr x8, [x8, :got_lo12:constant]
      0xfd400501,  // 36: ldr d1, [x8, #8]
      0x1e610800,  // 40: fmul d0, d0, d1
      0xa8c17bfd,  // 44: ldp x29, x30, [sp], #16
      0xd65f03c0,  // 48: ret
  };
  size_t constant = add_symbol(o, "constant", ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), CONSTANTS, 0);
  size_t data = add_symbol(o, "data", ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), DATA, 0);
  size_t tanh_symbol = add_symbol(o, "tanh", GLOBAL_NOTYPE, SHN_UNDEF, 0);
  add_relocation(o, R_AARCH64_ADR_PREL_PG_HI21, 4, constant, 0);
  add_relocation(o, R_AARCH64_LDST64_ABS_LO12_NC, 8, constant, 0);
  add_relocation(o, R_AARCH64_CALL26, 16, tanh_symbol, 0);
  add_relocation(o, R_AARCH64_ADR_PREL_PG_HI21, 20, data, 0);
  add_relocation(o, R_AARCH64_LDST64_ABS_LO12_NC, 24, data, 0);
  add_relocation(o, R_AARCH64_ADR_GOT_PAGE, 28, constant, 0);
  add_relocation(o, R_AARCH64_LD64_GOT_LO12_NC, 32, constant, 0);
#endif
  memcpy(o->code, code, sizeof code);
  o->code_size = sizeof code;
  add_symbol(o, "f", GLOBAL_FUNCTION, CODE, 0);
}

static void test_code_runs(void **state) {
  (void)state;
  object_t o;
  tern_cpu_elf_t *elf;
  make_object(&o);
  tern_status_t status = load_object(&o, &elf);
  if (!tern_status_is_ok(status)) fail_msg("%s", status.message);
  double (*f)(double) = (double (*)(double))(uintptr_t)tern_cpu_elf_find(elf, "f", "");
  assert_non_null(f);
  assert_true(f(0.5) == tanh(0.75) * 3);
  assert_null(tern_cpu_elf_find(elf, "g", ""));
  assert_null(tern_cpu_elf_find(elf, "constant", ""));
  tern_cpu_elf_destroy(elf);
  tern_cpu_elf_destroy(NULL);
}

static void expect_refusal(const object_t *o, tern_status_code_t code, const char *message) {
  tern_cpu_elf_t *elf;
  tern_status_t status = load_object(o, &elf);
  if (tern_status_is_ok(status)) fail_msg("loads, expected: %s", message);
  assert_null(elf);
  if (status.code != code || !strstr(status.message, message)) fail_msg("%s, expected: %s", status.message, message);
}

static void test_contents_are_checked(void **state) {
  (void)state;
  object_t o;
#define REFUSE(code, message, change) \
  make_object(&o);                    \
  change;                             \
  expect_refusal(&o, code, message)
  REFUSE(TERN_NOT_FOUND, "the object file calls 'system', which the runtime does not offer",
         add_symbol(&o, "system", GLOBAL_NOTYPE, SHN_UNDEF, 0));
  REFUSE(TERN_UNSUPPORTED, "symbol 'x' of the object file is of a kind that cannot be loaded",
         add_symbol(&o, "x", ELF64_ST_INFO(STB_GLOBAL, STT_TLS), DATA, 0));
  REFUSE(TERN_UNSUPPORTED, "of a kind that cannot be loaded", add_symbol(&o, "x", GLOBAL_NOTYPE, SHN_COMMON, 0));
  REFUSE(TERN_UNSUPPORTED, "of a kind that cannot be loaded",
         add_symbol(&o, "x", ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC), CODE, 0));
  REFUSE(TERN_INVALID_ARGUMENT, "a symbol is in a section that does not exist",
         add_symbol(&o, "x", GLOBAL_NOTYPE, 77, 0));
  REFUSE(TERN_INVALID_ARGUMENT, "a symbol is outside of its section", add_symbol(&o, "x", GLOBAL_NOTYPE, DATA, 9));
  REFUSE(TERN_INVALID_ARGUMENT, "a symbol has no name", o.symbols[1].st_name = 1000);
  REFUSE(TERN_INVALID_ARGUMENT, "the names of symbols have no end", o.strings[o.strings_size - 1] = 'x');
  REFUSE(TERN_UNSUPPORTED, "relocations of type 999", add_relocation(&o, 999, 0, 1, 0));
  REFUSE(TERN_INVALID_ARGUMENT, "a relocation is outside of its section", o.relocations[0].r_offset = o.code_size - 3);
  REFUSE(TERN_INVALID_ARGUMENT, "a relocation is for a symbol that does not exist",
         o.relocations[0].r_info = ELF64_R_INFO(77, ELF64_R_TYPE(o.relocations[0].r_info)));
  REFUSE(TERN_INVALID_ARGUMENT, "a relocation is for a symbol in a section that is not loaded",
         o.symbols[1].st_shndx = STRINGS);
  // A weak symbol may be missing.
  make_object(&o);
  add_symbol(&o, "system", ELF64_ST_INFO(STB_WEAK, STT_NOTYPE), SHN_UNDEF, 0);
  tern_cpu_elf_t *elf;
  assert_true(tern_status_is_ok(load_object(&o, &elf)));
  tern_cpu_elf_destroy(elf);
}

// Changes `size` bytes of the file at `offset`.
static void expect_damage(size_t offset, uint64_t value, size_t size, const char *message) {
  object_t o;
  make_object(&o);
  tern_string_builder_t bytes = {0};
  write_object(&o, &bytes);
  Elf64_Ehdr header;
  memcpy(&header, bytes.data, sizeof header);
  if (offset >= sizeof header) offset += header.e_shoff - sizeof header;  // behind the header: the table of sections
  memcpy(bytes.data + offset, &value, size < sizeof value ? size : sizeof value);
  tern_cpu_elf_t *elf;
  tern_status_t status = tern_cpu_elf_load(bytes.data, bytes.size, &elf);
  if (tern_status_is_ok(status)) fail_msg("loads, expected: %s", message);
  if (!strstr(status.message, message)) fail_msg("%s, expected: %s", status.message, message);
  tern_string_builder_deinitialize(&bytes);
}
#define HEADER(member) offsetof(Elf64_Ehdr, member), sizeof(((Elf64_Ehdr *)0)->member)
#define SECTION(number, member) \
  sizeof(Elf64_Ehdr) + (number) * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, member), sizeof(((Elf64_Shdr *)0)->member)
#define DAMAGE(place, value, message) DAMAGE_(place, value, message)
#define DAMAGE_(offset, size, value, message) expect_damage(offset, value, size, message)

static void test_tables_are_checked(void **state) {
  (void)state;
  DAMAGE(HEADER(e_ident), 0, "it is no little-endian ELF file of 64 bits");
  DAMAGE(HEADER(e_type), ET_DYN, "it is not relocatable");
  DAMAGE(HEADER(e_machine), EM_386, "the object file is for machine 3");
  DAMAGE(HEADER(e_shoff), 1ull << 40, "the table of sections is not inside of the file");
  DAMAGE(HEADER(e_shoff), 4, "the table of sections is not inside of the file");
  DAMAGE(HEADER(e_shentsize), 4, "the table of sections is not inside of the file");
  DAMAGE(HEADER(e_shnum), 0, "the table of sections is not inside of the file");
  DAMAGE(HEADER(e_shnum), 0xffff, "the table of sections is not inside of the file");
  DAMAGE(SECTION(CODE, sh_size), 1ull << 40, "a section is not inside of the file");
  DAMAGE(SECTION(CODE, sh_offset), 1ull << 40, "a section is not inside of the file");
  DAMAGE(SECTION(CODE, sh_addralign), 24, "a section has an alignment that is no power of two, or too large");
  DAMAGE(SECTION(CODE, sh_addralign), 1 << 20, "a section has an alignment that is no power of two, or too large");
  DAMAGE(SECTION(DATA, sh_flags), SHF_ALLOC | SHF_TLS,
         "section 3 of the object file is of a kind that cannot be loaded");
  DAMAGE(SECTION(DATA, sh_type), SHT_INIT_ARRAY, "section 3 of the object file is of a kind that cannot be loaded");
  DAMAGE(SECTION(CODE, sh_flags), SHF_ALLOC | SHF_EXECINSTR | SHF_WRITE, "section 1 of the object file is of a kind");
  DAMAGE(SECTION(SYMBOLS, sh_entsize), 7, "the table of symbols is not one");
  DAMAGE(SECTION(SYMBOLS, sh_link), 77, "the table of symbols is not one");
  DAMAGE(SECTION(DATA, sh_type), SHT_SYMTAB, "the table of symbols is not one");
  DAMAGE(SECTION(RELOCATIONS, sh_info), 77, "relocations are for a section that does not exist");
  DAMAGE(SECTION(RELOCATIONS, sh_type), SHT_REL, "relocations are of the wrong form");
  DAMAGE(SECTION(RELOCATIONS, sh_entsize), 7, "relocations are of the wrong form");
}

// Every byte of a small object, replaced by others: it loads or not, but nothing is read or written where it should not be.
static void test_damage(void **state) {
  (void)state;
  static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
  object_t o;
  make_object(&o);
  tern_string_builder_t bytes = {0};
  write_object(&o, &bytes);
  for (size_t i = 0; i < bytes.size; ++i) {
    for (size_t v = 0; v < sizeof values; ++v) {
      char *copy = malloc(bytes.size);
      memcpy(copy, bytes.data, bytes.size);
      copy[i] = (char)values[v];
      tern_cpu_elf_t *elf;
      tern_status_t status = tern_cpu_elf_load(copy, bytes.size, &elf);
      if (!tern_status_is_ok(status)) assert_non_null(status.message);
      tern_cpu_elf_destroy(elf);
      free(copy);
    }
  }
  for (size_t size = 0; size < bytes.size; ++size) {
    tern_cpu_elf_t *elf;
    char *copy = malloc(size + 1);
    memcpy(copy, bytes.data, size);
    assert_false(tern_status_is_ok(tern_cpu_elf_load(copy, size, &elf)));
    free(copy);
  }
  tern_string_builder_deinitialize(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_formulas_that_do_not_fit),
      cmocka_unit_test(test_functions_of_the_host),
      cmocka_unit_test(test_code_runs),
      cmocka_unit_test(test_contents_are_checked),
      cmocka_unit_test(test_tables_are_checked),
      cmocka_unit_test(test_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
