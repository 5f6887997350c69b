#include "reports/facts/bound.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/writers/json.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/rows.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { CHANNELS_MAX = 12 };

static const double price_tolerance =
    1e-7; /* a price below this share of the highest is rounding */
static const char *const class_names[NOC_CLASSES] = {"request", "reply"};

/* ---- prices of channels --------------------------------------------------------------------- */

/* Binding channels, which have a price above 0, in the order of falling prices. */
typedef struct binding_channels {
    uint32_t *channels;
    size_t count;
    bool has_equal_prices; /* all have the same price */
} binding_channels;

typedef struct channel_price {
    uint32_t channel;
    double price;
} channel_price;

static int compare_prices(const void *a, const void *b)
{
    const channel_price *x = a, *y = b;
    if (fabs(x->price - y->price) > price_tolerance * (x->price + y->price))
        return x->price > y->price ? -1 : 1;
    return x->channel < y->channel ? -1 : 1;
}

static noc_status find_binding_channels(const noc_bound_view *view, binding_channels *b,
                                        noc_diag *diag)
{
    const uint32_t channels = view->system->graph.channel_count;
    channel_price *list = malloc((channels + 1) * sizeof *list);
    *b = (binding_channels){malloc((channels + 1) * sizeof *b->channels), 0, true};
    if (!list || !b->channels) {
        free(list);
        free(b->channels);
        return noc_fail_memory(diag);
    }
    double highest = 0.0;
    for (uint32_t c = 0; c < channels; c++) highest = fmax(highest, view->bound.prices[c]);
    for (uint32_t c = 0; c < channels; c++)
        if (view->bound.prices[c] > price_tolerance * highest)
            list[b->count++] = (channel_price){c, view->bound.prices[c]};
    qsort(list, b->count, sizeof *list, compare_prices);
    for (size_t i = 0; i < b->count; i++) {
        b->channels[i] = list[i].channel;
        b->has_equal_prices &= list[i].price > (1.0 - 1e-6) * highest;
    }
    free(list);
    return NOC_OK;
}

/* Returns the flits per cycle on a channel at a load. `flits`: [class][channel], flits at unit rate
 * (analytic/bound/bound.h). */
static double channel_flits(const noc_bound_view *view, double *const flits[NOC_CLASSES],
                            uint32_t channel, double load)
{
    double sum = 0.0;
    for (int class = 0; class < NOC_CLASSES; class ++) sum += flits[class][channel];
    return sum * noc_system_packet_rate(view->system, load);
}

static const char *channel_kind(const noc_bound_view *view, uint32_t channel)
{
    static const char *const kinds[] = {"injection", "link", "ejection"};
    return kinds[view->system->graph.channels[channel].kind];
}

static uint32_t count_full_channels(const noc_bound_view *view)
{
    uint32_t full_count = 0;
    for (uint32_t c = 0; c < view->system->graph.channel_count; c++)
        full_count +=
            channel_flits(view, view->bound.best_flow, c, view->bound.reached_load) > 1.0 - 1e-6;
    return full_count;
}

static uint32_t find_busiest_routed(const noc_bound_view *view)
{
    uint32_t busiest = 0;
    for (uint32_t c = 1; c < view->system->graph.channel_count; c++)
        if (channel_flits(view, view->bound.routing_flow, c, 1.0) >
            channel_flits(view, view->bound.routing_flow, busiest, 1.0))
            busiest = c;
    return busiest;
}

static double bound_gap(const noc_bound *bound)
{
    return bound->is_closed ? 0.0 : bound->bound / bound->reached_load - 1.0;
}

static const char *bound_status(const noc_bound *bound)
{
    return bound->is_closed ? "ok" : bound->is_interrupted ? "interrupted" : "not-converged";
}

static const char *network_routing(const noc_network_spec *spec)
{
    return spec->topology->find_paths ? "fixed by the topology" : spec->routing->name;
}

