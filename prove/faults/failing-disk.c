/*
 * LD_PRELOAD: fails writes and syncs to files under FAULTS_IN as the file FAULTS_PLAN states. Its
 * first line is "<n of each> <kind>" with the kind sync, write or both: every n-th such call fails
 * with EIO. Without a plan, or with an empty one, all calls succeed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int counted;

static int is_ours(int fd) {
  const char *folder = getenv("FAULTS_IN");
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || !folder) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, ".lock");
}

static int fails(int fd, char kind) {
  const char *plan = getenv("FAULTS_PLAN");
  if (!plan || !is_ours(fd)) return 0;
  FILE *file = fopen(plan, "r");
  if (!file) return 0;
  int every = 0;
  char what[16] = "";
  int read = fscanf(file, "%d %15s", &every, what);
  fclose(file);
  if (read != 2 || every < 1) return 0;
  if (what[0] != 'b' && what[0] != kind) return 0;
  if (++counted % every != 0) return 0;
  errno = EIO;
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int fd) { return fails(fd, 's') ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, 's') ? -1 : REAL(fdatasync)(fd); }

ssize_t write(int fd, const void *bytes, size_t count) {
  return fails(fd, 'w') ? -1 : REAL(write)(fd, bytes, count);
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  return fails(fd, 'w') ? -1 : REAL(pwrite)(fd, bytes, count, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  return fails(fd, 'w') ? -1 : REAL(pwrite64)(fd, bytes, count, at);
}
