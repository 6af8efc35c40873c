#include "reports/exit.h"
#include "reports/version.h"

#include <argp.h>

const char *argp_program_version = "tileproof " TILEPROOF_VERSION;

int main(int argc, char **argv)
{
	static const struct argp program = { .doc = "Transforms tile IR and proves that each transformation kept its meaning." };
	argp_err_exit_status = EXIT_USAGE;
	return argp_parse(&program, argc, argv, 0, NULL, NULL) ? EXIT_USAGE : EXIT_CLEAN;
}
