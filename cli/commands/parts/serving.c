#include "cli/commands/parts/serving.h"

#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/shortage.h"
#include "cli/frame/cases.h"
#include "cli/frame/exit.h"
#include "cli/frame/interrupt.h"
#include "cli/frame/messages.h"
#include "cli/frame/page.h"
#include "cli/serve/http.h"
#include "cli/serve/routes.h"
#include "cli/serve/server.h"
#include "cli/serve/start.h"
#include "reader/design_walk.h"
#include "reports/designs/starter.h"
#include "reports/drawings/page_frame.h"
#include "reports/front/front_words.h"
#include "reports/front/page.h"
#include "reports/writers/json.h"

extern char **environ;

/* ---- designs to start from ------------------------------------------------------------------ */

/* Adds a design, with copies of its texts. `file` "": it has none. */
static noc_status add_design(noc_start *start, const char *name, const char *file, const char *text,
                             noc_diag *diag)
{
    noc_start_design *d = &start->designs[start->count++];
    *d = (noc_start_design){.name = strdup(name), .file = strdup(file), .text = strdup(text)};
    return d->name && d->file && d->text ? NOC_OK : noc_fail_memory(diag);
}

static noc_status add_gpu(noc_start *start, noc_diag *diag)
{
    const noc_starter_request request = {.form_name = "gpu"};
    NOC_AUTO_DESIGN noc_design *design = NULL;
    NOC_AUTO_FREE char *text = NULL;
    const noc_status status = noc_starter_make(&request, &text, &design, diag);
    return status == NOC_OK ? add_design(start, "gpu.cfg", "", text, diag) : status;
}

/* Adds a design of the command line: a file, or the starter of a topology, which has none. */
static noc_status add_operand(noc_start *start, const noc_source *source, noc_diag *diag)
{
    if (access(source->path, F_OK) == 0)
        return add_design(start, source->typed_name, source->path, source->text, diag);
    NOC_AUTO_FREE char *name = NULL;
    if (asprintf(&name, "%s.cfg", source->typed_name) < 0) return noc_fail_memory(diag);
    return add_design(start, name, "", source->text, diag);
}

static noc_status add_operands(const noc_request *r, noc_start *start, noc_diag *diag)
{
    const noc_texts no_texts = {0};
    NOC_AUTO(noc_cases_clear) noc_cases cases = {0};
    noc_status status =
        noc_cases_read(r->operands, r->operand_count, &no_texts, NULL, &cases, diag);
    for (size_t i = 0; i < cases.count && status == NOC_OK; i++)
        status =
            add_operand(start, noc_held_source_of(noc_held_design_source(cases.designs[i])), diag);
    return status;
}

/* ---- the front of a store ------------------------------------------------------------------- */

/* Makes settings of overrides, a JSON list of "key=value". */
static json_t *make_settings(const char *overrides)
{
    json_t *settings = json_object(), *list = json_loads(overrides, 0, NULL), *item;
    size_t i;
    json_array_foreach(list, i, item)
    {
        const char *text = json_string_value(item), *equals = text ? strchr(text, '=') : NULL;
        if (!equals) continue;
        NOC_AUTO_FREE char *key = strndup(text, (size_t)(equals - text));
        if (key) noc_json_set_text(settings, key, equals + 1);
    }
    json_decref(list);
    return settings;
}

/* Adds the base of a store's space; if the base alone is no design, with the settings of the best
 * design of the front. */
static noc_status add_base(const noc_stored_front *f, noc_start *start, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {0};
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    NOC_AUTO_DESIGN noc_design *base = NULL;
    noc_status status = noc_store_read_source(f->store, f->space->source, &source, diag);
    if (status == NOC_OK) status = add_design(start, f->base, source.path, source.text, diag);
    if (status != NOC_OK ||
        noc_store_rebuild_design(f->store, f->space->source, "[]", &base, &ignored) == NOC_OK)
        return status;
    const size_t best = noc_front_summarize(&f->candidates).best_designs[0];
    if (best < f->candidates.count)
        start->designs[0].settings =
            make_settings(noc_candidate_entry(&f->candidates.list[best])->overrides);
    return NOC_OK;
}

/* Makes the data of the front, with the base design's text. */
static noc_status make_front(const noc_stored_front *f, noc_start *start, noc_diag *diag)
{
    json_t *data, *base = json_object();
    noc_status status = noc_report_page_data(&f->view, &data, diag);
    noc_json_set_text(base, "name", start->designs[0].name);
    noc_json_set_text(base, "text", start->designs[0].text);
    json_object_set_new(data, "base", base);
    if (status == NOC_OK) start->front = json_dumps(data, NOC_PAGE_DATA_FLAGS);
    if (status == NOC_OK && !start->front) status = noc_fail_memory(diag);
    json_decref(data);
    return status;
}

static noc_status read_store(const noc_request *r, const noc_serving_choice *choice,
                             noc_start *start, noc_diag *diag)
{
    const noc_front_request request = {
        .store = choice->store, .choice = choice->front, .confidence = NOC_FRONT_CONFIDENCE};
    noc_stored_front f;
    start->store = choice->store;
    noc_status status = noc_stored_front_open(r, &request, &f, diag);
    if (status == NOC_OK) status = add_base(&f, start, diag);
    if (status == NOC_OK) status = make_front(&f, start, diag);
    noc_stored_front_close(&f);
    return status;
}

