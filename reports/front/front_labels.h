/* reports/front/front_labels.h: positions of numbers at a front's points in a picture, without
 * overlaps. */
#ifndef NOC_REPORTS_FRONT_FRONT_LABELS_H
#define NOC_REPORTS_FRONT_FRONT_LABELS_H

#include "reports/front/front_words.h"

/* Limit of the numbers in a picture. */
enum { NOC_FRONT_LABELS_MAX = 24 };

/* Plane of the first two objectives: x is the second objective, y the first, both positive as
 * printed. */
typedef struct noc_front_plane {
    double low[2], high[2]; /* ends of the axes, [0]: x, [1]: y */
    double width, height;   /* size between the ends of the axes, pixels */
} noc_front_plane;

/* Finds the plane of a front, `width` and `height` in pixels. The axes have a margin around all
 * values. */
noc_front_plane noc_front_find_plane(const noc_candidates *candidates, double width, double height);

/* Centre of a design's number, pixels from the lower left corner of the plane. */
typedef struct noc_front_label {
    size_t candidate;
    double x, y;
} noc_front_label;

/* Numbers 1, 2, ... of designs, in the order of x. */
typedef struct noc_front_labels {
    noc_front_label list[NOC_FRONT_LABELS_MAX];
    size_t count;
} noc_front_labels;

/* Places the numbers of the best design of each objective and of the knee, then of other designs on
 * the front by value, evenly spread, while there is room. NOC_EFAILED: out of memory. */
noc_status noc_front_labels_place(const noc_candidates *candidates,
                                  const noc_front_summary *summary, const noc_front_plane *plane,
                                  noc_front_labels *labels, noc_diag *diag);

/* Lists the designs on the front by value, in the order of x. `list` has room for all candidates.
 * Returns their number. */
size_t noc_front_list_by_x(const noc_candidates *candidates, size_t *list);

/* Returns the number of a candidate; 0 without a number. */
size_t noc_front_label_number(const noc_front_labels *labels, size_t candidate);

#endif
