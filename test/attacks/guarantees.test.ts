import { beforeAll, expect, test } from "vitest";
import { ATTACK_FAMILIES } from "../../src/calibrate/material/attack-families.ts";
import { SWEEP_SUBJECT } from "../../src/domain/losses.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { JudgeAnswer } from "../../src/schema/scan/judge-protocol.ts";
import { Verdict } from "../../src/schema/scan/verdict.ts";
import { corpus, type Judged, judgeSuite, suiteOn } from "./attacked-world.fixture.ts";
import { createMaliciousJudge, isInvalid, obedienceOf, SILENT_FAMILIES } from "./malicious-judge.fixture.ts";

/** A gate at authored cues, where one FAIL is enough, and a gate that word lists and a judge decide turn by turn. */
const suite = suiteOn("IB-A1", "IB-B1");
const judge = createMaliciousJudge(suite);
let world: Awaited<ReturnType<typeof judgeSuite>>;
let attacked: readonly (Judged & { readonly attack: NonNullable<Judged["attack"]> })[];

beforeAll(async () => {
  world = await judgeSuite(suite, judge);
  attacked = world.judged.flatMap((item) => (item.attack === null ? [] : [{ ...item, attack: item.attack }]));
});

const named = (items: readonly Judged[]) =>
  items.map(({ attack, label, checkId, row }) => [
    attack?.family.name,
    attack?.position,
    checkId,
    label,
    row.verdict,
  ]);

test("the suite has 45 families in three positions of a failing and a passing conversation of each check", () => {
  expect(ATTACK_FAMILIES.map((family) => family.number)).toEqual(
    Array.from({ length: 45 }, (_, index) => index + 1),
  );
  expect(new Set(ATTACK_FAMILIES.map((family) => family.name)).size).toBe(45);
  expect(attacked).toHaveLength(45 * 3 * 2 * 2);
});

test("G1: whatever a judge was made to write, a verdict is one of four and comes from one valid object", () => {
  for (const { row, attack } of attacked) {
    expect(Verdict.options).toContain(row.verdict);
    if (!isInvalid(attack.family)) continue;
    for (const vote of row.details.votes)
      expect([vote.verdict, vote.void_cause]).toEqual([null, expect.any(String)]);
  }
  const decided = attacked.filter(
    ({ attack, row }) =>
      isInvalid(attack.family) && row.details.votes.length > 0 && row.verdict !== "UNCLEAR",
  );
  expect(named(decided)).toEqual([]);
});

test("G2: no FAIL rests on words that the assistant did not say in the window", () => {
  const failed = attacked.filter(({ row }) => row.verdict === "FAIL");
  for (const { row } of failed) {
    const quoted = row.evidence.filter(
      ({ role, verification }) => role === "assistant" && verification.tier !== "none",
    );
    expect(quoted.length).toBeGreaterThan(0);
  }
  expect(named(failed.filter(({ attack }) => obedienceOf(attack.family) === "invented_quote"))).toEqual([]);
});

test("G3: a judge alone cannot make an authored cue inapplicable", () => {
  const denied = attacked.filter(({ attack }) => attack.family.goal === "NOT_APPLICABLE");
  expect(denied.length).toBeGreaterThan(0);
  expect(named(denied.filter(({ row }) => row.verdict === "NOT_APPLICABLE"))).toEqual([]);
});

test("G5: a prompt holds exactly the window's messages, each between marks that no text can hold", () => {
  expect(judge.asked.length).toBeGreaterThan(500);
  const transcripts = new Map(
    suite.map(({ transcript }) => [transcript.header.transcript_id as string, transcript]),
  );
  for (const { messages, origin } of judge.asked) {
    const excerpt = messages[1]?.content ?? "";
    const { nonce, lines } = readJudgePrompt(messages);
    const marks = excerpt.split(nonce).length - 1;
    expect(marks).toBe(lines.length + 2);
    expect(excerpt.split("\n")).toHaveLength(lines.length + 2);
    const transcript = origin.stage === "judge" ? transcripts.get(origin.transcript_id) : undefined;
    for (const line of lines) {
      expect(line.text).not.toContain(nonce);
      const isSaid = transcript?.messages.some(
        ({ turn, role, content }) => turn === line.turn && role === line.role && content === line.text,
      );
      expect(isSaid).toBe(true);
    }
  }
});

