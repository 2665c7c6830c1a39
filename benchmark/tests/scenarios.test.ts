import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { lintCorpus } from "../../src/corpus/lint-corpus.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { isGate } from "../../src/domain/gates.ts";
import { isEligible, scenarioFamily, scenarioTags, scenarioTurns } from "../../src/domain/scenarios.ts";
import { ANY_TAG, type Check } from "../../src/schema/corpus/check.ts";
import { ANYTHING_ELSE, type Scenario } from "../../src/schema/corpus/scenario.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const scenarios = [...corpus.scenarios.values()];
const turnsOf = (scenario: Scenario) => scenarioTurns(scenario).map(({ turn }) => turn);
const rubricOf = (scenario: Scenario) =>
  turnsOf(scenario).flatMap((turn) => [turn, ...(turn.branches ?? [])].flatMap((part) => part.rubric ?? []));
const countBy = (key: (scenario: Scenario) => string) =>
  Object.fromEntries([...Map.groupBy(scenarios, key)].map(([name, members]) => [name, members.length]));
const isVariant = (scenario: Scenario) =>
  scenario.contrast_group !== undefined && scenario.contrast_group !== scenario.scenario_id;

test("there are 64 scenarios, 63 of them active, in four categories", () => {
  expect(scenarios).toHaveLength(64);
  expect(countBy((scenario) => scenario.status)).toEqual({ active: 63, held: 1 });
  expect(countBy((scenario) => scenario.category)).toEqual({
    safety: 29,
    empathy: 19,
    context: 12,
    continuity: 4,
  });
});

test("four safety scenarios are contrast variants, and differ from their anchor in one turn and what refers to it", () => {
  const variants = scenarios.filter(isVariant);
  expect(variants).toHaveLength(4);
  for (const variant of variants) {
    expect(variant.category).toBe("safety");
    expect(variant.scenario_id).toBe(`${variant.contrast_group}__${variant.contrast_variable}`);
    const anchor = corpus.scenarios.get(variant.contrast_group ?? variant.scenario_id);
    const said = anchor && turnsOf(anchor).map((turn) => turn.user_message);
    const differing = turnsOf(variant).filter((turn, index) => turn.user_message !== said?.[index]);
    expect([variant.scenario_id, differing.length > 0 && differing.length <= 2]).toEqual([
      variant.scenario_id,
      true,
    ]);
    expect(turnsOf(variant)).toHaveLength(said?.length ?? 0);
  }
});

test("23 scenarios have branch points", () => {
  const branching = scenarios.filter((scenario) =>
    turnsOf(scenario).some((turn) => turn.branches !== undefined),
  );
  expect(branching).toHaveLength(23);
});

test("a conversation has 4 to 10 turns; one over several sessions has 10 to 20 in 2 to 4 of them", () => {
  for (const scenario of scenarios) {
    const turns = turnsOf(scenario).length;
    const [least, most] = scenario.category === "continuity" ? [10, 20] : [4, 10];
    expect([scenario.scenario_id, turns >= least && turns <= most]).toEqual([scenario.scenario_id, true]);
    if (scenario.category !== "continuity") continue;
    expect(scenario.sessions?.length).toBeGreaterThanOrEqual(2);
    expect(scenario.sessions?.length).toBeLessThanOrEqual(4);
  }
});

test("at least six are text messages, three of them twins of a chat", () => {
  expect(scenarios.filter((scenario) => scenario.channel === "sms").length).toBeGreaterThanOrEqual(6);
  const twins = scenarios.filter((scenario) => scenario.sms_variant_of !== undefined);
  expect(twins).toHaveLength(3);
  for (const twin of twins) {
    const original = twin.sms_variant_of && corpus.scenarios.get(twin.sms_variant_of);
    expect(original).toMatchObject({ channel: "chat", persona: { name: twin.persona.name } });
  }
});

test("every jurisdiction is met at least three times, and one British story stands under base", () => {
  const met = countBy((scenario) => scenario.jurisdiction);
  for (const jurisdiction of ["federal", "ca", "ny", "tx", "eu"])
    expect(met[jurisdiction]).toBeGreaterThanOrEqual(3);
  expect(
    scenarios.filter((scenario) => scenario.region === "GB").map((scenario) => scenario.jurisdiction),
  ).toEqual(["base"]);
  expect(scenarios.filter((scenario) => scenario.region === undefined)).toEqual([]);
});

test("57 people speak, each under a name of their own", () => {
  const families = new Map(scenarios.map((scenario) => [scenarioFamily(scenario), scenario.persona.name]));
  expect(families.size).toBe(57);
  expect(new Set(families.values()).size).toBe(57);
});

test("rubrics, probes and risk triggers are there in number, and every kind of criterion is used", () => {
  expect(scenarios.filter((scenario) => rubricOf(scenario).length > 0).length).toBeGreaterThanOrEqual(40);
  expect(new Set(scenarios.flatMap(rubricOf).map((criterion) => criterion.kind))).toEqual(
    new Set(["binary", "ordinal", "autofail"]),
  );
  const hasProbes = (scenario: Scenario) =>
    scenario.probes !== undefined || turnsOf(scenario).some((turn) => turn.probes !== undefined);
  expect(scenarios.filter(hasProbes).length).toBeGreaterThanOrEqual(40);
  expect(scenarios.filter((scenario) => scenario.risk_triggers !== undefined).length).toBeGreaterThanOrEqual(
    45,
  );
});

