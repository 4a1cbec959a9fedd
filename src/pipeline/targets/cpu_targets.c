// Processors by name, and their features.
//
// Listed are the features that LLVM uses by itself, or that intrinsics for vectors, matrices and bits need. Others, such as
// those for operating systems, are in no code of ours.
//
// Sources: Intel's Software Developer's Manual, volume 2, CPUID, and volume 1, 13.1 (states); AMD's Programmer's Manual,
// volume 3, appendix E; Linux, Documentation/arch/arm64/elf_hwcaps.rst; what each processor has: LLVM 22,
// llvm/lib/TargetParser/X86TargetParser.cpp and llvm/lib/Target/AArch64/AArch64Processors.td.

#include "pipeline/targets/cpu_targets.h"

#include <stdlib.h>
#include <string.h>

#include "base/string.h"
#include "base/tiles.h"

typedef enum machine { X86_64, AARCH64, OTHER } machine_t;

typedef struct feature {
  const char *name;     // LLVM's
  const char *implied;  // with spaces between them
  uint32_t source, leaf, subleaf, word, bit, states;
} feature_t;

typedef struct processor {
  const char *names;  // with spaces between them
  const char *parts;  // features, or processors whose features it has
} processor_t;

// Registers of CPUID, and states that the system saves for wider ones.
enum { EAX, EBX, ECX, EDX };
enum { AVX = 0x6, AVX512 = 0xe6, AMX = 0x60000 };

#define CPUID(leaf, subleaf, word, bit) TERN_CPU_SOURCE_CPUID, leaf, subleaf, word, bit
#define HWCAP(word, bit) TERN_CPU_SOURCE_HWCAP, 0, 0, word, bit

