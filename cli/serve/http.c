#include "cli/serve/http.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Name of a function, and the offset of its pointer in noc_http, bytes. */
typedef struct function {
    const char *name;
    size_t offset;
} function;

static const function functions[] = {
#define ROW(name) {"MHD_" #name, offsetof(noc_http, name)},
    NOC_HTTP_FUNCTIONS(ROW)
#undef ROW
};

noc_status noc_http_load(noc_http *http, noc_diag *diag)
{
    void *library = dlopen(NOC_MICROHTTPD, RTLD_NOW | RTLD_LOCAL);
    bool is_complete = library != NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && is_complete; i++) {
        void *const address = dlsym(library, functions[i].name);
        memcpy((char *)http + functions[i].offset, &address, sizeof address);
        is_complete = address != NULL;
    }
    if (is_complete) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "serve needs the library libmicrohttpd (apt install libmicrohttpd12): %s",
                    dlerror());
}
