#include "hybrid/answers/unread/columns.h"

#include <stdio.h>
#include <string.h>

#include "base/auto.h"
#include "design/workload/trace.h"
#include "network/kinds/kinds.h"
#include "sampler/sources/trace_planning.h"

typedef const noc_unread_question question;

/* ---- traces --------------------------------------------------------------------------------- */

/* Number of rows: packets; for a trace that is not in memory, kinds of packets with equal cells. */
static size_t count_packet_rows(question *q)
{
    return noc_trace_is_held(q->trace) ? q->trace->count : q->trace->cell_class_count;
}

static int find_packet_line(question *q, size_t row)
{
    return 2 + (int)(noc_trace_is_held(q->trace) ? row : q->trace->cell_classes[row].first_packet);
}

static size_t count_packet_lines(question *q, size_t row)
{
    return noc_trace_is_held(q->trace) ? 1 : q->trace->cell_classes[row].packet_count;
}

static const char *get_trace_file(question *q)
{
    return q->trace_file;
}

static const noc_trace_packet *packet_at(question *q, size_t row)
{
    return noc_trace_is_held(q->trace) ? &q->trace->packets[row]
                                       : &q->trace->cell_classes[row].sample;
}

/* True if nodes create the replies, which the trace then does not contain. */
static bool is_answered(question *q)
{
    return noc_graph_has_replies(&q->system->graph) && q->trace->replies == 0;
}

static bool is_split_multicast(question *q, size_t row)
{
    const noc_trace_packet *p = packet_at(q, row);
    const noc_class class = p->class == NOC_TRACE_REPLY ? NOC_REPLY : NOC_REQUEST;
    return p->extra_count > 0 && !noc_trace_allows_multicast(q->system, q->trace, class);
}

static bool is_peer_read(question *q, size_t row)
{
    const noc_trace_packet *p = packet_at(q, row);
    return p->class == NOC_TRACE_READ && !p->has_class_by_size &&
           !noc_graph_has_replies(&q->system->graph);
}

static bool has_guessed_class(question *q, size_t row)
{
    return packet_at(q, row)->has_class_by_size && is_answered(q);
}

static bool has_unused_reply_size(question *q, size_t row)
{
    return packet_at(q, row)->reply_bytes > 0 && !noc_graph_has_replies(&q->system->graph);
}

static bool is_answered_by_trace(question *q, size_t row)
{
    return packet_at(q, row)->reply_bytes > 0 && noc_graph_has_replies(&q->system->graph) &&
           !is_answered(q);
}

static bool has_unused_delay(question *q, size_t row)
{
    return packet_at(q, row)->delay > 0 && packet_at(q, row)->wait_count == 0;
}

static bool has_unused_id(question *q, size_t row)
{
    return q->trace->wait_count == 0 && packet_at(q, row)->has_id;
}

static const char no_replies_reason[] = "no node answers (traffic.replies = true)";

static const noc_unread_column packet_columns[] = {
    {"destination", is_split_multicast, "is played as unicasts",
     "its destinations answer, or its networks do not multicast (overlays: network.multicast = "
     "true)"},
    {"class read", is_peer_read, "is played one way", no_replies_reason},
    {"class request", has_guessed_class, "is played as read or write", "its size decides which"},
    {"reply_bytes", has_unused_reply_size, NULL, no_replies_reason},
    {"reply_bytes", is_answered_by_trace, NULL, "the trace has its own replies"},
    {"delay", has_unused_delay, NULL, "the packet waits for none (after)"},
    {"id", has_unused_id, NULL, "no packet waits for another (after)"},
};

static const noc_unread_table packets = {
    count_packet_rows, find_packet_line, count_packet_lines,
    get_trace_file,    packet_columns,   sizeof packet_columns / sizeof packet_columns[0]};

/* ---- sentences ------------------------------------------------------------------------------ */

/* Reports "links.csv:5 and 3 lines more: flits_per_cycle is not read: ...". `found`: row of the
 * first line, and number of lines. */
static void report_lines(question *q, const noc_unread_table *table,
                         const noc_unread_column *column, const size_t found[2],
                         noc_unread_receiver *receive, void *context)
{
    const char *verdict = column->treatment ? column->treatment : "is not read";
    NOC_AUTO_FREE char *sentence = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sentence, &size);
    if (!out) return;
    fprintf(out, "%s:%d", table->find_file(q), table->find_line(q, found[0]));
    if (found[1] > 1) fprintf(out, " and %zu line%s more", found[1] - 1, found[1] == 2 ? "" : "s");
    fprintf(out, ": %s %s: %s", column->name, verdict, column->reason);
    if (fclose(out) == 0) receive(context, sentence);
}

/* Reports a column, with its first line in the file and the number of lines. */
static void report_column(question *q, const noc_unread_table *table,
                          const noc_unread_column *column, noc_unread_receiver *receive,
                          void *context)
{
    const size_t rows = table->count_rows(q);
    size_t found[2] = {0, 0};
    for (size_t row = 0; row < rows; row++) {
        if (!column->applies(q, row)) continue;
        if (found[1] == 0 || table->find_line(q, row) < table->find_line(q, found[0]))
            found[0] = row;
        found[1] += table->count_lines ? table->count_lines(q, row) : 1;
    }
    if (found[1]) report_lines(q, table, column, found, receive, context);
}

static void report_table(question *q, const noc_unread_table *table, noc_unread_receiver *receive,
                         void *context)
{
    for (size_t c = 0; c < table->column_count; c++)
        report_column(q, table, &table->columns[c], receive, context);
}

void noc_unread_columns_report(question *q, noc_unread_receiver *receive, void *context)
{
    noc_unread_question network_question = *q;
    for (network_question.network = 0; network_question.network < q->design->network_count;
         network_question.network++) {
        const noc_unread_table *table =
            q->design->networks[network_question.network].topology->unread_tables;
        for (; table && table->columns; table++)
            report_table(&network_question, table, receive, context);
    }
    if (q->trace) report_table(q, &packets, receive, context);
}
