// tt.print and tt.assert: calls of the runtime, element by element.

#include "convert/triton/to_loops/loops.h"
#include "ir/context.h"

const statement_row_t tern_tt_debug_statements[] = {{0}};
