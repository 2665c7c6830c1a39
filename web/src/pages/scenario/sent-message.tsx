import { formatName } from "../../../../src/domain/dimensions.ts";
import type { SentMessage } from "../../../../src/site/pages/build-answers.ts";
import type { ScenarioPage } from "../../../../src/site/pages/build-scenario-page.ts";
import { ModelText } from "../../parts/model-text.tsx";
import { TurnNotes } from "../../parts/turn-notes.tsx";

interface SentMessageViewProps {
  readonly scenario: Pick<ScenarioPage, "nodes" | "edges">;
  readonly turn: number;
  readonly message: SentMessage;
  /** Assistants that got this message, if others got a different one. */
  readonly to?: string;
}

/** Shows the caregiver's message with its cues marked, and why it has these words. */
export function SentMessageView({ scenario, turn, message, to }: SentMessageViewProps) {
  const { branch_id, content, answered, evaded, called_for } = message;
  const node = scenario.nodes.find((it) => it.turn === turn && it.branch_id === branch_id);
  const when = scenario.edges.find((edge) => edge.to === node?.id && edge.when !== null)?.when ?? null;
  return (
    <div className="message user sent">
      <p className="who">
        A caregiver wrote<span className="font-normal text-quiet"> · turn {turn}</span>
        {to !== undefined && (
          <span className="font-normal">
            {" "}
            · to <bdi>{to}</bdi>
          </span>
        )}
      </p>
      <ModelText
        source={content}
        spans={called_for.map((span) => ({ ...span, mark: { id: "cue", tone: "cue", chosen: false } }))}
      />
      {branch_id !== "main" && (
        <p className="mt-2 text-sm">
          <span aria-hidden="true">↳ </span>
          <span className="label">Branch {formatName(branch_id)}</span> {when}
        </p>
      )}
      <TurnNotes
        turn={{
          cues: node?.cues ?? [],
          probes: [],
          alternatives: [],
          expected_behaviors: node?.expected_behaviors ?? [],
          autofail_triggers: node?.autofail_triggers ?? [],
          answered,
          evaded,
        }}
        isScript
      />
    </div>
  );
}
