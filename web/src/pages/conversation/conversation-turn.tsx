import { formatName } from "../../../../src/domain/dimensions.ts";
import type { Conversation } from "../../../../src/site/pages/build-conversation.ts";
import type { ConversationTurn } from "../../../../src/site/pages/conversation-turns.ts";
import type { WordMatcher } from "../../../../src/text/find/match-words.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { laneSegments, turnOfLane } from "../../parts/lane-turns.ts";
import { MessageView } from "../../parts/message-view.tsx";
import { SessionBreak, TurnNotes } from "../../parts/turn-notes.tsx";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { verdictWords } from "../../words/verdict-words.ts";
import { CueOfCheck, LeftOut } from "./left-out.tsx";
import { VerdictDetail } from "./verdict-detail.tsx";

interface ConversationTurnProps {
  readonly conversation: Conversation;
  readonly turn: ConversationTurn;
  /** Row of the turn in the grid that it shares with the lanes. */
  readonly row: number;
  readonly chosen: string | null;
  /** Whether verdicts are below the turn because there is no room next to it. */
  readonly inline: boolean;
  /** Matcher for the search words that led here. */
  readonly sought: WordMatcher | null;
  readonly onChoose: (checkId: string) => void;
}

export function ConversationTurnView({
  conversation,
  turn,
  row,
  chosen,
  inline,
  sought,
  onChoose,
}: ConversationTurnProps) {
  const { lanes } = conversation;
  const chosenLane = lanes.find(({ mode_id }) => mode_id === chosen);
  const lookedAt = chosenLane !== undefined && laneSegments(chosenLane).some(covers(turn.turn));
  return (
    <section
      id={`turn-${turn.turn}`}
      aria-labelledby={`turn-${turn.turn}-heading`}
      className={`turn${lookedAt ? " looked-at" : ""}`}
      style={{ gridRow: row }}
    >
      <h2 id={`turn-${turn.turn}-heading`} className="sr-only">{`Turn ${turn.turn}`}</h2>
      {turn.session !== null && <SessionBreak session={turn.session} />}
      {turn.messages.map((message) => (
        <MessageView
          key={message.role}
          message={message}
          turn={turn.turn}
          lanes={lanes}
          chosen={chosen}
          cues={turn.cues}
          sought={sought}
          notes={
            message.role === "user" ? (
              <>
                <TurnNotes turn={turn} router={conversation.router} />
                {chosenLane !== undefined && <CueOfCheck lane={chosenLane} turn={turn.turn} />}
              </>
            ) : (
              <LeftOut lanes={lanes} turn={turn.turn} onChoose={onChoose} />
            )
          }
        />
      ))}
      {inline && (
        <VerdictChips conversation={conversation} turn={turn.turn} chosen={chosen} onChoose={onChoose} />
      )}
    </section>
  );
}

function covers(turn: number) {
  return ({ first, last }: { readonly first: number; readonly last: number }) =>
    first <= turn && turn <= last;
}

type VerdictChipsProps = Pick<ConversationTurnProps, "conversation" | "chosen" | "onChoose"> & {
  readonly turn: number;
};

function VerdictChips({ conversation, turn, chosen, onChoose }: VerdictChipsProps) {
  const { checks } = useSiteIndex();
  const here = conversation.lanes.filter(
    (lane) =>
      (lane.verdict === "FAIL" || lane.verdict === "UNCLEAR" || lane.mode_id === chosen) &&
      turnOfLane(lane) === turn,
  );
  if (here.length === 0) return null;
  const open = here.find(({ mode_id }) => mode_id === chosen);
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2" aria-label={`Verdicts on turn ${turn}`}>
        {here.map(({ mode_id, verdict }) => (
          <li key={mode_id}>
            <button
              type="button"
              className={`chip ${verdict.toLowerCase()}`}
              aria-expanded={mode_id === chosen}
              onClick={() => onChoose(mode_id)}
            >
              <VerdictShape verdict={verdict} />
              <span className="sr-only">{verdictWords[verdict]}: </span> {mode_id}{" "}
              {formatName(checks.find((check) => check.mode_id === mode_id)?.name ?? "")}
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <div className="border-s-2 border-edge ps-3">
          <VerdictDetail conversation={conversation} lane={open} />
        </div>
      )}
    </div>
  );
}
