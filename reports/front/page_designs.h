/* reports/front/page_designs.h: selection of the designs that the HTML page shows as points (drawn
 * designs), and the values of their settings. */
#ifndef NOC_REPORTS_FRONT_PAGE_DESIGNS_H
#define NOC_REPORTS_FRONT_PAGE_DESIGNS_H

#include <jansson.h>

#include "design/design.h"
#include "explore/front/candidates.h"
#include "explore/store/store.h"

/* The drawn designs. */
typedef struct noc_page_designs {
    size_t *list; /* positions of candidates; designs on the front come first */
    size_t count, front_count;
} noc_page_designs;

/* Chooses at most 4500 designs: first those on the front by value, then measured ones, then
 * designs possibly on the front (four fifths of the remaining number), then others. A kind with
 * more designs is thinned evenly. The caller frees the list. NOC_EFAILED: out of memory. */
noc_status noc_page_choose_designs(const noc_candidates *candidates, noc_page_designs *drawn,
                                   noc_diag *diag);

/* Different values of one setting in the drawn designs, for all networks together or for one
 * network. A setting of networks has one entry for all networks, then one for each network. */
typedef struct noc_page_setting {
    size_t setting_index; /* index in the list of all settings (noc_setting_at) */
    int network;          /* network; -1: all networks */
    bool
        has_differing_networks; /* networks of a design differ, so the entries of single networks are shown */
    json_t *values;             /* array of different values, numbers or texts */
    bool is_numeric, is_absent; /* values are numbers; a design lacks the setting */
} noc_page_setting;

/* All settings, and their values in the drawn designs. */
typedef struct noc_page_settings {
    noc_page_setting *list;
    size_t count;
    int *cells;      /* [d * count + k]: position in `values` of setting k in design d; -1: none */
    int *topologies; /* [d]: position of the topology of design d's first network in its registry */
} noc_page_settings;

/* Rebuilds the drawn designs and reads their settings. The caller clears *settings, even after an
 * error. */
noc_status noc_page_settings_read(noc_store *store, const noc_candidates *candidates,
                                  const noc_page_designs *drawn, noc_page_settings *settings,
                                  noc_diag *diag);
void noc_page_settings_clear(noc_page_settings *settings);

/* Returns the value of a setting in a design as text; NULL if the design lacks the setting or the
 * network. The caller frees the text. */
char *noc_page_setting_text(const noc_design *design, const noc_page_setting *setting);

/* Writes the path of a setting: "network.flit_bytes", "networks[1].flit_bytes". */
void noc_page_setting_path(const noc_page_setting *setting, char *path, size_t size);

/* True if the page shows entry k: the designs differ in it, and it is no list of tiles. Of a
 * setting of networks, either the entry of all networks is shown or those of single networks. */
bool noc_page_setting_is_shown(const noc_page_settings *settings, size_t k);

#endif
