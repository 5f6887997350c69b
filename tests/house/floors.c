#include "tests/house/floors.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/includes.h"

/* ---- floors --------------------------------------------------------------------------------- */

size_t house_floor_find(const house_floors *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->name[i], name) == 0) return i;
    return SIZE_MAX;
}

static size_t floor_of(house_floors *f, const char *name)
{
    const size_t known = house_floor_find(f, name);
    if (known != SIZE_MAX) return known;
    if (f->count == HOUSE_FLOORS_MOST) {
        fprintf(stderr, "house: raise HOUSE_FLOORS_MOST\n");
        exit(EXIT_FAILURE);
    }
    snprintf(f->name[f->count], sizeof f->name[0], "%s", name);
    return f->count++;
}

/* What a floor's users use through it. */
static void close_uses(house_floors *f)
{
    for (size_t via = 0; via < f->count; via++)
        for (size_t from = 0; from < f->count; from++)
            for (size_t to = 0; to < f->count; to++)
                f->uses[from][to] |= f->uses[from][via] && f->uses[via][to];
}

house_floors house_floors_read(const char *text)
{
    house_floors f = {0};
    char *const copy = house_format("%s", text);
    char *rest = copy;
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *words = line;
        const char *name = strsep(&words, " ");
        if (!*name) continue;
        const size_t from = floor_of(&f, name);
        for (const char *used; (used = strsep(&words, " "));)
            if (*used && strcmp(used, name) != 0) f.uses[from][floor_of(&f, used)] = true;
    }
    free(copy);
    close_uses(&f);
    return f;
}

static void check_readers(const house_floors *f, house_breaches *found)
{
    static const char *const readers[] = {"analytic", "sampler", "power_area"};
    enum { READERS = sizeof readers / sizeof readers[0] };
    for (size_t a = 0; a < READERS; a++)
        for (size_t b = 0; b < READERS; b++) {
            const size_t from = house_floor_find(f, readers[a]),
                         to = house_floor_find(f, readers[b]);
            if (a == b || from == SIZE_MAX || to == SIZE_MAX || !f->uses[from][to]) continue;
            house_breach_add(
                found, house_format("links %s %s", readers[a], readers[b]),
                house_format("CMakeLists.txt links %s with %s: the three readers do not know each "
                             "other; what they share belongs down in network",
                             readers[a], readers[b]));
        }
}

void house_check_links(const house_floors *f, house_breaches *found)
{
    for (size_t a = 0; a < f->count; a++)
        for (size_t b = a + 1; b < f->count; b++)
            if (f->uses[a][b] && f->uses[b][a])
                house_breach_add(
                    found, house_format("links %s %s", f->name[a], f->name[b]),
                    house_format(
                        "CMakeLists.txt links %s with %s and %s with %s: one of them has to "
                        "lie below the other",
                        f->name[a], f->name[b], f->name[b], f->name[a]));
    check_readers(f, found);
}

/* ---- includes that point up ----------------------------------------------------------------- */

/* The first part of a path; "" if it is in no folder. The caller frees it. */
static char *top_folder(const char *path)
{
    const char *slash = strchr(path, '/');
    return house_format("%.*s", slash ? (int)(slash - path) : 0, path);
}

typedef struct looking_up {
    const house_file *file;
    const house_floors *floors;
    const char *folder;
    size_t floor;
    house_breaches *found;
} looking_up;

/* What is wrong with it, and what would be right. */
static char *remedy(const looking_up *l, const char *folder, size_t used)
{
    if (used == SIZE_MAX) return house_format("%s is no floor of the product", folder);
    if (l->floors->uses[used][l->floor])
        return house_format(
            "%s lies above %s; what %s needs of it belongs down in %s, or this file up in %s",
            folder, l->folder, l->folder, l->folder, folder);
    return house_format("%s and %s do not know each other; what both need belongs below them, what "
                        "joins them above",
                        l->folder, folder);
}

static void look_up(void *context, const char *path)
{
    const looking_up *l = context;
    char *const folder = top_folder(path);
    const size_t used = house_floor_find(l->floors, folder);
    const bool own = strcmp(folder, l->folder) == 0;
    if (*folder && !own && (used == SIZE_MAX || !l->floors->uses[l->floor][used])) {
        char *const why = remedy(l, folder, used);
        house_breach_add(l->found, house_format("up %s %s", l->file->path, path),
                         house_format("%s includes %s: %s", l->file->path, path, why));
        free(why);
    }
    free(folder);
}

void house_check_up(const house_sources *s, const house_floors *floors, house_breaches *found)
{
    for (size_t i = 0; i < s->count; i++) {
        const house_file *file = &s->files[i];
        if (!house_is_product(file->path)) continue;
        char *const folder = top_folder(file->path);
        looking_up l = {file, floors, folder, house_floor_find(floors, folder), found};
        if (l.floor == SIZE_MAX)
            house_breach_add(
                found, house_format("up %s", folder),
                house_format(
                    "%s: no target of CMakeLists.txt has sources in %s/, so nobody says what "
                    "it may use",
                    file->path, folder));
        else
            house_includes(file, look_up, &l);
        free(folder);
    }
}
