import type { Conversation, VerdictLane } from "../../../src/schema/site-conversation.ts";
import { VerdictShape } from "../chart/verdict-mark.tsx";
import { useSiteIndex } from "../data/use-site-index.ts";
import { readName } from "../words/read-name.ts";
import { verdictWords } from "../words/verdict-words.ts";
import { laneSegments } from "./lane-turns.ts";

interface LanesProps {
  readonly conversation: Conversation;
  readonly lanes: readonly VerdictLane[];
  readonly chosen: string | null;
  readonly onChoose: (checkId: string) => void;
}

/** Beside the turns, one column per check: how far it looked, and what it found there. */
export function Lanes({ conversation, lanes, chosen, onChoose }: LanesProps) {
  const { checks } = useSiteIndex();
  const rowOf = (turn: number) => conversation.turns.findIndex((shown) => shown.turn === turn) + 1;
  return lanes.flatMap((lane, column) =>
    laneSegments(lane)
      .filter(({ first, last }) => rowOf(first) > 0 && rowOf(last) > 0)
      .map(({ first, last, verdict }) => {
        const name = readName(checks.find(({ mode_id }) => mode_id === lane.mode_id)?.name ?? "");
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
