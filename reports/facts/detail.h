/* reports/facts/detail.h: details of an estimate beside its metrics (--channels, --tiles,
 * --by-node), in all formats.
 *
 * A kind is one file, which defines a constant struct; reports/facts/details.c lists them. */
#ifndef NOC_REPORTS_FACTS_DETAIL_H
#define NOC_REPORTS_FACTS_DETAIL_H

#include "hybrid/answers/estimate.h"
#include "reports/words/sections.h"
#include "reports/writers/rows.h"

/* Columns of CSV that name the answer of a row (noc_detail_add_row). */
#define NOC_DETAIL_COLUMNS "csv:design csv:hash csv:method csv:load_flits_per_cycle "

typedef struct noc_detail {
    const char *member;     /* member of an estimate in JSON: an array of rows */
    const char *title;      /* heading of the section for people */
    const char *page_title; /* title of a page, after the design's name */
    const char *page_table; /* heading of the section on a page */

    /* Returns the columns of the rows (reports/writers/rows.h); NULL: the estimate does not have
     * this detail. */
    const char *(*columns)(const noc_estimate *estimate);
    /* Adds the rows for programs. */
    void (*add_rows)(noc_rows *rows, const noc_estimate *estimate);
    noc_section_printer *print; /* prints the section for people */
    /* Draws the detail as an SVG document. `system`: the design's system; NULL if the kind
     * draws without. NOC_EUSAGE: no
     * values to draw. */
    noc_status (*draw)(const noc_sheet *sheet, const noc_system *system,
                       const noc_estimate *estimate, noc_diag *diag);
} noc_detail;

/* Begins the next row of an estimate. */
void noc_detail_add_row(noc_rows *rows, const noc_estimate *estimate);

/* Writes CSV rows of several estimates with the detail, in place of their metrics. */
noc_status noc_detail_write_csv(const noc_sheet *sheet, const noc_detail *detail,
                                const noc_estimate *estimates, size_t count, noc_diag *diag);

/* Prints a section of the detail for each estimate. */
noc_status noc_detail_print(const noc_sheet *sheet, const noc_detail *detail,
                            const noc_estimate *estimates, size_t count, noc_diag *diag);

/* Writes the detail's picture: an SVG document, or an HTML page with the section for people. */
noc_status noc_detail_draw(const noc_sheet *sheet, const noc_detail *detail,
                           const noc_system *system, const noc_estimate *estimate, bool is_page,
                           noc_diag *diag);

#endif
