#include "base/suggest.h"

#include <string.h>

#include "base/min_max.h"

enum { LONGEST = 63, STEM_LEAST = 4 };

size_t noc_edit_distance(const char *a, const char *b)
{
    const size_t na = min_size(strlen(a), LONGEST), nb = min_size(strlen(b), LONGEST);
    size_t cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= na; i++) cost[i][0] = i;
    for (size_t j = 0; j <= nb; j++) cost[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        for (size_t j = 1; j <= nb; j++) {
            const size_t change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = min_size(change, min_size(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = min_size(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[na][nb];
}

static void keep_nearer(noc_nearest_so_far *so_far, const char *name, size_t distance)
{
    if (!so_far->name || distance < so_far->distance)
        *so_far = (noc_nearest_so_far){name, distance, 0};
    else if (distance == so_far->distance && strcmp(name, so_far->name) != 0)
        so_far->tie = 1;
}

/* Compares a name without its last word, which may be a unit. */
static void keep_stem(noc_nearest *nearest, const char *name)
{
    char stem[LONGEST + 1];
    const char *last = strrchr(name, '_');
    if (!last || last - name < STEM_LEAST || last - name > LONGEST) return;
    memcpy(stem, name, (size_t)(last - name));
    stem[last - name] = '\0';
    keep_nearer(&nearest->stem, name, noc_edit_distance(nearest->wanted, stem));
}

void noc_nearest_try(noc_nearest *nearest, const char *name)
{
    keep_nearer(&nearest->whole, name, noc_edit_distance(nearest->wanted, name));
    keep_stem(nearest, name);
}

static const char *near_enough(const noc_nearest_so_far *so_far, const char *wanted)
{
    const size_t third = strlen(wanted) / 3;
    const size_t limit = third > 1 ? third : 1;
    return so_far->name && !so_far->tie && so_far->distance <= limit ? so_far->name : NULL;
}

const char *noc_nearest_name(const noc_nearest *nearest)
{
    const char *whole = near_enough(&nearest->whole, nearest->wanted);
    if (whole || strlen(nearest->wanted) < STEM_LEAST) return whole;
    return near_enough(&nearest->stem, nearest->wanted);
}

const char *noc_nearest_in(const char *wanted, noc_name_list names)
{
    noc_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; names(i); i++) noc_nearest_try(&nearest, names(i));
    return noc_nearest_name(&nearest);
}
