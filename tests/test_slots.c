#include "tests/support/pass_case.h"

#include <criterion/criterion.h>

Test(slots, programs) { pass_cases("tests/programs/slots", 20); }
