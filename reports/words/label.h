/* reports/words/label.h: short names for the variants of a table, only as much as tells them apart;
 * and the leading columns that have these names. */
#ifndef NOC_REPORTS_WORDS_LABEL_H
#define NOC_REPORTS_WORDS_LABEL_H

#include <stdbool.h>

#include "design/design.h"
#include "reports/writers/table.h"

enum { NOC_LABEL_CHARS = 240 };

/* Common traits of the designs of one table. Start with {0} and show every design. */
typedef struct noc_labels {
    const noc_design *first, *second;
    size_t designs;
    size_t shared;      /* leading overrides that all designs have */
    bool several_names; /* the designs do not all have the same name */
    bool irregular;     /* designs change different settings */
} noc_labels;

void noc_labels_see(noc_labels *labels, const noc_design *design);

/* The overrides that tell the designs apart, if all but the first (the base, which may have none)
 * change the same settings, in the same order; 0 if they do not. */
size_t noc_label_axes(const noc_labels *labels);

/* The setting of an axis as a column's header, a word a line ("flit\nbytes", of one network
 * "requests\nflit\nbytes"), and a design's value of it: "" for a base without one. */
void noc_label_axis(const noc_labels *labels, size_t axis, char header[NOC_LABEL_CHARS]);
const char *noc_label_value(const noc_labels *labels, const noc_design *design, size_t axis);

/* Writes the label of a design: "flit_bytes=32 slices=2", of single networks "requests 32 B,
 * replies 64 B"; "base" where nothing tells the design from the others. */
void noc_label(const noc_labels *labels, const noc_design *design, char text[NOC_LABEL_CHARS]);

/* A setting, or an override of it, without its group, unless that is one of several networks:
 * "flit_bytes=16". */
const char *noc_label_setting(const char *setting);

/* The design's name, and all overrides that tell it from other designs of that name, however long:
 * "te13-baseline flit_bytes=32". NULL when out of memory; the caller frees it. */
char *noc_label_name(const noc_labels *labels, const noc_design *design);

enum { NOC_ROW_NAMES_MAX = 4 };

/* Columns that tell the rows of a table of designs apart. They must live as long as the table,
 * since they hold its headers. */
typedef struct noc_row_names {
    const noc_labels *labels;
    size_t axes; /* columns, one for each setting; 0: a single column of labels */
    char headers[NOC_ROW_NAMES_MAX][NOC_LABEL_CHARS];
} noc_row_names;

/* Adds the columns: one for each setting where all designs change the same few, else one of
 * labels. */
void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header);

/* Adds the cells of one design. */
void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design);

#endif
