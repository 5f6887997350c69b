#include "cli/serve/routes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/shortage.h"
#include "cli/serve/answers.h"
#include "cli/serve/measurements.h"
#include "cli/serve/questions.h"
#include "cli/serve/work.h"
#include "reports/drawings/page_parts.h"

struct noc_routes {
    const noc_start *start;
    noc_jobs jobs;
    noc_work *work;
    noc_measurements measurements;
};

typedef struct route {
    const char *path, *method;
    noc_server_reply (*answer)(noc_routes *routes, const noc_server_request *request);
} route;

static const char media_type[] = "application/json", line_type[] = "application/x-ndjson",
                  post[] = "POST", get[] = "GET";

/* ---- documents ------------------------------------------------------------------------------ */

/* Makes the reply of a document, whose text is moved. Without memory a lasting text is left. */
static noc_server_reply reply(unsigned status, noc_document answer)
{
    static const char short_text[] =
        "{\"faults\":[{\"key\":null,\"file\":\"\",\"line\":0,\"message\":\"out of memory "
        "(--max-memory SIZE allows more)\"}]}";
    if (!answer.text)
        return (noc_server_reply){.status = MHD_HTTP_SERVICE_UNAVAILABLE,
                                  .type = media_type,
                                  .lasting_text = short_text,
                                  .size = sizeof short_text - 1};
    return (noc_server_reply){
        .status = status, .type = media_type, .text = answer.text, .size = answer.size};
}

/* Makes the reply of one fault. */
static noc_server_reply refuse(unsigned status, const char *words)
{
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    noc_fail(&diag, NOC_EFAILED, NOC_NOWHERE, "%s", words);
    return reply(status, noc_document_of_messages(&diag));
}

static noc_server_reply answer_start(noc_routes *r, const noc_server_request *request)
{
    (void)request;
    return reply(MHD_HTTP_OK,
                 noc_document_write(noc_start_document(r->start), NULL, 0, NOC_DOCUMENT_ANSWER));
}

static noc_server_reply answer_front(noc_routes *r, const noc_server_request *request)
{
    (void)request;
    return (noc_server_reply){.status = MHD_HTTP_OK,
                              .type = media_type,
                              .lasting_text = r->start->front,
                              .size = strlen(r->start->front)};
}

/* Reads a question. False: *refusal says what is wrong. */
static bool read_question(const noc_server_request *request, bool measures, noc_question *question,
                          noc_server_reply *refusal)
{
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    if (noc_question_read(request->body, request->size, measures, question, &diag) == NOC_OK)
        return true;
    *refusal = reply(MHD_HTTP_BAD_REQUEST, noc_document_of_messages(&diag));
    return false;
}

static noc_server_reply reply_superseded(uint64_t sequence)
{
    noc_document answer = {.text = NULL};
    const int size =
        asprintf(&answer.text, "{\"sequence\":%" PRIu64 ",\"superseded\":true}", sequence);
    if (size < 0) answer.text = NULL;
    answer.size = (size_t)size;
    return reply(MHD_HTTP_CONFLICT, answer);
}

static noc_server_reply answer_question(noc_routes *r, const noc_server_request *request)
{
    NOC_AUTO(noc_question_clear) noc_question question;
    noc_server_reply refusal;
    noc_document answer;
    if (!read_question(request, false, &question, &refusal)) return refusal;
    const uint64_t sequence = question.sequence;
    switch (noc_work_answer(r->work, &question, noc_start_find_file(r->start, question.name),
                            &answer)) {
    case NOC_WORK_ANSWERED:
        break;
    case NOC_WORK_SUPERSEDED:
        return reply_superseded(sequence);
    case NOC_WORK_LATE:
        return refuse(MHD_HTTP_SERVICE_UNAVAILABLE,
                      "no answer within 30 s: the design is too large for "
                      "a page, not for 'nocsight query'");
    case NOC_WORK_STOPPED:
        return refuse(MHD_HTTP_SERVICE_UNAVAILABLE, "nocsight serve ends");
    }
    return reply(answer.kind == NOC_DOCUMENT_ANSWER ? MHD_HTTP_OK : MHD_HTTP_UNPROCESSABLE_CONTENT,
                 answer);
}

