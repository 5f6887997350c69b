/* cli/commands/parts/serving.h: the server of the page of `serve`, from its start to Ctrl-C. */
#ifndef NOC_CLI_COMMANDS_PARTS_SERVING_H
#define NOC_CLI_COMMANDS_PARTS_SERVING_H

#include "cli/commands/parts/front.h"
#include "cli/frame/request.h"

/* Values of the options. */
typedef struct noc_serving_choice {
    const char *store; /* file of --store; NULL: none */
    noc_front_choice front;
    uint64_t port; /* 0: not given */
    bool has_no_browser;
} noc_serving_choice;

/* Serves the page, prints its address, and waits for Ctrl-C. Returns the exit status. */
int noc_serving_run(const noc_request *request, const noc_serving_choice *choice, noc_diag *diag);

#endif
