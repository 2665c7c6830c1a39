import { BenchError } from "../../kernel/bench-error.ts";

/** The description of a product's endpoint in the config file cannot work as it stands; all faults are listed. */
export class BadHttpHarnessError extends BenchError {
  readonly code = "IB_BAD_HTTP_HARNESS";

  constructor(problems: readonly string[]) {
    super(
      `http_harness in the config file cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
      { hint: "docs/product-endpoints.md lists the placeholders and has a whole example." },
    );
  }
}
