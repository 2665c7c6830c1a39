import { expect, test } from "vitest";
import { createRandom } from "../kernel/random.ts";
import { ModelId, ScenarioId } from "../schema/ids.ts";
import { rankModels } from "./ranking.ts";
import type { ScenarioValues } from "./scenario-means.ts";

const ids = Array.from({ length: 40 }, (_, index) =>
  ScenarioId.parse(`safety_f_${String(index).padStart(3, "0")}`),
);
const alone = (id: ScenarioId) => id;

function model(name: string, level: number): { readonly modelId: ModelId; readonly scores: ScenarioValues } {
  const random = createRandom(name);
  return {
    modelId: ModelId.parse(`maker/${name}`),
    scores: new Map(ids.map((id) => [id, level + 0.1 * random.next()])),
  };
}
const [good, alike, poor] = [model("good", 0.8), model("alike", 0.8), model("poor", 0.3)];
const silent = { modelId: ModelId.parse("maker/silent"), scores: new Map() };

test("models that differ by more than chance stand in different tiers, others share one", () => {
  const { of, critical, detectable } = rankModels([good, poor, alike], alone);
  expect(of.get(poor.modelId)).toEqual({ tier: 2, ranks: { best: 3, worst: 3 } });
  for (const { modelId } of [good, alike])
    expect(of.get(modelId)).toEqual({ tier: 1, ranks: { best: 1, worst: 2 } });
  expect(critical).toBeGreaterThan(1.96);
  expect(detectable?.median).toBeGreaterThan(0);
});

test("scenarios of one family tell nobody apart, however far the scores lie", () => {
  const { of, critical } = rankModels([good, poor], () => "one family");
  expect(critical).toBeNull();
  for (const place of of.values()) expect(place).toEqual({ tier: 1, ranks: { best: 1, worst: 2 } });
});

test("a model without a score may have any rank, and is in no better tier than the last", () => {
  const { of } = rankModels([silent, good, poor], alone);
  expect(of.get(silent.modelId)).toEqual({ tier: 2, ranks: { best: 1, worst: 3 } });
  expect(of.get(good.modelId)).toEqual({ tier: 1, ranks: { best: 1, worst: 2 } });
});

test("between two pairs the detectable difference is half-way, as a median is", () => {
  const { detectable, standardError, critical } = rankModels([good, poor, alike, model("other", 0.5)], alone);
  const names = [good, poor, alike].map(({ modelId }) => modelId).concat(ModelId.parse("maker/other"));
  const errors = names
    .flatMap((a, index) => names.slice(index + 1).map((b) => standardError(a, b)))
    .toSorted((a, b) => a - b);
  const middle = ((errors[2] ?? 0) + (errors[3] ?? 0)) / 2;
  const largest = errors.at(-1) ?? 0;
  expect(critical).not.toBeNull();
  expect((detectable?.median ?? 0) / (detectable?.largest ?? 1)).toBeCloseTo(middle / largest, 10);
});
