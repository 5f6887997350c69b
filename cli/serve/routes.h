/* cli/serve/routes.h: paths of the server of the page, and their answers. */
#ifndef NOC_CLI_SERVE_ROUTES_H
#define NOC_CLI_SERVE_ROUTES_H

#include "base/embedded.h"
#include "cli/serve/server.h"
#include "cli/serve/start.h"

/* Compiled-in files of cli/serve/page/; a NULL path ends them. */
extern const noc_embedded_file noc_serve_page[];

typedef struct noc_routes noc_routes;

/* Makes the routes; `start` outlives them. `threads`: number of questions answered at a time, and
 * of threads of a measurement; 0: one a processor. NOC_EFAILED: out of memory. The caller frees
 * *routes in any case. */
noc_status noc_routes_new(const noc_start *start, unsigned threads, noc_routes **routes,
                          noc_diag *diag);

/* Stops all answers and measurements. False: some do not end within seconds, and use the routes. */
bool noc_routes_stop(noc_routes *routes);
void noc_routes_free(noc_routes *routes);

/* Returns the site of a server with the routes. */
noc_server_site noc_routes_site(noc_routes *routes);

#endif
