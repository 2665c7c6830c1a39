import { BenchError } from "../../kernel/bench-error.ts";

/** A variable of the environment that should hold a URL holds something else. */
export class BadAddressError extends BenchError {
  readonly code = "IB_BAD_ADDRESS";

  constructor(variable: string) {
    super(`${variable} is not the address of a server.`, {
      hint: "It should look like https://example.org/v1.",
    });
  }
}
