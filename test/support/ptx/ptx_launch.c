// Launches: blocks one after the other, or those of a cluster together, and their threads in turns. A thread runs until it waits.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ptx/ptx_code.h"

enum { SHARED_BITS = 24, STEPS_AT_ONCE = 100000 };
static const uint64_t most_steps = UINT64_C(1) << 36;

void ptx_fail(launch_t *l, const char *format, ...) {
  int used = 0;
  if (l->current)
    used = snprintf(l->error, l->error_size, "ptx line %u (%s): ", l->current->line, l->current->opcode->name);
  va_list args;
  va_start(args, format);
  vsnprintf(l->error + used, l->error_size - (size_t)used, format, args);
  va_end(args);
  longjmp(*l->failed, 1);
}

// --- operands ---

static uint32_t dimension(const uint32_t *sizes, int64_t index) { return sizes[index]; }

static uint64_t special(const thread_t *t, int64_t row) {
  const block_t *b = t->block;
  const launch_t *l = b->launch;
  const ptx_launch_t *how = l->how;
  uint32_t cluster_id[3], clusters[3], in_cluster[3];
  for (int d = 0; d < 3; ++d) {
    cluster_id[d] = b->id[d] / l->cluster[d];
    clusters[d] = how->grid[d] / l->cluster[d];
    in_cluster[d] = b->id[d] % l->cluster[d];
  }
  uint32_t bit = UINT32_C(1) << t->lane;
  switch (row) {
    case 0:
    case 1:
    case 2: return dimension(t->id, row);
    case 3:
    case 4:
    case 5: return dimension(how->block, row - 3);
    case 6:
    case 7:
    case 8: return dimension(b->id, row - 6);
    case 9:
    case 10:
    case 11: return dimension(how->grid, row - 9);
    case 12: return t->lane;
    case 13: return t->number / 32;
    case 14: return b->rank;
    case 15: return l->block_count;
    case 16:
    case 17:
    case 18: return cluster_id[row - 16];
    case 19:
    case 20:
    case 21: return clusters[row - 19];
    case 22:
    case 23:
    case 24: return in_cluster[row - 22];
    case 25:
    case 26:
    case 27: return l->cluster[row - 25];
    case 28: return bit - 1;
    case 29: return bit | (bit - 1);
    case 30: return ~(bit | (bit - 1)) & UINT32_MAX;
    case 31: return ~(bit - 1) & UINT32_MAX;
    case 32: return bit;
    case 33: return how->shared_size;
    case 34: return b->shared_size;
    case 36:
    case 37:
    case 38: return l->steps;
    case 40: return 32;
    case 41: return 132;
    case 42: return 64;
    default: return 0;
  }
}

static size_t dynamic_start(const launch_t *l) { return (l->module->shared_size + 1023) / 1024 * 1024; }

uint64_t ptx_get(const thread_t *t, const operand_t *o) {
  switch (o->kind) {
    case REGISTER: return t->frame->registers[o->reg];
    case SPECIAL: return special(t, o->number);
    case LOCAL: return (uint64_t)(uintptr_t)t->frame->local + (uint64_t)o->number;
    case PARAMETER: return (uint64_t)(uintptr_t)t->frame->parameters + (uint64_t)o->number;
    case SHARED: return ((uint64_t)t->block->rank << SHARED_BITS) + (uint64_t)o->number;
    case DYNAMIC_SHARED:
      return ((uint64_t)t->block->rank << SHARED_BITS) + dynamic_start(launch_of(t)) + (uint64_t)o->number;
    case LIST:
      if (!o->is_negated) break;
      return ptx_get(t, element(t, o, 0)) + (uint64_t)element(t, o, 1)->number;
    default: break;
  }
  return (uint64_t)o->number;
}

void ptx_set(thread_t *t, const operand_t *o, uint64_t bits) {
  if (o->kind == REGISTER) t->frame->registers[o->reg] = bits;
}

bool ptx_is_guarded(const thread_t *t, const instruction_t *i) {
  return i->guard.kind != REGISTER || ((t->frame->registers[i->guard.reg] & 1) != 0) != i->guard.is_negated;
}

