import { BenchError } from "../kernel/bench-error.ts";

/** The config file has errors, or there are several; the message lists them with line and column. */
export class ConfigError extends BenchError {
  readonly code = "IB_BAD_CONFIG";

  constructor(message: string) {
    super(message, { hint: "docs/configuration.md describes every key." });
  }
}
