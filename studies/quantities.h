/* studies/quantities.h: the names in the expressions of published figures: what the answers to a
 * row's questions hold.
 *
 * With x the letter of a question:
 *   x.METRIC                 a metric, by the model or sampled
 *   x.GROUP.KEY              a setting, of the first network for those of networks
 *   x.networks[N].KEY        of another, from 0
 *   x.count.NAME             routers, links, links_short, links_long, vc_buffers,
 *                            vc_buffers_nominal, crosspoints, concentrators, crossbars,
 *                            crossbars_10x3
 *   x.groups.LEVEL           of a hierarchy: how many there are
 *   x.sizes.LEVEL            of these groups, as the design lists them: "14 14 12"
 *   x.cost.FIGURE            area_mm2, leakage_mw, dynamic_mw, of all components
 *   x.cost.COMPONENT.FIGURE  of one, or its count
 *   x.network[N].FIGURE      of one physical network: area_mm2, router_area_mm2, link_area_mm2,
 *                            wire_area_mm2, leakage_mw, dynamic_mw
 *   x.router[N].FIGURE       of one router, by its number: area_mm2, buffer_area_mm2,
 *                            crossbar_area_mm2, allocator_area_mm2, inputs, outputs
 *   x.routes.FIGURE          of routes: vc_sets, second_set (studies/costed.h)
 *   row("ID")                our figure of another row
 *   published("ID")          what another row prints */
#ifndef NOC_STUDIES_QUANTITIES_H
#define NOC_STUDIES_QUANTITIES_H

#include "explore/settings/expression.h"
#include "studies/bench.h"

enum { NOC_QUESTIONS_MAX = 24, NOC_QUANTITIES_MAX = 64 };

/* A question of a row: its letter, and where its words stand. */
typedef struct noc_question {
    char letter;
    char name[80], settings[NOC_BENCH_KEY];
    noc_bench_answer *answer; /* answer of the bench; NULL: not asked yet */
} noc_question;

typedef enum noc_quantity_kind {
    NOC_NAMED_METRIC,
    NOC_NAMED_SETTING,
    NOC_NAMED_COUNT,
    NOC_NAMED_GROUPS,
    NOC_NAMED_SIZES,
    NOC_NAMED_COST,
    NOC_NAMED_NETWORK,
    NOC_NAMED_ROUTER,
    NOC_NAMED_ROUTES,
    NOC_NAMED_ROW,
    NOC_NAMED_PUBLISHED,
} noc_quantity_kind;

typedef struct noc_named {
    noc_quantity_kind kind;
    size_t question;
    int number;      /* metric, setting, or component (-1: all) */
    int member;      /* network or router */
    char figure[80]; /* or the id of a row */
} noc_named;

/* The questions of a row and the names of its expression. */
typedef struct noc_quantities {
    noc_question questions[NOC_QUESTIONS_MAX];
    size_t question_count;
    noc_named names[NOC_QUANTITIES_MAX];
    size_t name_count;
} noc_quantities;

/* Reads the questions "a: DESIGN key=value; b: ..."; "" has none. NOC_EINPUT at `place`. */
noc_status noc_questions_read(const char *asks, noc_place place, noc_quantities *quantities,
                              noc_diag *diag);

/* Names for noc_expression_read_any, which are kept in *quantities. */
noc_names noc_quantity_names(noc_quantities *quantities);

/* Our figure of another row and half of its interval; NAN where there is none. */
typedef struct noc_row_figure {
    double value, half;
} noc_row_figure;

typedef noc_row_figure noc_row_value(void *context, const char *id, bool sampled);

/* Values that names stand for, by one of the methods. For noc_expression_value with
 * noc_quantity_value. */
typedef struct noc_quantity_source {
    noc_quantities *quantities;
    noc_bench *bench;
    noc_row_value *row;
    void *context;
    bool sampled;      /* metrics are of samples; what no sample measures is as in the model */
    bool any_metric;   /* a metric was asked for */
    bool any_stale;    /* a figure is of a sample that is stale */
    int moved;         /* name that has half of its interval more than its value; -1: none */
    double moved_by;   /* half of the interval; NAN: no interval is known */
    noc_status status; /* status of the first failure, which is told */
} noc_quantity_source;

noc_term noc_quantity_value(void *context, int name, int network);

#endif
