// tern-cc: compiles CUDA programs. Options, of clang and of nvcc, and nothing else; the work is done by tern/cc.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/messages.h"
#include "common/options.h"
#include "tern/cc.h"

const char tool_name[] = "tern-cc";

// What the command line says. The lists become those of `cc`, which has the rest.
typedef struct arguments {
  tern_cc_options_t cc;
  option_list_t inputs, codes, gencodes, both, host, device, assembler, link, rules;
  option_list_t owned;  // texts that were made of options
  const char *unused;   // where options writes the argument of a tool that has one
  const char *step;
  int64_t jobs;
} arguments_t;

#define AT(member) offsetof(arguments_t, member)

// --- readers ---

static option_list_t *list_of(void *target, const option_row_t *row) {
  return (option_list_t *)(void *)((char *)target + row->offset);
}

static const char *own(arguments_t *arguments, const char *head, size_t head_size, const char *tail) {
  size_t tail_size = strlen(tail);
  char *text = reallocate(NULL, head_size + tail_size + 1, 1);
  memcpy(text, head, head_size);
  memcpy(text + head_size, tail, tail_size + 1);
  option_list_push(&arguments->owned, text);
  return text;
}

// The words of the row, apart by blanks, the last one with the value behind it.
static option_outcome_t read_word(void *target, const option_row_t *row, const char *value) {
  for (const char *at = row->word; *at;) {
    size_t size = strcspn(at, " ");
    bool is_last = !at[size];
    option_list_push(list_of(target, row), own(target, at, size, is_last && value ? value : ""));
    at += size + !is_last;
  }
  return OPTIONS_READ;
}

// The same of an option without a value.
static option_outcome_t read_flag(void *target, const option_row_t *row, const char *value) {
  if (value) return fail("the option takes no value", row->name), OPTIONS_WRONG;
  return read_word(target, row, NULL);
}

// nvcc has all-warnings and some kinds, clang others.
static option_outcome_t read_errors(void *target, const option_row_t *row, const char *value) {
  bool is_all = !value || strcmp(value, "all-warnings") == 0;
  option_list_push(list_of(target, row), is_all ? "-Werror" : own(target, "-Werror=", sizeof "-Werror=" - 1, value));
  return OPTIONS_READ;
}

// The option's words and the value as a word of its own.
static option_outcome_t read_word_and_value(void *target, const option_row_t *row, const char *value) {
  option_list_push(list_of(target, row), row->word);
  option_list_push(list_of(target, row), value);
  return OPTIONS_READ;
}

// The words, if the value is the first of its two choices; the second is what happens anyway.
static option_outcome_t read_choice(void *target, const option_row_t *row, const char *value) {
  return value && option_choice_index(row->choices, value) != 0 ? OPTIONS_READ : read_word(target, row, NULL);
}

// Words apart by commas, for another program.
static option_outcome_t read_words(void *target, const option_row_t *row, const char *value) {
  for (const char *at = value; *at;) {
    size_t size = strcspn(at, ",");
    if (size) option_list_push(list_of(target, row), own(target, at, size, ""));
    at += size + (at[size] == ',');
  }
  return OPTIONS_READ;
}

// Words for the linker, through the compiler that calls it.
static option_outcome_t read_linker_words(void *target, const option_row_t *row, const char *value) {
  for (const char *at = value; *at;) {
    size_t size = strcspn(at, ",");
    option_list_push(list_of(target, row), "-Xlinker");
    option_list_push(list_of(target, row), own(target, at, size, ""));
    at += size + (at[size] == ',');
  }
  return OPTIONS_READ;
}

// `least` of the row is the goal. -dc is -c of relocatable code.
static option_outcome_t read_goal(void *target, const option_row_t *row, const char *value) {
  arguments_t *arguments = target;
  if (value) return fail("the option takes no value", row->name), OPTIONS_WRONG;
  if (arguments->cc.goal != TERN_CC_PROGRAM && arguments->cc.goal != (tern_cc_goal_t)row->least) {
    fail("the options ask for outputs of more than one kind", row->name);
    return OPTIONS_WRONG;
  }
  arguments->cc.goal = (tern_cc_goal_t)row->least;
  if (row->word && *row->word == '-') option_list_push(&arguments->rules, row->word);
  if (row->word && *row->word != '-') arguments->cc.is_relocatable = true;
  return OPTIONS_READ;
}

