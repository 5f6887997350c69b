#include "power_area/refit/fitted.h"

#include <stdio.h>

void refit_set(fitted *t, noc_coefficient_id id, double value, const char *kind, const char *source)
{
    t->value[id] = value;
    t->kind[id] = kind;
    snprintf(t->source[id], sizeof t->source[id], "%s", source);
}

void refit_set_solution(fitted *t, const problem *p, const noc_coefficient_id ids[],
                        const double c[], const char *column, const char *things)
{
    char source[160];
    const residuals r = refit_residuals(p, c);
    snprintf(source, sizeof source,
             "refit_cost on %s of %zu %s: residuals mean %.2f %%, worst %.2f %%", column, p->rows,
             things, 100.0 * r.mean, 100.0 * r.worst);
    for (size_t i = 0; i < p->terms; i++) refit_set(t, ids[i], c[i], "derived", source);
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
            "ports = [%g, %g];\nflit_bits = [%g, %g];\nrows = (\n",
            t->nm, t->nm, t->nm, t->ports.least, t->ports.most, t->bits.least, t->bits.most);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        fprintf(file,
                "  { name = \"%s\"; value = %.6g; unit = \"%s\"; kind = \"%s\";\n    source = "
                "\"%s\"; }%s\n",
                noc_coefficient_name(id), t->value[id], noc_coefficient_unit(id), t->kind[id],
                t->source[id], id + 1 < NOC_COEFFICIENTS ? "," : "");
    fprintf(file, ");\n");
    if (fclose(file) != 0) refit_die("cannot be written", path);
}
