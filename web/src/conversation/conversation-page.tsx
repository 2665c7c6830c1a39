import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { ConversationHead } from "./conversation-head.tsx";
import { ConversationTurnView } from "./conversation-turn.tsx";
import { FindingNavigation } from "./finding-navigation.tsx";
import { Lanes } from "./lanes.tsx";
import { useIsWide } from "./use-is-wide.ts";
import { VerdictList } from "./verdict-list.tsx";

/** One conversation as it was held, with what was found where it stands. */
export function ConversationPage() {
  const { scan, conversation: key } = useParams({ from: "/s/$scan/conversations/$conversation" });
  const { check, turn } = useSearch({ from: "/s/$scan/conversations/$conversation" });
  const navigate = useNavigate({ from: "/s/$scan/conversations/$conversation" });
  const conversation = useChunk("conversation", chunkPath.conversation(scan, key));
  const [withPassed, setWithPassed] = useState(false);
  const isWide = useIsWide();
  const chosen = check ?? null;
  useShowChosen(key, chosen, turn);
  const choose = (checkId: string) =>
    void navigate({ search: checkId === chosen ? {} : { check: checkId }, replace: true });
  const beside = conversation.lanes.filter(
    ({ verdict, mode_id }) =>
      verdict === "FAIL" || verdict === "UNCLEAR" || mode_id === chosen || (withPassed && verdict === "PASS"),
  );
  return (
    <article className="conversation grid gap-6">
      <ConversationHead conversation={conversation} />
      <FindingNavigation conversation={conversation} chosen={chosen} />
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

/** Brings the quote that was asked for into view, or its turn where nothing could be marked. */
function useShowChosen(conversation: string, chosen: string | null, turn: number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has another quote of the same check
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const place =
        (chosen === null ? null : document.querySelector("mark.chosen, .lane.chosen")) ??
        (turn === undefined ? null : document.getElementById(`turn-${turn}`));
      place?.scrollIntoView({ block: "center" });
    });
    return () => cancelAnimationFrame(frame);
  }, [conversation, chosen, turn]);
}
