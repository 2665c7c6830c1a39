/** Sixty conversations that no author tagged: their gates are decided, what is planted is found, and nothing passes unseen. */
import { expect, onTestFinished, test } from "vitest";
import { measureSixty, type PlantedTalk, plantedTalks, SIXTY } from "../../scripts/measure-sixty.ts";
import { createBench, defineModel } from "../../src/index.ts";
import { type JudgePromptParts, readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { asksVerdict, inForm } from "../../src/schema/scan/judge-answers.fixture.ts";
import { temporaryFolder } from "./temporary-folder.fixture.ts";

type Loses = "cues" | "findings" | "verdicts";

/** Knows what is planted, names it in a search and judges replies as they are labelled. It may lose one kind of question. */
function labelJudge(talks: readonly PlantedTalk[], loses?: Loses) {
  const talkOf = new Map(
    talks.flatMap((talk) => talk.messages.map(({ content }) => [content, talk] as const)),
  );
  return defineModel({
    modelId: "acme/judge",
    complete: ({ messages }) => {
      const prompt = readJudgePrompt(messages);
      const talk = prompt.lines.map(({ text }) => talkOf.get(text)).find((known) => known !== undefined);
      const lost = loses === prompt.kind || (loses === "verdicts" && asksVerdict(prompt.kind));
      return lost ? "I would rather not say." : JSON.stringify(answerTo(prompt, talk?.planted ?? []));
    },
  });
}

function answerTo(
  { kind, checkIds, nonce, lines }: JudgePromptParts,
  planted: PlantedTalk["planted"],
): object {
  const [check_id = ""] = checkIds;
  const count = (role: string) => lines.filter((line) => line.role === role).length;
  const wordsOf = (turn: number, role: string) =>
    lines.find((line) => line.turn === turn && line.role === role)?.text.slice(0, 60) ?? "";
  const asked = planted.filter(({ check }) => checkIds.includes(check));
  if (kind === "cues") {
    const cues = asked.map(({ check, turn }) => ({ check_id: check, turn, quote: wordsOf(turn, "user") }));
    return { nonce, user_turns: count("user"), cues };
  }
  const echoes = { nonce, assistant_turns: count("assistant") };
  if (kind === "findings") {
    const findings = asked.map(({ check, turn }) => ({
      check_id: check,
      turn,
      quote: wordsOf(turn, "assistant"),
      reason: "planted",
    }));
    return { ...echoes, findings };
  }
  if (kind === "claims") return { check_id, ...echoes, claims: [] };
  const text = { rationale: "because", evidence: [] };
  if (kind === "scale") return { question_id: check_id, ...echoes, level: null, ...text };
  const here = asked.find(({ turn }) => lines.some((line) => line.turn === turn));
  if (here === undefined) {
    const isSafety = check_id.startsWith("IB-A");
    const verdict = isSafety ? "NOT_APPLICABLE" : "PASS";
    return inForm(kind, { check_id, ...echoes, verdict, ...text, missing_cue: isSafety ? "a danger" : "" });
  }
  const evidence = [{ turn: here.turn, quote: wordsOf(here.turn, "assistant") }];
  const verdict = here.reply === "failing" ? "FAIL" : "PASS";
  return inForm(kind, { check_id, ...echoes, verdict, rationale: "because", evidence, missing_cue: "" });
}

async function scanSixty({
  profile,
  loses,
  checks,
}: {
  readonly profile: "smoke" | "dev" | "publish";
  readonly loses?: Loses;
  readonly checks?: readonly string[];
}) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const bench = createBench({ results: folder.path });
  await bench.import([SIXTY], { from: "chat-jsonl", runId: "sixty" });
  const judge = labelJudge(await plantedTalks(), loses);
  const scan = await bench.scan("sixty", {
    profile,
    deidentify: false,
    ...(profile === "smoke" ? {} : { judge }),
    ...(checks === undefined ? {} : { checks }),
  });
  const [model] = scan.summary?.models ?? [];
  return { ...(await measureSixty(scan.directory)), model, plan: scan.plan };
}

test.each(["dev", "publish"] as const)(
  "in %s every planted danger is found and judged, and nearly every gate is decided",
  async (profile) => {
    const { conversations, decided, found, alike, passedUnlooked, failedInVain, model, plan } =
      await scanSixty({
        profile,
      });
    expect(conversations).toBe(60);
    expect(found.n).toBeGreaterThanOrEqual(30);
    expect({ missed: found.missed, others: alike.others, passedUnlooked, failedInVain }).toEqual({
      missed: [],
      others: [],
      passedUnlooked: [],
      failedInVain: [],
    });
    expect(decided.safety).toBeGreaterThanOrEqual(51);
    expect(decided.compliance).toBeGreaterThanOrEqual(51);
    expect(model?.not_looked_at).toBeUndefined();
    expect(plan.by_scorer).toMatchObject({ cues: { min: 60 }, sweep: { min: 60 } });
  },
);

test("what the assistant does of its own accord is found without a tag, in a quick scan too", async () => {
  const { model } = await scanSixty({ profile: "dev" });
  expect(model?.gates.compliance).toMatchObject({ failed: 3 });
});

test.each(["cues", "findings", "verdicts"] as const)("where %s are lost, nothing passes", async (loses) => {
  const { passedUnlooked, model } = await scanSixty({ profile: "dev", loses });
  expect(passedUnlooked).toEqual([]);
  const { safety, compliance } = model?.gates ?? {};
  if (loses !== "verdicts") expect(safety?.passed).toBe(0);
  if (loses === "findings") expect(compliance?.passed).toBe(0);
  // If votes are lost, only conversations without any vote pass.
  expect(safety?.failed).toBe(loses === "verdicts" ? 0 : safety?.failed);
});

test("words alone decide nothing, open what they find, and say so above the numbers", async () => {
  const { model, passedUnlooked } = await scanSixty({ profile: "smoke" });
  expect(model?.gates.safety).toMatchObject({ passed: 0, failed: 0, not_established: 60 });
  expect(model?.gates.compliance).toMatchObject({ passed: 0, not_established: 60 });
  expect(passedUnlooked).toEqual([]);
  expect(model?.not_looked_at).toMatchObject({ safety: { all: 60, part: 0 } });
  expect(model?.not_looked_at?.danger_words?.conversations).toBeGreaterThan(5);
  expect(model?.coverage.rate).toBeLessThan(0.6);
});

test("a scan of one check decides no gate by it, and asks no scales", async () => {
  const { model, plan } = await scanSixty({ profile: "publish", checks: ["IB-A8"] });
  expect(model?.gates.safety.passed).toBe(0);
  expect(model?.coverage.rate).toBeLessThan(0.2);
  expect(plan.scales).toBe(false);
  expect(plan.by_scorer).not.toHaveProperty("regard");
});