// By leaf and subleaf: what the runtime asks for once.
static const feature_t x86_64_features[] = {
    {"sse3", "", CPUID(1, 0, ECX, 0), 0},
    {"pclmul", "", CPUID(1, 0, ECX, 1), 0},
    {"ssse3", "sse3", CPUID(1, 0, ECX, 9), 0},
    {"fma", "avx", CPUID(1, 0, ECX, 12), AVX},
    {"cx16", "", CPUID(1, 0, ECX, 13), 0},
    {"sse4.1", "ssse3", CPUID(1, 0, ECX, 19), 0},
    {"sse4.2", "sse4.1", CPUID(1, 0, ECX, 20), 0},
    {"movbe", "", CPUID(1, 0, ECX, 22), 0},
    {"popcnt", "", CPUID(1, 0, ECX, 23), 0},
    {"aes", "", CPUID(1, 0, ECX, 25), 0},
    {"avx", "sse4.2", CPUID(1, 0, ECX, 28), AVX},
    {"f16c", "avx", CPUID(1, 0, ECX, 29), AVX},
    {"bmi", "", CPUID(7, 0, EBX, 3), 0},
    {"avx2", "avx", CPUID(7, 0, EBX, 5), AVX},
    {"bmi2", "", CPUID(7, 0, EBX, 8), 0},
    {"avx512f", "avx2 f16c fma", CPUID(7, 0, EBX, 16), AVX512},
    {"avx512dq", "avx512f", CPUID(7, 0, EBX, 17), AVX512},
    {"adx", "", CPUID(7, 0, EBX, 19), 0},
    {"avx512ifma", "avx512f", CPUID(7, 0, EBX, 21), AVX512},
    {"avx512cd", "avx512f", CPUID(7, 0, EBX, 28), AVX512},
    {"sha", "", CPUID(7, 0, EBX, 29), 0},
    {"avx512bw", "avx512f", CPUID(7, 0, EBX, 30), AVX512},
    {"avx512vl", "avx512f", CPUID(7, 0, EBX, 31), AVX512},
    {"avx512vbmi", "avx512bw", CPUID(7, 0, ECX, 1), AVX512},
    {"avx512vbmi2", "avx512bw", CPUID(7, 0, ECX, 6), AVX512},
    {"gfni", "", CPUID(7, 0, ECX, 8), 0},
    {"vaes", "aes avx2", CPUID(7, 0, ECX, 9), AVX},
    {"vpclmulqdq", "avx pclmul", CPUID(7, 0, ECX, 10), AVX},
    {"avx512vnni", "avx512f", CPUID(7, 0, ECX, 11), AVX512},
    {"avx512bitalg", "avx512bw", CPUID(7, 0, ECX, 12), AVX512},
    {"avx512vpopcntdq", "avx512f", CPUID(7, 0, ECX, 14), AVX512},
    {"avx512vp2intersect", "avx512f", CPUID(7, 0, EDX, 8), AVX512},
    {"amx-bf16", "amx-tile", CPUID(7, 0, EDX, 22), AMX},
    {"avx512fp16", "avx512bw", CPUID(7, 0, EDX, 23), AVX512},
    {"amx-tile", "", CPUID(7, 0, EDX, 24), AMX},
    {"amx-int8", "amx-tile", CPUID(7, 0, EDX, 25), AMX},
    {"avxvnni", "avx2", CPUID(7, 1, EAX, 4), AVX},
    {"avx512bf16", "avx512bw", CPUID(7, 1, EAX, 5), AVX512},
    {"cmpccxadd", "", CPUID(7, 1, EAX, 7), 0},
    {"amx-fp16", "amx-tile", CPUID(7, 1, EAX, 21), AMX},
    {"avxifma", "avx2", CPUID(7, 1, EAX, 23), AVX},
    {"avxvnniint8", "avx2", CPUID(7, 1, EDX, 4), AVX},
    {"avxneconvert", "avx2", CPUID(7, 1, EDX, 5), AVX},
    {"amx-complex", "amx-tile", CPUID(7, 1, EDX, 8), AMX},
    {"avxvnniint16", "avx2", CPUID(7, 1, EDX, 10), AVX},
    {"sahf", "", CPUID(0x80000001, 0, ECX, 0), 0},
    {"lzcnt", "", CPUID(0x80000001, 0, ECX, 5), 0},
    {"sse4a", "sse3", CPUID(0x80000001, 0, ECX, 6), 0},
    {"xop", "fma4", CPUID(0x80000001, 0, ECX, 11), AVX},
    {"fma4", "avx sse4a", CPUID(0x80000001, 0, ECX, 16), AVX},
    {"tbm", "", CPUID(0x80000001, 0, ECX, 21), 0},
};

