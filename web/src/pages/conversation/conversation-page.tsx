import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { Conversation, VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { matchWords } from "../../../../src/text/find/match-words.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { type RowPlace, readSet } from "../../parts/find-search.ts";
import { laneSegments } from "../../parts/lane-turns.ts";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { verdictWords } from "../../words/verdict-words.ts";
import { ConversationHead } from "./conversation-head.tsx";
import { ConversationTurnView } from "./conversation-turn.tsx";
import { FindingNavigation } from "./finding-navigation.tsx";
import { SetNavigation } from "./set-navigation.tsx";
import { VerdictList } from "./verdict-list.tsx";

/** Page of one conversation, with the findings at their places. */
export function ConversationPage() {
  const { scan, conversation: key } = useParams({ from: "/s/$scan/conversations/$conversation" });
  const { check, turn, said, set, from } = useSearch({ from: "/s/$scan/conversations/$conversation" });
  const navigate = useNavigate({ from: "/s/$scan/conversations/$conversation" });
  const conversation = useChunk(chunkPath.conversation(scan, key));
  const [withPassed, setWithPassed] = useState(false);
  const isWide = useIsWide();
  const chosen = check ?? null;
  const words = set === undefined ? "" : (readSet(set).words ?? "");
  const sought = useMemo(() => matchWords(words), [words]);
  useShowChosen(key, chosen, turn, said);
  const choose = (checkId: string) =>
    void navigate({ search: { check: checkId === chosen ? undefined : checkId, set, from }, replace: true });
  const beside = conversation.lanes.filter(
    ({ verdict, mode_id }) =>
      verdict === "FAIL" || verdict === "UNCLEAR" || mode_id === chosen || (withPassed && verdict === "PASS"),
  );
  return (
    <article className="conversation grid gap-6">
      <ConversationHead conversation={conversation} />
      {set === undefined ? (
        <FindingNavigation conversation={conversation} chosen={chosen} />
      ) : (
        <SetNavigation
          conversation={conversation}
          set={set}
          place={{ check, turn, said }}
          from={from ?? scan}
        />
      )}
      <div className="columns">
        <div className="turns">
          {conversation.turns.map((shown, index) => (
            <ConversationTurnView
              key={shown.turn}
              conversation={conversation}
              turn={shown}
              row={index + 1}
              chosen={chosen}
              inline={!isWide}
              sought={sought}
              onChoose={choose}
            />
          ))}
          {isWide && <Lanes conversation={conversation} lanes={beside} chosen={chosen} onChoose={choose} />}
        </div>
        {isWide && (
          <aside aria-label="Verdicts" className="panel">
            <VerdictList
              conversation={conversation}
              chosen={chosen}
              withPassed={withPassed}
              onShowPassed={setWithPassed}
              onChoose={choose}
            />
          </aside>
        )}
      </div>
      {!isWide && (
        <section aria-labelledby="verdicts" className="grid gap-3">
          <h2 id="verdicts">All verdicts</h2>
          <VerdictList
            conversation={conversation}
            chosen={null}
            withPassed={withPassed}
            onShowPassed={setWithPassed}
            onChoose={choose}
          />
        </section>
      )}
    </article>
  );
}

/** Scrolls to the searched words or the requested quote, or to the turn if nothing could be marked. */
function useShowChosen(
  conversation: string,
  chosen: string | null,
  turn: number | undefined,
  said: RowPlace["said"],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has another quote of the same check
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const message = `#turn-${turn} .message.${said === undefined ? "assistant" : "user"}`;
      const place =
        document.querySelector("mark.chosen.found") ??
        (turn === undefined ? null : document.querySelector(`${message} mark.found`)) ??
        // A lane may be as long as the conversation, so its middle may be far from the words.
        (chosen === null ? null : document.querySelector("mark.chosen")) ??
        (chosen === null ? null : document.querySelector(".lane.chosen")) ??
        (turn === undefined ? null : document.getElementById(`turn-${turn}`));
      place?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [conversation, chosen, turn, said]);
}

interface LanesProps {
  readonly conversation: Conversation;
  readonly lanes: readonly VerdictLane[];
  readonly chosen: string | null;
  readonly onChoose: (checkId: string) => void;
}

/** Columns next to the turns, one per check: the range that it looked at, and its findings. */
function Lanes({ conversation, lanes, chosen, onChoose }: LanesProps) {
  const { checks } = useSiteIndex();
  const rowOf = (turn: number) => conversation.turns.findIndex((shown) => shown.turn === turn) + 1;
  return lanes.flatMap((lane, column) =>
    laneSegments(lane)
      .filter(({ first, last }) => rowOf(first) > 0 && rowOf(last) > 0)
      .map(({ first, last, verdict }) => {
        const name = formatName(checks.find(({ mode_id }) => mode_id === lane.mode_id)?.name ?? "");
        const where = first === last ? `turn ${first}` : `turns ${first} to ${last}`;
        return (
          <button
            key={`${lane.mode_id} ${first}`}
            type="button"
            className={`lane ${verdict.toLowerCase()}${lane.mode_id === chosen ? " chosen" : ""}`}
            style={{ gridColumn: column + 2, gridRow: `${rowOf(first)} / ${rowOf(last) + 1}` }}
            aria-pressed={lane.mode_id === chosen}
            title={`${lane.mode_id} ${name}: ${verdictWords[verdict].toLowerCase()}, ${where}`}
            onClick={() => onChoose(lane.mode_id)}
          >
            <VerdictShape verdict={verdict} />
            <span className="lane-name">{lane.mode_id.replace("IB-", "")}</span>
            <span className="sr-only">{`${name}: ${verdictWords[verdict]}, ${where}`}</span>
          </button>
        );
      }),
  );
}

const WIDE = "(min-width: 68rem)";

/** Whether verdicts fit next to the turns; else they are below them. */
function useIsWide(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => window.matchMedia(WIDE).matches);
}

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
