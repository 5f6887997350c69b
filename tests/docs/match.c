#include "tests/docs/match.h"

#include <stdlib.h>
#include <string.h>

#include "tests/docs/mask.h"

static const char elision[] = "...";

bool doc_is_elision(const char *shown)
{
    return strcmp(shown + strspn(shown, " "), elision) == 0;
}

bool doc_line_matches(const char *shown, const char *printed)
{
    char *a = doc_mask(shown), *b = doc_mask(printed);
    const size_t bytes = strlen(a), tail = strlen(elision);
    bool same = strcmp(a, b) == 0;
    if (!same && bytes > tail && strcmp(a + bytes - tail, elision) == 0) {
        size_t kept = bytes - tail;
        while (kept > 0 && a[kept - 1] == ' ') kept--;
        same = strncmp(a, b, kept) == 0;
    }
    free(a);
    free(b);
    return same;
}

bool doc_match(const doc_lines *shown, const doc_lines *printed, size_t *at)
{
    size_t s = 0, p = 0;
    size_t after = 0, taken = 0; /* the line after the last elision, and where it ends so far */
    *at = 0;
    while (p < printed->count || s < shown->count) {
        if (s > *at) *at = s;
        if (s < shown->count && doc_is_elision(shown->list[s])) {
            after = ++s;
            taken = p;
        } else if (s < shown->count && p < printed->count &&
                   doc_line_matches(shown->list[s], printed->list[p])) {
            s++;
            p++;
        } else if (after > 0 && taken < printed->count) { /* the elision takes one line more */
            s = after;
            p = ++taken;
        } else {
            return false;
        }
    }
    return true;
}

/* ---- showing anew --------------------------------------------------------------------------- */

/* Lines [first, first + count) of a list. */
typedef struct run {
    const doc_lines *of;
    size_t first, count;
} run;

static size_t alike(const char *a, const char *b)
{
    size_t bytes = 0;
    while (a[bytes] && a[bytes] == b[bytes]) bytes++;
    return bytes;
}

/* The place at or behind `from` where as many lines of `printed` are most like the old ones. */
static size_t best_place(const run *old, const doc_lines *printed, size_t from)
{
    size_t best = from, most = 0;
    for (size_t place = from; place + old->count <= printed->count; place++) {
        size_t sum = 0;
        for (size_t i = 0; i < old->count; i++)
            sum += alike(old->of->list[old->first + i], printed->list[place + i]);
        if (sum > most) {
            most = sum;
            best = place;
        }
    }
    return best;
}

/* Shows `count` lines of `printed` from `place` on, by the old lines where these fit. */
static void show(doc_lines *fresh, const run *old, const doc_lines *printed, size_t place,
                 size_t count)
{
    for (size_t i = 0; i < count && place + i < printed->count; i++) {
        const char *line = printed->list[place + i];
        const char *before = i < old->count ? old->of->list[old->first + i] : NULL;
        doc_lines_add(fresh, before && doc_line_matches(before, line) ? before : line, 0);
    }
}

/* The lines from `first` to the next elision, or to the end. */
static run next_run(const doc_lines *shown, size_t first)
{
    run r = {.of = shown, .first = first};
    while (first + r.count < shown->count && !doc_is_elision(shown->list[first + r.count]))
        r.count++;
    return r;
}

doc_lines doc_refreshed(const doc_lines *shown, const doc_lines *printed)
{
    doc_lines fresh = {0};
    size_t place = 0;
    for (size_t first = 0; first <= shown->count;) {
        const run old = next_run(shown, first);
        const size_t end = first + old.count;
        const bool last = end == shown->count;
        size_t count = old.count;
        if (first == 0 && last) {
            count = printed->count;
        } else if (last) {
            place = printed->count - (count < printed->count ? count : printed->count);
        } else if (first > 0 && count > 0) {
            place = best_place(&old, printed, place);
        }
        show(&fresh, &old, printed, place, count);
        place += count;
        if (!last) doc_lines_add(&fresh, shown->list[end], 0);
        first = end + 1;
    }
    return fresh;
}
