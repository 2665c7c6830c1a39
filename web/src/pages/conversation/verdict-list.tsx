import { formatName } from "../../../../src/domain/dimensions.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import type { Conversation, VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { VerdictShape, VerdictTone } from "../../parts/verdict-mark.tsx";
import { verdictWords } from "../../words/verdict-words.ts";
import { VerdictDetail } from "./verdict-detail.tsx";

interface VerdictListProps {
  readonly conversation: Conversation;
  readonly chosen: string | null;
  readonly withPassed: boolean;
  readonly onShowPassed: (withPassed: boolean) => void;
  readonly onChoose: (checkId: string) => void;
}

/** List of every check that looked; the chosen one is open. */
export function VerdictList({ conversation, chosen, withPassed, onShowPassed, onChoose }: VerdictListProps) {
  const { lanes, not_eligible, unlooked } = conversation;
  const withoutOccasion = not_eligible.length - unlooked.reduce((sum, { checks }) => sum + checks.length, 0);
  const loud = lanes.filter(({ verdict }) => verdict === "FAIL" || verdict === "UNCLEAR");
  const quiet = lanes.filter((lane) => !loud.includes(lane));
  const shown = withPassed ? lanes : [...loud, ...quiet.filter(({ mode_id }) => mode_id === chosen)];
  return (
    <div className="grid gap-3">
      {loud.length === 0 && <p>Nothing failed and nothing was left unclear.</p>}
      <ul aria-label="Verdicts">
        {shown.map((lane) => (
          <VerdictItem
            key={lane.mode_id}
            conversation={conversation}
            lane={lane}
            isOpen={lane.mode_id === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {quiet.length > 0 && (
        <button
          type="button"
          className="control justify-self-start text-sm"
          aria-pressed={withPassed}
          onClick={() => onShowPassed(!withPassed)}
        >
          {withPassed ? "Hide" : "Show"} {formatQuantity(quiet.length, "check")} that passed or did not apply
        </button>
      )}
      {withoutOccasion > 0 && (
        <p className="text-sm text-quiet">
          {formatQuantity(withoutOccasion, "other check")} had no occasion here.
        </p>
      )}
      {unlooked.map(({ because, checks }) => (
        <p key={because} className="text-sm text-unclear">
          {formatQuantity(checks.length, "check was", "checks were")} not looked for ({checks.join(", ")}):{" "}
          {because}.
        </p>
      ))}
    </div>
  );
}

interface VerdictItemProps {
  readonly conversation: Conversation;
  readonly lane: VerdictLane;
  readonly isOpen: boolean;
  readonly onChoose: (checkId: string) => void;
}

function VerdictItem({ conversation, lane, isOpen, onChoose }: VerdictItemProps) {
  const { checks } = useSiteIndex();
  const { mode_id, verdict } = lane;
  return (
    <li className="verdict">
      <button
        type="button"
        className="verdict-button"
        aria-expanded={isOpen}
        onClick={() => onChoose(mode_id)}
      >
        <VerdictTone verdict={verdict}>
          <VerdictShape verdict={verdict} />
        </VerdictTone>
        <span className="sr-only">{verdictWords[verdict]}: </span>
        <span>
          {mode_id} {formatName(checks.find((check) => check.mode_id === mode_id)?.name ?? "")}
        </span>
      </button>
      {isOpen && <VerdictDetail conversation={conversation} lane={lane} />}
    </li>
  );
}