uint64_t ptx_address(const thread_t *t, const operand_t *memory) { return ptx_get(t, element(t, memory, 0)); }

char *ptx_shared_at(thread_t *t, uint64_t address, size_t size) {
  launch_t *l = launch_of(t);
  uint64_t rank = (address & UINT32_MAX) >> SHARED_BITS, at = address & ((1u << SHARED_BITS) - 1);
  const block_t *b = rank < l->block_count ? &l->blocks[rank] : NULL;
  if (!b || at + size > b->shared_size) ptx_fail(l, "no shared memory at 0x%llx", (unsigned long long)address);
  if (at % size && size <= 16)
    ptx_fail(l, "shared memory at 0x%llx is not aligned to %zu", (unsigned long long)address, size);
  return b->shared + at;
}

static void race(thread_t *t, uint64_t address, uint32_t line, const char *what) {
  ptx_fail(launch_of(t), "warp %u races at shared memory 0x%llx with %s of line %u", t->number / 32,
           (unsigned long long)address, what, line);
}

char *ptx_touch(thread_t *t, uint64_t address, size_t size, bool is_store) {
  char *data = ptx_shared_at(t, address, size);
  block_t *b = &launch_of(t)->blocks[(address & UINT32_MAX) >> SHARED_BITS];
  uint16_t warp = (uint16_t)(t->number / 32);
  uint32_t line = launch_of(t)->current->line;
  for (size_t i = 0; b->touches && i < size; ++i) {
    touch_t *touch = &b->touches[data - b->shared + (ptrdiff_t)i];
    bool is_read = touch->read == b->epoch;
    if (touch->written == b->epoch && touch->writer != warp) {
      // Several may write the same.
      if (!is_store || touch->write_line != line) race(t, address, touch->write_line, "the store");
    }
    if (is_store && is_read && (touch->has_readers || touch->reader != warp))
      race(t, address, touch->read_line, "the load");
    if (is_store) {
      touch->written = b->epoch;
      touch->writer = warp;
      touch->write_line = line;
    } else {
      touch->has_readers = is_read && (touch->has_readers || touch->reader != warp);
      touch->read = b->epoch;
      touch->reader = warp;
      touch->read_line = line;
    }
  }
  return data;
}

// Is it memory of the launch itself? Shared memory and a thread's own are reached by general addresses, too.
static bool is_own(const thread_t *t, uint64_t address, size_t size) {
  const launch_t *l = t->block->launch;
  for (uint32_t i = 0; i < l->block_count; ++i) {
    uint64_t start = (uint64_t)(uintptr_t)l->blocks[i].shared;
    if (address >= start && address + size <= start + l->blocks[i].shared_size) return true;
  }
  for (const frame_t *f = t->frame; f; f = f->caller) {
    uint64_t local = (uint64_t)(uintptr_t)f->local, parameters = (uint64_t)(uintptr_t)f->parameters;
    if (address >= local && address + size <= local + f->function->local_size) return true;
    if (address >= parameters && address + size <= parameters + f->function->parameter_size) return true;
  }
  for (size_t i = 0; i < l->module->variable_count; ++i) {
    const variable_t *v = &l->module->variables[i];
    if (address >= v->value && address + size <= v->value + v->size) return true;
  }
  return false;
}

char *ptx_memory_at(thread_t *t, uint64_t address, size_t size) {
  launch_t *l = launch_of(t);
  if (!l->how->is_memory(address, size) && !is_own(t, address, size)) {
    ptx_fail(l, "no memory at 0x%llx for %zu bytes: thread %u of block %u,%u,%u", (unsigned long long)address, size,
             t->number, t->block->id[0], t->block->id[1], t->block->id[2]);
  }
  if (address % size && size <= 16)
    ptx_fail(l, "memory at 0x%llx is not aligned to %zu", (unsigned long long)address, size);
  return (char *)(uintptr_t)address;
}

// --- control ---

// Addresses of local memory have 32 bits in generated code, which a GPU counts from 0: memory of the host has to lie that low, which it
// does by itself in some processes only.
static void *new_local(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  if (memory == MAP_FAILED) abort();
  return memset(memory, 0xCB, size);
}

