// Profiles: what the commands of a device's command buffers take, one by one.
//
// A profile is begun before command buffers are recorded, and so before sessions are created, whose programs record theirs
// when they are loaded. From then on every dispatch, fill, copy and update is recorded with a time stamp before and behind it,
// and a sink is told of each submission once it is over.
//
//   TERN_RETURN_IF_ERROR(tern_profile_begin(device, &sink));
//   ... tern_session_create(), tern_call_invoke(), ... the sink is called ...
//   TERN_RETURN_IF_ERROR(tern_profile_end(device, &missed_count));
//
// Without a profile all this costs a look at a pointer for each command that is recorded and each submission. With one,
//
// - the commands of a command buffer run one after the other, behind barriers, so that each has a time of its own: those that
//   would run at the same time otherwise take longer together;
// - the submissions of a device run one after the other, and tern_device_submit() returns when the submission is over,
//   unless it waits for a semaphore that has not been reached;
// - CUDA devices launch kernel by kernel, and not a graph.
//
// Clocks. CPU devices look at the clock of the host before and behind each command; a dispatch takes from its first workgroup
// to its last one on all threads. Vulkan devices write time stamps of their queue (`timestampPeriod` and `timestampValidBits` are
// taken into account), CUDA devices record events in their stream. What devices measure is put on the clock of the host so
// that a submission's last command ends where the host saw it end.
//
// Not in libternrt-cpu.

#ifndef TERN_PROFILE_H_
#define TERN_PROFILE_H_

#include "tern/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of commands.
typedef enum tern_profile_kind_t {
  TERN_PROFILE_DISPATCH = 0,
  TERN_PROFILE_FILL = 1,
  TERN_PROFILE_COPY = 2,
  TERN_PROFILE_UPDATE = 3,  // a copy of captured bytes
} tern_profile_kind_t;

// Bytes that a command uses: those of a binding's array, for a dispatch.
typedef struct tern_profile_access_t {
  const tern_buffer_t *buffer;  // whose bytes; to be compared with others of the submission only: it may be gone
  size_t offset, size;
  tern_binding_access_t access;
} tern_profile_access_t;

// One command that ran. Times are nanoseconds on the clock of tern_profile_now().
typedef struct tern_profile_command_t {
  tern_profile_kind_t kind;
  const char *name;  // of the entry point; of other commands "fill", "copy" or "update"
  uint64_t begin, end;
  uint32_t
      workgroup_count[3];  // of a dispatch whose entry point has one kernel that runs on the host, or that was given
                           // its grid; else 1 each
  tern_element_type_t element_type;  // that a dispatch computes in; TERN_ELEMENT_TYPE_NONE if that is not known
  bool is_cost_known;                // else `costs` are 0, but for the bytes, which are those of all that it uses
  bool is_estimated;                 // `costs` are bounds or guesses (TERN_COST_FLAG_ESTIMATED)
  uint64_t costs[TERN_COST_COUNT];   // by TERN_COST_*
  const tern_profile_access_t *accesses;
  size_t access_count;
} tern_profile_command_t;

// One submission that is over. What it points to lives for the call of the sink; names as long as their executables.
typedef struct tern_profile_submission_t {
  uint64_t begin, end;                     // when the host submitted it, and saw its end
  const tern_profile_command_t *commands;  // in the order in which they were recorded
  size_t command_count;
} tern_profile_submission_t;

// Who is told. Zero-initialise, then fill in.
typedef struct tern_profile_sink_t {
  // Called after each submission, on the thread that submitted it or on one that submits or waits later, by one thread at a
  // time. It must not use the device.
  void (*submission)(void *user_data, const tern_profile_submission_t *submission);
  void *user_data;
} tern_profile_sink_t;

// Begins a profile of `device`, which has none. `*sink` is copied, and what it refers to must live until the end. No other
// thread uses the device meanwhile. Errors: TERN_FAILED_PRECONDITION if there is a profile already; TERN_UNSUPPORTED if the
// device has no clock; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_profile_begin(tern_device_t *device, const tern_profile_sink_t *sink);
// Ends the profile of `device`; the sink is told of the submissions that are over by now. `*out_missed_count` (may be NULL)
// is the number of those that it was not told of: of command buffers that were recorded before the profile began, those that
// are not over, and those of command buffers that were submitted again before. No other thread uses the device meanwhile. What
// was recorded keeps its time stamps. Errors: TERN_FAILED_PRECONDITION if there is no profile.
TERN_API tern_status_t tern_profile_end(tern_device_t *device, uint64_t *out_missed_count);
// The clock of profiles: nanoseconds, CLOCK_MONOTONIC of the system. Thread-safe.
TERN_API uint64_t tern_profile_now(void);

#ifdef __cplusplus
}
#endif

#endif  // TERN_PROFILE_H_
