/* cli/serve/server.h: HTTP server on this machine alone: its socket, its token, what every request
 * must have, and limits.
 *
 * The server listens at 127.0.0.1. A request without the token in its path, for another host, or
 * from a page of another origin is refused before anything is read of it. Each connection has a
 * thread, so an answer may take its time. */
#ifndef NOC_CLI_SERVE_SERVER_H
#define NOC_CLI_SERVE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "cli/serve/http.h"

enum {
    NOC_SERVER_TOKEN_CHARS = 32,     /* hexadecimal digits */
    NOC_SERVER_BODY_MAX = 4 << 20,   /* bytes of a request's body */
    NOC_SERVER_CONNECTIONS_MAX = 64, /* connections at once; further ones are closed */
    NOC_SERVER_REQUESTS_MAX = 16, /* requests at once; further ones wait with their bodies unread */
    NOC_SERVER_IDLE_SECONDS = 20, /* time without a byte after which a connection closes */
};

/* A request that passed the checks. */
typedef struct noc_server_request {
    const char *token;  /* NOC_SERVER_TOKEN_CHARS, then more of the path */
    const char *path;   /* path below the token, without the slash: "", "answer" */
    const char *method; /* "GET", "POST" */
    const char *body;   /* bytes of a POST, followed by a 0 */
    size_t size;
} noc_server_request;

/* Text that is sent as it comes to be. */
typedef struct noc_server_stream {
    /* Writes up to `size` bytes; may wait. Returns their number; 0 at the end. */
    size_t (*read)(void *context, char *bytes, size_t size);
    void (*close)(void *context); /* called once, when all is sent or the connection has closed */
    void *context;
} noc_server_stream;

/* Response to a request. */
typedef struct noc_server_reply {
    unsigned status;
    const char *type;         /* static media type: "application/json" */
    const char *lasting_text; /* text that outlives the server; NULL: another */
    char *text;               /* text that the server frees; NULL: another */
    size_t size;              /* bytes of one of both texts */
    noc_server_stream stream; /* read NULL: a text */
} noc_server_reply;

/* Content of a server. Several threads call its functions at once. */
typedef struct noc_server_site {
    /* Returns 0 for a request that is to be answered, otherwise the status that refuses it: 404 for
     * an unknown path, 405 for a method that the path does not have. */
    unsigned (*check)(void *context, const char *path, const char *method);
    noc_server_reply (*answer)(void *context, const noc_server_request *request);
    void *context;
} noc_server_site;

typedef struct noc_server noc_server;

/* Starts a server at a port; 0: the first free one from NOC_SERVER_PORT on. NOC_EUSAGE with the
 * next free port if the port is in use. The caller stops *server in any case. */
noc_status noc_server_start(const noc_http *http, uint16_t port, const noc_server_site *site,
                            noc_server **server, noc_diag *diag);

enum { NOC_SERVER_PORT = 8421 }; /* no well-known service has it */

/* Return the port of a server, its token, and its ticket: a path that leads to the page once, for
 * command lines, which others may read. */
uint16_t noc_server_port(const noc_server *server);
const char *noc_server_token(const noc_server *server);
const char *noc_server_ticket(const noc_server *server);

/* Ends the server: closes all connections, waits for their threads. NULL is accepted. */
void noc_server_stop(noc_server *server);

#endif
