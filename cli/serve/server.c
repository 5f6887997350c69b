#include "cli/serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

struct noc_server {
    const noc_http *http;
    struct MHD_Daemon *daemon;
    noc_server_site site;
    uint16_t port;
    char token[NOC_SERVER_TOKEN_CHARS + 1], ticket[NOC_SERVER_TOKEN_CHARS + 1];
    atomic_bool is_ticket_used;
    char hosts[2][40]; /* permitted values of the header Host */
    pthread_mutex_t lock;
    pthread_cond_t change; /* broadcast when a request ends, and when the server ends */
    unsigned request_count;
    bool is_stopping;
};

/* ---- the socket ----------------------------------------------------------------------------- */

/* Opens a socket that listens at a port of this machine; -1 with errno: failure. */
static int listen_at(uint16_t port)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes); /* a server before may have ended */
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
        listen(fd, SOMAXCONN) == 0)
        return fd;
    const int cause = errno;
    close(fd);
    errno = cause;
    return -1;
}

/* Opens a socket at the first port from `first` on that nobody uses; -1: none. */
static int listen_from(unsigned first, uint16_t *port)
{
    for (unsigned p = first; p <= UINT16_MAX; p++) {
        const int fd = listen_at((uint16_t)p);
        *port = (uint16_t)p;
        if (fd >= 0 || errno != EADDRINUSE) return fd;
    }
    return -1;
}

/* Reports a port in use, with the next free one. */
static noc_status refuse_port(uint16_t port, noc_diag *diag)
{
    char option[20];
    uint16_t free_port;
    const int fd = listen_from(port + 1u, &free_port);
    snprintf(option, sizeof option, "--port %u", port);
    if (fd < 0)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){option, 0},
                        "the port is in use, and so are all above it");
    close(fd);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){option, 0},
                    "the port is in use (the next free one: --port %u)", free_port);
}

static noc_status open_socket(uint16_t port, noc_server *s, int *fd, noc_diag *diag)
{
    s->port = port;
    *fd = port ? listen_at(port) : listen_from(NOC_SERVER_PORT, &s->port);
    if (*fd >= 0) return NOC_OK;
    if (errno == EADDRINUSE && port) return refuse_port(port, diag);
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "cannot listen at 127.0.0.1:%u: %s", s->port,
                    strerror(errno));
}

static noc_status draw_token(char token[NOC_SERVER_TOKEN_CHARS + 1], noc_diag *diag)
{
    unsigned char bytes[NOC_SERVER_TOKEN_CHARS / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "no random token: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return NOC_OK;
}

/* ---- checks --------------------------------------------------------------------------------- */

/* True if a path begins with a token. Takes a time that does not depend on the bytes. */
static bool begins_with(const char *url, const char *token)
{
    unsigned char difference = 0;
    if (strnlen(url, NOC_SERVER_TOKEN_CHARS + 1) <= NOC_SERVER_TOKEN_CHARS) return false;
    for (size_t i = 0; i < NOC_SERVER_TOKEN_CHARS; i++)
        difference |= (unsigned char)(url[i + 1] ^ token[i]);
    const char end = url[NOC_SERVER_TOKEN_CHARS + 1];
    return *url == '/' && difference == 0 && (end == '/' || end == '\0');
}

static bool is_host(const noc_server *s, const char *value)
{
    return strcasecmp(value, s->hosts[0]) == 0 || strcasecmp(value, s->hosts[1]) == 0;
}

/* Headers of a request that say for whom and from whom it is. */
typedef struct origin_check {
    const noc_server *server;
    int host_count;
    bool is_foreign;
} origin_check;

static enum MHD_Result check_header(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    static const char scheme[] = "http://";
    origin_check *c = context;
    (void)kind;
    if (!value) value = "";
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
        c->host_count++;
        if (!is_host(c->server, value)) c->is_foreign = true;
    }
    if (strcasecmp(name, MHD_HTTP_HEADER_ORIGIN) == 0 &&
        (strncasecmp(value, scheme, sizeof scheme - 1) != 0 ||
         !is_host(c->server, value + sizeof scheme - 1)))
        c->is_foreign = true;
    return MHD_YES;
}

