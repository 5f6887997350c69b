/* Requests to the server of `nocsight serve`: a line with a method and a path below the token, then
 * a body. Measurements are cancelled at once. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/serve/questions.h"
#include "cli/serve/routes.h"
#include "design/design.h"
#include "fuzz.h"

static noc_start start;
static noc_routes *routes;

/* Makes the routes of a page that starts from a small design. */
static void begin(void)
{
    static char name[] = "small.cfg", file[] = "",
                text[] = "nodes = { compute = 4; };\n"
                         "network = { topology = \"mesh\"; columns = 2; rows = 2; };\n"
                         "traffic = { pattern = \"uniform\"; packet_flits = 1; };\n";
    static noc_start_design design = {.name = name, .file = file, .text = text};
    if (routes) return;
    start = (noc_start){.designs = &design, .count = 1};
    if (noc_routes_new(&start, 1, &routes, NULL) != NOC_OK) abort();
}

/* True for a question that takes a few milliseconds, or that is no question. */
static bool is_quick(const char *body, size_t size, bool measures)
{
    noc_diag diag = {0};
    noc_question question;
    noc_context *context = NULL;
    noc_design *design = NULL;
    const noc_status status = noc_question_read(body, size, measures, &question, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK && noc_context_new(&context, NULL) == NOC_CODE_OK)
        noc_design_parse_with(context, question.text, question.name, question.settings,
                              question.setting_count, &design, NULL);
    const bool is_quick = !design || fuzz_is_small(design);
    noc_design_release(design);
    noc_context_release(context);
    noc_question_clear(&question);
    noc_diag_clear(&diag);
    return is_quick;
}

/* Aborts unless there are faults, each with words. */
static void check_faults(const json_t *document)
{
    const json_t *faults = json_object_get(document, "faults");
    if (json_array_size(faults) == 0) abort();
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const char *message =
            json_string_value(json_object_get(json_array_get(faults, i), "message"));
        if (!message || !*message) abort();
    }
}

static void check_document(unsigned status, const char *text, size_t size)
{
    json_t *document = json_loadb(text, size, 0, NULL);
    if (!document) abort();
    if (status == MHD_HTTP_BAD_REQUEST || status == MHD_HTTP_UNPROCESSABLE_CONTENT)
        check_faults(document);
    else if (status == MHD_HTTP_CONFLICT ? !json_is_true(json_object_get(document, "superseded"))
                                         : status != MHD_HTTP_OK)
        abort();
    json_decref(document);
}

static void check_reply(noc_server_reply reply)
{
    char line[200];
    if (reply.stream.read) {
        if (reply.stream.read(reply.stream.context, line, sizeof line) == 0) abort();
        reply.stream.close(reply.stream.context);
    } else if (strcmp(reply.type, "application/json") == 0) {
        check_document(reply.status, reply.text ? reply.text : reply.lasting_text, reply.size);
    } else if (reply.status != MHD_HTTP_OK || reply.size == 0) {
        abort();
    }
    free(reply.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), *body = strchr(text, '\n'), *path = strchr(text, ' ');
    if (!body || !path || path > body) {
        free(text);
        return -1;
    }
    *body++ = *path++ = '\0';
    begin();
    const noc_server_site site = noc_routes_site(routes);
    const unsigned refusal = site.check(site.context, path, text);
    if (refusal && refusal != MHD_HTTP_NOT_FOUND && refusal != MHD_HTTP_METHOD_NOT_ALLOWED) abort();
    const bool is_post = strcmp(text, "POST") == 0, measures = strcmp(path, "measure") == 0;
    if (!refusal && (!is_post || is_quick(body, strlen(body), measures))) {
        const noc_server_request request = {"00000000000000000000000000000000", path, text, body,
                                            strlen(body)};
        check_reply(site.answer(site.context, &request));
    }
    free(text);
    return 0;
}
