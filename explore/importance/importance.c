#include "explore/importance/importance.h"

#include <math.h>
#include <string.h>

#include "base/auto.h"

/* ---- values --------------------------------------------------------------------------------- */

/* Designs with a value. */
typedef struct population {
    size_t *designs; /* indices among all designs */
    double *values;  /* [design of the population]: centred, with a sum of squares of 1 */
    size_t count;
} population;

#define DECADE           10.0 /* span of values from which their logarithms are taken */
#define EQUAL_WITHIN     1e-9 /* relative difference of values that are equal */
#define DEPENDENT_COLUMN 1e-9 /* share of a column that other columns do not explain: none */

static bool take_values(const double *values, size_t design_count, noc_arena *scratch,
                        population *p, noc_importance *m)
{
    p->designs = noc_arena_array(scratch, design_count, sizeof *p->designs);
    p->values = noc_arena_array(scratch, design_count, sizeof *p->values);
    if (!p->designs || !p->values) return false;
    m->lowest = m->highest = NAN;
    for (size_t i = 0; i < design_count; i++) {
        if (!isfinite(values[i])) continue;
        m->lowest = fmin(m->lowest, values[i]);
        m->highest = fmax(m->highest, values[i]);
        p->values[p->count] = values[i];
        p->designs[p->count++] = i;
    }
    m->missing_count = design_count - p->count;
    m->is_logarithmic = m->lowest > 0.0 && m->highest >= DECADE * m->lowest;
    return true;
}

/* Takes logarithms if they count, and centres and scales the values. */
static void scale_values(population *p, bool is_logarithmic)
{
    double sum = 0.0, squares = 0.0;
    for (size_t i = 0; i < p->count; i++) {
        if (is_logarithmic) p->values[i] = log(p->values[i]);
        sum += p->values[i];
    }
    for (size_t i = 0; i < p->count; i++) {
        p->values[i] -= sum / (double)p->count;
        squares += p->values[i] * p->values[i];
    }
    for (size_t i = 0; i < p->count; i++) p->values[i] /= sqrt(squares);
}

/* ---- normal equations ----------------------------------------------------------------------- */

/* Normal equations of the sum of functions of single factors: a column for each level of each
 * factor, the factors with the most levels first, and the values as last column. All columns are
 * centred. Only the upper triangle is filled. */
typedef struct equations {
    const noc_factors *factors;
    size_t order[NOC_FACTORS_MAX];  /* factors in the order of their columns */
    size_t starts[NOC_FACTORS_MAX]; /* [factor]: first column */
    size_t size;                    /* number of columns, the values' included */
    double *matrix;                 /* [row * size + column] */
    double *counts;                 /* [column]: designs with the level */
    double *squares;                /* [column]: sum of squares */
} equations;

static void order_factors(const noc_factors *factors, equations *e)
{
    for (size_t f = 0; f < factors->count; f++) {
        size_t at = f;
        while (at > 0 &&
               factors->list[e->order[at - 1]].level_count < factors->list[f].level_count) {
            e->order[at] = e->order[at - 1];
            at--;
        }
        e->order[at] = f;
    }
    for (size_t k = 0; k < factors->count; k++) {
        e->starts[e->order[k]] = e->size;
        e->size += factors->list[e->order[k]].level_count;
    }
    e->size++;
}

static void count_levels(const population *p, equations *e)
{
    size_t rows[NOC_FACTORS_MAX];
    const size_t factors = e->factors->count, last = e->size - 1;
    for (size_t i = 0; i < p->count; i++) {
        for (size_t k = 0; k < factors; k++) /* ascending */
            rows[k] = e->starts[e->order[k]] + (size_t)e->factors->list[e->order[k]].levels[i];
        for (size_t k = 0; k < factors; k++) {
            double *row = &e->matrix[rows[k] * e->size];
            for (size_t other = k; other < factors; other++) row[rows[other]] += 1.0;
            row[last] += p->values[i];
        }
    }
    e->matrix[last * e->size + last] = 1.0;
}