/* A page of another site that reaches this machine, by a name that resolves to it or by a form, has
 * another Host or Origin. */
static bool is_from_own_page(const noc_server *s, struct MHD_Connection *connection)
{
    origin_check c = {.server = s};
    s->http->get_connection_values(connection, MHD_HEADER_KIND, check_header, &c);
    return c.host_count == 1 && !c.is_foreign;
}

/* Finds the size of a body from its header. Returns 0, or the status that refuses the request. */
static unsigned find_body_size(const noc_server *s, struct MHD_Connection *connection, size_t *size)
{
    const char *text = s->http->lookup_connection_value(connection, MHD_HEADER_KIND,
                                                        MHD_HTTP_HEADER_CONTENT_LENGTH);
    char *end;
    *size = 0;
    if (!text) return MHD_HTTP_LENGTH_REQUIRED;
    errno = 0;
    const unsigned long long bytes = strtoull(text, &end, 10);
    if (*end || errno || bytes > NOC_SERVER_BODY_MAX) return MHD_HTTP_CONTENT_TOO_LARGE;
    *size = (size_t)bytes;
    return 0;
}

/* ---- responses ------------------------------------------------------------------------------ */

/* Headers of every response: the page may load and ask this server alone, nobody may frame it, and
 * its address, which has the token, goes nowhere. */
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "
     "data: blob:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors "
     "'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
};

static void free_text(void *text)
{
    free(text);
}

/* A stream, and the functions of the library that reads it. */
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t size)
{
    const noc_server_stream *stream = context;
    (void)position;
    const size_t count = stream->read(stream->context, bytes, size);
    return count ? (ssize_t)count : MHD_CONTENT_READER_END_OF_STREAM;
}

static void close_stream(void *context)
{
    noc_server_stream *stream = context;
    stream->close(stream->context);
    free(stream);
}

static struct MHD_Response *make_stream(const noc_server *s, const noc_server_stream *stream)
{
    enum { BLOCK_BYTES = 16 << 10 };
    struct MHD_Response *response = NULL;
    noc_server_stream *copy = malloc(sizeof *copy);
    if (copy) {
        *copy = *stream;
        response = s->http->create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                                          read_stream, copy, close_stream);
    }
    if (response) return response;
    free(copy);
    stream->close(stream->context);
    return NULL;
}

static struct MHD_Response *make_response(const noc_server *s, const noc_server_reply *reply)
{
    if (reply->stream.read) return make_stream(s, &reply->stream);
    if (!reply->text) {
        char *text;
        const char *lasting = reply->lasting_text ? reply->lasting_text : "";
        memcpy(&text, &lasting, sizeof text); /* the library does not write into it */
        return s->http->create_response_from_buffer(reply->size, text, MHD_RESPMEM_PERSISTENT);
    }
    /* freed by this program, which counts its memory */
    struct MHD_Response *response = s->http->create_response_from_buffer_with_free_callback(
        reply->size, reply->text, free_text);
    if (!response) free(reply->text);
    return response;
}

/* Sends a reply. MHD_NO closes the connection. */
static enum MHD_Result send_reply(const noc_server *s, struct MHD_Connection *connection,
                                  const noc_server_reply *reply)
{
    struct MHD_Response *response = make_response(s, reply);
    if (!response) return MHD_NO;
    s->http->add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        s->http->add_response_header(response, headers[i][0], headers[i][1]);
    if (reply->status == MHD_HTTP_METHOD_NOT_ALLOWED)
        s->http->add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, POST");
    if (reply->status == MHD_HTTP_SEE_OTHER) {
        char page[NOC_SERVER_TOKEN_CHARS + 2];
        snprintf(page, sizeof page, "/%s", s->token);
        s->http->add_response_header(response, MHD_HTTP_HEADER_LOCATION, page);
    }
    const enum MHD_Result result = s->http->queue_response(connection, reply->status, response);
    s->http->destroy_response(response);
    return result;
}

