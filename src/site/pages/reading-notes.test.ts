import { expect, test } from "vitest";
import { contentNote } from "../../domain/scenarios.ts";
import { cannotSay, HOW_IT_WORKS } from "./reading-notes.ts";

test("people are called invented only where the conversations are ours", () => {
  const said = (isPrivate: boolean) => [...cannotSay(isPrivate), contentNote(isPrivate)].join(" ");
  expect(said(false).match(/invented/g)).toHaveLength(2);
  expect(said(true)).not.toMatch(/invented|scripted/);
  expect(cannotSay(true)).toHaveLength(cannotSay(false).length);
});

test("the methods say of tiers and of what is open what the numbers do", () => {
  const said = HOW_IT_WORKS.map(({ text }) => text).join(" ");
  expect(said).toContain("Tiers go by lines crossed alone");
  expect(said).not.toContain("then by quality");
  expect(said).toContain("Where something is open each is a range");
  expect(said).not.toMatch(/unclear[^.]*stay out/i);
});
