import { formatName } from "../../../../src/domain/dimensions.ts";
import type { ScenarioPage, ScriptNode } from "../../../../src/site/pages/build-scenario-page.ts";
import { ModelText } from "../../parts/model-text.tsx";
import { SessionBreak, TurnNotes } from "../../parts/turn-notes.tsx";

/** Shows the script as text, turn by turn. */
export function ScriptText({ scenario }: { readonly scenario: ScenarioPage }) {
  const turns = [...Map.groupBy(scenario.nodes, ({ turn }) => turn)].sort(([a], [b]) => a - b);
  return (
    <ol className="grid max-w-3xl gap-5">
      {turns.map(([turn, nodes]) => {
        const session =
          scenario.sessions_told.length > 1
            ? scenario.sessions_told.find(({ first_turn }) => first_turn === turn)
            : undefined;
        return (
          <li key={turn} id={`turn-${turn}`} className="grid gap-3">
            {session !== undefined && <SessionBreak session={session} />}
            <h3 className="text-base">Turn {turn}</h3>
            {nodes.map((node) => (
              <ScriptMessage key={node.id} node={node} scenario={scenario} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

function ScriptMessage({ node, scenario }: { readonly node: ScriptNode; readonly scenario: ScenarioPage }) {
  const isBranch = node.branch_id !== "main";
  const when = scenario.edges.find(({ to, when: condition }) => to === node.id && condition !== null)?.when;
  return (
    <div className={`message user${isBranch ? " ms-6" : ""}`}>
      {isBranch && (
        <p className="text-sm">
          <span className="label">Branch {formatName(node.branch_id)}</span> {when}
        </p>
      )}
      <ModelText source={node.user_message} />
      <TurnNotes turn={{ ...node, alternatives: [] }} isScript />
    </div>
  );
}