/* Answers without a look at the rest of a request. */
static enum MHD_Result refuse(const noc_server *s, struct MHD_Connection *connection,
                              unsigned status)
{
    static const struct {
        unsigned status;
        const char *words;
    } refusals[] = {
        {MHD_HTTP_SEE_OTHER, "303: the page is at the next address.\n"},
        {MHD_HTTP_FORBIDDEN, "403: open the address that nocsight serve printed.\n"},
        {MHD_HTTP_NOT_FOUND, "404: there is no such page here.\n"},
        {MHD_HTTP_METHOD_NOT_ALLOWED, "405: this is no request that the page makes.\n"},
        {MHD_HTTP_LENGTH_REQUIRED, "411: the size of the body is missing.\n"},
        {MHD_HTTP_CONTENT_TOO_LARGE, "413: the body is larger than 4 MiB.\n"},
        {MHD_HTTP_SERVICE_UNAVAILABLE, "503: out of memory.\n"},
    };
    size_t i = 0;
    while (refusals[i].status != status) i++;
    const noc_server_reply reply = {.status = status,
                                    .type = "text/plain; charset=utf-8",
                                    .lasting_text = refusals[i].words,
                                    .size = strlen(refusals[i].words)};
    return send_reply(s, connection, &reply);
}

/* ---- requests ------------------------------------------------------------------------------- */

/* A request while its body comes in. */
typedef struct incoming {
    size_t size, capacity;
    char body[]; /* capacity, and a 0 */
} incoming;

/* Looks at a request's head. Returns 0, or the status that refuses it. */
static unsigned check_head(noc_server *s, struct MHD_Connection *connection, const char *url,
                           const char *method, size_t *body_size)
{
    *body_size = 0;
    if (!is_from_own_page(s, connection)) return MHD_HTTP_FORBIDDEN;
    if (begins_with(url, s->ticket) && !atomic_exchange(&s->is_ticket_used, true))
        return MHD_HTTP_SEE_OTHER;
    if (!begins_with(url, s->token)) return MHD_HTTP_FORBIDDEN;
    const char *path = url + 1 + NOC_SERVER_TOKEN_CHARS;
    const unsigned status = s->site.check(s->site.context, path + (*path == '/'), method);
    if (status || strcmp(method, MHD_HTTP_METHOD_POST) != 0) return status;
    return find_body_size(s, connection, body_size);
}

/* Waits until a request may begin. False: the server ends. */
static bool enter(noc_server *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->request_count == NOC_SERVER_REQUESTS_MAX && !s->is_stopping)
        pthread_cond_wait(&s->change, &s->lock);
    const bool has_entered = !s->is_stopping;
    s->request_count += has_entered;
    pthread_mutex_unlock(&s->lock);
    return has_entered;
}

static void leave(noc_server *s)
{
    pthread_mutex_lock(&s->lock);
    s->request_count--;
    pthread_cond_signal(&s->change);
    pthread_mutex_unlock(&s->lock);
}

static enum MHD_Result begin_request(noc_server *s, struct MHD_Connection *connection,
                                     const char *url, const char *method, void **request)
{
    size_t size;
    const unsigned status = check_head(s, connection, url, method, &size);
    if (status) return refuse(s, connection, status);
    if (!enter(s)) return MHD_NO;
    incoming *in = malloc(sizeof *in + size + 1);
    if (!in) {
        leave(s);
        return refuse(s, connection, MHD_HTTP_SERVICE_UNAVAILABLE);
    }
    *in = (incoming){.capacity = size};
    *request = in;
    return MHD_YES;
}

