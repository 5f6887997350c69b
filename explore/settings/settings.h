/* explore/settings/settings.h: names in spaces, constraints and objectives, and their values:
 * settings of a design ("network.flit_bytes", or only "flit_bytes") from the key tables, and
 * metrics of an estimate from hybrid/answers/metrics.def. */
#ifndef NOC_EXPLORE_SETTINGS_SETTINGS_H
#define NOC_EXPLORE_SETTINGS_SETTINGS_H

#include "explore/settings/expression.h"
#include "hybrid/answers/estimate.h"

/* Setting that some design can have. */
typedef struct noc_setting {
    const char *group; /* group of the key: "network" */
    const noc_key *key;
    char path[80]; /* "network.flit_bytes" */
} noc_setting;

/* Returns setting i of all settings, with those of topologies and patterns, each path once. NULL
 * past the end. */
const noc_setting *noc_setting_at(size_t i);

/* Finds the number of a setting by its path: "network.flit_bytes", or "flit_bytes" (in the first
 * group with the key). -1: no such setting. */
int noc_setting_find(const char *path);

/* Finds the number of a setting by a path that may name one of several networks:
 * "networks[1].flit_bytes" is network.flit_bytes of network 1. *network: the named network; -1 if
 * the path names none. -1: no such setting. */
int noc_setting_find_network(const char *path, int *network);

/* Finds the number of a setting that is a list of groups by the path of a key in one of the groups:
 * network.levels by "networks[1].levels[0].cycles". *network: 1 here, -1 if the path names none;
 * *member: the group and the key in it. -1: no such setting. */
int noc_setting_find_list(const char *path, int *network, noc_member_path *member);

/* Returns the key whose value is a list of groups, in some topology or pattern: different ones can
 * have different keys of one name. NULL: the setting is no such list. */
const noc_key *noc_setting_list_key(const noc_setting *setting);

/* True for a setting with a value for each network of a design. */
bool noc_setting_is_per_network(size_t setting);

/* Writes a setting's value in a design as text ("16", "mesh", "((0, 0), (1, 0))"), for network
 * settings in one network; NULL if the design's topology or pattern has no such setting. The caller
 * frees the text. */
char *noc_setting_text(const noc_design *design, size_t setting, int network);

/* Finds the key in a group of a list setting; *base: address of the group, from which the key's
 * offset counts. NULL: the design has no such group. */
const noc_key *noc_setting_member_key(const noc_design *design, size_t list, int network,
                                      const noc_member_path *member, const char **base);

/* Writes a value in a group of a list setting as text. `network` -1: of the first network with it,
 * or of all these, "1, 2", if their values differ. NULL: the design has no such group. The caller
 * frees the text. */
char *noc_setting_member_text(const noc_design *design, size_t list, int network,
                              const noc_member_path *member);

/* True if all networks with the setting have equal values, or if the setting is not per network.
 * *network: the first network with the setting; 0 if none has it. */
bool noc_setting_has_one_value(const noc_design *design, size_t setting, int *network);

/* Writes a setting over all networks as text: "16" if all are equal, else "16, 32", in the order of
 * the networks. NULL if no network has the setting. The caller frees the text. */
char *noc_setting_all_text(const noc_design *design, size_t setting);

/* Finds a setting's value as a term, for network settings in one network: a number or the name of a
 * choice; NOC_TERM_UNKNOWN for lists; NOC_TERM_ABSENT if the design has no such setting. */
noc_term noc_setting_term(const noc_design *design, size_t setting, int network);

/* Writes the fault "there is no setting 'x'; did you mean 'y'?". */
void noc_setting_write_fault(const char *path, char *text, size_t size);

/* Finds the number of the metric with this name; -1: no such metric. */
int noc_metric_find(const char *name);

/* Finds the metric with this name. An unknown name is reported at `place` as `status`, with the
 * nearest name. */
noc_status noc_metric_read(const char *name, noc_place place, noc_status status, noc_metric_id *id,
                           noc_diag *diag);

/* ---- constraints ---------------------------------------------------------------------------- */

/* Resolver of the names of settings and metrics, for noc_expression_read. "round_trip_cycles.lo"
 * and ".hi" are the ends of a metric's interval: unknown without an interval, equal to the value if
 * the design's graph alone determines the metric. "network.flit_bytes" is a fault in a design whose
 * networks differ in it, unless it is inside all() or any(); "networks[1].flit_bytes" names one
 * network. */
extern const noc_name_resolver noc_setting_names;

/* True if the number of a name is a setting's; false for a metric's. */
bool noc_name_is_setting(int name);

/* Finds the number of networks that a design needs for the expression: 2 for
 * "networks[1].flit_bytes"; 0 if it names no network. */
int noc_expression_networks(const noc_expression *expression);

/* Finds the metric with the larger extent: of two metrics, or of one metric and the metrics of an
 * expression. */
noc_metric_id noc_metric_larger_extent(noc_metric_id a, noc_metric_id b);
noc_metric_id noc_expression_max_extent(const noc_expression *expression, noc_metric_id id);

/* Design to which a constraint applies. */
typedef struct noc_constraint_subject {
    const noc_design *design;
    const noc_metric *metrics; /* [metric]: values; NULL: not known yet */
    /* True for one of several designs, which may have fewer networks than an expression names: a
     * setting of a missing network is then absent, otherwise a fault. */
    bool allows_fewer_networks;
    char fault[240]; /* reason of the last NOC_TERM_FAULT */
} noc_constraint_subject;

/* Finds the value of a name: a noc_value_lookup for noc_expression_test; context: a
 * noc_constraint_subject. */
noc_term noc_constraint_value(void *context, int name, int network);

/* ---- objectives ----------------------------------------------------------------------------- */

enum { NOC_OBJECTIVES_MAX = 4 };

typedef struct noc_objective {
    noc_metric_id metric;
    bool is_maximised;
} noc_objective;

typedef struct noc_objectives {
    noc_objective list[NOC_OBJECTIVES_MAX];
    size_t count;
} noc_objectives;

/* Reads "max:metric" or "min:metric" and adds the objective. Faults are reported at `place` as
 * `status`. */
noc_status noc_objectives_add(noc_objectives *objectives, const char *text, noc_place place,
                              noc_status status, noc_diag *diag);

/* True if larger values of a metric are better: by the objectives if they have it, else by its
 * kind: smaller areas, powers, energies, latencies and utilisations are better. */
bool noc_metric_is_maximised(const noc_objectives *objectives, noc_metric_id id);

/* Returns the default objectives: maximal data bandwidth at saturation, minimal network area. */
noc_objectives noc_objectives_default(void);

#endif