static option_outcome_t read_level(void *target, const option_row_t *row, const char *value) {
  (void)row;
  ((arguments_t *)target)->cc.level = own(target, "-O", 2, value ? value : "");
  return OPTIONS_READ;
}

static option_outcome_t read_language(void *target, const option_row_t *row, const char *value) {
  (void)row;
  ((arguments_t *)target)->cc.language = strcmp(value, "cu") == 0 ? "cuda" : value;
  return OPTIONS_READ;
}

// --- rows ---

#define GOAL(option, goal, what) \
  {.name = option,               \
   .kind = OPTION_CUSTOM,        \
   .read = read_goal,            \
   .least = (goal),              \
   .has_optional_value = true,   \
   .help = (what)}
#define FLAG(option, member, what) {.name = option, .kind = OPTION_SWITCH, .offset = AT(cc.member), .help = (what)}
#define TEXT(option, member, of, what) \
  {.name = option, .kind = OPTION_TEXT, .offset = AT(cc.member), .value = (of), .takes_next = true, .help = (what)}
#define WORDS(option, reader, list, of, words, what) \
  {.name = option,                                   \
   .kind = OPTION_CUSTOM,                            \
   .read = (reader),                                 \
   .offset = AT(list),                               \
   .value = (of),                                    \
   .word = (words),                                  \
   .takes_next = true,                               \
   .help = (what)}
// The value stands behind the name or is the next argument.
#define JOINED(option, reader, list, of, words, what) \
  {.name = option,                                    \
   .kind = OPTION_CUSTOM,                             \
   .read = (reader),                                  \
   .offset = AT(list),                                \
   .value = (of),                                     \
   .word = (words),                                   \
   .takes_next = true,                                \
   .is_joined = true,                                 \
   .help = (what)}
// Words that stand for an option without a value.
#define AS(option, list, words, what) \
  {.name = option,                    \
   .kind = OPTION_CUSTOM,             \
   .read = read_flag,                 \
   .offset = AT(list),                \
   .word = (words),                   \
   .has_optional_value = true,        \
   .help = (what)}
// An option whose second choice is what happens anyway.
#define CHOICE(option, list, two, words, what) \
  {.name = option,                             \
   .kind = OPTION_CUSTOM,                      \
   .read = read_choice,                        \
   .offset = AT(list),                         \
   .choices = (two),                           \
   .word = (words),                            \
   .takes_next = true,                         \
   .help = (what)}
// An option that says what is so anyway, or what is nobody's concern here; the help has the reason.
#define HELD(option, what) {.name = option, .kind = OPTION_IGNORED, .help = (what)}
#define HELD_VALUE(option, of, what) \
  {.name = option, .kind = OPTION_CUSTOM, .read = read_nothing, .value = (of), .takes_next = true, .help = (what)}

static option_outcome_t read_nothing(void *target, const option_row_t *row, const char *value) {
  (void)target;
  (void)row;
  (void)value;
  return OPTIONS_READ;
}

#define FAST_DIVISION "-mllvm -nvptx-prec-divf32="
#define FAST_ROOT "-mllvm -nvptx-prec-sqrtf32=0"
#define FLUSH "-fgpu-flush-denormals-to-zero"

