#include "import/ttnpe/commands.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "base/affix.h"
#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/text_file.h"

enum { BYTES_MAX = 1 << 24, PACKETS_MAX = 1 << 20, PROCESSOR_CHARS = 64 };

/* State that later commands of a processor use: target and size, which they do not repeat. */
typedef struct command_state {
    noc_ttnpe_place target;
    int64_t bytes;
    bool is_set;
} command_state;

typedef struct processor {
    char name[PROCESSOR_CHARS];
    command_state read, write;
} processor;

typedef struct command_reader {
    const char *path;
    noc_ttnpe_commands *commands;
    processor *processors;
    size_t processor_capacity;
    uint64_t first_cycle, last_cycle; /* cycles of the first and last event */
    size_t number;                    /* number of the event or transfer, from 1 */
    const char *item;                 /* "event" or "transfer" */
    double wanted_bytes;
    noc_diag *diag;
} command_reader;

/* ---- fields --------------------------------------------------------------------------------- */

static noc_status refuse(const command_reader *f, const char *fault, int64_t number,
                         const char *expected)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 0}, "%s %zu: %s %" PRId64 " %s",
                    f->item, f->number, fault, number, expected);
}

static noc_status refuse_text(const command_reader *f, const char *fault)
{
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 0}, "%s %zu: %s", f->item, f->number,
                    fault);
}

static bool has_integer(const json_t *object, const char *name)
{
    return json_is_integer(json_object_get(object, name));
}

