import { describe, expect, test } from "vitest";
import { CheckId, ModelId } from "../schema/ids.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Verdict } from "../schema/scan/verdict.ts";
import type { LabelledItem } from "./collect-labels.ts";
import { judgeAgreement } from "./judge-agreement.ts";
import { twoPhaseOutcomes } from "./label-worlds.fixture.ts";
import { refuseMixedDraws, weighedJudgements, weighedRate } from "./weighed-labels.ts";

const axis = CheckId.parse("IB-A1");
const model_id = ModelId.parse("sim/careful");

/** Strata by name: the number of verdicts, and one letter per drawn item for people's label. */
type Drawn = Readonly<Record<string, { readonly size: number; readonly said: string }>>;
const SAID = { F: "FAIL", P: "PASS", U: "UNCLEAR", N: "NOT_APPLICABLE" } as const;

function drawnFrom(strata: Drawn): { key: SampledVerdict[]; labels: LabelledItem[] } {
  const rows = Object.entries(strata).flatMap(([stratum, { size, said }]) =>
    [...said].map((letter, index) => {
      const item = `${model_id}/${stratum}-${index}#${axis}`;
      const verdict = stratum.split(" ")[0] as Verdict; // Every name in this file starts with a verdict.
      const given = letter === "=" ? ["FAIL", "PASS"] : [SAID[letter as keyof typeof SAID]];
      return {
        key: {
          item: item.slice(0, 16),
          verdict_item: item,
          axis,
          verdict,
          stratum_size: size,
          stratum_sample: said.length,
          stratum,
          design: "two-phase" as const,
        },
        label: {
          item,
          axis,
          labels: new Map(given.map((label, number) => [`reader-${number}`, label])),
          design: "two-phase" as const,
        },
      };
    }),
  );
  return { key: rows.map(({ key }) => key), labels: rows.map(({ label }) => label) };
}

function judgementOf(strata: Drawn) {
  const { key, labels } = drawnFrom(strata);
  const [found] = weighedJudgements(labels, key);
  if (found?.value == null) throw new Error(found?.reason ?? "nothing was weighed");
  return found.value;
}

describe("labels drawn by strata", () => {
  const strata = {
    FAIL: { size: 80, said: "FFFFFFFFPP" },
    PASS: { size: 900, said: "PPPPPPPPPPPPPPPPPPPF" },
    "PASS split": { size: 20, said: "FPPPP" },
  };

  test("each label counts for the verdicts of its stratum that nobody read", () => {
    const { rate, recall, precision, specificity, kappa, verdicts, labelled, failures } = judgementOf(strata);
    const [found, missed] = [64, 45 + 4];
    expect({ verdicts, labelled, failures }).toEqual({ verdicts: 1000, labelled: 35, failures: 10 });
    expect(rate.value).toBeCloseTo((found + missed) / 1000, 12);
    expect(recall.value).toBeCloseTo(found / (found + missed), 12);
    expect(precision.value).toBeCloseTo(0.8, 12);
    expect(specificity.value).toBeCloseTo((920 - missed) / (1000 - found - missed), 12);
    const agreed = (found + 920 - missed) / 1000;
    const byChance = 0.08 * 0.113 + 0.92 * 0.887;
    expect(kappa.value).toBeCloseTo((agreed - byChance) / (1 - byChance), 12);
  });

  test("counted one by one the same labels would flatter the judge", () => {
    const { key, labels } = drawnFrom(strata);
    const verdicts = new Map(key.map(({ verdict_item, verdict }) => [verdict_item, verdict]));
    expect(judgeAgreement(labels, { judge: null, verdicts }).overall.recall.rate).toBeCloseTo(0.8, 12);
    expect(judgementOf(strata).recall.value).toBeLessThan(0.6);
  });

  test("what people are divided on, or unclear about, makes every interval wider and none better", () => {
    const clear = judgementOf({ ...strata, PASS: { size: 900, said: "PPPPPPPPPPPPPPPPPPPP" } });
    for (const said of ["PPPPPPPPPPPPPPPPPPP=", "PPPPPPPPPPPPPPPPPPPU"]) {
      const open = judgementOf({ ...strata, PASS: { size: 900, said } });
      expect(open.open).toBe(1);
      expect(open.rate.interval?.high).toBeGreaterThan(clear.rate.interval?.high ?? 1);
      expect(open.rate.interval?.low).toBeCloseTo(clear.rate.interval?.low ?? 0, 12);
      expect(open.recall.interval?.low).toBeLessThan(clear.recall.interval?.low ?? 0);
      expect(open.recall.interval?.high).toBeCloseTo(clear.recall.interval?.high ?? 0, 12);
    }
  });

  test("without a labelled FAIL there is no recall, and without a judged one no precision", () => {
    const { recall, precision, rate } = judgementOf({ PASS: { size: 900, said: "PPPP" } });
    expect(recall).toEqual({ value: null, reason: "no labelled item is a FAIL", interval: null });
    expect(precision).toEqual({ value: null, reason: "nothing was judged FAIL", interval: null });
    expect(rate.interval?.high).toBeGreaterThan(0.2);
  });

  test("a draw by verdict is weighed too, a plain one is not", () => {
    const { key, labels } = drawnFrom({ FAIL: { size: 4, said: "FF" }, PASS: { size: 96, said: "PF" } });
    const byVerdict = key.map(({ stratum: _, design: __, ...row }) => row);
    expect(weighedJudgements(labels, byVerdict)[0]?.value?.rate.value).toBeCloseTo(0.52, 12);
    const plain = byVerdict.map((row) => ({ ...row, stratum: "check" }));
    expect(weighedJudgements(labels, plain)).toEqual([]);
  });

  test("a drawn verdict that was left out, or one that was not drawn, refuses the whole check", () => {
    const { key, labels } = drawnFrom(strata);
    expect(weighedJudgements(labels.slice(1), key)[0]?.reason).toBe(
      "1 of 35 drawn verdicts were not labelled",
    );
    expect(weighedJudgements(labels, key.slice(1))[0]?.reason).toBe("1 labelled items are not in the key");
    const part = weighedJudgements(labels.slice(1), key.slice(1))[0];
    expect(part?.reason).toBe("the key is not of one whole draw");
  });
});

