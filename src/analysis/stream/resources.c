// Answers about stream's ops come from one table: which operands are resources, which operands are their sizes.

#include "analysis/stream/resources.h"

#include "dialect/arith/arith.h"
#include "dialect/stream/stream.h"

enum {
  IS_STREAMABLE = 1,
  IS_METADATA = 2,        // streamable, but does nothing
  PREFERS_CLONING = 4,    // streamable, and made again for each consumer
  HAS_CAPTURES = 8,       // operands of group 0 are the arguments of region 0
  CLONES_IF_NO_READ = 16  // a dispatch that reads no resource is a slow splat
};

// A group of resources and the group of their sizes. The access is to [start, end), or from start for `length` bytes.
typedef struct resource_group {
  const char *resources, *sizes;
  int access;
  const char *start, *end;
} resource_group_t;

typedef struct resource_row {
  int flags;
  resource_group_t operands[2];
  const char *result_sizes;
} resource_row_t;

#define READ TERN_STREAM_ACCESS_READ
#define WRITE TERN_STREAM_ACCESS_WRITE
// A group whose resources are accessed from end to end.
#define WHOLE(RESOURCES, SIZES, ACCESS) {RESOURCES, SIZES, ACCESS, NULL, NULL}
#define OPERANDS WHOLE("resource_operands", "resource_operand_sizes", READ)

