// Kernels with their options: on the command line, as lines of a list, and as configurations of one.

#ifndef TOOLS_COMPILE_LIST_H_
#define TOOLS_COMPILE_LIST_H_

#include "common/options.h"
#include "compile_source.h"
#include "tern/compile_kernels.h"

// A kernel to compile. Freed by kernel_unit_free().
typedef struct kernel_unit {
  const char *file, *out_name, *grid;
  kernel_source_t source;  // in Triton's language
  tern_kernel_options_t launch;
  const char *configuration;  // "2", or "all"
  char *text;                 // of a line, or the name; owned
  option_list_t kept;         // texts of configurations; owned
  option_list_t variants;     // other files of it
} kernel_unit_t;

#define KERNEL_TEXT(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME,                               \
   .kind = OPTION_TEXT,                        \
   .offset = offsetof(kernel_unit_t, MEMBER),  \
   .value = VALUE,                             \
   .takes_next = true,                         \
   .help = HELP}
#define KERNEL_LIST(NAME, MEMBER, VALUE, HELP) \
  {.name = NAME, .kind = OPTION_LIST, .offset = offsetof(kernel_unit_t, MEMBER), .value = VALUE, .help = HELP}
#define KERNEL_SWITCH(NAME, MEMBER, HELP) \
  {.name = NAME, .kind = OPTION_SWITCH, .offset = offsetof(kernel_unit_t, MEMBER), .help = HELP}
#define KERNEL_LAUNCH(NAME, MEMBER, HELP)                        \
  {.name = NAME,                                                 \
   .kind = OPTION_INT,                                           \
   .offset = offsetof(kernel_unit_t, launch.MEMBER),             \
   .value = "N",                                                 \
   .takes_next = true,                                           \
   .least = 1,                                                   \
   .most = INT64_MAX,                                            \
   .wrong = "error: " NAME " is a number from 1 on: {argument}", \
   .help = HELP}

// The options of a kernel, on the command line (whose struct begins with a kernel_unit_t) and in each line of a list.
#define KERNEL_UNIT_ROWS                                                                                           \
  KERNEL_LAUNCH("num-warps", num_warps, "how Triton launches a kernel of its own: warps of a program,"),           \
      KERNEL_LAUNCH("num-stages", num_stages, "stages of its loops,"),                                             \
      KERNEL_LAUNCH("num-ctas", num_ctas, "blocks of a cluster,"),                                                 \
      KERNEL_LAUNCH("maxnreg", maxnreg, "and registers of a thread; a processor has none of these"),               \
      KERNEL_LIST("variant", variants, "FILE",                                                                     \
                  "another IR of FILE's kernels, that Triton made for other arguments; may be repeated. A launch " \
                  "takes the variant that is made for the most of what holds of its arguments"),                   \
      KERNEL_SWITCH("generic-variant", launch.adds_generic,                                                        \
                    "also compile kernels of Triton for arguments of which nothing is known (tt.divisibility)"),   \
      KERNEL_TEXT("kernel", source.options.kernel, "NAME",                                                         \
                  "which function of a file in Triton's language (FILE.py) is compiled"),                          \
      KERNEL_TEXT("kernel-name", source.options.kernel, "NAME", NULL),                                             \
      KERNEL_TEXT("signature", source.options.signature, "TYPE,...",                                               \
                  "types of its arguments that are no constants: *fp32:16,*fp32,i32; :16 is a multiple of 16, :1 " \
                  "equal to 1"),                                                                                   \
      KERNEL_LIST("constexpr", source.constants, "NAME=VALUE",                                                     \
                  "a constant that it is compiled for, as Python writes it; may be repeated"),                     \
      KERNEL_LIST("import-path", source.import_folders, "DIR",                                                     \
                  "where its imports are looked for, besides the folders that it is in; may be repeated"),         \
      KERNEL_SWITCH("triton-debug", source.options.debug,                                                          \
                    "compile asserts of the kernel, too, and of integers that overflow"),                          \
      KERNEL_TEXT(                                                                                                 \
          "configuration", configuration, "N|all",                                                                 \
          "which configuration of triton.autotune is compiled, from 0 on, or all of them: into one output, as "    \
          "NAME_0, NAME_1 ... (default: the only one that there is)"),                                             \
      KERNEL_TEXT("grid", grid, "X,Y,Z",                                                                           \
                  "how many programs run, in the header of an object file: formulas in C over arguments and "      \
                  "constants (default: whoever launches the kernel says it)"),                                     \
      KERNEL_TEXT("out-name", out_name, "NAME", "what the kernel is called in OUTPUT (default: as in FILE)"),      \
      KERNEL_TEXT("n", source.options.kernel, NULL, NULL), KERNEL_TEXT("s", source.options.signature, NULL, NULL), \
      KERNEL_TEXT("g", grid, NULL, NULL), KERNEL_TEXT("on", out_name, NULL, NULL),                                 \
      KERNEL_LAUNCH("w", num_warps, NULL), KERNEL_LAUNCH("ns", num_stages, NULL)

typedef struct unit_list {
  kernel_unit_t *values;
  size_t count;
} unit_list_t;

void kernel_unit_free(kernel_unit_t *unit);
void unit_list_free(unit_list_t *list);

// Appends the kernels of a file with one in each line. False after an error was told.
bool unit_list_read(unit_list_t *list, const char *file);
// Gives each kernel the constants that its decorators say. False after an error was told, as where there is a choice that nobody made.
bool unit_list_configure(unit_list_t *list, const tern_compile_options_t *options);
bool kernel_unit_configure(kernel_unit_t *unit, const tern_compile_options_t *options);
// Appends the kernel in each of its configurations. False after an error was told.
bool unit_list_add_configurations(unit_list_t *list, const kernel_unit_t *unit, const tern_compile_options_t *options);

#endif  // TOOLS_COMPILE_LIST_H_
