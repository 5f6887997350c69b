/* explore/settings/settings.h: names in spaces, constraints and objectives: the settings of a
 * design ("network.flit_bytes", or "flit_bytes" alone) and the metrics of an estimate, from the key
 * tables and hybrid/answers/metrics.def. */
#ifndef NOC_EXPLORE_SETTINGS_SETTINGS_H
#define NOC_EXPLORE_SETTINGS_SETTINGS_H

#include "explore/settings/expression.h"
#include "hybrid/answers/estimate.h"

/* A setting that some design may have. */
typedef struct noc_setting {
    const char *group; /* group of the key: "network" */
    const noc_key *key;
} noc_setting;

/* All settings, with the settings of topologies and patterns, each path once. NULL past the end. */
const noc_setting *noc_setting_at(size_t i);

/* Number of a setting by path: "network.flit_bytes", or "flit_bytes" (the first group that has the
 * key). -1 if there is none. */
int noc_setting_find(const char *path);

/* Number of a setting by a path that may name one of several networks: "networks[1].flit_bytes" is
 * network.flit_bytes of network 1. *network: -1 if the path names none. */
int noc_setting_find_in(const char *path, int *network);

/* Number of a list of groups by a path to a key in one of them: network.levels for
 * "networks[1].levels[0].cycles". */
int noc_setting_find_list(const char *path, int *network, noc_member_path *member);

/* True for a setting with a value for each network of a design. */
bool noc_setting_by_network(size_t setting);

/* Text of a setting's value in a design ("16", "mesh", "((0, 0), (1, 0))"), for network settings in
 * one of the networks; NULL if the design's topology or pattern has no such setting. The caller
 * frees it. */
char *noc_setting_text(const noc_design *design, size_t setting, int network);

/* The key of a group in a list, and the base of its offset; NULL: the design has none. */
const noc_key *noc_setting_member(const noc_design *design, size_t list, int network,
                                  const noc_member_path *member, const char **base);

/* True if all networks with the setting have one value, or it is no network's setting. *network:
 * the first network with the setting; 0 if there is none. */
bool noc_setting_agrees(const noc_design *design, size_t setting, int *network);

/* Text of a setting over all networks: "16" where they agree, else "16, 32", in the order of the
 * networks. NULL if no network has the setting; the caller frees it. */
char *noc_setting_text_of_all(const noc_design *design, size_t setting);

/* Value of a setting as a term, for network settings in one of the networks: a number or the name
 * of a choice; NOC_TERM_UNKNOWN for lists, NOC_TERM_ABSENT if the design has no such setting. */
noc_term noc_setting_value(const noc_design *design, size_t setting, int network);

/* Writes "unknown name 'x'; did you mean 'y'?". */
void noc_setting_fault(const char *path, char *text, size_t size);

/* Number of the metric with this name; -1 if there is none. */
int noc_metric_find(const char *name);

/* Number of the metric with this name. An unknown name is a fault at `place`, with the nearest
 * name. */
noc_status noc_metric_read(const char *name, noc_place place, noc_status status, noc_metric_id *id,
                           noc_diag *diag);

/* ---- constraints ---------------------------------------------------------------------------- */

/* Names of settings and metrics for noc_expression_read. "round_trip_cycles.lo" and ".hi" are the
 * ends of a metric's interval: unknown if it has no interval, the value if the figure is exact.
 * "network.flit_bytes" is a fault in a design whose networks differ in it, unless it stands in
 * all() or any(); "networks[1].flit_bytes" names one network. */
extern const noc_names noc_setting_names;

/* True if the number of one of these names is a setting's; false for a metric's. */
bool noc_name_is_setting(int name);

/* Number of networks that the expression needs: 2 if it uses "networks[1].flit_bytes". */
int noc_expression_networks(const noc_expression *expression);

/* The metric of the larger extent, of two metrics, or of one metric and the metrics of an
 * expression. */
noc_metric_id noc_metric_further(noc_metric_id a, noc_metric_id b);
noc_metric_id noc_expression_furthest(const noc_expression *expression, noc_metric_id id);

/* The design to which a constraint applies. */
typedef struct noc_subject {
    const noc_design *design;
    const noc_metric *metrics; /* NOC_METRICS of them; NULL: not known yet */
    /* True for one of several designs, some of which may have fewer networks than an expression
     * names: a setting of a missing network is then absent, else a fault. */
    bool one_of_several;
    char fault[240]; /* reason of the last NOC_TERM_FAULT */
} noc_subject;

/* Value of a name, as noc_value_of for noc_expression_holds; context: a noc_subject. */
noc_term noc_subject_value(void *context, int name, int network);

/* ---- objectives ----------------------------------------------------------------------------- */

enum { NOC_OBJECTIVES_MOST = 4 };

typedef struct noc_objective {
    noc_metric_id metric;
    bool maximize;
} noc_objective;

typedef struct noc_objectives {
    noc_objective list[NOC_OBJECTIVES_MOST];
    size_t count;
} noc_objectives;

/* Reads "max:metric" or "min:metric" and adds it. Faults are reported at `place` as `status`. */
noc_status noc_objectives_add(noc_objectives *objectives, const char *text, noc_place place,
                              noc_status status, noc_diag *diag);

/* True if more of a metric is better: by the objectives if they have it, else by its kind: less is
 * better for areas, powers, energies, latencies and shares in use. */
bool noc_more_is_better(const noc_objectives *objectives, noc_metric_id id);

/* Default objectives: maximal data bandwidth at saturation, minimal network area. */
noc_objectives noc_objectives_default(void);

#endif
