/* Designs: public calls. */
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "bindings/c/context.h"
#include "bindings/c/held_design.h"
#include "bindings/c/system.h"
#include "explore/settings/settings.h"
#include "reader/shipped.h"
#include "reports/drawings/svg.h"
#include "reports/words/design_text.h"

/* Settings "key=value". */
typedef struct setting_list {
    const char *const *list;
    size_t count;
} setting_list;

/* Reads a design from a source, which is moved. */
static noc_status read_source(noc_context *context, noc_source *source, setting_list changed,
                              noc_design **design, noc_diag *diag)
{
    noc_held_source *held;
    noc_status status = noc_held_source_new(source, &held, diag);
    if (status != NOC_OK) return status;
    noc_workspace *workspace = noc_context_take(context, NULL);
    status = workspace ? noc_held_design_read(held, changed.list, changed.count, &workspace->texts,
                                              design, diag)
                       : noc_fail_memory(diag);
    noc_context_return(context, workspace);
    noc_held_source_drop(held); /* the design holds it */
    return status;
}

int noc_design_open(noc_context *context, const char *file, noc_design **design, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    NOC_AUTO_FREE char *path = NULL;
    noc_source source = {0};
    if (design) *design = NULL;
    noc_status status =
        noc_call_require(&call, "context", context, "file", file, "design", design, NULL);
    if (status == NOC_OK) status = noc_shipped_resolve(file, &path, &call.diag);
    if (status == NOC_OK) status = noc_source_read(path, &source, &call.diag);
    if (status == NOC_OK) source.typed_name = strdup(file);
    if (status == NOC_OK && !source.typed_name) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK)
        status = read_source(context, &source, (setting_list){0}, design, &call.diag);
    noc_source_clear(&source);
    return noc_call_end(&call, status);
}

int noc_design_parse_with(noc_context *context, const char *text, const char *name,
                          const char *const *settings, size_t count, noc_design **design,
                          noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (design) *design = NULL;
    noc_status status =
        noc_call_require(&call, "context", context, "text", text, "design", design, "settings",
                         noc_call_has_null(settings, count) ? NULL : context, NULL);
    if (status != NOC_OK) return noc_call_end(&call, status);
    noc_source source = {.path = strdup(name && *name ? name : "design"), .text = strdup(text)};
    const setting_list changed = {settings, count};
    status = source.path && source.text ? read_source(context, &source, changed, design, &call.diag)
                                        : noc_fail_memory(&call.diag);
    noc_source_clear(&source);
    return noc_call_end(&call, status);
}

int noc_design_parse(noc_context *context, const char *text, const char *name, noc_design **design,
                     noc_error *error)
{
    return noc_design_parse_with(context, text, name, NULL, 0, design, error);
}

/* True if two overrides "key=value" have the same key. */
static bool has_same_key(const char *a, const char *b)
{
    const size_t length = strcspn(a, "=");
    return strcspn(b, "=") == length && strncmp(a, b, length) == 0;
}

/* Lists the overrides of a design, without those whose keys are set anew, and then the new ones. */
static size_t join_settings(const noc_design *design, const char *const *settings, size_t count,
                            const char **joined)
{
    size_t joined_count = 0;
    for (size_t i = 0; i < design->override_count; i++) {
        size_t k = 0;
        while (k < count && !has_same_key(design->overrides[i], settings[k])) k++;
        if (k == count) joined[joined_count++] = design->overrides[i];
    }
    for (size_t k = 0; k < count; k++) joined[joined_count++] = settings[k];
    return joined_count;
}

static noc_status set(noc_context *context, noc_design **design, const char *const *settings,
                      size_t count, noc_diag *diag)
{
    noc_design *changed;
    NOC_AUTO_FREE const char **joined =
        calloc((*design)->override_count + count + 1, sizeof *joined);
    if (!joined) return noc_fail_memory(diag);
    const size_t joined_count = join_settings(*design, settings, count, joined);
    noc_workspace *workspace = noc_context_take(context, NULL);
    const noc_status status =
        workspace ? noc_held_design_read(noc_held_design_source(*design), joined, joined_count,
                                         &workspace->texts, &changed, diag)
                  : noc_fail_memory(diag);
    noc_context_return(context, workspace);
    if (status != NOC_OK) return status;
    noc_design_release(*design);
    *design = changed;
    return NOC_OK;
}

int noc_design_set(noc_context *context, noc_design **design, const char *const *settings,
                   size_t count, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    noc_status status =
        noc_call_require(&call, "context", context, "design", design ? *design : NULL, "settings",
                         noc_call_has_null(settings, count) ? NULL : design, NULL);
    if (status == NOC_OK) status = set(context, design, settings, count, &call.diag);
    return noc_call_end(&call, status);
}

