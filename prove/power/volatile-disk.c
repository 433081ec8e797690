/*
 * A disk with a write-back cache, for Linux and root: volatile-disk <mount point> <image>
 *
 * Mounts a file system of one file, `disk`, over /dev/fuse. Writes stay in this process's memory,
 * like a cache that loses its content with the power, and reach the image only by fsync. SIGUSR1
 * simulates a power loss: about a third of the unsynced pages reach the image, in random order as
 * on real disks, and the process ends.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { page = 4096, most = 1 << 17, file_id = 2 };

static int fuse, image;
static uint64_t size;
static unsigned char *cache, *dirty;
static volatile sig_atomic_t power_lost;

static void keep(uint64_t at) {
  if (pwrite(image, cache + at * page, page, at * page) != page) abort();
  dirty[at] = 0;
}

static void sync_all(void) {
  for (uint64_t at = 0; at < size / page; at++)
    if (dirty[at]) keep(at);
}

static void lose_power(int signal) {
  (void)signal;
  power_lost = 1;
  for (uint64_t at = 0; at < size / page; at++)
    if (dirty[at] && rand() % 3 == 0) keep(at);
  _exit(0);
}

static void answer(uint64_t id, int error, const void *data, size_t length) {
  static unsigned char out[most + 4096];
  struct fuse_out_header *header = (void *)out;
  if (power_lost) return;
  header->len = sizeof *header + length;
  header->error = error;
  header->unique = id;
  if (length) memcpy(out + sizeof *header, data, length);
  if (write(fuse, out, header->len) < 0 && errno == ENODEV) exit(0);
}

static struct fuse_attr attributes(uint64_t id) {
  struct fuse_attr made = {.ino = id, .nlink = 1, .blksize = page};
  made.mode = id == file_id ? S_IFREG | 0600 : S_IFDIR | 0700;
  made.size = id == file_id ? size : 0;
  made.blocks = made.size / 512;
  return made;
}

static void introduce(uint64_t id, const struct fuse_init_in *in) {
  struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION, .minor = FUSE_KERNEL_MINOR_VERSION};
  out.max_readahead = in->max_readahead;
  out.flags = in->flags & (FUSE_BIG_WRITES | FUSE_MAX_PAGES);
  out.max_write = most;
  out.max_pages = most / page;
  out.max_background = 16;
  out.congestion_threshold = 12;
  answer(id, 0, &out, sizeof out);
}

static void serve(const struct fuse_in_header *head, const void *body) {
  uint64_t id = head->unique;
  switch (head->opcode) {
    case FUSE_INIT: introduce(id, body); return;
    case FUSE_LOOKUP: {
      if (strcmp(body, "disk") != 0) { answer(id, -ENOENT, NULL, 0); return; }
      struct fuse_entry_out out = {.nodeid = file_id, .attr = attributes(file_id)};
      out.entry_valid = out.attr_valid = 3600;
      answer(id, 0, &out, sizeof out);
      return;
    }
    case FUSE_GETATTR: case FUSE_SETATTR: {
      struct fuse_attr_out out = {.attr_valid = 3600, .attr = attributes(head->nodeid)};
      answer(id, 0, &out, sizeof out);
      return;
    }
    case FUSE_OPEN: case FUSE_OPENDIR: {
      struct fuse_open_out out = {0};
      answer(id, 0, &out, sizeof out);
      return;
    }
    case FUSE_READ: {
      const struct fuse_read_in *in = body;
      uint64_t left = in->offset < size ? size - in->offset : 0;
      answer(id, 0, cache + in->offset, in->size < left ? in->size : left);
      return;
    }
    case FUSE_WRITE: {
      const struct fuse_write_in *in = body;
      if (in->offset + in->size > size) { answer(id, -ENOSPC, NULL, 0); return; }
      memcpy(cache + in->offset, in + 1, in->size);
      for (uint64_t at = in->offset / page; at * page < in->offset + in->size; at++) dirty[at] = 1;
      struct fuse_write_out out = {.size = in->size};
      answer(id, 0, &out, sizeof out);
      return;
    }
    case FUSE_FSYNC: sync_all(); answer(id, 0, NULL, 0); return;
    case FUSE_STATFS: {
      struct fuse_statfs_out out = {.st = {.bsize = page, .blocks = size / page, .namelen = 255}};
      answer(id, 0, &out, sizeof out);
      return;
    }
    case FUSE_FLUSH: case FUSE_RELEASE: case FUSE_RELEASEDIR: answer(id, 0, NULL, 0); return;
    case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: return;
    case FUSE_DESTROY: sync_all(); exit(0);
    default: answer(id, -ENOSYS, NULL, 0);
  }
}

int main(int count, char **words) {
  static unsigned char in[most + 4096] __attribute__((aligned(8)));
  struct stat found;
  char options[128];
  if (count != 3) return 2;
  image = open(words[2], O_RDWR);
  fuse = open("/dev/fuse", O_RDWR);
  if (image < 0 || fuse < 0 || fstat(image, &found) != 0) return 3;
  size = found.st_size / page * page;
  cache = malloc(size);
  dirty = calloc(size / page, 1);
  for (uint64_t at = 0; at < size; at += page)
    if (pread(image, cache + at, page, at) != page) return 4;
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0", fuse);
  if (mount("volatile-disk", words[1], "fuse.volatile-disk", MS_NOSUID | MS_NODEV, options) != 0) return 5;
  srand(time(NULL) ^ getpid());
  signal(SIGUSR1, lose_power);
  puts("ready");
  fflush(stdout);
  for (;;) {
    ssize_t length = read(fuse, in, sizeof in);
    if (length < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
    if (length < 0) return errno == ENODEV ? 0 : 6;
    serve((const void *)in, in + sizeof(struct fuse_in_header));
  }
}
