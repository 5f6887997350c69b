#include "design/design.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"

noc_status noc_source_read(const char *path, noc_source *source, noc_diag *diag)
{
    char *text = NULL;
    const noc_status status = noc_config_slurp(path, &text, diag);
    if (status != NOC_OK) return status;
    source->path = strdup(path);
    source->text = text;
    return source->path ? NOC_OK : noc_fail_memory(diag);
}

void noc_source_clear(noc_source *source)
{
    free(source->path);
    free(source->text);
    free(source->word);
    *source = (noc_source){.path = NULL};
}

/* True if an origin is that of a key, or of any key of a group. */
static bool is_of(const noc_origin *origin, const char *path)
{
    const size_t length = strlen(path);
    return strncmp(origin->path, path, length) == 0 &&
           (origin->path[length] == '\0' || strchr(".[", origin->path[length]));
}

void noc_design_view(const noc_design *d, size_t part, noc_design *view)
{
    *view = *d;
    if (d->traffic.classes.count == 0) return;
    view->traffic = d->traffic.classes.list[part].traffic;
    view->viewed_class = (int)part + 1;
}

static const char of_traffic[] = "traffic.";

/* Finds the origin of a key, searching from the end, since the last value of a key holds. */
static const noc_origin *find_origin(const noc_design *d, const char *path, int network)
{
    char indexed[80] = "";
    if (strncmp(path, "network.", 8) == 0)
        snprintf(indexed, sizeof indexed, "networks[%d].%s", network, path + 8);
    if (d->viewed_class && strncmp(path, of_traffic, strlen(of_traffic)) == 0)
        snprintf(indexed, sizeof indexed, "traffic.classes[%d].%s", d->viewed_class - 1,
                 path + strlen(of_traffic));
    for (size_t i = d->origin_count; i-- > 0;)
        if (is_of(&d->origins[i], path) || (*indexed && is_of(&d->origins[i], indexed)))
            return &d->origins[i];
    return NULL;
}

static const noc_origin *origin_of(const noc_design *d, const char *group, int network,
                                   const char *key)
{
    char path[80];
    snprintf(path, sizeof path, "%s.%s", group, key);
    return find_origin(d, path, network);
}

bool noc_design_was_set(const noc_design *d, const char *group, int network, const char *key)
{
    return origin_of(d, group, network, key) != NULL;
}

bool noc_design_has_group(const noc_design *d, const char *group)
{
    const size_t length = strlen(group);
    for (size_t i = 0; i < d->origin_count; i++)
        if (strncmp(d->origins[i].path, group, length) == 0 && d->origins[i].path[length] == '.')
            return true;
    return false;
}

bool noc_design_was_commanded(const noc_design *d, const char *group, int network, const char *key)
{
    const noc_origin *origin = origin_of(d, group, network, key);
    return origin && origin->overridden;
}

/* Returns the message with the traffic keys named as keys of the viewed class. Frees `text`. NULL
 * when out of memory. */
static char *said_of_class(const noc_design *d, char *text)
{
    char *said = NULL;
    size_t size = 0;
    FILE *out = d->viewed_class ? open_memstream(&said, &size) : NULL;
    if (!d->viewed_class) return text;
    const char *rest = text, *at;
    while (out && (at = strstr(rest, of_traffic))) {
        fprintf(out, "%.*straffic.classes[%d].", (int)(at - rest), rest, d->viewed_class - 1);
        rest = at + strlen(of_traffic);
    }
    if (out) fputs(rest, out);
    if (out && fclose(out) != 0) {
        free(said);
        said = NULL;
    }
    free(text);
    return said;
}

noc_status noc_design_conflict(const noc_design *d, noc_diag *diag, int network,
                               const char *const *keys, const char *format, ...)
{
    const noc_origin *blamed = NULL;
    for (size_t i = 0; keys[i]; i++) {
        const noc_origin *origin = find_origin(d, keys[i], network);
        if (origin && origin->doubtful) return NOC_EINPUT; /* fault was reported before */
        if (origin && (!blamed || (origin->overridden && !blamed->overridden))) blamed = origin;
    }
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length >= 0) text = said_of_class(d, text);
    if (length < 0 || !text) return noc_fail_memory(diag);
    const noc_status status =
        noc_fail(diag, blamed && blamed->overridden ? NOC_EUSAGE : NOC_EINPUT,
                 blamed ? blamed->place : (noc_place){d->file, 0}, "%s", text);
    free(text);
    return status;
}

noc_status noc_design_refuse(const noc_design *d, noc_diag *diag, int network,
                             const noc_refusal *refusal)
{
    return noc_design_conflict(d, diag, network, refusal->keys, "%s", refusal->text);
}

size_t noc_design_workloads(const noc_design *d, noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX])
{
    if (!d->closed_loop) return 0;
    const bool named = d->workload_name && d->kernel_name_count == 0;
    const size_t count = named ? noc_workload_parts(d->workload_name, parts) : 1;
    if (count > 1) return count;
    parts[0] = (noc_workload_part){d->workload_name ? d->workload_name : "own", d->workload, 1.0};
    return 1;
}

bool noc_design_has_set(const noc_design *d)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    return noc_design_workloads(d, parts) > 1;
}

bool noc_design_has_tables(const noc_design *d)
{
    return noc_design_has_wiring(d) || d->traffic.rates;
}

bool noc_design_has_wiring(const noc_design *d)
{
    for (int n = 0; n < d->network_count; n++)
        if (d->networks[n].wiring) return true;
    return false;
}
