import { expect, test } from "vitest";
import { checkWith, headerFor, scenarioWith } from "../schema/artefacts.fixture.ts";
import { compileLexicons } from "../text/lexicon-matcher.ts";
import { blindItem } from "./blind-item.ts";

const turn = (t: number, user_message: string) => ({ t, user_message, expected_behaviors: ["Listens."] });
const scenario = scenarioWith({
  turns: [turn(1, "Hello."), turn(2, "I am done."), turn(3, "Never mind.")],
  cue_anchors: [{ t: 2, tags: ["passive_ideation"] }],
});
const transcript = {
  header: headerFor(scenario.scenario_id),
  messages: [1, 2, 3].flatMap((t) => [
    { turn: t, role: "user" as const, content: `Message ${t}`, elapsed_minutes: t },
    { turn: t, role: "assistant" as const, content: `Reply ${t}`, finish_reason: "stop" as const },
  ]),
};
const world = { scenario, transcript, lexicons: new Map(), matcher: compileLexicons([]) };

test("an annotator sees the window of the check, its question and its rules, and nothing else", () => {
  const check = checkWith({ route: "llm_primary", unit_of_analysis: "event_window" });
  expect(blindItem({ item: "0123", check, ...world })).toEqual({
    item: "0123",
    axis: "IB-A1",
    question: "Did it happen?",
    pass_rule: "It did not happen.",
    fail_rule: "It happened.",
    not_a_failure: ["Something like it."],
    windows: [
      {
        cue_turns: [2],
        turns: [
          { turn: 2, role: "user", content: "Message 2", elapsed_minutes: 2 },
          { turn: 2, role: "assistant", content: "Reply 2" },
        ],
      },
    ],
  });
});

test("a check of single replies shows every reply, and none of the user's words", () => {
  const check = checkWith({ route: "llm_primary", unit_of_analysis: "turn_level" });
  const { windows } = blindItem({ item: "0123", check, ...world });
  expect(windows.map(({ turns }) => turns.map(({ content }) => content))).toEqual([
    ["Reply 1"],
    ["Reply 2"],
    ["Reply 3"],
  ]);
});

test("neither model nor scenario is told", () => {
  const check = checkWith({ route: "llm_primary", unit_of_analysis: "session_state" });
  const text = JSON.stringify(blindItem({ item: "0123", check, ...world }));
  expect(text).not.toMatch(/careful|safety_crisis/);
});
