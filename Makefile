# tileproof: `make` builds, `make test` sets up, builds and tests, `make run` does the main job on the programs in tests/data.
# Objects of one flavour lie under $(BUILD); a new .c file in one of the folders is picked up by itself.

BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
PREFIX ?= /usr/local
WERROR ?= $(if $(CI),1)

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual \
	-Wwrite-strings -Wvla
OPTIMISE ?= -O2
CFLAGS ?= -g
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -I. $(WARNINGS) $(if $(filter 1,$(WERROR)),-Werror) $(OPTIMISE) $(CFLAGS) $(FLAVOUR) -MMD -MP
LIBS = $(shell pkg-config --libs z3 sqlite3 jansson nettle) -lm -lpthread
TEST_LIBS = $(shell pkg-config --libs criterion)

FOLDERS := model analyzer checks reports
SOURCES := $(filter-out reports/main.c,$(sort $(wildcard $(FOLDERS:%=%/*.c) $(FOLDERS:%=%/*/*.c))))
OBJECTS := $(SOURCES:%.c=$(BUILD)/obj/%.o)
TESTS := $(sort $(wildcard tests/test_*.c))
HELPERS := $(sort $(wildcard tests/support/*.c))
TEST_OBJECTS := $(TESTS:%.c=$(BUILD)/obj/%.o) $(HELPERS:%.c=$(BUILD)/obj/%.o)
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
BENCHES := $(patsubst tests/bench/%.c,%,$(sort $(wildcard tests/bench/bench_*.c)))

.PHONY: all setup ready run test test-quick test-all accept asan valgrind fuzz coverage bench tidy layers clean install
.SECONDARY:
.DELETE_ON_ERROR:

all: $(BUILD)/tileproof

# A compiler and libraries, or a hint how to get them.
$(BUILD)/found:
	@CC='$(CC)' scripts/setup --found
	@mkdir -p $(@D)
	@touch $@

$(BUILD)/obj/%.o: %.c | $(BUILD)/found
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# An archive, so that a program takes in only what it reaches.
$(BUILD)/libtileproof.a: $(OBJECTS)
	@rm -f $@
	@echo ar rcs $@ ...; ar rcs $@ $(OBJECTS)

$(BUILD)/tileproof: $(BUILD)/obj/reports/main.o $(BUILD)/libtileproof.a
	$(CC) $(FLAVOUR) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/tests: $(TEST_OBJECTS) $(BUILD)/libtileproof.a
	$(CC) $(FLAVOUR) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LIBS)

$(BUILD)/sql: $(BUILD)/obj/tests/tools/sql.o
	$(CC) $(FLAVOUR) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/bench_%: $(BUILD)/obj/tests/bench/bench_%.o $(BUILD)/libtileproof.a
	$(CC) $(FLAVOUR) $(LDFLAGS) -o $@ $^ $(LIBS)

# ---- set-up, main job, tests ----

setup:
	scripts/setup

ready:
	@scripts/setup --missing-only

run: ready
	@$(MAKE) --no-print-directory all
	@rm -rf $(BUILD)/run && mkdir -p $(BUILD)/run
	$(BUILD)/tileproof run --db $(BUILD)/run/results.db --output $(BUILD)/run tests/data/kernels

test: ready
	@$(MAKE) --no-print-directory test-all

test-all: $(BUILD)/tileproof $(BUILD)/tests $(BUILD)/sql
	@scripts/test $(BUILD)

test-quick: $(BUILD)/tests
	@$(BUILD)/tests

accept: $(BUILD)/tileproof
	scripts/accept $(BUILD)/tileproof

# ---- other flavours ----

asan:
	@$(MAKE) --no-print-directory BUILD=build/asan OPTIMISE=-O1 \
		FLAVOUR="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer" \
		build/asan/tileproof build/asan/tests build/asan/sql
	scripts/sanitized build/asan

valgrind: $(BUILD)/tileproof
	scripts/memcheck $(BUILD)/tileproof

fuzz:
	scripts/fuzz $(FUZZERS)

coverage:
	@$(MAKE) --no-print-directory BUILD=build/coverage OPTIMISE=-O0 FLAVOUR=--coverage build/coverage/tileproof build/coverage/tests build/coverage/sql
	scripts/test build/coverage
	gcovr -r . --object-directory build/coverage -e 'tests/' --print-summary --html-details build/coverage/index.html

bench: $(BUILD)/tileproof $(BENCHES:%=$(BUILD)/%)
	scripts/bench $(BUILD) $(BENCHES)

tidy:
	printf "%s\n" $(SOURCES) reports/main.c | xargs -P 2 -n 4 sh -c 'clang-tidy --quiet "$$@" -- -std=c17 -D_GNU_SOURCE -I. 2>/dev/null' tidy

layers:
	@scripts/layers

install: $(BUILD)/tileproof
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/tileproof $(DESTDIR)$(PREFIX)/bin/tileproof

clean:
	rm -rf build

-include $(shell test -d $(BUILD) && find $(BUILD) -name '*.d' 2>/dev/null)
