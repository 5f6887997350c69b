/* cli/serve/page.h: compiled-in files of the page of `serve`. */
#ifndef NOC_CLI_SERVE_PAGE_H
#define NOC_CLI_SERVE_PAGE_H

#include "base/embedded.h"

/* Files of cli/serve/page/; a NULL path ends them. */
extern const noc_embedded_file noc_serve_page[];

#endif