static frame_t *new_frame(const function_t *f) {
  frame_t *frame = malloc(sizeof *frame);
  // What nobody wrote holds something.
  size_t size = (f->register_count + 1) * sizeof(uint64_t);
  *frame = (frame_t){.function = f, .registers = malloc(size)};
  memset(frame->registers, 0xCB, size);
  frame->parameters = calloc(1, f->parameter_size + 16);
  if (f->local_size) frame->local = new_local(f->local_size);
  return frame;
}

static void free_frame(frame_t *frame) {
  free(frame->registers);
  free(frame->parameters);
  if (frame->local) munmap(frame->local, frame->function->local_size);
  free(frame);
}

void ptx_bra(thread_t *t, const instruction_t *i) { t->at = (uint32_t)operand(t, i, 0)->number; }

void ptx_ret(thread_t *t, const instruction_t *i) {
  (void)i;
  frame_t *done = t->frame;
  if (!done->caller) {
    t->state = ENDED;
    ++t->block->ended;
    return;
  }
  const function_t *f = done->function;
  t->frame = done->caller;
  t->at = (uint32_t)(done->call - launch_of(t)->module->code) + 1;
  const operand_t *results = operand(t, done->call, 0);
  if (f->result_count && results->kind == LIST) {
    memcpy(t->frame->parameters + element(t, results, 0)->number, done->parameters + f->results[0], f->result_size);
  }
  free_frame(done);
}

// What a function of the host prints goes to standard output; an assertion ends the launch.
static void call_host(thread_t *t, const operand_t *arguments, int64_t row) {
  const char *parameters = t->frame->parameters;
  if (row == 0) {
    const char *message;
    memcpy(&message, parameters + element(t, arguments, 0)->number, sizeof message);
    ptx_fail(launch_of(t), "assertion failed: %s", message);
  }
  const char *format, *values;
  memcpy(&format, parameters + element(t, arguments, 0)->number, sizeof format);
  memcpy(&values, parameters + element(t, arguments, 1)->number, sizeof values);
  size_t at = 0;
  for (const char *c = format; *c; ++c) {
    if (*c != '%' || c[1] == '%') {
      putchar(*c);
      c += *c == '%';
      continue;
    }
    char piece[32];
    size_t size = strcspn(c, "dioxXucspeEfFgGaA") + 1;
    snprintf(piece, sizeof piece, "%.*s", (int)size, c);
    char kind = c[size - 1];
    bool is_wide = strstr(piece, "l") || strchr("speEfFgGaA", kind);
    at = is_wide ? (at + 7) / 8 * 8 : at;
    uint64_t bits = 0;
    memcpy(&bits, values + at, is_wide ? 8 : 4);
    at += is_wide ? 8 : 4;
    double number;
    memcpy(&number, &bits, sizeof number);
    if (strchr("eEfFgGaA", kind))
      printf(piece, number);
    else if (kind == 's')
      printf(piece, (const char *)(uintptr_t)bits);
    else if (is_wide)
      printf(piece, bits);
    else
      printf(piece, (uint32_t)bits);
    c += size - 1;
  }
}

void ptx_call(thread_t *t, const instruction_t *i) {
  launch_t *l = launch_of(t);
  uint32_t at = operand(t, i, 0)->kind == LIST ? 1 : 0;
  const operand_t *name = operand(t, i, at), *arguments = i->count > at + 1 ? operand(t, i, at + 1) : NULL;
  if (name->kind != FUNCTION) ptx_fail(l, "a call by address");
  if (name->number >= HOST_FUNCTION) {
    call_host(t, arguments, name->number - HOST_FUNCTION);
    return;
  }
  const function_t *f = &l->module->functions[name->number];
  frame_t *frame = new_frame(f);
  for (uint32_t p = 0; p < f->parameter_count; ++p) {
    memcpy(frame->parameters + f->parameters[p], t->frame->parameters + element(t, arguments, p)->number, f->sizes[p]);
  }
  frame->caller = t->frame;
  frame->call = i;
  t->frame = frame;
  t->at = f->first;
}

