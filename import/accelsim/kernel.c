#include "import/accelsim/kernel.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "base/input/input.h"

enum { LINE_MAX_BYTES = 1 << 16, OPCODE_CHARS = 64 };

struct noc_kernel_reader {
    char *path;
    noc_input *in;
    noc_kernel_header header;
    int line_bytes, number; /* number of the line, from 1 */
    char *line;             /* present line; NULL: the file has ended */
    bool has_grid, has_block;
    uint64_t unknown;
    char unknown_names[NOC_OPCODE_NAMES_CHARS];
    noc_diag *diag;
};

/* ---- lines ---------------------------------------------------------------------------------- */

/* Reads the next line that is not empty. */
static noc_status next_line(noc_kernel_reader *r)
{
    noc_status status;
    do {
        r->number++;
        status = noc_input_read_line(r->in, LINE_MAX_BYTES, &r->line);
        if (status == NOC_OK && r->line) r->line += strspn(r->line, " \t\r");
    } while (status == NOC_OK && r->line && *r->line == '\0');
    return status;
}

/* Refuses a line. If the file is damaged, this is reported instead. */
static noc_status refuse(const noc_kernel_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static noc_status refuse(const noc_kernel_reader *r, const char *format, ...)
{
    char text[300];
    va_list arguments;
    if (noc_input_check_rest(r->in) != NOC_OK) return NOC_EINPUT;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->path, r->number}, "%s", text);
}

/* Returns the value in a line "name = value", with any blanks; NULL: the line has another form. */
static const char *find_value(const char *line, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(line, name, length) != 0) return NULL;
    line += length + strspn(line + length, " \t");
    if (*line != '=') return NULL;
    return line + 1 + strspn(line + 1, " \t");
}

/* Reads a whole number from a text with nothing else but blanks; false: there is none, or it
 * exceeds `most`. */
static bool read_whole_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)*text)) return false;
    *number = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    return *number <= most && end[strspn(end, " \t\r")] == '\0';
}

/* Reads three whole numbers between commas. */
static bool read_three_numbers(const char *text, uint32_t numbers[3])
{
    for (int i = 0; i < 3; i++) {
        char *end;
        if (!isdigit((unsigned char)*text)) return false;
        const unsigned long long number = strtoull(text, &end, 10);
        if (number > UINT32_MAX || (i < 2 && *end != ',')) return false;
        numbers[i] = (uint32_t)number;
        text = i < 2 ? end + 1 : end;
    }
    return text[strspn(text, ") \t\r")] == '\0';
}

/* ---- the header ----------------------------------------------------------------------------- */

static noc_status read_dimensions(noc_kernel_reader *r, const char *text, const char *name,
                                  uint32_t numbers[3], bool *is_valid)
{
    *is_valid = *text == '(' && read_three_numbers(text + 1, numbers) && numbers[0] && numbers[1] &&
                numbers[2];
    if (*is_valid && (double)numbers[0] * numbers[1] * numbers[2] <= 1e15) return NOC_OK;
    return refuse(r, "-%s = %.60s: expected (x,y,z), 1 or more each", name, text);
}

static noc_status read_version(noc_kernel_reader *r, const char *text)
{
    uint64_t version;
    if (read_whole_number(text, NOC_KERNEL_VERSION_MAX, &version) &&
        version >= NOC_KERNEL_VERSION_MIN) {
        r->header.version = (int)version;
        return NOC_OK;
    }
    return refuse(r, "-accelsim tracer version = %.40s: expected %d to %d, which are read", text,
                  NOC_KERNEL_VERSION_MIN, NOC_KERNEL_VERSION_MAX);
}

static noc_status read_base(noc_kernel_reader *r, const char *text, uint64_t *base)
{
    return read_whole_number(text, UINT64_MAX, base)
               ? NOC_OK
               : refuse(r, "%.60s: expected an address, 0x...", text);
}

/* Reads a name up to the first blank, and makes it printable. */
static void read_name(const char *text, char name[NOC_KERNEL_NAME_CHARS])
{
    snprintf(name, NOC_KERNEL_NAME_CHARS, "%.*s", (int)strcspn(text, " \t\r"), text);
    for (char *c = name; *c; c++)
        if (!isgraph((unsigned char)*c)) *c = '?';
}

/* Reads a line of the header. Registers, shared memory and the version of the binary are not read,
 * since some tracers write arbitrary numbers. */