// Ops that are left out neither take nor make resources, or state no sizes.
static const resource_row_t resource_rows[TERN_STREAM_OP_COUNT] = {
    [TERN_STREAM_RESOURCE_ALLOC] = {.result_sizes = "storage_size"},
    [TERN_STREAM_RESOURCE_ALLOCA] = {.result_sizes = "storage_size"},
    [TERN_STREAM_RESOURCE_DEALLOCA] = {.operands = {WHOLE("operand", "operand_size", WRITE)}},
    [TERN_STREAM_RESOURCE_RETAIN] = {.operands = {WHOLE("operand", "operand_size", READ)}},
    [TERN_STREAM_RESOURCE_RELEASE] = {.operands = {WHOLE("operand", "operand_size", READ)}},
    [TERN_STREAM_RESOURCE_IS_TERMINAL] = {.operands = {WHOLE("operand", "operand_size", READ)}},
    [TERN_STREAM_RESOURCE_TRY_MAP] = {.result_sizes = "result_size"},
    [TERN_STREAM_RESOURCE_LOAD] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_RESOURCE_STORE] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_RESOURCE_CONSTANTS] = {.result_sizes = "result_sizes"},
    [TERN_STREAM_RESOURCE_SUBVIEW] = {.flags = IS_STREAMABLE | IS_METADATA,
                                      .operands = {WHOLE("source", "source_size", TERN_STREAM_ACCESS_NONE)},
                                      .result_sizes = "result_size"},
    [TERN_STREAM_TENSOR_IMPORT] = {.result_sizes = "result_size"},
    [TERN_STREAM_TENSOR_EXPORT] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_ASYNC_ALLOCA] = {.flags = IS_STREAMABLE | IS_METADATA | PREFERS_CLONING,
                                  .result_sizes = "storage_size"},
    [TERN_STREAM_ASYNC_CONSTANT] = {.flags = IS_STREAMABLE, .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_SPLAT] = {.flags = IS_STREAMABLE | PREFERS_CLONING, .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_CLONE] = {.flags = IS_STREAMABLE | PREFERS_CLONING,
                                 .operands = {WHOLE("source", "source_size", READ)},
                                 .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_SLICE] = {.flags = IS_STREAMABLE,
                                 .operands = {{"source", "source_size", READ, "source_offset", "source_end"}},
                                 .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_FILL] = {.flags = IS_STREAMABLE,
                                .operands = {{"target", "target_size", WRITE, "target_offset", "target_end"}},
                                .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_UPDATE] = {.flags = IS_STREAMABLE,
                                  .operands = {{"target", "target_size", WRITE, "target_offset", "target_end"},
                                               WHOLE("update", "update_size", READ)},
                                  .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_COPY] = {.flags = IS_STREAMABLE,
                                .operands = {{"target", "target_size", WRITE, "target_offset", "target_end"},
                                             {"source", "source_size", READ, "source_offset", "source_end"}},
                                .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_COLLECTIVE] = {.flags = IS_STREAMABLE,
                                      .operands = {{"target", "target_size", WRITE, "target_offset", "target_end"},
                                                   {"source", "source_size", READ, "source_offset", "source_end"}},
                                      .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_BARRIER] = {.flags = IS_STREAMABLE | IS_METADATA,
                                   .operands = {WHOLE("source", "size", TERN_STREAM_ACCESS_NONE)},
                                   .result_sizes = "size"},
    [TERN_STREAM_ASYNC_TRANSFER] = {.flags = IS_STREAMABLE,
                                    .operands = {WHOLE("source", "source_size", READ)},
                                    .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_CAST] = {.flags = IS_STREAMABLE | IS_METADATA,
                                .operands = {WHOLE("source", "source_size", TERN_STREAM_ACCESS_NONE)},
                                .result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_LOAD] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_ASYNC_STORE] = {.operands = {WHOLE("target", "target_size", READ | WRITE)},
                                 .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_DISPATCH] = {.flags = IS_STREAMABLE | CLONES_IF_NO_READ,
                                    .operands = {{"resource_operands", "resource_operand_sizes", READ,
                                                  "resource_operand_offsets", "resource_operand_ends"}},
                                    .result_sizes = "result_sizes"},
    [TERN_STREAM_ASYNC_CALL] = {.flags = IS_STREAMABLE,
                                .operands = {{"resource_operands", "resource_operand_sizes", READ,
                                              "resource_operand_offsets", "resource_operand_ends"}},
                                .result_sizes = "result_sizes"},
    [TERN_STREAM_ASYNC_EXECUTE] = {.flags = HAS_CAPTURES, .operands = {OPERANDS}, .result_sizes = "result_sizes"},
    [TERN_STREAM_ASYNC_CONCURRENT] = {.flags = IS_STREAMABLE | HAS_CAPTURES,
                                      .operands = {OPERANDS},
                                      .result_sizes = "result_sizes"},
    [TERN_STREAM_CMD_FLUSH] = {.operands = {WHOLE("target", "target_size", READ)}},
    [TERN_STREAM_CMD_INVALIDATE] = {.operands = {WHOLE("target", "target_size", READ)}},
    [TERN_STREAM_CMD_DISCARD] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_CMD_FILL] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_CMD_COPY] = {.operands = {WHOLE("source", "source_size", READ),
                                           WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_CMD_COLLECTIVE] = {.operands = {WHOLE("resources", "resource_sizes", READ | WRITE)}},
    [TERN_STREAM_CMD_DISPATCH] = {.operands = {WHOLE("resources", "resource_sizes", READ | WRITE)}},
    [TERN_STREAM_CMD_CALL] = {.operands = {OPERANDS}},
    [TERN_STREAM_CMD_EXECUTE] = {.flags = HAS_CAPTURES, .operands = {OPERANDS}},
    [TERN_STREAM_FILE_READ] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_FILE_WRITE] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_ASYNC_PARAMETER_LOAD] = {.result_sizes = "result_size"},
    [TERN_STREAM_ASYNC_PARAMETER_READ] = {.operands = {WHOLE("target", "target_size", WRITE)},
                                          .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_PARAMETER_WRITE] = {.operands = {WHOLE("source", "source_size", READ)},
                                           .result_sizes = "source_size"},
    [TERN_STREAM_ASYNC_PARAMETER_GATHER] = {.operands = {WHOLE("target", "target_size", WRITE)},
                                            .result_sizes = "target_size"},
    [TERN_STREAM_ASYNC_PARAMETER_SCATTER] = {.operands = {WHOLE("source", "source_size", READ)},
                                             .result_sizes = "source_size"},
    [TERN_STREAM_CMD_PARAMETER_LOAD] = {.result_sizes = "result_sizes"},
    [TERN_STREAM_CMD_PARAMETER_READ] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_CMD_PARAMETER_WRITE] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_CMD_PARAMETER_GATHER] = {.operands = {WHOLE("target", "target_size", WRITE)}},
    [TERN_STREAM_CMD_PARAMETER_SCATTER] = {.operands = {WHOLE("source", "source_size", READ)}},
    [TERN_STREAM_RESOURCE_TRANSIENTS] = {.operands = {WHOLE("resource", "resource_size", READ)},
                                         .result_sizes = "resource_size"},
    [TERN_STREAM_TIMEPOINT_BARRIER] = {.operands = {WHOLE("resource", "resource_size", TERN_STREAM_ACCESS_NONE)},
                                       .result_sizes = "resource_size"},
    [TERN_STREAM_TIMEPOINT_AWAIT] = {.operands = {WHOLE("resource_operands", "resource_operand_sizes", 0)},
                                     .result_sizes = "resource_operand_sizes"},
    [TERN_STREAM_YIELD] = {.operands = {OPERANDS}},
};

