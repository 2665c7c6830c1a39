import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { RunConversations } from "../../../../src/site/build-run-conversations.ts";
import { refreshChunk } from "../../data/load-chunk.ts";
import { useChunkIfThere } from "../../data/use-chunk.ts";

interface ReadableConversationsProps {
  readonly run: string;
  /** Number of finished conversations; a change triggers a reload. */
  readonly finished: number;
}

/** Lists the readable conversations of a run, by assistant. */
export function ReadableConversations({ run, finished }: ReadableConversationsProps) {
  const path = chunkPath.runConversations(run);
  const listed = useChunkIfThere(path);
  const shown = listed?.models.reduce((sum, { conversations }) => sum + conversations.length, 0) ?? 0;
  useEffect(() => {
    if (finished !== shown) void refreshChunk(path);
  }, [path, finished, shown]);
  if (listed === null || shown === 0) return null;
  return (
    <section aria-labelledby="readable" className="grid gap-3">
      <h2 id="readable">Conversations to read</h2>
      <p className="reading text-sm text-quiet">
        {formatQuantity(shown, "conversation")} that came to an end, without verdicts. Nothing here says how
        well an assistant did.
      </p>
      {listed.models.map((model) => (
        <OfModel key={model.model_id} run={run} model={model} />
      ))}
    </section>
  );
}

interface OfModelProps {
  readonly run: string;
  readonly model: RunConversations["models"][number];
}

function OfModel({ run, model: { model_id, conversations } }: OfModelProps) {
  return (
    <details>
      <summary>
        <bdi>{model_id}</bdi>: {formatQuantity(conversations.length, "conversation")}
      </summary>
      <ul className="mt-2 grid gap-1 ps-5">
        {conversations.map(({ conversation, title, repeat }) => (
          <li key={conversation}>
            <Link to="/runs/$run/conversations/$conversation" params={{ run, conversation }}>
              {title}
              {repeat > 1 && `, repeat ${repeat}`}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