static int64_t get_integer(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static const char *get_text(const json_t *object, const char *name)
{
    const char *found = json_string_value(json_object_get(object, name));
    return found ? found : "";
}

/* Reads the core given by two fields. */
static noc_status read_place(const command_reader *f, const json_t *object, const char *x,
                             const char *y, noc_ttnpe_place *place)
{
    const int64_t column = get_integer(object, x), row = get_integer(object, y);
    char words[80];
    snprintf(words, sizeof words, "it has no %s and %s", x, y);
    if (!has_integer(object, x) || !has_integer(object, y)) return refuse_text(f, words);
    if (column < 0 || column >= NOC_TTNPE_COLUMNS)
        return refuse(f, "there is no core in column", column, "(0 .. 9 of Wormhole)");
    if (row < 0 || row >= NOC_TTNPE_ROWS)
        return refuse(f, "there is no core in row", row, "(0 .. 11 of Wormhole)");
    *place = (noc_ttnpe_place){(uint8_t)column, (uint8_t)row};
    return NOC_OK;
}

/* Reads a rectangle. Events of NOC 1, which goes up and left, have its corners in reverse order. */
static noc_status read_rectangle(const command_reader *f, const json_t *object,
                                 noc_ttnpe_command *c)
{
    const bool is_reversed = c->network == 1 && !f->commands->is_workload;
    noc_ttnpe_place *start = is_reversed ? &c->last_corner : &c->first_corner,
                    *end = is_reversed ? &c->first_corner : &c->last_corner;
    c->is_multicast = true;
    const noc_status status = read_place(f, object, "mcast_start_x", "mcast_start_y", start);
    return status == NOC_OK ? read_place(f, object, "mcast_end_x", "mcast_end_y", end) : status;
}

static noc_status read_network(const command_reader *f, const json_t *object, const char *field,
                               uint8_t *network)
{
    const char *name = get_text(object, field);
    *network = strcmp(name, "NOC_1") == 0;
    if (*network || strcmp(name, "NOC_0") == 0) return NOC_OK;
    return refuse_text(f, "its network is neither NOC_0 nor NOC_1");
}

static noc_status check_bytes(const command_reader *f, int64_t bytes)
{
    if (bytes >= 0 && bytes <= BYTES_MAX) return NOC_OK;
    return refuse(f, "there are no packets of", bytes, "bytes (0 .. 16777216)");
}

static noc_status add_command(command_reader *f, noc_ttnpe_command command)
{
    noc_ttnpe_commands *commands = f->commands;
    if (!noc_list_make_limited_room(&commands->arena, &commands->list, commands->count + 1,
                                    &commands->capacity, sizeof command, &f->wanted_bytes))
        return noc_list_report_failure(f->wanted_bytes, (noc_place){f->path, 0},
                                       "the file up to here", f->diag);
    command.order = commands->count;
    commands->list[commands->count++] = command;
    return NOC_OK;
}

/* ---- events --------------------------------------------------------------------------------- */

static void count_unknown_type(noc_ttnpe_commands *commands, const char *type)
{
    size_t i = 0;
    while (i < commands->unknown_count &&
           strncmp(commands->unknown_types[i].type, type, NOC_TTNPE_TYPE_CHARS - 1) != 0)
        i++;
    if (i == NOC_TTNPE_UNKNOWN_MAX)
        snprintf(commands->unknown_types[--i].type, NOC_TTNPE_TYPE_CHARS, "other types");
    if (i == commands->unknown_count) {
        snprintf(commands->unknown_types[i].type, NOC_TTNPE_TYPE_CHARS, "%s", type);
        commands->unknown_count++;
    }
    commands->unknown_types[i].count++;
}

/* Finds the processor of an event, or adds it. NULL: there is no room, which is reported. */
static processor *find_processor(command_reader *f, const json_t *event, uint32_t *number)
{
    char name[PROCESSOR_CHARS];
    noc_ttnpe_commands *commands = f->commands;
    snprintf(name, sizeof name, "%" PRId64 " %" PRId64 " %" PRId64 " %s",
             get_integer(event, "src_device_id"), get_integer(event, "sx"),
             get_integer(event, "sy"), get_text(event, "proc"));
    for (*number = commands->processors; *number > 0; --*number)
        if (strcmp(f->processors[*number - 1].name, name) == 0) return &f->processors[--*number];
    if (!noc_list_make_limited_room(&commands->arena, &f->processors, commands->processors + 1u,
                                    &f->processor_capacity, sizeof *f->processors,
                                    &f->wanted_bytes)) {
        noc_list_report_failure(f->wanted_bytes, (noc_place){f->path, 0}, "its cores", f->diag);
        return NULL;
    }
    *number = commands->processors++;
    memcpy(f->processors[*number].name, name, sizeof name);
    return &f->processors[*number];
}

/* True for types of reads (dataflow_api.h); setting a state is no read. */
static bool is_read(const char *type)
{
    return strcmp(type, "READ") == 0 || strcmp(type, "READ_WITH_STATE") == 0 ||
           strcmp(type, "READ_WITH_STATE_AND_TRID") == 0 ||
           strcmp(type, "READ_DRAM_SHARDED_WITH_STATE") == 0;
}

static bool is_write(const char *type)
{
    return strcmp(type, "WRITE_") == 0 || strcmp(type, "WRITE_WITH_STATE") == 0 ||
           strcmp(type, "WRITE_MULTICAST") == 0 || strcmp(type, "WRITE_WITH_TRID") == 0 ||
           strcmp(type, "WRITE_WITH_TRID_WITH_STATE") == 0;
}

static noc_status read_state(command_reader *f, const json_t *event, bool reads)
{
    uint32_t number;
    processor *p = find_processor(f, event, &number);
    if (!p) return noc_diag_status(f->diag);
    command_state *s = reads ? &p->read : &p->write;
    s->bytes = get_integer(event, "num_bytes");
    s->is_set = true;
    const noc_status status = read_place(f, event, "dx", "dy", &s->target);
    return status == NOC_OK ? check_bytes(f, s->bytes) : status;
}

/* Reads target and bytes of a command. */
static noc_status read_target(const command_reader *f, const json_t *event, const command_state *s,
                              noc_ttnpe_command *c)
{
    const char *type = get_text(event, "type");
    int64_t bytes = get_integer(event, "num_bytes");
    const bool uses_state = strstr(type, "WITH_STATE") != NULL;
    noc_status status = read_place(f, event, "sx", "sy", &c->core);
    if (status == NOC_OK) status = read_network(f, event, "noc", &c->network);
    if (status != NOC_OK) return status;
    if (uses_state && !s->is_set)
        return refuse_text(f, "it goes by a state, and none was set before it");
    if (uses_state && s->bytes > 0) bytes = s->bytes;
    if (uses_state)
        c->first_corner = c->last_corner = s->target;
    else if (has_integer(event, "mcast_start_x"))
        status = read_rectangle(f, event, c);
    else
        status = read_place(f, event, "dx", "dy", &c->first_corner);
    if (!uses_state && !c->is_multicast) c->last_corner = c->first_corner;
    if (status == NOC_OK) status = check_bytes(f, bytes);
    c->bytes = (uint32_t)bytes;
    return status;
}

static noc_status read_command(command_reader *f, const json_t *event, bool reads)
{
    uint32_t number;
    processor *p = find_processor(f, event, &number);
    if (!p) return noc_diag_status(f->diag);
    noc_ttnpe_command c = {.cycle = (uint64_t)get_integer(event, "timestamp") - f->first_cycle,
                           .processor = number,
                           .packets = 1,
                           .kind = reads ? NOC_TTNPE_READ : NOC_TTNPE_WRITE};
    const noc_status status = read_target(f, event, reads ? &p->read : &p->write, &c);
    if (status != NOC_OK) return status;
    if (c.bytes == 0) {
        f->commands->empty_commands++;
        return NOC_OK;
    }
    return add_command(f, c);
}

/* Reads the end of a barrier; its begin has no effect. */
static noc_status read_barrier(command_reader *f, const json_t *event, bool reads)
{
    uint32_t number;
    if (!find_processor(f, event, &number)) return noc_diag_status(f->diag);
    return add_command(
        f, (noc_ttnpe_command){.cycle = (uint64_t)get_integer(event, "timestamp") - f->first_cycle,
                               .processor = number,
                               .kind = reads ? NOC_TTNPE_READ_BARRIER : NOC_TTNPE_WRITE_BARRIER});
}

static noc_status read_event(command_reader *f, const json_t *event)
{
    const char *type = get_text(event, "type");
    const bool reads = begins_with(type, "READ");
    if (!*type) {
        f->commands->untyped_events++;
        return NOC_OK;
    }
    if (!json_object_get(event, "fabric_send")) {
        if (is_read(type) || is_write(type)) return read_command(f, event, reads);
        if (ends_with(type, "_BARRIER_START")) return NOC_OK;
        if (strcmp(type, "READ_BARRIER_END") == 0 || strcmp(type, "WRITE_BARRIER_END") == 0)
            return read_barrier(f, event, reads);
        if (ends_with(type, "SET_STATE") && (reads || begins_with(type, "WRITE")))
            return read_state(f, event, reads);
    }
    count_unknown_type(f->commands, type);
    return NOC_OK;
}

/* Reads the cycles of events, counted from the first one. Silicon needed 20 cycles less than the
 * last event shows (tt-npe: between its last event and the end of a kernel). */
static noc_status read_times(command_reader *f, const json_t *events)
{
    static const uint64_t end_cycles = 20;
    f->first_cycle = UINT64_MAX;
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        f->number = i + 1;
        if (!json_is_object(event)) return refuse_text(f, "is no object");
        if (!has_integer(event, "timestamp") || get_integer(event, "timestamp") < 0)
            return refuse_text(f, "it has no timestamp, a whole number of cycles");
        const uint64_t cycle = (uint64_t)get_integer(event, "timestamp");
        if (cycle < f->first_cycle) f->first_cycle = cycle;
        if (cycle > f->last_cycle) f->last_cycle = cycle;
    }
    f->commands->measured_cycles = f->last_cycle > f->first_cycle + end_cycles
                                       ? f->last_cycle - f->first_cycle - end_cycles
                                       : 0;
    return NOC_OK;
}