static const resource_row_t *row_of(const tern_op_t *op) {
  static const resource_row_t none = {0};
  return op->def->dialect == &tern_stream_dialect ? &resource_rows[op->def->row - tern_stream_ops] : &none;
}

// --- kinds of ops ---

bool tern_stream_is_streamable(const tern_op_t *op) { return (row_of(op)->flags & IS_STREAMABLE) != 0; }
bool tern_stream_is_metadata(const tern_op_t *op) { return (row_of(op)->flags & IS_METADATA) != 0; }

bool tern_stream_prefers_cloning(const tern_op_t *op) {
  int flags = row_of(op)->flags;
  if (!(flags & CLONES_IF_NO_READ)) return (flags & PREFERS_CLONING) != 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_type_is_stream_resource(tern_op_operand(op, i)->type)) return false;
  }
  return true;
}

// --- sizes ---

// Which of the resources among `values` is number `index`? Sizes are stated for resources only.
static size_t resource_ordinal(const tern_op_t *op, size_t start, size_t index) {
  size_t ordinal = 0;
  for (size_t i = start; i < index; ++i) ordinal += tern_type_is_stream_resource(tern_op_operand(op, i)->type);
  return ordinal;
}

tern_value_t *tern_stream_operand_size(const tern_op_t *op, size_t operand) {
  const resource_row_t *row = row_of(op);
  if (!tern_type_is_stream_resource(tern_op_operand(op, operand)->type)) return NULL;
  for (size_t i = 0; i < 2 && row->operands[i].resources; ++i) {
    size_t start, count, sizes_start, sizes_count;
    tern_op_operands_named(op, row->operands[i].resources, &start, &count);
    if (operand < start || operand >= start + count) continue;
    tern_op_operands_named(op, row->operands[i].sizes, &sizes_start, &sizes_count);
    size_t ordinal = resource_ordinal(op, start, operand);
    return ordinal < sizes_count ? tern_op_operand(op, sizes_start + ordinal) : NULL;
  }
  return NULL;
}

tern_value_t *tern_stream_result_size(const tern_op_t *op, size_t result) {
  const resource_row_t *row = row_of(op);
  if (!row->result_sizes || !tern_type_is_stream_resource(tern_op_result(op, result)->type)) return NULL;
  size_t start, count, ordinal = 0;
  tern_op_operands_named(op, row->result_sizes, &start, &count);
  for (size_t i = 0; i < result; ++i) ordinal += tern_type_is_stream_resource(tern_op_result(op, i)->type);
  return ordinal < count ? tern_op_operand(op, start + ordinal) : NULL;
}

