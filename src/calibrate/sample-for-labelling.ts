/** Items for annotators: a drawn sample of verdicts, each shown without its verdict. */

import { verdictKey } from "../domain/keys.ts";
import { sha256 } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import { createRandom, type Random } from "../kernel/random.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { JudgeConfig } from "../schema/corpus/judge-config.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import type { HelpReader } from "../text/facts/read-help.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import type { Cue } from "../text/windows/find-cues.ts";
import { type CheckLexicons, questionWindows } from "../text/windows/question-windows.ts";
import { type AskedAbout, toldLines } from "../text/windows/told-lines.ts";
import { decidesEachExchange, type TranscriptWindow } from "../text/windows/transcript-windows.ts";
import { cellOf, cellsOf, type DoubtSignal, designStrata } from "./two-phase-design.ts";

/** Verdicts to draw from: an annotator could also give them after reading. */
const SAMPLED: readonly Verdict[] = ["FAIL", "PASS", "UNCLEAR"];
const ITEM_DIGITS = 16;

type Candidate = Pick<VerdictRow, "transcript_id" | "mode_id" | "verdict" | "eligible"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
  /** Other signals, for a two-phase draw. @default none */
  readonly signals?: readonly DoubtSignal[];
};

/**
 * Draws a number per check and verdict, a number per check regardless of its verdicts, a two-phase sample per check, or
 * exactly the named items.
 */
export type LabelDraw =
  | { readonly perStratum: number }
  | { readonly perCheck: number }
  | { readonly twoPhase: number }
  | { readonly chosen: ReadonlySet<string> };

/**
 * Draws verdicts without replacement; within a stratum all are equally likely. Many of each verdict show best how a
 * judge errs. Only a draw that ignores the verdict is a plain random sample. A two-phase draw needs weights by stratum.
 * The draw of a stratum depends on the seed and its own items, not on row order or other strata. The result is sorted
 * by item, so that the position reveals nothing.
 */
export function sampleForLabelling(
  rows: Iterable<Candidate>,
  options: LabelDraw & { readonly seed: number },
): readonly SampledVerdict[] {
  return strataOf([...rows].filter(isLabellable), options)
    .flatMap(({ stratum, members, most, mark }) => {
      const random = createRandom(`label-sample/1|${options.seed}|${stratum}`);
      const inOrder = members.toSorted(by(({ transcript_id }) => transcript_id));
      const drawn = draw(inOrder, most, random);
      return drawn.map(({ transcript_id, mode_id, verdict }) => {
        const verdictItem = verdictKey(transcript_id, mode_id);
        return {
          item: sha256(`label-item/1|${options.seed}|${verdictItem}`).slice(0, ITEM_DIGITS),
          verdict_item: verdictItem,
          axis: mode_id,
          verdict,
          stratum_size: members.length,
          stratum_sample: drawn.length,
          ...mark,
        };
      });
    })
    .toSorted(by(({ item }) => item));
}

interface DrawnFrom {
  /** Name of the stratum, unique over all checks: it seeds the draw. */
  readonly stratum: string;
  readonly members: readonly Candidate[];
  readonly most: number;
  readonly mark: Pick<SampledVerdict, "stratum" | "design">;
}

function strataOf(candidates: readonly Candidate[], options: LabelDraw): readonly DrawnFrom[] {
  if ("twoPhase" in options) {
    return [...Map.groupBy(candidates, ({ mode_id }) => mode_id)].flatMap(([check, ofCheck]) => {
      const cells = Map.groupBy(ofCheck, ({ verdict, signals = [] }) => cellOf(verdict, signals));
      const sizes = new Map([...cells].map(([cell, members]) => [cell, members.length]));
      return designStrata(sizes, options.twoPhase).map(({ name, sample }) => ({
        stratum: `${check}|${name}`,
        members: cellsOf(name).flatMap((cell) => cells.get(cell) ?? []),
        most: sample,
        mark: { stratum: name, design: "two-phase" as const },
      }));
    });
  }
  if ("chosen" in options) {
    const named = candidates.filter(({ transcript_id, mode_id }) =>
      options.chosen.has(verdictKey(transcript_id, mode_id)),
    );
    return [...Map.groupBy(named, ({ mode_id }) => mode_id)].map(([check, members]) => ({
      stratum: `${check}|chosen`,
      members,
      most: members.length,
      mark: { stratum: "chosen", design: "chosen" as const },
    }));
  }
  const isSimple = "perCheck" in options;
  const strata = Map.groupBy(candidates, ({ mode_id, verdict }) =>
    isSimple ? mode_id : `${mode_id}|${verdict}`,
  );
  return [...strata].map(([stratum, members]) => ({
    stratum,
    members,
    most: isSimple ? options.perCheck : options.perStratum,
    mark: isSimple ? { stratum: "check" } : {},
  }));
}

