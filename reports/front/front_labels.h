/* reports/front/front_labels.h: numbers at a front's points in a picture, where they do not
 * overlap. */
#ifndef NOC_REPORTS_FRONT_FRONT_LABELS_H
#define NOC_REPORTS_FRONT_FRONT_LABELS_H

#include "reports/front/front_words.h"

enum { NOC_FRONT_LABELS_MOST = 24 };

/* The plane of the first two objectives, as people know them: x is the second, y the first. */
typedef struct noc_front_plane {
    double low[2], high[2]; /* ends of the axes: x, y */
    double width, height;   /* size of the plane between the ends of the axes, pixels */
} noc_front_plane;

/* Plane of a front, with ends that leave room around all values. */
noc_front_plane noc_front_plane_of(const noc_candidates *all, double width, double height);

/* A number, and where its middle is: pixels from the lower left corner of the plane. */
typedef struct noc_front_label {
    size_t candidate;
    double x, y;
} noc_front_label;

/* Numbers of a front in their order, from 1 on: along the front, by x. */
typedef struct noc_front_labels {
    noc_front_label list[NOC_FRONT_LABELS_MOST];
    size_t count;
} noc_front_labels;

/* Numbers the best of each objective and the knee, then others of the front (by value), evenly, as
 * far as numbers have room. NOC_EFAILED: out of memory. */
noc_status noc_front_labels_place(const noc_candidates *all, const noc_front_summary *summary,
                                  const noc_front_plane *plane, noc_front_labels *labels,
                                  noc_diag *diag);

/* Lists the front by value, by x. `list` has room for all candidates. Returns how many they are. */
size_t noc_front_along(const noc_candidates *all, size_t *list);

/* The number of a candidate; 0 if it has none. */
size_t noc_front_label_number(const noc_front_labels *labels, size_t candidate);

#endif
