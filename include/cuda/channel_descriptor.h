// cudaCreateChannelDesc<T>() stands with the runtime.

#ifndef TERN_CHANNEL_DESCRIPTOR_H_
#define TERN_CHANNEL_DESCRIPTOR_H_

#include "cuda_runtime.h"

#endif  // TERN_CHANNEL_DESCRIPTOR_H_
