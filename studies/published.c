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

static noc_csv_rows csv_rows;
static noc_published *published_rows;
static size_t row_count;

/* Indices of columns. */
enum {
#define NOC_PUBLISHED(name) COLUMN_##name,
#include "studies/published.def"
#undef NOC_PUBLISHED
};

static noc_published make_row(const noc_csv_row *r)
{
    return (noc_published){
#define NOC_PUBLISHED(name) .name = r->cells[COLUMN_##name],
#include "studies/published.def"
#undef NOC_PUBLISHED
        .line = r->line,
    };
}

static void free_rows(void)
{
    noc_csv_rows_clear(&csv_rows);
    free(published_rows);
    published_rows = NULL;
    row_count = 0;
}

static bool read_rows(noc_diag *diag)
{
    const noc_embedded_file *file = &noc_published_files[0];
    if (published_rows) return true;
    if (noc_csv_read_rows(file->text, file->path, columns, COLUMNS, &csv_rows, diag) != NOC_OK)
        return false;
    published_rows = calloc(csv_rows.count + 1, sizeof *published_rows);
    if (!published_rows) {
        noc_csv_rows_clear(&csv_rows);
        noc_fail_memory(diag);
        return false;
    }
    for (size_t i = 0; i < csv_rows.count; i++) published_rows[i] = make_row(&csv_rows.list[i]);
    row_count = csv_rows.count;
    atexit(free_rows);
    return true;
}

const noc_published *noc_published_at(size_t i, noc_diag *diag)
{
    return read_rows(diag) && i < row_count ? &published_rows[i] : NULL;
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
    return (noc_place){noc_published_files[0].path, row->line};
}

/* ---- rows that a word selects ---------------------------------------------------------------- */

/* Shortens "te13-figure8" to the beginning of ids: "te13-fig8". */
static void shorten_figure(const char *word, char *text, size_t size)
{
    const char *figure = strstr(word, "-figure");
    if (figure)
        snprintf(text, size, "%.*s-fig%s", (int)(figure - word), word, figure + 7);
    else
        snprintf(text, size, "%s", word);
}

bool noc_published_matches(const noc_published *row, const char *word)
{
    char id_prefix[NAME_CHARS];
    if (!word) return true;
    shorten_figure(word, id_prefix, sizeof id_prefix);
    const size_t length = strlen(id_prefix);
    return strncmp(row->id, id_prefix, length) == 0 &&
           (row->id[length] == '\0' || row->id[length] == '-');
}

static void try_name(noc_nearest_search *nearest, const char *name, char best_name[NAME_CHARS])
{
    noc_nearest_consider(nearest, name);
    /* drops a name that is overwritten next */
    nearest->stem_match = (noc_nearest_match){NULL, 0, 0};
    if (nearest->whole_match.name != name) return;
    snprintf(best_name, NAME_CHARS, "%s", name);
    nearest->whole_match.name = best_name;
}

/* Tries the beginnings of an id that select rows: "te13", "te13-fig8" (also as "te13-figure8"),
 * "te13-fig8-ideal". */
static void try_beginnings(noc_nearest_search *nearest, const char *id, char best_name[NAME_CHARS])
{
    char id_prefix[NAME_CHARS];
    for (size_t end = strcspn(id, "-");; end += 1 + strcspn(id + end + 1, "-")) {
        snprintf(id_prefix, sizeof id_prefix, "%.*s", (int)end, id);
        try_name(nearest, id_prefix, best_name);
        const char *figure = strstr(id_prefix, "-fig");
        if (figure && !strchr(figure + 1, '-')) {
            snprintf(id_prefix, sizeof id_prefix, "%.*s-figure%.*s", (int)(figure - id_prefix), id,
                     (int)(end - (size_t)(figure - id_prefix) - 4), id + (figure - id_prefix) + 4);
            try_name(nearest, id_prefix, best_name);
        }
        if (id[end] == '\0') return;
    }
}

const char *noc_published_find_nearest(const char *word, noc_diag *diag)
{
    static char best_name[NAME_CHARS];
    const noc_published *row;
    noc_nearest_search nearest = {.wanted = word};
    for (size_t i = 0; (row = noc_published_at(i, diag)); i++)
        try_beginnings(&nearest, row->id, best_name);
    return noc_nearest_name(&nearest);
}
