/* The rows of one run, read from the database for the writers of reports. All formats are made from these and nothing else. */
#ifndef TILEPROOF_ROWS_H
#define TILEPROOF_ROWS_H

#include "reports/database/store.h"

typedef struct Row { /* a result; texts are never NULL, a line or column 0: none; verdict and obligation as in their tables */
	const char *file, *after_file, *step, *function, *unit, *property, *argument, *reason, *fingerprint;
	Obligation obligation;
	Verdict verdict;
	Span before_at, after_at;
	double seconds;
	uint64_t rlimit;
	const Witness *witness; /* refuted only */
	bool inherited;         /* likewise: the text before has the same fault */
	bool echo;              /* a finding: another row of the same dumps tells the fault where it comes up */
	const char *source; /* the file in which people find it: after_file, or the input when after_file is a text that only the run saw */
	Span source_at;
} Row;

/* after_file is a text that only the run saw: what a pass of ours made. Its lines are those of no file. */
bool row_is_derived(const Row *r);

typedef struct DecisionLine {
	const char *file, *function, *pass, *outcome, *reason;
	int64_t line, stages, depth, requested, slots;
	int64_t number;      /* among the pipeline loops of the function in this text; 0: not known */
	const char *becomes; /* JSON array: numbers of the loops that stem from it in the text after; "": not known */
	bool gave_up;        /* it ended with less overlap than requested, as the view says */
} DecisionLine;

typedef struct Rows {
	Arena *arena;
	int64_t run;
	const char *command, *label, *revision, *started, *state, *version;
	int64_t pairs;
	uint32_t verdicts[VERDICT_COUNT];
	VEC(Row) at;
	VEC(DecisionLine) decisions;
	uint32_t gave_up; /* of them */
	uint32_t echoes;  /* of the results */
	VEC(Message) messages; /* notes are left out: nothing is wrong */
} Rows;

typedef enum RowsWanted { ROWS_ALL, ROWS_OPEN } RowsWanted; /* OPEN: what is proved is counted only, which is much faster */

/* false: an error was added, by the store or because there is no such run. The caller calls rows_free in either case. */
bool rows_load(Store *s, int64_t run, RowsWanted wanted, Rows *out, Diag *d);

/* Reads what `report --format json` wrote: a baseline. file: for messages. */
bool rows_read(const char *file, Rows *out, Diag *d);
void rows_free(Rows *r);

/* A refutation that was replayed: what is shown as a finding. */
bool row_is_finding(const Row *r);

/* Fills echo of all rows, and their number. What a pass breaks is refuted again in each later step, and end to end; these repeat the
 * row of the pass about the same function and obligation. Where no pass brought it, the first pair tells it. */
void rows_mark_echoes(Rows *r);

/* What identifies a result over line shifts and renaming: its fingerprint. What identifies it over changes of its code: a digest
 * of step, function and obligation. */
const char *row_identity(const Rows *rows, const Row *r);
const char *row_place(const Rows *rows, const Row *r);

#endif
