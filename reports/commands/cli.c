#include "reports/commands/cli.h"

#include "reports/formats/grid.h"
#include "reports/version.h"

#include <argp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *argp_program_version = "tileproof " TILEPROOF_VERSION;

typedef struct Command {
	const char *name, *full_name, *summary;
	ExitCode (*run)(int argc, char **argv);
} Command;

static const Command commands[] = {
#define COMMAND(name, summary) { #name, "tileproof " #name, summary, cmd_##name },
#include "reports/commands/commands.def"
	{ NULL, NULL, NULL, NULL }
};

typedef struct Chosen {
	const Command *command;
	int argc;
	char **argv;
} Chosen;

/* Words of a name are joined by '_' in C and by '-' on the command line. */
static void spell(char *out, size_t room, const char *name) {
	snprintf(out, room, "%s", name);
	for (char *s = out; *s; s++)
		if (*s == '_')
			*s = '-';
}

static const Command *find(const char *name) {
	for (const Command *c = commands; c->name; c++) {
		char spelled[64];
		spell(spelled, sizeof spelled, c->name);
		if (!strcmp(spelled, name))
			return c;
	}
	return NULL;
}

static error_t on_key(int key, char *arg, struct argp_state *state) {
	Chosen *chosen = state->input;
	switch (key) {
	case ARGP_KEY_ARG:
		chosen->command = find(arg);
		if (!chosen->command)
			argp_error(state, "there is no command '%s'", arg);
		chosen->argv = state->argv + state->next - 1;
		chosen->argc = state->argc - state->next + 1;
		state->next = state->argc; /* the rest belongs to the command */
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_usage(state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The list of commands in --help comes from their table. argp frees what is returned. */
static char *help_text(int key, const char *text, void *input) {
	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)(uintptr_t)text;
	Text all = { 0 };
	text_addz(&all, "Commands:\n");
	for (const Command *c = commands; c->name; c++) {
		char spelled[64];
		spell(spelled, sizeof spelled, c->name);
		grid_entry(&all, spelled, 14, c->summary);
	}
	text_addz(&all, "\n'tileproof COMMAND --help' tells more about one of them.\n\n"
	      "Exit status: 0 nothing refuted; 1 refuted; 2 only inconclusive and --strict; 3 only unsupported and --strict;"
	      " 4 the input cannot be read or the output cannot be written; 5 internal error; 64 usage.");
	text_end(&all);
	return all.at;
}

ExitCode cli_main(int argc, char **argv) {
	static const struct argp program = {
		.parser = on_key,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = "Transforms tile IR of NPU kernels and proves that each transformation kept its meaning.\v ",
		.help_filter = help_text,
	};
	argp_err_exit_status = EXIT_USAGE;
	Chosen chosen = { NULL, 0, NULL };
	if (argp_parse(&program, argc, argv, ARGP_IN_ORDER, NULL, &chosen) || !chosen.command)
		return EXIT_USAGE;
	char name[64];
	spell(name, sizeof name, chosen.command->full_name);
	chosen.argv[0] = name; /* what usage messages of the command begin with */
	return chosen.command->run(chosen.argc, chosen.argv);
}

void cli_die_of(int number) {
	fflush(NULL);
	signal(number, SIG_DFL);
	raise(number);
	_exit(128 + number);
}

ExitCode cli_internal(const char *format, ...) {
	va_list args;
	va_start(args, format);
	fputs("tileproof: internal error: ", stderr);
	vfprintf(stderr, format, args);
	fputs("\nThis is a bug of tileproof, not of its input.\n", stderr);
	va_end(args);
	return EXIT_INTERNAL;
}
