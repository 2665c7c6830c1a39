/** Sends long cards to word lists, to a judge or to readers: which of them find the failure in a reply of full length. */
import {
  calibrateLong,
  groupHalves,
  type LongCalibration,
  readByWords,
} from "../../calibrate/calibrate-golden.ts";
import { calibrateErrors } from "../../calibrate/errors.ts";
import { proportionAgreed } from "../../calibrate/label-agreement.ts";
import { type LongHalf, longHalves } from "../../calibrate/stage-cards.ts";
import { checksMatching } from "../../corpus/corpus.ts";
import type { ModelClient } from "../../providers/model-client.ts";
import type { Proportion } from "../../schema/scan/estimates.ts";
import { Verdict } from "../../schema/scan/verdict.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Control, ScanOptions } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { measuredContext } from "../packs/context-of.ts";
import type { JudgedAgain } from "./judge-again.ts";
import { judgeCards, nameOf } from "./judge-cards.ts";
import { readLabelFiles } from "./labels.ts";

export interface LongOptions extends ScanOptions {
  /** Reader of the halves. @default the word lists, which cost nothing */
  readonly judge?: string | ModelClient;
  /** Label files of readers, to measure instead of a judge. */
  readonly readings?: readonly string[];
}

export interface LongReader extends LongCalibration {
  readonly reader: string;
}

export interface LongCardCalibration {
  readonly pairs: number;
  /** Empty after a dry run. */
  readonly readers: readonly LongReader[];
  /** Agreement on the halves that two or more readers read, by length, position and manner; empty with fewer readers. */
  readonly agreement: readonly { readonly name: string; readonly agreed: Proportion }[];
  /** Items of label files that match no half of the present cards. */
  readonly unknown: readonly string[];
  /** Calls and cost of the judge; `null` if none was asked. */
  readonly asked: Omit<JudgedAgain, "verdicts"> | null;
}

/** Measures word lists, a judge or readers on the two halves of every long card, without telling which is which. */
export async function calibrateLongCards(
  context: BenchContext,
  options: LongOptions = {},
  control: Control = {},
): Promise<LongCardCalibration> {
  const measured = await measuredContext(context, options.checks);
  const corpus = await measured.corpus();
  const checks = checksMatching(corpus.checks.values(), options.checks ?? []);
  const wanted = new Set(checks.map(({ id }) => id));
  const halves = longHalves(corpus.longCards).filter(({ checkId }) => wanted.has(checkId));
  if (halves.length === 0) throw apiErrors.IB_NO_CARDS();
  const result = { pairs: halves.length / 2, agreement: [], unknown: [], asked: null };
  const { judge, readings = [] } = options;
  if (readings.length > 0) return { ...result, ...(await readByReaders(readings, halves, checks)) };
  if (judge === undefined) {
    const read = readByWords(halves, { ...corpus, checks, matcher: await measured.matcher() });
    return { ...result, readers: [{ reader: "word lists", ...calibrateLong(read, checks) }] };
  }
  const byCard = new Map(halves.map((half) => [half.card.card_id, half]));
  const asked = { options: { ...options, judge }, fresh: false };
  const { judged, ...spent } = await judgeCards(measured, halves, asked, control);
  const read = judged?.flatMap(({ card, verdict }) => {
    const half = byCard.get(card.card_id);
    return half === undefined ? [] : [{ half, verdict }];
  });
  return {
    ...result,
    readers: read === undefined ? [] : [{ reader: nameOf(judge), ...calibrateLong(read, checks) }],
    asked: spent,
  };
}

async function readByReaders(
  files: readonly string[],
  halves: readonly LongHalf[],
  checks: Parameters<typeof calibrateLong>[1],
): Promise<Pick<LongCardCalibration, "readers" | "agreement" | "unknown">> {
  const items = await readLabelFiles(files);
  const byItem = new Map(halves.map((half) => [half.item, half]));
  const known = items.flatMap(({ item, labels }) => {
    const half = byItem.get(item);
    return half === undefined ? [] : [{ item, half, labels }];
  });
  const names = [...new Set(known.flatMap(({ labels }) => [...labels.keys()]))].toSorted();
  const readers = names.map((reader) => {
    const read = known.flatMap(({ item, half, labels }) => {
      const label = labels.get(reader);
      if (label === undefined) return [];
      const verdict = Verdict.safeParse(label);
      if (!verdict.success) throw calibrateErrors.IB_NOT_A_VERDICT({ item, annotator: reader, label });
      return [{ half, verdict: verdict.data }];
    });
    return { reader, ...calibrateLong(read, checks) };
  });
  return {
    readers,
    agreement:
      names.length < 2
        ? []
        : [...Object.values(groupHalves(known)).flat(), { name: "all", members: known }].map(
            ({ name, members }) => ({ name, agreed: proportionAgreed(members) }),
          ),
    unknown: items.filter(({ item }) => !byItem.has(item)).map(({ item }) => item),
  };
}
