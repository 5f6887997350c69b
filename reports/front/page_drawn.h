/* reports/front/page_drawn.h: the designs that the HTML page draws, and their settings. */
#ifndef NOC_REPORTS_FRONT_PAGE_DRAWN_H
#define NOC_REPORTS_FRONT_PAGE_DRAWN_H

#include <jansson.h>

#include "design/design.h"
#include "explore/front/candidates.h"
#include "explore/store/store.h"

typedef struct noc_page_drawn {
    size_t *list; /* candidates, by rank */
    size_t count, front;
} noc_page_drawn;

/* Chooses all designs that are on the front by value, all measured ones, then even parts of the
 * possible ones and the rest. The caller frees drawn->list. */
noc_status noc_page_choose(const noc_candidates *all, noc_page_drawn *drawn, noc_diag *diag);

/* Values of one setting in the drawn designs, each kept once: of all networks together, or of one
 * network. Settings of single networks follow that of all where there are several. */
typedef struct noc_page_setting {
    size_t setting;
    int network;    /* -1: all */
    bool differ;    /* networks of a design differ: each network's own values are shown instead */
    json_t *values; /* array */
    bool numeric, absent;
} noc_page_setting;

typedef struct noc_page_settings {
    noc_page_setting *list;
    size_t count;
    int *cells; /* design d and column c at d * count + c: position in values, or -1 */
    int *topologies;
} noc_page_settings;

/* Rebuilds the drawn designs and reads them. The caller clears *settings in either case. */
noc_status noc_page_settings_read(noc_store *store, const noc_candidates *all,
                                  const noc_page_drawn *drawn, noc_page_settings *settings,
                                  noc_diag *diag);
void noc_page_settings_clear(noc_page_settings *settings);

/* The value in a design; NULL if it has no such setting, or network. The caller frees it. */
char *noc_page_setting_text(const noc_design *design, const noc_page_setting *setting);

/* Writes the path of a setting: "network.flit_bytes", "networks[1].flit_bytes". */
void noc_page_setting_path(const noc_page_setting *setting, char *path, size_t size);

/* True unless all designs share a setting, or it has tiles that a placement names. */
bool noc_page_shows(const noc_page_settings *settings, size_t k);

#endif
