// Where threads wait for each other: calls of intrinsics for barriers and for warps. Each ends a block of instructions, so that what is
// behind it is a block where threads go on.

#include <string.h>

#include "target/llvm/device/device.h"

static const struct point_row {
  const char *name;  // of the intrinsic; one that ends in '*' stands for all that begin so
  tern_device_point_kind_t kind;
  const char *operands;
} rows[] = {
    {"llvm.nvvm.barrier0", TERN_DEVICE_BARRIER, ""},
    {"llvm.nvvm.barrier.cta.sync.aligned.all", TERN_DEVICE_BARRIER, "_"},
    {"llvm.nvvm.barrier.cta.sync.all", TERN_DEVICE_BARRIER, "_"},
    {"llvm.nvvm.barrier.cta.red.popc.aligned.all", TERN_DEVICE_BARRIER_COUNT, "_v"},
    {"llvm.nvvm.barrier.cta.red.and.aligned.all", TERN_DEVICE_BARRIER_AND, "_v"},
    {"llvm.nvvm.barrier.cta.red.or.aligned.all", TERN_DEVICE_BARRIER_OR, "_v"},
    {"__tern_grid_barrier", TERN_DEVICE_GRID_BARRIER, ""},
    {"llvm.nvvm.bar.warp.sync", TERN_DEVICE_WARP_SYNC, "m"},
    {"llvm.nvvm.activemask", TERN_DEVICE_ACTIVE_MASK, ""},
    {"llvm.nvvm.shfl.sync.idx.*", TERN_DEVICE_SHUFFLE_IDX, "mvlc"},
    {"llvm.nvvm.shfl.sync.up.*", TERN_DEVICE_SHUFFLE_UP, "mvlc"},
    {"llvm.nvvm.shfl.sync.down.*", TERN_DEVICE_SHUFFLE_DOWN, "mvlc"},
    {"llvm.nvvm.shfl.sync.bfly.*", TERN_DEVICE_SHUFFLE_XOR, "mvlc"},
    {"llvm.nvvm.shfl.idx.*", TERN_DEVICE_SHUFFLE_IDX, "vlc"},
    {"llvm.nvvm.shfl.up.*", TERN_DEVICE_SHUFFLE_UP, "vlc"},
    {"llvm.nvvm.shfl.down.*", TERN_DEVICE_SHUFFLE_DOWN, "vlc"},
    {"llvm.nvvm.shfl.bfly.*", TERN_DEVICE_SHUFFLE_XOR, "vlc"},
    {"llvm.nvvm.vote.all.sync", TERN_DEVICE_VOTE_ALL, "mv"},
    {"llvm.nvvm.vote.any.sync", TERN_DEVICE_VOTE_ANY, "mv"},
    {"llvm.nvvm.vote.uni.sync", TERN_DEVICE_VOTE_SAME, "mv"},
    {"llvm.nvvm.vote.ballot.sync", TERN_DEVICE_BALLOT, "mv"},
    {"llvm.nvvm.vote.all", TERN_DEVICE_VOTE_ALL, "v"},
    {"llvm.nvvm.vote.any", TERN_DEVICE_VOTE_ANY, "v"},
    {"llvm.nvvm.vote.uni", TERN_DEVICE_VOTE_SAME, "v"},
    {"llvm.nvvm.vote.ballot", TERN_DEVICE_BALLOT, "v"},
    {"llvm.nvvm.match.any.sync.*", TERN_DEVICE_MATCH_ANY, "mv"},
    {"llvm.nvvm.match.all.sync.*", TERN_DEVICE_MATCH_ALL, "mv"},
    {"llvm.nvvm.redux.sync.add", TERN_DEVICE_REDUCE_ADD, "vm"},
    {"llvm.nvvm.redux.sync.min", TERN_DEVICE_REDUCE_MIN, "vm"},
    {"llvm.nvvm.redux.sync.max", TERN_DEVICE_REDUCE_MAX, "vm"},
    {"llvm.nvvm.redux.sync.umin", TERN_DEVICE_REDUCE_UMIN, "vm"},
    {"llvm.nvvm.redux.sync.umax", TERN_DEVICE_REDUCE_UMAX, "vm"},
    {"llvm.nvvm.redux.sync.and", TERN_DEVICE_REDUCE_AND, "vm"},
    {"llvm.nvvm.redux.sync.or", TERN_DEVICE_REDUCE_OR, "vm"},
    {"llvm.nvvm.redux.sync.xor", TERN_DEVICE_REDUCE_XOR, "vm"},
};

