/* reports/facts/tiles.h: power by router and tile (query --tiles): as JSON, table, CSV, picture and
 * page, and as the two files that HotSpot reads (Skadron et al., ISCA 2003; its README: a floor
 * plan and a trace of power). */
#ifndef NOC_REPORTS_FACTS_TILES_H
#define NOC_REPORTS_FACTS_TILES_H

#include <jansson.h>

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* The member "tiles" of a result: a row for each router. NULL when out of memory. */
json_t *noc_json_tiles(const noc_power_tiles *tiles);

/* Prints a table of the routers with most power for people, one for each estimate, and tells
 * missing figures. */
noc_status noc_text_tiles(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                          noc_diag *diag);

/* Writes tidy rows in place of those of the metrics: one for each router of each estimate. */
noc_status noc_csv_tiles(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                         noc_diag *diag);

typedef enum noc_tile_file {
    NOC_TILE_PICTURE, /* SVG */
    NOC_TILE_PAGE,    /* HTML */
    NOC_TILE_FLOOR,   /* HotSpot's .flp: name, width, height, left-x, bottom-y; metres */
    NOC_TILE_TRACE,   /* HotSpot's .ptrace: a line of names, a line of watts */
} noc_tile_file;

/* Writes a map of an estimate's tiles. NOC_EUSAGE at `where` when places or power are missing. */
noc_status noc_tiles_write(const noc_sheet *sheet, const noc_estimate *estimate, noc_tile_file kind,
                           const char *where, noc_diag *diag);

#endif