static uint32_t threads_left(const block_t *b) { return b->thread_count - b->ended; }

// bar.sync, barrier.sync, bar.arrive, bar.red: by number and count.
void ptx_bar(thread_t *t, const instruction_t *i) {
  block_t *b = t->block;
  uint64_t number = ptx_get(t, operand(t, i, 0));
  if (number > 15) ptx_fail(b->launch, "there are 16 barriers, and this is %llu", (unsigned long long)number);
  barrier_t *barrier = &b->barriers[number];
  uint32_t count = i->count > 1 ? (uint32_t)ptx_get(t, operand(t, i, 1)) : 0;
  if (barrier->arrived && barrier->expected != count)
    ptx_fail(b->launch, "barrier %llu has two counts", (unsigned long long)number);
  barrier->expected = count;
  ++barrier->arrived;
  if (has(i, M_arrive)) return;
  t->state = AT_BARRIER;
  t->barrier = (uint32_t)number;
}

// barrier.cluster.arrive and .wait; other barriers are those of the block.
void ptx_barrier(thread_t *t, const instruction_t *i) {
  if (!has(i, M_cluster)) {
    ptx_bar(t, i);
    return;
  }
  launch_t *l = launch_of(t);
  if (has(i, M_arrive)) {
    t->barrier = l->cluster_barrier.generation;
    ++l->cluster_barrier.arrived;
    return;
  }
  if (t->barrier == l->cluster_barrier.generation) {
    --t->at;
    t->state = AT_WAIT;
  }
}

void ptx_trap(thread_t *t, const instruction_t *i) {
  (void)i;
  ptx_fail(launch_of(t), "the kernel traps");
}

void ptx_nothing(thread_t *t, const instruction_t *i) {
  (void)t;
  (void)i;
}

// --- turns ---

static bool open_barriers(block_t *b) {
  bool is_open = false;
  for (uint32_t n = 0; n < 16; ++n) {
    barrier_t *barrier = &b->barriers[n];
    uint32_t expected = barrier->expected ? barrier->expected : threads_left(b);
    if (!barrier->arrived || barrier->arrived < expected) continue;
    if (expected == threads_left(b)) ++b->epoch;
    barrier->arrived = 0;
    is_open = true;
    for (uint32_t i = 0; i < b->thread_count; ++i) {
      thread_t *t = &b->threads[i];
      if (t->state == AT_BARRIER && t->barrier == n) t->state = RUNNING;
    }
  }
  return is_open;
}

static bool open_cluster_barrier(launch_t *l) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < l->block_count; ++i) left += threads_left(&l->blocks[i]);
  if (!l->cluster_barrier.arrived || l->cluster_barrier.arrived < left) return false;
  l->cluster_barrier.arrived = 0;
  ++l->cluster_barrier.generation;
  return true;
}

// Until the thread waits. Did it do anything?
static bool run_thread(thread_t *t) {
  launch_t *l = launch_of(t);
  const instruction_t *code = l->module->code;
  uint32_t steps = 0;
  for (; t->state == RUNNING && steps < STEPS_AT_ONCE; ++steps) {
    const instruction_t *i = &code[t->at];
    if (i->opcode->scope == SCOPE_WARP) {
      t->state = AT_WARP;
      break;
    }
    ++t->at;
    if (i->guard.kind && !ptx_is_guarded(t, i)) continue;
    l->current = i;
    i->opcode->run(t, i);
  }
  l->steps += steps;
  if (l->steps > most_steps) ptx_fail(l, "the kernel does not end");
  bool is_moved = steps > (t->state == AT_WAIT);
  return is_moved;
}

