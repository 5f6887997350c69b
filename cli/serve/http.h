/* cli/serve/http.h: libmicrohttpd, loaded when `serve` runs. It needs libraries of TLS and others,
 * and to load all these at every start would take longer than most commands do. */
#ifndef NOC_CLI_SERVE_HTTP_H
#define NOC_CLI_SERVE_HTTP_H

#include <microhttpd.h>

#include "base/diag.h"

/* Functions of the library that the server uses: X(name) for MHD_name. */
#define NOC_HTTP_FUNCTIONS(X)                         \
    X(start_daemon)                                   \
    X(stop_daemon)                                    \
    X(get_connection_values)                          \
    X(lookup_connection_value)                        \
    X(create_response_from_buffer)                    \
    X(create_response_from_buffer_with_free_callback) \
    X(create_response_from_callback)                  \
    X(add_response_header)                            \
    X(queue_response)                                 \
    X(destroy_response)

typedef struct noc_http {
#define NOC_HTTP_MEMBER(name) __typeof__(MHD_##name) *name;
    NOC_HTTP_FUNCTIONS(NOC_HTTP_MEMBER)
#undef NOC_HTTP_MEMBER
} noc_http;

/* Loads the library for the rest of the process. NOC_EFAILED: it is not installed; the message has
 * the remedy. */
noc_status noc_http_load(noc_http *http, noc_diag *diag);

#endif
