import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { formatWhole } from "../../../../src/domain/number-words.ts";
import type { FindRow } from "../../../../src/text/find/find-rows.ts";
import type { WordMatcher } from "../../../../src/text/find/match-words.ts";
import { describeBallots, type RowWords, rowWords } from "../../../../src/text/find/row-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { placeOf, rowKey } from "../../parts/find-search.ts";
import { CheckLink } from "../../parts/links.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";
import { kindWords } from "../../words/find-words.ts";
import { nameScans } from "../../words/names.ts";
import { severityWords } from "../../words/verdict-words.ts";

const AT_FIRST = 50;
/** Number of rows shown per search, so that going back returns to the same row. */
const shownOf = new Map<string, number>();

interface FindResultsProps {
  readonly rows: readonly FindRow[];
  readonly matcher: WordMatcher | null;
  /** Search in the form that conversations carry, with its scan. */
  readonly set: string;
  readonly from: string;
  /** Whether rows name their scan, for searches over several. */
  readonly withScan: boolean;
}

export function FindResults({ rows, matcher, set, from, withScan }: FindResultsProps) {
  const [, redraw] = useState(0);
  const shown = shownOf.get(set) ?? AT_FIRST;
  const more = () => {
    shownOf.set(set, shown * 2);
    redraw((count) => count + 1);
  };
  return (
    <div className="grid gap-4">
      <ol className="found-rows">
        {rows.slice(0, shown).map((row) => (
          <FoundRow key={rowKey(row)} row={row} matcher={matcher} set={set} from={from} withScan={withScan} />
        ))}
      </ol>
      {rows.length > shown && (
        <p className="screen-only">
          <button type="button" className="control" onClick={more}>
            Show {Math.min(shown, rows.length - shown)} more of {formatWhole(rows.length)}
          </button>
        </p>
      )}
    </div>
  );
}

type FoundRowProps = Omit<FindResultsProps, "rows"> & { readonly row: FindRow };

/** Rendered once, while further assistants still load. */
const FoundRow = memo(({ row, matcher, set, from, withScan }: FoundRowProps) => {
  const { index, conversation, verdict, turn, kind } = row;
  const votes = describeBallots(row);
  const { scans } = useSiteIndex();
  return (
    <li className="found-row">
      <p className="text-sm">
        <bdi>{index.model_id}</bdi>
        {withScan && <span className="block text-quiet">{nameScans(scans).get(index.scan)}</span>}
      </p>
      <p className="text-sm">
        {verdict === null ? (
          <span className="text-quiet">{kindWords[kind]}</span>
        ) : (
          <>
            <VerdictMark verdict={verdict.verdict} />{" "}
            <CheckName scan={index.scan} checkId={verdict.mode_id} />
            <span className="block text-quiet">{severityWords[verdict.severity]}</span>
          </>
        )}
      </p>
      <div className="grid gap-1">
        {rowWords(row, matcher).map((words) => (
          <WordsInContext key={words.by + words.text} words={words} row={row} />
        ))}
        {verdict !== null && verdict.missing !== null && verdict.missing !== "" && (
          <p className="found-words text-sm" dir="auto">
            <span className="label">Missing: </span>
            <MarkedText source={verdict.missing} />
          </p>
        )}
        {verdict !== null && verdict.quotes.length === 0 && verdict.rationales.length === 0 && (
          <p className="text-sm text-quiet">No words are stored for this verdict.</p>
        )}
      </div>
      <p className="text-sm">
        <Link
          to="/s/$scan/conversations/$conversation"
          params={{ scan: index.scan, conversation: conversation.conversation }}
          search={{ ...placeOf(row), set, from: index.scan === from ? undefined : from }}
          data-place={rowKey(row)}
          className="inline-block min-h-6"
        >
          {conversation.title}
          {turn !== null && `, turn ${turn}`}
          {conversation.repeat > 1 && `, repeat ${conversation.repeat}`}
        </Link>
      </p>
      <p className="text-sm text-quiet">
        {votes}
        {verdict?.contested === true && <span className="block text-unclear">contested</span>}
        {verdict !== null && verdict.label !== null && <span className="block">decided by people</span>}
      </p>
    </li>
  );
});

function CheckName({ scan, checkId }: { readonly scan: string; readonly checkId: string }) {
  const { checks } = useSiteIndex();
  const name = checks.find(({ mode_id }) => mode_id === checkId)?.name;
  return (
    <span>
      <CheckLink scan={scan} checkId={checkId} />
      {name !== undefined && ` ${formatName(name)}`}
    </span>
  );
}

const TONES = { FAIL: "fail", UNCLEAR: "unclear", PASS: "pass", reply: "found", message: "found" } as const;

function WordsInContext({ words, row }: { readonly words: RowWords; readonly row: FindRow }) {
  const isReason = words.by === "reason";
  // For an omission the caregiver's words are only the cue and not a failure.
  const isMissing = row.verdict !== null && row.verdict.missing !== null;
  const tone = words.by === "user" ? "cue" : isMissing ? "instead" : TONES[row.kind];
  const spans = [
    ...words.decided.map((stretch) => ({
      ...stretch,
      mark: { id: "decided", tone, chosen: false } as const,
    })),
    ...words.found.map((stretch) => ({
      ...stretch,
      mark: { id: "found", tone: "found", chosen: false } as const,
    })),
  ];
  return (
    <p className={`found-words ${isReason ? "text-sm text-quiet" : "font-serif"}`} dir="auto">
      {isReason && <span className="label">Reason: </span>}
      {!isReason && words.by === "user" && row.kind !== "message" && (
        <span className="label font-sans">Caregiver: </span>
      )}
      {words.before && "… "}
      {words.text === "" ? <em>(no answer)</em> : <MarkedText source={words.text} spans={spans} />}
      {words.after && " …"}
    </p>
  );
}
