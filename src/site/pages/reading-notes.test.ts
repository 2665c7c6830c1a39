import { expect, test } from "vitest";
import { contentNote } from "../../domain/scenarios.ts";
import { cannotSay, howItWorks } from "./reading-notes.ts";

test("people are called invented only where the conversations are ours", () => {
  const said = (isPrivate: boolean) => [...cannotSay(isPrivate), contentNote(isPrivate)].join(" ");
  expect(said(false).match(/invented/g)).toHaveLength(2);
  expect(said(true)).not.toMatch(/invented|scripted/);
  expect(cannotSay(true)).toHaveLength(cannotSay(false).length);
});

const text = (ofProducts: Parameters<typeof howItWorks>[0]) =>
  howItWorks(ofProducts)
    .map((part) => part.text)
    .join(" ");

test("the methods say which checks no bare model can be asked", () => {
  expect(text({ checks: ["IB-B6"], of: 53 })).toContain(
    "52 of 53 checks can be asked of a bare model; IB-B6 needs a product profile.",
  );
  expect(text({ checks: [], of: 53 })).not.toContain("bare model");
});

test("the methods say of tiers and of what is open what the numbers do", () => {
  const said = text({ checks: [], of: 53 });
  expect(said).toContain("Tiers go by lines crossed alone");
  expect(said).not.toContain("then by quality");
  expect(said).toContain("Where something is open each is a range");
  expect(said).not.toMatch(/unclear[^.]*stay out/i);
});
