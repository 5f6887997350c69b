#include "studies/published.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_rows.h"
#include "base/suggest.h"

static const char *const columns[] = {
#define NOC_PUBLISHED(name) #name,
#include "studies/published.def"
#undef NOC_PUBLISHED
};

enum { COLUMNS = sizeof columns / sizeof columns[0], NAME_CHARS = 120 };

static noc_csv_rows cells;
static noc_published *rows;
static size_t row_count;

/* Indices of columns. */
enum {
#define NOC_PUBLISHED(name) COLUMN_##name,
#include "studies/published.def"
#undef NOC_PUBLISHED
};

static noc_published row_of(const noc_csv_row *r)
{
    return (noc_published){
#define NOC_PUBLISHED(name) .name = r->cells[COLUMN_##name],
#include "studies/published.def"
#undef NOC_PUBLISHED
        .line = r->line,
    };
}

static void forget(void)
{
    noc_csv_rows_clear(&cells);
    free(rows);
    rows = NULL;
    row_count = 0;
}

static bool read_rows(noc_diag *diag)
{
    const noc_embedded_file *file = &noc_published_files[0];
    if (rows) return true;
    if (noc_csv_read(file->text, file->file, columns, COLUMNS, &cells, diag) != NOC_OK)
        return false;
    rows = calloc(cells.count + 1, sizeof *rows);
    if (!rows) {
        noc_csv_rows_clear(&cells);
        noc_fail_memory(diag);
        return false;
    }
    for (size_t i = 0; i < cells.count; i++) rows[i] = row_of(&cells.list[i]);
    row_count = cells.count;
    atexit(forget);
    return true;
}

const noc_published *noc_published_at(size_t i, noc_diag *diag)
{
    return read_rows(diag) && i < row_count ? &rows[i] : NULL;
}

const noc_published *noc_published_find(const char *id, noc_diag *diag)
{
    const noc_published *row;
    for (size_t i = 0; (row = noc_published_at(i, diag)); i++)
        if (strcmp(row->id, id) == 0) return row;
    return NULL;
}

noc_place noc_published_place(const noc_published *row)
{
    return (noc_place){noc_published_files[0].file, row->line};
}

/* ---- what a word asks for ------------------------------------------------------------------- */

/* Shortens "te13-figure8" to the beginning of ids: "te13-fig8". */
static void shorten(const char *word, char *text, size_t size)
{
    const char *figure = strstr(word, "-figure");
    if (figure)
        snprintf(text, size, "%.*s-fig%s", (int)(figure - word), word, figure + 7);
    else
        snprintf(text, size, "%s", word);
}

bool noc_published_is_asked(const noc_published *row, const char *word)
{
    char begin[NAME_CHARS];
    if (!word) return true;
    shorten(word, begin, sizeof begin);
    const size_t length = strlen(begin);
    return strncmp(row->id, begin, length) == 0 &&
           (row->id[length] == '\0' || row->id[length] == '-');
}

static void try_name(noc_nearest *nearest, const char *name, char best[NAME_CHARS])
{
    noc_nearest_try(nearest, name);
    /* drops a name that is overwritten next */
    nearest->stem = (noc_nearest_so_far){NULL, 0, 0};
    if (nearest->whole.name != name) return;
    snprintf(best, NAME_CHARS, "%s", name);
    nearest->whole.name = best;
}

/* Tries the beginnings of an id that select rows: "te13", "te13-fig8" (also as "te13-figure8"),
 * "te13-fig8-ideal". */
static void try_beginnings(noc_nearest *nearest, const char *id, char best[NAME_CHARS])
{
    char begin[NAME_CHARS];
    for (size_t end = strcspn(id, "-");; end += 1 + strcspn(id + end + 1, "-")) {
        snprintf(begin, sizeof begin, "%.*s", (int)end, id);
        try_name(nearest, begin, best);
        const char *figure = strstr(begin, "-fig");
        if (figure && !strchr(figure + 1, '-')) {
            snprintf(begin, sizeof begin, "%.*s-figure%.*s", (int)(figure - begin), id,
                     (int)(end - (size_t)(figure - begin) - 4), id + (figure - begin) + 4);
            try_name(nearest, begin, best);
        }
        if (id[end] == '\0') return;
    }
}

const char *noc_published_nearest(const char *word, noc_diag *diag)
{
    static char best[NAME_CHARS];
    const noc_published *row;
    noc_nearest nearest = {.wanted = word};
    for (size_t i = 0; (row = noc_published_at(i, diag)); i++)
        try_beginnings(&nearest, row->id, best);
    return noc_nearest_name(&nearest);
}
