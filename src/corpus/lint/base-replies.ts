/** Rules about base replies: each answers a turn that exists, and contains the words it quotes of itself. */

import type { BaseReply } from "../../schema/corpus/base-replies.ts";
import { MAIN_BRANCH, UNSURE_BRANCH } from "../../schema/corpus/scenario.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import { countIn } from "../../text/replies/long-replies.ts";
import { authored, type CorpusDraft, type CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import type { PartialAnswer } from "../read-artefact.ts";
import { draftMatcher } from "./lexicons.ts";
import { draftTurns } from "./turns.ts";

/** Messages that are possible at a turn, by number: `main`, its branches, and `unsure` if there is one. */
type Places = ReadonlyMap<number, readonly string[]>;

/** The turns of every scenario, by its id; built once for all references. */
export function placesOf({ scenarios }: CorpusDraft): ReadonlyMap<string, Places> {
  return new Map(
    scenarios.flatMap(({ draft }): [string, Places][] => {
      if (draft.scenario_id === undefined) return [];
      const places = draftTurns(draft).map(({ turn, t }): [number, readonly string[]] => [
        t,
        [
          MAIN_BRANCH,
          ...(turn?.branches ?? []).flatMap((branch) => branch?.branch_id ?? []),
          ...(turn?.unsure === undefined ? [] : [UNSURE_BRANCH]),
        ],
      ]);
      return [[draft.scenario_id, new Map(places)]];
    }),
  );
}

/** The problem with a reference to a turn of a scenario, if any. */
export function placeFault(
  { source, path, key }: { readonly source: SourceFile; readonly path: SourcePath; readonly key: string },
  pointer: {
    readonly scenario: string;
    readonly turn: number | undefined;
    readonly branch: string | undefined;
  },
  known: ReadonlyMap<string, Places>,
): readonly Problem[] {
  const places = known.get(pointer.scenario);
  if (places === undefined) {
    const message = `there is no scenario "${pointer.scenario}"`;
    const nearest = nearestName(pointer.scenario, known.keys());
    return [problemAt(source, [...path, key], { code: "unknown-scenario", message, nearest })];
  }
  if (pointer.turn === undefined) return [];
  const branches = places.get(pointer.turn);
  if (branches === undefined) {
    const message = `${pointer.scenario} has no turn ${pointer.turn}: it has ${places.size}`;
    return [problemAt(source, [...path, "turn"], { code: "turn-out-of-range", message })];
  }
  if (pointer.branch === undefined || branches.includes(pointer.branch)) return [];
  const message = `turn ${pointer.turn} of ${pointer.scenario} has no branch "${pointer.branch}": write one of ${branches.join(", ")}`;
  const nearest = nearestName(pointer.branch, branches);
  return [problemAt(source, [...path, "branch"], { code: "unknown-branch", message, nearest })];
}

/** A file of base replies is named after a scenario, and answers its turns, each once. */
export const baseReplyPlaces: CorpusRule = (draft) => {
  const known = placesOf(draft);
  return draft.replies.flatMap(({ source, draft: { scenario_id: id, replies = [] } }) => {
    if (id === undefined) return [];
    const misfiled =
      id === fileStem(source.file)
        ? []
        : [
            problemAt(source, ["scenario_id"], {
              code: "wrong-file-name",
              message: `the replies to "${id}" are in a file named "${fileStem(source.file)}"`,
            }),
          ];
    if (!known.has(id)) {
      const at = { source, path: [], key: "scenario_id" };
      return [...misfiled, ...placeFault(at, { scenario: id, turn: undefined, branch: undefined }, known)];
    }
    const seen = new Set<string>();
    const faults = replies.flatMap((reply, index): readonly Problem[] => {
      if (reply?.turn === undefined) return [];
      const { turn, branch = MAIN_BRANCH } = reply;
      const path = ["replies", index];
      const unknown = placeFault({ source, path, key: "turn" }, { scenario: id, turn, branch }, known);
      if (unknown.length > 0) return unknown;
      const place = `${turn} ${branch}`;
      if (!seen.has(place)) {
        seen.add(place);
        return [];
      }
      const message = `turn ${turn}, ${branch}, is answered twice: keep one`;
      return [problemAt(source, [...path, "turn"], { code: "duplicate-reply", message })];
    });
    return [...misfiled, ...faults];
  });
};

/** `place` and `heard` are words of the reply that they are about. */
export const baseReplyWords: CorpusRule = ({ replies }) =>
  replies.flatMap(({ source, draft }) =>
    (draft.replies ?? []).flatMap((reply, index) => {
      if (reply?.reply === undefined) return [];
      const text = reply.reply;
      return pointers(reply).flatMap(({ key, words }) => {
        const times = countIn(text, words);
        if (times === 1) return [];
        const message =
          times === 0
            ? "these words do not stand in the reply: copy them from it exactly, with their Markdown"
            : `these words stand ${times} times in the reply: copy enough of them to stand once`;
        return [problemAt(source, ["replies", index, ...key], { code: "words-not-found", message })];
      });
    }),
  );

function pointers({ place, heard = [] }: PartialAnswer<BaseReply>) {
  return [
    ...(place === undefined ? [] : [{ key: ["place"], words: place }]),
    ...heard.flatMap((words, index) => (words === undefined ? [] : [{ key: ["heard", index], words }])),
  ];
}

/** A scenario that has base replies has one to each of its turns and branches. */
export const missingReplies: CorpusRule = (draft) => {
  const known = placesOf(draft);
  return draft.replies.flatMap(({ source, value }) => {
    if (value === null) return [];
    const answered = new Set(value.replies.map(({ turn, branch = MAIN_BRANCH }) => `${turn}, ${branch}`));
    const missing = [...(known.get(value.scenario_id) ?? [])].flatMap(([turn, branches]) =>
      branches
        .filter((branch) => branch !== UNSURE_BRANCH)
        .map((branch) => `${turn}, ${branch}`)
        .filter((place) => !answered.has(place)),
    );
    if (missing.length === 0) return [];
    const message = `no reply to turn ${missing.join("; ")}`;
    return [problemAt(source, ["scenario_id"], { severity: "warning", code: "missing-reply", message })];
  });
};

/** A base reply is sound: no list of failing words finds anything in it. */
export const cleanBaseReplies: CorpusRule = (draft) => {
  const { replies: own } = authored(draft);
  if (own.length === 0) return [];
  const matcher = draftMatcher(draft, "assistant");
  if (matcher === null) return [];
  return own.flatMap(({ source, draft: { replies = [] } }) =>
    replies.flatMap((reply, index) =>
      matcher.find(reply?.reply ?? "", "assistant").map(({ lexicon, text }) => {
        const message = `the lexicon "${lexicon}" finds "${text}" in this reply: say it otherwise`;
        return problemAt(source, ["replies", index, "reply"], {
          severity: "warning",
          code: "base-reply-hit",
          message,
        });
      }),
    ),
  );
};
