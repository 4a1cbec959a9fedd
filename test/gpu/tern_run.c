// tern-run for thousands of short runs on one GPU: test/gpu/e2e.py.
//
//   gpu-tern_run --serve SOCKET JOBS DEVICE     serves runs from JOBS processes that keep the device open
//   gpu-tern_run ARGUMENT...                    tern-run, done by the server at the socket TERN_RUN_SOCKET
//   gpu-tern_run --stop                         ends the server
//
// A process that uses CUDA takes a second to begin and to end, most of it under locks that all such processes share. A worker
// that crashes, or whose device has failed, is replaced by a new one.

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define main run_tool
#include "../../tools/tern-run.c"
#undef main

enum { MAX_REQUEST = 1 << 16, MAX_ARGUMENTS = 1024, BACKLOG = 1024, CRASHED = 134 };

// A signal asks the server, or a worker, to end.
static volatile sig_atomic_t is_stopped;

static void stop(int signal) {
  (void)signal;
  is_stopped = 1;
}

// A request: the client's folder and the arguments, a 0 behind each, with its standard output and error.
typedef struct request {
  char text[MAX_REQUEST];
  int outputs[2];
} request_t;

static int fail_with_errno(const char *what) {
  fprintf(stderr, "gpu-tern_run: %s: %s\n", what, strerror(errno));
  return 1;
}

static bool make_address(const char *path, struct sockaddr_un *out) {
  *out = (struct sockaddr_un){.sun_family = AF_UNIX};
  return path && snprintf(out->sun_path, sizeof out->sun_path, "%s", path) < (int)sizeof out->sun_path;
}

// One message; `control` is room for the descriptors beside it.
static struct msghdr make_message(struct iovec *data, void *control, size_t control_size) {
  return (struct msghdr){
      .msg_iov = data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = (socklen_t)control_size};
}

// --- the client ---

static int ask(int argc, char **argv) {
  static char text[MAX_REQUEST];
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))] = {0};
  struct sockaddr_un address;
  int server = socket(AF_UNIX, SOCK_SEQPACKET, 0), status;
  if (!make_address(getenv("TERN_RUN_SOCKET"), &address) ||
      connect(server, (struct sockaddr *)&address, sizeof address) != 0) {
    return fail_with_errno("TERN_RUN_SOCKET");
  }
  if (!getcwd(text, sizeof text)) return fail_with_errno("the working folder");
  size_t size = strlen(text) + 1;
  for (int i = 1; i < argc; ++i) {
    size_t length = strlen(argv[i]) + 1;
    if (length > sizeof text - size) return errno = E2BIG, fail_with_errno("the arguments");
    memcpy(text + size, argv[i], length);
    size += length;
  }
  struct iovec data = {text, size};
  struct msghdr message = make_message(&data, control, sizeof control);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){CMSG_LEN(2 * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(header), (int[]){STDOUT_FILENO, STDERR_FILENO}, 2 * sizeof(int));
  if (sendmsg(server, &message, 0) < 0) return fail_with_errno("sending");
  if (recv(server, &status, sizeof status, 0) == (ssize_t)sizeof status) return status;
  fprintf(stderr, "gpu-tern_run: the run crashed\n");
  return CRASHED;
}

// --- the server ---

static bool receive(int client, request_t *request, int *out_argc, char **argv) {
  _Alignas(struct cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))];
  struct iovec data = {request->text, sizeof request->text - 1};
  struct msghdr message = make_message(&data, control, sizeof control);
  ssize_t size = recvmsg(client, &message, 0);
  struct cmsghdr *header = size > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (!header || header->cmsg_len != CMSG_LEN(2 * sizeof(int))) return false;
  memcpy(request->outputs, CMSG_DATA(header), sizeof request->outputs);
  request->text[size] = 0;
  int argc = 0;
  argv[argc++] = (char *)"tern-run";
  // The folder comes first.
  const char *end = request->text + size;
  for (char *at = request->text + strlen(request->text) + 1; at < end && argc < MAX_ARGUMENTS; at += strlen(at) + 1) {
    argv[argc++] = at;
  }
  argv[argc] = NULL;
  *out_argc = argc;
  return true;
}

static void serve_client(int client, tern_device_t *device) {
  static request_t request;
  char *argv[MAX_ARGUMENTS + 1];
  int argc, status = 1, own[2];
  if (!receive(client, &request, &argc, argv)) return;
  for (int i = 0; i < 2; ++i) {
    own[i] = dup(STDOUT_FILENO + i);
    dup2(request.outputs[i], STDOUT_FILENO + i);
    close(request.outputs[i]);
  }
  bool ends = argc == 2 && strcmp(argv[1], "--stop") == 0;
  if (ends) status = kill(getppid(), SIGTERM);
  if (!ends && chdir(request.text) == 0) status = run_tool(argc, argv);
  fflush(stdout);
  fflush(stderr);
  // Who reads what was printed waits for the last descriptor to be closed.
  for (int i = 0; i < 2; ++i) {
    dup2(own[i], STDOUT_FILENO + i);
    close(own[i]);
  }
  ssize_t sent = send(client, &status, sizeof status, MSG_NOSIGNAL);
  // After some errors nothing works in a context any more.
  if (sent < 0 || (status != 0 && !tern_status_is_ok(tern_device_wait_idle(device)))) _exit(1);
}

static void work(int listener, const char *uri) {
  tern_device_t *device;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  tern_status_t status = tern_device_create(uri, NULL, &device);
  if (!tern_status_is_ok(status)) {
    report(status);
    sleep(1);  // it is tried again
    _exit(1);
  }
  while (!is_stopped) {
    int client = accept(listener, NULL, NULL);
    if (client < 0) continue;
    serve_client(client, device);
    close(client);
  }
  tern_device_release(device);
  exit(0);
}

static int serve(const char *path, int jobs, const char *uri) {
  struct sockaddr_un address;
  int listener = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  if (!make_address(path, &address) || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
      listen(listener, BACKLOG) != 0) {
    return fail_with_errno(path);
  }
  // Without SA_RESTART: whoever waits wakes up. The workers are in the server's group.
  sigaction(SIGTERM, &(struct sigaction){.sa_handler = stop}, NULL);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  int running = 0;
  while (!is_stopped) {
    while (running < jobs) {
      pid_t worker = fork();
      if (worker < 0) return fail_with_errno("fork");
      if (worker == 0) work(listener, uri);
      ++running;
    }
    if (wait(NULL) > 0) --running;
  }
  kill(0, SIGTERM);
  while (wait(NULL) > 0 || errno == EINTR) continue;
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "--serve") == 0) return serve(argv[2], atoi(argv[3]), argv[4]);
  return ask(argc, argv);
}