// The operand of the op around that `arg` stands for, or -1.
static int64_t captured_operand(const tern_value_t *arg) {
  tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(arg));
  if (!parent || !(row_of(parent)->flags & HAS_CAPTURES)) return -1;
  size_t start, count;
  tern_op_operands_named(parent, "resource_operands", &start, &count);
  return arg->index < count ? (int64_t)(start + arg->index) : -1;
}

tern_value_t *tern_stream_defined_size(const tern_value_t *resource) {
  const tern_op_t *op = tern_value_defining_op(resource);
  if (op) return tern_stream_result_size(op, resource->index);
  int64_t operand = captured_operand(resource);
  return operand < 0 ? NULL : tern_stream_operand_size(tern_block_parent_op(resource->owner), (size_t)operand);
}

// Is the op before the builder's place, in its block or one around it?
static bool is_before(const tern_op_t *op, const tern_builder_t *builder) {
  if (op->block == builder->block) return !builder->before || tern_op_is_before(op, builder->before);
  const tern_op_t *around = tern_block_parent_op(builder->block);
  while (around && around->block != op->block) around = tern_op_parent(around);
  return around && tern_op_is_before(op, around);
}

// `size` for use at the builder's place, or NULL. Where it cannot be had as it is, a constant can be made again.
static tern_value_t *usable_size(tern_builder_t *builder, tern_value_t *size) {
  tern_op_t *op = tern_value_defining_op(size);
  int64_t constant;
  if (op && is_before(op, builder)) return size;
  if (tern_value_constant_int(size, &constant)) return tern_builder_clone(builder, op, NULL)->results;
  tern_block_t *block = tern_value_block(size);
  return !op && (block == builder->block || tern_block_is_entry(block)) ? size : NULL;
}

tern_value_t *tern_stream_size_at(tern_builder_t *builder, tern_value_t *resource) {
  tern_value_t *size = tern_stream_defined_size(resource);
  if (size) return size;
  tern_value_for_each_use(resource, use) {
    size = tern_stream_operand_size(use->owner, tern_operand_index(use));
    // An entry block's argument is usable if that block is around the builder; a use in a nested region may name one
    // of its own.
    if (size && tern_value_arg_block(size) && tern_value_arg_block(size)->parent != builder->block->parent) continue;
    size = size ? usable_size(builder, size) : NULL;
    if (size) return size;
  }
  return tern_build_value(builder, TERN_STREAM(RESOURCE_SIZE), .operands = TERN_VALUES(resource),
                          .types = TERN_TYPES(tern_index_type_get(builder->context)));
}

// --- sharing ---

int64_t tern_stream_shared_operand(const tern_op_t *op, size_t result) {
  return tern_op_is(op, TERN_STREAM(ASYNC_CAST)) ? 0 : tern_stream_tied_operand(op, result);
}

// One step towards the memory; NULL at the base.
static tern_value_t *shared_with(tern_value_t *resource) {
  tern_op_t *op = tern_value_defining_op(resource);
  if (!op) {
    tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(resource));
    int64_t operand = parent && tern_op_is(parent, TERN_STREAM(ASYNC_CONCURRENT)) ? captured_operand(resource) : -1;
    return operand < 0 ? NULL : tern_op_operand(parent, (size_t)operand);
  }
  if (tern_op_is(op, TERN_STREAM(ASYNC_CONCURRENT))) {
    return tern_op_operand(tern_op_body(op, 0)->last_op, resource->index);
  }
  int64_t operand = tern_stream_shared_operand(op, resource->index);
  return operand < 0 ? NULL : tern_op_operand(op, (size_t)operand);
}

tern_value_t *tern_stream_storage_base(tern_value_t *resource) {
  for (tern_value_t *next = shared_with(resource); next; next = shared_with(resource)) resource = next;
  return resource;
}

