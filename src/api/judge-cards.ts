import type { CardOfCheck } from "../calibrate/frozen-cards.ts";
import type { JudgedCard } from "../calibrate/golden-judgement.ts";
import { eligibleForItsCards, stageCard } from "../calibrate/stage-cards.ts";
import type { Control, ScanOptions } from "./bench-options.ts";
import { type JudgedAnew, judgeAnew } from "./judge-anew.ts";
import type { Workshop } from "./workshop.ts";

/**
 * Golden cards through the real path to a verdict, each as a conversation of its own and on its own check alone. For a
 * simulated judge they are marked as simulated, and for no other.
 */
export async function judgeCards(
  workshop: Workshop,
  cards: readonly CardOfCheck[],
  judge: { readonly options: ScanOptions & { readonly judge: string }; readonly fresh: boolean },
  control: Control,
): Promise<Omit<JudgedAnew, "verdicts"> & { readonly judged: readonly JudgedCard[] | null }> {
  const corpus = await workshop.corpus();
  const simulated = judge.options.judge.startsWith("sim/");
  const staged = cards.map(({ card, checkId }) =>
    stageCard(card, checkId, { canary: corpus.canary, simulated }),
  );
  const stage = {
    ...corpus,
    scenarios: new Map(staged.map(({ scenario }) => [scenario.scenario_id, scenario])),
    checks: new Map([...corpus.checks].map(([id, check]) => [id, eligibleForItsCards(check)])),
  };
  const { verdicts, ...rest } = await judgeAnew(
    { ...workshop, corpus: async () => stage },
    {
      transcripts: staged.map(({ transcript }) => transcript),
      options: {
        profile: "publish",
        ...judge.options,
        checks: [...new Set(cards.map(({ checkId }) => checkId))],
      },
      fresh: judge.fresh,
    },
    control,
  );
  if (verdicts === null) return { ...rest, judged: null };
  const byItem = new Map(verdicts.map((row) => [`${row.transcript_id}#${row.mode_id}`, row.verdict]));
  const judged = staged.map(({ card, checkId, transcript }) => {
    const verdict = byItem.get(`${transcript.header.transcript_id}#${checkId}`);
    if (verdict === undefined) throw new Error(`${card.card_id} has no verdict`);
    return { card, checkId, verdict };
  });
  return { ...rest, judged };
}