static noc_status read_start(const noc_request *r, const noc_serving_choice *choice,
                             noc_start *start, noc_diag *diag)
{
    start->designs = calloc(r->operand_count + 1, sizeof *start->designs);
    if (!start->designs) return noc_fail_memory(diag);
    if (choice->store) return read_store(r, choice, start, diag);
    return r->operand_count > 0 ? add_operands(r, start, diag) : add_gpu(start, diag);
}

/* ---- the page's address --------------------------------------------------------------------- */

static bool has_display(void)
{
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && *x) || (wayland && *wayland);
}

/* Opens a browser, in a session of its own, which Ctrl-C does not reach. Everyone on the machine
 * can read the command line, so the browser gets an address that works once. */
static void open_browser(const noc_server *server)
{
    char address[100], program[] = "xdg-open";
    char *const words[] = {program, address, NULL};
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigset_t none;
    pid_t child;
    snprintf(address, sizeof address, "http://127.0.0.1:%u/%s", noc_server_port(server),
             noc_server_ticket(server));
    sigemptyset(&none);
    if (posix_spawnattr_init(&attributes) != 0) return;
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
    posix_spawnattr_setsigmask(&attributes, &none);
    if (posix_spawn_file_actions_init(&actions) == 0) {
        for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
            posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
        if (posix_spawnp(&child, program, &actions, &attributes, words, environ) != 0)
            noc_message_print("xdg-open is missing, so no browser is opened");
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
}

/* Prints the address on a line of its own, for people and programs. */
static noc_status print_address(const noc_request *r, const noc_server *server, noc_diag *diag)
{
    noc_page page;
    const noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return status;
    page.is_file = true;
    fprintf(page.sheet.out, "http://127.0.0.1:%u/%s\n", noc_server_port(server),
            noc_server_token(server));
    return noc_page_send(r, &page, diag);
}

/* Tells how to reach the server from a machine with a display. */
static void print_ssh(const noc_server *server)
{
    char host[256] = "";
    const unsigned port = noc_server_port(server);
    gethostname(host, sizeof host - 1);
    noc_message_print("to open it on another machine: ssh -L %u:127.0.0.1:%u %s", port, port,
                      *host ? host : "HOST");
}

static noc_status announce(const noc_request *r, const noc_serving_choice *choice,
                           const noc_server *server, noc_diag *diag)
{
    const noc_status status = print_address(r, server, diag);
    if (status != NOC_OK) return status;
    if (!has_display())
        print_ssh(server);
    else if (!choice->has_no_browser)
        open_browser(server);
    if (!r->is_quiet) noc_message_print("Ctrl-C ends it");
    return NOC_OK;
}

/* ---- the server ----------------------------------------------------------------------------- */

/* Serves until Ctrl-C, which is blocked in all threads but in the wait here. */
static noc_status serve(const noc_request *r, const noc_serving_choice *choice,
                        const noc_http *http, noc_routes *routes, const sigset_t *unblocked,
                        noc_diag *diag)
{
    const noc_server_site site = noc_routes_site(routes);
    noc_server *server;
    noc_status status = noc_server_start(http, (uint16_t)choice->port, &site, &server, diag);
    if (status == NOC_OK) status = announce(r, choice, server, diag);
    if (status == NOC_OK) {
        while (!noc_is_interrupted()) sigsuspend(unblocked);
        status = NOC_EINTERRUPTED;
    }
    pthread_sigmask(SIG_SETMASK, unblocked, NULL); /* a second Ctrl-C leaves at once */
    const bool has_stopped = noc_routes_stop(routes);
    noc_server_stop(server);
    if (!has_stopped) _exit(NOC_EXIT_INTERRUPTED); /* a large design is still being computed */
    return status;
}

static noc_status prepare(const noc_request *r, const noc_serving_choice *choice,
                          const noc_http *http, const noc_start *start, noc_diag *diag)
{
    sigset_t interrupt, previous;
    noc_routes *routes;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    noc_status status = noc_routes_new(start, r->jobs, &routes, diag);
    if (status == NOC_OK) {
        noc_interrupt_catch();
        signal(SIGPIPE, SIG_IGN); /* connections may close at any time */
        pthread_sigmask(SIG_BLOCK, &interrupt, &previous);
        const bool was_short = noc_has_noted_shortage();
        status = serve(r, choice, http, routes, &previous, diag);
        if (!was_short) noc_forget_shortages();
    }
    noc_routes_free(routes);
    return status;
}

int noc_serving_run(const noc_request *request, const noc_serving_choice *choice, noc_diag *diag)
{
    NOC_AUTO(noc_start_clear) noc_start start = {0};
    noc_http http;
    if (noc_http_load(&http, diag) != NOC_OK) return NOC_EXIT_MISSING_PROGRAM;
    noc_status status = read_start(request, choice, &start, diag);
    if (status == NOC_OK) status = prepare(request, choice, &http, &start, diag);
    return noc_exit_from_status(status);
}
