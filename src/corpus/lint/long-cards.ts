/** Rules about long cards: the two halves of a pair differ as the card says, at full length, and in words of their own. */

import type { LongCard, LongChange } from "../../schema/corpus/long-card.ts";
import {
  applyEdits,
  baseReplyTo,
  countIn,
  countWords,
  doOverlap,
  type Edit,
  editOf,
  FEWEST_OWN_WORDS,
  failingReply,
  LONG_REPLY,
} from "../../text/replies/long-replies.ts";
import { authored, type CorpusDraft, type CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import type { PartialAnswer } from "../read-artefact.ts";
import { placeFault, placesOf } from "./base-replies.ts";

interface DraftPair {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly pair: PartialAnswer<LongCard>;
}

function pairsOf({ longCards }: CorpusDraft): readonly DraftPair[] {
  return longCards.flatMap(({ source, draft: { pairs = [] } }) =>
    pairs.flatMap((pair, index) => (pair === undefined ? [] : [{ source, path: ["pairs", index], pair }])),
  );
}

/** Every change can be made: its words stand once in the sound reply, and no two changes touch. */
export const longCardChanges: CorpusRule = (draft) =>
  pairsOf(draft).flatMap(({ source, path, pair: { sound, changes = [] } }) => {
    if (sound === undefined) return [];
    const made: Edit[] = [];
    return changes.flatMap((change, index): readonly Problem[] => {
      if (change?.put === undefined) return [];
      const at = [...path, "changes", index];
      const short = tooFewWords(source, at, change.put);
      const edit = madeBy(change, sound);
      if (edit === undefined) return short;
      const key = change.cut === undefined ? "after" : "cut";
      if (edit === null) {
        const times = countIn(sound, change[key] ?? "");
        const message =
          times === 0
            ? "these words do not stand in `sound`: copy them from it exactly, with their Markdown"
            : `these words stand ${times} times in \`sound\`: copy enough of them to stand once`;
        return [...short, problemAt(source, [...at, key], { code: "words-not-found", message })];
      }
      const touched = made.some((other) => doOverlap(edit, other));
      made.push(edit);
      if (!touched) return short;
      const message = "this change overlaps another of the same pair: make one change of the two";
      return [...short, problemAt(source, [...at, key], { code: "changes-touch", message })];
    });
  });

function madeBy({ cut, after, put }: PartialAnswer<LongChange>, sound: string): Edit | null | undefined {
  if (put === undefined || (cut ?? after) === undefined) return undefined;
  return editOf(sound, { ...(cut === undefined ? { after } : { cut }), put });
}

function tooFewWords(source: SourceFile, at: SourcePath, put: string): readonly Problem[] {
  const words = countWords(put);
  if (words >= FEWEST_OWN_WORDS) return [];
  const message = `${words} words are too few to be recognised by: write at least ${FEWEST_OWN_WORDS}`;
  return [problemAt(source, [...at, "put"], { code: "put-too-short", message })];
}

/** Both replies are as long as real ones. */
export const longCardLengths: CorpusRule = (draft) =>
  pairsOf(draft).flatMap(({ source, path, pair: { sound, changes = [] } }) => {
    if (sound === undefined) return [];
    const edits = changes.map((change) => change && madeBy(change, sound));
    const isWhole = edits.every((edit): edit is Edit => edit !== undefined && edit !== null);
    const lengths = [
      { key: "sound", what: "the sound reply", words: countWords(sound) },
      ...(isWhole
        ? [{ key: "changes", what: "the failing reply", words: countWords(applyEdits(sound, edits)) }]
        : []),
    ];
    const { shortest, longest } = LONG_REPLY;
    return lengths.flatMap(({ key, what, words }) => {
      if (words >= shortest && words <= longest) return [];
      const message = `${what} has ${words} words: long cards have ${shortest} to ${longest}`;
      return [problemAt(source, [...path, key], { code: "reply-length", message })];
    });
  });

/** `of` names a turn that has a base reply, and the sound reply is that one. */
export const longCardTurns: CorpusRule = (draft) => {
  const known = placesOf(draft);
  const replies = new Map(
    draft.replies.map(({ draft: { scenario_id, replies: own } }) => [scenario_id, own]),
  );
  return pairsOf(draft).flatMap(({ source, path, pair: { of, sound } }): readonly Problem[] => {
    if (of?.scenario === undefined || of.turn === undefined) return [];
    const { scenario, turn, branch } = of;
    const faults = placeFault(
      { source, path: [...path, "of"], key: "scenario" },
      { scenario, turn, branch },
      known,
    );
    if (faults.length > 0) return faults;
    const own = replies.get(scenario)?.flatMap((reply) => (reply?.reply === undefined ? [] : [reply]));
    const base = baseReplyTo(own, turn, branch);
    const at = `turn ${turn}${branch === undefined ? "" : `, ${branch},`} of ${scenario}`;
    if (base?.reply === undefined) {
      const message = `${at} has no base reply: write it in replies/${scenario}.yaml, or leave \`of\` out`;
      return [problemAt(source, [...path, "of"], { code: "no-base-reply", message })];
    }
    if (sound === undefined || base.reply === sound) return [];
    const message = `this is not the base reply to ${at}: copy that one from replies/${scenario}.yaml, or leave \`of\` out`;
    return [problemAt(source, [...path, "sound"], { code: "not-the-base-reply", message })];
  });
};

/** Words that make a reply fail occur in no other reply: the simulated judge recognises failures by them. */
export const ownFailingWords: CorpusRule = (draft) => {
  const pairs = authored(draft).longCards.flatMap(({ source, value }) =>
    (value?.pairs ?? []).map((pair, index) => ({ source, path: ["pairs", index], pair })),
  );
  const bases = draft.replies.flatMap(({ value }) =>
    (value?.replies ?? []).map(({ turn, reply }) => ({
      name: `the base reply to turn ${turn} of ${value?.scenario_id}`,
      text: reply,
    })),
  );
  const failing = pairs.flatMap(({ pair }) =>
    pair.changes.every((change) => editOf(pair.sound, change) !== null)
      ? [{ name: pair.pair_id, text: failingReply(pair) }]
      : [],
  );
  const short = draft.golden.flatMap(({ value }) =>
    (value?.cards ?? []).flatMap(({ card_id, turns }) =>
      turns
        .filter(({ role }) => role === "assistant")
        .map(({ content }) => ({ name: card_id, text: content })),
    ),
  );
  const said = [...bases, ...failing, ...short];
  return pairs.flatMap(({ source, path, pair }) =>
    pair.changes.flatMap(({ put }, index) => {
      const other = said.find(({ name, text }) => name !== pair.pair_id && text.includes(put));
      if (other === undefined) return [];
      const message = `${other.name} says these words too: say it in words that stand nowhere else`;
      return [problemAt(source, [...path, "changes", index, "put"], { code: "words-not-own", message })];
    }),
  );
};
