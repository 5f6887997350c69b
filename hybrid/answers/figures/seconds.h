/* hybrid/answers/figures/seconds.h: how long something took. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_SECONDS_H
#define NOC_HYBRID_ANSWERS_FIGURES_SECONDS_H

/* Of a clock that only runs on. */
double noc_seconds(void);

#endif
