/** Rules about branches: their places, their names, and whether each can be reached. */

import { isDeepStrictEqual } from "node:util";
import { BranchCondition, MAIN_BRANCH, UNSURE_BRANCH } from "../../schema/corpus/scenario.ts";
import { findPhrase } from "../../text/match/contains-words.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import { patternFault } from "./patterns.ts";
import { draftTurns } from "./turns.ts";

/** A branch answers a reply, so turn 1 has none; and a turn's branches have different names. */
export const branchPlacement: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }, position) => {
      if (turn?.branches === undefined) return [];
      if (position === 0) {
        const message = "the first turn has no branches: there is no reply yet that could choose one";
        return [problemAt(source, [...path, "branches"], { code: "branch-on-first-turn", message })];
      }
      const ids = turn.branches.map((branch) => branch?.branch_id);
      return ids.flatMap((id, index) => {
        if (id === undefined || ids.indexOf(id) === index) return [];
        const message = `two branches of this turn are called "${id}"`;
        return [
          problemAt(source, [...path, "branches", index, "branch_id"], { code: "duplicate-branch", message }),
        ];
      });
    }),
  );

interface Reference {
  readonly path: SourcePath;
  readonly t: number | undefined;
  readonly branchId: string | undefined;
}

/** A `branch_id` names a branch of its turn, or `main`. */
export const branchReferences: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const turns = draftTurns(draft);
    const references: Reference[] = [
      ...(["probes", "risk_triggers", "cue_anchors"] as const).flatMap((key) =>
        (draft[key] ?? []).map((item, index) => ({
          path: [key, index],
          t: item?.t,
          branchId: item?.branch_id,
        })),
      ),
      ...turns.flatMap(({ turn, path, t }) =>
        (turn?.probes ?? []).map((probe, index) => ({
          path: [...path, "probes", index],
          t,
          branchId: probe?.branch_id,
        })),
      ),
    ];
    return references.flatMap(({ path, t, branchId }) => {
      const turn = turns.find((candidate) => candidate.t === t)?.turn;
      if (turn === undefined || branchId === undefined || branchId === MAIN_BRANCH) return [];
      const ids = [
        ...(turn.branches ?? []).map((branch) => branch?.branch_id),
        ...(turn.unsure === undefined ? [] : [UNSURE_BRANCH]),
      ];
      // A branch whose id could not be read might be the one that is meant.
      if (ids.includes(branchId) || ids.includes(undefined)) return [];
      const known = ids.filter((id) => id !== undefined);
      const message = `turn ${t} has no branch "${branchId}": ${known.length === 0 ? "it has none" : known.join(", ")}`;
      const nearest = nearestName(branchId, [...known, MAIN_BRANCH]);
      return [problemAt(source, [...path, "branch_id"], { code: "unknown-branch", message, nearest })];
    });
  });

/** A message for a doubtful reply exists at turns whose branches can leave one, and only there. */
export const bridges: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }) => {
      if (turn?.unsure !== undefined && turn.branches === undefined) {
        const message = "`unsure` is said where a branch is in doubt, and this turn has no branches";
        return [problemAt(source, [...path, "unsure"], { code: "bridge-to-nowhere", message })];
      }
      if (turn === undefined || turn.unsure !== undefined) return [];
      return (turn.branches ?? []).flatMap((branch, index) => {
        const condition = branch?.condition;
        if (condition === undefined || !("maybe" in condition) || condition.maybe === undefined) return [];
        const message =
          "`maybe` leaves it open whether this was done, and the turn has no `unsure`: write the message that presupposes neither";
        const place = [...path, "branches", index, "condition", "maybe"];
        return [problemAt(source, place, { severity: "warning", code: "no-bridge", message })];
      });
    }),
  );

/** An anchor on a turn with branches says which message holds its cue. */
export const ambiguousAnchors: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const branched = new Set(
      draftTurns(draft).flatMap(({ turn, t }) => (turn?.branches === undefined ? [] : [t])),
    );
    return (draft.cue_anchors ?? []).flatMap((anchor, index) => {
      if (anchor?.t === undefined || anchor.branch_id !== undefined || !branched.has(anchor.t)) return [];
      const message = `turn ${anchor.t} has branches: the cue must be in every one of them, or the anchor needs a branch_id`;
      return [
        problemAt(source, ["cue_anchors", index], { severity: "warning", code: "ambiguous-anchor", message }),
      ];
    });
  });

