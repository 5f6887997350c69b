#include "power_area/refit/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- measured rows -------------------------------------------------------------------------- */

void refit_die(const char *fault, const char *name)
{
    fprintf(stderr, "refit_cost: %s: %s\n", name, fault);
    exit(EXIT_FAILURE);
}

void refit_read_rows(const char *folder, const char *name, rows *table)
{
    char path[1000], line[2000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file)) refit_die("cannot be read", path);
    table->count = 0;
    while (table->count < ROWS_MAX && fgets(line, sizeof line, file)) {
        char *rest = line;
        row *r = &table->row[table->count++];
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

void refit_drop_late_routers(rows *node)
{
    size_t kept = 0;
    for (size_t i = 0; i < node->count; i++)
        if (node->row[i].field[TIMING_MET] != 0.0) node->row[kept++] = node->row[i];
    node->count = kept;
}

/* ---- fitted tables -------------------------------------------------------------------------- */

void refit_set(fitted *t, noc_coefficient_id id, double value, const char *kind, const char *source)
{
    t->value[id] = value;
    t->kind[id] = kind;
    snprintf(t->source[id], sizeof t->source[id], "%s", source);
}

void refit_write(const char *folder, const fitted *t)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/technology_%gnm.cfg", folder, t->nm);
    FILE *file = fopen(path, "w");
    if (!file) refit_die("cannot be written", path);
    fprintf(file,
            "# Written by refit_cost (power_area/refit) from tests/reference/dsent/: DSENT v0.91 "
            "at %g nm,\n"
            "# low-threshold cells, 340 K, timing met. power_area/coefficients.def says what each "
            "row is.\n"
            "technology_nm = %g;\n"
            "family = \"DSENT\";\n"
            "source = \"DSENT v0.91 at %g nm (mit-carbon/Graphite): flip-flop buffers, multiplexer "
            "crossbar,"
            " matrix arbiters\";\n"
            "supply = { nominal_v = %g; least_v = %g; most_v = %g; threshold_v = %g; "
            "leakage_decades = %g;\n"
            "  source = \"nominal, DIBL over swing: DSENT's technology file; threshold and range: "
            "docs/technology.md\"; };\n"
            "ports = [%g, %g];\nflit_bits = [%g, %g];\nrows = (\n",
            t->nm, t->nm, t->nm, t->supply.nominal_v, t->supply.least_v, t->supply.most_v,
            t->supply.threshold_v, t->supply.leakage_decades, t->ports.least, t->ports.most,
            t->bits.least, t->bits.most);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        fprintf(file,
                "  { name = \"%s\"; value = %.6g; unit = \"%s\"; kind = \"%s\";\n    source = "
                "\"%s\"; }%s\n",
                noc_coefficient_name(id), t->value[id], noc_coefficient_unit(id), t->kind[id],
                t->source[id], id + 1 < NOC_COEFFICIENTS ? "," : "");
    fprintf(file, ");\n");
    if (fclose(file) != 0) refit_die("cannot be written", path);
}