static noc_status read_header_line(noc_kernel_reader *r)
{
    noc_kernel_header *h = &r->header;
    const char *at = r->line + 1, *value;
    if ((value = find_value(at, "grid dim")))
        return read_dimensions(r, value, "grid dim", h->grid, &r->has_grid);
    if ((value = find_value(at, "block dim")))
        return read_dimensions(r, value, "block dim", h->block, &r->has_block);
    if ((value = find_value(at, "accelsim tracer version"))) return read_version(r, value);
    if ((value = find_value(at, "shmem base_addr"))) return read_base(r, value, &h->shared_base);
    if ((value = find_value(at, "local mem base_addr"))) return read_base(r, value, &h->local_base);
    if ((value = find_value(at, "enable lineinfo"))) h->has_source_lines = *value == '1';
    if ((value = find_value(at, "kernel name"))) read_name(value, h->name);
    return NOC_OK;
}

static noc_status check_header(noc_kernel_reader *r)
{
    if (!r->has_grid) return refuse(r, "the header has no -grid dim = (x,y,z)");
    if (!r->has_block) return refuse(r, "the header has no -block dim = (x,y,z)");
    if (!r->header.version)
        return refuse(r, "the header has no -accelsim tracer version (%d to %d are read)",
                      NOC_KERNEL_VERSION_MIN, NOC_KERNEL_VERSION_MAX);
    return NOC_OK;
}

/* Reads up to the first block; comments are skipped. */
static noc_status read_header(noc_kernel_reader *r)
{
    noc_status status = next_line(r);
    while (status == NOC_OK && r->line && strncmp(r->line, "#BEGIN_TB", 9) != 0) {
        if (*r->line == '-')
            status = read_header_line(r);
        else if (*r->line != '#')
            return refuse(r,
                          "expected #BEGIN_TB before '%.40s': a kernel trace is grouped by "
                          "thread blocks (Accel-Sim's post-traces-processing makes .traceg of "
                          ".trace)",
                          r->line);
        if (status == NOC_OK) status = next_line(r);
    }
    return status == NOC_OK ? check_header(r) : status;
}

noc_status noc_kernel_open(const char *path, int line_bytes, noc_kernel_reader **reader,
                           noc_diag *diag)
{
    noc_kernel_reader *r = calloc(1, sizeof *r);
    *reader = r;
    if (!r) return noc_fail_memory(diag);
    r->path = strdup(path);
    r->line_bytes = line_bytes;
    r->diag = diag;
    noc_status status =
        r->path ? noc_input_open(r->path, r->path, "is a directory (a kernel trace is expected)",
                                 &r->in, diag)
                : noc_fail_memory(diag);
    if (status == NOC_OK) status = read_header(r);
    if (status == NOC_OK) return NOC_OK;
    noc_kernel_close(r);
    *reader = NULL;
    return status;
}

void noc_kernel_close(noc_kernel_reader *reader)
{
    if (!reader) return;
    noc_input_close(reader->in);
    free(reader->path);
    free(reader);
}

const noc_kernel_header *noc_kernel_header_of(const noc_kernel_reader *reader)
{
    return &reader->header;
}

double noc_kernel_share(const noc_kernel_reader *reader)
{
    return noc_input_read_share(reader->in);
}

uint64_t noc_kernel_unknown(const noc_kernel_reader *reader, const char **names)
{
    *names = reader->unknown_names;
    return reader->unknown;
}

/* ---- a block -------------------------------------------------------------------------------- */

/* State of reading a block. */
typedef struct block_reader {
    noc_kernel_reader *reader;
    noc_kernel_block *block;
    uint32_t warp;
    uint64_t remaining; /* number of instructions left in the warp */
    bool has_warp;      /* true if a warp was named, but not yet its number of instructions */
    bool in_warp, has_number;
} block_reader;

static noc_status refuse_memory(const block_reader *b, double beyond)
{
    return noc_list_report_failure(beyond, (noc_place){b->reader->path, b->reader->number},
                                   "this thread block", b->reader->diag);
}

