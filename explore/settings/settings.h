/* explore/settings/settings.h: the names that spaces, constraints and objectives use: the settings
 * of a design ("network.flit_bytes", or "flit_bytes" alone) and the metrics of an estimate, read
 * from the key tables and hybrid/answers/metrics.def. */
#ifndef NOC_EXPLORE_SETTINGS_SETTINGS_H
#define NOC_EXPLORE_SETTINGS_SETTINGS_H

#include "explore/settings/expression.h"
#include "hybrid/answers/estimate.h"

/* A setting that some design may have. */
typedef struct noc_setting {
    const char *group; /* "network" */
    const noc_key *key;
} noc_setting;

/* All settings, those of topologies and patterns included, each path once. NULL past the end. */
const noc_setting *noc_setting_at(size_t i);

/* "network.flit_bytes" or "flit_bytes" (the first group that has it). -1 if there is none. */
int noc_setting_find(const char *path);

/* The same of one of several networks, too: "networks[1].flit_bytes" is network.flit_bytes of
 * network 1. *network: -1 where the path names none. */
int noc_setting_find_in(const char *path, int *network);

/* The same of a list of groups whose key a path names: network.levels of
 * "networks[1].levels[0].cycles". */
int noc_setting_find_list(const char *path, int *network, noc_member_path *member);

/* True for a setting that each network of a design has a value of. */
bool noc_setting_by_network(size_t setting);

/* The value in a design as text ("16", "mesh", "((0, 0), (1, 0))"), of one of the networks for
 * network settings; NULL if the design's topology or pattern has no such setting. The caller frees
 * it. */
char *noc_setting_text(const noc_design *design, size_t setting, int network);

/* The key of a group of a list, and where its offset counts from; NULL: the design has none. */
const noc_key *noc_setting_member(const noc_design *design, size_t list, int network,
                                  const noc_member_path *member, const char **base);

/* True if all networks that have a setting have one value, or it is no network's. *network: the
 * first network that has it; 0 where none does. */
bool noc_setting_agrees(const noc_design *design, size_t setting, int *network);

/* The same over all networks: "16" where they agree, else "16, 32", in the order of the networks.
 * NULL if none has it; the caller frees it. */
char *noc_setting_text_of_all(const noc_design *design, size_t setting);

/* The same as a term, of one of the networks for network settings: a number or the name of a
 * choice; NOC_TERM_UNKNOWN for lists, NOC_TERM_ABSENT where the design has no such setting. */
noc_term noc_setting_value(const noc_design *design, size_t setting, int network);

/* "unknown name 'x'; did you mean 'y'?" */
void noc_setting_fault(const char *path, char *text, size_t size);

/* The metric of that name; -1 if there is none. */
int noc_metric_find(const char *name);

/* The same; a name that is none is a fault at `place`, with the nearest one. */
noc_status noc_metric_read(const char *name, noc_place place, noc_status status, noc_metric_id *id,
                           noc_diag *diag);

/* ---- constraints ---------------------------------------------------------------------------- */

/* Names of settings and metrics for noc_expression_read. "round_trip_cycles.lo" and ".hi" are the
 * ends of a metric's interval: unknown where it has none, the value where the figure is exact.
 * "network.flit_bytes" is a fault in a design whose networks differ in it, unless all() or any()
 * asks each; "networks[1].flit_bytes" names one. */
extern const noc_names noc_setting_names;

/* True if a number of these names is a setting's; if not, a metric's. */
bool noc_name_is_setting(int name);

/* Number of networks that the expression needs: 2 where it asks for "networks[1].flit_bytes". */
int noc_expression_networks(const noc_expression *expression);

/* Returns the metric of the larger extent: of two, or of one and the metrics of an expression. */
noc_metric_id noc_metric_further(noc_metric_id a, noc_metric_id b);
noc_metric_id noc_expression_furthest(const noc_expression *expression, noc_metric_id id);

/* The design that a constraint looks at. */
typedef struct noc_subject {
    const noc_design *design;
    const noc_metric *metrics; /* NOC_METRICS of them, or NULL: not known yet */
    /* True for one of several designs, some of which may have fewer networks than an expression
     * names: a setting of a network that is not there is then absent, else a fault. */
    bool one_of_several;
    char fault[240]; /* why the last term was NOC_TERM_FAULT */
} noc_subject;

/* For noc_expression_holds; context: a noc_subject. */
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

/* Which way a metric is better: as the objectives have it, else by what it is: less is better for
 * areas, powers, energies, latencies, what is used up. */
bool noc_more_is_better(const noc_objectives *objectives, noc_metric_id id);

/* Data bandwidth at saturation up, network area down. */
noc_objectives noc_objectives_default(void);

#endif