describe("draws side by side", () => {
  const { key, labels } = drawnFrom({ PASS: { size: 9, said: "PF" } });

  test("two-phase labels without a key, or beside labels of another draw, are refused", () => {
    expect(() => refuseMixedDraws(labels, null)).toThrow(
      /2 labelled items on IB-A1 were drawn in two phases/,
    );
    const [first, ...others] = labels.map(({ design: _, ...item }) => item);
    const mixed = [...others, ...labels.slice(0, 1)];
    expect(first).toBeDefined();
    expect(() => refuseMixedDraws(mixed, key)).toThrow(/1 of 2 labelled items on IB-A1/);
    expect(() => refuseMixedDraws(labels, key)).not.toThrow();
  });
});

describe("one model of several", () => {
  const other = ModelId.parse("sim/brittle");
  const { key, labels } = drawnFrom({ FAIL: { size: 2, said: "FP" }, PASS: { size: 4, said: "PF" } });
  const verdicts = [
    ...key.map(({ verdict_item, verdict }) => ({ item: verdict_item, model_id, verdict })),
    { item: "b1", model_id: other, verdict: "PASS" as const },
    { item: "b2", model_id: other, verdict: "PASS" as const },
  ];

  test("has its own labels, and where there is none the others' share with everything open", () => {
    expect(weighedRate(verdicts, model_id, labels, key).value?.value).toBe(0.5);
    expect(weighedRate(verdicts, other, labels, key).value).toEqual({
      value: 0.5,
      interval: { low: 0, high: 1 },
    });
  });

  test("is refused where the scan has other verdicts than the key", () => {
    const reason = "the verdicts of the scan are not those that the key was drawn from";
    expect(weighedRate(verdicts.slice(1), model_id, labels, key).reason).toBe(reason);
  });
});

test.for([
  ["blank", 80, 0.018],
  ["telling", 80, 0.014],
] as const)(
  "where signals are %s, 95%% intervals of %i labels cover a planted rate of 5%%",
  ([signals, labels, most]) => {
    const world = { rate: 0.05, sensitivity: 0.85, specificity: 0.97, signals };
    const { rate, recall } = twoPhaseOutcomes(world, labels, 150);
    expect(rate.covered).toBeGreaterThanOrEqual(0.91);
    expect(rate.covered).toBeLessThanOrEqual(0.99);
    expect(rate.rmse).toBeLessThan(most);
    expect(recall.covered).toBeGreaterThanOrEqual(0.89);
  },
);