static bool make_equations(const population *p, const noc_factors *factors, noc_arena *scratch,
                           equations *e)
{
    *e = (equations){.factors = factors};
    order_factors(factors, e);
    e->matrix = noc_arena_array(scratch, e->size * e->size, sizeof *e->matrix);
    e->counts = noc_arena_array(scratch, e->size, sizeof *e->counts);
    e->squares = noc_arena_array(scratch, e->size, sizeof *e->squares);
    if (!e->matrix || !e->counts || !e->squares) return false;
    count_levels(p, e);
    for (size_t a = 0; a + 1 < e->size; a++) e->counts[a] = e->matrix[a * e->size + a];
    for (size_t a = 0; a + 1 < e->size; a++)
        for (size_t b = a; b + 1 < e->size; b++)
            e->matrix[a * e->size + b] -= e->counts[a] * e->counts[b] / (double)p->count;
    for (size_t a = 0; a + 1 < e->size; a++) e->squares[a] = e->matrix[a * e->size + a];
    return true;
}

static bool is_dependent(double pivot, double squares)
{
    return pivot <= DEPENDENT_COLUMN * squares;
}

/* Eliminates the first `columns` columns of a matrix of `size` columns, whose rows are `stride`
 * apart. Returns the share of the values' sum of squares that these columns explain. `squares`:
 * [column], before any elimination. */
static double eliminate(double *matrix, size_t stride, size_t columns, size_t size,
                        const double *squares)
{
    double explained = 0.0;
    for (size_t a = 0; a < columns; a++) {
        const double *pivot_row = &matrix[a * stride];
        const double pivot = pivot_row[a];
        if (is_dependent(pivot, squares[a])) continue;
        explained += pivot_row[size - 1] * pivot_row[size - 1] / pivot;
        for (size_t r = a + 1; r < size; r++) {
            const double factor = pivot_row[r] / pivot;
            double *row = &matrix[r * stride];
            if (factor == 0.0) continue;
            for (size_t c = r; c < size; c++) row[c] -= factor * pivot_row[c];
        }
    }
    return explained;
}

/* ---- shares --------------------------------------------------------------------------------- */

/* Explained share of each subset of the factors: bit k is factor order[k] of the equations. */
typedef struct subsets {
    const equations *e;
    double *explained;                 /* [subset] */
    double *matrices[NOC_FACTORS_MAX]; /* [k]: matrix after the elimination of factor order[k] */
} subsets;

/* Fills the shares of all subsets that agree with `subset` in the first k factors. `matrix`: its
 * rows are `stride` apart, and its columns those of the factors from k on. */
static void explain_subsets(subsets *s, size_t k, size_t subset, const double *matrix,
                            size_t stride, double explained)
{
    const noc_factors *factors = s->e->factors;
    if (k == factors->count) {
        s->explained[subset] = explained;
        return;
    }
    const size_t start = s->e->starts[s->e->order[k]], size = s->e->size - start;
    const size_t columns = factors->list[s->e->order[k]].level_count;
    explain_subsets(s, k + 1, subset, &matrix[columns * (stride + 1)], stride, explained);
    double *copy = s->matrices[k];
    for (size_t r = 0; r < size; r++)
        memcpy(&copy[r * size], &matrix[r * stride], size * sizeof *copy);
    explained += eliminate(copy, size, columns, size, &s->e->squares[start]);
    explain_subsets(s, k + 1, subset | (size_t)1 << k, &copy[columns * (size + 1)], size,
                    explained);
}

/* Finds the parents of each factor as a subset, [k]. */
static void order_parents(const equations *e, size_t parents[NOC_FACTORS_MAX])
{
    for (size_t k = 0; k < e->factors->count; k++) {
        parents[k] = 0;
        for (size_t p = 0; p < e->factors->count; p++)
            if (e->factors->list[e->order[k]].parents >> e->order[p] & 1)
                parents[k] |= (size_t)1 << p;
    }
}

