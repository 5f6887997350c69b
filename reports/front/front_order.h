/* reports/front/front_order.h: selection, order and names of a front's designs in reports. */
#ifndef NOC_REPORTS_FRONT_FRONT_ORDER_H
#define NOC_REPORTS_FRONT_FRONT_ORDER_H

#include "explore/front/candidates.h"
#include "explore/front/measure.h"
#include "reports/words/network_words.h"

/* A front, and the facts of its origin for a report. All members are borrowed. */
typedef struct noc_front_view {
    const noc_candidates *candidates;
    const noc_space_record *space;
    double model_error; /* relative half-width of the model's intervals (noc_candidates) */
    const noc_measure_totals *measure_totals; /* totals of --measure; NULL: not measured */
    const char *caveats;                      /* caveats of the store, a line each */
    noc_store *store;                         /* store from which designs are rebuilt */
    const char *base_file; /* path of the base design's file in printed commands */
    const char *options;   /* options that select the front: "--store s.db --where ..." */
} noc_front_view;

/* Rows of designs that are only possibly on the front, in a table without a row limit. */
enum { NOC_FRONT_OTHER_ROWS = 10 };

/* Selection and order of the listed designs. */
typedef struct noc_front_listing {
    bool has_limit;                /* row_limit was given */
    size_t row_limit;              /* largest number of rows; 0: no limit */
    bool is_sorted, is_descending; /* sorted by a metric; largest value first */
    noc_metric_id sort_metric;     /* metric of the order, with values of noc_candidate_metric */
    const double *sort_values;     /* values in place of the metric's, [candidate]; NULL: none */
    /* Setting for each of whose values the best designs are listed; NULL: none. */
    const char *group_setting;
} noc_front_listing;

/* Listed designs, in order. noc_front_order_clear frees the lists. */
typedef struct noc_front_order {
    const noc_candidates *candidates;
    size_t *list; /* positions of candidates */
    size_t count;
    /* Values of group_setting without a compared design, "4 or 8"; NULL: none. */
    char *excluded_values;
    size_t unlisted_count; /* designs possibly on the front that are not listed */
} noc_front_order;

/* Lists designs of the front.
 *
 * Without a limit: the designs on the front by value, best in the first objective first, then the
 * designs possibly on the front, the most probable first; of these NOC_FRONT_OTHER_ROWS if
 * `is_table`, else all.
 *
 * With a limit: the first row_limit of all these designs, by the sort metric or by probability.
 *
 * With group_setting: the best designs of each of its values, among all compared designs, by the
 * sort metric or the first objective; row_limit designs of each value, 1 without a limit.
 *
 * A sort metric also sorts the listed designs. Equal designs are in the order of the other
 * objectives, then of the hash. The caller clears the order. */
noc_status noc_front_list_designs(const noc_front_view *view, const noc_front_listing *listing,
                                  bool is_table, noc_front_order *order, noc_diag *diag);

/* Frees the lists of an order. */
void noc_front_order_clear(noc_front_order *order);

/* Lists the designs on the front by value, best in the first objective first; if `has_possible`
 * with the designs possibly on the front (noc_candidate_is_possible). */
noc_status noc_front_list_members(const noc_candidates *candidates, bool has_possible,
                                  noc_front_order *order, noc_diag *diag);

/* Writes the short id of an entry: "d-f610fbc2". Returns `text`. */
const char *noc_short_id(const noc_entry *entry, char text[NOC_SHORT_ID_CHARS + 3]);

/* Returns the name of a membership: "off", "possible", "certain". */
const char *noc_membership_name(noc_membership membership);

/* Writes the name of a design: its space, then its overrides without their groups; cuts the name at
 * `size` bytes. */
void noc_front_design_name(const noc_front_view *view, const noc_entry *entry, char *text,
                           size_t size);

/* Returns the words for the designs' networks, by the kind of their packets; no words if an
 * override changes the networks or their packets. */
noc_network_words noc_front_network_words(const noc_front_view *view);

/* Writes the objectives: "max throughput per area, min network area". */
void noc_objectives_write(const noc_objectives *objectives, char *text, size_t size);

/* Writes the header of a metric's column: one or two lines of words, then a line with the unit. */
void noc_front_write_header(noc_metric_id id, char *text, size_t size);

#endif