static noc_server_reply answer_measurement(noc_routes *r, const noc_server_request *request)
{
    NOC_AUTO(noc_question_clear) noc_question question;
    noc_server_reply started = {.status = MHD_HTTP_OK, .type = line_type}, refusal;
    if (!read_question(request, true, &question, &refusal)) return refusal;
    switch (noc_measurement_begin(&r->measurements, &question,
                                  noc_start_find_file(r->start, question.name), &started.stream)) {
    case NOC_MEASUREMENT_STARTED:
        break;
    case NOC_MEASUREMENT_TOO_MANY:
        return refuse(MHD_HTTP_TOO_MANY_REQUESTS,
                      "two measurements are under way: cancel one, or wait");
    case NOC_MEASUREMENT_SHORT:
        return reply(MHD_HTTP_SERVICE_UNAVAILABLE, (noc_document){.text = NULL});
    }
    return started;
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
    if (size < 0) return reply(MHD_HTTP_SERVICE_UNAVAILABLE, (noc_document){.text = NULL});
    return (noc_server_reply){
        .status = MHD_HTTP_OK, .type = find_type(".html"), .text = page, .size = (size_t)size};
}

/* ---- routes --------------------------------------------------------------------------------- */

static const route routes_by_path[] = {
    {"", get, answer_page},
    {"start", get, answer_start},
    {"front", get, answer_front},
    {"answer", post, answer_question},
    {"measure", post, answer_measurement},
};

/* Finds a path's route; NULL: no such path. */
static const route *find_route(const noc_routes *r, const char *path)
{
    static const route file = {"", get, answer_file};
    for (size_t i = 0; i < sizeof routes_by_path / sizeof *routes_by_path; i++)
        if (strcmp(routes_by_path[i].path, path) == 0)
            return r->start->front || routes_by_path[i].answer != answer_front ? &routes_by_path[i]
                                                                               : NULL;
    return find_page_file(path) ? &file : NULL;
}

static unsigned check(void *context, const char *path, const char *method)
{
    const route *found = find_route(context, path);
    if (!found) return MHD_HTTP_NOT_FOUND;
    return strcmp(found->method, method) == 0 ? 0 : MHD_HTTP_METHOD_NOT_ALLOWED;
}

/* Answers a request. A document may lack parts if memory ran short anywhere meanwhile. */
static noc_server_reply answer(void *context, const noc_server_request *request)
{
    const unsigned shortages = noc_shortage_count();
    const noc_server_reply made = find_route(context, request->path)->answer(context, request);
    if (noc_shortage_count() == shortages || made.stream.read) return made;
    free(made.text);
    return reply(MHD_HTTP_SERVICE_UNAVAILABLE, (noc_document){.text = NULL});
}

noc_status noc_routes_new(const noc_start *start, unsigned threads, noc_routes **routes,
                          noc_diag *diag)
{
    noc_routes *r = calloc(1, sizeof *r);
    *routes = r;
    if (!r) return noc_fail_memory(diag);
    r->start = start;
    noc_jobs_init(&r->jobs);
    r->measurements = (noc_measurements){.jobs = &r->jobs, .threads = threads};
    return noc_work_new(&r->jobs, threads, &r->work, diag);
}

bool noc_routes_stop(noc_routes *routes)
{
    static const double seconds = 0.5;
    return noc_jobs_stop(&routes->jobs, seconds);
}

void noc_routes_free(noc_routes *routes)
{
    if (!routes) return;
    noc_work_free(routes->work);
    noc_jobs_clear(&routes->jobs);
    free(routes);
}

noc_server_site noc_routes_site(noc_routes *routes)
{
    return (noc_server_site){check, answer, routes};
}
