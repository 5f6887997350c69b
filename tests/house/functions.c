#include "tests/house/functions.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------- */

/* Code without its preprocessor's lines. The caller frees it. */
static char *without_directives(const char *code)
{
    char *const copy = house_format("%s", code);
    bool inside = false, fresh = true; /* a directive, a line */
    for (char *at = copy; *at; at++) {
        if (fresh && *at == '#') inside = true;
        if (*at == '\n' && !(at > copy && at[-1] == '\\')) inside = false;
        fresh = *at == '\n' || (fresh && *at == ' ');
        if (inside && *at != '\n' && *at != '\\') *at = ' ';
    }
    for (char *at = copy; (at = strchr(at, '\\'));) *at = ' ';
    return copy;
}

static bool is_macro(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (islower((unsigned char)word[i])) return false;
    return true;
}

/* Behind the bracket that closes the one at `at`. */
static const char *behind_bracket(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '(';
        if (*at == ')' && --depth == 0) return at + 1;
    }
    return at;
}

/* The name of the function that a piece of code declares: the first word before a bracket that
 * holds parameters, with a type before it. NULL if it declares none. The caller frees it. */
static char *name_in(const char *piece)
{
    bool typed = false;
    if (house_has_word(piece, "static") || house_has_word(piece, "typedef") || strchr(piece, '='))
        return NULL;
    for (const char *at = piece; *at;) {
        const size_t length = house_word(at);
        const char *const next = at + length + strspn(at + length, " \n");
        if (length == 0) {
            at++;
        } else if (*next != '(') {
            typed = true;
            at += length;
        } else if (is_macro(at, length) || strncmp(at, "__attribute__", length) == 0) {
            at = behind_bracket(next);
        } else {
            const bool pointer = next[1 + strspn(next + 1, " \n")] == '*';
            return typed && !pointer && strncmp(at, "__", 2) != 0
                       ? house_format("%.*s", (int)length, at)
                       : NULL;
        }
    }
    return NULL;
}

static void add(house_functions *f, char *name, size_t file, bool defined)
{
    if (!name || strcmp(name, "main") == 0) {
        free(name);
        return;
    }
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 1024;
        f->list = house_allocated(realloc(f->list, f->capacity * sizeof *f->list));
    }
    f->list[f->count++] = (house_function){name, file, defined};
}

static char *piece_of(const char *from, const char *end)
{
    return house_format("%.*s", (int)(end - from), from);
}

static bool ends_in_bracket(const char *from, const char *end)
{
    while (end > from && isspace((unsigned char)end[-1])) end--;
    return end > from && end[-1] == ')';
}

/* Pieces between the semicolons and the bodies outside of all braces. */
static void read_functions(const house_sources *s, size_t file, house_functions *f)
{
    char *const code = without_directives(s->files[file].code);
    const char *from = code;
    bool body = false;
    int depth = 0;
    for (const char *at = code; *at; at++) {
        if (*at == '{' && depth++ == 0) body = ends_in_bracket(from, at);
        if ((*at == '{' && depth == 1 && body) || (*at == ';' && depth == 0)) {
            char *const piece = piece_of(from, at);
            add(f, name_in(piece), file, *at == '{');
            free(piece);
        }
        if ((*at == '}' && --depth == 0 && body) || (*at == ';' && depth == 0)) from = at + 1;
    }
    free(code);
}

static int by_name(const void *a, const void *b)
{
    const house_function *f = a, *g = b;
    const int order = strcmp(f->name, g->name);
    return order ? order : (f->file > g->file) - (f->file < g->file);
}

house_functions house_functions_read(const house_sources *s)
{
    house_functions f = {0};
    for (size_t i = 0; i < s->count; i++)
        if (house_is_product(s->files[i].path) && !house_ends(s->files[i].path, ".def"))
            read_functions(s, i, &f);
    if (f.count) qsort(f.list, f.count, sizeof *f.list, by_name);
    return f;
}

void house_functions_free(house_functions *f)
{
    for (size_t i = 0; i < f->count; i++) free(f->list[i].name);
    free(f->list);
    *f = (house_functions){0};
}

/* ---- the rule ------------------------------------------------------------------------------- */

/* All of one name. */
typedef struct namesakes {
    size_t definition, declaration,
        own; /* files; SIZE_MAX: there is none. `own`: the header of the .c's name */
} namesakes;

static bool is_header_of(const char *header, const char *source)
{
    const size_t stem = strlen(header) - 1;
    return house_ends(header, ".h") && strlen(source) - 1 == stem &&
           strncmp(header, source, stem) == 0;
}

static namesakes together(const house_sources *s, const house_functions *f, size_t first,
                          size_t end)
{
    namesakes n = {SIZE_MAX, SIZE_MAX, SIZE_MAX};
    for (size_t i = first; i < end; i++)
        if (f->list[i].defined) n.definition = f->list[i].file;
    for (size_t i = first; i < end; i++) {
        const char *const path = s->files[f->list[i].file].path;
        if (f->list[i].defined || !house_ends(path, ".h")) continue;
        n.declaration = f->list[i].file;
        if (n.definition != SIZE_MAX && is_header_of(path, s->files[n.definition].path))
            n.own = f->list[i].file;
    }
    return n;
}

/* NULL: as it should be. Compilers warn of what no header declares. */
static char *fault_of(const house_sources *s, const char *name, const namesakes *n)
{
    if (n->own != SIZE_MAX || n->declaration == SIZE_MAX) return NULL;
    const char *const header = s->files[n->declaration].path;
    if (n->definition == SIZE_MAX)
        return house_format("%s is declared in %s and defined nowhere: take it out", name, header);
    const char *const source = s->files[n->definition].path;
    if (house_ends(source, ".h")) return NULL;
    return house_format(
        "%s is defined in %s and declared in %s: declare it in %.*s.h, or define it in %.*s.c",
        name, source, header, (int)strlen(source) - 2, source, (int)strlen(header) - 2, header);
}

void house_check_headers(const house_sources *s, house_breaches *found)
{
    house_functions f = house_functions_read(s);
    for (size_t first = 0, end; first < f.count; first = end) {
        for (end = first; end < f.count && strcmp(f.list[end].name, f.list[first].name) == 0;)
            end++;
        const namesakes n = together(s, &f, first, end);
        char *const fault = fault_of(s, f.list[first].name, &n);
        if (fault) house_breach_add(found, house_format("header %s", f.list[first].name), fault);
    }
    house_functions_free(&f);
}