static noc_status read_events(command_reader *f, const json_t *events)
{
    f->item = "event";
    noc_status status = read_times(f, events);
    for (size_t i = 0; i < json_array_size(events) && status == NOC_OK; i++) {
        f->number = i + 1;
        status = read_event(f, json_array_get(events, i));
    }
    return status;
}

/* ---- workloads ------------------------------------------------------------------------------ */

/* Reads a transfer of data from its source to its destination. */
static noc_status read_transfer(command_reader *f, const json_t *t, uint8_t phase)
{
    noc_ttnpe_command c = {.cycle = (uint64_t)get_integer(t, "phase_cycle_offset"),
                           .phase = phase,
                           .kind = NOC_TTNPE_WRITE};
    const int64_t packets = get_integer(t, "num_packets"), bytes = get_integer(t, "packet_size");
    noc_status status = read_place(f, t, "src_x", "src_y", &c.core);
    if (status == NOC_OK) status = read_network(f, t, "noc_type", &c.network);
    if (status == NOC_OK && has_integer(t, "mcast_start_x"))
        status = read_rectangle(f, t, &c);
    else if (status == NOC_OK)
        status = read_place(f, t, "dst_x", "dst_y", &c.first_corner);
    if (!c.is_multicast) c.last_corner = c.first_corner;
    if (status == NOC_OK) status = check_bytes(f, bytes);
    if (status != NOC_OK) return status;
    if (packets < 1 || packets > PACKETS_MAX)
        return refuse(f, "num_packets is", packets, "(1 .. 1048576)");
    if (get_integer(t, "phase_cycle_offset") < 0)
        return refuse_text(f, "its phase_cycle_offset is below 0");
    f->commands->injection_rates += json_number_value(json_object_get(t, "injection_rate")) > 0.0;
    c.bytes = (uint32_t)bytes;
    c.packets = (uint32_t)packets;
    if (bytes > 0) return add_command(f, c);
    f->commands->empty_commands++;
    return NOC_OK;
}

