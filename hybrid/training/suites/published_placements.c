#include "hybrid/training/suites/published_placements.h"

#include <string.h>

#include "network/kinds/kinds.h"
#include "network/kinds/tiles.h"

/* te13 draws its placements for 8 memory controllers on 6x6 tiles (Figure 30). */
static bool is_te13s(int columns, int rows, int memory)
{
    return columns == 6 && rows == 6 && memory == 8;
}

static bool is_in_two_rows(int columns, int rows, int memory)
{
    return rows >= 2 && (memory + 1) / 2 <= columns;
}

static bool has_own_rows_and_columns(int columns, int rows, int memory)
{
    return memory <= rows && memory <= columns;
}

static const struct {
    const char *name;
    bool (*holds)(int columns, int rows, int memory);
} published[] = {
    {"top-bottom", is_in_two_rows},
    {"peripheral-row", is_te13s},
    {"peripheral-col", is_te13s},
    {"scattered", is_te13s},
    {"staircase", has_own_rows_and_columns},
};

bool noc_placement_is_published(const noc_design *d)
{
    int columns, rows;
    if (d->nodes.memory == 0 || !noc_design_tiles(d, &columns, &rows)) return true;
    const char *name = d->nodes.placement->name;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        if (strcmp(published[i].name, name) == 0)
            return published[i].holds(columns, rows, d->nodes.memory);
    return true;
}
