import { describe, expect, test } from "vitest";
import { BenchError, ExitCode } from "./errors.ts";

describe("bench error", () => {
  class MissingTeapotError extends BenchError {
    readonly code = "IB_MISSING_TEAPOT";
  }

  class SpentTeapotError extends BenchError {
    readonly code = "IB_SPENT_TEAPOT";
    override readonly exitCode = ExitCode.costCeiling;
  }

  test("a subclass carries its own name, code and message", () => {
    const error = new MissingTeapotError("No teapot on shelf 3.");
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(BenchError);
    expect(error).toMatchObject({
      name: "MissingTeapotError",
      code: "IB_MISSING_TEAPOT",
      message: "No teapot on shelf 3.",
    });
  });

  test("the hint is what the user can do, and absent where there is nothing", () => {
    expect(new MissingTeapotError("No teapot.", { hint: "Buy one." }).hint).toBe("Buy one.");
    expect(new MissingTeapotError("No teapot.").hint).toBeUndefined();
  });

  test("the cause is kept", () => {
    const cause = new Error("ENOENT");
    expect(new MissingTeapotError("No teapot.", { cause }).cause).toBe(cause);
    expect(new MissingTeapotError("No teapot.")).not.toHaveProperty("cause");
  });

  test("an error means bad input unless its class says otherwise", () => {
    expect(new MissingTeapotError("No teapot.").exitCode).toBe(2);
    expect(new SpentTeapotError("No tea.").exitCode).toBe(4);
  });
});