/* Writes the routing's name, or "fixed by the topology" if the wiring decides; the names of all
 * networks if they differ: "xy, yx". */
static const char *write_routing(const noc_design *design, char text[120])
{
    size_t used = (size_t)snprintf(text, 120, "%s", network_routing(&design->networks[0]));
    bool has_different = false;
    for (int n = 1; n < design->network_count; n++)
        has_different |= strcmp(network_routing(&design->networks[n]),
                                network_routing(&design->networks[0])) != 0;
    for (int n = 1; has_different && n < design->network_count && used < 120; n++)
        used += (size_t)snprintf(text + used, 120 - used, ", %s",
                                 network_routing(&design->networks[n]));
    return text;
}

/* ---- text ----------------------------------------------------------------------------------- */

static noc_status print_loads(const noc_sheet *sheet, const noc_bound_view *view, noc_diag *diag)
{
    const noc_bound *bound = &view->bound;
    const struct {
        const char *quantity;
        double load;
    } rows[] = {{"bound of any routing", bound->bound},
                {"reached by the best flow found", bound->reached_load},
                {"reached by the design's routing", bound->routing_load},
                {"most that the nodes can offer", bound->offered}};
    noc_table table = {0};
    noc_table_add_columns(&table, "load per injecting node|.flits/cycle|.of the bound");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        noc_table_add_cell(&table, "%s", rows[i].quantity);
        noc_table_add_cell(&table, "%s", noc_figure_make(rows[i].load, 4).text);
        noc_table_add_cell(&table, "%.1f%%", 100.0 * rows[i].load / bound->bound);
    }
    return noc_text_table(sheet, &table, diag);
}

static void print_bound_words(const noc_sheet *sheet, const noc_bound_view *view)
{
    const noc_bound *bound = &view->bound;
    char channel_name[64], routing[120];
    const uint32_t busiest = find_busiest_routed(view);
    noc_channel_name(&view->system->graph, busiest, channel_name, sizeof channel_name);
    const char *kind = channel_kind(view, busiest),
               *port_words = strcmp(kind, "link") == 0 ? "" : " port of";
    fputc('\n', sheet->out);
    if (bound->is_closed && bound->routing_load > (1.0 - 1e-6) * bound->bound)
        noc_text_paragraph(
            sheet,
            "The design's routing (%s) leaves nothing: its busiest channel, %s%s %s, "
            "is as busy with any other.",
            write_routing(view->system->design, routing), kind, port_words, channel_name);
    else
        noc_text_paragraph(
            sheet,
            "Another routing could carry up to %.1f %% more than the design's (%s), whose "
            "busiest channel is %s%s %s.",
            100.0 * (bound->bound / bound->routing_load - 1.0),
            write_routing(view->system->design, routing), kind, port_words, channel_name);
    if (bound->is_interrupted)
        noc_text_paragraph(sheet, "Interrupted: the bound is proven, but up to %.2g %% too high.",
                           100.0 * bound_gap(bound));
    else if (!bound->is_closed)
        noc_text_paragraph(
            sheet,
            "The bound is proven, but up to %.2g %% too high: the search ended after "
            "%d rounds.",
            100.0 * bound_gap(bound), bound->rounds);
    if (bound->bound > bound->offered)
        noc_text_paragraph(sheet, "The nodes cannot offer what the network could carry.");
}