static const option_row_t rows[] = {
    // What is made.
    GOAL("c", TERN_CC_OBJECTS, "make an object of each source"),
    GOAL("compile", TERN_CC_OBJECTS, NULL),
    GOAL("device-w", TERN_CC_OBJECTS, NULL),
    GOAL("dw", TERN_CC_OBJECTS, NULL),
    GOAL("E", TERN_CC_PREPROCESSED, "preprocess for the host"),
    GOAL("preprocess", TERN_CC_PREPROCESSED, NULL),
    {.name = "M",
     .kind = OPTION_CUSTOM,
     .read = read_goal,
     .least = TERN_CC_DEPENDENCIES,
     .has_optional_value = true,
     .word = "-M",
     .help = "write rules for make"},
    {.name = "MM",
     .kind = OPTION_CUSTOM,
     .read = read_goal,
     .least = TERN_CC_DEPENDENCIES,
     .has_optional_value = true,
     .word = "-MM",
     .help = "the same without headers of the system"},
    GOAL("ptx", TERN_CC_PTX, "make PTX of each source"),
    GOAL("cubin", TERN_CC_CUBIN, "make machine code of each source, by ptxas of a CUDA toolkit"),
    GOAL("fatbin", TERN_CC_FATBINARY, "make a fatbinary of each source"),
    TEXT("o", output, "FILE", "where it goes"),
    TEXT("output-file", output, "FILE", NULL),
    // For which device.
    TEXT("arch", architecture, "NAME",
         "architecture: compute_80 (PTX), sm_80 (PTX and machine code), all, all-major; sm_75 unless given"),
    TEXT("gpu-architecture", architecture, "NAME", NULL),
    {.name = "code",
     .kind = OPTION_LIST,
     .offset = AT(codes),
     .value = "NAMES",
     .takes_next = true,
     .help = "what is made for a virtual -arch: sm_90,compute_80"},
    {.name = "gpu-code", .kind = OPTION_LIST, .offset = AT(codes), .value = "NAMES", .takes_next = true},
    {.name = "gencode",
     .kind = OPTION_LIST,
     .offset = AT(gencodes),
     .value = "WHAT",
     .takes_next = true,
     .help = "both: arch=compute_80,code=[sm_80,compute_80]; may be repeated"},
    {.name = "generate-code", .kind = OPTION_LIST, .offset = AT(gencodes), .value = "WHAT", .takes_next = true},
    // How.
    FLAG("split", is_split, "make a source of the host's side, for any C++ compiler; see docs/cuda.md"),
    FLAG("check-races", is_checked, "run kernels on the CPU, and tell of races and of accesses out of bounds"),
    FLAG("no-cpu-kernels", lacks_cpu_kernels, "make no code for kernels on the CPU: the program needs a GPU"),
    FLAG("keep", keeps_files, "keep what lies between the steps"),
    TEXT("keep-dir", keep_folder, "FOLDER", "where it is kept"),
    FLAG("dryrun", is_dry_run, "show the steps as commands, and do nothing"),
    FLAG("v", is_verbose, "show the steps as commands"),
    FLAG("verbose", is_verbose, NULL),
    {.name = "threads",
     .kind = OPTION_INT,
     .offset = AT(jobs),
     .least = 0,
     .most = 1024,
     .value = "N",
     .takes_next = true,
     .help = "steps at a time; 0: as many as there are processors"},
    {.name = "t", .kind = OPTION_INT, .offset = AT(jobs), .least = 0, .most = 1024, .value = "N", .takes_next = true},
    TEXT("clang", clang, "PROGRAM", "clang 22; clang-22 unless given, or what TERN_CLANG says"),
    TEXT("ccbin", compiler, "PROGRAM",
         "C++ compiler for the host's side of --split, and for linking; clang unless given"),
    TEXT("compiler-bindir", compiler, "PROGRAM", NULL),
    TEXT("cuda-path", toolkit, "FOLDER", "CUDA toolkit whose ptxas is taken; CUDA_PATH unless given"),
    // Languages.
    {.name = "x",
     .kind = OPTION_CUSTOM,
     .read = read_language,
     .choices = "cu|cuda|c|c++",
     .takes_next = true,
     .help = "language of all sources"},
    JOINED("D", read_word, both, "NAME[=TEXT]", "-D", "define a macro"),
    WORDS("define-macro", read_word, both, "NAME", "-D", NULL),
    JOINED("U", read_word, both, "NAME", "-U", "undefine a macro"),
    WORDS("undefine-macro", read_word, both, "NAME", "-U", NULL),
    JOINED("I", read_word, both, "FOLDER", "-I", "folder of headers"),
    WORDS("include-path", read_word, both, "FOLDER", "-I", NULL),
    WORDS("isystem", read_word_and_value, both, "FOLDER", "-isystem", "folder of headers of the system"),
    WORDS("system-include", read_word_and_value, both, "FOLDER", "-isystem", NULL),
    WORDS("idirafter", read_word_and_value, both, "FOLDER", "-idirafter", NULL),
    WORDS("include", read_word_and_value, both, "FILE", "-include", "header in front of each source"),
    WORDS("pre-include", read_word_and_value, both, "FILE", "-include", NULL),
    WORDS("std", read_word, both, "NAME", "-std=", "language standard: c++17"),
    JOINED("O", read_level, both, "LEVEL", NULL, "how far the host's side is optimised; the device's is anyway"),
    WORDS("optimize", read_level, both, "LEVEL", NULL, NULL),
    FLAG("g", debugs_host, "the host's side can be debugged"),
    FLAG("debug", debugs_host, NULL),
    FLAG("G", debugs_device, "the device's side can be debugged, and is not optimised"),
    FLAG("device-debug", debugs_device, NULL),
    FLAG("lineinfo", has_lines, "the device's code knows its lines"),
    FLAG("generate-line-info", has_lines, NULL),
    AS("w", both, "-w", "no warnings"),
    AS("disable-warnings", both, "-w", NULL),
    {.name = "Werror",
     .kind = OPTION_CUSTOM,
     .read = read_errors,
     .offset = AT(both),
     .value = "KIND",
     .has_optional_value = true,
     .help = "warnings are errors"},
    AS("pedantic", both, "-pedantic", NULL),
    AS("pthread", both, "-pthread", NULL),
    // Numbers on the device.
    AS("use_fast_math", device, "-fgpu-approx-transcendentals " FLUSH " " FAST_DIVISION "0 " FAST_ROOT,
       "fast functions, -ftz=true, -prec-div=false, -prec-sqrt=false"),
    CHOICE("ftz", device, "true|false", FLUSH, "flush subnormals to zero"),
    CHOICE("prec-div", device, "false|true", FAST_DIVISION "1", "divide as IEEE 754 says"),
    CHOICE("prec-sqrt", device, "false|true", FAST_ROOT, "take square roots as IEEE 754 says"),
    CHOICE("fmad", device, "false|true", "-ffp-contract=off", "multiply and add in one"),
    CHOICE("default-stream", both, "per-thread|legacy", "-fgpu-default-stream=per-thread",
           "stream of launches that name none"),
    // Others' programs.
    WORDS("Xcompiler", read_words, host, "WORDS", NULL, "for the compiler of the host's side"),
    WORDS("compiler-options", read_words, host, "WORDS", NULL, NULL),
    WORDS("Xclang", read_word_and_value, both, "WORD", "-Xclang", "for clang's own command line, of both sides"),
    WORDS("Xptxas", read_words, assembler, "WORDS", NULL, "for ptxas"),
    WORDS("ptxas-options", read_words, assembler, "WORDS", NULL, NULL),
    WORDS("maxrregcount", read_word, assembler, "N",
          "-maxrregcount=", "registers of a thread; bounds what ptxas makes, and PTX has no bound"),
    AS("res-usage", assembler, "-v", "tell of registers and memory, as far as ptxas makes code"),
    WORDS("Xlinker", read_linker_words, link, "WORDS", NULL, "for the linker"),
    WORDS("linker-options", read_linker_words, link, "WORDS", NULL, NULL),
    // Linking.
    JOINED("l", read_word, inputs, "NAME", "-l", "library; NVIDIA's runtime is tern's, which stands in its place"),
    WORDS("library", read_word, inputs, "NAME", "-l", NULL),
    JOINED("L", read_word, link, "FOLDER", "-L", "folder of libraries"),
    WORDS("library-path", read_word, link, "FOLDER", "-L", NULL),
    AS("shared", link, "-shared", "make a shared library"),
    AS("static-libgcc", link, "-static-libgcc", NULL),
    AS("static-libstdc++", link, "-static-libstdc++", NULL),
    AS("rdynamic", link, "-rdynamic", NULL),
    AS("s", link, "-s", NULL),
    {.name = "cudart",
     .kind = OPTION_TEXT,
     .offset = AT(cc.runtime),
     .choices = "shared|static|none",
     .takes_next = true,
     .help = "how libtern_cudart is linked"},
    // Rules for make beside an object.
    AS("MD", rules, "-MD", "write rules for make beside objects"),
    AS("MMD", rules, "-MMD", NULL),
    AS("MP", rules, "-MP", NULL),
    WORDS("MF", read_word_and_value, rules, "FILE", "-MF", NULL),
    WORDS("MT", read_word_and_value, rules, "NAME", "-MT", NULL),
    WORDS("MQ", read_word_and_value, rules, "NAME", "-MQ", NULL),
    // What is so anyway.
    HELD("expt-relaxed-constexpr", "clang lets both sides call constexpr functions"),
    HELD("extended-lambda", "clang lets lambdas be of the device"),
    HELD("expt-extended-lambda", NULL),
    HELD("m64", "addresses have 64 bits"),
    HELD("restrict", "a promise about pointers that need not be made use of"),
    HELD("Wno-deprecated-gpu-targets", "no architecture is deprecated"),
    HELD_VALUE("diag-suppress", "NUMBERS", "numbers of warnings of a compiler that is not run here"),
    HELD_VALUE("Xcudafe", "WORDS", "for a program of NVIDIA's that is not run here"),
    {.name = "step",
     .kind = OPTION_TEXT,
     .offset = AT(step),
     .value = "NAME",
     .help = "do one step, as --dryrun shows it"},
    OPTION_ROWS_OF_ALL_TOOLS,
};

