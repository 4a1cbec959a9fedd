// What ptxas says of the registers of kernels, in the lines that -v adds:
//
//   ptxas info    : Compiling entry function 'k' for 'sm_90a'
//       2360 bytes stack frame, 3428 bytes spill stores, 4300 bytes spill loads
//   ptxas info    : Used 32 registers, used 1 barriers, 2360 bytes cumulative stack size
//
// A thread that needs more values at a time than it has registers keeps some in memory, which is slow.

#include <stdio.h>

#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"

void tern_kernels_warn_of_spills(const tern_op_t *module, const char *log) {
  tern_str_t rest = tern_str_from_cstr(log);
  char line[512], name[256] = "";
  long long stores = 0, loads = 0, registers;
  while (rest.size) {
    tern_str_t next = tern_str_split(&rest, '\n');
    snprintf(line, sizeof line, "%.*s", (int)next.size, next.data);
    if (sscanf(line, "ptxas info : Compiling entry function '%255[^']'", name) == 1) {
      stores = loads = 0;
    } else if (sscanf(line, " %*d bytes stack frame, %lld bytes spill stores, %lld bytes spill loads", &stores,
                      &loads) == 2) {
      continue;
    } else if (sscanf(line, "ptxas info : Used %lld registers", &registers) == 1 && stores + loads > 0) {
      const tern_op_t *kernel = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
      const tern_attr_t *loc = kernel ? kernel->loc : module->loc;
      tern_emit_warning(loc,
                        "kernel '%s' needs more registers than the %lld that ptxas gives a thread: it stores %lld "
                        "bytes to memory, and loads %lld",
                        name, registers, stores, loads);
      tern_emit_note(loc, "smaller tensors need fewer, and so do more warps (num-warps) and a larger maxnreg");
      stores = loads = 0;
    }
  }
}
