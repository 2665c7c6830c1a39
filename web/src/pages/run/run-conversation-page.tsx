import { Link, useParams } from "@tanstack/react-router";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScanBrief } from "../../../../src/site/site-ports.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { PrivateNote, SimulatedNote } from "../../parts/bar-note.tsx";
import { ConversationLink } from "../../parts/links.tsx";
import { MessageView } from "../../parts/message-view.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { SessionBreak, TurnNotes } from "../../parts/turn-notes.tsx";
import { nameScans } from "../../words/names.ts";
import { categoryWords } from "../../words/verdict-words.ts";

/** Page of one conversation of a run, readable before it is judged. */
export function RunConversationPage() {
  const { run, conversation: key } = useParams({ from: "/runs/$run/conversations/$conversation" });
  const conversation = useChunk(chunkPath.runConversation(run, key));
  const { model_id, title, category, description, persona, repeat, turns, router } = conversation;
  return (
    <article className="conversation grid gap-6">
      {conversation.simulated && <SimulatedNote />}
      {conversation.private && <PrivateNote />}
      <header className="grid gap-3">
        <PageHeading
          name={`${model_id}: ${title}`}
          above={
            <>
              <Link to="/runs/$run" params={{ run }}>
                Run {run}
              </Link>{" "}
              · <bdi>{model_id}</bdi>
              {category !== null && ` · ${categoryWords[category]}`}
              {repeat > 1 && ` · repeat ${repeat}`}
            </>
          }
        >
          {title}
        </PageHeading>
        <p className="reading">
          {description}
          {persona !== null && ` ${persona}`}
        </p>
        <NoVerdicts run={run} conversation={key} slug={conversation.slug} />
        {!conversation.complete && (
          <p role="note" className="reading text-unclear">
            This conversation could not be completed. It will count as open.
          </p>
        )}
      </header>
      <div className="turns">
        {turns.map((turn, index) => (
          <section
            key={turn.turn}
            id={`turn-${turn.turn}`}
            aria-labelledby={`turn-${turn.turn}-heading`}
            className="turn"
            style={{ gridRow: index + 1 }}
          >
            <h2 id={`turn-${turn.turn}-heading`} className="sr-only">{`Turn ${turn.turn}`}</h2>
            {turn.session !== null && <SessionBreak session={turn.session} />}
            {turn.messages.map((message) => (
              <MessageView
                key={message.role}
                message={message}
                turn={turn.turn}
                lanes={[]}
                chosen={null}
                cues={turn.cues}
                notes={message.role === "user" && <TurnNotes turn={turn} router={router} />}
              />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

interface NoVerdictsProps {
  readonly run: string;
  readonly conversation: string;
  readonly slug: string;
}

/** States that nothing here is a result, and links to the results if there are any. */
function NoVerdicts({ run, conversation, slug }: NoVerdictsProps) {
  const { scans } = useSiteIndex();
  const names = nameScans(scans);
  const hasModel = ({ run_id, models }: ScanBrief) =>
    run_id === run && models.some((model) => model.slug === slug);
  const judged = scans.filter(hasModel);
  return (
    <p role="note" className="reading text-unclear">
      {judged.length === 0
        ? "No verdicts yet: nobody has judged this conversation. It is shown as it stands in the run’s folder, and says nothing about how well the assistant did."
        : "No verdicts on this page. It is shown as it stands in the run’s folder; with its verdicts: "}
      {judged.map(({ scan }, index) => (
        <span key={scan}>
          {index > 0 && ", "}
          <ConversationLink scan={scan} conversation={conversation}>
            {names.get(scan) ?? scan}
          </ConversationLink>
        </span>
      ))}
    </p>
  );
}
