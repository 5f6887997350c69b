#include "power_area/refit/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void refit_die(const char *what, const char *name)
{
    fprintf(stderr, "refit_cost: %s: %s\n", name, what);
    exit(EXIT_FAILURE);
}

void refit_read_rows(const char *folder, const char *name, rows *all)
{
    char path[1000], line[2000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) refit_die("cannot be read", path);
    all->count = 0;
    while (all->count < ROWS_MAX && fgets(line, sizeof line, file)) {
        char *rest = line;
        row *r = &all->row[all->count++];
        for (size_t i = 0; i < FIELDS_MAX && rest; i++)
            r->field[i] = strtod(strsep(&rest, ",\n"), NULL);
    }
    fclose(file);
}

void refit_select_node(const rows *all, double nm, rows *node)
{
    node->count = 0;
    for (size_t i = 0; i < all->count; i++)
        if (all->row[i].field[NODE] == nm) node->row[node->count++] = all->row[i];
}

void refit_drop_late(rows *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++)
        if (node->row[i].field[TIMING_MET] != 0.0) node->row[kept++] = node->row[i];
    node->count = kept;
}
