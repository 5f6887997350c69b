#include "design/design.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_file.h"

noc_status noc_source_read(const char *path, noc_source *source, noc_diag *diag)
{
    char *text = NULL;
    const noc_status status = noc_config_read_text(path, &text, diag);
    if (status != NOC_OK) return status;
    source->path = strdup(path);
    source->text = text;
    return source->path ? NOC_OK : noc_fail_memory(diag);
}

void noc_source_clear(noc_source *source)
{
    free(source->path);
    free(source->text);
    free(source->typed_name);
    *source = (noc_source){.path = NULL};
}

/* True if an origin is that of a key, or of any key of a group. */
static bool origin_has_path(const noc_origin *origin, const char *path)
{
    const size_t length = strlen(path);
    return strncmp(origin->path, path, length) == 0 &&
           (origin->path[length] == '\0' || strchr(".[", origin->path[length]));
}

void noc_design_make_view(const noc_design *d, size_t part, noc_design *view)
{
    *view = *d;
    if (d->traffic.classes.count == 0) return;
    view->traffic = d->traffic.classes.list[part].traffic;
    view->viewed_class = (int)part + 1;
}

static const char traffic_prefix[] = "traffic.";

/* Finds the origin of a key, searching from the end, since the last value of a key holds. */
static const noc_origin *find_origin(const noc_design *d, const char *path, int network)
{
    char indexed[80] = "";
    if (strncmp(path, "network.", 8) == 0)
        snprintf(indexed, sizeof indexed, "networks[%d].%s", network, path + 8);
    if (d->viewed_class && strncmp(path, traffic_prefix, strlen(traffic_prefix)) == 0)
        snprintf(indexed, sizeof indexed, "traffic.classes[%d].%s", d->viewed_class - 1,
                 path + strlen(traffic_prefix));
    for (size_t i = d->origin_count; i-- > 0;)
        if (origin_has_path(&d->origins[i], path) ||
            (*indexed && origin_has_path(&d->origins[i], indexed)))
            return &d->origins[i];
    return NULL;
}

static const noc_origin *find_key_origin(const noc_design *d, const char *group, int network,
                                         const char *key)
{
    char path[80];
    snprintf(path, sizeof path, "%s.%s", group, key);
    return find_origin(d, path, network);
}

bool noc_design_has_key(const noc_design *d, const char *group, int network, const char *key)
{
    return find_key_origin(d, group, network, key) != NULL;
}

bool noc_design_has_group(const noc_design *d, const char *group)
{
    const size_t length = strlen(group);
    for (size_t i = 0; i < d->origin_count; i++)
        if (strncmp(d->origins[i].path, group, length) == 0 && d->origins[i].path[length] == '.')
            return true;
    return false;
}

bool noc_design_has_override(const noc_design *d, const char *group, int network, const char *key)
{
    const noc_origin *origin = find_key_origin(d, group, network, key);
    return origin && origin->is_overridden;
}

/* Returns the message with the traffic keys named as keys of the viewed class. Frees `text`. NULL
 * when out of memory. */
static char *name_viewed_class(const noc_design *d, char *text)
{
    char *renamed_text = NULL;
    size_t size = 0;
    FILE *out = d->viewed_class ? open_memstream(&renamed_text, &size) : NULL;
    if (!d->viewed_class) return text;
    const char *remaining_text = text, *at;
    while (out && (at = strstr(remaining_text, traffic_prefix))) {
        fprintf(out, "%.*straffic.classes[%d].", (int)(at - remaining_text), remaining_text,
                d->viewed_class - 1);
        remaining_text = at + strlen(traffic_prefix);
    }
    if (out) fputs(remaining_text, out);
    if (out && fclose(out) != 0) {
        free(renamed_text);
        renamed_text = NULL;
    }
    free(text);
    return renamed_text;
}

noc_status noc_design_conflict(const noc_design *d, noc_diag *diag, int network,
                               const char *const *keys, const char *format, ...)
{
    const noc_origin *blamed_origin = NULL;
    for (size_t i = 0; keys[i]; i++) {
        const noc_origin *origin = find_origin(d, keys[i], network);
        if (origin && origin->has_reported_fault) return NOC_EINPUT; /* fault was reported before */
        if (origin && (!blamed_origin || (origin->is_overridden && !blamed_origin->is_overridden)))
            blamed_origin = origin;
    }
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length >= 0) text = name_viewed_class(d, text);
    if (length < 0 || !text) return noc_fail_memory(diag);
    const noc_status status =
        noc_fail(diag, blamed_origin && blamed_origin->is_overridden ? NOC_EUSAGE : NOC_EINPUT,
                 blamed_origin ? blamed_origin->place : (noc_place){d->file, 0}, "%s", text);
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

bool noc_design_is_workload_set(const noc_design *d)
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
