/* power_area/built/chips.h: table data/chips.csv of published networks on chips, and the costs that
 * the technology tables draw for each.
 *
 * Column `figure`: the quantity that a row compares (chips.def). Column `asks`: parameters of
 * its router and link, "ports=5 depth=2..8 ..."; a range is an unpublished parameter. Column
 * `fits`: the factor from drawn to built that the row determines (built.def), "" if none. A row
 * without `figure` names in `why` the facts that it lacks. */
#ifndef NOC_POWER_AREA_BUILT_CHIPS_H
#define NOC_POWER_AREA_BUILT_CHIPS_H

#include "base/csv_rows.h"
#include "base/embedded.h"
#include "power_area/built/built.h"

extern const noc_embedded_file noc_chip_files[]; /* data/chips.csv */

typedef enum noc_chip_figure {
#define NOC_CHIP_FIGURE(id, unit) NOC_CHIP_##id,
#include "power_area/built/chips.def"
#undef NOC_CHIP_FIGURE
    NOC_CHIP_FIGURES /* number of figures; also the figure of a row without one */
} noc_chip_figure;

typedef enum noc_chip_parameter {
#define NOC_CHIP_PARAMETER(id, value, meaning) NOC_CHIP_PARAMETER_##id,
#include "power_area/built/chips.def"
#undef NOC_CHIP_PARAMETER
    NOC_CHIP_PARAMETERS
} noc_chip_parameter;

const char *noc_chip_figure_name(size_t figure); /* NULL past the end */
const char *noc_chip_parameter_name(size_t parameter);

/* Parts of a figure as drawn, by factor, in the figure's unit. The figure as built is the sum of
 * the parts, each times its factor. */
typedef struct noc_chip_parts {
    double by_factor[NOC_BUILT_FACTORS];
    double total; /* whole figure as drawn */
} noc_chip_parts;

/* Row of a table; the table owns its texts. */
typedef struct noc_chip {
    const char *cells[NOC_CSV_CELLS_MAX]; /* cells by noc_chip_column */
    int line;
    double built_lo, built_hi; /* published range; equal ends for a single number */
    noc_chip_figure figure;
    noc_built_factor_id factor; /* factor that the row determines; NOC_BUILT_FACTORS: none */
    double lo[NOC_CHIP_PARAMETERS], hi[NOC_CHIP_PARAMETERS];
    noc_chip_parts lowest_parts,
        highest_parts; /* least and largest figure over unknown parameters */
    noc_chip_parts
        middle_parts; /* figure with unknown parameters at the geometric means of their ends */
} noc_chip;

typedef enum noc_chip_column {
#define NOC_CHIP_COLUMN(name) NOC_CHIP_COLUMN_##name,
#include "power_area/built/chips.def"
#undef NOC_CHIP_COLUMN
    NOC_CHIP_COLUMNS
} noc_chip_column;

const char *noc_chip_text(const noc_chip *chip, noc_chip_column column);
/* True if the row has a figure that the tables draw. */
bool noc_chip_has_figure(const noc_chip *chip);

typedef struct noc_chip_table {
    const char *file; /* borrowed */
    noc_csv_rows cells;
    noc_chip *rows;
    size_t count;
} noc_chip_table;

/* Reads a table and draws the figures of its rows. NOC_EINPUT at `file` and line for each wrong
 * row. The caller clears *table in either case. */
noc_status noc_chips_read(const char *text, const char *file, noc_chip_table *table,
                          noc_diag *diag);
void noc_chips_clear(noc_chip_table *table);

#endif
