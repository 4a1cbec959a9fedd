// Events: points in time that the host waits for or is told of.
//
// A PJRT_Event is counted: each handle that a caller gets is a reference, so that an event may be destroyed right after a callback
// was hung on it. An event that is reached from the start is one shared object.

#ifndef TERN_PJRT_EVENT_H_
#define TERN_PJRT_EVENT_H_

#include <stdbool.h>

#include "pjrt/api.h"
#include "pjrt/support/error.h"

// A new event with one reference; NULL without memory.
PJRT_Event *tern_pjrt_event_create(void);
// A reference to the event that is reached from the start.
PJRT_Event *tern_pjrt_event_ready(void);
// Both give `event` back, and ignore NULL.
PJRT_Event *tern_pjrt_event_retain(PJRT_Event *event);
void tern_pjrt_event_release(PJRT_Event *event);
// Reaches the event, or makes it fail with `error`, which it takes over (NULL: it is reached). Only the first call counts.
void tern_pjrt_event_set(PJRT_Event *event, PJRT_Error *error);
bool tern_pjrt_event_is_ready(PJRT_Event *event);
// Waits. The result is the caller's: why the event failed, or NULL.
PJRT_Error *tern_pjrt_event_await(PJRT_Event *event);
// Why an event that is ready failed, or NULL; lives as long as the event.
const PJRT_Error *tern_pjrt_event_error(PJRT_Event *event);
// Calls `callback` with an error of its own, or NULL: now if the event is ready, else by the worker of callbacks. False without
// memory: it will not be called.
bool tern_pjrt_event_then(PJRT_Event *event, PJRT_Event_OnReadyCallback callback, void *user);

#endif  // TERN_PJRT_EVENT_H_
