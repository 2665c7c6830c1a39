/** Rules about a rubric: each criterion has an id of its own, and each autofail trigger a criterion that asks about it. */
import type { Scenario, Turn } from "../../schema/corpus/scenario.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import type { PartialAnswer } from "../read-artefact.ts";
import { draftTurns } from "./turns.ts";

/** A rubric criterion's id names one question of its scenario. */
export const criterionIds: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const first = new Map<string, number>();
    for (const { message, path } of draftMessages(draft)) {
      for (const [index, criterion] of (message.rubric ?? []).entries()) {
        if (criterion?.id === undefined) continue;
        const place = [...path, "rubric", index, "id"];
        const before = first.get(criterion.id);
        if (before === undefined) first.set(criterion.id, source.locate(place).line);
        else {
          const text = `two criteria of this scenario are called "${criterion.id}": the other is on line ${before}`;
          problems.push(problemAt(source, place, { code: "duplicate-criterion", message: text }));
        }
      }
    }
    return problems;
  });

/** An autofail trigger is prose that no judge reads: a criterion of the same message repeats it as `trigger` and asks about it. */
export const autofailTriggers: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) =>
    draftMessages(draft).flatMap(({ message, path }) => {
      const triggers = (message.autofail_triggers ?? []).map((trigger) => trigger ?? "");
      const named = (message.rubric ?? []).map((criterion) =>
        criterion?.kind === "autofail" ? criterion.trigger : undefined,
      );
      return [
        ...triggers.flatMap((trigger, index) => {
          if (trigger === "" || named.includes(trigger)) return [];
          const text = `no autofail criterion of this message asks about it: give one "trigger": ${JSON.stringify(trigger)}`;
          const place = [...path, "autofail_triggers", index];
          return [problemAt(source, place, { code: "trigger-not-asked", message: text })];
        }),
        ...named.flatMap((trigger, index) => {
          if (trigger === undefined || triggers.includes(trigger)) return [];
          const text = `this message has no autofail trigger "${trigger}"`;
          const place = [...path, "rubric", index, "trigger"];
          const nearest = nearestName(trigger, triggers);
          return [problemAt(source, place, { code: "unknown-trigger", message: text, nearest })];
        }),
      ];
    }),
  );

interface DraftMessage {
  readonly message: Pick<PartialAnswer<Turn>, "autofail_triggers" | "rubric">;
  readonly path: SourcePath;
}

/** Every message that a draft's turns can send: their own messages, those of branches, and the bridges. */
function draftMessages(scenario: PartialAnswer<Scenario>): readonly DraftMessage[] {
  return draftTurns(scenario).flatMap(({ turn, path }): readonly DraftMessage[] => {
    if (turn === undefined) return [];
    const branches = (turn.branches ?? []).flatMap((branch, index) =>
      branch === undefined ? [] : [{ message: branch, path: [...path, "branches", index] }],
    );
    const bridge = turn.unsure === undefined ? [] : [{ message: turn.unsure, path: [...path, "unsure"] }];
    return [{ message: turn, path }, ...branches, ...bridge];
  });
}
