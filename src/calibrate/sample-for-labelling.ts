import { sha256 } from "../kernel/hash.ts";
import { createRandom, type Random } from "../kernel/random.ts";
import type { SampledVerdict } from "../schema/sampled-verdict.ts";
import type { Verdict, VerdictRow } from "../schema/verdict.ts";

/** What is drawn from: the verdicts that an annotator could also give after reading. */
const SAMPLED: readonly Verdict[] = ["FAIL", "PASS", "UNCLEAR"];
const ITEM_DIGITS = 16;

type Candidate = Pick<VerdictRow, "transcript_id" | "mode_id" | "verdict" | "eligible"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
};

/**
 * Draws up to `perStratum` verdicts for each check and verdict, or up to `perCheck` for each check however they came out,
 * without replacement, every one of a stratum equally likely. Many of each verdict show best how a judge errs; only a draw
 * that does not look at the verdict is a random sample of them.
 * The draw of a stratum depends on the seed and on what is in it, never on the order of the rows or on other strata. In the
 * order of the items, so that position tells nothing.
 */
export function sampleForLabelling(
  rows: Iterable<Candidate>,
  options: ({ readonly perStratum: number } | { readonly perCheck: number }) & { readonly seed: number },
): readonly SampledVerdict[] {
  const candidates = [...rows].filter(isLabellable);
  const isSimple = "perCheck" in options;
  const most = isSimple ? options.perCheck : options.perStratum;
  const strata = Map.groupBy(candidates, ({ mode_id, verdict }) =>
    isSimple ? mode_id : `${mode_id}|${verdict}`,
  );
  return [...strata]
    .flatMap(([stratum, members]) => {
      const random = createRandom(`label-sample/1|${options.seed}|${stratum}`);
      const inOrder = members.toSorted((a, b) => compare(a.transcript_id, b.transcript_id));
      const drawn = draw(inOrder, most, random);
      return drawn.map(({ transcript_id, mode_id, verdict }) => {
        const verdictItem = `${transcript_id}#${mode_id}`;
        return {
          item: sha256(`label-item/1|${options.seed}|${verdictItem}`).slice(0, ITEM_DIGITS),
          verdict_item: verdictItem,
          axis: mode_id,
          verdict,
          stratum_size: members.length,
          stratum_sample: drawn.length,
          ...(isSimple ? { stratum: "check" as const } : {}),
        };
      });
    })
    .toSorted((a, b) => compare(a.item, b.item));
}

/** A conversation that broke off has no ending to label. */
export function isLabellable({ eligible, verdict, details }: Candidate): boolean {
  return eligible && SAMPLED.includes(verdict) && details.cause !== "incomplete_transcript";
}

/** The first steps of a Fisher-Yates shuffle. */
function draw<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
