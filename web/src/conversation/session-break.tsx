import type { ConversationTurn } from "../../../src/schema/site-conversation.ts";

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
