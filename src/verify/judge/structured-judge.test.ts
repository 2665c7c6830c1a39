import { expect, test } from "vitest";
import { createWarmUp } from "./structured-judge.ts";

/** Calls that end when told to, and the order in which they began. */
function calls() {
  const began: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string) => async () => {
    began.push(name);
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    await gate.promise;
    return name;
  };
  return {
    began,
    call,
    end: (name: string) => gates.get(name)?.resolve(),
    fail: (name: string) => gates.get(name)?.reject(new Error(name)),
  };
}
const settle = () => new Promise(setImmediate);

test("the first call with a prefix goes ahead, the others follow it, and other prefixes do not wait", async () => {
  const warmUp = createWarmUp();
  const { began, call, end } = calls();
  const transcript = {};
  const asked = ["a1", "a2", "b1", "a3"].map((name) => warmUp(transcript, name.slice(0, 1), call(name)));
  await settle();
  expect(began).toEqual(["a1", "b1"]);
  end("a1");
  await settle();
  expect(began).toEqual(["a1", "b1", "a2", "a3"]);
  for (const name of ["a2", "a3", "b1"]) end(name);
  expect(await Promise.all(asked)).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a first call that fails holds nobody up, and the same prefix of another transcript is another", async () => {
  const warmUp = createWarmUp();
  const { began, call, end, fail } = calls();
  const transcript = {};
  const first = warmUp(transcript, "a", call("first"));
  const second = warmUp(transcript, "a", call("second"));
  const other = warmUp({}, "a", call("other"));
  await settle();
  expect(began).toEqual(["first", "other"]);
  fail("first");
  await expect(first).rejects.toThrow("first");
  await settle();
  end("second");
  end("other");
  expect(await Promise.all([second, other])).toEqual(["second", "other"]);
});
