// Barriers in shared memory; see barriers.h.

#include "transform/ttng/barriers.h"

#include "dialect/ttg/ttg.h"

// A barrier of these dimensions: one, or a ring of them.
static tern_value_t *allocate(tern_builder_t *builder, const int64_t *dims, size_t rank) {
  static const int64_t first[] = {0};
  tern_context_t *context = builder->context;
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_SWIZZLED_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, 1}, {TERN_TTG_FIELD_PER_PHASE, 1}, {TERN_TTG_FIELD_MAX_PHASE, 1},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, first, 1)},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_list(context, NULL, 0)}));
  tern_memdesc_t memdesc = {.element = tern_i_type_get(context, 64),
                            .encoding = encoding,
                            .memory_space = tern_ttg_shared_memory_get(context),
                            .is_mutable = true,
                            .rank = rank,
                            .dims = dims,
                            .alloc_rank = rank,
                            .alloc_dims = dims};
  return tern_build_value(builder, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(tern_memdesc_get(&memdesc)));
}

tern_value_t *tern_ttng_allocate_barrier(tern_builder_t *builder) { return allocate(builder, (const int64_t[]){1}, 1); }

tern_value_t *tern_ttng_allocate_barriers(tern_builder_t *builder, int64_t count) {
  return allocate(builder, (const int64_t[]){count, 1}, 2);
}