// Options of clang's by their first letters, and who gets them.
static bool take_other(void *target, char *argument, option_outcome_t *out_outcome) {
  static const struct {
    const char *start;
    bool host, device, link;
  } families[] = {
      {"-Wl,", false, false, true},       {"-W", true, true, false},         {"-fopenmp", true, false, false},
      {"-fsanitize", true, false, false}, {"-fprofile", true, false, false}, {"-f", true, true, false},
      {"-m", true, false, false},
  };
  arguments_t *arguments = target;
  (void)out_outcome;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    if (strncmp(argument, families[i].start, strlen(families[i].start)) != 0) continue;
    bool is_of_both = families[i].host && families[i].device;
    if (families[i].host) option_list_push(is_of_both ? &arguments->both : &arguments->host, argument);
    if (families[i].link) option_list_push(&arguments->link, argument);
    return true;
  }
  return false;
}

static void take_file(void *target, const char *argument) {
  option_list_push(&((arguments_t *)target)->inputs, argument);
}

static const option_set_t set = {
    .tool = tool_name,
    .summary = "compiles CUDA programs",
    .synopsis = "[options] FILE...",
    .description =
        "Compiles CUDA, C++ and C sources (.cu, .cc, .cpp, .cxx, .c) and links them with objects and archives. The "
        "program\n"
        "runs on an NVIDIA GPU, and without one on the processor. No CUDA toolkit is needed; machine code takes ptxas "
        "of one.\n"
        "Options of nvcc and clang mean what they mean there; -f..., -m... and -W... are for clang.\n"
        "\n"
        "    tern-cc saxpy.cu -o saxpy && ./saxpy\n"
        "    tern-cc -O3 -gencode arch=compute_80,code=[sm_80,compute_80] -c saxpy.cu\n\n",
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
    .style = &option_style_plain,
    .file_offset = AT(unused),
    .take_file = take_file,
    .help_column = 30,
    .other = take_other,
};

