import { useNavigate } from "@tanstack/react-router";
import type { Conversation, FindingPlace } from "../../../../src/site/pages/build-conversation.ts";
import { useKeys } from "../../parts/keys.tsx";
import { findingsInOrder } from "../../parts/lane-turns.ts";

interface FindingNavigationProps {
  readonly conversation: Conversation;
  readonly chosen: string | null;
}

/** Navigates between findings, through this conversation and on to the next one with findings. */
export function FindingNavigation({ conversation, chosen }: FindingNavigationProps) {
  const navigate = useNavigate();
  const { scan, conversation: key, previous_finding, next_finding, lanes } = conversation;
  const findings: readonly string[] = findingsInOrder(lanes).map(({ mode_id }) => mode_id);
  const position = chosen === null ? -1 : findings.indexOf(chosen);
  const here = (mode_id: string | undefined): Place | null =>
    mode_id === undefined ? null : { conversation: key, mode_id };
  const next = here(findings[position + 1]) ?? next_finding;
  const previous = (position > 0 ? here(findings[position - 1]) : null) ?? previous_finding;
  const go = (place: Place | null) => {
    if (place === null) return;
    void navigate({
      to: "/s/$scan/conversations/$conversation",
      params: { scan, conversation: place.conversation },
      search: { check: place.mode_id },
      replace: place.conversation === key,
    });
  };
  useKeys({ n: () => go(next), j: () => go(next), p: () => go(previous), k: () => go(previous) });
  return (
    <nav
      aria-label="Findings"
      className="screen-only sticky top-0 z-10 -mx-2 flex flex-wrap items-center gap-3 bg-ground px-2 py-2 text-sm"
    >
      <button
        type="button"
        className="control disabled:opacity-50"
        disabled={previous === null}
        onClick={() => go(previous)}
        aria-keyshortcuts="p k"
      >
        ← Finding before
      </button>
      <button
        type="button"
        className="control disabled:opacity-50"
        disabled={next === null}
        onClick={() => go(next)}
        aria-keyshortcuts="n j"
      >
        Next finding →
      </button>
      <span className="text-quiet" role="status">
        {findings.length === 0
          ? "No check failed here"
          : position === -1
            ? `${findings.length} found here`
            : `${position + 1} of ${findings.length} found here`}
      </span>
      {/* The heading says it too, but scrolls away. */}
      <span aria-hidden="true" className="order-first w-full truncate md:order-none md:ms-auto md:w-auto">
        <bdi className="font-semibold">{conversation.model_id}</bdi> · {conversation.title}
      </span>
    </nav>
  );
}

type Place = Pick<FindingPlace, "conversation" | "mode_id"> | { conversation: string; mode_id: string };