// What LLVM does not name here is older than x86-64, or needs features that are not in the table (APX, AVX10).
static const processor_t x86_64_processors[] = {
    {"x86-64 generic k8 athlon64 athlon-fx opteron", ""},
    {"k8-sse3 athlon64-sse3 opteron-sse3", "sse3"},
    {"nocona", "sse3 cx16"},
    {"core2", "nocona ssse3 sahf"},
    {"penryn", "core2 sse4.1"},
    {"bonnell atom", "core2 movbe"},
    {"x86-64-v2 nehalem corei7", "core2 sse4.2 popcnt"},
    {"x86-64-v3", "x86-64-v2 avx2 bmi bmi2 f16c fma lzcnt movbe"},
    {"x86-64-v4", "x86-64-v3 avx512bw avx512cd avx512dq avx512vl"},
    {"silvermont slm", "x86-64-v2 movbe pclmul"},
    {"goldmont goldmont-plus", "silvermont aes sha"},
    {"tremont", "goldmont gfni"},
    {"westmere", "x86-64-v2 pclmul"},
    {"sandybridge corei7-avx", "westmere avx"},
    {"ivybridge core-avx-i", "sandybridge f16c"},
    {"haswell core-avx2", "x86-64-v3 pclmul"},
    {"broadwell", "haswell adx"},
    {"skylake", "broadwell aes"},
    {"knl", "skylake avx512cd"},
    {"knm", "knl avx512vpopcntdq"},
    {"skylake-avx512 skx", "skylake x86-64-v4"},
    {"cascadelake", "skylake-avx512 avx512vnni"},
    {"cooperlake", "cascadelake avx512bf16"},
    {"cannonlake", "skylake-avx512 avx512ifma avx512vbmi sha"},
    {"icelake-client icelake-server rocketlake",
     "cannonlake avx512bitalg avx512vbmi2 avx512vnni avx512vpopcntdq gfni vaes vpclmulqdq"},
    {"tigerlake", "icelake-client avx512vp2intersect"},
    {"sapphirerapids emeraldrapids", "icelake-server amx-bf16 amx-int8 avx512bf16 avx512fp16 avxvnni"},
    {"graniterapids", "sapphirerapids amx-fp16"},
    {"graniterapids-d", "graniterapids amx-complex"},
    {"alderlake raptorlake meteorlake gracemont", "skylake avxvnni gfni sha vaes vpclmulqdq"},
    {"arrowlake sierraforest grandridge", "alderlake avxifma avxneconvert avxvnniint8 cmpccxadd"},
    {"arrowlake-s lunarlake pantherlake wildcatlake clearwaterforest", "arrowlake avxvnniint16"},
    {"amdfam10 barcelona", "nocona lzcnt popcnt sahf sse4a"},
    {"btver1", "amdfam10 ssse3"},
    {"btver2", "btver1 aes bmi f16c movbe pclmul"},
    {"bdver1", "btver1 aes pclmul xop"},
    {"bdver2 bdver3", "bdver1 bmi f16c fma tbm"},
    {"bdver4", "bdver3 avx2 bmi2 movbe"},
    {"znver1 znver2", "x86-64-v3 adx aes pclmul sha sse4a"},
    {"znver3", "znver2 vaes vpclmulqdq"},
    {"znver4",
     "znver3 x86-64-v4 avx512bf16 avx512bitalg avx512ifma avx512vbmi avx512vbmi2 avx512vnni avx512vpopcntdq gfni"},
    {"znver5", "znver4 avx512vp2intersect avxvnni"},
};

static const feature_t aarch64_features[] = {
    {"aes", "", HWCAP(0, 3), 0},      {"sha2", "", HWCAP(0, 6), 0},         {"crc", "", HWCAP(0, 7), 0},
    {"lse", "", HWCAP(0, 8), 0},      {"fullfp16", "", HWCAP(0, 10), 0},    {"rdm", "", HWCAP(0, 12), 0},
    {"jsconv", "", HWCAP(0, 13), 0},  {"complxnum", "", HWCAP(0, 14), 0},   {"rcpc", "", HWCAP(0, 15), 0},
    {"dotprod", "", HWCAP(0, 20), 0}, {"sve", "fullfp16", HWCAP(0, 22), 0}, {"fp16fml", "fullfp16", HWCAP(0, 23), 0},
    {"sve2", "sve", HWCAP(1, 1), 0},  {"f32mm", "sve", HWCAP(1, 10), 0},    {"f64mm", "sve", HWCAP(1, 11), 0},
    {"i8mm", "", HWCAP(1, 13), 0},    {"bf16", "", HWCAP(1, 14), 0},
};

static const processor_t aarch64_processors[] = {
    {"neoverse-n1", "aes crc dotprod fullfp16 lse rcpc rdm sha2"},
    {"neoverse-v1", "neoverse-n1 bf16 complxnum fp16fml i8mm jsconv sve"},
    {"neoverse-n2 neoverse-v2", "neoverse-v1 sve2"},
    {"apple-m1", "neoverse-n1 complxnum fp16fml jsconv"},
};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct {
  const char *triple;  // what it starts with
  const feature_t *features;
  size_t feature_count;
  const processor_t *processors;
  size_t processor_count;
  bool is_complete;  // are other processors unknown to LLVM, too?
} machines[] = {
    [X86_64] = {"x86_64", x86_64_features, COUNT(x86_64_features), x86_64_processors, COUNT(x86_64_processors), true},
    [AARCH64] = {"aarch64", aarch64_features, COUNT(aarch64_features), aarch64_processors, COUNT(aarch64_processors),
                 false},
    [OTHER] = {0},
};