static void show(const char *text, size_t size, void *user) {
  (void)user;
  fwrite(text, 1, size, stderr);
}

static tern_cc_words_t words_of(const option_list_t *list) { return (tern_cc_words_t){list->values, list->count}; }

static tern_status_t run(arguments_t *arguments) {
  tern_cc_options_t *options = &arguments->cc;
  if (arguments->step) return tern_cc_step(arguments->step, options->output, words_of(&arguments->inputs));
  options->inputs = words_of(&arguments->inputs);
  options->codes = words_of(&arguments->codes);
  options->gencodes = words_of(&arguments->gencodes);
  options->both_options = words_of(&arguments->both);
  options->host_options = words_of(&arguments->host);
  options->device_options = words_of(&arguments->device);
  options->assembler_options = words_of(&arguments->assembler);
  options->link_options = words_of(&arguments->link);
  options->rule_options = words_of(&arguments->rules);
  options->job_count = (unsigned)arguments->jobs;
  options->message = show;
  return tern_cc_run(options);
}

static void free_arguments(arguments_t *arguments) {
  option_list_t *lists[] = {&arguments->inputs, &arguments->codes,  &arguments->gencodes,  &arguments->both,
                            &arguments->host,   &arguments->device, &arguments->assembler, &arguments->link,
                            &arguments->rules,  &arguments->owned};
  for (size_t i = 0; i < arguments->owned.count; ++i) free((char *)(uintptr_t)arguments->owned.values[i]);
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; ++i) free(lists[i]->values);
}

int main(int argc, char **argv) {
  arguments_t arguments = {0};
  option_outcome_t outcome = options_read(&set, argc, argv, &arguments);
  int code = outcome == OPTIONS_ANSWERED && fflush(stdout) == 0 ? 0 : 1;
  if (outcome == OPTIONS_READ) {
    tern_status_t status = run(&arguments);
    // What a compiler says was shown already.
    bool was_told = status.code == TERN_INVALID_IR;
    code = tern_status_is_ok(status) || (!was_told && complain("error: %s", status.message)) ? 0 : 1;
  }
  free_arguments(&arguments);
  return code;
}
