import { sha256 } from "../kernel/hash.ts";
import { scenarioWith } from "../schema/artefacts.fixture.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import { TagList } from "../schema/corpus/scenario.ts";
import type { ImportPlan } from "../schema/run/run-plan.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import { readChatJsonl } from "./chat-jsonl.ts";
import type { ForeignConversation, ForeignRecord } from "./foreign-conversation.ts";
import { isObject } from "./foreign-facts.ts";
import { type ImportCorpus, ImportPlanner, type ImportRequest } from "./plan-import.ts";

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

export function record(value: unknown, line?: number, head: unknown = null): ForeignRecord {
  const place = { file: "chats.json", path: [], ...(line === undefined ? {} : { line }) };
  return { value, place, head, name: `conversation-${line ?? 1}` };
}

/** Returns the records of a document as if read from a file. */
export function recordsIn(value: unknown, lists: readonly (readonly string[])[]): readonly ForeignRecord[] {
  const at = (path: readonly string[]) =>
    path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  const path = lists.find((keys) => Array.isArray(at(keys)));
  const items = path === undefined ? null : at(path);
  if (path === undefined || !Array.isArray(items)) return [record(value)];
  return items.map((item: unknown, index) => ({
    value: item,
    place: { file: "chats.json", path: [...path, index] },
    head: value,
    name: ["conversation", ...path, index].join("-"),
  }));
}

export const HELLO = [
  { role: "user", content: "Hello" },
  { role: "assistant", content: "Hi" },
];

/** Conversations with the options of their import. */
export interface ImportedLines extends ImportRequest {
  readonly conversations: readonly ForeignConversation[];
}

/** A request to import lines of chat-jsonl. */
export function requestOf(lines: readonly object[], more: Partial<ImportedLines> = {}): ImportedLines {
  return {
    format: "chat-jsonl",
    conversations: lines.flatMap((line, index) => readChatJsonl(record(line, index + 1))),
    tags: [],
    model: null,
    ...more,
  };
}

/** Imports all conversations at once. */
export function planImport(
  { conversations, ...request }: ImportedLines,
  into: ImportCorpus,
): { readonly plan: ImportPlan; readonly transcripts: readonly Transcript[] } {
  const planner = new ImportPlanner(request, into);
  const transcripts = conversations.map((conversation) => planner.add(conversation));
  return { plan: planner.finish({ files: [{ name: "chats.jsonl", hash: sha256("file") }] }), transcripts };
}
