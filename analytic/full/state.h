/* analytic/full/state.h: state of a simulated full network.
 *
 * A packet has an entry in each virtual channel that holds, or expects, flits of the packet; an
 * entry counts these flits. The input virtual channels of a router are numbered: its places.
 * Timing: docs/model.md, section 2. */
#ifndef NOC_ANALYTIC_FULL_STATE_H
#define NOC_ANALYTIC_FULL_STATE_H

#include "analytic/fixed_stream.h"
#include "base/arena.h"
#include "base/bitset.h"
#include "network/graph/system.h"

/* Entry of a packet in a virtual channel. */
typedef struct noc_vc_packet {
    uint32_t hop, flow; /* hop over the virtual channel; flow of the packet */
    uint32_t next_hop;  /* next hop of the packet; NOC_NONE: none */
    /* next entry of the virtual channel, or of the free list; NOC_NONE: none */
    uint32_t next_packet;
    /* entry of the packet in its next virtual channel; NOC_NONE: none yet */
    uint32_t vc_packet_ahead;
    uint32_t vc;
    /* cycle of the packet's creation; cycle of its head's injection */
    uint32_t creation_cycle, send_cycle;
    /* flits of the packet; flits that have arrived here; flits that have departed from here */
    uint16_t flits, arrived_flits, departed_flits;
    uint8_t type; /* index in traffic.lengths */
} noc_vc_packet;

/* Virtual channel of a channel, with the buffer at its end. */
typedef struct noc_full_vc {
    uint32_t first_packet, last_packet; /* first and last packet; NOC_NONE: none */
    /* entry, in the router before, of the packet that is being sent; NOC_FULL_DOOR: an injection
     * port sends; NOC_NONE: none */
    uint32_t owner;
    uint32_t channel;
    uint32_t vc_place;     /* number among the input virtual channels of the router */
    uint32_t input;        /* crossbar input */
    uint32_t next_place;   /* round-robin pointer: place with priority for this virtual channel */
    uint16_t next_vc_turn; /* round-robin pointer: port and next virtual channel with priority */
    uint16_t credits;      /* credits: flits that may be sent */
} noc_full_vc;

#define NOC_FULL_DOOR (NOC_NONE - 1) /* owner of a virtual channel that an injection port uses */

/* Crossbar input of a router. A port has network.input_speedup inputs, over which its virtual
 * channels are spread. */
typedef struct noc_full_input {
    double free_cycle, flit_cycles; /* cycle from which on the input is free; cycles per flit */
    uint32_t channel;               /* channel of the input's port */
    uint16_t next_output;           /* round-robin pointer: output with priority */
    uint16_t next_vc;    /* round-robin pointer: virtual channel of the port with priority */
    uint32_t bidding_vc; /* virtual channel that an output bids for; NOC_NONE: none */
    bool is_speculative; /* true if the bid is for a head without an output virtual channel */
} noc_full_input;

enum { NOC_FULL_NO_STEP = UINT16_MAX };

/* Channel, with the output that feeds it and the input port at its end. */
typedef struct noc_full_channel {
    uint32_t first_vc, vc_count;
    uint32_t free_vcs;    /* free virtual channels, a bit for each */
    uint32_t first_place; /* first place of the sending router, in the list of places */
    /* cycle from which on the output is free; cycle from which on the channel is free */
    double output_free_cycle, channel_free_cycle;
    double output_flit_cycles, channel_flit_cycles; /* cycles per flit of output and channel */
    double packet_pause;                            /* extra cycles per packet */
    uint32_t next_input;                            /* round-robin pointer: input with priority */
    uint32_t next_parallel; /* round-robin pointer of parallel channels (parallel_channels.h) */
    uint16_t output_port;   /* number of the output at its router */
    /* cycles of a flit to the buffer at the channel's end; cycles of its returning credit */
    uint16_t flight_cycles, credit_cycles;
    uint16_t route_cycles; /* cycles of a head's routing in that buffer */
    uint16_t buffer_flits;
    uint8_t head_hold, body_hold; /* extra cycles of the grant of a head; of other flits */
    /* rules of the network (noc_network.vc): heads without a virtual channel request the switch;
     * such requests yield to others; a virtual channel is allocated in the cycle in which a tail
     * leaves it; only an empty one is allocated. The last: the channel ends at a terminal */
    bool is_speculative, speculation_yields, overlaps_packets, has_atomic_vcs, is_ejection;
    /* first step in which the crossbar works until the next cycle; NOC_FULL_NO_STEP: none */
    uint16_t last_step;
} noc_full_channel;

