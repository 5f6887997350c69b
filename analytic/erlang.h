/* analytic/erlang.h: Erlang's formulas (Kleinrock 1975, section 3.5). */
#ifndef NOC_ANALYTIC_ERLANG_H
#define NOC_ANALYTIC_ERLANG_H

/* Probability that a call finds all servers busy and has to wait (M/M/n), servers and offered calls being any numbers: part of
 * a server counts in part. 1 where more is offered than they can serve. */
double noc_probability_to_wait(double servers, double offered);

#endif