/* Adds to each factor's share what it adds to a subset, weighted by the number of orders of all
 * factors, parents first, that begin with this subset and go on with the factor. `before`, `after`:
 * [subset], scratch. */
static void average_orders(const subsets *s, double *before, double *after, noc_effect *effects)
{
    const size_t count = s->e->factors->count, all = ((size_t)1 << count) - 1;
    size_t parents[NOC_FACTORS_MAX];
    order_parents(s->e, parents);
    for (size_t subset = 0; subset <= all; subset++) { /* orders that end with the subset */
        before[subset] = subset == 0;
        for (size_t k = 0; k < count; k++) {
            const size_t rest = subset & ~((size_t)1 << k);
            if (rest != subset && (parents[k] & ~rest) == 0) before[subset] += before[rest];
        }
    }
    for (size_t subset = all + 1; subset-- > 0;) { /* orders that begin after the subset */
        after[subset] = subset == all;
        for (size_t k = 0; k < count; k++) {
            const size_t larger = subset | (size_t)1 << k;
            if (larger == subset || (parents[k] & ~subset)) continue;
            after[subset] += after[larger];
            effects[s->e->order[k]].share += before[subset] / before[all] * after[larger] *
                                             (s->explained[larger] - s->explained[subset]);
        }
    }
}

static bool find_shares(const equations *e, noc_arena *scratch, noc_importance *m)
{
    subsets s = {.e = e};
    const size_t count = e->factors->count, subset_count = (size_t)1 << count;
    s.explained = noc_arena_unset_array(scratch, subset_count, sizeof *s.explained);
    double *before = noc_arena_unset_array(scratch, subset_count, sizeof *before);
    double *after = noc_arena_unset_array(scratch, subset_count, sizeof *after);
    for (size_t k = 0; k < count; k++) {
        const size_t size = e->size - e->starts[e->order[k]];
        s.matrices[k] = noc_arena_unset_array(scratch, size * size, sizeof *s.matrices[k]);
    }
    if (scratch->is_short) return false;
    explain_subsets(&s, 0, 0, e->matrix, e->size, 0.0);
    average_orders(&s, before, after, m->effects);
    for (size_t f = 0; f < count; f++) m->effects[f].share = fmax(m->effects[f].share, 0.0);
    m->interactions = fmax(1.0 - s.explained[subset_count - 1], 0.0);
    return true;
}

/* ---- one factor ----------------------------------------------------------------------------- */

static double find_alone(const equations *e, size_t f)
{
    double alone = 0.0;
    const size_t start = e->starts[f], end = start + e->factors->list[f].level_count;
    for (size_t a = start; a < end; a++) {
        const double sum = e->matrix[a * e->size + e->size - 1];
        alone += sum * sum / e->counts[a];
    }
    return alone;
}

/* Finds a factor and its descendants, a bit each. */
static uint32_t find_family(const noc_factors *factors, size_t f)
{
    uint32_t family = 1u << f, before = 0;
    while (family != before) {
        before = family;
        for (size_t i = 0; i < factors->count; i++)
            if (factors->list[i].parents & family) family |= 1u << i;
    }
    return family;
}

/* Sums of the values of groups of designs. */
typedef struct group_sums {
    double *sums;
    uint32_t *counts;
} group_sums;