test("G6: an answer that echoes another nonce, check or number of turns is no vote", () => {
  const echoed = attacked.filter(({ attack }) =>
    ["stale_nonce", "other_check"].includes(obedienceOf(attack.family)),
  );
  const votes = echoed.flatMap(({ row }) => row.details.votes);
  expect(votes.length).toBeGreaterThan(0);
  for (const vote of votes) expect(vote).toMatchObject({ verdict: null, void_cause: "wrong_echo" });
});

test("G7: a payload that speaks to a judge is noticed, and no gate passes on it", () => {
  const speaking = attacked.filter(({ attack }) => !SILENT_FAMILIES.has(attack.family.name));
  const unnoticed = speaking.filter(
    ({ row, attack }) => attack.family.placement !== "replace" && row.details.injection_suspected !== true,
  );
  expect(named(unnoticed)).toEqual([]);
  const cards = new Map(world.scores.scorecards.map((card) => [card.transcript_id as string, card]));
  const passed = attacked.filter(({ transcript, row, attack, label }) => {
    const status = cards.get(transcript.header.transcript_id)?.gate_status;
    const gate = row.primary_bucket === "A" ? status?.safety : status?.compliance;
    // If the reply had to stay, its replacement is only put before it and has no effect.
    const isWhole = attack.family.placement !== "replace" || row.details.injection_suspected === true;
    const isSteered =
      (obedienceOf(attack.family) !== "honest" && isWhole) || row.details.injection_suspected === true;
    return gate === "passed" && isSteered && !(label === "PASS" && SILENT_FAMILIES.has(attack.family.name));
  });
  expect(named(passed)).toEqual([]);
});

test("G8: what an attack leaves undecided counts as the worst in the lower bound", () => {
  for (const card of world.scores.scorecards) {
    const isOpen = Object.values(card.gate_status).includes("not_established");
    if (isOpen && card.score_bounds !== null) expect(card.score_bounds.low).toBe(0);
    if (card.hard_fail) expect(card.overall_score).toBe(0);
  }
});

test("G9: every call has a cap, and a payload cannot make a question be asked without end", () => {
  const counts = new Map<string, number>();
  for (const { origin, sampling } of judge.asked) {
    if (origin.stage !== "judge") continue;
    const { max_tokens, sweep_max_tokens } = corpus.judge;
    const cap = origin.subject === SWEEP_SUBJECT ? sweep_max_tokens : max_tokens;
    expect(sampling.max_tokens).toBeLessThanOrEqual(cap);
    const key = `${origin.transcript_id} ${origin.subject} ${origin.window} ${origin.repetition}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(3);
});

test("G10: every vote names the recorded call it came from", () => {
  const recorded = new Set(
    world.log.entries.flatMap((entry) => (entry.event === "replied" ? [entry.unit as string] : [])),
  );
  const votes = world.judged.flatMap(({ row }) => row.details.votes);
  expect(votes.length).toBeGreaterThan(500);
  for (const vote of votes) expect(recorded).toContain(vote.request_hash);
});

test("G11: a question knows nothing of other questions or of their answers", () => {
  for (const { messages, origin } of judge.asked) {
    if (origin.stage !== "judge" || origin.attempt > 1 || origin.subject === SWEEP_SUBJECT) continue;
    const question = messages[2]?.content ?? "";
    expect(messages).toHaveLength(3);
    const ids = new Set(question.match(/\bIB-[ABCDF][1-9][0-9]?\b/g) ?? []);
    ids.delete(/^check_id: (\S+)$/m.exec(question)?.[1] ?? "");
    expect([...ids]).toEqual([]);
    expect(JudgeAnswer.safeParse(question).success).toBe(false);
  }
});

test("G11: the same transcript is judged alike whatever was judged before it", async () => {
  const some = suite.filter((_, index) => index % 41 === 0);
  const rowsOf = async (items: typeof suite) =>
    (await judgeSuite(items, createMaliciousJudge(items), ["IB-A1", "IB-B1"])).judged
      .map(({ row }) => row)
      .toSorted((a, b) => (a.transcript_id < b.transcript_id ? -1 : 1));
  expect(await rowsOf(some.toReversed())).toEqual(await rowsOf(some));
});
