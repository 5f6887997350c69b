/* sampler/loop/requests.h: station of the requests: MSHRs of the cores, their transactions, and the
 * waiting requests of each memory line.
 *
 * A transaction is a request and its reply, from the memory instruction to the last flit of the
 * reply. Each core has at least one transaction per MSHR. The tag of a packet is the index of its
 * transaction. The record passes from station to station with the transaction: each field names
 * its writer.
 *
 * Enter: warps at memory instructions (cores.h) or requests of a trace (replay.h), and replies.
 * Leave: packets at the ports of the cores. The first memory instruction of a core makes one
 * request per core cycle, while MSHRs are free. A reading warp continues when all its replies have
 * arrived, a writing warp at once; MSHRs stay occupied until the replies arrive.
 *
 * CTAs that share lines draw lines from their streams (lines.h); requests of a trace have
 * addresses; all other requests have different lines. Where lines are known, a request for a line
 * that its core already awaits is merged (policies/mshrs.h). Other requests become transactions,
 * which go to the core's port at once, or wait for the bus if cores share a port (clusters.h). */
#ifndef NOC_SAMPLER_LOOP_REQUESTS_H
#define NOC_SAMPLER_LOOP_REQUESTS_H

#include "sampler/loop/lines.h"
#include "sampler/loop/replay.h"
#include "sampler/policies/reply_queues.h"
#include "sampler/ports/destinations.h"

typedef struct noc_transaction {
    uint32_t core;
    uint32_t receiver;    /* warp of the request; with a trace, number of the request */
    uint32_t memory_node; /* number of the memory node */
    uint32_t row;
    uint16_t bank;
    bool is_write;
    uint8_t kernel;         /* kernel of the warp, or phase of its core */
    bool is_burst;          /* request follows the core's previous request within burst_cycles */
    bool is_approximable;   /* reply data is approximable; written by outbox.c, as the next three */
    uint64_t request_cycle; /* cycle in which the request was made */
    uint64_t join_cycle;    /* cycle in which the reply joined an outbox */
    uint32_t next_in_packet; /* next reply in the same packet; NOC_NONE: last reply */
    uint8_t lane;            /* lane of the reply at its port (sampler/ports/ports.h) */
    size_t reply_flow;
    /* next transaction in the free list of the core; outbox.c: in the list of finished writes */
    uint32_t next;
} noc_transaction;

/* Requests of a core. */
typedef struct noc_core_requests {
    uint32_t mshrs, outstanding; /* MSHRs of the core; MSHRs in use */
    uint32_t free_transaction;   /* first free transaction, NOC_NONE: none */
} noc_core_requests;

/* Requests of a warp's memory instruction. */
typedef struct noc_warp_requests {
    uint64_t block;        /* name of the current block, where lines are known: its first line */
    uint32_t left;         /* requests not made yet; 0: no instruction has begun */
    uint32_t replies_left; /* replies that the warp awaits */
    uint32_t flow, row;    /* flow to the memory node of the current block; row of its DRAM */
    uint16_t bank, lines_left; /* lines left in the current block */
} noc_warp_requests;

/* Row of a controller's last block. */
typedef struct noc_last_row {
    uint32_t row;
    uint16_t bank;
} noc_last_row;

/* Transaction with a known line. */
typedef struct noc_line_transaction {
    uint64_t line;
    uint32_t flow;    /* flow of the request */
    uint32_t bytes;   /* bytes of the request packet; 0: size of its packet type */
    bool is_sent;     /* request is sent, and the reply has not arrived */
    bool is_waiting;  /* request waits for the bus */
    bool is_answered; /* core has the line, or the write has ended */
} noc_line_transaction;

typedef struct noc_requests {
    noc_ports *ports;
    noc_cores *cores;
    noc_lines *lines;
    noc_replay *replay; /* trace that replaces the requests of warps; NULL: none */
    const noc_memory_spec *memory;
    noc_destinations destinations; /* destinations of the blocks that cores request */
    size_t *reply_flows;           /* [request flow]: reply flow */
    noc_transaction *transactions;
    uint32_t core_transactions; /* transactions of a core */
    uint32_t *memory_lines;     /* [transaction]: memory line, modulo 2^32 */
    noc_core_requests *by_core; /* [core]: requests */
    noc_warp_requests *by_warp; /* [core * warps + warp]: requests */
    uint32_t outstanding;       /* MSHRs in use, summed over cores */
    uint16_t lines_per_block;
    noc_last_row *last_rows;       /* [memory controller]: row of the last block */
    noc_burst_run *burst_runs;     /* [terminal]: last request; NULL: bursts are not detected */
    struct noc_known_lines *known; /* NULL: each request is sent at once as a separate packet */
} noc_requests;

/* Counts the transactions of a core: two per MSHR where a core may receive a line from another
 * core's reply, and request again before its own reply; else one. */
uint32_t noc_count_core_transactions(const noc_design *design);

/* Makes the requests, with known lines for designs with clusters or shared lines, and for traces.
 * Cores, lines and replay are borrowed. False when out of memory. */
bool noc_requests_make(noc_requests *requests, noc_cores *cores, noc_lines *lines,
                       noc_replay *replay, noc_derating derating, noc_arena *arena);

/* Upper bound of the packets that exist at a time. */
static inline uint64_t noc_requests_max_packets(const noc_requests *requests)
{
    /* if the answer is immediate, the request's record may stay valid while the answer travels */
    return (uint64_t)requests->cores->count * requests->core_transactions *
           (requests->replay ? 2 : 1);
}

/* Runs a network cycle: its core cycles, or the released requests of a trace. */
void noc_requests_step(noc_requests *requests);

/* Delivers the last flit of a reply to its core; the reply is dropped if the core already has the
 * line. */
void noc_requests_receive(noc_requests *requests, uint32_t transaction);

/* ---- for clusters --------------------------------------------------------------------------- */

/* Delivers a line to a core, given its number. Returns the number of answered requests; 0: the core
 * does not await the line. */
uint32_t noc_requests_answer(noc_requests *requests, uint32_t core, uint64_t line);

/* Finds the line of a transaction. */
uint64_t noc_requests_find_line(const noc_requests *requests, uint32_t transaction);

/* Returns the cores of a cluster that request the bus, a bit each. */
uint64_t noc_requests_asking_cores(const noc_requests *requests, uint32_t cluster);

/* Removes the first request of a core that waits for the bus. Returns its transaction; NOC_NONE:
 * all lines have arrived meanwhile. */
uint32_t noc_requests_take_waiting(noc_requests *requests, uint32_t core);

/* Keeps the record of a transaction until its reply: noc_requests_send sends it to memory in the
 * next cycle. */
void noc_requests_keep(noc_requests *requests, uint32_t transaction);
void noc_requests_send(noc_requests *requests, uint32_t transaction);

#endif
