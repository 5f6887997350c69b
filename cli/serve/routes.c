#include "cli/serve/routes.h"

#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "cli/serve/answers.h"
#include "cli/serve/page.h"
#include "cli/serve/questions.h"
#include "reports/drawings/page_parts.h"

struct noc_routes {
    noc_context *context;
    const noc_start *start;
};

typedef struct route {
    const char *path, *method;
    noc_server_reply (*answer)(noc_routes *routes, const noc_server_request *request);
} route;

static const char media_type[] = "application/json", post[] = "POST", get[] = "GET";

/* ---- documents ------------------------------------------------------------------------------ */

static noc_server_reply reply_json(unsigned status, json_t *document)
{
    char *text = document ? json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(document);
    if (!text)
        return (noc_server_reply){.status = MHD_HTTP_SERVICE_UNAVAILABLE, .type = media_type};
    return (noc_server_reply){
        .status = status, .type = media_type, .text = text, .size = strlen(text)};
}

static noc_server_reply answer_start(noc_routes *r, const noc_server_request *request)
{
    (void)request;
    return reply_json(MHD_HTTP_OK, noc_start_document(r->start));
}

static bool go_on(void *data, double share)
{
    (void)data;
    (void)share;
    return true;
}

/* Makes the reply of a document, which is moved. */
static noc_server_reply reply(noc_answer answer)
{
    static const unsigned statuses[] = {
        [NOC_ANSWER_WHOLE] = MHD_HTTP_OK,
        [NOC_ANSWER_FAULTY] = MHD_HTTP_UNPROCESSABLE_CONTENT,
        [NOC_ANSWER_STOPPED] = MHD_HTTP_CONFLICT,
        [NOC_ANSWER_SHORT] = MHD_HTTP_SERVICE_UNAVAILABLE,
    };
    return (noc_server_reply){.status = statuses[answer.end],
                              .type = media_type,
                              .text = answer.text,
                              .size = answer.size};
}

static noc_server_reply answer_question(noc_routes *r, const noc_server_request *request)
{
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    NOC_AUTO(noc_question_clear) noc_question question;
    if (noc_question_read(request->body, request->size, false, &question, &diag) != NOC_OK) {
        noc_server_reply refusal = reply(noc_answer_faults(&diag));
        refusal.status = MHD_HTTP_BAD_REQUEST;
        return refusal;
    }
    const noc_answering answering = {r->context, noc_start_find_file(r->start, question.name),
                                     go_on, NULL};
    return reply(noc_answer_question(&answering, &question));
}

/* ---- the page ------------------------------------------------------------------------------- */

static const char *find_file(const noc_embedded_file *files, const char *name)
{
    for (size_t i = 0; files[i].path; i++)
        if (strcmp(strrchr(files[i].path, '/') + 1, name) == 0) return files[i].text;
    return NULL;
}

/* Finds a file of the page, or of the pages of reports, by its name; NULL: none. */
static const char *find_page_file(const char *name)
{
    if (strcmp(name, "d3.js") == 0) return noc_page_library[0].text;
    const char *text = find_file(noc_serve_page, name);
    return text ? text : find_file(noc_page_parts, name);
}

static const char *find_type(const char *name)
{
    static const char *const types[][2] = {
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".html", "text/html; charset=utf-8"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; i < sizeof types / sizeof *types && dot; i++)
        if (strcmp(dot, types[i][0]) == 0) return types[i][1];
    return "application/octet-stream";
}

/* Answers with a file of the page, as it is compiled in. */
static noc_server_reply answer_file(noc_routes *r, const noc_server_request *request)
{
    (void)r;
    const char *text = find_page_file(request->path);
    return (noc_server_reply){.status = MHD_HTTP_OK,
                              .type = find_type(request->path),
                              .lasting_text = text,
                              .size = strlen(text)};
}

/* Answers with the page. Its links are relative to the address, which has no slash at its end. */
static noc_server_reply answer_page(noc_routes *r, const noc_server_request *request)
{
    static const char head[] = "<head>";
    const char *text = find_page_file("index.html");
    const char *rest = strstr(text, head) + sizeof head - 1;
    char *page;
    (void)r;
    const int size = asprintf(&page, "%.*s\n<base href=\"/%.*s/\">%s", (int)(rest - text), text,
                              NOC_SERVER_TOKEN_CHARS, request->token, rest);
    if (size < 0)
        return (noc_server_reply){.status = MHD_HTTP_SERVICE_UNAVAILABLE, .type = media_type};
    return (noc_server_reply){
        .status = MHD_HTTP_OK, .type = find_type(".html"), .text = page, .size = (size_t)size};
}

/* ---- routes --------------------------------------------------------------------------------- */

static const route routes_by_path[] = {
    {"", get, answer_page},
    {"start", get, answer_start},
    {"answer", post, answer_question},
};

/* Finds a path's route; NULL: no such path. */
static const route *find_route(const char *path)
{
    static const route file = {"", get, answer_file};
    for (size_t i = 0; i < sizeof routes_by_path / sizeof *routes_by_path; i++)
        if (strcmp(routes_by_path[i].path, path) == 0) return &routes_by_path[i];
    return find_page_file(path) ? &file : NULL;
}

static unsigned check(void *context, const char *path, const char *method)
{
    (void)context;
    const route *found = find_route(path);
    if (!found) return MHD_HTTP_NOT_FOUND;
    return strcmp(found->method, method) == 0 ? 0 : MHD_HTTP_METHOD_NOT_ALLOWED;
}

static noc_server_reply answer(void *context, const noc_server_request *request)
{
    return find_route(request->path)->answer(context, request);
}

noc_status noc_routes_new(const noc_start *start, noc_routes **routes, noc_diag *diag)
{
    noc_routes *r = calloc(1, sizeof *r);
    *routes = r;
    if (!r) return noc_fail_memory(diag);
    r->start = start;
    return noc_context_new(&r->context, NULL) == NOC_CODE_OK ? NOC_OK : noc_fail_memory(diag);
}

void noc_routes_free(noc_routes *routes)
{
    if (routes) noc_context_release(routes->context);
    free(routes);
}

noc_server_site noc_routes_site(noc_routes *routes)
{
    return (noc_server_site){check, answer, routes};
}
