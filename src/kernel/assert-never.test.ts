import { expect, test } from "vitest";
import { assertNever } from "./assert-never.ts";

test("a variant that nobody handles is named", () => {
  // Only outside data or a missed case can get here; the compiler has to be told so.
  expect(() => assertNever("surprise" as never)).toThrow('Unhandled variant: "surprise"');
});
