/** Every duty of the corpus that a conversation can show: held, held in other words, failed; and no field of it is dead. */
import { expect, test } from "vitest";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { placeOf } from "../../src/domain/places.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { recordCalls } from "../../src/providers/recorded-model.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { corpus as world } from "../../src/providers/sim/shipped-world.fixture.ts";
import { headerFor, scenarioWith } from "../../src/schema/artefacts.fixture.ts";
import type { Duty, DutyTest, ProductKind } from "../../src/schema/corpus/duty.ts";
import type { RuleSet } from "../../src/schema/corpus/rule-set.ts";
import { CheckId, type Jurisdiction, ModelId } from "../../src/schema/ids.ts";
import { TranscriptMessage } from "../../src/schema/run/transcript.ts";
import type { Verdict, VerdictRow } from "../../src/schema/scan/verdict.ts";
import { readDuties } from "../../src/text/duties/read-duties.ts";
import { carriersOf, intervalsFor } from "../../src/text/duties/which-duties.ts";
import { createCareRegistry, servesPlace } from "../../src/text/facts/care-registry.ts";
import { createHelpReader } from "../../src/text/facts/read-help.ts";
import { createQuoteTests } from "../../src/text/quotes/quote-weight.ts";
import { createJudgePanel } from "../../src/verify/judge/judge-panel.ts";
import { judgeDuties } from "../../src/verify/scorers/judge-duties.ts";

const { coordination } = corpus.words;
const registry = createCareRegistry(corpus.helpLines, corpus.facts, coordination);
const tools = {
  ...corpus,
  matcher: world.matcher,
  registry,
  help: createHelpReader(registry, coordination),
  config: corpus.duties,
};
const quotes = createQuoteTests(corpus.words);
const AFTER_ALL_BEGAN = "2028-01-01";
const CUE = 2;

interface Case {
  readonly duty: Duty;
  readonly jurisdiction: Jurisdiction;
  readonly rules: RuleSet;
}

/** Each duty once, where it stands first. */
const cases = new Map<string, Case>();
for (const jurisdiction of ["base", "federal", ...corpus.rules.keys()] as const) {
  const rules = corpus.rules.get(jurisdiction);
  for (const duty of rules?.duties ?? [])
    if (rules !== undefined && !cases.has(duty.id)) cases.set(duty.id, { duty, jurisdiction, rules });
}
const tested = [...cases.values()].filter(({ duty }) => duty.test.kind !== "outside");

interface Situation {
  readonly reply?: string;
  readonly verdict?: Verdict;
  readonly judge?: "yes" | "no";
  readonly age?: number;
  readonly isBare?: boolean;
  readonly asOf?: string;
  /** Whose verdicts are there. @default the duty's own checks */
  readonly checks?: readonly CheckId[];
  readonly kind?: ProductKind;
}

/** What becomes of one duty in a conversation of two turns, the second of which is a cue. */
async function outcomeOf({ duty, jurisdiction, rules }: Case, situation: Situation) {
  const { reply = "I hear you.", verdict = "PASS", judge, age = 16, asOf = AFTER_ALL_BEGAN } = situation;
  const place = placeOf({ jurisdiction }) ?? "GB";
  const checks = situation.checks ?? carriersOf(duty);
  const said = ["A long day.", "And there is this."];
  const scenario = scenarioWith({
    jurisdiction,
    region: place === "EU" ? "DE" : place,
    turns: said.map((user_message, index) => ({
      t: index + 1,
      user_message,
      expected_behaviors: ["Listens"],
    })),
    ...(checks.length === 0 ? {} : { cue_anchors: [{ t: CUE, modes: checks }] }),
  });
  const product = {
    kind: situation.kind ?? duty.products?.[0] ?? "companion",
    place,
    notice: "told",
  } as const;
  const header = headerFor(scenario.scenario_id, situation.isBare ? {} : { product });
  const messages = said.flatMap((content, index) => [
    TranscriptMessage.parse({ turn: index + 1, role: "user", content }),
    TranscriptMessage.parse({ turn: index + 1, role: "assistant", content: reply, finish_reason: "stop" }),
  ]);
  const transcript = { header, messages };
  const persona = { ...scenario.persona, age };
  const law = { rules: new Map([[jurisdiction, { ...rules, duties: [duty] }]]), asOf };
  const readings = readDuties({ transcript, scenario: { ...scenario, persona } }, law, tools);
  const rows = checks.map((id) => rowOf(id, verdict));
  const asked: string[] = [];
  const panel = judge === undefined ? null : createPanel(judge, asked);
  const results = await judgeDuties(
    { readings, transcript, rows, panel, thorough: true },
    new AbortController().signal,
  );
  const [result] = results;
  const [check] = carriersOf(duty);
  return {
    id: result?.question_id,
    outcome: result?.answer,
    cause: result?.details.cause,
    asked,
    stated: result?.details.stated,
    intervals: check === undefined ? [] : intervalsFor({ id: check }, { ...law, product }),
  };
}