static noc_status read_workload(command_reader *f, const json_t *root)
{
    const json_t *phases = json_object_get(root, "phases");
    noc_status status = NOC_OK;
    f->item = "transfer";
    f->commands->is_workload = true;
    f->commands->processors = 1;
    f->commands->measured_cycles =
        (uint64_t)get_integer(json_object_get(root, "golden_result"), "cycles");
    if (!json_is_array(phases))
        return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 0},
                        "has no list phases (a list of events, or an object with phases, is "
                        "expected)");
    for (size_t i = 0; i < json_array_size(phases) && status == NOC_OK; i++) {
        const json_t *list = json_object_get(json_array_get(phases, i), "transfers");
        for (size_t k = 0; k < json_array_size(list) && status == NOC_OK; k++) {
            f->number++;
            status = read_transfer(f, json_array_get(list, k), i < 30 ? (uint8_t)(i + 1) : 31);
        }
    }
    return status;
}

/* ---- files ---------------------------------------------------------------------------------- */

static noc_status read_root(command_reader *f, const json_t *root)
{
    const noc_status status = json_is_array(root) ? read_events(f, root) : read_workload(f, root);
    if (status != NOC_OK) return status;
    for (size_t i = 0; i < f->commands->count; i++)
        if (f->commands->list[i].packets > 0) return NOC_OK;
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 0},
                    "there is no command in it that moves data");
}

noc_status noc_ttnpe_read(const char *path, noc_ttnpe_commands *commands, noc_diag *diag)
{
    static const noc_text_kind kind = {
        .max_bytes = 1u << 30,
        .large_message = "is larger than 1 GiB (events of a run of tt-npe are expected)",
        .binary_message = "is binary (JSON of tt-npe is expected)",
        .empty_message = "is empty (JSON of tt-npe is expected)",
        .directory_message = "is a directory (JSON of tt-npe is expected)",
    };
    command_reader f = {.path = path, .commands = commands, .diag = diag};
    json_error_t error;
    NOC_AUTO_FREE char *text = NULL;
    const noc_status status = noc_text_read(path, &kind, &text, diag);
    if (status != NOC_OK) return status;
    json_t *root = json_loads(text, 0, &error);
    if (!root)
        return noc_fail(diag, NOC_EINPUT, (noc_place){path, error.line},
                        "is not JSON, or is cut off: %s", error.text);
    const noc_status read = read_root(&f, root);
    json_decref(root);
    return read;
}