/** The words a branch waits for can occur: "???" is empty once text is normalised. */
export const deadValues: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }) =>
      (turn?.branches ?? []).flatMap((branch, index) => {
        const condition = branch?.condition;
        if (condition === undefined || !("values" in condition)) return [];
        return (condition.values ?? []).flatMap((value, at) => {
          if (value === undefined || findPhrase(value, value) !== null) return [];
          const place = [...path, "branches", index, "condition", "values", at];
          return [
            problemAt(source, place, {
              code: "dead-value",
              message: `no reply can contain "${value}" as words`,
            }),
          ];
        });
      }),
    ),
  );

interface Tried {
  readonly id: string;
  readonly condition: BranchCondition;
}

/** Branches are tried in order, so none may take every reply that a later one waits for. */
export const branchOrder: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftTurns(draft).flatMap(({ turn, path }) => {
      const earlier: Tried[] = [];
      return (turn?.branches ?? []).flatMap((branch, index) => {
        const condition = BranchCondition.safeParse(branch?.condition).data;
        if (condition === undefined) return [];
        const fault = faultOf(condition, earlier);
        earlier.push({ id: branch?.branch_id ?? `number ${index + 1}`, condition });
        return fault === undefined
          ? []
          : [problemAt(source, [...path, "branches", index, "condition"], fault)];
      });
    }),
  );

function faultOf(
  condition: BranchCondition,
  earlier: readonly Tried[],
): { code: string; message: string } | undefined {
  if (takesEverything(condition)) {
    const message = "this pattern is content with no text at all, so it tests nothing";
    return { code: "catch-all-branch", message };
  }
  const shadow = earlier.find((tried) => conditionImplies(condition, tried.condition));
  if (shadow !== undefined) {
    const message = `this branch is never reached: "${shadow.id}" takes every reply that it waits for`;
    return { code: "shadowed-branch", message };
  }
  const half = earlier.find((tried) => conditionsExhaust(condition, tried.condition));
  if (half === undefined) return undefined;
  const message = `with "${half.id}" this takes every reply: the turn's own message is never sent; let it stand for this branch`;
  return { code: "exhaustive-branches", message };
}

/** Whether a pattern accepts every reply, unlike `^$`. The sample replies are short, so the pattern may be slow. */
function takesEverything(condition: BranchCondition): boolean {
  if (condition.type !== "regex" || patternFault(condition.pattern) !== null) return false;
  const pattern = new RegExp(condition.pattern, "iu");
  return ["", "q", "7 #"].every((reply) => pattern.test(reply));
}

type WordCondition = Exclude<BranchCondition, { type: "regex" | "hears" }>;

/**
 * Whether every reply that meets `later` also meets `earlier`. Sound, not complete: it reasons about words that
 * contain words, and about a pattern only that it equals another.
 */
export function conditionImplies(later: BranchCondition, earlier: BranchCondition): boolean {
  if (later.type === "hears" || earlier.type === "hears") return isDeepStrictEqual(later, earlier);
  if (later.type === "regex" || earlier.type === "regex") {
    return later.type === "regex" && earlier.type === "regex" && later.pattern === earlier.pattern;
  }
  if (later.type === "not_contains") {
    return earlier.type === "not_contains" && anyImpliesAny(earlier.values, later.values);
  }
  return containsImplies(later, earlier);
}

/** Whether every reply meets one of the two: a turn's own message then has no reply left to follow. */
export function conditionsExhaust(one: BranchCondition, other: BranchCondition): boolean {
  if (one.type === "not_contains" && other.type === "contains_any")
    return anyImpliesAny(one.values, other.values);
  if (one.type === "contains_any" && other.type === "not_contains") return conditionsExhaust(other, one);
  return false;
}

function containsImplies(later: WordCondition, earlier: WordCondition): boolean {
  if (earlier.type === "not_contains") return false;
  const isMet = (words: readonly string[]): boolean =>
    earlier.type === "contains_any"
      ? earlier.values.some((value) => words.some((word) => hasWords(word, value)))
      : earlier.values.every((value) => words.some((word) => hasWords(word, value)));
  return later.type === "contains_all" ? isMet(later.values) : later.values.every((value) => isMet([value]));
}

/** Whether a reply with any of `from` has any of `to`. */
function anyImpliesAny(from: readonly string[], to: readonly string[]): boolean {
  return from.every((value) => to.some((part) => hasWords(value, part)));
}

function hasWords(text: string, words: string): boolean {
  return findPhrase(text, words) !== null;
}
