/* reports/front/front_order.h: a front, its designs in order, and the words that reports of fronts
 * share. */
#ifndef NOC_REPORTS_FRONT_FRONT_ORDER_H
#define NOC_REPORTS_FRONT_FRONT_ORDER_H

#include "explore/front/candidates.h"
#include "explore/front/measure.h"
#include "reports/words/network_words.h"

/* A front and where it came from. */
typedef struct noc_front_view {
    const noc_candidates *candidates;
    const noc_space_record *space;
    double model_error;
    const noc_measure_totals *measured; /* NULL: nothing was asked to be measured */
    const char *caveats;                /* noc_store_caveats */
    noc_store *store;                   /* store that designs are rebuilt from */
    const char *base;                   /* the word for the base design's file */
    const char *options;                /* options of the front: "--store s.db --where ..." */
} noc_front_view;

enum { NOC_FRONT_TOP_USUAL = 10 };

/* Designs to list, and their order. */
typedef struct noc_front_listing {
    bool limited;          /* `top` was given */
    size_t top;            /* rows at most; 0: no limit */
    bool sorted, up;       /* sorted by a metric: the largest first if `up` */
    noc_metric_id sort;    /* metric, whose values are those of noc_candidate_metric */
    const double *numbers; /* replace the metric's values, one for each candidate; NULL: none */
    const char *by;        /* setting: the best of each of its values are listed; NULL: none */
} noc_front_listing;

/* Positions of the members, best in the first objective first. The caller frees both lists. */
typedef struct noc_front_order {
    const noc_candidates *all;
    size_t *list;
    size_t count;
    char *barred; /* values of `by` whose designs are all off by their clock, "4, 8"; NULL: none */
    size_t left;  /* designs possibly on the front, by odds that count, that are not listed */
} noc_front_order;

/* Lists designs: those on the front by value, best in the first objective first, then the ten
 * others that are most probably on it; without a table to fill, all others. With a limit: so many
 * of all designs, the most probable first, or the first by the metric that sorts. Equal designs are
 * in the order of the objectives, then of the hash. With a setting `by`: of all designs that race,
 * the best of each of its values in the first objective, or in the metric that sorts; with a limit,
 * so many of each value. The caller clears the order. */
noc_status noc_front_list(const noc_front_view *view, const noc_front_listing *listing, bool table,
                          noc_front_order *order, noc_diag *diag);

void noc_front_order_clear(noc_front_order *order);

/* The members of the front, with those that are possibly on it, by odds that count
 * (NOC_ODDS_COUNTED), if `possible`. */
noc_status noc_front_members(const noc_candidates *all, bool possible, noc_front_order *order,
                             noc_diag *diag);

/* Writes the short id of an entry: "d-f610fbc2". */
const char *noc_short_id(const noc_entry *entry, char text[NOC_SHORT_ID_CHARS + 3]);

/* Name of a membership: "off", "possible", "certain". */
const char *noc_membership_name(noc_membership membership);

/* Writes the name of a design for people: its space, and its settings without their groups, cut at
 * `size`. */
void noc_front_name(const noc_front_view *view, const noc_entry *entry, char *text, size_t size);

/* Names of the networks of the designs: the kind of packet they carry, if no design differs. */
noc_network_words noc_front_network_words(const noc_front_view *view);

/* Writes the objectives: "max throughput per area, min network area". */
void noc_objectives_text(const noc_objectives *objectives, char *text, size_t size);

/* Header of a metric's column: a word in each line, the unit at the end. */
void noc_front_header(noc_metric_id id, char *text, size_t size);

#endif