static noc_status print_binding(const noc_sheet *sheet, const noc_bound_view *view,
                                const binding_channels *b, noc_diag *diag)
{
    noc_table table = {0};
    const double load = view->bound.reached_load;
    const size_t shown_count = b->count > CHANNELS_MAX ? CHANNELS_MAX : b->count;
    char cut_words[60] = "";
    if (b->has_equal_prices)
        snprintf(cut_words, sizeof cut_words, ", a cut: all are worth the same");
    fputc('\n', sheet->out);
    noc_text_paragraph(
        sheet, "What binds is a set of %zu channel%s%s. Of all %u channels the best flow fills %u.",
        b->count, b->count == 1 ? "" : "s", b->count > 1 ? cut_words : "",
        view->system->graph.channel_count, count_full_channels(view));
    fputc('\n', sheet->out);
    noc_table_add_columns(
        &table,
        "binding channel|.worth\n% of bound|.best flow\nflits/cycle|.the routing\nflits/cycle");
    for (size_t i = 0; i < shown_count; i++) {
        char channel_name[64];
        noc_channel_name(&view->system->graph, b->channels[i], channel_name, sizeof channel_name);
        noc_table_add_cell(&table, "%s %s", channel_kind(view, b->channels[i]), channel_name);
        noc_table_add_cell(&table, "%.2f", 100.0 * view->bound.prices[b->channels[i]]);
        noc_table_add_cell(&table, "%.3f",
                           channel_flits(view, view->bound.best_flow, b->channels[i], load));
        noc_table_add_cell(&table, "%.3f",
                           channel_flits(view, view->bound.routing_flow, b->channels[i], load));
    }
    if (shown_count < b->count)
        noc_table_add_span(&table, "... and %zu more (--format json)", b->count - shown_count);
    return noc_text_table(sheet, &table, diag);
}

static noc_status print_split(const noc_sheet *sheet, const noc_bound_view *view, noc_diag *diag)
{
    const noc_graph *graph = &view->system->graph;
    noc_table table = {0};
    fputc('\n', sheet->out);
    noc_table_add_columns(
        &table, "flits of class|network|.best flow\n% of class|.\nrouters|.the routing\n% of class|"
                ".\nrouters");
    for (int class = 0; class < NOC_CLASSES; class ++) {
        for (uint16_t n = 0; n < graph->network_count; n++) {
            if (!graph->networks[n].carries[class]) continue;
            const noc_bound_split flow =
                noc_bound_find_split(graph, view->bound.best_flow[class], n);
            const noc_bound_split routed =
                noc_bound_find_split(graph, view->bound.routing_flow[class], n);
            noc_table_add_cell(&table, "%s",
                               noc_graph_has_replies(graph) ? class_names[class] : "all");
            noc_table_add_cell(&table, "%u", (unsigned)n);
            noc_table_add_cell(&table, "%.1f", 100.0 * flow.delivered_share);
            noc_table_add_cell(&table, "%s", noc_figure_make(flow.routers, 3).text);
            noc_table_add_cell(&table, "%.1f", 100.0 * routed.delivered_share);
            noc_table_add_cell(&table, "%s", noc_figure_make(routed.routers, 3).text);
        }
    }
    return noc_text_table(sheet, &table, diag);
}

static noc_status print_bound(const noc_sheet *sheet, const noc_bound_view *view, noc_diag *diag)
{
    const noc_design *design = view->system->design;
    binding_channels b;
    noc_status status = find_binding_channels(view, &b, diag);
    if (status != NOC_OK) return status;
    noc_text_paragraph(sheet, "%s, bound on throughput", design->name);
    for (size_t i = 0; i < design->override_count; i++)
        noc_text_paragraph(sheet, "with %s", design->overrides[i]);
    fputc('\n', sheet->out);
    status = print_loads(sheet, view, diag);
    print_bound_words(sheet, view);
    if (status == NOC_OK) status = print_binding(sheet, view, &b, diag);
    if (status == NOC_OK) status = print_split(sheet, view, diag);
    free(b.channels);
    return status;
}