test("the clock runs wherever a disclosure interval is tested", () => {
  for (const scenario of scenarios.filter((candidate) =>
    scenarioTags(candidate).has("disclosure_cadence" as never),
  )) {
    const minutes = turnsOf(scenario).map((turn) => turn.elapsed_minutes ?? 0);
    expect([scenario.scenario_id, Math.max(...minutes) > 180]).toEqual([scenario.scenario_id, true]);
  }
});

test("every check meets enough scenarios to rest a claim on", () => {
  for (const check of corpus.checks.values()) {
    if (check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG)) continue;
    const least = check.id === "IB-B6" ? 4 : isGate(check, corpus.scoring) ? 8 : 6;
    expect([check.id, eligibleFor(check).length >= least]).toEqual([check.id, true]);
  }
});

test("every event-window check has a cue wherever it is eligible, and lint has nothing to say", async () => {
  const { problems } = await lintCorpus(root);
  expect(problems).toEqual([]);
});

const Coverage = z.strictObject({
  read_by: z.string(),
  pairs: z.array(
    z.strictObject({
      check: z.string(),
      scenario: z.string(),
      turns: z.array(z.int()).min(1),
      grounds: z.string().min(10),
    }),
  ),
});

test("a second reader has confirmed every pair of gate check and scenario, with the words it rests on", async () => {
  const { parse } = await import("yaml");
  const { pairs } = Coverage.parse(parse(readFileSync(new URL("../coverage.yaml", import.meta.url), "utf8")));
  const confirmed = pairs.map(({ check, scenario }) => `${check} ${scenario}`);
  const needed = [...corpus.checks.values()]
    .filter((check) => isGate(check, corpus.scoring))
    .filter((check) => !check.eligibility.scenario_tags_any.some((tag) => tag === ANY_TAG))
    .flatMap((check) => eligibleFor(check).map((scenario) => `${check.id} ${scenario.scenario_id}`));
  expect(confirmed.toSorted()).toEqual(needed.toSorted());
  for (const { scenario, turns } of pairs) {
    const known = new Set(turnsOf(corpus.scenarios.get(scenario as never) as Scenario).map((turn) => turn.t));
    expect([scenario, turns.every((turn) => known.has(turn))]).toEqual([scenario, true]);
  }
});

test("every person has 10 to 14 answers, something to say where none fits, and variants of one story have the same", () => {
  const isOther = ({ to }: { readonly to?: readonly string[] | undefined }) =>
    to?.includes(ANYTHING_ELSE) ?? false;
  const banks = scenarios.map(
    ({ scenario_id, answers = [] }) =>
      [scenario_id, answers.filter((answer) => !isOther(answer)).length] as const,
  );
  expect(scenarios.filter(({ answers = [] }) => answers.filter(isOther).length !== 3)).toEqual([]);
  expect(banks.filter(([, size]) => size < 10 || size > 14)).toEqual([]);
  for (const twin of scenarios) {
    const original = twin.sms_variant_of && corpus.scenarios.get(twin.sms_variant_of);
    if (!original) continue;
    const ids = (scenario: Scenario) => scenario.answers?.map(({ answer_id }) => answer_id).toSorted();
    expect([twin.scenario_id, ids(twin)]).toEqual([twin.scenario_id, ids(original)]);
  }
});

test("the conversations have no one shape: endings, lengths, and where somebody speaks of dying", () => {
  const endsInRecall = scenarios.filter((scenario) => {
    const last = turnsOf(scenario).at(-1);
    const probes = [...(last?.probes ?? []), ...(scenario.probes ?? []).filter(({ t }) => t === last?.t)];
    return probes.some(({ kind }) => kind === "recall" || kind === "multi_session");
  });
  expect(endsInRecall.length).toBeLessThanOrEqual(scenarios.length / 2);
  const words = scenarios.flatMap((scenario) =>
    turnsOf(scenario).map(({ user_message }) => user_message.split(/\s+/).length),
  );
  expect([Math.min(...words) <= 2, Math.max(...words) >= 250]).toEqual([true, true]);
  const dying = new Set(["passive_ideation", "direct_ideation", "masked_crisis"]);
  const turns = scenarios.flatMap(({ risk_triggers = [] }) =>
    risk_triggers.filter(({ tags }) => tags.some((tag) => dying.has(tag))).map(({ t }) => t),
  );
  const most = Math.max(...[...Map.groupBy(turns, (t) => t).values()].map((same) => same.length));
  expect(new Set(turns).size).toBeGreaterThanOrEqual(6);
  expect(most).toBeLessThanOrEqual(turns.length * 0.4);
});

test("no two families share more than 8% of their five-word runs", () => {
  const runsOf = (scenario: Scenario) => {
    const runs = new Set<string>();
    for (const turn of turnsOf(scenario)) {
      for (const text of [turn.user_message, ...(turn.branches ?? []).map((branch) => branch.user_message)]) {
        const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
        for (let at = 0; at + 5 <= words.length; at++) runs.add(words.slice(at, at + 5).join(" "));
      }
    }
    return runs;
  };
  const all = scenarios.map((scenario) => ({
    id: scenario.scenario_id,
    family: scenarioFamily(scenario),
    runs: runsOf(scenario),
  }));
  const alike = all.flatMap((a, index) =>
    all.slice(index + 1).flatMap((b) => {
      if (a.family === b.family) return [];
      const shared = a.runs.intersection(b.runs).size;
      const share = shared / Math.min(a.runs.size, b.runs.size);
      return share > 0.08 ? [`${a.id} ~ ${b.id}: ${share.toFixed(3)}`] : [];
    }),
  );
  expect(alike).toEqual([]);
});

function eligibleFor(check: Check): readonly Scenario[] {
  return scenarios.filter((scenario) => isEligible(check, scenarioTags(scenario)));
}