#if defined(__x86_64__)
static const machine_t host = X86_64;
#elif defined(__aarch64__)
static const machine_t host = AARCH64;
#else
static const machine_t host = OTHER;
#endif

static machine_t machine_of(const char *triple) {
  if (!triple) return host;
  for (size_t i = 0; i < OTHER; ++i) {
    if (tern_str_starts_with(tern_str_from_cstr(triple), tern_str_from_cstr(machines[i].triple))) return (machine_t)i;
  }
  return OTHER;
}

// --- sets of features ---

typedef uint64_t set_t;  // a bit for each row
_Static_assert(COUNT(x86_64_features) <= 64, "a set has a bit for each feature");

// The feature itself; 0 if it is not in the table.
static set_t bit_of(machine_t machine, tern_str_t name) {
  for (size_t i = 0; i < machines[machine].feature_count; ++i) {
    if (tern_str_equal_cstr(name, machines[machine].features[i].name)) return (set_t)1 << i;
  }
  return 0;
}

// The feature and all that it implies.
static set_t set_of(machine_t machine, tern_str_t name) {
  set_t set = bit_of(machine, name);
  if (!set) return 0;
  tern_str_t rest = tern_str_from_cstr(machines[machine].features[__builtin_ctzll(set)].implied);
  while (rest.size) set |= set_of(machine, tern_str_split(&rest, ' '));
  return set;
}

static bool holds_word(const char *words, tern_str_t word) {
  tern_str_t rest = tern_str_from_cstr(words);
  while (rest.size) {
    if (tern_str_equal(tern_str_split(&rest, ' '), word)) return true;
  }
  return false;
}

static bool find_processor(machine_t machine, tern_str_t name, set_t *out_set) {
  *out_set = 0;
  for (size_t i = 0; i < machines[machine].processor_count; ++i) {
    if (!holds_word(machines[machine].processors[i].names, name)) continue;
    tern_str_t rest = tern_str_from_cstr(machines[machine].processors[i].parts);
    while (rest.size) {
      tern_str_t part = tern_str_split(&rest, ' ');
      set_t of_part = set_of(machine, part);
      if (!of_part) find_processor(machine, part, &of_part);
      *out_set |= of_part;
    }
    return true;
  }
  return false;
}

// "+avx2,-fma": what is taken away takes along what implies it.
static void apply_features(machine_t machine, const char *features, set_t *set) {
  tern_str_t rest = tern_str_from_cstr(features);
  while (rest.size) {
    tern_str_t item = tern_str_trim(tern_str_split(&rest, ','));
    set_t bit = item.size ? bit_of(machine, tern_str_drop(item, 1)) : 0;
    bool is_there = (*set & bit) != 0;
    if (bit && !is_there && item.data[0] == '+') *set |= set_of(machine, tern_str_drop(item, 1));
    if (!is_there || item.data[0] != '-') continue;
    for (size_t i = 0; i < machines[machine].feature_count; ++i) {
      if (set_of(machine, tern_str_from_cstr(machines[machine].features[i].name)) & bit) *set &= ~((set_t)1 << i);
    }
  }
}

static bool has(machine_t machine, set_t set, const char *name) {
  return (set & bit_of(machine, tern_str_from_cstr(name))) != 0;
}

// --- dot products ---