static noc_status add_access(block_reader *b, const noc_warp_lines *lines, bool write)
{
    noc_kernel_block *block = b->block;
    double beyond = 0.0;
    if (block->line_count > UINT32_MAX - NOC_WARP_LINES_MAX)
        return refuse(b->reader, "this thread block asks for lines 2^32 times or more");
    if (!noc_list_make_limited_room(&block->arena, &block->accesses, block->access_count + 1,
                                    &block->access_capacity, sizeof *block->accesses, &beyond) ||
        !noc_list_make_limited_room(&block->arena, &block->lines, block->line_count + lines->count,
                                    &block->line_capacity, sizeof *block->lines, &beyond))
        return refuse_memory(b, beyond);
    memcpy(block->lines + block->line_count, lines->lines, lines->count * sizeof *block->lines);
    block->accesses[block->access_count++] = (noc_kernel_access){
        .index = block->lengths[b->warp],
        .warp = (uint16_t)b->warp,
        .is_write = write,
        .first = (uint32_t)block->line_count,
        .count = (uint32_t)lines->count,
    };
    block->line_count += lines->count;
    return NOC_OK;
}

static noc_status add_lines(block_reader *b, const noc_instruction *i, noc_opcode_use use)
{
    noc_warp_lines lines;
    noc_kernel_tally *t = &b->block->tally;
    const bool write = use == NOC_OPCODE_WRITE || use == NOC_OPCODE_REDUCTION;
    noc_instruction_coalesce(i, b->reader->line_bytes, &lines);
    if (lines.count == 0) return NOC_OK;
    *(write ? &t->stores : &t->loads) += 1;
    *(write ? &t->writes : &t->reads) += lines.count;
    for (size_t l = 1; l < lines.count; l++)
        t->consecutive_lines += lines.lines[l] == lines.lines[l - 1] + 1;
    return add_access(b, &lines, write);
}

static void count_unknown(noc_kernel_reader *r, const noc_instruction *i)
{
    char name[OPCODE_CHARS];
    snprintf(name, sizeof name, "%.*s", (int)i->opcode_length, i->opcode);
    name[strcspn(name, ",")] = '\0';
    r->unknown++;
    noc_opcode_names_add(r->unknown_names, name);
}

static noc_status refuse_cut_warp(const block_reader *b)
{
    return refuse(b->reader,
                  "warp %u ends here, %" PRIu64 " instructions short: the trace is cut off",
                  b->warp, b->remaining);
}

/* Refuses an instruction; on the last line, reports that the file is cut off. */
static noc_status refuse_instruction(const block_reader *b, const noc_instruction_form *form)
{
    char *next = NULL;
    if (noc_input_read_line(b->reader->in, LINE_MAX_BYTES, &next) != NOC_OK) return NOC_EINPUT;
    if (!next) return refuse_cut_warp(b);
    return refuse(b->reader,
                  "expected %sPC mask dest_num [registers] opcode src_num [registers] bytes "
                  "[addresses]%s",
                  form->has_source_lines ? "line " : "",
                  form->has_immediates ? " [immediate]" : "");
}

static noc_status read_instruction(block_reader *b)
{
    noc_instruction i = {.has_addresses = false};
    noc_kernel_tally *t = &b->block->tally;
    if (!b->in_warp || b->remaining == 0)
        return refuse(b->reader,
                      b->in_warp ? "the warp has more instructions than its 'insts' said"
                                 : "expected 'warp = N' and 'insts = N' before '%.40s'",
                      b->reader->line);
    const noc_kernel_header *h = &b->reader->header;
    const noc_instruction_form form = {h->has_source_lines, h->version > NOC_KERNEL_VERSION_MIN};
    if (!noc_instruction_read(b->reader->line, &form, &i)) return refuse_instruction(b, &form);
    const noc_opcode_use use = noc_instruction_use(&i, h->shared_base, h->local_base);
    const bool global = use == NOC_OPCODE_READ || use == NOC_OPCODE_ATOMIC ||
                        use == NOC_OPCODE_WRITE || use == NOC_OPCODE_REDUCTION;
    t->instructions++;
    t->threads += (uint64_t)__builtin_popcount(i.warp.mask);
    t->idle_instructions += i.warp.mask == 0;
    t->uses[use]++;
    if (use == NOC_OPCODE_UNKNOWN) count_unknown(b->reader, &i);
    noc_status status = NOC_OK;
    if (global && i.has_addresses) status = add_lines(b, &i, use);
    b->block->lengths[b->warp]++;
    b->remaining--;
    return status;
}