/* Finds the variance within groups of designs that are equal in all factors but one family. */
static double find_total(const population *p, const noc_factors *factors, size_t f,
                         noc_groups *groups, const group_sums *sums)
{
    const noc_factor *factor = &factors->list[f];
    const uint32_t family = find_family(factors, f);
    size_t holder_count = 0, moved_count = 0; /* designs with the setting; those with another one */
    double within = 1.0;
    for (size_t i = 0; i < factors->count; i++)
        if (family >> i & 1) noc_groups_add(groups, &factors->list[i], -1);
    const size_t count = noc_groups_count(groups);
    for (size_t i = 0; i < factors->count; i++)
        if (family >> i & 1) noc_groups_add(groups, &factors->list[i], 1);
    memset(sums->sums, 0, count * sizeof *sums->sums);
    memset(sums->counts, 0, count * sizeof *sums->counts);
    for (size_t i = 0; i < p->count; i++) {
        sums->sums[groups->groups[i]] += p->values[i];
        sums->counts[groups->groups[i]]++;
    }
    for (size_t g = 0; g < count; g++) within -= sums->sums[g] * sums->sums[g] / sums->counts[g];
    for (size_t i = 0; i < p->count; i++) {
        if (factor->parents && factor->levels[i] == factor->absent_level) continue;
        holder_count++;
        moved_count += sums->counts[groups->groups[i]] > 1;
    }
    return 2 * moved_count >= holder_count ? fmax(within, 0.0) : NAN;
}