// Which instruction --linalg-contractions-to-dot takes: the first of these whose feature the processor has.
static const struct {
  machine_t machine;
  bool is_bf16;
  int vector_bytes;
  const char *feature, *instruction;
} dots[] = {
    {X86_64, false, 64, "avx512vnni", "vpdpbusd"},
    {X86_64, false, 64, "avx512bw", "vpmaddwd"},
    {X86_64, false, 32, "avxvnni", "vpdpbusd"},
    {X86_64, false, 32, "avx2", "vpmaddwd"},
    {X86_64, true, 64, "avx512bf16", "vdpbf16ps"},
    {X86_64, true, 64, "avx512f", "fma"},
    {X86_64, true, 32, "fma", "fma"},
    {AARCH64, false, 16, "dotprod", "sdot"},
    {AARCH64, true, 16, "bf16", "bfdot"},
};

// Where vdpbf16ps was measured to multiply half as often as f32's multiply-add does.
static const char slow_bf16[] = "sapphirerapids emeraldrapids graniterapids graniterapids-d";

static const char *find_dot(machine_t machine, set_t set, bool is_bf16, const tern_cpu_target_t *target) {
  for (size_t i = 0; i < COUNT(dots); ++i) {
    if (dots[i].machine != machine || dots[i].is_bf16 != is_bf16 ||
        dots[i].vector_bytes != target->machine.vector_bytes) {
      continue;
    }
    bool is_slow =
        strcmp(dots[i].instruction, "vdpbf16ps") == 0 && holds_word(slow_bf16, tern_str_from_cstr(target->cpu));
    if (has(machine, set, dots[i].feature) && !is_slow) return dots[i].instruction;
  }
  return NULL;
}

// --- targets ---

static char *copy_text(tern_arena_t *arena, tern_str_t text) {
  char *copy = tern_arena_alloc(arena, text.size + 1);
  memcpy(copy, text.data, text.size);
  copy[text.size] = 0;
  return copy;
}

// A text that is made by LLVM and freed here.
static char *take_text(tern_arena_t *arena, char *text) {
  char *copy = copy_text(arena, tern_str_from_cstr(text));
  free(text);
  return copy;
}

static const char *join(tern_arena_t *arena, const char *left, const char *right) {
  if (!left || !*left || !right || !*right) return left && *left ? left : right;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%s,%s", left, right);
  return take_text(arena, tern_string_builder_take(&text));
}

static void list_needs(machine_t machine, set_t set, tern_arena_t *arena, tern_cpu_target_t *target) {
  target->needs = tern_arena_alloc_zeroed(arena, (64 + 1) * sizeof *target->needs);
  for (size_t i = 0; i < machines[machine].feature_count; ++i) {
    const feature_t *f = &machines[machine].features[i];
    if (!(set & (set_t)1 << i)) continue;
    target->needs[target->need_count++] = (tern_cpu_image_need_t){.name = f->name,
                                                                  .source = f->source,
                                                                  .leaf = f->leaf,
                                                                  .subleaf = f->subleaf,
                                                                  .word = f->word,
                                                                  .mask = (uint32_t)1 << f->bit,
                                                                  .states = f->states};
  }
}

// Is code for this machine where nothing else is said?
static bool is_for_host(const char *triple, const tern_llvm_backend_t *backend) {
  char *of_host = backend->host_triple();
  bool is_same = !triple || strcmp(triple, of_host) == 0;
  free(of_host);
  return is_same;
}

// What this process may use of them: the operating system may keep tile registers from it.
static const char *features_of_host(const tern_llvm_backend_t *backend, tern_arena_t *arena) {
  const char *features = take_text(arena, backend->host_features());
  set_t set = 0;
  apply_features(host, features, &set);
  return has(host, set, "amx-tile") && !tern_tiles_request() ? join(arena, features, "-amx-tile") : features;
}