typedef enum noc_full_event_kind {
    NOC_FULL_FLIT_ARRIVAL,   /* arrival of a packet's flit */
    NOC_FULL_CREDIT,         /* return of a virtual channel's credit */
    NOC_FULL_HEAD_READY,     /* end of a head's routing */
    NOC_FULL_TAIL_DEPARTURE, /* departure of the tail at the front of a virtual channel */
    NOC_FULL_ANSWER_NOTICE,  /* notice of a terminal that a request is answered */
    NOC_FULL_PACKET_SENT,    /* end of a packet's injection into a virtual channel */
} noc_full_event_kind;

/* Event in a cycle of the event wheel. */
typedef struct noc_full_event {
    uint32_t subject; /* packet entry, virtual channel or terminal of the event */
    noc_full_event_kind kind;
} noc_full_event;

/* Events of one cycle. */
typedef struct noc_event_slot {
    noc_full_event *events;
    uint32_t count, capacity;
} noc_event_slot;

/* Injection port: the packet that is sent into an injection channel. */
typedef struct noc_injection_port {
    uint32_t channel;
    uint32_t vc_packet;     /* entry of the packet in its virtual channel; NOC_NONE: none yet */
    uint32_t next_terminal; /* round-robin pointer of the terminals that share the channel */
    uint32_t hop, flow, creation_cycle; /* first hop, flow and creation of the packet */
    uint16_t flits, flits_left;         /* flits of the packet; flits that are not sent */
    uint8_t type, last_vc;              /* index in traffic.lengths; last virtual channel used */
    bool has_packet;                    /* true from the packet's choice to its tail */
} noc_injection_port;

/* Reply that waits at its terminal, or that the terminal has still to create. */
typedef struct noc_pending_reply {
    uint32_t flow, creation_cycle;
    uint8_t type; /* packet type of the reply, index in traffic.types */
} noc_pending_reply;

/* Drawn packet that waits for its injection port. */
typedef struct noc_drawn_packet {
    uint32_t hop, flow, creation_cycle; /* first hop, flow and creation of the packet */
    uint8_t type;                       /* index in traffic.lengths */
    bool is_drawn;                      /* false: no packet */
} noc_drawn_packet;

/* Arrived packets of a class, and sums of their cycles from creation, and from the injection of
 * their heads. */
typedef struct noc_full_latency_sums {
    uint64_t packets, cycles, network_cycles;
} noc_full_latency_sums;

/* Terminal with its waiting packets. */
typedef struct noc_full_node {
    double created_requests, rate; /* created requests, less those drawn; requests per cycle */
    double requests_left;          /* requests of the batch that are not drawn */
    uint32_t outstanding;          /* outstanding requests */
    noc_drawn_packet drawn_packets[NOC_CLASSES]; /* [class]: next packet */
    size_t first_flow, flow_count;               /* first request flow; number of request flows */
    noc_pending_reply *replies;                  /* ring buffer of waiting replies */
    uint32_t first_reply, reply_count, reply_capacity;
} noc_full_node;

typedef struct noc_full {
    const noc_system *system;
    noc_arena *arena; /* memory of all lists; is_short ends the simulation */
    noc_fixed_stream stream;
    uint64_t cycle;             /* present cycle */
    noc_vc_packet *vc_packets;  /* entries of packets in virtual channels */
    uint32_t free_vc_packet;    /* first entry of the free list */
    noc_full_vc *vcs;           /* virtual channels, channel by channel */
    noc_full_channel *channels; /* [channel] */
    uint32_t *vc_at_place;      /* [place of a router]: virtual channel */
    /* [output channel]: set of places with heads that wait for a virtual channel of the output; set
     * of places with packets that request the switch */
    uint64_t *head_places, *flit_places;
    /* channels whose set in head_places is not empty; channels whose set in flit_places is not */
    uint64_t *head_channels, *flit_channels;
    unsigned place_words, channel_words;    /* words of a set of places; of a set of channels */
    noc_full_input *inputs;                 /* crossbar inputs, by router and port */
    uint32_t *bidding_inputs, bidder_count; /* inputs with a bid; their number */
    noc_event_slot *event_wheel;            /* [cycle & wheel_mask]: events of the cycle */
    uint32_t wheel_mask;                    /* slots of the wheel, a power of two, less one */
    unsigned steps_per_cycle, step;      /* steps per cycle of the fastest routers; present step */
    noc_injection_port *injection_ports; /* [number among the graph's injectors] */
    noc_full_node *terminals;            /* [terminal] */
    uint32_t *parallel_hops; /* [hop]: next parallel hop, in a ring; NULL: no parallel hops */
    double *flow_sums;       /* [flow]: sum of the rates of its terminal's request flows up to it */
    uint32_t max_outstanding; /* most outstanding requests of a terminal */
    uint64_t *delivered;      /* [terminal * NOC_CLASSES + class]: delivered packets */
    noc_full_latency_sums latency_sums[NOC_CLASSES];
    /* answered transactions; transactions of all batches */
    uint64_t answered_transactions, batch_transactions;
    uint64_t sent_flits; /* flits sent on all channels */
} noc_full;

#endif
