/* Notes every failed allocation of the program and of the archives that are linked into it
 * (base/shortage.h): the linker sends their calls to the __wrap_ functions here (WRAPPED in
 * CMakeLists.txt), which call the real ones.
 *
 * Two functions of the C library tell nobody when memory runs out in them: a stream of
 * open_memstream, whose text is then cut, and getline, whose file then seems to end. */
#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortage.h"

#define WRAPPED(type, name, ...)     \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

/* ---- what returns NULL
 * ------------------------------------------------------------------------ */

static void *noting(void *result)
{
    if (result) return result;
    noc_shortage_note();
    if (noc_shortage_way_out) longjmp(*noc_shortage_way_out, 1);
    return NULL;
}

/* Of those that have other reasons, too. */
static void *noting_errno(void *result)
{
    if (!result && errno == ENOMEM) noc_shortage_note();
    return result;
}

WRAPPED(void *, malloc, size_t size)
{
    return noting(__real_malloc(size));
}

WRAPPED(void *, calloc, size_t count, size_t size)
{
    return noting(__real_calloc(count, size));
}

WRAPPED(void *, realloc, void *old, size_t size)
{
    void *const new = __real_realloc(old, size);
    return size ? noting(new) : new; /* or it frees */
}

WRAPPED(void *, reallocarray, void *old, size_t count, size_t size)
{
    return noting(__real_reallocarray(old, count, size));
}

WRAPPED(void *, aligned_alloc, size_t alignment, size_t size)
{
    return noting(__real_aligned_alloc(alignment, size));
}

WRAPPED(char *, strdup, const char *text)
{
    return noting(__real_strdup(text));
}

/* As archives call it that were compiled with a macro for it. */
WRAPPED(char *, __strdup, const char *text)
{
    return noting(__real___strdup(text));
}

WRAPPED(char *, strndup, const char *text, size_t most)
{
    return noting(__real_strndup(text, most));
}

WRAPPED(char *, realpath, const char *path, char *resolved)
{
    return noting_errno(__real_realpath(path, resolved));
}

WRAPPED(FILE *, fopen, const char *path, const char *mode)
{
    return noting_errno(__real_fopen(path, mode));
}

WRAPPED(char *, setlocale, int category, const char *locale)
{
    errno = 0;
    return noting_errno(__real_setlocale(category, locale));
}

/* ---- what returns less than 0
 * ------------------------------------------------------------------ */

WRAPPED(int, vasprintf, char **text, const char *format, va_list arguments)
{
    const int length = __real_vasprintf(text, format, arguments);
    if (length < 0) noc_shortage_note();
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
    if (count < 0 && errno == ENOMEM) noc_shortage_note();
    return count;
}

static ssize_t noting_end(ssize_t length, FILE *in)
{
    if (length < 0 && !feof(in)) noting_errno(NULL);
    return length;
}

WRAPPED(ssize_t, getline, char **line, size_t *room, FILE *in)
{
    return noting_end(__real_getline(line, room, in), in);
}

/* What the C library's header makes of getline. */
WRAPPED(ssize_t, __getdelim, char **line, size_t *room, int end, FILE *in)
{
    return noting_end(__real___getdelim(line, room, end, in), in);
}

/* ---- streams into memory
 * ----------------------------------------------------------------------- */

typedef struct text_stream {
    char **text;
    size_t *size, room;
} text_stream;

/* As fopencookie wants it: the bytes taken, none if there is no room. */
static ssize_t add_text(void *cookie, const char *bytes, size_t count)
{
    text_stream *s = cookie;
    if (*s->size + count >= s->room) {
        const size_t room = 2 * (*s->size + count) + 1;
        char *grown = realloc(*s->text, room);
        if (!grown) return 0;
        *s->text = grown;
        s->room = room;
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

/* The caller frees the text after closing the stream, which cannot be moved about in. */
FILE *__wrap_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size)
{
    static const cookie_io_functions_t functions = {.write = add_text, .close = end_text};
    text_stream *s = malloc(sizeof *s);
    char *empty = calloc(1, 1);
    FILE *out = s && empty ? noting(fopencookie(s, "w", functions)) : NULL;
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