// An instruction of a warp, for the threads that are there: all that have not ended, or those of its mask.
static bool run_warp(block_t *b, uint32_t first) {
  launch_t *l = b->launch;
  warp_t *warp = &b->warps[first / 32];
  uint32_t alive = 0, there = 0, at = UINT32_MAX;
  for (uint32_t lane = 0; lane < 32 && first + lane < b->thread_count; ++lane) {
    const thread_t *t = &b->threads[first + lane];
    if (t->state == ENDED) continue;
    alive |= 1u << lane;
    if (t->state != AT_WARP) continue;
    if (at == UINT32_MAX) at = t->at;
    if (t->at == at) there |= 1u << lane;
  }
  if (!there) return false;
  const instruction_t *i = &l->module->code[at];
  thread_t *t = &b->threads[first + (uint32_t)__builtin_ctz(there)];
  uint32_t wanted = alive;
  if (i->opcode->has_mask) wanted = (uint32_t)ptx_get(t, operand(t, i, i->count - 1)) & alive;
  // Threads that are elsewhere, held back by a guard or a branch, may come later.
  if ((there & wanted) != wanted) return false;
  l->current = i;
  warp->active = 0;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!(wanted >> lane & 1)) continue;
    thread_t *one = &b->threads[first + lane];
    if (ptx_is_guarded(one, i)) warp->active |= 1u << lane;
    one->state = RUNNING;
    ++one->at;
  }
  if (warp->active) i->opcode->run(&b->threads[first + (uint32_t)__builtin_ctz(warp->active)], i);
  ++l->steps;
  return true;
}

static uint32_t next_random(launch_t *l) {
  l->random = l->random * 1664525u + 1013904223u;
  return l->random >> 8;
}

// The place of the n-th of `count` in the order of the launch.
static uint32_t place(launch_t *l, uint32_t n, uint32_t count, uint32_t start) {
  if (l->how->order == 0) return n;
  if (l->how->order == 1) return count - 1 - n;
  return (n * (count > 1 ? 2 * (start / count % count) + 1 : 1) + start) % count;
}

static bool run_block(block_t *b) {
  launch_t *l = b->launch;
  bool is_moved = false;
  uint32_t start = next_random(l), count = b->warp_count;
  // An odd step reaches all of a power of two; other counts go by one.
  for (uint32_t n = 0; n < count; ++n) {
    uint32_t first = 32 * place(l, n, count, count & (count - 1) ? start % count : start);
    for (bool is_again = true; is_again;) {
      is_again = false;
      for (uint32_t m = 0; m < 32; ++m) {
        uint32_t at = first + place(l, m, 32, start >> 5);
        thread_t *t = at < b->thread_count ? &b->threads[at] : NULL;
        if (!t) continue;
        if (t->state == AT_WAIT) t->state = RUNNING;
        if (t->state == RUNNING) is_moved |= run_thread(t);
      }
      if (run_warp(b, first)) is_moved = is_again = true;
    }
    is_moved |= open_barriers(b);
  }
  return is_moved;
}

static bool is_ended(const launch_t *l) {
  for (uint32_t i = 0; i < l->block_count; ++i) {
    if (threads_left(&l->blocks[i])) return false;
  }
  return true;
}

static void explain_deadlock(launch_t *l) {
  for (uint32_t i = 0; i < l->block_count; ++i) {
    for (uint32_t n = 0; n < l->blocks[i].thread_count; ++n) {
      const thread_t *t = &l->blocks[i].threads[n];
      if (t->state == ENDED) continue;
      l->current = &l->module->code[t->state == AT_BARRIER ? t->at - 1 : t->at];
      ptx_fail(l, "the threads wait for each other; thread %u waits here", t->number);
    }
  }
}

static void run_cluster(launch_t *l) {
  while (!is_ended(l)) {
    bool is_moved = false;
    for (uint32_t i = 0; i < l->block_count; ++i) is_moved |= run_block(&l->blocks[i]);
    is_moved |= open_cluster_barrier(l);
    if (!is_moved && !ptx_finish_tensor_copies(l, NULL, 0)) explain_deadlock(l);
  }
  ptx_finish_tensor_copies(l, NULL, 0);
}

// --- blocks ---

static void begin_thread(block_t *b, uint32_t number) {
  const ptx_launch_t *how = b->launch->how;
  thread_t *t = &b->threads[number];
  *t = (thread_t){.block = b, .warp = &b->warps[number / 32], .number = number, .lane = number % 32};
  t->id[0] = number % how->block[0];
  t->id[1] = number / how->block[0] % how->block[1];
  t->id[2] = number / how->block[0] / how->block[1];
  t->frame = new_frame(b->launch->kernel);
  t->at = b->launch->kernel->first;
  size_t size =
      b->launch->kernel->parameter_size < how->parameter_size ? b->launch->kernel->parameter_size : how->parameter_size;
  memcpy(t->frame->parameters, how->parameters, size);
}

