/* Any program that is well-formed: the passes end well, or refuse the input with a message. The length chooses the options, so that
 * every dump is a seed as it is. */
#include "model/parse.h"
#include "reports/pipeline.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	Diag *d = diag_new();
	Program *p = parse_program("fuzz", (const char *)data, size, d);
	if (p) {
		PassOptions options = { size & 1 ? PLANNER_PTOAS : PLANNER_PYPTO, size & 2 ? ARCH_A5 : ARCH_A2A3, size & 4 ? 0 : ~(uint64_t)0, NULL };
		Pipeline pipeline = { .passes = (1u << PASS_COUNT) - 1, .options = options };
		PipelineEnd end = pipeline_run(&pipeline, p, d);
		if (end == PIPELINE_INTERNAL || (end == PIPELINE_INPUT && !d->errors))
			abort();
		vec_free(&pipeline.decisions);
		ir_free(p);
	}
	diag_free(d);
	return 0;
}
