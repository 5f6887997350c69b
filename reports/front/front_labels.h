/* reports/front/front_labels.h: positions of numbers at a front's points in a picture, without
 * overlaps. */
#ifndef NOC_REPORTS_FRONT_FRONT_LABELS_H
#define NOC_REPORTS_FRONT_FRONT_LABELS_H

#include "reports/front/front_words.h"
#include "reports/writers/plots/axis.h"

/* Limit of the numbers in a picture. */
enum { NOC_FRONT_LABELS_MAX = 24 };

/* Plane of the first two objectives: x is the second objective, y the first, both positive as
 * printed. */
typedef struct noc_front_plane {
    noc_axis axes[2];     /* [0]: x, [1]: y */
    double width, height; /* size between the ends of the axes, pixels */
} noc_front_plane;

/* Finds an axis, 0: x, 1: y, with room for all values, and for the front's intervals if they are
 * not much longer. */
noc_axis noc_front_find_axis(const noc_candidates *candidates, size_t axis);

/* Writes the title of an axis: "network area, mm2 (less is better)". Returns `title`. */
enum { NOC_FRONT_AXIS_CHARS = 160 };
const char *noc_front_write_axis(const noc_candidates *candidates, size_t axis,
                                 char title[NOC_FRONT_AXIS_CHARS]);

/* Returns a value of a design on an axis, with its usual sign, and the ends of its interval. */
noc_metric noc_front_axis_value(const noc_candidates *candidates, size_t candidate, size_t axis);

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