static noc_status begin_warp(block_reader *b, const char *value)
{
    uint64_t warp;
    if (!read_whole_number(value, NOC_KERNEL_WARPS_MAX - 1, &warp))
        return refuse(b->reader, "warp = %.40s: expected 0..%d", value, NOC_KERNEL_WARPS_MAX - 1);
    b->warp = (uint32_t)warp;
    if (b->block->warps <= b->warp) b->block->warps = b->warp + 1;
    if (b->block->lengths[b->warp] > 0)
        return refuse(b->reader, "warp = %u: it is there already", b->warp);
    b->has_warp = true;
    b->in_warp = false;
    return NOC_OK;
}

static noc_status begin_instructions(block_reader *b, const char *value)
{
    if (!b->has_warp) return refuse(b->reader, "expected 'warp = N' before 'insts = %.40s'", value);
    if (!read_whole_number(value, UINT32_MAX, &b->remaining))
        return refuse(b->reader, "insts = %.40s: expected a number of instructions", value);
    b->has_warp = false;
    b->in_warp = true;
    return NOC_OK;
}

static noc_status read_block_number(block_reader *b, const char *value)
{
    const uint32_t *grid = b->reader->header.grid;
    uint32_t position[3];
    if (!read_three_numbers(value, position) || position[0] >= grid[0] || position[1] >= grid[1] ||
        position[2] >= grid[2])
        return refuse(b->reader,
                      "thread block = %.60s: expected x,y,z inside of the grid (%u,%u,%u)", value,
                      grid[0], grid[1], grid[2]);
    b->block->number =
        position[0] + (uint64_t)grid[0] * (position[1] + (uint64_t)grid[1] * position[2]);
    b->has_number = true;
    return NOC_OK;
}

/* Reads a line of a block other than its end. */
static noc_status read_block_line(block_reader *b)
{
    const char *value, *line = b->reader->line;
    const bool instructions = isxdigit((unsigned char)*line);
    if (instructions) return read_instruction(b);
    if (b->remaining > 0) return refuse_cut_warp(b);
    if ((value = find_value(line, "warp"))) return begin_warp(b, value);
    if ((value = find_value(line, "insts"))) return begin_instructions(b, value);
    if ((value = find_value(line, "thread block"))) return read_block_number(b, value);
    if (*line == '#' && strncmp(line, "#BEGIN_TB", 9) != 0) return NOC_OK;
    return refuse(b->reader,
                  "expected 'warp = N', 'insts = N', instructions or #END_TB before '%.40s'", line);
}

static int compare_accesses(const void *a, const void *b)
{
    const noc_kernel_access *x = a, *y = b;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return (x->warp > y->warp) - (x->warp < y->warp);
}

static void reset_block(noc_kernel_block *block)
{
    memset(block->lengths, 0, block->warps * sizeof block->lengths[0]);
    block->warps = 0;
    block->access_count = block->line_count = 0;
    block->tally = (noc_kernel_tally){0};
}

/* Reads the lines from #BEGIN_TB up to #END_TB. */
static noc_status read_block(block_reader *b)
{
    noc_kernel_reader *r = b->reader;
    noc_status status = next_line(r);
    while (status == NOC_OK && r->line && strncmp(r->line, "#END_TB", 7) != 0) {
        status = read_block_line(b);
        if (status == NOC_OK) status = next_line(r);
    }
    if (status != NOC_OK) return status;
    if (b->remaining > 0) return refuse_cut_warp(b);
    if (!r->line) return refuse(r, "the trace is cut off in a thread block: #END_TB is missing");
    if (!b->has_number) return refuse(r, "the thread block has no 'thread block = x,y,z'");
    if (b->block->access_count > 1)
        qsort(b->block->accesses, b->block->access_count, sizeof *b->block->accesses,
              compare_accesses);
    return NOC_OK;
}

noc_status noc_kernel_next(noc_kernel_reader *reader, noc_kernel_block *block, bool *more)
{
    block_reader b = {.reader = reader, .block = block};
    noc_status status = NOC_OK;
    reset_block(block);
    while (status == NOC_OK && reader->line && strncmp(reader->line, "#BEGIN_TB", 9) != 0) {
        if (*reader->line != '#')
            return refuse(reader, "expected #BEGIN_TB before '%.40s'", reader->line);
        status = next_line(reader);
    }
    *more = reader->line != NULL;
    if (status == NOC_OK && *more) status = read_block(&b);
    if (status == NOC_OK && *more) status = next_line(reader);
    return status;
}
