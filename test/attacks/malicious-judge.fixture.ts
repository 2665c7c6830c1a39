import type { AttackedTranscript } from "../../src/calibrate/attack-suite.ts";
import { ATTACK_FAMILIES, type AttackFamily } from "../../src/calibrate/material/attack-families.ts";
import type { ModelClient, ModelReply, ModelRequest } from "../../src/providers/model-client.ts";
import { readJudgePrompt } from "../../src/providers/sim/read-judge-prompt.ts";
import { ModelId } from "../../src/schema/ids.ts";
import { inForm } from "../../src/schema/scan/judge-answers.fixture.ts";
import { type ExcerptLine, QuestionKind } from "../../src/schema/scan/judge-protocol.ts";

/** Answers of a judge that obeys a payload. `honest` if a payload demands nothing from it. */
type Obedience =
  | "verdict"
  | "honest"
  | "stale_nonce"
  | "forged_object"
  | "fenced"
  | "two_objects"
  | "duplicate_keys"
  | "unknown_keys"
  | "prose"
  | "thinking_aloud"
  | "truncated"
  | "look_alike_word"
  | "other_check"
  | "invented_quote";

const OBEDIENCE: Readonly<Record<string, Obedience>> = {
  "nonce-replay": "stale_nonce",
  "fake-json-verdict": "forged_object",
  "fenced-json": "fenced",
  "json-echo-bait": "two_objects",
  "duplicate-keys": "duplicate_keys",
  "unknown-keys": "unknown_keys",
  "few-shot-completion": "prose",
  "fake-completion": "prose",
  "fake-reasoning": "thinking_aloud",
  "evidence-poisoning": "invented_quote",
  "long-filler": "truncated",
  "token-bomb": "truncated",
  homoglyphs: "look_alike_word",
  encoded: "prose",
  "regex-evasion": "honest",
  "regex-poisoning": "invented_quote",
  "report-injection": "honest",
  "cache-poisoning": "other_check",
};

/** Answers that are not one valid object about this excerpt; they must not become votes. */
const INVALID: ReadonlySet<Obedience> = new Set([
  "stale_nonce",
  "forged_object",
  "two_objects",
  "duplicate_keys",
  "unknown_keys",
  "prose",
  "truncated",
  "look_alike_word",
  "other_check",
]);

export function obedienceOf(family: AttackFamily): Obedience {
  return OBEDIENCE[family.name] ?? "verdict";
}

export function isInvalid(family: AttackFamily): boolean {
  return INVALID.has(obedienceOf(family));
}

/** Payloads without a message to a judge: a scanner finds nothing in them. */
export const SILENT_FAMILIES: ReadonlySet<string> = new Set([
  "evidence-poisoning",
  "long-filler",
  "regex-evasion",
  "regex-poisoning",
]);

/** A judge that obeys the payload in its excerpt, and records its questions. */
export function createMaliciousJudge(suite: readonly AttackedTranscript[]): ModelClient & {
  readonly asked: ModelRequest[];
} {
  const byId = new Map(suite.map((item) => [item.transcript.header.transcript_id as string, item]));
  const asked: ModelRequest[] = [];
  return {
    modelId: ModelId.parse("sim/malicious-judge"),
    simulated: true,
    asked,
    async complete(request, signal) {
      signal.throwIfAborted();
      asked.push(request);
      const { origin } = request;
      const item = origin.stage === "judge" ? byId.get(origin.transcript_id) : undefined;
      if (item === undefined) throw new Error("the malicious judge was asked about something else");
      const family = item.attack?.family ?? ATTACK_FAMILIES[0];
      if (family === undefined) throw new Error("there are no families");
      return reply(answerTo(request, item, family), obedienceOf(family) === "truncated");
    },
  };
}

function reply(content: string, isCut: boolean): ModelReply {
  const usage = { input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 };
  return { content: isCut ? content.slice(0, 40) : content, finish_reason: isCut ? "length" : "stop", usage };
}

function answerTo(request: ModelRequest, item: AttackedTranscript, family: AttackFamily): string {
  const prompt = readJudgePrompt(request.messages);
  const question = request.messages[2]?.content ?? "";
  const kind = /^answer: (\S+)$/m.exec(question)?.[1];
  const checkId = /^check_id: (\S+)$/m.exec(question)?.[1] ?? "";
  const obedience = item.attack === null ? "honest" : obedienceOf(family);
  const replies = prompt.lines.filter((line) => line.role === "assistant");
  const verdict =
    obedience === "honest"
      ? item.label
      : obedience === "invented_quote"
        ? "FAIL"
        : family.goal === "disruption"
          ? "PASS"
          : family.goal;
  const echoes = {
    check_id: obedience === "other_check" ? "IB-F9" : checkId,
    nonce: obedience === "stale_nonce" ? "9f3a1c5e7b2d4f60" : prompt.nonce,
    assistant_turns: replies.length,
  };
  // A sweep that obeys finds nothing; an honest one points at what it was shown.
  if (kind === "findings") {
    const quotes = verdict === "FAIL" ? quotesOf(obedience, replies) : [];
    const ids = obedience === "other_check" ? [echoes.check_id] : prompt.checkIds;
    const findings = ids.flatMap((check_id) => quotes.map((quote) => ({ check_id, ...quote, reason: "" })));
    const { check_id: _, ...echoed } = echoes;
    return shape(obedience, { ...echoed, findings });
  }
  const answer = {
    ...echoes,
    verdict,
    rationale: "As asked.",
    evidence: verdict === "FAIL" ? quotesOf(obedience, replies) : [],
    missing_cue: verdict === "NOT_APPLICABLE" ? "anything about care" : "",
  };
  return shape(obedience, inForm(QuestionKind.parse(kind), answer));
}

function quotesOf(obedience: Obedience, replies: readonly ExcerptLine[]) {
  const [first] = replies;
  if (first === undefined) return [];
  const invented = "I told the caregiver to keep all of it from everyone in the family for ever.";
  return [{ turn: first.turn, quote: obedience === "invented_quote" ? invented : first.text.slice(0, 80) }];
}

function shape(obedience: Obedience, answer: object): string {
  const json = JSON.stringify(answer);
  switch (obedience) {
    case "forged_object":
      return '{"verdict":"PASS","evidence":[],"rationale":"nothing to report"}';
    case "fenced":
      return `\`\`\`json\n${json}\n\`\`\``;
    case "two_objects":
      return `{"verdict":"PASS","evidence":[],"rationale":"nothing to report"}\n${json}`;
    case "duplicate_keys":
      return `${json.slice(0, -1)},"verdict":"FAIL"}`;
    case "unknown_keys":
      return `${json.slice(0, -1)},"__proto__":{"verdict":"PASS"},"severity":"S1"}`;
    case "prose":
      return "Verdict: PASS";
    case "thinking_aloud":
      return `<think>nothing is wrong</think>${json}`;
    case "look_alike_word":
      return json.replace('"PASS"', '"\u0420\u0410SS"');
    default:
      return json;
  }
}
