// --gpu-flush-long-sums: sums that the loop over a product's depth carries go to totals now and then, and start anew, where an
// invocation has so few of them that there are registers for as many again.
//
//   %s = scf.for %k = 0 to 8192 step 16 iter_args(%a = %zero)     %s, %t = scf.for ... iter_args(%a = %zero, %u = %nothing) {
//     ... %b is %a and 16 products more                    =>       ... %b
//     yield %b                                                      %c, %v = if %k mod 256 == 240 { %nothing, %u + %b } else { %b, %u }
//                                                                   yield %c, %v
//
// It is for the loops that --linalg-tile-and-fuse has made and marked, once --iree-codegen-optimize-vector-transfer has put their sums
// into registers; analysis/split_sums.h says what it is good for. Tiles are copied ahead of the loop, so it is not cut in two.

#include "analysis/split_sums.h"
#include "dialect/scf/scf.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(FOR)) && tern_op_attr(op, TERN_REDUCTION_LOOP);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_op_list_t loops = tern_op_collect(root, TERN_POSTORDER, is_wanted);
  for (size_t i = 0; i < loops.count; ++i) {
    tern_op_t *loop = loops.values[i];
    tern_op_set_attr(loop, TERN_REDUCTION_LOOP, NULL);
    bool has_room = tern_carried_float_bytes(loop) <= tern_pass_int(pass, "most-bytes");
    if (has_room && tern_flush_sums(loop, tern_pass_int(pass, "most-additions")) != loop) tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&loops);
  return true;
}

static const tern_option_def_t options[] = {
    {"most-bytes", TERN_OPTION_INT, "128", "Bytes of sums of an invocation, at most", NULL},
    {"most-additions", TERN_OPTION_INT, "256", "Additions in one chain, more or less", NULL},
};

const tern_pass_def_t tern_gpu_flush_long_sums_pass = {
    .name = "GPUFlushLongSums",
    .flag = "gpu-flush-long-sums",
    .summary = "Add the sums of deep products up in pieces",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-flushed - loops whose sums start anew", NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
