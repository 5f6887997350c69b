#include "tests/house/circles.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/house/includes.h"

/* ---- circles of files ----------------------------------------------------------------------- */

/* "a.h > b.h > a.h" */
static char *circle_through(const house_sources *s, const house_graph *g, size_t from, size_t to)
{
    char *way = house_format("%s", s->files[from].path);
    for (size_t at = to;; at = house_graph_next(g, at, from)) {
        char *const longer = house_format("%s > %s", way, s->files[at].path);
        free(way);
        way = longer;
        if (at == from) return way;
    }
}

void house_check_circles(const house_sources *s, house_breaches *found)
{
    house_graph g = house_include_graph(s);
    for (size_t a = 0; a < s->count; a++)
        for (size_t b = 0; b < s->count; b++) {
            if (!house_graph_has(&g, a, b) || !(a == b || house_graph_reaches(&g, b, a))) continue;
            char *const way = circle_through(s, &g, a, b);
            house_breach_add(
                found, house_format("circle %s %s", s->files[a].path, s->files[b].path),
                house_format(
                    "%s includes %s in a circle (%s): what both need belongs in a file that "
                    "includes neither",
                    s->files[a].path, s->files[b].path, way));
            free(way);
        }
    house_graph_free(&g);
}

/* ---- circles of rooms ----------------------------------------------------------------------- */

typedef struct room_pair {
    size_t from, to;           /* rooms */
    size_t includes, included; /* an example: files */
} room_pair;

typedef struct rooms {
    char **names;
    size_t count;
    room_pair *pairs;
    size_t pair_count;
} rooms;

static size_t room_of(rooms *r, const char *path, size_t length)
{
    for (size_t i = 0; i < r->count; i++)
        if (strlen(r->names[i]) == length && strncmp(r->names[i], path, length) == 0) return i;
    r->names = house_allocated(realloc(r->names, (r->count + 1) * sizeof *r->names));
    r->names[r->count] = house_format("%.*s", (int)length, path);
    return r->count++;
}

/* Where two paths part: the lengths of the folders that they go into there, 0 if one of them is a
 * file. Folders at the top are floors, no rooms. */
static bool part(const char *a, const char *b, size_t *of_a, size_t *of_b)
{
    size_t same = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/') same = i + 1;
    const char *end_a = strchr(a + same, '/'), *end_b = strchr(b + same, '/');
    if (same == 0 || !end_a || !end_b) return false;
    *of_a = (size_t)(end_a - a);
    *of_b = (size_t)(end_b - b);
    return true;
}

static void add_pair(rooms *r, const house_sources *s, size_t includes, size_t included)
{
    const char *a = s->files[includes].path, *b = s->files[included].path;
    size_t of_a, of_b;
    if (!part(a, b, &of_a, &of_b)) return;
    const size_t from = room_of(r, a, of_a), to = room_of(r, b, of_b);
    for (size_t i = 0; i < r->pair_count; i++)
        if (r->pairs[i].from == from && r->pairs[i].to == to) return;
    r->pairs = house_allocated(realloc(r->pairs, (r->pair_count + 1) * sizeof *r->pairs));
    r->pairs[r->pair_count++] = (room_pair){from, to, includes, included};
}

static rooms find_rooms(const house_sources *s)
{
    rooms r = {0};
    house_graph g = house_include_graph(s);
    for (size_t a = 0; a < s->count; a++)
        for (size_t b = 0; b < s->count && house_is_product(s->files[a].path); b++)
            if (house_graph_has(&g, a, b)) add_pair(&r, s, a, b);
    house_graph_free(&g);
    return r;
}

static void rooms_free(rooms *r)
{
    for (size_t i = 0; i < r->count; i++) free(r->names[i]);
    free(r->names);
    free(r->pairs);
}

static const room_pair *pair_of(const rooms *r, size_t from, size_t to)
{
    for (size_t i = 0; i < r->pair_count; i++)
        if (r->pairs[i].from == from && r->pairs[i].to == to) return &r->pairs[i];
    return NULL;
}

/* The pair, and the first one on the way back. */
static void add_room_breach(const rooms *r, const house_sources *s, const house_graph *g,
                            const room_pair *p, house_breaches *found)
{
    const room_pair *back = pair_of(r, p->to, house_graph_next(g, p->to, p->from));
    house_breach_add(
        found, house_format("rooms %s %s", r->names[p->from], r->names[p->to]),
        house_format(
            "%s includes %s, but %s includes %s, which leads back to %s: of two rooms one may "
            "know the other, so one of these has to move",
            s->files[p->includes].path, s->files[p->included].path, s->files[back->includes].path,
            s->files[back->included].path, r->names[p->from]));
}

void house_check_rooms(const house_sources *s, house_breaches *found)
{
    rooms r = find_rooms(s);
    house_graph g = house_graph_new(r.count);
    for (size_t i = 0; i < r.pair_count; i++) house_graph_add(&g, r.pairs[i].from, r.pairs[i].to);
    house_graph_close(&g);
    for (size_t i = 0; i < r.pair_count; i++)
        if (house_graph_reaches(&g, r.pairs[i].to, r.pairs[i].from))
            add_room_breach(&r, s, &g, &r.pairs[i], found);
    house_graph_free(&g);
    rooms_free(&r);
}

/* ---- modules -------------------------------------------------------------------------------- */

/* The .c of a .h, if there is one; else the file itself. */
static size_t module_of(const house_sources *s, size_t file)
{
    char *const path = house_format("%s", s->files[file].path);
    if (house_ends(path, ".h")) path[strlen(path) - 1] = 'c';
    const size_t source = house_find(s, path);
    free(path);
    return source == SIZE_MAX ? file : source;
}

size_t house_count_knotted(const house_sources *s)
{
    house_graph files = house_include_graph(s), modules = house_graph_new(s->count);
    size_t knotted = 0;
    for (size_t a = 0; a < s->count; a++)
        for (size_t b = 0; b < s->count; b++) {
            const size_t from = module_of(s, a), to = module_of(s, b);
            if (from != to && house_is_product(s->files[a].path) && house_graph_has(&files, a, b))
                house_graph_add(&modules, from, to);
        }
    house_graph_close(&modules);
    for (size_t i = 0; i < s->count; i++) knotted += house_graph_reaches(&modules, i, i);
    house_graph_free(&modules);
    house_graph_free(&files);
    return knotted;
}
