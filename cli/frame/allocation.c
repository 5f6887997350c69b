/* Notes every failed allocation of the program and of its linked archives (base/shortage.h). Counts
 * their memory, so that an allocation beyond the run's limit fails (base/memory_limit.h). The
 * linker redirects calls to the __wrap_ functions here (WRAPPED in CMakeLists.txt), which call the
 * real ones.
 *
 * Two functions of the C library hide a shortage of memory: a stream of open_memstream, which cuts
 * its text, and getline, which seems to reach the end of the file. */
#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_limit.h"
#include "base/shortage.h"

#define WRAPPED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

/* ---- memory held ---------------------------------------------------------------------------- */

enum { HEADER_BYTES = 8 }; /* the C library stores them before each allocation */

static int64_t count_held_bytes(void *allocated)
{
    return allocated ? (int64_t)malloc_usable_size(allocated) + HEADER_BYTES : 0;
}

/* Counts the change of memory from an allocation of `old_bytes` to a new one. */
static void count_change(int64_t old_bytes, void *allocated)
{
    noc_memory_count_bytes(count_held_bytes(allocated) - old_bytes);
}

void __real_free(void *allocated);
void __wrap_free(void *allocated);
void __wrap_free(void *allocated)
{
    const int saved_errno = errno; /* free keeps errno, so __wrap_free does, too */
    count_change(count_held_bytes(allocated), NULL);
    __real_free(allocated);
    errno = saved_errno;
}

/* ---- functions that return NULL ------------------------------------------------------------- */

static void *note_failure(void *result)
{
    if (result) return result;
    noc_note_shortage();
    if (noc_out_of_memory_jump) longjmp(*noc_out_of_memory_jump, 1);
    return NULL;
}

/* Counts a new allocation. */
static void *note_new(void *result)
{
    count_change(0, result);
    return note_failure(result);
}

/* Notes a failure for lack of memory, since the function has other failures, too. */
static void *note_errno_failure(void *result)
{
    if (!result && errno == ENOMEM) noc_note_shortage();
    return result;
}

/* True if this number of further bytes may be allocated; notes the first refusal, for the message
 * at the end of the process. */
static bool can_hold(double bytes)
{
    if (noc_memory_has_room(bytes)) return true;
    noc_memory_note_failure((double)noc_memory_held_bytes() + bytes);
    errno = ENOMEM;
    return false;
}

WRAPPED(void *, malloc, size_t size)
{
    return note_new(can_hold((double)size) ? __real_malloc(size) : NULL);
}

WRAPPED(void *, calloc, size_t count, size_t size)
{
    return note_new(can_hold((double)count * (double)size) ? __real_calloc(count, size) : NULL);
}

WRAPPED(void *, realloc, void *old, size_t size)
{
    const int64_t before = count_held_bytes(old);
    if ((int64_t)size > before && !can_hold((double)size - (double)before))
        return note_failure(NULL);
    void *const new = __real_realloc(old, size);
    if (!new &&size) return note_failure(NULL);
    count_change(before, new);
    return new; /* NULL without a size: realloc has freed */
}

WRAPPED(void *, reallocarray, void *old, size_t count, size_t size)
{
    size_t bytes;
    if (!__builtin_mul_overflow(count, size, &bytes)) return __wrap_realloc(old, bytes);
    errno = ENOMEM;
    return note_failure(NULL);
}

WRAPPED(void *, aligned_alloc, size_t alignment, size_t size)
{
    return note_new(can_hold((double)size) ? __real_aligned_alloc(alignment, size) : NULL);
}

WRAPPED(char *, strdup, const char *text)
{
    return note_new(__real_strdup(text));
}

/* strdup of archives compiled with a macro for it */
WRAPPED(char *, __strdup, const char *text)
{
    return note_new(__real___strdup(text));
}

WRAPPED(char *, strndup, const char *text, size_t most)
{
    return note_new(__real_strndup(text, most));
}

WRAPPED(char *, realpath, const char *path, char *resolved)
{
    char *found = note_errno_failure(__real_realpath(path, resolved));
    if (!resolved) count_change(0, found);
    return found;
}

WRAPPED(FILE *, fopen, const char *path, const char *mode)
{
    return note_errno_failure(__real_fopen(path, mode));
}

WRAPPED(char *, setlocale, int category, const char *locale)
{
    errno = 0;
    return note_errno_failure(__real_setlocale(category, locale));
}

/* ---- functions that return less than 0 ------------------------------------------------------ */

WRAPPED(int, vasprintf, char **text, const char *format, va_list arguments)
{
    const int length = __real_vasprintf(text, format, arguments);
    if (length < 0)
        noc_note_shortage();
    else
        count_change(0, *text);
    return length;
}

int __wrap_asprintf(char **text, const char *format, ...);
int __wrap_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vasprintf(text, format, arguments);
    va_end(arguments);
    return length;
}

WRAPPED(int, scandir, const char *folder, struct dirent ***names,
        int (*keep)(const struct dirent *),
        int (*compare)(const struct dirent **, const struct dirent **))
{
    const int count = __real_scandir(folder, names, keep, compare);
    if (count < 0 && errno == ENOMEM) noc_note_shortage();
    for (int i = 0; i < count; i++) count_change(0, (*names)[i]);
    if (count >= 0) count_change(0, *names);
    return count;
}

static ssize_t note_read_failure(ssize_t length, FILE *in)
{
    if (length < 0 && !feof(in)) note_errno_failure(NULL);
    return length;
}

WRAPPED(ssize_t, getline, char **line, size_t *room, FILE *in)
{
    const int64_t before = count_held_bytes(*line);
    const ssize_t length = note_read_failure(__real_getline(line, room, in), in);
    count_change(before, *line);
    return length;
}

/* getline as the C library's header calls it */
WRAPPED(ssize_t, __getdelim, char **line, size_t *room, int end, FILE *in)
{
    const int64_t before = count_held_bytes(*line);
    const ssize_t length = note_read_failure(__real___getdelim(line, room, end, in), in);
    count_change(before, *line);
    return length;
}

/* ---- streams into memory -------------------------------------------------------------------- */

typedef struct text_stream {
    char **text;
    size_t *size, capacity;
} text_stream;

/* Adds text for fopencookie. Returns the added bytes; 0 when out of memory. */
static ssize_t add_text(void *cookie, const char *bytes, size_t count)
{
    text_stream *s = cookie;
    if (*s->size + count >= s->capacity) {
        const size_t capacity = 2 * (*s->size + count) + 1;
        char *grown = realloc(*s->text, capacity);
        if (!grown) return 0;
        *s->text = grown;
        s->capacity = capacity;
    }
    memcpy(*s->text + *s->size, bytes, count);
    *s->size += count;
    (*s->text)[*s->size] = '\0';
    return (ssize_t)count;
}

static int end_text(void *cookie)
{
    free(cookie);
    return 0;
}

/* Opens a stream into memory, which cannot seek. The caller frees the text after closing the
 * stream. */
FILE *__wrap_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size)
{
    static const cookie_io_functions_t functions = {.write = add_text, .close = end_text};
    text_stream *s = malloc(sizeof *s);
    char *empty = calloc(1, 1);
    /* allocation inside the library */
    FILE *out = s && empty ? note_failure(fopencookie(s, "w", functions)) : NULL;
    if (!out) {
        free(s);
        free(empty);
        return NULL;
    }
    *text = empty;
    *size = 0;
    *s = (text_stream){text, size, 1};
    return out;
}
