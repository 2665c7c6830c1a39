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

/** What was asked for, with every default filled in. */
export interface CountSettings {
  readonly from: ImportFormat;
  readonly by: string | null;
  readonly chunkSize: number;
  readonly maxBadShare: number;
}

/** A conversation as it is counted, and as it was read. */
export interface ReadConversation extends LoggedConversation {
  readonly foreign: ForeignConversation;
}

export interface LogListeners {
  /** Told of what cannot be read. */
  onBad?(record: BadRecordNote): void;
  /** Told when all of the file was read. */
  onFile?(file: { readonly name: string; readonly hash: string }): void;
}

/** The conversations of one file; of what cannot be read, only the place is kept. */
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

/** From the first mark of quotation to the last: what is quoted may have marks of its own. An apostrophe is none. */
const QUOTED = /(?:["`“‘]|(?<!\p{L})').*(?:["`”]|['’](?!\p{L}))/su;
/** One that nothing closes. */
const UNCLOSED = /(?:["`“‘]|(?<!\p{L})').*$/su;
/** A key of a format; any other may be somebody's words. */
const KEY = /^[a-z_]\w{0,30}$/i;

/** A parser quotes what it stumbled over, and that is somebody's words: where it stands and what is wrong are kept. */
function wordless({ place: { file, line, path }, reason }: BadRecord): BadRecordNote {
  const keys = path.map((step) => (typeof step === "number" || KEY.test(String(step)) ? step : "…"));
  const said = QUOTED.test(reason) ? reason.replace(QUOTED, "“…”") : reason.replace(UNCLOSED, "“…”");
  return {
    file: basename(file),
    ...(line === undefined ? {} : { line }),
    reason: keys.length === 0 ? said : `${describePath(keys)}: ${said}`,
  };
}