/* Prints a table with one row for each design. */
static noc_status print_bounds(const noc_sheet *sheet, const noc_bound_view *views, size_t count,
                               noc_diag *diag)
{
    noc_labels labels = {0};
    noc_row_names names;
    noc_table table = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, views[i].system->design);
    noc_text_paragraph(sheet, "Bounds on throughput, flits/cycle of each injecting node.");
    if (sheet->base_index == 0) {
        noc_text_paragraph(sheet, "Changes are against the first row.");
    } else {
        char label[NOC_LABEL_CHARS];
        noc_label_write(&labels, views[sheet->base_index].system->design, label);
        noc_text_paragraph(sheet, "Changes are against %s.", label);
    }
    fputc('\n', sheet->out);
    noc_row_names_begin(&names, &labels, &table, "design");
    noc_table_add_columns(
        &table, ".bound of\nany routing|.reached by\nthe routing|.of the\nbound|.proven\nwithin");
    for (size_t i = 0; i < count; i++) {
        const noc_bound *bound = &views[i].bound, *base = &views[sheet->base_index].bound;
        noc_row_names_add(&names, &table, views[i].system->design);
        noc_table_add_cell(&table, i != sheet->base_index ? "%s\t%s" : "%s",
                           noc_figure_make(bound->bound, 4).text,
                           noc_percent_figure(noc_change_share(bound->bound, base->bound)).text);
        noc_table_add_cell(
            &table, i != sheet->base_index ? "%s\t%s" : "%s",
            noc_figure_make(bound->routing_load, 4).text,
            noc_percent_figure(noc_change_share(bound->routing_load, base->routing_load)).text);
        noc_table_add_cell(&table, "%.1f%%", 100.0 * bound->routing_load / bound->bound);
        noc_table_add_cell(&table, bound->is_closed ? "0" : "%.2g%%", 100.0 * bound_gap(bound));
    }
    return noc_text_table(sheet, &table, diag);
}

/* ---- for programs --------------------------------------------------------------------------- */

static json_t *binding_array(const noc_bound_view *view, const binding_channels *b)
{
    json_t *array = json_array();
    const double load = view->bound.reached_load;
    for (size_t i = 0; i < b->count; i++) {
        char channel_name[64];
        const uint32_t c = b->channels[i];
        json_t *object = json_object();
        noc_channel_name(&view->system->graph, c, channel_name, sizeof channel_name);
        noc_json_set_text(object, "kind", channel_kind(view, c));
        noc_json_set_text(object, "where", channel_name);
        noc_json_set_real(object, "worth", view->bound.prices[c]);
        noc_json_set_real(object, "flow_utilization",
                          channel_flits(view, view->bound.best_flow, c, load));
        noc_json_set_real(object, "routing_flits_per_cycle",
                          channel_flits(view, view->bound.routing_flow, c, load));
        json_array_append_new(array, object);
    }
    return array;
}

/* Writes the binding channels: "link (2,0) to (3,0); link (2,1) to (3,1)". The caller frees the
 * text; NULL when out of memory. */
static char *write_binding(const noc_bound_view *view, const binding_channels *b)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < b->count; i++) {
        char channel_name[64];
        noc_channel_name(&view->system->graph, b->channels[i], channel_name, sizeof channel_name);
        fprintf(out, "%s%s %s", i ? "; " : "", channel_kind(view, b->channels[i]), channel_name);
    }
    return noc_memory_text_close(out, &text);
}

static json_t *split_object(const noc_graph *graph, const double *flits, uint16_t network)
{
    const noc_bound_split split = noc_bound_find_split(graph, flits, network);
    json_t *object = json_object();
    noc_json_set_real(object, "share", split.delivered_share);
    noc_json_set_real(object, "routers_mean", split.routers);
    return object;
}

static json_t *split_array(const noc_bound_view *view)
{
    const noc_graph *graph = &view->system->graph;
    json_t *array = json_array();
    for (int class = 0; class < NOC_CLASSES; class ++) {
        for (uint16_t n = 0; n < graph->network_count; n++) {
            if (!graph->networks[n].carries[class]) continue;
            json_t *object = json_object();
            noc_json_set_text(object, "class", class_names[class]);
            noc_json_set_count(object, "network", n);
            json_object_set_new(object, "flow",
                                split_object(graph, view->bound.best_flow[class], n));
            json_object_set_new(object, "routing",
                                split_object(graph, view->bound.routing_flow[class], n));
            json_array_append_new(array, object);
        }
    }
    return array;
}

