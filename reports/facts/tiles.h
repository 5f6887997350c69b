/* reports/facts/tiles.h: report of power by router and tile (query --tiles): JSON, table, CSV,
 * picture, HTML page, and floor plan and power trace for HotSpot (Skadron et al., ISCA 2003). */
#ifndef NOC_REPORTS_FACTS_TILES_H
#define NOC_REPORTS_FACTS_TILES_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Formats of a file of tiles. */
typedef enum noc_tile_file {
    NOC_TILE_PICTURE,    /* SVG */
    NOC_TILE_PAGE,       /* HTML */
    NOC_TILE_FLOOR_PLAN, /* HotSpot's .flp: name, width, height, left-x, bottom-y; metres */
    NOC_TILE_TRACE,      /* HotSpot's .ptrace: a line of names, a line of watts */
} noc_tile_file;

/* Writes a file of an estimate's tiles. `place_name`: name of the option, for messages. NOC_EUSAGE:
 * positions or power are missing. */
noc_status noc_tiles_write(const noc_sheet *sheet, const noc_estimate *estimate, noc_tile_file kind,
                           const char *place_name, noc_diag *diag);

#endif
