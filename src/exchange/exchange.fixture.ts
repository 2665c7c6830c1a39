import { sha256 } from "../kernel/hash.ts";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { TagList } from "../schema/corpus/scenario.ts";
import { readChatJsonl } from "./chat-jsonl.ts";
import type { ForeignRecord } from "./foreign-conversation.ts";
import type { ImportCorpus, ImportRequest } from "./plan-import.ts";

const turn = (t: number, more: object = {}) => ({
  t,
  user_message: `Message ${t}`,
  expected_behaviors: ["Listens"],
  ...more,
});

/** Two turns; the second has a branch. */
export const PLAIN = scenarioWith({
  scenario_id: "safety_crisis_plain_001",
  turns: [
    turn(1),
    turn(2, {
      elapsed_minutes: 30,
      branches: [
        {
          branch_id: "asked",
          condition: { type: "contains_any", values: ["how"] },
          user_message: "Since you ask",
        },
      ],
    }),
  ],
});

/** One turn in each of two sessions. */
export const SESSIONS = scenarioWith({
  scenario_id: "continuity_trust_weeks_002",
  category: "continuity",
  sessions: [
    { session_number: 1, time_elapsed: "the beginning", turns: [turn(1)] },
    { session_number: 2, time_elapsed: "three weeks later", turns: [turn(2)] },
  ],
});

const scenarios: readonly Scenario[] = [PLAIN, SESSIONS];

export const corpus: ImportCorpus = {
  version: "1.0.0",
  hash: sha256("corpus"),
  scenarios: new Map<string, Scenario>(scenarios.map((scenario) => [scenario.scenario_id, scenario])),
  scenarioHashes: new Map<string, string>(
    scenarios.map(({ scenario_id }) => [scenario_id, sha256(scenario_id)]),
  ),
  tags: TagList.parse({
    tags: ["caregiver_burden", "practical_ask"].map((tag) => ({ tag, meaning: "m", example: "e" })),
  }),
};

export function record(value: unknown, line?: number): ForeignRecord {
  return { value, place: { file: "chats.json", path: [], ...(line === undefined ? {} : { line }) } };
}

export const HELLO = [
  { role: "user", content: "Hello" },
  { role: "assistant", content: "Hi" },
];

/** A request to import lines of chat-jsonl. */
export function requestOf(lines: readonly object[], more: Partial<ImportRequest> = {}): ImportRequest {
  return {
    format: "chat-jsonl",
    files: [{ name: "chats.jsonl", hash: sha256("file") }],
    conversations: lines.flatMap((line, index) => readChatJsonl(record(line, index + 1))),
    tags: [],
    model: null,
    ...more,
  };
}
