/* Programs with the expectation of a pass inside, tests/programs/<folder>/<name>.py:
 *
 *     #: what it shows, in words
 *     #: run slots ptoas a2a3 default changed
 *     #:   12 slotted slot-name | the name of a region
 *     #: run slots pypto a2a3 reference input
 *     #: run loops pypto a2a3 default error step
 *     # pypto.program: ...            the input
 *     #= changed
 *     # pypto.program: ...            an expected output
 *
 * A run names pass, planner, arch, mode and the section that must come out; `input`: nothing changes; `error`: refused, with
 * the rest of the line in the message. The lines below it are the decisions in order: line in this file, outcome, guard or
 * nothing, and after a bar a part of the reason. Runs without decision lines do not look at decisions. All decisions must also be
 * read off the output (analyzer/fate.h), unless the file begins with "#: no known shape".
 */
#ifndef TILEPROOF_TESTS_PASS_CASE_H
#define TILEPROOF_TESTS_PASS_CASE_H

/* Runs every case of the folder; fails the running Criterion test with a message per case. least: cases that must be there. */
void pass_cases(const char *folder, unsigned least);

#endif
