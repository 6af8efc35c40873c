#include "tests/support/pass_case.h"

#include <criterion/criterion.h>

Test(replicate, programs) { pass_cases("tests/programs/loops", 20); }
