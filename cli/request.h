/* cli/request.h: a command line, understood. */
#ifndef NOC_CLI_REQUEST_H
#define NOC_CLI_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "hybrid/answers/offered_load.h"
#include "network/diag.h"
#include "reports/report.h"

/* Groups of options; each command names those that it takes beside those of every command. */
enum {
    NOC_TAKES_SET = 1 << 0,
    NOC_TAKES_VARY = 1 << 1,
    NOC_TAKES_LOAD = 1 << 2,
    NOC_TAKES_SATURATION = 1 << 3,
    NOC_TAKES_SAMPLING = 1 << 4,
    NOC_TAKES_LIMIT = 1 << 5,
    NOC_TAKES_POINTS = 1 << 6,
    NOC_TAKES_RESOLVED = 1 << 7,
    NOC_TAKES_BREAKDOWN = 1 << 8,
    NOC_TAKES_SVG = 1 << 9, /* no option, but a format */
    NOC_TAKES_ACTIVITY = 1 << 10,
    NOC_TAKES_COMPONENT = 1 << 11,
    NOC_TAKES_STORE = 1 << 12,
    NOC_TAKES_SWEEP = 1 << 13,
    NOC_TAKES_FRONT = 1 << 14,
    NOC_TAKES_MEASURE = 1 << 15,
    NOC_TAKES_PLACE = 1 << 16,
    NOC_TAKES_SPACE = 1 << 17,
    NOC_TAKES_SUITE = 1 << 18,
    NOC_TAKES_CHECK = 1 << 20,
    NOC_TAKES_CALIBRATION = 1 << 21,
    NOC_TAKES_CHANNELS = 1 << 22,
    NOC_TAKES_TRACE = 1 << 23,
    NOC_TAKES_REQUIRE = 1 << 24,
};

/* What the words after a command are, for completion. */
typedef enum noc_operand {
    NOC_OPERAND_DESIGN,
    NOC_OPERAND_TOPOLOGY,
    NOC_OPERAND_CATALOG,
    NOC_OPERAND_NAME,
    NOC_OPERAND_SHELL,
    NOC_OPERAND_COMPONENT,
    NOC_OPERAND_SPACE,
    NOC_OPERAND_STORE,
    NOC_OPERAND_NONE,
} noc_operand;

typedef struct noc_request noc_request;

typedef struct noc_command {
    const char *name;
    const char *operands; /* "DESIGN..." */
    const char *purpose;  /* one line */
    const char *details;  /* a paragraph more for its help; NULL: none */
    const char *examples; /* lines */
    noc_operand operand;
    int least, most; /* operands that it wants */
    unsigned takes;  /* NOC_TAKES_... */
    const char
        *pictures; /* suffixes that its -o draws beside --format svg: ".pdf .html"; NULL: none */
    int (*run)(const noc_request *request, noc_diag *diag); /* returns the exit status */
} noc_command;

/* What `cost` is asked about; NAN: not given. */
typedef struct noc_component_request {
    double inputs, outputs, vcs, depth, flit_bits, length_mm, stages, technology_nm, clock_mhz;
    bool scale;
} noc_component_request;

struct noc_request {
    int argc; /* the whole command line */
    char **argv;
    const noc_command *command;
    const char **operands, **sets, **varies, **requires;
    size_t operand_count, set_count, vary_count, require_count;
    bool help, version, quiet;
    noc_format format;  /* of --format, else of the suffix of -o, else a table */
    bool format_given;  /* by --format */
    const char *output; /* NULL: standard output */
    unsigned jobs;
    noc_offered_load load;
    bool saturation;
    bool csv_safe;     /* no cell that a spreadsheet would run */
    const char *trace; /* file to play; NULL: not given */
    double precision;
    uint64_t seed;
    double max_error; /* a share, not %; NAN: not given */
    unsigned points;
    bool sampled, resolved, breakdown, channels;
    double activity; /* flits per cycle on every channel; NAN: not given */
    noc_component_request component;

    const char *store; /* file; NULL: not given */
    uint64_t shard, shards;
    bool dry_run;
    const char *objectives; /* "max:a,min:b"; NULL: the space's */
    const char *space;      /* name or id in the store; NULL: the latest */
    const char *why;        /* a design's id */
    double model_error;     /* half-width of the model's intervals, a share; NAN: not given */
    bool measure;
    uint64_t budget;              /* designs to measure at most */
    double tolerance, confidence; /* of a measured front, shares */
    uint64_t memory;              /* nodes to place; 0: as the design has */
    uint64_t keep;                /* placements to show */

    const char *suite; /* NULL: not given */
    bool measured;
    bool check;
    const char *calibration; /* file; NULL: the one compiled in */
    bool uncalibrated;
};

enum {
    NOC_EXIT_LIMITS = 4,
    NOC_EXIT_POINTS = 5,  /* finished, but some points failed */
    NOC_EXIT_PROGRAM = 6, /* an optional program is missing */
    NOC_EXIT_INTERRUPTED = 130,
};

/* The commands, in the order of the help; NULL past the end. */
const noc_command *noc_command_at(size_t i);
const char *noc_command_name(size_t i);

/* Reads the command line. NOC_EUSAGE with messages; the caller clears the request in either case.
 */
noc_status noc_request_read(int argc, char **argv, noc_request *request, noc_diag *diag);
void noc_request_clear(noc_request *request);

/* The exit status that a status stands for. */
int noc_exit_of(noc_status status);

#endif
