import { expect, test } from "vitest";
import { isEligible, scenarioTags } from "../domain/scenarios.ts";
import { corpus } from "../providers/sim/shipped-world.fixture.ts";
import { questionWindows } from "../text/windows/question-windows.ts";
import { cardTranscript, eligibleForItsCards, frozenCards } from "./stage-cards.ts";

test("every shipped card can be staged, is seen by its own check and by no other", () => {
  const { matcher } = corpus;
  const checks = [...corpus.checks.values()].map(eligibleForItsCards);
  const ids = new Set<string>();
  for (const [checkId, cards] of corpus.golden) {
    for (const card of cards) {
      const { scenario, transcript } = cardTranscript(card, checkId, { canary: "x", simulated: false });
      const seenBy = checks.filter((check) => isEligible(check, scenarioTags(scenario)));
      expect(seenBy.map(({ id }) => id)).toEqual([checkId]);
      const [check] = seenBy;
      if (check === undefined) throw new Error(`${checkId} does not see its card`);
      const { windows } = questionWindows({
        check,
        scenario,
        transcript,
        lexicons: corpus.lexicons,
        matcher,
      });
      if (card.cue_turn !== undefined) expect(windows.flatMap(({ cues }) => cues)).not.toEqual([]);
      expect(transcript.messages.map(({ content }) => content)).toEqual(
        card.turns.map(({ content }) => content),
      );
      ids.add(transcript.header.transcript_id);
    }
  }
  expect(ids.size).toBe([...corpus.golden.values()].flat().length);
});

test("a frozen set is half clear failures and half clear passes, over as many checks as it has room for", () => {
  const set = frozenCards(corpus.golden, { size: 40, seed: 0 });
  expect(set.filter(({ card }) => card.kind === "clear_fail")).toHaveLength(20);
  expect(set.filter(({ card }) => card.kind === "clear_pass")).toHaveLength(20);
  const failing = set.filter(({ card }) => card.label === "FAIL");
  expect(new Set(failing.map(({ checkId }) => checkId)).size).toBe(20);
  expect(frozenCards(corpus.golden, { size: 40, seed: 0 })).toEqual(set);
  expect(frozenCards(corpus.golden, { size: 40, seed: 1 })).not.toEqual(set);
});

test("where a check looks at a cue and its card names none, the cue is the last message of the user", () => {
  const [checkId, [named] = []] = [...corpus.golden].find(([id]) => id === "IB-A1") ?? [];
  if (checkId === undefined || named === undefined) throw new Error("IB-A1 has cards");
  const { cue_turn: _, ...card } = { ...named, turns: [...named.turns, ...named.turns] };
  const cuesOf = (needsCue: boolean) =>
    cardTranscript(card, checkId, { canary: "x", simulated: false, needsCue }).scenario.cue_anchors;
  const last = card.turns.filter(({ role }) => role === "user").length;
  expect(cuesOf(true)).toEqual([{ t: last, modes: [checkId] }]);
  expect(cuesOf(false)).toBeUndefined();
});
