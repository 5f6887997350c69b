#include "reports/front/page_drawings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/store/store_read.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "reports/drawings/svg.h"
#include "reports/writers/memory_text.h"

enum {
    KILOBYTES_MAX = 400, /* size limit of all pictures together, kB */
    TRIED_MAX = 60,      /* designs to draw; a large network takes 0.1 s */
};

bool noc_page_override_is_drawn(const char *override)
{
    static const char *const groups[] = {"chip.",   "traffic.",  "codec.",
                                         "memory.", "workload.", "cta."};
    static const char *const keys[] = {
        "nodes.mshrs",
        "nodes.core_mhz",
        "nodes.simd_width",
        "nodes.warp_threads",
        "network.routing",
        "network.flit_bytes",
        "network.virtual_channels",
        "network.request_virtual_channels",
        "network.buffer_flits",
        "network.router_stages",
        "network.allocator",
        "network.allocation_hold",
        "network.slice_choice",
        "network.port_policy",
        "network.converged_choice",
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strncmp(override, groups[i], strlen(groups[i])) == 0) return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strncmp(override, keys[i], strlen(keys[i])) == 0 && override[strlen(keys[i])] == '=')
            return false;
    return true;
}

static char *picture_key(const char *overrides)
{
    json_t *list = json_loads(overrides, 0, NULL);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        if (item && noc_page_override_is_drawn(item)) fprintf(out, "%s\n", item);
    }
    json_decref(list);
    return noc_memory_text_close(out, &text);
}

/* True for a line with the name of the design or with a network's widths; the page's caption has
 * them. */
static bool is_caption(const char *line, size_t length)
{
    static const char title[] = "<text class=\"title\"", panel[] = "<text class=\"panel\"";
    if (strncmp(line, title, strlen(title)) == 0) return true;
    return strncmp(line, panel, strlen(panel)) == 0 &&
           memmem(line, length, ">network ", strlen(">network ")) != NULL;
}

static void remove_captions(char *svg)
{
    char *target = svg;
    for (const char *line = svg; *line;) {
        const size_t length = strcspn(line, "\n"), line_bytes = length + (line[length] == '\n');
        const char *next = line + line_bytes;
        if (!is_caption(line, length)) {
            memmove(target, line, line_bytes);
            target += line_bytes;
        }
        line = next;
    }
    *target = '\0';
}

/* Draws a design. False if that fails: files have changed, or the network is too large. */
static bool draw_design(noc_store *store, const noc_entry *entry, FILE *out)
{
    noc_diag ignored = {0};
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_status status = noc_store_rebuild_entry(store, entry, &design, &ignored);
    if (status == NOC_OK) status = noc_system_compile(design, &system, &ignored);
    if (status == NOC_OK) status = noc_svg_draw(system, out, &ignored);
    noc_system_free(system);
    noc_design_free(design);
    noc_diag_clear(&ignored);
    return status == NOC_OK;
}

/* Returns the length of the head that all pictures share, bytes: from the end of the first line,
 * which has the picture's size, to the end of the style. */
static size_t head_length(const char *svg, size_t *first_line_bytes)
{
    const char *end = strstr(svg, "</style>");
    *first_line_bytes = strcspn(svg, "\n");
    return end && end > svg + *first_line_bytes
               ? (size_t)(end - svg) + strlen("</style>") - *first_line_bytes
               : 0;
}

/* Pictures, and the position of each key's picture. */
typedef struct picture_list {
    json_t *list, *key_positions;
    char *shared_head;
    size_t bytes, tried_count;
} picture_list;

/* Adds a picture without its head, if the size limit allows. */
static void store_picture(picture_list *p, const char *key, char *svg)
{
    size_t first_line_bytes;
    const size_t length = head_length(svg, &first_line_bytes);
    if (!p->shared_head) p->shared_head = strndup(svg + first_line_bytes, length);
    if (!p->shared_head || length != strlen(p->shared_head) ||
        strncmp(svg + first_line_bytes, p->shared_head, length) != 0)
        return;
    if (p->bytes + strlen(svg) - length > 1024 * KILOBYTES_MAX) return;
    memmove(svg + first_line_bytes, svg + first_line_bytes + length,
            strlen(svg + first_line_bytes + length) + 1);
    p->bytes += strlen(svg);
    json_object_set_new(p->key_positions, key, json_integer((json_int_t)json_array_size(p->list)));
    json_array_append_new(p->list, json_string(svg));
}

static void add_picture(picture_list *p, noc_store *store, const noc_entry *entry, const char *key)
{
    char *svg = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&svg, &size);
    if (!out) return;
    const bool is_drawn = draw_design(store, entry, out);
    if (noc_memory_text_close(out, &svg) && is_drawn) {
        remove_captions(svg);
        store_picture(p, key, svg);
    }
    free(svg);
}

json_t *noc_page_drawings(noc_store *store, const noc_candidates *candidates,
                          const noc_page_designs *drawn)
{
    picture_list p = {.list = json_array(), .key_positions = json_object()};
    json_t *tried_keys = json_object();
    for (size_t i = 0; i < drawn->count && p.tried_count < TRIED_MAX; i++) {
        const noc_entry *entry = noc_candidate_entry(&candidates->list[drawn->list[i]]);
        char *key = picture_key(entry->overrides);
        if (key && !json_object_get(tried_keys, key)) {
            json_object_set_new(tried_keys, key, json_true());
            p.tried_count++;
            add_picture(&p, store, entry, key);
        }
        free(key);
    }
    json_decref(tried_keys);
    json_t *root = json_pack("{s:s, s:o, s:o, s:i}", "head", p.shared_head ? p.shared_head : "",
                             "list", p.list, "of", p.key_positions, "kilobytes", KILOBYTES_MAX);
    free(p.shared_head);
    return root;
}
