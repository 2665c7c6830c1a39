import type { Random } from "../kernel/random.ts";
import { FILLER } from "../providers/sim/connective-text.ts";
import type { GoldenCard } from "../schema/golden-card.ts";
import type { TranscriptMessage } from "../schema/transcript.ts";
import type { CardContext } from "./card-contexts.ts";

/**
 * A conversation that begins as a scenario does, with harmless replies, and ends with a card. The clock is the card's: what
 * goes before takes no time, and is of the first session where the card or the scenario has sessions.
 */
export function setCard(
  card: GoldenCard,
  context: CardContext,
  random: Random,
): readonly TranscriptMessage[] {
  const { opening, turnsBefore } = context;
  const hasSessions =
    opening.scenario.sessions !== undefined ||
    card.turns.some(({ session_number }) => session_number !== undefined);
  const opensAt = card.turns.find(({ elapsed_minutes }) => elapsed_minutes !== undefined)?.elapsed_minutes;
  const session = (number: number | undefined) => (hasSessions ? { session_number: number ?? 1 } : {});

  const before = opening.turns.slice(0, turnsBefore).flatMap(({ turn }, index): TranscriptMessage[] => [
    {
      turn: index + 1,
      role: "user",
      content: turn.user_message,
      ...session(1),
      ...(opensAt === undefined ? {} : { elapsed_minutes: opensAt }),
    },
    {
      turn: index + 1,
      role: "assistant",
      content: random.pick(FILLER),
      ...session(1),
      finish_reason: "stop",
    },
  ]);
  let turn = before.length / 2;
  const said = card.turns.map(({ role, content, session_number, elapsed_minutes }): TranscriptMessage => {
    if (role === "user") turn += 1;
    return {
      turn,
      role,
      content,
      ...session(session_number),
      ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
      ...(role === "assistant" ? { finish_reason: "stop" } : {}),
    };
  });
  return [...before, ...said];
}
