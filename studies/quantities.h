/* studies/quantities.h: quantities of published figures: reading of a row's questions, names in its
 * expression, and values of the names in the answers to the questions.
 *
 * With x the letter of a question:
 *     x.METRIC                 a metric, by the model or sampled
 *     x.GROUP.KEY              a setting; for networks a setting of the first network
 *     x.networks[N].KEY        a setting of network N, from 0
 *     x.count.NAME             number of routers, links, links_short, links_long, vc_buffers,
 *                              vc_buffers_nominal, crosspoints, concentrators, crossbars,
 *                              crossbars_10x3
 *     x.groups.LEVEL           number of groups in a level of a hierarchy
 *     x.sizes.LEVEL            sizes of these groups, as the design lists them: "14 14 12"
 *     x.cost.FIGURE            area_mm2, leakage_mw, dynamic_mw, of all components
 *     x.cost.COMPONENT.FIGURE  figure of one component, or its count
 *     x.network[N].FIGURE      figure of one physical network: area_mm2, router_area_mm2,
 *                              link_area_mm2, wire_area_mm2, leakage_mw, dynamic_mw
 *     x.router[N].FIGURE       figure of one router, by its number: area_mm2, buffer_area_mm2,
 *                              crossbar_area_mm2, allocator_area_mm2, inputs, outputs
 *     x.routes.FIGURE          figure of routes: vc_sets, second_set (studies/costed.h)
 *     row("ID")                nocsight's figure of another row
 *     published("ID")          published figure of another row */
#ifndef NOC_STUDIES_QUANTITIES_H
#define NOC_STUDIES_QUANTITIES_H

#include "explore/settings/expression.h"
#include "studies/bench.h"

enum { NOC_QUESTIONS_MAX = 24, NOC_QUANTITIES_MAX = 64 };

/* Question of a row. */
typedef struct noc_question {
    char letter;
    char design_name[80], settings[NOC_BENCH_KEY]; /* name of the design; settings over it */
    noc_bench_answer *answer;                      /* answer of the bench; NULL: not computed yet */
} noc_question;

typedef enum noc_quantity_kind {
    NOC_QUANTITY_METRIC,
    NOC_QUANTITY_SETTING,
    NOC_QUANTITY_COUNT,
    NOC_QUANTITY_GROUPS,
    NOC_QUANTITY_SIZES,
    NOC_QUANTITY_COST,
    NOC_QUANTITY_NETWORK,
    NOC_QUANTITY_ROUTER,
    NOC_QUANTITY_ROUTES,
    NOC_QUANTITY_ROW,
    NOC_QUANTITY_PUBLISHED,
} noc_quantity_kind;

typedef struct noc_named_quantity {
    noc_quantity_kind kind;
    size_t question; /* index of the question */
    int index;       /* number of the metric, setting, or component (-1: all) */
    int instance;    /* number of the network or router */
    char figure[80]; /* name of the figure or level; or id of a row */
} noc_named_quantity;

/* Questions of a row, and the names in its expression. */
typedef struct noc_quantities {
    noc_question questions[NOC_QUESTIONS_MAX];
    size_t question_count;
    noc_named_quantity names[NOC_QUANTITIES_MAX];
    size_t name_count;
} noc_quantities;

/* Reads questions "a: DESIGN key=value; b: ..."; the text "" has none. NOC_EINPUT at `place`. */
noc_status noc_questions_read(const char *question_text, noc_place place,
                              noc_quantities *quantities, noc_diag *diag);

/* Returns the resolver of names for noc_expression_read_any. It adds the quantities that it finds
 * to *quantities, and borrows them. */
noc_name_resolver noc_quantity_make_resolver(noc_quantities *quantities);

/* nocsight's figure of another row, and the half-width of its interval; NAN: none. noc_row_value
 * finds it, sampled or by the model. */
typedef struct noc_row_figure {
    double value, half_width;
} noc_row_figure;

typedef noc_row_figure noc_row_value(void *context, const char *id, bool sampled);

/* Context of noc_quantity_find_value, by which noc_expression_evaluate finds the values of names:
 * all from the model, or sampled metrics where samples measure them. */
typedef struct noc_quantity_source {
    noc_quantities *quantities;
    noc_bench *bench;
    noc_row_value *row_value;
    void *context;
    /* true: metrics are sampled, except for metrics that samples do not measure; false: all are the
     * model's */
    bool is_sampled;
    bool has_metric;       /* true after use of a metric that samples measure */
    bool has_stale_sample; /* true after use of a sample of another design, workload or version */
    /* index of the name whose value is shifted by the half-width of its interval; -1: none */
    int shifted_name;
    double shift;      /* half-width of this interval; NAN: unknown */
    noc_status status; /* status of the first failure, which was reported */
} noc_quantity_source;

/* Finds the value of a name, an index in noc_quantities.names. `context`: a noc_quantity_source;
 * `network`: not used. */
noc_term noc_quantity_find_value(void *context, int name, int network);

#endif