static void put_loads(noc_rows *rows, const noc_bound *bound)
{
    noc_put_text(rows, "status", bound_status(bound));
    noc_put_real(rows, "bound_flits_per_cycle", bound->bound);
    noc_put_real(rows, "flow_flits_per_cycle", bound->reached_load);
    noc_put_real(rows, "routing_flits_per_cycle", bound->routing_load);
    noc_put_real(rows, "offered_max_flits_per_cycle", bound->offered);
    noc_put_real(rows, "routing_share", bound->routing_load / bound->bound);
    noc_put_real(rows, "gap", bound_gap(bound));
    noc_put_real(rows, "gap_frac", bound_gap(bound));
}

static void add_json_bound(noc_rows *rows, const noc_bound_view *view, const binding_channels *b)
{
    const noc_run_info *run = &rows->sheet->run;
    noc_put_text(rows, "schema", "nocsight.bound/1");
    noc_put_json(rows, "tool", noc_json_tool(run));
    noc_put_json(rows, "design", noc_json_design(view->system->design));
    put_loads(rows, &view->bound);
    noc_put_flag(rows, "cut", b->has_equal_prices);
    noc_put_json(rows, "binding", binding_array(view, b));
    noc_put_json(rows, "split", split_array(view));
    noc_put_count(rows, "rounds", (uint64_t)view->bound.rounds);
    noc_put_count(rows, "plans", (uint64_t)view->bound.plans);
    noc_put_json(rows, "run", noc_json_run(run));
}

static void add_csv_bound(noc_rows *rows, const noc_bound_view *view, const binding_channels *b)
{
    const noc_design *design = view->system->design;
    NOC_AUTO_FREE char *binding = write_binding(view, b);
    noc_put_text(rows, "name", design->name);
    noc_put_text(rows, "file", design->typed_name);
    noc_put_text(rows, "hash", design->hash);
    noc_put_texts(rows, "overrides", (const char *const *)design->overrides,
                  design->override_count);
    put_loads(rows, &view->bound);
    noc_put_count(rows, "binding_count", b->count);
    noc_put_text(rows, "binding", binding ? binding : "");
    noc_put_text(rows, "version", rows->sheet->run.version);
    noc_put_text(rows, "commit", rows->sheet->run.commit);
}

static noc_status write_rows(const noc_sheet *sheet, const noc_bound_view *views, size_t count,
                             bool is_list, noc_diag *diag)
{
    NOC_AUTO(noc_rows_clear)
    noc_rows rows = noc_rows_begin(
        sheet, "json:schema json:tool json:design csv:name csv:file csv:hash csv:overrides status "
               "bound_flits_per_cycle flow_flits_per_cycle routing_flits_per_cycle "
               "offered_max_flits_per_cycle json:routing_share json:gap csv:gap_frac json:cut "
               "csv:binding_count binding json:split json:rounds json:plans json:run csv:version "
               "csv:commit");
    for (size_t i = 0; i < count; i++) {
        binding_channels b;
        const noc_status status = find_binding_channels(&views[i], &b, diag);
        if (status != NOC_OK) return status;
        noc_rows_add(&rows);
        (sheet->format == NOC_FORMAT_JSON ? add_json_bound : add_csv_bound)(&rows, &views[i], &b);
        free(b.channels);
    }
    return noc_rows_write_items(&rows, is_list, diag);
}

noc_status noc_report_bounds(const noc_sheet *sheet, const noc_bound_view *views, size_t count,
                             bool is_array, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON || sheet->format == NOC_FORMAT_CSV)
        return write_rows(sheet, views, count, is_array, diag);
    return count == 1 ? print_bound(sheet, views, diag) : print_bounds(sheet, views, count, diag);
}
