#include "cli/frame/saves.h"

#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/input/input.h"
#include "cli/frame/interrupt.h"

/* ---- files ---------------------------------------------------------------------------------- */

/* State of a file by which a save is noticed; zeros for a file that does not exist. */
typedef struct file_state {
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec write_time, change_time;
} file_state;

struct noc_saved_file {
    char *path;
    file_state read_state, state; /* states just before the reading, and at the last look */
};

static file_state find_state(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return (file_state){.size = 0};
    return (file_state){info.st_dev, info.st_ino, info.st_size, info.st_mtim, info.st_ctim};
}

static bool is_equal_time(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_equal_state(const file_state *a, const file_state *b)
{
    return a->device == b->device && a->number == b->number && a->size == b->size &&
           is_equal_time(&a->write_time, &b->write_time) &&
           is_equal_time(&a->change_time, &b->change_time);
}

static bool has_path(const noc_saves *s, const char *path)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->files[i].path, path) == 0) return true;
    return false;
}

/* Notes a file that is about to be read. A file that is read twice has the state before the first
 * time, so a save between both is a change. */
static void note_file(void *context, const char *path)
{
    noc_saves *s = context;
    pthread_mutex_lock(&s->lock);
    struct noc_saved_file *grown =
        has_path(s, path) ? NULL
                          : noc_arena_resize(&s->memory, s->files, s->count + 1, sizeof *s->files);
    if (grown) {
        s->files = grown;
        grown[s->count].path = noc_arena_string(&s->memory, path);
        grown[s->count].read_state = grown[s->count].state = find_state(path);
        s->count += grown[s->count].path != NULL;
    }
    pthread_mutex_unlock(&s->lock);
}

void noc_saves_begin_run(noc_saves *s)
{
    noc_saves_clear(s);
    noc_input_set_listener(note_file, s);
}

void noc_saves_end_run(void)
{
    noc_input_set_listener(NULL, NULL);
}

const char *noc_saves_path(const noc_saves *s, size_t i)
{
    return i < s->count ? s->files[i].path : NULL;
}

bool noc_saves_has_file(const noc_saves *s, const char *path)
{
    const file_state state = find_state(path);
    for (size_t i = 0; i < s->count && state.number != 0; i++)
        if (s->files[i].state.device == state.device && s->files[i].state.number == state.number)
            return true;
    return false;
}

bool noc_saves_is_changed(const noc_saves *s, size_t i)
{
    return !is_equal_state(&s->files[i].read_state, &s->files[i].state);
}

/* Looks at all files. True if one has changed since the last look. */
static bool look(noc_saves *s)
{
    bool has_moved = false;
    for (size_t i = 0; i < s->count; i++) {
        const file_state state = find_state(s->files[i].path);
        has_moved |= !is_equal_state(&state, &s->files[i].state);
        s->files[i].state = state;
    }
    return has_moved;
}

bool noc_saves_has_change(noc_saves *s)
{
    bool has_change = false;
    pthread_mutex_lock(&s->lock);
    look(s);
    for (size_t i = 0; i < s->count; i++) has_change |= noc_saves_is_changed(s, i);
    pthread_mutex_unlock(&s->lock);
    return has_change;
}

void noc_saves_accept(noc_saves *s)
{
    for (size_t i = 0; i < s->count; i++) s->files[i].read_state = s->files[i].state;
}

void noc_saves_clear(noc_saves *s)
{
    noc_arena_clear(&s->memory);
    s->files = NULL;
    s->count = 0;
}

/* ---- folders -------------------------------------------------------------------------------- */

/* Events after which a file may be another one. Single writes are none of them: a file that is
 * being written is no save before its writer closes it. */
enum {
    EVENTS = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF |
             IN_MOVE_SELF
};

/* True for file systems that tell of all saves: none of those that other machines, or programs,
 * write to (numbers of statfs(2)). */
static bool is_local(unsigned long type)
{
    static const unsigned long shared_types[] = {
        0x6969 /* NFS */,      0x517b /* SMB */,
        0xff534d42 /* CIFS */, 0xfe534d42 /* SMB 2 */,
        0x65735546 /* FUSE */, 0x01021997 /* 9P */,
        0x00c36400 /* Ceph */, 0x5346414f /* AFS */,
        0x73757245 /* Coda */, 0x786f4256 /* VirtualBox */,
    };
    for (size_t i = 0; i < sizeof shared_types / sizeof shared_types[0]; i++)
        if (type == shared_types[i]) return false;
    return true;
}

/* Watches the folder of a path. False: it does not tell of all saves. */
static bool watch_folder(int notifier, const char *path)
{
    NOC_AUTO_FREE char *copy = strdup(path);
    struct statfs info;
    const char *folder = copy ? dirname(copy) : "";
    return inotify_add_watch(notifier, folder, EVENTS) >= 0 && statfs(folder, &info) == 0 &&
           is_local((unsigned long)info.f_type & 0xffffffff);
}

/* Watches the folders of all files, and of the files that links lead to. Folders that are watched
 * already stay so. */
static bool watch_folders(int notifier, const noc_saves *s)
{
    bool is_complete = true;
    for (size_t i = 0; i < s->count; i++) {
        NOC_AUTO_FREE char *target = realpath(s->files[i].path, NULL);
        is_complete &= watch_folder(notifier, s->files[i].path);
        is_complete &= !target || watch_folder(notifier, target);
    }
    return is_complete;
}

static void read_events(int notifier)
{
    char events[4096];
    while (read(notifier, events, sizeof events) > 0) continue;
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* Time between looks at files that are being saved, and at folders that tell nothing, ms; and the
 * number of looks at a save without an end. */
enum { SHORT_MS = 50, LONG_MS = 1000, LOOKS_MAX = 10 };

/* True if a file is gone, or empty, which was not: its writer has only begun. */
static bool is_half_saved(const noc_saves *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->files[i].state.size == 0 && s->files[i].read_state.size > 0) return true;
    return false;
}

/* Waits until no file changes any more. False after Ctrl-C. */
static bool settle(noc_saves *s)
{
    for (int looks = 0; looks < LOOKS_MAX; looks++) {
        if (!noc_interrupt_wait(NULL, 0, SHORT_MS)) return false;
        if (!look(s) && !is_half_saved(s)) break;
    }
    return true;
}

static noc_saves_event wait_for_change(noc_saves *s, int notifier, bool needs_reader)
{
    struct pollfd descriptors[] = {{notifier, POLLIN, 0},
                                   {needs_reader ? STDOUT_FILENO : -1, 0, 0}};
    for (;;) {
        const int limit_ms = watch_folders(notifier, s) ? -1 : LONG_MS;
        read_events(notifier);
        if (noc_saves_has_change(s) && !settle(s)) return NOC_SAVES_INTERRUPT;
        if (noc_saves_has_change(s)) return NOC_SAVES_CHANGE;
        if (!noc_interrupt_wait(descriptors, 2, limit_ms)) return NOC_SAVES_INTERRUPT;
        if (descriptors[1].revents & POLLNVAL) descriptors[1].fd = -1; /* closed from the start */
        if (descriptors[1].revents & (POLLERR | POLLHUP)) return NOC_SAVES_CLOSED;
    }
}

noc_saves_event noc_saves_wait(noc_saves *s, bool needs_reader)
{
    const int notifier = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    const noc_saves_event event = wait_for_change(s, notifier, needs_reader);
    if (notifier >= 0) close(notifier);
    return event;
}