// `name` is empty where none is asked for.
static tern_status_t read_target(const tern_compile_options_t *o, tern_str_t name, const tern_llvm_backend_t *backend,
                                 tern_arena_t *arena, tern_cpu_target_t *out) {
  machine_t machine = machine_of(o->triple);
  bool is_named_host = tern_str_equal_cstr(name, "native") || tern_str_equal_cstr(name, "host");
  set_t set = 0;
  *out = (tern_cpu_target_t){.name = "generic", .cpu = "generic", .features = o->features};
  if (is_named_host && machine != host) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%.*s' is this machine's processor, but the code is for '%s'",
                            (int)name.size, name.data, o->triple);
  }
  if (is_named_host || (name.size == 0 && is_for_host(o->triple, backend))) {
    const char *features = features_of_host(backend, arena);
    out->cpu = take_text(arena, backend->host_cpu());
    out->name = name.size ? copy_text(arena, name) : out->cpu;
    out->features = join(arena, features, o->features);
    apply_features(machine, features, &set);
  } else if (name.size) {
    out->name = out->cpu = copy_text(arena, name);
    if (!find_processor(machine, name, &set) && machines[machine].is_complete) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no known processor of %s; 'native' is this machine's",
                              out->name, machines[machine].triple);
    }
  }
  apply_features(machine, o->features, &set);
  bool has_512 = machine == X86_64 && has(machine, set, "avx512f");
  bool has_256 = machine == X86_64 && has(machine, set, "avx2");
  // Said where the name implies it, too, so that LLVM uses registers of this size.
  if (has_512) out->features = join(arena, "+avx512f", out->features);
  out->machine = tern_machine_of_vectors(has_512 ? 64 : has_256 ? 32 : 16, has_512 || machine == AARCH64 ? 32 : 16);
  out->machine.name = out->cpu;
  out->machine.has_amx_bf16 = machine == X86_64 && has(machine, set, "amx-bf16");
  out->machine.has_amx_int8 = machine == X86_64 && has(machine, set, "amx-int8");
  out->machine.dot_i8 = find_dot(machine, set, false, out);
  out->machine.dot_bf16 = find_dot(machine, set, true, out);
  list_needs(machine, set, arena, out);
  return tern_ok();
}

// Puts it where it belongs: before all that need no more than it does. False if one of that name is there.
static bool insert(tern_cpu_targets_t *targets, const tern_cpu_target_t *target) {
  for (size_t i = 0; i < targets->count; ++i) {
    if (strcmp(targets->values[i].name, target->name) == 0) return false;
  }
  size_t place = targets->count++;
  for (; place > 0 && targets->values[place - 1].need_count <= target->need_count; --place) {
    targets->values[place] = targets->values[place - 1];
  }
  targets->values[place] = *target;
  return true;
}

tern_status_t tern_cpu_targets_read(const tern_compile_options_t *options, const tern_llvm_backend_t *backend,
                                    tern_arena_t *arena, tern_cpu_targets_t *out_targets) {
  *out_targets = (tern_cpu_targets_t){0};
  tern_str_t rest = tern_str_from_cstr(options->cpu ? options->cpu : "");
  do {
    tern_cpu_target_t target;
    if (out_targets->count == TERN_CPU_TARGETS_MAX) {
      return tern_status_make(TERN_INVALID_ARGUMENT, "code is made for at most %d processors", TERN_CPU_TARGETS_MAX);
    }
    TERN_RETURN_IF_ERROR(read_target(options, tern_str_trim(tern_str_split(&rest, ',')), backend, arena, &target));
    insert(out_targets, &target);
  } while (rest.size);
  return tern_ok();
}

const char *tern_cpu_object_format(const char *triple) {
  static const char *const formats[][2] = {{"x86_64", "embedded-elf-x86_64"}, {"aarch64", "embedded-elf-arm_64"}};
#if defined(__aarch64__)
  const char *format = formats[1][1];
#else
  const char *format = formats[0][1];
#endif
  for (size_t i = 0; triple && i < 2; ++i) {
    if (strncmp(triple, formats[i][0], strlen(formats[i][0])) == 0) format = formats[i][1];
  }
  return format;
}
