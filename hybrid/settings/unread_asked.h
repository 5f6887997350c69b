/* hybrid/settings/unread_asked.h: conditions and reasons that rules of several groups share. */
#ifndef NOC_HYBRID_SETTINGS_UNREAD_ASKED_H
#define NOC_HYBRID_SETTINGS_UNREAD_ASKED_H

#include <stdbool.h>

#include "hybrid/settings/unread_rule.h"

/* Why memories, cores and workloads are not read. */
extern const char noc_unread_played[], noc_unread_no_workload[], noc_unread_open_loop[];

const noc_design *noc_unread_design(const noc_unread_question *question);
const noc_network_spec *noc_unread_spec(const noc_unread_question *question);

bool noc_unread_asks_model(const noc_unread_question *question);
bool noc_unread_samples_loop(const noc_unread_question *question);

/* At a load, or of packets that a trace has at its times. */
bool noc_unread_asks_for_rates(const noc_unread_question *question);

/* Of cores, which clusters and MSHRs merge. */
bool noc_unread_asks_for_lines(const noc_unread_question *question);

/* A trace of packets or of lines. */
bool noc_unread_plays_trace(const noc_unread_question *question);
bool noc_unread_plays_packets(const noc_unread_question *question);
bool noc_unread_plays_no_trace(const noc_unread_question *question);

/* The trace has replies of its own. */
bool noc_unread_brings_replies(const noc_unread_question *question);

/* Nodes send as fast as the network takes it. */
bool noc_unread_is_eager(const noc_unread_question *question);

/* No workload runs, even if the design has one: at a load, or as nodes are eager. */
bool noc_unread_runs_nothing(const noc_unread_question *question);

bool noc_unread_has_no_workload(const noc_unread_question *question);
bool noc_unread_has_no_memory(const noc_unread_question *question);
bool noc_unread_has_no_replies(const noc_unread_question *question);

bool noc_unread_is_adaptive_overlay(const noc_network_spec *spec);

#endif
