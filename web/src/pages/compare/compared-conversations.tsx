import { Link } from "@tanstack/react-router";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { SiteComparison } from "../../../../src/site/build-comparison.ts";
import type { Conversation } from "../../../../src/site/pages/build-conversation.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { turnOfLane } from "../../parts/lane-turns.ts";
import { ConversationLink } from "../../parts/links.tsx";
import { MessageView } from "../../parts/message-view.tsx";
import { AnswerNotes, Branches } from "../../parts/turn-notes.tsx";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { verdictWords } from "../../words/verdict-words.ts";
import type { Sides } from "./sides.tsx";
import { writeSide } from "./sides.tsx";

interface ComparedConversationsProps {
  readonly comparison: SiteComparison;
  readonly names: Sides;
  readonly scenario: SiteComparison["scenarios"][number];
}

/** Shows the same conversation in two columns, turn by turn. */
export function ComparedConversations({ comparison, names, scenario }: ComparedConversationsProps) {
  const { a, b } = comparison;
  const left = useChunk(chunkPath.conversation(a.scan, scenario.a?.conversation ?? ""));
  const right = useChunk(chunkPath.conversation(b.scan, scenario.b?.conversation ?? ""));
  const turns = [...new Set([...left.turns, ...right.turns].map(({ turn }) => turn))].sort((x, y) => x - y);
  const flipped = new Set<string>(scenario.flipped.map(({ mode_id }) => mode_id));
  return (
    <section aria-labelledby="both" className="grid gap-4">
      <div>
        <h2 id="both">{scenario.title}</h2>
        <Link
          from="/s/$scan/compare"
          to="/s/$scan/compare"
          search={{
            a: writeSide({ scan: a.scan, slug: a.slug }),
            b: writeSide({ scan: b.scan, slug: b.slug }),
          }}
        >
          Back to all differences
        </Link>
      </div>
      {turns.map((turn) => (
        <ComparedTurn key={turn} left={left} right={right} names={names} turn={turn} flipped={flipped} />
      ))}
    </section>
  );
}

interface ComparedTurnProps {
  readonly left: Conversation;
  readonly right: Conversation;
  readonly names: Sides;
  readonly turn: number;
  readonly flipped: ReadonlySet<string>;
}

/** Shows the caregiver's message once if both are the same, or with the reason if they differ, then both replies. */
function ComparedTurn({ left, right, names, turn, flipped }: ComparedTurnProps) {
  const sides = [left, right];
  const asked = sides.map((side) => messageOf(side, turn, "user"));
  const isSame = asked[0] !== undefined && asked[0].content === asked[1]?.content;
  return (
    <section aria-label={`Turn ${turn}`} className="compared">
      {isSame && asked[0] !== undefined && (
        <MessageView message={asked[0]} turn={turn} lanes={left.lanes} chosen={null} />
      )}
      <div className="compared-sides">
        {sides.map((side, index) => {
          const question = asked[index];
          const reply = messageOf(side, turn, "assistant");
          return (
            <div key={`${side.scan} ${side.slug}`} className="turn">
              <h3 className="text-base">
                <ConversationLink scan={side.scan} conversation={side.conversation}>
                  <bdi>{index === 0 ? names.a : names.b}</bdi>
                </ConversationLink>
              </h3>
              {!isSame && question !== undefined && (
                <>
                  <MessageView message={question} turn={turn} lanes={side.lanes} chosen={null} />
                  <WhyOtherwise side={side} turn={turn} />
                </>
              )}
              {reply === undefined ? (
                <p className="text-quiet">This conversation ended before.</p>
              ) : (
                <MessageView message={reply} turn={turn} lanes={side.lanes} chosen={null} />
              )}
              <FoundHere side={side} turn={turn} flipped={flipped} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** Explains why this caregiver's message differs from the other side's. */
function WhyOtherwise({ side, turn }: { readonly side: Conversation; readonly turn: number }) {
  const said = side.turns.find((it) => it.turn === turn);
  if (said === undefined) return null;
  const { answered, evaded, alternatives } = said;
  if (answered.length === 0 && !evaded && alternatives.length === 0) return null;
  return (
    <div className="notes">
      <AnswerNotes answered={answered} evaded={evaded} />
      {alternatives.length > 0 && <Branches alternatives={alternatives} router={side.router} />}
    </div>
  );
}

function messageOf({ turns }: Conversation, turn: number, role: "user" | "assistant") {
  return turns.find((it) => it.turn === turn)?.messages.find((message) => message.role === role);
}

interface FoundHereProps {
  readonly side: Conversation;
  readonly turn: number;
  readonly flipped: ReadonlySet<string>;
}

function FoundHere({ side, turn, flipped }: FoundHereProps) {
  const { checks } = useSiteIndex();
  const found = side.lanes
    .filter((lane) => (lane.verdict === "FAIL" || lane.verdict === "UNCLEAR") && turnOfLane(lane) === turn)
    .toSorted((x, y) => Number(flipped.has(y.mode_id)) - Number(flipped.has(x.mode_id)));
  if (found.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={`Verdicts on turn ${turn}`}>
      {found.map(({ mode_id, verdict }) => (
        <li key={mode_id}>
          <ConversationLink
            scan={side.scan}
            conversation={side.conversation}
            checkId={mode_id}
            className={`chip ${verdict.toLowerCase()} inline-block no-underline`}
          >
            <VerdictShape verdict={verdict} />
            <span className="sr-only">{verdictWords[verdict]}: </span> {mode_id}{" "}
            {formatName(checks.find((check) => check.mode_id === mode_id)?.name ?? "")}
            {flipped.has(mode_id) && " (flipped)"}
          </ConversationLink>
        </li>
      ))}
    </ul>
  );
}
