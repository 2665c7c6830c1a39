import { formatName } from "../../../src/domain/dimensions.ts";
import { formatQuantity } from "../../../src/domain/number-words.ts";
import type { Alternative, ConversationTurn } from "../../../src/site/pages/conversation-turns.ts";
import type { CueMark, MemoryProbe } from "../../../src/site/pages/describe-script.ts";
import { ModelText } from "./model-text.tsx";

type Annotated = Pick<
  ConversationTurn,
  "cues" | "alternatives" | "probes" | "expected_behaviors" | "autofail_triggers"
> &
  Partial<Pick<ConversationTurn, "answered" | "evaded">>;

interface TurnNotesProps {
  readonly turn: Annotated;
  /** Set for a script alone, which has no replies. */
  readonly isScript?: boolean;
  /** Model that chose the branches, if the script's own words did not. */
  readonly router?: string | undefined;
}

/** Notes of the script on this turn: cues, branches, expected memory, expectations. */
export function TurnNotes({ turn, isScript = false, router }: TurnNotesProps) {
  const { cues, answered = [], evaded = false, alternatives, probes } = turn;
  const { expected_behaviors, autofail_triggers } = turn;
  const judged = [...new Set(cues.flatMap(({ modes }) => modes))];
  return (
    <div className="notes">
      {cues.map((cue) => (
        <Cue key={`${cue.kind} ${cue.cue ?? ""} ${cue.tags.join(" ")} ${cue.modes.join(" ")}`} cue={cue} />
      ))}
      <AnswerNotes answered={answered} evaded={evaded} />
      {alternatives.length > 0 && <Branches alternatives={alternatives} router={router} />}
      {probes.map((probe) => (
        <Probe key={`${probe.kind} ${probe.expected.join(" ")}`} probe={probe} isScript={isScript} />
      ))}
      {expected_behaviors.length + autofail_triggers.length > 0 && (
        <details>
          <summary>The author’s note on what to expect of the reply</summary>
          <p>
            {judged.length === 0
              ? "For readers and reviewers. Nothing here is judged by itself: what is judged are the checks."
              : `For readers and reviewers. Judged is only what a check asks; marked for this turn: ${judged.join(", ")}.`}
          </p>
          <ul className="list-disc ps-5">
            {expected_behaviors.map((text) => (
              <li key={text}>{text}</li>
            ))}
            {autofail_triggers.map((text) => (
              <li key={text}>
                <strong>Should never:</strong> {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Notes on the caregiver's words that answer the previous reply's request. */
export function AnswerNotes({ answered, evaded }: Pick<ConversationTurn, "answered" | "evaded">) {
  return (
    <>
      {answered.map((words) => (
        <p key={words}>
          <span aria-hidden="true">↳ </span>
          <span className="label">Answer</span> Asked for by the reply before: <q>{words}</q>
        </p>
      ))}
      {evaded && (
        <p>
          <span aria-hidden="true">↳ </span>
          <span className="label">Answer</span> The reply before asked; the caregiver evades.
        </p>
      )}
    </>
  );
}

function Cue({ cue: { cue, severity, tags, modes } }: { readonly cue: CueMark }) {
  const about = cue ?? [...tags.map((tag) => tag.replaceAll("_", " ")), ...modes].join(", ");
  return (
    <p>
      <span className="cue-flag" aria-hidden="true">
        ⚑
      </span>{" "}
      <span className="label">Cue</span> {about}
      {severity !== null && ` (${severity})`}
    </p>
  );
}

export function Branches({
  alternatives,
  router,
}: { readonly alternatives: readonly Alternative[] } & Pick<TurnNotesProps, "router">) {
  const taken = alternatives.find((alternative) => alternative.taken);
  const others = alternatives.filter((alternative) => !alternative.taken);
  return (
    <>
      <p>
        <span aria-hidden="true">↳ </span>
        <span className="label">Branch</span>{" "}
        {taken === undefined || taken.branch_id === "main"
          ? "The script went straight on"
          : `The script took “${taken.branch_id.replaceAll("_", " ")}”`}
        {taken?.matched != null && `, because the reply before said “${taken.matched}”`}
        {router !== undefined && (
          <>
            , as <bdi>{router}</bdi> chose
          </>
        )}
        .
      </p>
      {others.length > 0 && (
        <details>
          <summary>{formatQuantity(others.length, "line")} not taken</summary>
          {others.map(({ branch_id, when, user_message }) => (
            <div key={branch_id} className="mt-2 border-s-2 border-rule ps-3">
              <p>
                <span className="label">{formatName(branch_id)}</span> {when}
              </p>
              <ModelText source={user_message} />
            </div>
          ))}
        </details>
      )}
    </>
  );
}

function Probe({ probe, isScript }: { readonly probe: MemoryProbe; readonly isScript: boolean }) {
  const { kind, expected, forbidden, outcome, comment } = probe;
  const told = outcome === null ? "Nobody looked whether it did." : `It was ${outcome}.`;
  return (
    <p>
      <span className="label">Memory probe</span> {kind.replaceAll("_", " ")}: the reply should hold{" "}
      {expected.map((word) => `“${word}”`).join(" or ")}
      {forbidden.length > 0 && `, and not ${forbidden.map((word) => `“${word}”`).join(" or ")}`}
      {isScript ? "." : `. ${told}`}
      {comment !== null && ` ${comment}`}
    </p>
  );
}

export function SessionBreak({ session }: { readonly session: NonNullable<ConversationTurn["session"]> }) {
  const { session_number, time_elapsed, context } = session;
  return (
    <header className="mb-3 border-t-2 border-edge pt-2 text-sm">
      <h2 className="text-base">
        Session {session_number}
        {time_elapsed !== null && <span className="font-normal">, {time_elapsed}</span>}
      </h2>
      {context !== null && <p className="text-quiet">{context}</p>}
    </header>
  );
}
