// Loads, stores, atomic operations, copies that go on by themselves, and barriers in memory.

#include <stdlib.h>
#include <string.h>

#include "base/float.h"
#include "ptx/ptx_code.h"

static uint64_t mask_of(unsigned bits) { return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

static int64_t sign_extended(uint64_t value, unsigned bits) {
  return bits >= 64 ? (int64_t)value : (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static char *memory_of(thread_t *t, const instruction_t *i, uint64_t address, size_t size) {
  if (has(i, M_shared) && i->opcode->run != ptx_atom) return ptx_touch(t, address, size, i->opcode->run == ptx_st);
  if (has(i, M_shared)) return ptx_shared_at(t, address, size);
  if (has(i, M_param)) return (char *)(uintptr_t)address;
  return ptx_memory_at(t, address, size);
}

// --- loads and stores ---

void ptx_ld(thread_t *t, const instruction_t *i) {
  const operand_t *to = operand(t, i, 0);
  const type_t *type = type_of(i);
  uint32_t count = to->kind == LIST ? to->count : 1;
  size_t size = type->bits / 8u;
  uint64_t address = ptx_address(t, operand(t, i, 1));
  // All of a vector is aligned together.
  const char *data = memory_of(t, i, address, size * count);
  for (uint32_t e = 0; e < count; ++e) {
    uint64_t bits = 0;
    memcpy(&bits, data + e * size, size);
    if (type->kind == KIND_SIGNED) bits = (uint64_t)sign_extended(bits, type->bits);
    ptx_set(t, to->kind == LIST ? element(t, to, e) : to, bits);
  }
}

void ptx_st(thread_t *t, const instruction_t *i) {
  const operand_t *from = operand(t, i, 1);
  size_t size = type_of(i)->bits / 8u;
  uint32_t count = from->kind == LIST ? from->count : 1;
  char *data = memory_of(t, i, ptx_address(t, operand(t, i, 0)), size * count);
  for (uint32_t e = 0; e < count; ++e) {
    uint64_t bits = ptx_get(t, from->kind == LIST ? element(t, from, e) : from);
    memcpy(data + e * size, &bits, size);
  }
}

static double as_float(uint64_t bits, const type_t *type) {
  if (type->bits < 32) return tern_float_decode((tern_float_kind_t)type->format, bits & mask_of(type->bits));
  double wide;
  float narrow;
  if (type->bits == 64) {
    memcpy(&wide, &bits, sizeof wide);
    return wide;
  }
  memcpy(&narrow, &bits, sizeof narrow);
  return (double)narrow;
}

static uint64_t as_bits(double value, const type_t *type) {
  uint64_t bits = 0;
  float narrow = (float)value;
  if (type->bits < 32) return tern_float_encode((tern_float_kind_t)type->format, value);
  if (type->bits == 64)
    memcpy(&bits, &value, sizeof value);
  else
    memcpy(&bits, &narrow, sizeof narrow);
  return bits;
}

static uint64_t changed(const instruction_t *i, uint64_t old, uint64_t x, uint64_t y) {
  const type_t *type = type_of(i);
  if (has(i, M_exch)) return x;
  if (has(i, M_cas)) return old == x ? y : old;
  if (has(i, M_and)) return old & x;
  if (has(i, M_or)) return old | x;
  if (has(i, M_xor)) return old ^ x;
  if (has(i, M_inc)) return old >= x ? 0 : old + 1;
  if (has(i, M_dec)) return old == 0 || old > x ? x : old - 1;
  if (type->kind == KIND_FLOAT) {
    double a = as_float(old, type), b = as_float(x, type);
    if (has(i, M_add)) return type->bits == 32 ? as_bits((double)((float)a + (float)b), type) : as_bits(a + b, type);
    return as_bits((a < b) == has(i, M_max) ? b : a, type);
  }
  if (has(i, M_add)) return old + x;
  bool is_less = type->kind == KIND_SIGNED ? sign_extended(old, type->bits) < sign_extended(x, type->bits) : old < x;
  return is_less == has(i, M_max) ? x : old;
}

// atom and red; of vectors each element is changed by itself.
void ptx_atom(thread_t *t, const instruction_t *i) {
  const type_t *type = type_of(i);
  bool has_result = strcmp(i->opcode->name, "atom") == 0;
  uint32_t at = has_result ? 1 : 0;
  const operand_t *x = operand(t, i, at + 1), *y = has(i, M_cas) ? operand(t, i, at + 2) : NULL;
  uint32_t count = x->kind == LIST ? x->count : 1;
  unsigned bits = (unsigned)type->bits * type->count;
  char *data = memory_of(t, i, ptx_address(t, operand(t, i, at)), bits / 8 * count);
  for (uint32_t e = 0; e < count; ++e) {
    uint64_t old = 0, given = ptx_get(t, x->kind == LIST ? element(t, x, e) : x) & mask_of(bits), result = 0;
    memcpy(&old, data + e * bits / 8, bits / 8);
    uint64_t other = y ? ptx_get(t, y) & mask_of(bits) : 0;
    for (unsigned part = 0; part < type->count; ++part) {
      unsigned shift = part * type->bits;
      result |= (changed(i, old >> shift & mask_of(type->bits), given >> shift & mask_of(type->bits), other) &
                 mask_of(type->bits))
                << shift;
    }
    memcpy(data + e * bits / 8, &result, bits / 8);
    if (has_result) ptx_set(t, x->kind == LIST ? element(t, operand(t, i, 0), e) : operand(t, i, 0), old);
  }
}

// --- addresses ---

void ptx_cvta(thread_t *t, const instruction_t *i) {
  uint64_t address = ptx_get(t, operand(t, i, 1));
  const block_t *b = t->block;
  if (has(i, M_shared) && has(i, M_to)) {
    uint64_t start = (uint64_t)(uintptr_t)b->shared;
    if (address - start > b->shared_size)
      ptx_fail(b->launch, "this is no shared memory: 0x%llx", (unsigned long long)address);
    address = ((uint64_t)b->rank << 24) + (address - start);
  } else if (has(i, M_shared)) {
    address = (uint64_t)(uintptr_t)ptx_shared_at(t, address, 1);
  }
  ptx_set(t, operand(t, i, 0), address);
}

void ptx_mapa(thread_t *t, const instruction_t *i) {
  uint64_t rank = ptx_get(t, operand(t, i, 2)) & UINT32_MAX, address = ptx_get(t, operand(t, i, 1));
  if (rank >= launch_of(t)->block_count)
    ptx_fail(launch_of(t), "the cluster has no block %llu", (unsigned long long)rank);
  ptx_set(t, operand(t, i, 0), (address & 0xFFFFFF) | rank << 24);
}

void ptx_createpolicy(thread_t *t, const instruction_t *i) { ptx_set(t, operand(t, i, 0), 0); }

// --- barriers in memory: arrivals and bytes that are expected, and the phase ---

typedef struct mbarrier {
  uint16_t pending, expected;
  int32_t bytes_and_phase;  // bytes that are still to come, twice, and the phase's parity
} mbarrier_t;

static mbarrier_t read_barrier(thread_t *t, uint64_t address) {
  mbarrier_t barrier;
  memcpy(&barrier, ptx_shared_at(t, address, sizeof barrier), sizeof barrier);
  return barrier;
}

// Writes it back, after a phase that is complete in its next one.
static void write_barrier(thread_t *t, uint64_t address, mbarrier_t barrier) {
  if (barrier.pending == 0 && barrier.bytes_and_phase >> 1 == 0) {
    barrier.bytes_and_phase ^= 1;
    barrier.pending = barrier.expected;
  }
  memcpy(ptx_shared_at(t, address, sizeof barrier), &barrier, sizeof barrier);
}

static void expect_bytes(thread_t *t, uint64_t address, int32_t bytes, uint32_t arrivals) {
  mbarrier_t barrier = read_barrier(t, address);
  if (arrivals > barrier.pending)
    ptx_fail(launch_of(t), "more arrivals than the barrier at 0x%llx expects", (unsigned long long)address);
  barrier.bytes_and_phase += 2 * bytes;
  barrier.pending = (uint16_t)(barrier.pending - arrivals);
  write_barrier(t, address, barrier);
}

void ptx_mbarrier(thread_t *t, const instruction_t *i) {
  if (has(i, M_init)) {
    uint16_t count = (uint16_t)ptx_get(t, operand(t, i, 1));
    mbarrier_t barrier = {count, count, 0};
    memcpy(ptx_shared_at(t, ptx_address(t, operand(t, i, 0)), sizeof barrier), &barrier, sizeof barrier);
    return;
  }
  if (has(i, M_inval)) {
    memset(ptx_shared_at(t, ptx_address(t, operand(t, i, 0)), 8), 0xCB, 8);
    return;
  }
  if (has(i, M_try_wait) || has(i, M_test_wait)) {
    if (!has(i, M_parity)) ptx_fail(launch_of(t), "a wait by state");
    mbarrier_t barrier = read_barrier(t, ptx_address(t, operand(t, i, 1)));
    bool is_complete = (barrier.bytes_and_phase & 1) != (int32_t)(ptx_get(t, operand(t, i, 2)) & 1);
    ptx_set(t, operand(t, i, 0), is_complete);
    if (is_complete) return;
    --t->at;
    t->state = AT_WAIT;
    return;
  }
  // arrive has a state first, which nobody needs here; expect_tx and complete_tx have not.
  bool arrives = has(i, M_arrive);
  uint32_t at = arrives ? 1 : 0;
  uint64_t address = ptx_address(t, operand(t, i, at)),
           number = i->count > at + 1 ? ptx_get(t, operand(t, i, at + 1)) : 1;
  int32_t bytes = has(i, M_expect_tx) ? (int32_t)number : has(i, M_complete_tx) ? -(int32_t)number : 0;
  expect_bytes(t, address, bytes, !arrives ? 0 : has(i, M_expect_tx) ? 1 : (uint32_t)number);
}

// --- copies of threads ---

static void run_copy(thread_t *t, const copy_t *copy) {
  char *target = ptx_shared_at(t, copy->target, copy->size);
  memset(target, 0, copy->size);
  if (copy->read) memcpy(target, ptx_memory_at(t, copy->source, copy->read), copy->read);
}

// Those of groups below `group`.
static void finish_copies(thread_t *t, uint32_t group) {
  size_t kept = 0;
  for (size_t c = 0; c < t->copy_count; ++c) {
    if (t->copies[c].group < group)
      run_copy(t, &t->copies[c]);
    else
      t->copies[kept++] = t->copies[c];
  }
  t->copy_count = kept;
}

static void issue_copy(thread_t *t, const instruction_t *i) {
  copy_t copy = {
      .target = ptx_address(t, operand(t, i, 0)), .source = ptx_address(t, operand(t, i, 1)), .group = t->copy_group};
  copy.size = copy.read = (uint32_t)ptx_get(t, operand(t, i, 2));
  if (i->count > 3) copy.read = (uint32_t)ptx_get(t, operand(t, i, 3));
  if (copy.read > copy.size) ptx_fail(launch_of(t), "%u bytes are read for %u", copy.read, copy.size);
  if (launch_of(t)->how->is_early) {
    run_copy(t, &copy);
    return;
  }
  if (t->copy_count == t->copy_capacity) {
    t->copy_capacity = t->copy_capacity ? 2 * t->copy_capacity : 8;
    t->copies = realloc(t->copies, t->copy_capacity * sizeof *t->copies);
  }
  t->copies[t->copy_count++] = copy;
}

// --- copies by tensor maps ---

static uint32_t element_size(uint32_t type) {
  static const uint8_t sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return type < sizeof sizes ? sizes[type] : 0;
}

// Bits of the address that go over to others, so that rows of a tile meet different banks.
static uint64_t swizzled(uint64_t address, uint32_t mode) {
  static const uint8_t masks[] = {0, 1, 3, 7};
  return address ^ ((address >> 7 & masks[mode & 3]) << 4);
}

static void add_element(char *target, const char *from, const tensor_copy_t *copy, thread_t *t, uint32_t size) {
  static const uint8_t formats[] = {
      [6] = TERN_FLOAT_F16, [7] = TERN_FLOAT_F32, [8] = TERN_FLOAT_F64, [9] = TERN_FLOAT_BF16};
  uint32_t type = copy->map.type;
  uint64_t a = 0, b = 0;
  memcpy(&a, target, size);
  memcpy(&b, from, size);
  if (type < 6) {
    a += b;
  } else {
    if (type > 9) ptx_fail(launch_of(t), "sums of elements of type %u", type);
    const type_t of = {"", KIND_FLOAT, (uint8_t)(8 * size), 1, (int8_t)formats[type]};
    a = as_bits(as_float(a, &of) + as_float(b, &of), &of);
  }
  memcpy(target, &a, size);
}

static void run_tensor_copy(launch_t *l, const tensor_copy_t *copy) {
  thread_t *t = copy->thread;
  const ptx_tensor_map_t *map = &copy->map;
  uint32_t size = element_size(map->type), total = 1;
  for (uint32_t d = 0; d < map->rank; ++d) total *= map->box[d];
  uint32_t ranks = copy->mask ? copy->mask : 1u << (copy->shared >> 24);
  for (uint32_t e = 0; e < total; ++e) {
    uint32_t rest = e;
    uint64_t address = map->address;
    bool is_inside = true;
    for (uint32_t d = 0; d < map->rank; ++d) {
      int64_t at = (int64_t)copy->at[d] + rest % map->box[d];
      rest /= map->box[d];
      is_inside &= at >= 0 && at < (int64_t)map->dims[d];
      address += (uint64_t)at * (d ? map->strides[d - 1] : size);
    }
    uint64_t shared = swizzled((copy->shared & 0xFFFFFF) + (uint64_t)e * size, map->swizzle);
    for (uint32_t rank = 0; rank < l->block_count; ++rank) {
      if (!(ranks >> rank & 1)) continue;
      char *near = ptx_shared_at(t, (uint64_t)rank << 24 | shared, size);
      if (!is_inside) {
        if (!copy->is_store) memset(near, 0, size);
      } else if (!copy->is_store) {
        memcpy(near, ptx_memory_at(t, address, size), size);
      } else if (copy->is_added) {
        add_element(ptx_memory_at(t, address, size), near, copy, t, size);
      } else {
        memcpy(ptx_memory_at(t, address, size), near, size);
      }
    }
  }
  if (copy->is_store) return;
  for (uint32_t rank = 0; rank < l->block_count; ++rank) {
    if (ranks >> rank & 1)
      expect_bytes(t, (uint64_t)rank << 24 | (copy->barrier & 0xFFFFFF), -(int32_t)(total * size), 0);
  }
}

// Stores of a thread that wait for groups before `group`, or all loads.
bool ptx_finish_tensor_copies(launch_t *l, const thread_t *of, uint32_t group) {
  size_t kept = 0, count = l->copy_count;
  for (size_t c = 0; c < count; ++c) {
    tensor_copy_t *copy = &l->copies[c];
    bool is_due = of ? copy->is_store && copy->thread == of && copy->group < group : true;
    if (is_due)
      run_tensor_copy(l, copy);
    else
      l->copies[kept++] = *copy;
  }
  l->copy_count = kept;
  return kept < count;
}

static void check_map(thread_t *t, const tensor_copy_t *copy) {
  launch_t *l = launch_of(t);
  const ptx_tensor_map_t *map = &copy->map;
  uint32_t size = element_size(map->type);
  uint64_t bytes = size;
  if (!size || map->rank < 1 || map->rank > 5)
    ptx_fail(l, "this is no tensor map: type %u, rank %u", map->type, map->rank);
  static const uint16_t spans[] = {0, 32, 64, 128};
  if (map->swizzle && map->box[0] * size > spans[map->swizzle & 3])
    ptx_fail(l, "a box of %u bytes is wider than its swizzle", map->box[0] * size);
  if (copy->shared % (map->swizzle ? 128u : 16u))
    ptx_fail(l, "shared memory at 0x%x is not aligned for a tensor map", copy->shared);
  for (uint32_t d = 0; d < map->rank; ++d) {
    bytes *= map->box[d];
    if (map->steps[d] != 1 || map->box[d] < 1 || map->box[d] > 256)
      ptx_fail(l, "a box of %u by steps of %u", map->box[d], map->steps[d]);
  }
  if ((copy->shared & 0xFFFFFF) + bytes > t->block->shared_size)
    ptx_fail(l, "a box of %llu bytes at 0x%x, and there are %zu bytes: %u x %u elements of %u",
             (unsigned long long)bytes, copy->shared, t->block->shared_size, map->box[0], map->box[1], size);
}

static void issue_tensor_copy(thread_t *t, const instruction_t *i) {
  launch_t *l = launch_of(t);
  const operand_t *first = operand(t, i, 0), *second = operand(t, i, 1);
  bool is_store = first->count == 2 && element(t, first, 1)->kind == LIST;
  const operand_t *global = is_store ? first : second, *shared = is_store ? second : first;
  tensor_copy_t copy = {.thread = t, .is_store = is_store, .is_added = has(i, M_reduce), .group = t->bulk_group};
  if (has(i, M_gather4) || has(i, M_scatter4)) ptx_fail(l, "gathers by tensor maps are not here");
  memcpy(&copy.map, (const char *)(uintptr_t)ptx_address(t, global), sizeof copy.map);
  copy.shared = (uint32_t)ptx_address(t, shared);
  const operand_t *places = element(t, global, 1);
  if (places->count != copy.map.rank) ptx_fail(l, "%u places in a tensor map of rank %u", places->count, copy.map.rank);
  for (uint32_t d = 0; d < places->count; ++d) copy.at[d] = (int32_t)ptx_get(t, element(t, places, d));
  check_map(t, &copy);
  if (!is_store) copy.barrier = (uint32_t)ptx_address(t, operand(t, i, 2));
  if (has(i, M_multicast)) copy.mask = (uint16_t)ptx_get(t, operand(t, i, 3));
  if (l->how->is_early) {
    run_tensor_copy(l, &copy);
    return;
  }
  if (l->copy_count == l->copy_capacity) {
    l->copy_capacity = l->copy_capacity ? 2 * l->copy_capacity : 8;
    l->copies = realloc(l->copies, l->copy_capacity * sizeof *l->copies);
  }
  l->copies[l->copy_count++] = copy;
}

void ptx_cp(thread_t *t, const instruction_t *i) {
  bool is_bulk = has(i, M_bulk);
  uint32_t *group = is_bulk ? &t->bulk_group : &t->copy_group;
  if (has(i, M_commit_group)) {
    ++*group;
  } else if (has(i, M_wait_group) || has(i, M_wait_all)) {
    uint32_t left = has(i, M_wait_all) ? 0 : (uint32_t)ptx_get(t, operand(t, i, 0)),
             done = *group > left ? *group - left : 0;
    if (has(i, M_wait_all)) done = *group + 1;
    if (is_bulk)
      ptx_finish_tensor_copies(launch_of(t), t, done);
    else
      finish_copies(t, done);
  } else if (has(i, M_tensor)) {
    issue_tensor_copy(t, i);
  } else if (has(i, M_mbarrier) && has(i, M_arrive)) {
    // The arrival comes when the thread's copies are done: here they are done for it.
    finish_copies(t, UINT32_MAX);
    uint64_t address = ptx_address(t, operand(t, i, 0));
    if (!has(i, M_noinc)) {
      mbarrier_t barrier = read_barrier(t, address);
      ++barrier.pending;
      memcpy(ptx_shared_at(t, address, sizeof barrier), &barrier, sizeof barrier);
    }
    expect_bytes(t, address, 0, 1);
  } else if (is_bulk) {
    ptx_fail(launch_of(t), "bulk copies without a tensor map are not here");
  } else {
    issue_copy(t, i);
  }
}

// --- tensor maps that kernels make ---

// PTX's numbers of element types, as the driver numbers them.
static uint32_t driver_type(uint64_t type) {
  static const uint8_t types[] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12};
  return type < sizeof types ? types[type] : UINT32_MAX;
}

void ptx_tensormap(thread_t *t, const instruction_t *i) {
  if (has(i, M_cp_fenceproxy)) {
    uint64_t to = ptx_address(t, operand(t, i, 0));
    memcpy(ptx_memory_at(t, to, 128), ptx_shared_at(t, ptx_address(t, operand(t, i, 1)), 128), 128);
    return;
  }
  ptx_tensor_map_t map;
  char *at = ptx_shared_at(t, ptx_address(t, operand(t, i, 0)), 128);
  memcpy(&map, at, sizeof map);
  uint64_t value = ptx_get(t, operand(t, i, i->count - 1)), d = i->count > 2 ? ptx_get(t, operand(t, i, 1)) : 0;
  if (d > 4) ptx_fail(launch_of(t), "a tensor map has 5 dimensions");
  if (has(i, M_global_address)) map.address = value;
  if (has(i, M_rank)) map.rank = (uint32_t)value + 1;
  if (has(i, M_box_dim)) map.box[d] = (uint32_t)value;
  if (has(i, M_global_dim)) map.dims[d] = (uint32_t)value;
  if (has(i, M_global_stride) && d < 4) map.strides[d] = value;
  if (has(i, M_element_stride)) map.steps[d] = (uint32_t)value;
  if (has(i, M_elemtype)) map.type = driver_type(value);
  if (has(i, M_interleave_layout)) map.interleave = (uint8_t)value;
  if (has(i, M_swizzle_mode)) map.swizzle = (uint8_t)value;
  if (has(i, M_fill_mode)) map.fill = (uint8_t)value;
  memcpy(at, &map, sizeof map);
}
