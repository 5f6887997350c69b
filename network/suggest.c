#include "network/suggest.h"

#include <string.h>

enum { LONGEST = 63 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t noc_edit_distance(const char *a, const char *b)
{
    const size_t na = smaller(strlen(a), LONGEST), nb = smaller(strlen(b), LONGEST);
    size_t cost[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= na; i++) cost[i][0] = i;
    for (size_t j = 0; j <= nb; j++) cost[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        for (size_t j = 1; j <= nb; j++) {
            const size_t change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = smaller(change, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = smaller(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[na][nb];
}

void noc_nearest_try(noc_nearest *nearest, const char *name)
{
    const size_t distance = noc_edit_distance(nearest->wanted, name);
    if (!nearest->best || distance < nearest->distance) {
        nearest->best = name;
        nearest->distance = distance;
        nearest->tie = 0;
    } else if (distance == nearest->distance && strcmp(name, nearest->best) != 0) {
        nearest->tie = 1;
    }
}

const char *noc_nearest_name(const noc_nearest *nearest)
{
    const size_t third = strlen(nearest->wanted) / 3;
    const size_t limit = third > 1 ? third : 1;
    return nearest->best && !nearest->tie && nearest->distance <= limit ? nearest->best : NULL;
}

const char *noc_nearest_in(const char *wanted, noc_name_list names)
{
    noc_nearest nearest = {.wanted = wanted};
    for (size_t i = 0; names(i); i++) noc_nearest_try(&nearest, names(i));
    return noc_nearest_name(&nearest);
}