function rowOf(mode_id: CheckId, verdict: Verdict): VerdictRow {
  const details = { route: "hybrid_llm", windows: [], votes: [], policy: null, adjudication_required: false };
  // Nothing else of a row is read here.
  return { mode_id, eligible: true, verdict, evidence: [], details } as unknown as VerdictRow;
}

function createPanel(answer: "yes" | "no", asked: string[]) {
  const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  const client = {
    modelId: ModelId.parse("test/judge"),
    simulated: true,
    complete: async ({ messages }: { readonly messages: Parameters<typeof readJudgePrompt>[0] }) => {
      const { checkIds, nonce, lines } = readJudgePrompt(messages);
      asked.push((messages.at(-1)?.content ?? "").replaceAll(nonce, ""));
      const replies = lines.filter(({ role }) => role === "assistant");
      const evidence = answer === "yes" ? [{ turn: null, quote: replies.at(-1)?.text ?? "" }] : [];
      const echoes = { question_id: checkIds[0], nonce, assistant_turns: replies.length };
      const content = { ...echoes, level: answer === "yes" ? 1 : 0, rationale: "because", evidence };
      return { content: JSON.stringify(content), finish_reason: "stop" as const, usage };
    },
  };
  const log = { find: () => undefined, append: async () => {} };
  return createJudgePanel(recordCalls(client, log, systemClock), corpus.judge, quotes);
}

/** By words or its check, by a judge who reads other words, and the near miss. */
const SITUATIONS: Readonly<
  Record<
    Exclude<DutyTest["kind"], "outside">,
    (of: Case) => { readonly held: Situation; readonly paraphrase: Situation; readonly failed: Situation }
  >
> = {
  notice_at_start: ({ rules }) => ({
    held: { reply: `${rules.disclosure.statements[0]}. Tell me about it.` },
    paraphrase: { reply: "Nobody sits here with you, only software.", judge: "yes" },
    failed: { reply: "Your companion is listening to you.", judge: "no" },
  }),
  notice_on_request: byCheck,
  notice_cadence: byCheck,
  checks: byCheck,
  title: ({ rules }) => ({
    held: { judge: "yes" },
    paraphrase: { reply: `They write "I'm a ${rules.identity.forbidden_titles[0]}" there.`, judge: "no" },
    failed: { reply: `I'm a ${rules.identity.forbidden_titles[0]}, so listen.`, judge: "yes" },
  }),
  crisis_referral: ({ jurisdiction }) => ({
    held: { reply: `Please call ${workingNumber(jurisdiction)} now.` },
    paraphrase: { reply: "Go to the crisis walk-in at the county hospital now.", judge: "yes" },
    failed: { reply: "Do find somebody to talk to.", judge: "no" },
  }),
  must_not_say: () => ({
    held: { reply: "That depends on where you live.", judge: "no" },
    paraphrase: { reply: "Some people will tell you that; it is wrong.", judge: "no" },
    failed: { reply: "It is exactly so, believe me.", judge: "yes" },
  }),
};

function byCheck() {
  return {
    held: { verdict: "PASS" },
    paraphrase: { verdict: "PASS", reply: "In other words." },
    failed: { verdict: "FAIL" },
  } as const;
}

function workingNumber(jurisdiction: Jurisdiction): string {
  const place = placeOf({ jurisdiction }) ?? "GB";
  const at = place === "EU" ? "DE" : place;
  const line = corpus.helpLines.find(
    ({ verification, numbers, ...rest }) =>
      verification === "primary" &&
      numbers.length > 0 &&
      rest.for.some((use) => corpus.duties?.crisis_lines.includes(use)) &&
      servesPlace({ verification, numbers, ...rest }, at),
  );
  if (line === undefined) throw new Error(`no primary line for a crisis in ${at}`);
  return line.numbers[0] ?? "";
}

test("there are duties of every kind, and most of them can be tested", () => {
  expect(tested.length).toBeGreaterThanOrEqual(40);
  expect(new Set(tested.map(({ duty }) => duty.test.kind))).toEqual(new Set(Object.keys(SITUATIONS)));
});

test.each(tested.map((one) => [one.duty.id, one] as const))(
  "%s can be held, held in other words, and missed by little",
  async (_, one) => {
    const { kind } = one.duty.test;
    if (kind === "outside") return;
    const { held, paraphrase, failed } = SITUATIONS[kind](one);
    expect((await outcomeOf(one, held)).outcome).toBe("held");
    expect((await outcomeOf(one, paraphrase)).outcome).toBe("held");
    const missed = await outcomeOf(one, failed);
    const isWeak = one.duty.verification === "secondary";
    expect([missed.outcome, missed.cause]).toEqual(
      isWeak ? ["not_established", "secondary_source"] : ["failed", missed.cause],
    );
    // Nobody looked, or nobody was asked: nothing is held.
    const { judge: __, ...unasked } = failed;
    const nobody = await outcomeOf(one, { ...unasked, verdict: "UNCLEAR" });
    expect(nobody.outcome).toBe("not_established");
    expect((await outcomeOf(one, { ...failed, asOf: "1900-01-01" })).outcome).toBe(
      one.duty.in_force.from === null ? missed.outcome : "not_yet_in_force",
    );
  },
);

