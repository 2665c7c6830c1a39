import { expect, test } from "vitest";
import { contentNote } from "../../domain/scenarios.ts";
import { cannotSay } from "./reading-notes.ts";

test("people are called invented only where the conversations are ours", () => {
  const said = (isPrivate: boolean) => [...cannotSay(isPrivate), contentNote(isPrivate)].join(" ");
  expect(said(false).match(/invented/g)).toHaveLength(2);
  expect(said(true)).not.toMatch(/invented|scripted/);
  expect(cannotSay(true)).toHaveLength(cannotSay(false).length);
});
