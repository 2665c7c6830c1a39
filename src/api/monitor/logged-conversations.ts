import { basename } from "node:path";
import {
  type BadRecord,
  describePath,
  type ForeignConversation,
} from "../../exchange/foreign-conversation.ts";
import type { LoggedConversation } from "../../monitor/look-for-words.ts";
import type { BadRecordNote } from "../../schema/monitor/monitor.ts";
import type { ImportFormat } from "../../schema/run/run-plan.ts";
import type { LineRange } from "../exchange/log/log-file.ts";
import { readLog } from "../exchange/read-log.ts";

/** The requested settings, with every default filled in. */
export interface CountSettings {
  readonly from: ImportFormat;
  readonly by: string | null;
  readonly chunkSize: number;
  readonly maxBadShare: number;
}

/** A conversation for counting, and as read. */
export interface ReadConversation extends LoggedConversation {
  readonly foreign: ForeignConversation;
}

export interface LogListeners {
  /** Called for every unreadable record. */
  onBad?(record: BadRecordNote): void;
  /** Called once the file is read completely. */
  onFile?(file: { readonly name: string; readonly hash: string }): void;
}

/** Yields the conversations of one file; keeps only the place of an unreadable record. */
export async function* loggedConversations(
  file: string,
  { from, by, maxBadShare }: Pick<CountSettings, "from" | "by" | "maxBadShare">,
  { onBad = () => {}, onFile = () => {} }: LogListeners,
  signal: AbortSignal,
  /** Only these lines of it. */
  range?: LineRange,
): AsyncGenerator<ReadConversation> {
  const options = {
    from,
    maxBadShare,
    onBad: (record: BadRecord) => onBad(wordless(record)),
    onFile,
    signal,
    ...(range === undefined ? {} : { range }),
  };
  for await (const foreign of readLog([file], options)) {
    const { id, model, at, messages } = foreign;
    yield { id, model, at: instantOf(at), label: labelOf(foreign, by), messages, foreign };
  }
}

function instantOf(at: string | null): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function labelOf({ labels, metadata, model }: ForeignConversation, by: string | null): string | null {
  if (by === null) return labels.length === 0 ? null : [...new Set(labels)].sort().join(" ");
  if (by === "model") return model;
  return Object.hasOwn(metadata, by) ? String(metadata[by]) : null;
}

/** Matches from the first quotation mark to the last: quoted text may contain marks. An apostrophe is not one. */
const QUOTED = /(?:["`“‘]|(?<!\p{L})').*(?:["`”]|['’](?!\p{L}))/su;
/** Matches a quotation that is never closed. */
const UNCLOSED = /(?:["`“‘]|(?<!\p{L})').*$/su;
/** Matches a key of a format; any other key may be a person's words. */
const KEY = /^[a-z_]\w{0,30}$/i;

/** Keeps the position and the kind of an error only: a parser quotes the text it failed on, which is a person's words. */
function wordless({ place: { file, line, path }, reason }: BadRecord): BadRecordNote {
  const keys = path.map((step) => (typeof step === "number" || KEY.test(String(step)) ? step : "…"));
  const said = QUOTED.test(reason) ? reason.replace(QUOTED, "“…”") : reason.replace(UNCLOSED, "“…”");
  return {
    file: basename(file),
    ...(line === undefined ? {} : { line }),
    reason: keys.length === 0 ? said : `${describePath(keys)}: ${said}`,
  };
}
