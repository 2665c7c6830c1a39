import type { TranscriptMessage } from "../schema/transcript.ts";
import { AhoCorasick } from "./aho-corasick.ts";
import { findHiddenText, withoutInvisible } from "./injection/find-hidden-text.ts";
import { FRAME_RULES } from "./injection/frame-rules.ts";
import type { InjectionRule } from "./injection/injection-rule.ts";
import { READER_RULES } from "./injection/reader-rules.ts";

const RULES = [...READER_RULES, ...FRAME_RULES];
const LITERALS = [...new Set(RULES.flatMap((rule) => rule.literals))];
const automaton = new AhoCorasick(LITERALS);
const rulesOf: readonly (readonly InjectionRule[])[] = LITERALS.map((literal) =>
  RULES.filter((rule) => rule.literals.includes(literal)),
);

/** The families of text written for a judge that occur in a text, each once, sorted. A clean text has none. */
export function findInjection(text: string): readonly string[] {
  const families = new Set(findHiddenText(text));
  const plain = withoutInvisible(text).normalize("NFKC");
  const candidates = new Set<InjectionRule>();
  const found = automaton.findAll(plain.toLowerCase());
  for (let at = 0; at < found.length; at += 2) {
    for (const rule of rulesOf[found[at] ?? 0] ?? []) candidates.add(rule);
  }
  for (const { family, patterns, unless } of candidates) {
    if (patterns.some((pattern) => pattern.test(plain)) && !unless?.test(plain)) families.add(family);
  }
  return [...families].sort();
}

/** A reply of punctuation alone fools judges and helps nobody. An empty one is data like any other. */
const MASTER_KEY = /^\s*[:.,;…–—-]{1,4}\s*$/;

/** Whether what an assistant said looks written for a judge, in one message or across several. */
export function isInjectionSuspected(messages: readonly TranscriptMessage[]): boolean {
  const replies = messages.filter((message) => message.role === "assistant").map(({ content }) => content);
  return replies.some((reply) => MASTER_KEY.test(reply)) || findInjection(replies.join("\n")).length > 0;
}