void tern_stream_bases_deinitialize(tern_stream_bases_t *bases) { tern_map_deinitialize(&bases->known); }

static bool is_subview(const tern_value_t *resource) {
  const tern_op_t *op = tern_value_defining_op(resource);
  return op && tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW));
}

tern_value_t *tern_stream_bases_find(tern_stream_bases_t *bases, tern_value_t *resource, bool *out_is_same_place) {
  // Values up to the first one whose base is known, or that is a base; and how many of the steps change the place.
  tern_value_t *base = resource, *next;
  uintptr_t known;
  size_t moves = 0;
  while (!(known = (uintptr_t)tern_map_get(&bases->known, base)) && (next = shared_with(base))) {
    moves += is_subview(base);
    base = next;
  }
  const tern_value_t *end = base;
  if (known) {
    base = (tern_value_t *)(known & ~(uintptr_t)1);
    moves += known & 1;
  }
  *out_is_same_place = moves == 0;
  for (tern_value_t *value = resource; value != end; value = shared_with(value)) {
    tern_map_set(&bases->known, value, (void *)((uintptr_t)base | (moves > 0)));
    moves -= is_subview(value);
  }
  return base;
}

// --- accesses ---

size_t tern_stream_access_count_max(const tern_op_t *op) { return op->operand_count + op->result_count; }

static tern_value_t *operand_in_group(const tern_op_t *op, const char *name, size_t ordinal) {
  if (!name) return NULL;
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return ordinal < count ? tern_op_operand(op, start + ordinal) : NULL;
}

static bool is_tied_to(const tern_op_t *op, size_t operand) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_type_is_stream_resource(op->results[i].type) && tern_stream_tied_operand(op, i) == (int64_t)operand) {
      return true;
    }
  }
  return false;
}

size_t tern_stream_accesses(const tern_op_t *op, tern_stream_access_t *out) {
  const resource_row_t *row = row_of(op);
  size_t count = 0;
  for (size_t g = 0; g < 2 && row->operands[g].resources; ++g) {
    const resource_group_t *group = &row->operands[g];
    size_t start, operand_count, ordinal = 0;
    tern_op_operands_named(op, group->resources, &start, &operand_count);
    for (size_t i = start; i < start + operand_count; ++i) {
      tern_value_t *resource = tern_op_operand(op, i);
      if (!tern_type_is_stream_resource(resource->type)) continue;
      // What is written in place by an op that only says that it reads is tied.
      int access = group->access | (group->access == READ && is_tied_to(op, i) ? WRITE : 0);
      if (access) {
        out[count++] = (tern_stream_access_t){resource, access, operand_in_group(op, group->start, ordinal),
                                              operand_in_group(op, group->end, ordinal)};
      }
      ++ordinal;
    }
  }
  if (row->operands[0].resources == NULL && row->result_sizes == NULL) {
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_value_t *resource = tern_op_operand(op, i);
      if (tern_type_is_stream_resource(resource->type)) {
        out[count++] = (tern_stream_access_t){.resource = resource, .access = READ | WRITE};
      }
    }
  }
  if (tern_stream_is_metadata(op)) return count;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (tern_type_is_stream_resource(result->type) && tern_stream_tied_operand(op, i) < 0) {
      out[count++] = (tern_stream_access_t){.resource = result, .access = WRITE};
    }
  }
  return count;
}

// Is [.., end) over before [start, ..)?
static bool ends_before(const tern_value_t *end, const tern_value_t *start) {
  if (!end || !start) return false;
  int64_t end_constant, start_constant;
  if (end == start) return true;
  return tern_value_constant_int(end, &end_constant) && tern_value_constant_int(start, &start_constant) &&
         end_constant <= start_constant;
}

bool tern_stream_ranges_overlap(const tern_stream_access_t *a, const tern_stream_access_t *b) {
  return !ends_before(a->end, b->start) && !ends_before(b->end, a->start);
}
