#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/messages.h"
#include "cli/frame/option.h"
#include "cli/frame/request.h"
#include "cli/frame/shipped.h"
#include "cli/serve/http.h"
#include "cli/serve/routes.h"
#include "cli/serve/server.h"
#include "cli/serve/start.h"
#include "reader/design_walk.h"
#include "reports/designs/starter.h"
#include "reports/drawings/page_frame.h"

/* Values of the options. */
typedef struct option_values {
    uint64_t port;
    bool has_no_browser;
} option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("port", "N", "port on this machine (the first free one from 8421 on)", port, 1024, 65535),
    NOC_TAKE_FLAG("no-browser", "open no browser", has_no_browser),
    {0},
};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

static noc_status add_gpu(noc_start *start, noc_diag *diag)
{
    const noc_starter_request request = {.form_name = "gpu"};
    noc_start_design *d = &start->designs[0];
    noc_design *design = NULL;
    const noc_status status = noc_starter_make(&request, &d->text, &design, diag);
    if (status != NOC_OK) return status;
    noc_design_free(design);
    d->name = strdup("gpu.cfg");
    d->file = strdup("");
    start->count = 1;
    return d->name && d->file ? NOC_OK : noc_fail_memory(diag);
}

static noc_status add_file(const char *word, noc_start *start, noc_diag *diag)
{
    noc_start_design *d = &start->designs[start->count];
    noc_source source = {0};
    noc_status status = noc_shipped_source(word, &source, diag);
    if (status == NOC_OK) {
        start->count++;
        d->name = strdup(word);
        d->file = source.path;
        d->text = source.text;
        source = (noc_source){0};
        if (!d->name) status = noc_fail_memory(diag);
    }
    noc_source_clear(&source);
    return status;
}

static noc_status read_designs(const noc_request *r, noc_start *start, noc_diag *diag)
{
    noc_status status = NOC_OK;
    start->designs = calloc(r->operand_count + 1, sizeof *start->designs);
    if (!start->designs) return noc_fail_memory(diag);
    if (r->operand_count == 0) return add_gpu(start, diag);
    for (size_t i = 0; i < r->operand_count; i++) {
        const noc_status next_status = add_file(r->operands[i], start, diag);
        if (status == NOC_OK) status = next_status;
    }
    return status;
}

/* Waits for Ctrl-C. */
static void wait_for_interrupt(const sigset_t *unblocked)
{
    while (!noc_is_interrupted()) sigsuspend(unblocked);
}

static noc_status serve(const noc_http *http, const noc_request *r, const noc_start *start, noc_diag *diag)
{
    const option_values *values = r->values;
    noc_routes *routes = NULL;
    noc_server *server = NULL;
    sigset_t interrupts, previous;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    noc_status status = noc_routes_new(start, &routes, diag);
    noc_interrupt_catch();
    pthread_sigmask(SIG_BLOCK, &interrupts, &previous);
    const noc_server_site site = noc_routes_site(routes);
    if (status == NOC_OK) status = noc_server_start(http, (uint16_t)values->port, &site, &server, diag);
    if (status == NOC_OK) {
        printf("http://127.0.0.1:%u/%s\n", noc_server_port(server), noc_server_token(server));
        fflush(stdout);
        wait_for_interrupt(&previous);
        status = NOC_EINTERRUPTED;
    }
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    noc_server_stop(server);
    noc_routes_free(routes);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_start start = {0};
    noc_http http;
    if (noc_page_require_library(diag) != NOC_OK || noc_http_load(&http, diag) != NOC_OK)
        return NOC_EXIT_MISSING_PROGRAM;
    noc_status status = read_designs(r, &start, diag);
    if (status == NOC_OK) status = serve(&http, r, &start, diag);
    noc_start_clear(&start);
    return noc_exit_from_status(status);
}

const noc_command noc_command_serve = {
    .name = "serve",
    .operands = "[DESIGN...]",
    .purpose = "Serve a page on this machine that answers while one drags.",
    .details = "",
    .examples = "  nocsight serve\n",
    .max_operands = 64,
    .options = uses,
    .values_size = sizeof(option_values),
    .run = run,
};
