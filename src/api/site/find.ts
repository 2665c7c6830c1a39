import { SEVERITIES } from "../../domain/dimensions.ts";
import { conversationName } from "../../domain/keys.ts";
import { readSiteScan } from "../../finished-scan.ts";
import type { CheckId, ModelId, ScenarioId, Severity, TranscriptId } from "../../schema/ids.ts";
import type { Verdict } from "../../schema/scan/verdict.ts";
import { modelBriefs } from "../../site/briefs.ts";
import { buildFindIndex } from "../../site/build-find.ts";
import { findScan } from "../../store/find.ts";
import type { FindVotes } from "../../text/find/find-conversation.ts";
import {
  FIND_KINDS,
  type FindFacet,
  type FindKind,
  type FindRow,
  type FindSort,
  findRows,
  searchRows,
} from "../../text/find/find-rows.ts";
import { matchPattern, type WordMatcher } from "../../text/find/match-words.ts";
import { renderRowsCsv } from "../../text/find/render-rows-csv.ts";
import { rowWords } from "../../text/find/row-words.ts";
import { globToRegExp } from "../../text/match/compile-pattern.ts";
import type { BenchContext } from "../bench-context.ts";
import { type Stoppable, signalOf } from "../bench-options.ts";
import { apiErrors } from "../errors.ts";
import { openScan } from "../open-scan.ts";

/** Search terms; an omitted one matches everything. `*` and `?` are wildcards in names. */
export interface FindOptions extends Stoppable {
  /** A regular expression over replies, messages, quotes and reasons. Ignores case and kinds of apostrophe. */
  readonly pattern?: string;
  readonly checks?: readonly string[];
  /** @default FAIL and UNCLEAR; with a pattern also reply and message */
  readonly verdicts?: readonly string[];
  readonly severities?: readonly string[];
  readonly models?: readonly string[];
  readonly scenarios?: readonly string[];
  /** Only verdicts that a person or another judge contradicts. */
  readonly contested?: boolean;
  readonly sort?: FindSort;
}

/** One row of a search result. */
export interface FoundRow {
  readonly kind: FindKind;
  readonly model_id: ModelId;
  readonly transcript_id: TranscriptId;
  readonly scenario_id: ScenarioId;
  readonly title: string;
  readonly turn: number | null;
  /** `null` for a message or a reply. */
  readonly mode_id: CheckId | null;
  readonly severity: Severity | null;
  /** Author of the words: a reason comes from a judge or a person. */
  readonly by: "assistant" | "user" | "reason";
  /** The words with their context; offsets of the deciding words and of the search match. */
  readonly words: string;
  readonly decided: readonly { readonly start: number; readonly end: number }[];
  readonly found: readonly { readonly start: number; readonly end: number }[];
  readonly missing: string | null;
  readonly rationale: string | null;
  readonly votes: FindVotes | null;
  readonly contested: boolean;
  readonly label: Verdict | null;
}

export interface FoundSet {
  readonly rows: readonly FoundRow[];
  /** Number of rows for each value of a facet, with all other filters unchanged. */
  readonly counts: Readonly<Record<FindFacet, Readonly<Record<string, number>>>>;
  /** The rows as a table for other programs. */
  csv(): string;
}

export async function find(
  context: BenchContext,
  path: string,
  options: FindOptions = {},
): Promise<FoundSet> {
  const matcher = readPattern(options.pattern);
  const { runId, scanId } = await findScan(path, context.results);
  const { run, scan } = await openScan(context, path);
  const corpus = await context.corpus();
  const stored = await readSiteScan({ key: scanId, runId, createdAt: null, home: run, scan });
  const models = modelBriefs(stored.facts);
  const slugs = named("assistant", options.models, models, ({ model_id, slug }) => [model_id, slug]);
  const scenarios = [...new Set(stored.facts.scorecards.map(({ scenario_id }) => scenario_id))];
  const same = (name: string) => [name];
  const choice = {
    check: named("check", options.checks, [...corpus.checks.keys()], same),
    verdict: named("verdict", options.verdicts, FIND_KINDS, same),
    severity: named("severity", options.severities, SEVERITIES, same),
    scenario: named("scenario", options.scenarios, scenarios, same),
    ...(options.contested === true ? { contested: ["yes"] } : {}),
  };
  const rows: FindRow[] = [];
  for (const { slug } of slugs.length === 0 ? models : slugs) {
    signalOf(options).throwIfAborted();
    const index = await buildFindIndex(stored, corpus, slug);
    if (index !== null) rows.push(...findRows(index));
  }
  const found = searchRows(rows, matcher, choice, options.sort);
  return {
    rows: found.rows.map((row) => foundRow(row, matcher)),
    // Each facet's counts stay under its name.
    counts: Object.fromEntries(
      Object.entries(found.counts).map(([facet, counts]) => [facet, Object.fromEntries(counts)]),
    ) as FoundSet["counts"],
    csv: () => renderRowsCsv(found.rows, matcher),
  };
}

function readPattern(pattern: string | undefined): WordMatcher | null {
  if (pattern === undefined) return null;
  try {
    return matchPattern(pattern);
  } catch (cause) {
    throw apiErrors.IB_BAD_PATTERN(pattern, { cause });
  }
}

/** Resolves names and wildcards. Throws for a name without a match, which would otherwise look like an empty result. */
function named<Item>(
  kind: string,
  wanted: readonly string[] | undefined,
  known: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): readonly Item[] {
  return (wanted ?? []).flatMap((glob) => {
    const pattern = new RegExp(globToRegExp(glob).source, "i");
    const meant = known.filter((item) => namesOf(item).some((name) => pattern.test(name)));
    if (meant.length === 0)
      throw apiErrors.IB_UNKNOWN_IN_SCAN(
        kind,
        glob,
        known.flatMap((item) => namesOf(item).slice(0, 1)),
      );
    return meant;
  });
}

function foundRow(row: FindRow, matcher: WordMatcher | null): FoundRow {
  const { kind, index, conversation, verdict, turn } = row;
  const shown = rowWords(row, matcher);
  // Prefers the window with the search match, if it is not the one that decided.
  const words = shown.findLast(({ found }) => found.length > 0) ?? shown[0];
  const name = conversationName(conversation.scenario_id, conversation.repeat);
  return {
    kind,
    model_id: index.model_id,
    // Transcript ids have this form.
    transcript_id: `${index.slug}/${name}` as TranscriptId,
    scenario_id: conversation.scenario_id,
    title: conversation.title,
    turn,
    mode_id: verdict?.mode_id ?? null,
    severity: verdict?.severity ?? null,
    by: words?.by ?? "reason",
    words: words === undefined ? "" : `${words.before ? "…" : ""}${words.text}${words.after ? "…" : ""}`,
    decided: moved(words?.decided, words?.before),
    found: moved(words?.found, words?.before),
    missing: verdict?.missing ?? null,
    rationale: verdict?.rationales[0] ?? null,
    votes: verdict?.votes ?? null,
    contested: verdict?.contested ?? false,
    label: verdict?.label ?? null,
  };
}

/** Shifts offsets behind the sign that precedes the text. */
function moved(
  stretches: FoundRow["found"] | undefined,
  isAfterSign: boolean | undefined,
): FoundRow["found"] {
  const by = isAfterSign === true ? 1 : 0;
  return (stretches ?? []).map(({ start, end }) => ({ start: start + by, end: end + by }));
}