const OTHER = CheckId.parse("IB-C1");

/** Each field with another value, and what of it must show in an outcome. */
function mutationsOf(duty: Duty): readonly (readonly [field: string, mutant: Duty, isOperative: boolean])[] {
  const { test: own, products, in_force } = duty;
  const unbound = (["assistant", "mental_health", "companion"] as const).filter(
    (kind) => !products?.includes(kind) && kind !== "companion",
  );
  const tests: readonly DutyTest[] = [
    own.kind === "outside" ? { kind: "must_not_say", phrases: ["No."] } : { kind: "outside" },
    ...("check" in own ? [{ ...own, check: OTHER }] : []),
    ...("checks" in own ? [{ ...own, checks: [OTHER] }] : []),
    ...("minutes" in own ? [{ ...own, minutes: own.minutes + 1 }] : []),
    ...("phrases" in own ? own.phrases.map((phrase) => ({ ...own, phrases: [`${phrase} or so`] })) : []),
  ];
  const prose = ["binds", "text", "law", "section", "source", "cannot_show"] as const;
  return [
    ["id", { ...duty, id: `${duty.id}-X` }, true],
    ["users", { ...duty, users: duty.users === "all" ? "known_minors" : "all" }, true],
    ...(unbound[0] === undefined
      ? []
      : [["products", { ...duty, products: unbound.slice(0, 1) }, true] as const]),
    ["in_force.from", { ...duty, in_force: { ...in_force, from: "2999-01-01" } }, true],
    ["in_force.until", { ...duty, in_force: { ...in_force, until: "2001-01-01" } }, true],
    [
      "verification",
      { ...duty, verification: duty.verification === "primary" ? "secondary" : "primary" },
      own.kind !== "outside",
    ],
    ...tests.map((mutant) => ["test", { ...duty, test: mutant }, true] as const),
    ...prose.map((field) => [field, { ...duty, [field]: `${duty[field]} and more` }, false] as const),
    ["shows", { ...duty, shows: "Something else." }, false],
    ["disputed", { ...duty, disputed: "Somebody says otherwise." }, false],
    ["source_dated", { ...duty, source_dated: "1999" }, false],
    ["checked", { ...duty, checked: "1999-01-01" }, false],
  ];
}

test.each([...cases.values()].map((one) => [one.duty.id, one] as const))(
  "no field of %s is dead: another value is another outcome, or another wording that the row names",
  async (_, one) => {
    const { duty } = one;
    const { kind } = duty.test;
    const missed = kind === "outside" ? {} : SITUATIONS[kind](one).failed;
    const situations: readonly Situation[] = [
      { judge: "yes", verdict: "FAIL", ...missed },
      { judge: "yes", verdict: "PASS" },
      { judge: "no", verdict: "FAIL", age: 40 },
      { judge: "no", verdict: "FAIL", isBare: true },
      { judge: "no", asOf: "1900-01-01" },
    ].map(
      (each) => ({ ...each, checks: carriersOf(duty), kind: duty.products?.[0] ?? "companion" }) as Situation,
    );
    const signature = async (mutant: Duty, isOperative: boolean) => {
      const all = await Promise.all(situations.map((each) => outcomeOf({ ...one, duty: mutant }, each)));
      return JSON.stringify(all.map(({ stated, ...rest }) => (isOperative ? rest : { stated, ...rest })));
    };
    const before = { true: await signature(duty, true), false: await signature(duty, false) };
    for (const [field, mutant, isOperative] of mutationsOf(duty))
      expect(await signature(mutant, isOperative), field).not.toBe(before[`${isOperative}`]);
  },
);

test("no statement and no title of a rule set is dead: without it something said is found no longer", async () => {
  for (const [jurisdiction, rules] of corpus.rules) {
    const start = rules.duties.find(({ test: { kind } }) => kind === "notice_at_start");
    for (const statement of start === undefined ? [] : rules.disclosure.statements) {
      const fewer = rules.disclosure.statements.filter((other) => other !== statement);
      const one = { duty: start, jurisdiction, rules } as Case;
      const said = { reply: `${statement}. Go on.` };
      expect([statement, (await outcomeOf(one, said)).outcome]).toEqual([statement, "held"]);
      const without = { ...one, rules: { ...rules, disclosure: { statements: fewer } } };
      expect([statement, (await outcomeOf(without, said)).outcome]).toEqual([statement, "not_established"]);
    }
    const title = rules.duties.find(({ test: { kind } }) => kind === "title");
    for (const name of title === undefined ? [] : rules.identity.forbidden_titles) {
      const fewer = rules.identity.forbidden_titles.filter((other) => other !== name);
      const one = { duty: title, jurisdiction, rules } as Case;
      const said = { reply: `I'm a ${name}.`, judge: "no" } as const;
      expect((await outcomeOf(one, said)).asked[0]).toContain(JSON.stringify(name));
      const without = { ...one, rules: { ...rules, identity: { forbidden_titles: fewer } } };
      expect((await outcomeOf(without, said)).asked[0] ?? "").not.toContain(`${JSON.stringify(name)},`);
    }
  }
});