static bool is_named(const char *name, const char *pattern) {
  size_t size = strlen(pattern);
  if (size > 0 && pattern[size - 1] == '*') return strncmp(name, pattern, size - 1) == 0;
  return strcmp(name, pattern) == 0;
}

tern_device_point_kind_t device_point_of(LLVMValueRef instruction, const char **out_operands) {
  if (!LLVMIsACallInst(instruction)) return TERN_DEVICE_JOIN;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  if (!LLVMIsAFunction(callee)) return TERN_DEVICE_JOIN;
  size_t size;
  const char *name = LLVMGetValueName2(callee, &size);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!is_named(name, rows[i].name)) continue;
    if (out_operands) *out_operands = rows[i].operands;
    return rows[i].kind;
  }
  return TERN_DEVICE_JOIN;
}

// Moves what is behind `last` to a block of its own, which follows. Phis of the successors are told: replacing the block by the new
// one renames the block in them as long as it still ends with its terminator, and replacing it back only changes who comes here.
static void split_behind(device_kernel_t *kernel, LLVMValueRef last, LLVMBuilderRef builder) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(last);
  LLVMBasicBlockRef tail = LLVMAppendBasicBlockInContext(kernel->context, kernel->function, "resume");
  LLVMMoveBasicBlockAfter(tail, block);
  LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(block), LLVMBasicBlockAsValue(tail));
  LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(tail), LLVMBasicBlockAsValue(block));
  LLVMPositionBuilderAtEnd(builder, tail);
  for (LLVMValueRef at = LLVMGetNextInstruction(last), next; at; at = next) {
    next = LLVMGetNextInstruction(at);
    LLVMInstructionRemoveFromParent(at);
    LLVMInsertIntoBuilder(builder, at);
  }
  LLVMPositionBuilderAtEnd(builder, block);
  LLVMBuildBr(builder, tail);
}

void device_find_points(device_kernel_t *kernel) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(kernel->context);
  kernel->point_capacity = 16;
  kernel->points = tern_arena_alloc_array(kernel->arena, kernel->point_capacity, sizeof *kernel->points);
  kernel->points[0] = (device_point_t){.kind = TERN_DEVICE_JOIN};
  kernel->point_count = 1;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel->function); block;
       block = LLVMGetNextBasicBlock(block)) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
      tern_device_point_kind_t kind = device_point_of(at, NULL);
      if (kind == TERN_DEVICE_JOIN) continue;
      split_behind(kernel, at, builder);
      device_add_point(kernel, kind, at);
      break;
    }
  }
  LLVMDisposeBuilder(builder);
}

uint32_t device_add_point(device_kernel_t *kernel, tern_device_point_kind_t kind, LLVMValueRef call) {
  if (kernel->point_count == kernel->point_capacity) {
    device_point_t *points = tern_arena_alloc_array(kernel->arena, 2 * kernel->point_capacity, sizeof *points);
    memcpy(points, kernel->points, kernel->point_count * sizeof *points);
    kernel->points = points;
    kernel->point_capacity *= 2;
  }
  kernel->points[kernel->point_count] =
      (device_point_t){.kind = kind, .call = call, .block = NO_NODE, .resume_block = NO_NODE};
  return kernel->point_count++;
}
