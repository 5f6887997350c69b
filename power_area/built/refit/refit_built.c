/* Program refit_built [FILE]: derives factors from data/chips.csv, and writes
 * data/built_factors.cfg to FILE. Without FILE it prints the factors, and each chip's figures by
 * the factors without that chip. */
#include <stdio.h>

#include "power_area/built/factors.h"

static void write_factors(const noc_derived_factors *d, FILE *out)
{
    fprintf(out, "# Written by refit_built (power_area/built/refit) from data/chips.csv: as built "
                 "over as drawn, with the\n# ends of its 90 %% interval, and the chips that tell "
                 "it. power_area/built/built.def says what each is.\n");
    for (size_t i = 0; i < NOC_BUILT_FACTORS; i++) {
        const noc_built_factor *f = &d->factor[i];
        fprintf(out, "%s = { lo = %.4f; value = %.4f; hi = %.4f; chips = %zu; };\n",
                noc_built_factor_name(i), f->lo, f->value, f->hi, d->chip_counts[i]);
    }
}

static void print_chip_rows(const noc_chip_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const noc_chip *chip = &table->rows[i];
        noc_derived_factors d;
        if (!noc_chip_has_figure(chip)) continue;
        noc_built_derive_factors(table, noc_chip_text(chip, NOC_CHIP_COLUMN_chip), &d);
        const noc_built_factor built = noc_built_chip_figure(d.factor, chip);
        printf("%-16s %10.4g drawn %8.4g (%.4g..%.4g) built %8.4g..%-8.4g x%4.1f %s\n",
               noc_chip_text(chip, NOC_CHIP_COLUMN_id), chip->built_lo, chip->middle_parts.total,
               chip->lowest_parts.total, chip->highest_parts.total, built.lo, built.hi,
               built.hi / built.lo, noc_built_contains(chip, &built) ? "inside" : "OUTSIDE");
    }
}

int main(int argc, char **argv)
{
    noc_chip_table table;
    noc_derived_factors d;
    noc_diag diag = {0};
    FILE *out = argc > 1 ? fopen(argv[1], "w") : stdout;
    noc_status status =
        noc_chips_read(noc_chip_files[0].text, noc_chip_files[0].path, &table, &diag);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "%s:%d: %s\n", diag.messages[i].file, diag.messages[i].line,
                diag.messages[i].text);
    if (!out) perror(argv[1]);
    if (!out || status != NOC_OK) return 1;
    noc_built_derive_factors(&table, NULL, &d);
    write_factors(&d, out);
    if (argc == 1) print_chip_rows(&table);
    noc_chips_clear(&table);
    return argc > 1 && fclose(out) != 0;
}
