import { basename } from "node:path";
import { BadShare } from "../../exchange/bad-share.ts";
import { BadImportError } from "../../exchange/errors.ts";
import type { BadRecord, ForeignConversation, ImportPlace } from "../../exchange/foreign-conversation.ts";
import { isNestedTooDeep, MOST_NESTED } from "../../exchange/foreign-facts.ts";
import { type ForeignFormat, foreignFormats } from "../../exchange/foreign-formats.ts";
import { joinCalls } from "../../exchange/join-calls.ts";
import { OpenConversations, type SpanGroup } from "../../exchange/open-conversations.ts";
import { hasCode } from "../../kernel/errors.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import { ArtefactError } from "../../store/errors.ts";
import { apiErrors } from "../errors.ts";
import { type LineRange, type LogRecord, readLogFile } from "./log/log-file.ts";

/** Name for a log that is piped in. */
const STDIN = "-";

export interface ReadLogOptions {
  readonly from: ImportFormat;
  /** Share of records that may be bad, from 0 to 1; a higher share ends the reading with an error. */
  readonly maxBadShare: number;
  /** Called for every unreadable record. */
  onBad(record: BadRecord): void | Promise<void>;
  readonly signal: AbortSignal;
  /** Reads only these lines of each file. @default all */
  readonly range?: LineRange;
  /** Content of the file "-". @default the process's standard input */
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  /** Called as bytes are read. */
  onBytes?(count: number): void;
  /** Called for each file once it is read completely. */
  onFile?(file: { readonly name: string; readonly hash: string }): void;
}

/** Yields the conversations of a log one after the other, for logs of any size. */
export async function* readLog(
  files: readonly string[],
  options: ReadLogOptions,
): AsyncGenerator<ForeignConversation> {
  const format = foreignFormats[options.from];
  const share = new BadShare(options.maxBadShare);
  const read = format.kind === "conversations" ? recordsAlone(format) : spansTogether(format);
  for await (const found of read(files, options)) {
    if (found instanceof BadImportError) {
      const bad = { place: found.place, reason: found.problem, hint: found.advice };
      await options.onBad(bad);
      share.addBad(bad);
    } else {
      share.addGood();
      yield found;
    }
  }
  share.settle();
}

type Found = ForeignConversation | BadImportError;
type Read = (files: readonly string[], options: ReadLogOptions) => AsyncGenerator<Found>;

/** Reads a format whose records are conversations. */
function recordsAlone(format: Extract<ForeignFormat, { kind: "conversations" }>): Read {
  return async function* (files, options) {
    for await (const { record, place } of recordsOf(files, options)) {
      yield* attempt(() => {
        refuseFault(record, place);
        return format.read({ value: record.value, head: record.head, place, name: nameOf(record) });
      });
    }
  };
}

/** Reads a format of traces: a conversation is complete when the log ends, or when too much else came after it. */
function spansTogether(format: Extract<ForeignFormat, { kind: "spans" }>): Read {
  return async function* (files, options) {
    const open = new OpenConversations();
    for await (const { record, place } of recordsOf(files, options)) {
      const spans = attempt(() => {
        refuseFault(record, place);
        return format.read({ value: record.value, head: record.head, place, name: nameOf(record) });
      });
      for (const span of spans) {
        if (span instanceof BadImportError) yield span;
        else for (const group of open.add(span)) yield* joined(group);
      }
    }
    for (const group of open.end()) yield* joined(group);
  };
}

function joined({ id, spans }: SpanGroup): readonly Found[] {
  return attempt(() => {
    const conversation = joinCalls(id, spans);
    return conversation === null ? [] : [conversation];
  });
}

function attempt<Item>(read: () => readonly Item[]): readonly (Item | BadImportError)[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadImportError) return [error];
    throw error;
  }
}

function refuseFault({ fault, value }: LogRecord, place: ImportPlace): void {
  if (fault !== null) throw new BadImportError(place, fault, "Mend the record, or leave it out.");
  if (isNestedTooDeep(value))
    throw new BadImportError(
      place,
      `lists and objects stand more than ${MOST_NESTED} deep in each other`,
      "Leave the record out.",
    );
}

/** Names a record by its place, which is the same at every import. */
function nameOf({ line, path }: LogRecord): string {
  return ["conversation", ...(path.length === 0 ? [line] : path.map(String))].join("-");
}

async function* recordsOf(
  files: readonly string[],
  options: ReadLogOptions,
): AsyncGenerator<{ readonly record: LogRecord; readonly place: ImportPlace }> {
  const { from, range, onBytes = () => {}, onFile = () => {} } = options;
  const { lists, isLines } = foreignFormats[from];
  for (const file of files) {
    const name = file === STDIN ? "stdin" : file;
    const source = file === STDIN ? (options.stdin ?? process.stdin) : file;
    const onHash = (hash: string) => onFile({ name: basename(name), hash });
    try {
      const part = range === undefined ? {} : { range };
      for await (const record of readLogFile({ name, source, lists, isLines, onBytes, onHash, ...part })) {
        options.signal.throwIfAborted();
        const { line, path, bytes } = record;
        yield { record, place: { file: name, line, path, ...(bytes === undefined ? {} : { bytes }) } };
      }
    } catch (error) {
      if (hasCode(error, "IB_NO_SUCH_ARTIFACT")) throw apiErrors.IB_NO_SUCH_FILE(file, { cause: error });
      throw error instanceof ArtefactError ? apiErrors.IB_UNREADABLE_IMPORT(error, from) : error;
    }
  }
}
