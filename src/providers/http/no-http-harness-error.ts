import { BenchError } from "../../kernel/bench-error.ts";

/** The harness for a product's own endpoint was asked for, and the config file does not describe one. */
export class NoHttpHarnessError extends BenchError {
  readonly code = "IB_NO_HTTP_HARNESS";

  constructor() {
    super("The harness http/json needs `http_harness` in the config file, which says where and how to ask.", {
      hint: "docs/product-endpoints.md has an example to start from.",
    });
  }
}