/* Finds a setting by its path, and writes its value; NULL: the design has no such setting. Returns
 * false for a path that no design has. */
static bool find_value(const noc_design *design, const char *key, char **value)
{
    int network;
    noc_member_path member;
    const int setting = noc_setting_find_network(key, &network),
              list = setting < 0 ? noc_setting_find_list(key, &network, &member) : -1;
    if (setting < 0 && list < 0) return false;
    if (network >= design->network_count) return true;
    if (list >= 0)
        *value = noc_setting_member_text(design, (size_t)list, network, &member);
    else
        *value = network < 0 ? noc_setting_all_text(design, (size_t)setting)
                             : noc_setting_text(design, (size_t)setting, network);
    return true;
}

/* Writes a setting's value. */
static noc_status get(const noc_design *design, const char *key, char **value, noc_diag *diag)
{
    if (!find_value(design, key, value)) {
        char fault[240];
        noc_setting_write_fault(key, fault, sizeof fault);
        return noc_fail(diag, NOC_EUSAGE, (noc_place){key, 0}, "%s", fault);
    }
    if (*value) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){key, 0}, "%s has no such setting", design->name);
}

int noc_design_get(const noc_design *design, const char *key, char **value, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (value) *value = NULL;
    noc_status status = noc_call_require(&call, "design", design, "key", key, "value", value, NULL);
    if (status == NOC_OK) status = get(design, key, value, &call.diag);
    return noc_call_end(&call, status);
}

int noc_design_copy(const noc_design *design, noc_design **copy, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (copy) *copy = NULL;
    const noc_status status = noc_call_require(&call, "design", design, "copy", copy, NULL);
    if (status == NOC_OK) *copy = noc_held_design_share(design);
    return noc_call_end(&call, status);
}

int noc_design_verify(noc_context *context, const noc_design *design, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    noc_built_system built = {0};
    noc_status status = noc_call_require(&call, "context", context, "design", design, NULL);
    if (status == NOC_OK)
        status = noc_built_system_make(context, design, false, &built, &call.diag);
    noc_built_system_clear(&built);
    return noc_call_end(&call, status);
}

const char *noc_design_title(const noc_design *design)
{
    return design ? design->name : "";
}

const char *noc_design_file(const noc_design *design)
{
    return design ? design->file : "";
}

const char *noc_design_fingerprint(const noc_design *design)
{
    return design ? design->hash : "";
}

size_t noc_design_network_count(const noc_design *design)
{
    return design ? (size_t)design->network_count : 0;
}

const char *noc_design_setting(const noc_design *design, size_t i)
{
    return design && i < design->override_count ? design->overrides[i] : NULL;
}

/* Writes the name of a shipped design as a line. */
static void write_name(void *out, const char *name, const char *folder)
{
    (void)folder;
    fprintf(out, "%s\n", name);
}

int noc_shipped_design_list(char **names, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    size_t size;
    if (names) *names = NULL;
    noc_status status = noc_call_require(&call, "names", names, NULL);
    FILE *out = status == NOC_OK ? open_memstream(names, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(&call.diag);
    if (status == NOC_OK) noc_shipped_visit(&noc_shipped_designs, write_name, out);
    if (out) status = noc_stream_close(out, names, status, &call.diag);
    return noc_call_end(&call, status);
}

static noc_status write_text(const noc_design *design, char **text, noc_diag *diag)
{
    size_t size;
    FILE *out = open_memstream(text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_design_print(design, out);
    return noc_stream_close(out, text, NOC_OK, diag);
}

int noc_design_text(const noc_design *design, char **text, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (text) *text = NULL;
    noc_status status = noc_call_require(&call, "design", design, "text", text, NULL);
    if (status == NOC_OK) status = write_text(design, text, &call.diag);
    return noc_call_end(&call, status);
}

static noc_status draw(noc_context *context, const noc_design *design, char **svg, noc_diag *diag)
{
    size_t size;
    noc_built_system built = {0};
    noc_status status = noc_built_system_make(context, design, true, &built, diag);
    FILE *out = status == NOC_OK ? open_memstream(svg, &size) : NULL;
    if (status == NOC_OK && !out) status = noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_svg_draw(built.system, out, diag);
    status = noc_stream_close(out, svg, status, diag);
    noc_built_system_clear(&built);
    return status;
}

int noc_design_svg(noc_context *context, const noc_design *design, char **svg, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    if (svg) *svg = NULL;
    noc_status status =
        noc_call_require(&call, "context", context, "design", design, "svg", svg, NULL);
    if (status == NOC_OK) status = draw(context, design, svg, &call.diag);
    return noc_call_end(&call, status);
}

void noc_text_release(char *text)
{
    free(text);
}
