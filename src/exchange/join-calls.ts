/**
 * Joins the calls of a trace into a conversation. A call may hold the whole conversation so far, its last part, or only
 * the new messages.
 */
import { BadImportError } from "./errors.ts";
import type { ForeignConversation, ForeignMetadata } from "./foreign-conversation.ts";
import { gatherMessages, type PlacedMessage, saidWords } from "./gather-messages.ts";
import type { LoggedCall, LoggedSpan } from "./logged-span.ts";

/** Returns `null` if no call has messages. Throws if a span cannot be read, or if the calls are not one conversation. */
export function joinCalls(id: string, spans: readonly LoggedSpan[]): ForeignConversation | null {
  const once = oncePerSpan(spans);
  const fault = once.find((span) => span.fault !== null)?.fault;
  if (fault != null)
    throw new BadImportError(fault.place, `${fault.problem}; it is of the conversation "${id}"`, LEFT_OUT);
  const calls = once
    .flatMap(({ call, ...span }) => (call === null ? [] : [{ span, call }]))
    .toSorted((a, b) => (a.span.at ?? "").localeCompare(b.span.at ?? "", "en"));
  // The repetition by an agent or a trace is only needed if the log lacks its calls.
  const models = calls.filter(({ call }) => call.kind === "model");
  const used = models.length > 0 ? models : calls;
  const [first] = used;
  if (first === undefined) return null;
  const talk = used.reduce<readonly PlacedMessage[]>(
    (known, { span, call }) => goOn(known, call, span, id),
    [],
  );
  const { place } = first.span;
  return {
    place,
    id,
    subject: id,
    model: modelOf(used.map(({ call }) => call)),
    scenarioId: used.find(({ call }) => call.scenarioId !== null)?.call.scenarioId ?? null,
    tags: [],
    at: first.span.at,
    metadata: mergeMetadata(spans),
    labels: [...new Set(spans.flatMap(({ labels }) => labels))],
    ...gatherMessages(talk, place),
  };
}

/**
 * Merges duplicates of a span: from its trace and a log record, or sent twice by an exporter. It keeps the one with
 * messages, and of two the one with more. If the messages differ, as with several calls inside one span, it keeps all,
 * to be joined or refused.
 */
function oncePerSpan(spans: readonly LoggedSpan[]): readonly LoggedSpan[] {
  const told = Map.groupBy(spans, ({ traceId, spanId }) => JSON.stringify([traceId, spanId]));
  return [...told.values()].flatMap((same) => {
    if (same.length === 1) return same;
    const calls = new Map<string, { readonly span: LoggedSpan; readonly words: CallWords }>();
    for (const span of same) {
      if (span.call === null) continue;
      const words = wordsOf(span.call);
      const key = JSON.stringify(words);
      if (!calls.has(key)) calls.set(key, { span, words });
    }
    const tellings = [...calls.values()];
    if (tellings.length === 0) return same.find(({ fault }) => fault !== null) ?? same[0] ?? [];
    return tellings
      .filter((part) => !tellings.some((all) => all !== part && isPartOf(part.words, all.words)))
      .map(({ span }) => span);
  });
}

interface CallWords {
  readonly kind: LoggedCall["kind"];
  readonly asked: readonly string[];
  readonly replied: readonly string[];
}

function wordsOf({ kind, asked, replied }: LoggedCall): CallWords {
  const keys = (side: readonly PlacedMessage[]) => saidIn(side).map(({ key }) => key);
  return { kind, asked: keys(asked), replied: keys(replied) };
}

/** Whether one holds only what the other holds too, for example because its input or output was not kept. */
function isPartOf(part: CallWords, all: CallWords): boolean {
  const isTail = (tail: readonly string[], of: readonly string[]) =>
    tail.every((key, index) => of.at(index - tail.length) === key);
  const isSameReply = part.replied.length === all.replied.length && isTail(part.replied, all.replied);
  return (
    part.kind === all.kind && isTail(part.asked, all.asked) && (part.replied.length === 0 || isSameReply)
  );
}

const LEFT_OUT =
  "All of the conversation is left out, because a part of it could be judged for the whole. Mend the span, or leave its trace out of the file.";
const NOT_ONE =
  "A call is sent what was said before, or its last part, or only what is new. Leave spans of other purposes, such as titles and moderation, and replies that were made again out of the file.";

/** Returns the conversation so far, and what a further call adds to it. */
function goOn(
  known: readonly PlacedMessage[],
  { asked, replied }: LoggedCall,
  { place, spanId }: Omit<LoggedSpan, "call">,
  id: string,
): readonly PlacedMessage[] {
  if (known.length === 0) return [...asked, ...replied];
  const before = saidIn(known);
  const sent = saidIn(asked);
  const shared = overlap(before, sent);
  if (shared > 0) {
    // Tool calls after the last message are in the sent messages, too.
    const [end, start] = [before.at(-1)?.index ?? -1, sent[shared - 1]?.index ?? -1];
    const rest = asked.slice(start + 1);
    return [...(rest.length > 0 ? known.slice(0, end + 1) : known), ...rest, ...replied];
  }
  const refuse = (why: string) =>
    new BadImportError(
      place,
      `the call ${spanId} does not continue the conversation "${id}": ${why}`,
      NOT_ONE,
    );
  const told = (messages: readonly PlacedMessage[]) =>
    messages
      .filter(({ message }) => isInstruction(message.role))
      .map(({ message }) => JSON.stringify(message.content));
  const instructions = told(asked);
  if (instructions.length > 0 && instructions.join("\n") !== told(known).join("\n"))
    throw refuse("it has other instructions");
  if (sent.some(({ key }) => key.startsWith("assistant")))
    throw refuse("it was sent replies that are not in it");
  if (sent.length > 0 && sent.every(({ key }, position) => before[position]?.key === key))
    throw refuse("it was sent the beginning again");
  return [...known, ...asked.filter(({ message }) => !isInstruction(message.role)), ...replied];
}

function isInstruction(role: string): boolean {
  return role === "system" || role === "developer";
}

interface Said {
  /** Speaker and text. */
  readonly key: string;
  readonly index: number;
}

function saidIn(messages: readonly PlacedMessage[]): readonly Said[] {
  return messages.flatMap(({ message, place }, index) => {
    const words = saidWords(message, place);
    return words === null ? [] : [{ key: `${message.role} ${words.trim()}`, index }];
  });
}

/** Counts how many of the last messages of the one are the first of the other. */
function overlap(before: readonly Said[], sent: readonly Said[]): number {
  for (let count = Math.min(before.length, sent.length); count > 0; count -= 1) {
    const start = before.length - count;
    let same = 0;
    while (same < count && before[start + same]?.key === sent[same]?.key) same += 1;
    if (same === count) return count;
  }
  return 0;
}

/** Names several models of one conversation together: the replies belong to no single one. */
function modelOf(calls: readonly LoggedCall[]): string | null {
  const names = [...new Set(calls.flatMap(({ model }) => (model === null ? [] : [model])))].toSorted();
  return names.length === 0 ? null : names.join("+");
}

/** Merges metadata; the first span with a value wins. */
function mergeMetadata(spans: readonly LoggedSpan[]): ForeignMetadata {
  return Object.assign({}, ...spans.map(({ metadata }) => metadata).toReversed());
}
