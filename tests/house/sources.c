#include "tests/house/sources.h"

#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void *house_allocated(void *made)
{
    if (made) return made;
    fprintf(stderr, "house: out of memory\n");
    exit(EXIT_FAILURE);
}

char *house_format(const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return house_allocated(length < 0 ? NULL : text);
}

/* ---- text ----------------------------------------------------------------------------------- */

bool house_ends(const char *path, const char *end)
{
    const size_t length = strlen(path), tail = strlen(end);
    return length >= tail && strcmp(path + length - tail, end) == 0;
}

bool house_is_product(const char *path)
{
    return strncmp(path, "tests/", 6) != 0;
}

static bool is_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

size_t house_word(const char *at)
{
    size_t length = 0;
    if (isdigit((unsigned char)*at)) return 0;
    while (is_of_name(at[length])) length++;
    return length;
}

bool house_has_word(const char *code, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = code; (at = strstr(at, word)); at += length)
        if ((at == code || !is_of_name(at[-1])) && !is_of_name(at[length])) return true;
    return false;
}

/* ---- comments and quotes -------------------------------------------------------------------- */

/* Where a quote that starts at `at` ends: behind its closing mark, or at the end of the line. */
static char *end_of_quote(char *at)
{
    const char mark = *at++;
    for (; *at && *at != mark && *at != '\n'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at == mark ? at + 1 : at;
}

static char *end_of_comment(char *at)
{
    char *const end = at[1] == '*' ? strstr(at + 2, "*/") : strchr(at, '\n');
    if (!end) return at + strlen(at);
    return at[1] == '*' ? end + 2 : end;
}

static void blank(char *from, const char *end)
{
    for (; from < end; from++)
        if (*from != '\n') *from = ' ';
}

/* The marks of quotes stay. */
static void blank_all(char *code)
{
    for (char *at = code; *at;) {
        if (at[0] == '/' && (at[1] == '*' || at[1] == '/')) {
            char *const end = end_of_comment(at);
            blank(at, end);
            at = end;
        } else if (*at == '"' || (*at == '\'' && (at == code || !is_of_name(at[-1])))) {
            char *const end = end_of_quote(at);
            if (end - at > 2) blank(at + 1, end - 1);
            at = end;
        } else {
            at++;
        }
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    if (!in || !out) {
        fprintf(stderr, "house: %s cannot be read\n", path);
        exit(EXIT_FAILURE);
    }
    for (int c; (c = fgetc(in)) != EOF;) fputc(c, out);
    fclose(in);
    fclose(out);
    return house_allocated(text);
}

static void add_file(house_sources *s, const char *full, const char *path)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 512;
        s->files = house_allocated(realloc(s->files, s->capacity * sizeof *s->files));
    }
    char *const text = read_file(full), *const code = house_format("%s", text);
    blank_all(code);
    s->files[s->count++] = (house_file){house_format("%s", path), text, code};
}

static bool is_left_out(const char *name)
{
    return name[0] == '.' || strcmp(name, "build") == 0 || strncmp(name, "build-", 6) == 0;
}

static void add_folder(house_sources *s, const char *root, const char *path)
{
    char *const folder = house_format("%s/%s", root, path);
    DIR *const entries = opendir(folder);
    if (!entries) {
        fprintf(stderr, "house: %s cannot be read\n", folder);
        exit(EXIT_FAILURE);
    }
    for (const struct dirent *entry; (entry = readdir(entries));) {
        if (is_left_out(entry->d_name)) continue;
        char *const inside = house_format("%s%s%s", path, *path ? "/" : "", entry->d_name);
        char *const full = house_format("%s/%s", root, inside);
        struct stat info;
        const bool known = stat(full, &info) == 0;
        if (known && S_ISDIR(info.st_mode))
            add_folder(s, root, inside);
        else if (house_ends(inside, ".c") || house_ends(inside, ".h") || house_ends(inside, ".def"))
            add_file(s, full, inside);
        free(full);
        free(inside);
    }
    closedir(entries);
    free(folder);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const house_file *)a)->path, ((const house_file *)b)->path);
}

house_sources house_read(const char *root)
{
    house_sources s = {0};
    add_folder(&s, root, "");
    if (s.count) qsort(s.files, s.count, sizeof *s.files, by_path);
    return s;
}

void house_sources_free(house_sources *s)
{
    for (size_t i = 0; i < s->count; i++) {
        free(s->files[i].path);
        free(s->files[i].text);
        free(s->files[i].code);
    }
    free(s->files);
    *s = (house_sources){0};
}

size_t house_find(const house_sources *s, const char *path)
{
    const house_file wanted = {.path = (char *)path};
    const house_file *found =
        s->count ? bsearch(&wanted, s->files, s->count, sizeof *s->files, by_path) : NULL;
    return found ? (size_t)(found - s->files) : SIZE_MAX;
}
