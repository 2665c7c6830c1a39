import { Link } from "@tanstack/react-router";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScenarioAnswers, SentMessage } from "../../../../src/site/pages/build-answers.ts";
import type { ScenarioPage } from "../../../../src/site/pages/build-scenario-page.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { type Answer, AnswerColumn } from "./answer-column.tsx";
import { SentMessageView } from "./sent-message.tsx";
import type { Twin } from "./use-twins.ts";

interface TwinAnswersProps {
  readonly scenario: ScenarioPage;
  readonly asked: ScenarioAnswers["turns"][number];
  readonly answers: readonly Answer[];
  readonly twin: Twin;
  readonly repeat: number | undefined;
}

/** Shows the same turn of two scenarios that differ in one thing: both messages, then each assistant's two replies. */
export function TwinAnswers({ scenario, asked, answers, twin, repeat }: TwinAnswersProps) {
  const { turn } = asked;
  const other = useChunk(chunkPath.answers(twin.scan, twin.scenario_id));
  const otherScript = useChunk(chunkPath.scenario(twin.scenario_id));
  const otherAsked = other.turns.find((it) => it.turn === turn);
  const own = { scenario, messages: asked.messages };
  const beside = { scenario: otherScript, messages: otherAsked?.messages ?? [] };
  const isOneEach = own.messages.length <= 1 && beside.messages.length <= 1;
  return (
    <div className="twins">
      <div className="twin-row">
        <h3 className="text-base">{scenario.title}</h3>
        <h3 className="text-base">
          <Link
            to="/s/$scan/scenarios/$scenario"
            params={{ scan: twin.scan, scenario: twin.scenario_id }}
            search={{ turn }}
          >
            {otherScript.title}
          </Link>
          {twin.differs !== null && <span className="font-normal text-quiet"> · {twin.differs}</span>}
        </h3>
      </div>
      {isOneEach && (
        <div className="twin-row">
          <Sent {...own} turn={turn} message={own.messages[0]} />
          <Sent {...beside} turn={turn} message={beside.messages[0]} />
        </div>
      )}
      {answers.map((answer) => {
        const { model } = answer;
        const repeats = other.models.find((it) => it.model.model_id === model.model_id);
        const conversation =
          repeats?.conversations.find((it) => it.repeat === repeat) ?? repeats?.conversations[0];
        return (
          <div key={`${model.scan} ${model.slug}`} className="twin-row">
            <div className="grid content-start gap-2">
              {!isOneEach && <Sent {...own} turn={turn} message={sentTo(answer, own.messages, turn)} />}
              <AnswerColumn answer={answer} turn={turn} />
            </div>
            <div className="grid content-start gap-2">
              {repeats === undefined || conversation === undefined ? (
                <p className="text-quiet">
                  <bdi>{model.model_id}</bdi> did not have this conversation.
                </p>
              ) : (
                <TwinReply
                  answer={{ model: repeats.model, conversation, repeats: repeats.conversations }}
                  side={beside}
                  turn={turn}
                  withMessage={!isOneEach}
                />
              )}
            </div>
          </div>
        );
      })}
    </div>
  );
}

interface TwinSide {
  readonly scenario: ScenarioPage;
  readonly messages: readonly SentMessage[];
}

function TwinReply({
  answer,
  side,
  turn,
  withMessage,
}: {
  readonly answer: Answer;
  readonly side: TwinSide;
  readonly turn: number;
  readonly withMessage: boolean;
}) {
  return (
    <>
      {withMessage && <Sent {...side} turn={turn} message={sentTo(answer, side.messages, turn)} />}
      <AnswerColumn answer={answer} turn={turn} />
    </>
  );
}

function sentTo(
  { conversation }: Answer,
  messages: readonly SentMessage[],
  turn: number,
): SentMessage | undefined {
  return messages[conversation.turns.find((it) => it.turn === turn)?.message ?? -1];
}

function Sent({
  scenario,
  turn,
  message,
}: Pick<TwinSide, "scenario"> & { readonly turn: number; readonly message: SentMessage | undefined }) {
  return message === undefined ? (
    <p className="text-quiet">There is no such turn here.</p>
  ) : (
    <SentMessageView scenario={scenario} turn={turn} message={message} />
  );
}
