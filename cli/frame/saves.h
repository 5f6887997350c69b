/* cli/frame/saves.h: saves of files: the files that a run reads, and the wait until one of them is
 * saved.
 *
 * Editors save in several ways: into the file, or into a new one that is renamed, after the old one
 * was moved away. So folders are watched, not files (inotify(7)), and a file is saved if it is
 * another one than at its reading, by its number, size or times. A folder that cannot be watched,
 * or whose file system does not tell of saves on other machines, is looked at once a second. */
#ifndef NOC_CLI_FRAME_SAVES_H
#define NOC_CLI_FRAME_SAVES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* Files that a run reads. Start with {.lock = PTHREAD_MUTEX_INITIALIZER}. */
typedef struct noc_saves {
    noc_arena memory;
    struct noc_saved_file *files;
    size_t count;
    pthread_mutex_t lock; /* held for the list, which threads of a run extend */
} noc_saves;

/* Forgets the files, and notes each file that is read from now on, until noc_saves_end_run. */
void noc_saves_begin_run(noc_saves *saves);
void noc_saves_end_run(void);

/* True if a file is not as it was when it was read. Any thread may ask. */
bool noc_saves_has_change(noc_saves *saves);

typedef enum noc_saves_event {
    NOC_SAVES_CHANGE,    /* files changed, or came, or went */
    NOC_SAVES_INTERRUPT, /* Ctrl-C */
    NOC_SAVES_CLOSED,    /* nobody reads standard output any more */
} noc_saves_event;

/* Waits until files are saved, and until their writers have come to an end: several writes of an
 * editor are one save. `needs_reader`: the wait ends with the reader of standard output. */
noc_saves_event noc_saves_wait(noc_saves *saves, bool needs_reader);

/* Takes all files as they are now, for the next wait. */
void noc_saves_accept(noc_saves *saves);

/* Returns the path of file `i`, in the order of reading; NULL past the end. */
const char *noc_saves_path(const noc_saves *saves, size_t i);

/* True if a path leads to one of the files. */
bool noc_saves_has_file(const noc_saves *saves, const char *path);

/* True if file `i` is not as it was when it was read. */
bool noc_saves_is_changed(const noc_saves *saves, size_t i);

void noc_saves_clear(noc_saves *saves);

#endif
