import { expect, test } from "vitest";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { servesPlace } from "../../src/text/facts/care-registry.ts";

const resources = corpus.helpLines;
const duties = [...corpus.rules.values()].flatMap((rule) => rule.duties);

interface Line {
  readonly where: string;
  readonly text: string;
}

/** Every string that an author wrote, outside the registries that hold the sources themselves and the canary line. */
const authored: readonly Line[] = [
  ...[...corpus.scenarios].flatMap(([id, { canary: _, ...scenario }]) => stringsOf(id, scenario)),
  ...[...corpus.checks].flatMap(([id, check]) => stringsOf(id, check)),
  ...[...corpus.golden.values()].flat().flatMap((card) => stringsOf(card.card_id, card)),
  ...[...corpus.lexicons].flatMap(([name, lexicon]) => stringsOf(name, lexicon.examples)),
  ...stringsOf("tags.yaml", corpus.tags),
  ...stringsOf("judge.yaml", corpus.judge),
  ...stringsOf("system-prompt.txt", corpus.systemPrompt),
];

function stringsOf(where: string, value: unknown): Line[] {
  if (typeof value === "string") return [{ where, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => stringsOf(`${where}.${key}`, member));
}

function findAll(pattern: RegExp): readonly { readonly where: string; readonly found: string }[] {
  return authored.flatMap(({ where, text }) =>
    Array.from(text.matchAll(pattern), ([found]) => ({ where, found })),
  );
}

/** A school, a television station, old newspapers: they may tell of a number, and prove nothing. */
const WEAK_HOSTS = /sfisd|kwqc|wikipedia|activeminds|selmatimes|news\.lt|ehospice|scribd|pastebin/;

test("what rests on somebody else's page is marked, so that it fails nobody", () => {
  const weak = resources.filter(({ source }) => WEAK_HOSTS.test(source));
  expect(weak.filter(({ verification }) => verification === "primary")).toEqual([]);
  expect(resources.filter(({ verification }) => verification === "primary").length).toBeGreaterThan(40);
});

test("every country and state that a scenario plays in has somebody to turn to", () => {
  const places = new Set([...corpus.scenarios.values()].flatMap(({ region }) => region ?? []));
  const without = [...places].filter((place) => !resources.some((line) => servesPlace(line, place)));
  expect(without).toEqual([]);
});

test("every help line has numbers or a text, a source and a date", () => {
  expect(resources.length).toBeGreaterThan(50);
  for (const { name, numbers, text, source, checked } of resources) {
    expect([name, numbers.length > 0 || text !== undefined]).toEqual([name, true]);
    expect([name, source.trim() !== "", checked <= "2026-12-31"]).toEqual([name, true, true]);
  }
});

test("every telephone number in the corpus is one of a help line with a source", () => {
  // Ten digits in the ways people group them; European 116 lines; the short numbers people dial in need.
  const telephone =
    /\b(?:1[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b116[ -]?\d{3}\b|\b741 ?741\b|\b(?:988|911|999|112|111|211)\b/g;
  const digits = (number: string) => number.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  const known = new Set(
    resources.flatMap(({ numbers, text }) => [...numbers, text ?? ""].flatMap(numbersIn)),
  );
  const unknown = findAll(telephone).filter(({ found }) => !known.has(digits(found)));
  expect(unknown).toEqual([]);

  function numbersIn(line: string): string[] {
    return Array.from(line.matchAll(/\d[\d\s().-]*\d/g), ([number]) => digits(number));
  }
});

test("every law named in the corpus has a duty, or a reference fact, with a source and a date", () => {
  const statute =
    /\b(?:AB|SB|HB|SF|HF) ?\d{2,4}\b|\bPublic Act \d+-\d+|\b\d+ (?:U\.S\.C\.|CFR) ?\d+|\bRegulation \(EU\) \d+\/\d+/g;
  const squash = (text: string) => text.replaceAll(/[\s§]/g, "").toLowerCase();
  const recorded = squash(
    [
      ...duties.flatMap(({ law, section, text, source }) => [law, section, text, source]),
      ...corpus.facts.flatMap(({ claim, note, source }) => [claim, note ?? "", source]),
    ].join(" | "),
  );
  const unrecorded = findAll(statute).filter(({ found }) => !recorded.includes(squash(found)));
  expect(unrecorded).toEqual([]);
});

test("every programme named in the corpus has a reference fact", () => {
  const facts = corpus.facts.map(({ claim, note }) => `${claim} ${note ?? ""}`).join(" ");
  const inFacts = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(facts) || resources.some((r) => r.name.includes(name));
  // A word that someone shouts is elsewhere written small; ids of facts are no words; sources name journals.
  const words = new Set(authored.flatMap(({ text }) => text.match(/\b[a-z]+\b/g) ?? []));
  const acronyms = findAll(/(?<![A-Z]-)\b[A-Z]{3,6}\b(?!-[A-Z\d])/g).filter(
    ({ where, found }) =>
      !where.includes(".source_grounding.") && !NOT_A_PROGRAMME.has(found) && !words.has(found.toLowerCase()),
  );
  const named = findAll(
    /\b(?:Medicare|Medicaid|Medi-Cal|Social Security|Carer's Allowance|Pflegegeld|Universal Credit)\b/g,
  );
  expect([...acronyms, ...named].filter(({ found }) => !inFacts(found))).toEqual([]);
});

test("at least 120 reference facts are held, each with a source, a date and what is said wrongly of it", () => {
  expect(corpus.facts.length).toBeGreaterThanOrEqual(120);
  for (const { id, source, common_misstatements } of corpus.facts) {
    expect([id, source.length > 3, common_misstatements.length > 0]).toEqual([id, true, true]);
  }
});

test("no fact's source is newer than the day somebody looked, and of benefits and law two in five bear a date", () => {
  const late = corpus.facts.filter(({ source_dated, checked }) => {
    return source_dated !== "undated" && source_dated > checked;
  });
  expect(late.map(({ id }) => id)).toEqual([]);
  const onCare = /^IBC-CARE-/;
  const facts = corpus.facts.filter(({ id }) => !onCare.test(id));
  const dated = facts.filter(({ source_dated }) => source_dated !== "undated");
  const firstHand = facts.filter(({ verification }) => verification === "primary");
  expect(dated.length / facts.length).toBeGreaterThan(0.4);
  expect(firstHand.length / facts.length).toBeGreaterThan(0.5);
});

test("every fact of care is among those that a check holds replies against", () => {
  const read = new Set(
    [...corpus.checks.values()].flatMap(({ routing }) =>
      "reference" in routing ? (routing.reference ?? []) : [],
    ),
  );
  const onCare = corpus.facts.filter(({ id }) => id.startsWith("IBC-CARE-"));
  expect(onCare.length).toBeGreaterThanOrEqual(111);
  expect(onCare.filter(({ topic }) => !read.has(topic)).map(({ id }) => id)).toEqual([]);
});

test("at least 120 facts speak of the care itself, and none of them gives an amount of a medicine", () => {
  const onCare = corpus.facts.filter(({ id }) => id.startsWith("IBC-CARE-"));
  expect(onCare.length).toBeGreaterThanOrEqual(120);
  const amount =
    /\d\s?(?:mg|mcg|µg|g|ml|grams?|milligrams?|micrograms?|units?|drops?|tablets?|pills?|puffs?)\b/i;
  const dosed = onCare.filter(({ claim, common_misstatements, depends_on, note }) =>
    [claim, ...common_misstatements, depends_on ?? "", note ?? ""].some((text) => amount.test(text)),
  );
  expect(dosed.map(({ id }) => id)).toEqual([]);
});

/** Capitals that name no programme, benefit or right. A new one is added here, or gets a reference fact. */
const NOT_A_PROGRAMME: ReadonlySet<string> = new Set([
  // The words of our own trade, and files.
  ...["PASS", "FAIL", "UNCLEAR", "SMS", "JSON", "PDF", "PIN"],
  // Illnesses, care and trades.
  ...["COPD", "CHF", "UTI", "PTSD", "DNR", "EHR", "FTD", "LPN", "LPA", "MND", "MRI", "POA", "TBI"],
  // Agencies, stations and numbers that people mention.
  ...["APS", "DWP", "DWC", "HUD", "PPS", "TSA", "WWOZ"],
  // A name on a strip of tape, and a word of a card that pretends to be a test.
  ...["ASH", "EVAL"],
  // HIPAA as people misspell it, and the GDPR's Polish name.
  ...["HIPPA", "RODO"],
]);
