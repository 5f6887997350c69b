/* analytic/row_runs.h: row hits of a DRAM that keeps the order within a bank (fcfs, amc without
 * bursts), in closed form. */
#ifndef NOC_ANALYTIC_ROW_RUNS_H
#define NOC_ANALYTIC_ROW_RUNS_H

/* Share of accesses that find their row open: `sources` (at least 1) take turns at random, each in
 * runs to one row of one of `banks` drawn at random, of geometric length with mean `run` (at least
 * 1). The row survives the accesses of others until one is for its bank; sources that have been
 * seen meanwhile go on with their own. */
double noc_row_hits_in_order(int sources, int banks, double run);

/* The most that any scheduler can have, but for runs that meet by chance. */
static inline double noc_row_hits_most(double run)
{
    return 1.0 - 1.0 / run;
}

/* Mean length of the batches of runs that are cut at `most`; all but the first of each are hits. */
double noc_row_batch(double run, int most);

#endif