static bool find_single_effects(const population *p, const equations *e, noc_arena *scratch,
                                noc_importance *m)
{
    noc_groups groups;
    const noc_factors *factors = e->factors;
    const group_sums sums = {noc_arena_array(scratch, p->count, sizeof *sums.sums),
                             noc_arena_array(scratch, p->count, sizeof *sums.counts)};
    if (!sums.sums || !sums.counts || !noc_groups_make(p->count, scratch, &groups)) return false;
    for (size_t f = 0; f < factors->count; f++) noc_groups_add(&groups, &factors->list[f], 1);
    for (size_t f = 0; f < factors->count; f++) {
        m->effects[f].factor = f;
        m->effects[f].alone = find_alone(e, f);
        m->effects[f].total = find_total(p, factors, f, &groups, &sums);
    }
    return true;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Subtracts the best sum of functions of single factors from the values. */
static bool take_residuals(const equations *e, noc_arena *scratch, population *p)
{
    const size_t size = e->size, columns = size - 1;
    double *matrix = noc_arena_copy(scratch, e->matrix, size * size, sizeof *matrix);
    double *function = noc_arena_array(scratch, size, sizeof *function); /* value of each level */
    double mean = 0.0;
    if (!matrix || !function) return false;
    eliminate(matrix, size, columns, size, e->squares);
    for (size_t a = columns; a-- > 0;) {
        const double *row = &matrix[a * size];
        if (is_dependent(row[a], e->squares[a])) continue;
        double sum = row[columns];
        for (size_t c = a + 1; c < columns; c++) sum -= row[c] * function[c];
        function[a] = sum / row[a];
    }
    for (size_t a = 0; a < columns; a++) mean += function[a] * e->counts[a] / (double)p->count;
    for (size_t i = 0; i < p->count; i++) {
        p->values[i] += mean;
        for (size_t f = 0; f < e->factors->count; f++)
            p->values[i] -= function[e->starts[f] + (size_t)e->factors->list[f].levels[i]];
    }
    return true;
}

static double find_pair_share(const population *residuals, const noc_factor *a, const noc_factor *b,
                              const group_sums *sums)
{
    const size_t cells = a->level_count * b->level_count;
    double share = 0.0;
    memset(sums->sums, 0, cells * sizeof *sums->sums);
    memset(sums->counts, 0, cells * sizeof *sums->counts);
    for (size_t i = 0; i < residuals->count; i++) {
        const size_t cell = (size_t)a->levels[i] * b->level_count + (size_t)b->levels[i];
        sums->sums[cell] += residuals->values[i];
        sums->counts[cell]++;
    }
    for (size_t c = 0; c < cells; c++)
        if (sums->counts[c]) share += sums->sums[c] * sums->sums[c] / sums->counts[c];
    return share;
}

static void insert_pair(noc_importance *m, noc_pair_effect pair)
{
    size_t at = m->pair_count++;
    for (; at > 0 && m->pairs[at - 1].share < pair.share; at--) m->pairs[at] = m->pairs[at - 1];
    m->pairs[at] = pair;
}

enum { PAIR_DESIGNS = 4 }; /* designs for each combination of a pair, unless all are there */

/* Finds the effects of pairs; the values become residuals. */
static bool find_pairs(population *p, const equations *e, noc_arena *scratch, noc_arena *arena,
                       noc_importance *m)
{
    const noc_factors *factors = e->factors;
    /* pairs below have at most as many combinations as there are designs */
    const group_sums sums = {noc_arena_array(scratch, p->count, sizeof *sums.sums),
                             noc_arena_array(scratch, p->count, sizeof *sums.counts)};
    m->pairs = noc_arena_array(arena, factors->count * factors->count, sizeof *m->pairs);
    if (!sums.sums || !sums.counts || !m->pairs || !take_residuals(e, scratch, p)) return false;
    for (size_t a = 0; a < factors->count; a++)
        for (size_t b = a + 1; b < factors->count; b++) {
            const noc_factor *first = &factors->list[a], *second = &factors->list[b];
            const size_t cells = first->level_count * second->level_count;
            if (!factors->is_full && PAIR_DESIGNS * cells > p->count) continue;
            insert_pair(m, (noc_pair_effect){{a, b}, find_pair_share(p, first, second, &sums)});
        }
    return true;
}

/* ---- importance ----------------------------------------------------------------------------- */

static noc_importance_state find_state(const noc_importance *m)
{
    const noc_factors *factors = &m->factors;
    const double size = fmax(fabs(m->lowest), fabs(m->highest));
    const size_t steps = factors->level_count - factors->count;
    if (factors->count == 0) return NOC_IMPORTANCE_UNVARIED;
    if (m->highest - m->lowest <= EQUAL_WITHIN * size) return NOC_IMPORTANCE_CONSTANT;
    if (!factors->is_full && factors->design_count < 2 * steps + 1) return NOC_IMPORTANCE_FEW;
    if (factors->count > NOC_FACTORS_MAX || factors->level_count > NOC_FACTOR_LEVELS_MAX)
        return NOC_IMPORTANCE_MANY;
    return NOC_IMPORTANCE_KNOWN;
}

/* Sorts the effects, the largest share first; equal ones stay in the order of the factors. */
static void sort_effects(noc_importance *m)
{
    for (size_t i = 1; i < m->factors.count; i++) {
        const noc_effect moved = m->effects[i];
        size_t at = i;
        for (; at > 0 && m->effects[at - 1].share < moved.share; at--)
            m->effects[at] = m->effects[at - 1];
        m->effects[at] = moved;
    }
}

noc_status noc_importance_find(const noc_setting_values *settings, const double *values,
                               noc_arena *arena, noc_importance *m, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    population p = {0};
    equations e;
    *m = (noc_importance){.interactions = NAN};
    if (!take_values(values, settings->design_count, &scratch, &p, m)) return noc_fail_memory(diag);
    const noc_status status =
        noc_factors_find(settings, p.designs, p.count, arena, &m->factors, diag);
    if (status != NOC_OK) return status;
    m->state = find_state(m);
    if (m->state != NOC_IMPORTANCE_KNOWN) return NOC_OK;
    scale_values(&p, m->is_logarithmic);
    m->effects = noc_arena_array(arena, m->factors.count, sizeof *m->effects);
    if (!m->effects || !make_equations(&p, &m->factors, &scratch, &e) ||
        !find_single_effects(&p, &e, &scratch, m) || !find_shares(&e, &scratch, m) ||
        !find_pairs(&p, &e, &scratch, arena, m))
        return noc_fail_memory(diag);
    sort_effects(m);
    return NOC_OK;
}
