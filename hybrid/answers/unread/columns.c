#include "hybrid/answers/unread/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/workload/trace.h"
#include "network/kinds/kinds.h"
#include "sampler/sources/trace_planning.h"

typedef const noc_unread_question question;

/* ---- traces --------------------------------------------------------------------------------- */

/* Number of rows: packets; for a trace that is not in memory, kinds of packets with equal cells. */
static size_t packet_count(question *q)
{
    return noc_trace_is_held(q->trace) ? q->trace->count : q->trace->alike_count;
}

static int packet_line(question *q, size_t row)
{
    return 2 + (int)(noc_trace_is_held(q->trace) ? row : q->trace->alike[row].first);
}

static size_t packet_times(question *q, size_t row)
{
    return noc_trace_is_held(q->trace) ? 1 : q->trace->alike[row].count;
}

static const char *trace_file(question *q)
{
    return q->trace_file;
}

static const noc_trace_packet *packet_at(question *q, size_t row)
{
    return noc_trace_is_held(q->trace) ? &q->trace->packets[row] : &q->trace->alike[row].sample;
}

/* True if nodes create the replies, which the trace then does not contain. */
static bool is_answered(question *q)
{
    return noc_graph_has_replies(&q->system->graph) && q->trace->replies == 0;
}

static bool goes_one_by_one(question *q, size_t row)
{
    const noc_trace_packet *p = packet_at(q, row);
    const noc_class class = p->class == NOC_TRACE_REPLY ? NOC_REPLY : NOC_REQUEST;
    return p->more > 0 && !noc_trace_is_multicast(q->system, q->trace, class);
}

static bool is_read_of_a_peer(question *q, size_t row)
{
    const noc_trace_packet *p = packet_at(q, row);
    return p->class == NOC_TRACE_READ && !p->by_size && !noc_graph_has_replies(&q->system->graph);
}

static bool is_guessed(question *q, size_t row)
{
    return packet_at(q, row)->by_size && is_answered(q);
}

static bool is_not_answered(question *q, size_t row)
{
    return packet_at(q, row)->reply_bytes > 0 && !noc_graph_has_replies(&q->system->graph);
}

static bool is_answered_by_trace(question *q, size_t row)
{
    return packet_at(q, row)->reply_bytes > 0 && noc_graph_has_replies(&q->system->graph) &&
           !is_answered(q);
}

static bool waits_for_none(question *q, size_t row)
{
    return packet_at(q, row)->delay > 0 && packet_at(q, row)->after == 0;
}

static bool is_named_by_none(question *q, size_t row)
{
    return q->trace->after_count == 0 && packet_at(q, row)->has_id;
}

static const char no_node_answers[] = "no node answers (traffic.replies = true)";

static const noc_unread_column packet_columns[] = {
    {"destination", goes_one_by_one, "is played as unicasts",
     "its destinations answer, or its networks do not multicast (overlays: network.multicast = "
     "true)"},
    {"class read", is_read_of_a_peer, "is played one way", no_node_answers},
    {"class request", is_guessed, "is played as read or write", "its size decides which"},
    {"reply_bytes", is_not_answered, NULL, no_node_answers},
    {"reply_bytes", is_answered_by_trace, NULL, "the trace has its own replies"},
    {"delay", waits_for_none, NULL, "the packet waits for none (after)"},
    {"id", is_named_by_none, NULL, "no packet waits for another (after)"},
};

static const noc_unread_table packets = {
    packet_count, packet_line,    packet_times,
    trace_file,   packet_columns, sizeof packet_columns / sizeof packet_columns[0]};

/* ---- sentences ------------------------------------------------------------------------------ */

/* Reports "links.csv:5 and 3 lines more: flits_per_cycle is not read: ...". */
static void tell_lines(question *q, const noc_unread_table *table, const noc_unread_column *column,
                       const size_t found[2], noc_unread_use *use, void *context)
{
    const char *instead = column->instead ? column->instead : "is not read";
    char *sentence = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sentence, &size);
    if (!out) return;
    fprintf(out, "%s:%d", table->file(q), table->line(q, found[0]));
    if (found[1] > 1) fprintf(out, " and %zu line%s more", found[1] - 1, found[1] == 2 ? "" : "s");
    fprintf(out, ": %s %s: %s", column->name, instead, column->why);
    if (fclose(out) == 0) use(context, sentence);
    free(sentence);
}

/* Reports a column, with its first line in the file and the number of lines. */
static void tell_column(question *q, const noc_unread_table *table, const noc_unread_column *column,
                        noc_unread_use *use, void *context)
{
    const size_t rows = table->rows(q);
    size_t found[2] = {0, 0};
    for (size_t row = 0; row < rows; row++) {
        if (!column->applies(q, row)) continue;
        if (found[1] == 0 || table->line(q, row) < table->line(q, found[0])) found[0] = row;
        found[1] += table->times ? table->times(q, row) : 1;
    }
    if (found[1]) tell_lines(q, table, column, found, use, context);
}

static void tell_table(question *q, const noc_unread_table *table, noc_unread_use *use,
                       void *context)
{
    for (size_t c = 0; c < table->column_count; c++)
        tell_column(q, table, &table->columns[c], use, context);
}

void noc_unread_columns_tell(question *q, noc_unread_use *use, void *context)
{
    noc_unread_question own = *q;
    for (own.network = 0; own.network < q->design->network_count; own.network++) {
        const noc_unread_table *table = q->design->networks[own.network].topology->tables;
        for (; table && table->columns; table++) tell_table(&own, table, use, context);
    }
    if (q->trace) tell_table(q, &packets, use, context);
}
