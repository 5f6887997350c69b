/* cli/commands/parts/explore.h: options and checks shared by commands that use stores. */
#ifndef NOC_CLI_COMMANDS_PARTS_EXPLORE_H
#define NOC_CLI_COMMANDS_PARTS_EXPLORE_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "explore/store/store_read.h"

extern const noc_option_group noc_store_options; /* a const char *: --store */

/* Checks that --store is given, which the command needs. */
noc_status noc_store_require_option(const noc_request *request, const char *store, noc_diag *diag);

/* Finds the space of a store by --space; NULL: the latest. *index: its index in the list.
 * NOC_EUSAGE with the existing names; NOC_EFAILED if the store has none. */
noc_status noc_space_select(const char *store, const char *space, const noc_space_list *list,
                            size_t *index, noc_diag *diag);

#endif
