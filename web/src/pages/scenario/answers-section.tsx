import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScenarioAnswers } from "../../../../src/site/pages/build-answers.ts";
import type { ScenarioPage } from "../../../../src/site/pages/build-scenario-page.ts";
import { useChunkIfThere } from "../../data/use-chunk.ts";
import { Choice } from "../../parts/choice.tsx";
import { useKeys } from "../../parts/keys.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { markVerdicts, sumUpMarks } from "../../words/reply-words.ts";
import { type Answer, AnswerColumn } from "./answer-column.tsx";
import { SentMessageView } from "./sent-message.tsx";
import { describeTurn, TurnStrip } from "./turn-strip.tsx";
import { TwinAnswers } from "./twin-answers.tsx";
import { useTwins } from "./use-twins.ts";

interface AnswersSectionProps {
  readonly scan: string;
  readonly scenario: ScenarioPage;
}

/** Shows one message of the caregiver, and every assistant's answer. The address holds the turn. */
export function AnswersSection({ scan, scenario }: AnswersSectionProps) {
  const answers = useChunkIfThere(chunkPath.answers(scan, scenario.scenario_id));
  const { turn: wanted, repeat, model, twin: twinId } = useSearch({ from: "/s/$scan/scenarios/$scenario" });
  const navigate = useNavigate({ from: "/s/$scan/scenarios/$scenario" });
  const isNarrow = useIsNarrow();
  const twins = useTwins(scan, scenario);
  const turns = answers?.turns ?? [];
  const asked = turns.find(({ turn }) => turn === wanted) ?? gravestTurn(turns);
  const step = (by: 1 | -1) => {
    const next = asked === undefined ? undefined : turns[turns.indexOf(asked) + by];
    if (next !== undefined)
      void navigate({
        search: (before) => ({ ...before, turn: next.turn }),
        replace: true,
        resetScroll: false,
      });
  };
  useKeys({ n: () => step(1), p: () => step(-1) });
  if (answers === null || asked === undefined) return null;
  const all = answersOf(answers, repeat);
  const chosen = all.find((answer) => answer.model.slug === model) ?? all[0];
  const shown = isNarrow && chosen !== undefined ? [chosen] : all;
  const twin = twins.find(({ scenario_id }) => scenario_id === twinId);
  return (
    <section aria-labelledby="answers" className="answers grid gap-4">
      <h2 id="answers">One message, {countWords(all.length)}</h2>
      <TurnStrip turns={turns} turn={asked.turn} />
      <p aria-live="polite">{describeTurn(asked)}</p>
      <p className="reading text-sm text-quiet">
        Said, left out, said wrongly, not clear: what a check{answers.criteria_asked && " or a criterion"}{" "}
        says of this very reply. A reply that nothing judged has no mark.
        <span className="screen-only max-md:hidden"> The keys n and p go from turn to turn.</span>
      </p>
      {twins.length > 0 && <TwinChoice twins={twins} chosen={twin?.scenario_id ?? null} />}
      {isNarrow && chosen !== undefined && all.length > 1 && (
        <Choice
          label="Assistant"
          value={chosen.model.slug}
          options={all.map(({ model: { slug, model_id } }) => [slug, model_id])}
          onChoose={(model) =>
            void navigate({
              search: (before) => ({ ...before, model }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      {twin === undefined ? (
        <AnswerGroups scenario={scenario} asked={asked} answers={shown} of={all.length} />
      ) : (
        <LoadBoundary key={twin.scenario_id}>
          <TwinAnswers scenario={scenario} asked={asked} answers={shown} twin={twin} repeat={repeat} />
        </LoadBoundary>
      )}
    </section>
  );
}

type AskedTurn = ScenarioAnswers["turns"][number];

/** Returns the turn with the most failures, as default without a turn in the address. */
function gravestTurn(turns: readonly AskedTurn[]): AskedTurn | undefined {
  return turns.toSorted((a, b) => b.crossed - a.crossed || b.failed - a.failed || b.open - a.open)[0];
}

/** Returns one conversation per assistant: the requested repeat, or its first. */
export function answersOf({ models }: ScenarioAnswers, repeat: number | undefined): readonly Answer[] {
  return models.flatMap(({ model, conversations: repeats }) => {
    const conversation = repeats.find((it) => it.repeat === repeat) ?? repeats[0];
    return conversation === undefined ? [] : [{ model, conversation, repeats }];
  });
}

interface AnswerGroupsProps {
  readonly scenario: ScenarioPage;
  readonly asked: AskedTurn;
  readonly answers: readonly Answer[];
  /** Number of assistants, shown or not. */
  readonly of: number;
}

function countFailed(answers: readonly Answer[], turn: number): number {
  return answers.filter(({ conversation }) => {
    const { mark } = sumUpMarks(conversation.turns.find((it) => it.turn === turn)?.marks ?? []);
    return mark !== null && markVerdicts[mark] === "FAIL";
  }).length;
}

/** Groups replies below the message they answer. If the caregivers' messages differ, each gets its own group, failures first. */
function AnswerGroups({ scenario, asked, answers, of }: AnswerGroupsProps) {
  const { turn, messages } = asked;
  const messageOf = ({ conversation }: Answer) => conversation.turns.find((it) => it.turn === turn)?.message;
  const groups = messages
    .flatMap((message, index) => {
      const members = answers.filter((answer) => messageOf(answer) === index);
      return members.length === 0 ? [] : [{ message, members }];
    })
    .toSorted((a, b) => countFailed(b.members, turn) - countFailed(a.members, turn));
  const ended = answers.filter((answer) => messageOf(answer) === undefined);
  return (
    <>
      {messages.length > 1 && (
        <p className="reading text-sm">
          The replies before differed, and so does what the caregiver wrote here: {messages.length} messages
          to {of === 1 ? "one assistant" : `${of} assistants`}
          {answers.length < of && ", of which this assistant's is shown"}.
        </p>
      )}
      {groups.map(({ message, members }) => (
        <div key={message.content} className="grid gap-3">
          <SentMessageView
            scenario={scenario}
            turn={turn}
            message={message}
            {...(messages.length > 1 ? { to: members.map(({ model }) => model.model_id).join(", ") } : {})}
          />
          <Columns answers={members} turn={turn} />
        </div>
      ))}
      {ended.length > 0 && <Columns answers={ended} turn={turn} />}
    </>
  );
}

function Columns({ answers, turn }: { readonly answers: readonly Answer[]; readonly turn: number }) {
  return (
    <div className="answer-columns">
      {answers.map((answer) => (
        <AnswerColumn
          key={`${answer.model.scan} ${answer.conversation.conversation}`}
          answer={answer}
          turn={turn}
        />
      ))}
    </div>
  );
}

interface TwinChoiceProps {
  readonly twins: readonly {
    readonly scenario_id: string;
    readonly title: string;
    readonly differs: string | null;
  }[];
  readonly chosen: string | null;
}

function TwinChoice({ twins, chosen }: TwinChoiceProps) {
  const choices = [
    { scenario_id: null, name: "nothing" },
    ...twins.map((twin) => ({ ...twin, name: twin.differs ?? twin.title })),
  ];
  return (
    <nav
      aria-label="Set beside"
      className="screen-only flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm"
    >
      <span className="label">Set beside</span>
      {choices.map(({ scenario_id, name }) => (
        <Link
          key={scenario_id}
          from="/s/$scan/scenarios/$scenario"
          to="/s/$scan/scenarios/$scenario"
          search={(before) => ({ ...before, twin: scenario_id ?? undefined })}
          replace
          resetScroll={false}
          activeOptions={{ exact: true, explicitUndefined: true }}
          aria-current={scenario_id === chosen ? "true" : undefined}
          className={`inline-block min-h-6${scenario_id === chosen ? " font-semibold no-underline" : ""}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

function countWords(count: number): string {
  return `${NUMBERS[count] ?? count} ${count === 1 ? "answer" : "answers"}`;
}

const NARROW = "(width < 48rem)";

/** Whether there is room for only one assistant. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => window.matchMedia(NARROW).matches);
}

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