static void begin_block(launch_t *l, uint32_t rank, const uint32_t *id) {
  block_t *b = &l->blocks[rank];
  const ptx_launch_t *how = l->how;
  *b = (block_t){.launch = l, .rank = rank};
  memcpy(b->id, id, sizeof b->id);
  b->thread_count = how->block[0] * how->block[1] * how->block[2];
  b->warp_count = (b->thread_count + 31) / 32;
  b->shared_size = dynamic_start(l) + how->shared_size;
  void *shared = NULL;
  if (posix_memalign(&shared, 1024, b->shared_size + 1024)) abort();
  b->shared = shared;
  memset(shared, 0xCB, b->shared_size);
  b->epoch = 1;
  if (how->has_races) b->touches = calloc(b->shared_size + 1, sizeof *b->touches);
  b->warps = calloc(b->warp_count, sizeof *b->warps);
  b->threads = calloc(b->thread_count, sizeof *b->threads);
  for (uint32_t i = 0; i < b->warp_count; ++i) b->warps[i].block = b;
  for (uint32_t i = 0; i < b->thread_count; ++i) begin_thread(b, i);
}

static void end_block(block_t *b) {
  for (uint32_t i = 0; b->threads && i < b->thread_count; ++i) {
    for (frame_t *f = b->threads[i].frame; f;) {
      frame_t *caller = f->caller;
      free_frame(f);
      f = caller;
    }
    free(b->threads[i].copies);
  }
  for (uint32_t i = 0; b->warps && i < b->warp_count; ++i) free(b->warps[i].products);
  free(b->threads);
  free(b->warps);
  free(b->shared);
  free(b->touches);
  *b = (block_t){0};
}

static void run_grid(launch_t *l) {
  const unsigned *grid = l->how->grid, *cluster = l->cluster;
  uint32_t at[3];
  for (at[2] = 0; at[2] < grid[2]; at[2] += cluster[2]) {
    for (at[1] = 0; at[1] < grid[1]; at[1] += cluster[1]) {
      for (at[0] = 0; at[0] < grid[0]; at[0] += cluster[0]) {
        for (uint32_t rank = 0; rank < l->block_count; ++rank) {
          uint32_t id[3] = {at[0] + rank % cluster[0], at[1] + rank / cluster[0] % cluster[1],
                            at[2] + rank / cluster[0] / cluster[1]};
          begin_block(l, rank, id);
        }
        l->cluster_barrier = (barrier_t){0};
        run_cluster(l);
        for (uint32_t rank = 0; rank < l->block_count; ++rank) end_block(&l->blocks[rank]);
      }
    }
  }
}

bool ptx_run(const ptx_module_t *module, const char *kernel, const ptx_launch_t *how, char *error, size_t error_size) {
  jmp_buf failed;
  launch_t l = {
      .module = module, .how = how, .error = error, .error_size = error_size, .failed = &failed, .random = how->order};
  l.block_count = 1;
  for (int d = 0; d < 3; ++d) {
    l.cluster[d] = how->cluster[d] ? how->cluster[d] : 1;
    l.block_count *= l.cluster[d];
  }
  for (size_t i = 0; i < module->function_count; ++i) {
    if (strcmp(module->functions[i].name, kernel) == 0) l.kernel = &module->functions[i];
  }
  if (!l.kernel) {
    snprintf(error, error_size, "there is no kernel '%s'", kernel);
    return false;
  }
  l.blocks = calloc(l.block_count, sizeof *l.blocks);
  launch_t *volatile at = &l;
  bool is_right = !setjmp(failed);
  if (is_right) run_grid(at);
  for (uint32_t i = 0; i < at->block_count; ++i) end_block(&at->blocks[i]);
  free(at->copies);
  free(at->blocks);
  return is_right;
}