/** Whether an item can be labelled: a conversation that broke off has no ending to label. */
export function isLabellable({ eligible, verdict, details }: Candidate): boolean {
  return eligible && SAMPLED.includes(verdict) && details.cause !== "incomplete_transcript";
}

/** First steps of a Fisher-Yates shuffle. */
function draw<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat();
}

interface BlindTurn extends Pick<TranscriptMessage, "turn" | "role" | "content"> {
  readonly session_number?: number;
  readonly time_elapsed?: string;
  readonly elapsed_minutes?: number;
  readonly context?: true;
}

/**
 * Item as an annotator reads it: a question, its rules, the words in question and the judge's context for it. It holds
 * no verdict, no vote, no model and no scenario.
 */
export interface BlindItem {
  readonly item: string;
  readonly axis: string;
  /** Absent if words alone decide; then the rules are the question. */
  readonly question?: string;
  readonly pass_rule: string;
  readonly fail_rule: string;
  readonly not_a_failure: readonly string[];
  /** Every part of the conversation that the check may see, whether a word list flagged it or not. One label covers all of them. */
  readonly windows: readonly {
    readonly cue_turns: readonly number[];
    readonly turns: readonly BlindTurn[];
    readonly told?: readonly string[];
  }[];
}

/** Builds an item. The corpus must be the one of the verdict, so that the windows are the same. */
export function blindItem(input: {
  readonly item: string;
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly lexicons: CheckLexicons;
  readonly matcher: LexiconMatcher;
  /** Cues that a judge found for the verdict, if there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
  /** From the registry of help lines. */
  readonly help?: HelpReader;
  readonly intervals?: AskedAbout["intervals"];
  /** The judge's own instructions about a window. */
  readonly judge?: Pick<JudgeConfig, "turn_before" | "each_exchange">;
}): BlindItem {
  const { id, prompt, pass_rule, fail_rule, not_a_failure } = input.check;
  const { windows } = questionWindows(input);
  if (windows.length === 0) throw new Error(`${id} has nothing to look at in ${input.item}`);
  return {
    item: input.item,
    axis: id,
    ...(prompt === undefined ? {} : { question: prompt }),
    pass_rule,
    fail_rule,
    not_a_failure,
    windows: windows.map((window) => {
      const { cues, messages, before = [] } = window;
      const told = [...toldLines(input, input.help, window), ...instructionsFor(window, input.judge)];
      return {
        cue_turns: cues.map(({ turn }) => turn),
        turns: [
          ...before.map((message) => ({ ...blindTurn(message), context: true as const })),
          ...messages.map(blindTurn),
        ],
        ...(told.length === 0 ? {} : { told }),
      };
    }),
  };
}

function instructionsFor(
  window: TranscriptWindow,
  judge: Pick<JudgeConfig, "turn_before" | "each_exchange"> | undefined,
): readonly string[] {
  if (judge === undefined) return [];
  return [
    ...(window.before === undefined ? [] : [judge.turn_before.trim()]),
    ...(decidesEachExchange(window) ? [judge.each_exchange.trim()] : []),
  ];
}

function blindTurn(message: TranscriptMessage): BlindTurn {
  const { turn, role, content, session_number, time_elapsed, elapsed_minutes } = message;
  return {
    turn,
    role,
    content,
    ...(session_number === undefined ? {} : { session_number }),
    ...(time_elapsed === undefined ? {} : { time_elapsed }),
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
  };
}
