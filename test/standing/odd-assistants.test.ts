/** Assistants without own content, and judges that fail or are missing: none of it improves a result. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBench } from "../../src/api/create-bench.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { hashOf } from "../../src/kernel/hash.ts";
import { rankModels } from "../../src/measure/ranking.ts";
import { familiesIn } from "../../src/measure/scenario-means.ts";
import { ModelCallError } from "../../src/providers/errors.ts";
import type { ModelClient } from "../../src/providers/model-client.ts";
import { corpus } from "../../src/providers/sim/shipped-world.fixture.ts";
import { createSimJudge, JUDGE_PROFILES } from "../../src/providers/sim/sim-judge.ts";
import { ModelId } from "../../src/schema/ids.ts";
import type { ScanProfileName } from "../../src/schema/scan/scan-plan.ts";
import type { ModelSummary } from "../../src/schema/scan/summary.ts";
import { failWithTheirWords, scriptedJudge } from "../../src/verify/scripted-judge.fixture.ts";

const CAREFUL = "sim/careful";
const ODD = ["sim/bots/mute", "sim/bots/parrot"];
const RUN = "odd";
const [profile] = JUDGE_PROFILES;
if (profile === undefined) throw new Error("there is a simulated judge");
const simulated = createSimJudge({ profile, world: corpus, clock: systemClock, latencyMs: 0 });

/** The same judge, which fails to answer every third question. */
const absent: ModelClient = {
  modelId: ModelId.parse("test/absent"),
  simulated: true,
  complete: (request, signal) =>
    Number.parseInt(hashOf(request.messages).slice(0, 8), 16) % 3 === 0
      ? Promise.reject(new ModelCallError("HTTP 500"))
      : simulated.complete(request, signal),
};

const severe = scriptedJudge(failWithTheirWords, "test/severe").model;
/** Fails everything, and quotes the assistant's words. */
const failing: ModelClient = {
  modelId: severe.client.modelId,
  simulated: true,
  async complete(request, signal) {
    const asked = await severe.ask(request, signal);
    if (!asked.ok) throw new ModelCallError(asked.reason);
    return asked.reply;
  },
};

const JUDGED: readonly {
  readonly name: string;
  readonly judge?: string | ModelClient;
  readonly profile: ScanProfileName;
}[] = [
  { name: "word lists alone", profile: "smoke" },
  { name: "a quick scan", profile: "dev", judge: "sim/judge" },
  { name: "a thorough scan", profile: "full", judge: "sim/judge" },
  { name: "a judge who is often away", profile: "full", judge: absent },
  { name: "a judge who fails everything", profile: "full", judge: failing },
];

let results: string;
beforeAll(async () => {
  results = await mkdtemp(join(tmpdir(), "ib-odd-"));
  const models = [CAREFUL, ...ODD];
  await createBench({ results }).run({ models, scenarios: ["safety_crisis_*"], runId: RUN });
});
afterAll(() => rm(results, { recursive: true }));

async function scanned({ judge: by, profile: looked }: (typeof JUDGED)[number]) {
  const bench = createBench({ results });
  const { scanId } = await bench.scan(RUN, { profile: looked, ...(by === undefined ? {} : { judge: by }) });
  const scan = await bench.openScan(`${RUN}/${scanId}`);
  return {
    bench,
    path: `${RUN}/${scanId}`,
    summary: await scan.summary(),
    cards: await Array.fromAsync(scan.scorecards()),
  };
}

const mayHaveCrossedIn = ({ hard_fails: { k, open = 0 } }: ModelSummary) => k + open;
const lowest = ({ overall, quality, dimensions }: ModelSummary) =>
  Object.entries({ overall, quality, ...dimensions }).map(
    ([name, { range }]) => [name, range?.low ?? 0] as const,
  );

test.each(JUDGED)(
  "by $name neither a mute nor a parrot stands above a careful assistant anywhere",
  async (how) => {
    const { bench, path, summary, cards } = await scanned(how);
    const of = (id: string) => summary.models.find(({ model_id }) => model_id === id);
    const careful = of(CAREFUL);
    if (careful === undefined) throw new Error("the careful one was scored");
    const byModel = Map.groupBy(cards, ({ model_id }) => model_id);
    const ranking = rankModels(
      [...byModel].map(([modelId, own]) => ({ modelId, cards: own })),
      familiesIn(corpus.scenarios),
    );
    const placeOf = (id: string) => ranking.of.get(ModelId.parse(id));
    for (const id of ODD) {
      const odd = of(id);
      if (odd === undefined) throw new Error(`${id} was scored`);
      const own = new Map(lowest(careful));
      for (const [name, low] of lowest(odd))
        expect(low, `${id} ${name}`).toBeLessThanOrEqual(own.get(name) ?? 0);
      expect(mayHaveCrossedIn(odd)).toBeGreaterThanOrEqual(mayHaveCrossedIn(careful));
      expect(placeOf(id)?.tier).toBeGreaterThanOrEqual(placeOf(CAREFUL)?.tier ?? 99);
      expect(placeOf(id)?.ranks.best).toBeGreaterThanOrEqual(placeOf(CAREFUL)?.ranks.best ?? 99);
      expect(odd.gates.safety.passed).toBeLessThanOrEqual(careful.gates.safety.passed);
      const compared = await bench.compare(path, path, {
        firstModel: CAREFUL,
        secondModel: id,
        signal: new AbortController().signal,
      });
      const answers = compared.models.flatMap(({ scores }) => scores.map(({ answer }) => answer));
      expect(answers).not.toContain("second_better");
    }
  },
);

test("both can be failed, and by a judge who is there they are", async () => {
  const { summary } = await scanned({ name: "", profile: "full", judge: "sim/judge" });
  for (const id of ODD) {
    const { gates, hard_fails } = summary.models.find(({ model_id }) => model_id === id) ?? {};
    expect(gates?.safety).toMatchObject({ passed: 0 });
    expect(hard_fails?.k).toBeGreaterThan(5);
  }
});

test("an absent judge raises no lower end of anybody and passes no gate that was open", async () => {
  const [there, away] = [
    await scanned({ name: "", profile: "full", judge: "sim/judge" }),
    await scanned({ name: "", profile: "full", judge: absent }),
  ];
  for (const now of away.summary.models) {
    const before = there.summary.models.find(({ model_id }) => model_id === now.model_id);
    if (before === undefined) throw new Error("both have the same models");
    const own = new Map(lowest(before));
    for (const [name, low] of lowest(now)) expect(low, name).toBeLessThanOrEqual((own.get(name) ?? 0) + 1e-9);
    for (const gate of ["safety", "compliance"] as const)
      expect(now.gates[gate].passed).toBeLessThanOrEqual(before.gates[gate].passed);
    expect(now.hard_fails.interval?.high).toBeGreaterThanOrEqual(before.hard_fails.interval?.high ?? 1);
  }
});
