/* cli/commands/parts/explore.h: options and checks that commands around stores share. */
#ifndef NOC_CLI_COMMANDS_PARTS_EXPLORE_H
#define NOC_CLI_COMMANDS_PARTS_EXPLORE_H

#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "explore/store/store_read.h"

extern const noc_option_group noc_store_options; /* a const char *: --store */

/* Checks that the command has --store, which it needs. */
noc_status noc_store_wanted(const noc_request *request, const char *store, noc_diag *diag);

/* Finds the space of a store that --space means; NULL: the latest. *index: its position in the
 * list. NOC_EUSAGE with the names there are; NOC_EFAILED if the store holds none. */
noc_status noc_space_wanted(const char *store, const char *space, const noc_space_list *list,
                            size_t *index, noc_diag *diag);

#endif
