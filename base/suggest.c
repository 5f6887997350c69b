#include "base/suggest.h"

#include <string.h>

#include "base/min_max.h"

enum { NAME_CHARACTERS_MAX = 63, STEM_CHARACTERS_MIN = 4 };

size_t noc_edit_distance(const char *a, const char *b)
{
    const size_t a_length = min_size(strlen(a), NAME_CHARACTERS_MAX),
                 b_length = min_size(strlen(b), NAME_CHARACTERS_MAX);
    size_t cost[NAME_CHARACTERS_MAX + 1][NAME_CHARACTERS_MAX + 1];
    for (size_t i = 0; i <= a_length; i++) cost[i][0] = i;
    for (size_t j = 0; j <= b_length; j++) cost[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        for (size_t j = 1; j <= b_length; j++) {
            const size_t substitution_cost = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = min_size(substitution_cost, min_size(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = min_size(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a_length][b_length];
}

static void keep_nearer_name(noc_nearest_match *match, const char *name, size_t distance)
{
    if (!match->name || distance < match->distance)
        *match = (noc_nearest_match){name, distance, 0};
    else if (distance == match->distance && strcmp(name, match->name) != 0)
        match->is_tie = 1;
}

/* Compares a name without its last word, which may be a unit. */
static void consider_stem(noc_nearest_search *nearest, const char *name)
{
    char stem[NAME_CHARACTERS_MAX + 1];
    const char *suffix = strrchr(name, '_');
    if (!suffix || suffix - name < STEM_CHARACTERS_MIN || suffix - name > NAME_CHARACTERS_MAX)
        return;
    memcpy(stem, name, (size_t)(suffix - name));
    stem[suffix - name] = '\0';
    keep_nearer_name(&nearest->stem_match, name, noc_edit_distance(nearest->wanted, stem));
}

void noc_nearest_consider(noc_nearest_search *nearest, const char *name)
{
    keep_nearer_name(&nearest->whole_match, name, noc_edit_distance(nearest->wanted, name));
    consider_stem(nearest, name);
}

static const char *name_if_near(const noc_nearest_match *match, const char *wanted)
{
    const size_t third = strlen(wanted) / 3;
    const size_t limit = third > 1 ? third : 1;
    return match->name && !match->is_tie && match->distance <= limit ? match->name : NULL;
}

const char *noc_nearest_name(const noc_nearest_search *nearest)
{
    const char *whole_name = name_if_near(&nearest->whole_match, nearest->wanted);
    if (whole_name || strlen(nearest->wanted) < STEM_CHARACTERS_MIN) return whole_name;
    return name_if_near(&nearest->stem_match, nearest->wanted);
}

const char *noc_find_nearest_name(const char *wanted, noc_name_list names)
{
    noc_nearest_search nearest = {.wanted = wanted};
    for (size_t i = 0; names(i); i++) noc_nearest_consider(&nearest, names(i));
    return noc_nearest_name(&nearest);
}
