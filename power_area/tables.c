#include "power_area/tables.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { TECHNOLOGIES_MAX = 64 };

/* Each table is read when it is first asked for; only read after that. */
static struct {
    pthread_mutex_t reading;
    noc_technology technologies[TECHNOLOGIES_MAX];
    noc_status status[TECHNOLOGIES_MAX];
    bool read[TECHNOLOGIES_MAX];
    noc_diag faults[TECHNOLOGIES_MAX];
} loaded = {.reading = PTHREAD_MUTEX_INITIALIZER};

size_t noc_technology_count(void)
{
    size_t count = 0;
    while (count < TECHNOLOGIES_MAX && noc_technology_tables[count].file) count++;
    return count;
}

double noc_technology_nm(size_t i)
{
    double nm = 0.0;
    const char *name = strrchr(noc_technology_tables[i].file, '_');
    return name && sscanf(name, "_%lfnm.cfg", &nm) == 1 ? nm : NAN;
}

static void read_table_of(size_t i)
{
    const noc_place place = {noc_technology_tables[i].file, 0};
    noc_diag *faults = &loaded.faults[i];
    noc_technology *technology = &loaded.technologies[i];
    loaded.status[i] = noc_technology_read(config_root_setting(noc_technology_tables[i].config),
                                           place.file, NOC_EFAILED, technology, faults);
    if (loaded.status[i] == NOC_OK && technology->nm != noc_technology_nm(i))
        loaded.status[i] = noc_fail(faults, NOC_EFAILED, place,
                                    "technology_nm = %g is not in its name", technology->nm);
    loaded.read[i] = true;
}

noc_status noc_technology_load(size_t i, noc_diag *diag)
{
    pthread_mutex_lock(&loaded.reading);
    if (!loaded.read[i]) read_table_of(i);
    pthread_mutex_unlock(&loaded.reading);
    for (size_t k = 0; k < loaded.faults[i].count; k++) {
        const noc_message *m = &loaded.faults[i].messages[k];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
    return loaded.status[i];
}

const noc_technology *noc_technology_at(size_t i)
{
    return i < noc_technology_count() && noc_technology_load(i, NULL) == NOC_OK
               ? &loaded.technologies[i]
               : NULL;
}
