/* reports/words/label.h: short labels of the designs of a table, which have only the differences
 * between the designs; and the columns of the table that show the labels. */
#ifndef NOC_REPORTS_WORDS_LABEL_H
#define NOC_REPORTS_WORDS_LABEL_H

#include <stdbool.h>

#include "design/design.h"
#include "reports/writers/table.h"

enum { NOC_LABEL_CHARS = 240 };

/* Common properties of the designs of one table. Start with {0} and add every design. */
typedef struct noc_labels {
    const noc_design *first, *second; /* first two added designs, borrowed; NULL: not added */
    size_t design_count;
    size_t shared_overrides; /* number of leading overrides that all designs have */
    bool has_several_names;  /* designs have different names */
    bool is_irregular;       /* designs after the first override different settings */
} noc_labels;

void noc_labels_add_design(noc_labels *labels, const noc_design *design);

/* Counts the axes: overridden settings in which designs of one name differ. 0 unless all designs
 * override the same settings in the same order; the first design may lack these overrides. */
size_t noc_label_axis_count(const noc_labels *labels);

/* Writes the setting of an axis as a column's header, a word a line: "flit\nbytes"; for a setting
 * of one network "requests\nflit\nbytes". */
void noc_label_axis_header(const noc_labels *labels, size_t axis, char header[NOC_LABEL_CHARS]);
/* Returns a design's value of an axis; "" if the design does not override the setting. */
const char *noc_label_axis_value(const noc_labels *labels, const noc_design *design, size_t axis);

/* Writes the label of a design: "flit_bytes=32 slices=2", of single networks "requests 32 B,
 * replies 64 B"; "base" without differences. */
void noc_label_write(const noc_labels *labels, const noc_design *design,
                     char text[NOC_LABEL_CHARS]);

/* Finds the setting, or the override of it, without its group: "flit_bytes=16". The group of one of
 * several networks stays. */
const char *noc_label_short_setting(const char *setting);

/* Makes the full name of a design: its name and all overrides in which it differs, however long:
 * "te13-baseline flit_bytes=32". NULL when out of memory; the caller frees it. */
char *noc_label_full_name(const noc_labels *labels, const noc_design *design);

enum { NOC_ROW_NAMES_MAX = 4 };

/* Columns that name the designs of a table's rows. The table borrows `headers`, so this struct must
 * outlive the table. */
typedef struct noc_row_names {
    const noc_labels *labels;
    size_t axis_count; /* number of columns, one for each axis; 0: a single column of labels */
    char headers[NOC_ROW_NAMES_MAX][NOC_LABEL_CHARS];
} noc_row_names;

/* Adds the columns: one for each axis if there are 2 to NOC_ROW_NAMES_MAX axes, else a column of
 * labels with the header `header`. */
void noc_row_names_begin(noc_row_names *names, const noc_labels *labels, noc_table *table,
                         const char *header);

/* Adds the cells of one design. */
void noc_row_names_add(const noc_row_names *names, noc_table *table, const noc_design *design);

#endif