/* Keeps bytes of a body. More than its header said closes the connection. */
static enum MHD_Result add_body(incoming *in, const char *bytes, size_t *count)
{
    if (*count > in->capacity - in->size) return MHD_NO;
    memcpy(in->body + in->size, bytes, *count);
    in->size += *count;
    *count = 0;
    return MHD_YES;
}

/* Hears of a request: first of its head, then of its body's parts, then of its end. */
static enum MHD_Result hear(void *context, struct MHD_Connection *connection, const char *url,
                            const char *method, const char *version, const char *bytes,
                            size_t *count, void **request)
{
    noc_server *s = context;
    incoming *in = *request;
    (void)version;
    if (!in) return begin_request(s, connection, url, method, request);
    if (*count) return add_body(in, bytes, count);
    in->body[in->size] = '\0';
    const char *path = url + 1 + NOC_SERVER_TOKEN_CHARS;
    const noc_server_request whole = {url + 1, path + (*path == '/'), method, in->body, in->size};
    const noc_server_reply reply = s->site.answer(s->site.context, &whole);
    return send_reply(s, connection, &reply);
}

static void forget_request(void *context, struct MHD_Connection *connection, void **request,
                           enum MHD_RequestTerminationCode how)
{
    (void)connection;
    (void)how;
    if (!*request) return;
    free(*request);
    *request = NULL;
    leave(context);
}

/* The library's own messages are about clients, and nobody asked for them. */
static void keep_silent(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

/* ---- the server ----------------------------------------------------------------------------- */

static struct MHD_Daemon *start_daemon(noc_server *s, int fd)
{
    return s->http->start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
                                     MHD_USE_POLL | MHD_USE_ITC | MHD_USE_ERROR_LOG,
                                 s->port, NULL, NULL, hear, s, MHD_OPTION_EXTERNAL_LOGGER,
                                 keep_silent, NULL, MHD_OPTION_LISTEN_SOCKET, fd,
                                 MHD_OPTION_NOTIFY_COMPLETED, forget_request, s,
                                 MHD_OPTION_CONNECTION_LIMIT, (unsigned)NOC_SERVER_CONNECTIONS_MAX,
                                 MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)NOC_SERVER_IDLE_SECONDS,
                                 MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

noc_status noc_server_start(const noc_http *http, uint16_t port, const noc_server_site *site,
                            noc_server **server, noc_diag *diag)
{
    int fd = -1;
    noc_server *s = calloc(1, sizeof *s);
    *server = s;
    if (!s) return noc_fail_memory(diag);
    s->http = http;
    s->site = *site;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->change, NULL);
    noc_status status = draw_token(s->token, diag);
    if (status == NOC_OK) status = draw_token(s->ticket, diag);
    if (status == NOC_OK) status = open_socket(port, s, &fd, diag);
    if (status != NOC_OK) return status;
    snprintf(s->hosts[0], sizeof s->hosts[0], "127.0.0.1:%u", s->port);
    snprintf(s->hosts[1], sizeof s->hosts[1], "localhost:%u", s->port);
    s->daemon = start_daemon(s, fd);
    if (s->daemon) return NOC_OK;
    close(fd);
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "libmicrohttpd starts no server at port %u",
                    s->port);
}

uint16_t noc_server_port(const noc_server *server)
{
    return server->port;
}

const char *noc_server_token(const noc_server *server)
{
    return server->token;
}

const char *noc_server_ticket(const noc_server *server)
{
    return server->ticket;
}

void noc_server_stop(noc_server *server)
{
    if (!server) return;
    pthread_mutex_lock(&server->lock);
    server->is_stopping = true;
    pthread_cond_broadcast(&server->change);
    pthread_mutex_unlock(&server->lock);
    if (server->daemon) server->http->stop_daemon(server->daemon); /* closes the socket */
    pthread_cond_destroy(&server->change);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
