import { useCallback, useEffect, useRef, useState } from "react";
import type { LabelDraft, ReviewLabel } from "../../../src/schema/review-label.ts";
import type { ReviewTask, SavedReview } from "../../../src/schema/review-session.ts";
import { DeclinedError, sendDraft } from "./ask-server.ts";

const TYPING_PAUSE_MS = 600;
const RETRY_MS = 3_000;
const UNUSABLE_QUOTE = 422;

export type SaveStatus = "unchanged" | "saving" | "saved" | "unreachable" | "declined";

export interface LabelEditor {
  readonly draft: LabelDraft;
  /** As the server keeps it; its quote says where the words stand. */
  readonly saved: ReviewLabel | null;
  readonly missing: string | null;
  readonly status: SaveStatus;
  /** Why the words given last were not taken. */
  readonly quoteProblem: string | null;
  /** `typing` waits for a pause, so that not every letter is a version. */
  change(part: Partial<LabelDraft>, typing?: boolean): void;
}

/** One item's label: every change is kept here at once and on the server soon after, in order. */
export function useLabel(
  task: ReviewTask,
  onSaved: (item: string, answer: SavedReview) => void,
): LabelEditor {
  const { item } = task.item;
  const [draft, setDraft] = useState(() => draftOf(task.saved));
  const [answer, setAnswer] = useState<SavedReview | null>(null);
  const [status, setStatus] = useState<SaveStatus>("unchanged");
  const [quoteProblem, setQuoteProblem] = useState<string | null>(null);
  const latest = useRef(draft);
  const kept = useRef(draft.quote);
  const unsent = useRef(false);
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(onSaved);
  told.current = onSaved;

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    if (sending.current) return;
    sending.current = true;
    while (unsent.current) {
      unsent.current = false;
      setStatus("saving");
      try {
        const received = await sendDraft(item, latest.current);
        kept.current = draftOf(received.saved).quote;
        setAnswer(received);
        setStatus("saved");
        told.current(item, received);
      } catch (error) {
        if (!(error instanceof DeclinedError)) {
          unsent.current = true;
          setStatus("unreachable");
          timer.current = setTimeout(() => void flush(), RETRY_MS);
          break;
        }
        if (error.status !== UNUSABLE_QUOTE) {
          setStatus("declined");
          continue;
        }
        // The rest of the label is not lost with the words.
        setQuoteProblem(error.message);
        latest.current = { ...latest.current, quote: kept.current };
        setDraft(latest.current);
        unsent.current = true;
      }
    }
    sending.current = false;
  }, [item]);

  const change = useCallback(
    (part: Partial<LabelDraft>, typing = false) => {
      latest.current = { ...latest.current, ...part };
      unsent.current = true;
      setDraft(latest.current);
      if (part.quote !== undefined) setQuoteProblem(null);
      clearTimeout(timer.current);
      if (typing) timer.current = setTimeout(() => void flush(), TYPING_PAUSE_MS);
      else void flush();
    },
    [flush],
  );

  useEffect(() => {
    const leave = () => {
      if (unsent.current) void sendDraft(item, latest.current, true).catch(() => undefined);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      void flush();
    };
  }, [item, flush]);

  const saved = answer?.saved ?? task.saved;
  return { draft, saved, missing: answer?.missing ?? null, status, quoteProblem, change };
}

function draftOf(saved: ReviewLabel | null): LabelDraft {
  if (saved === null) return { label: null, quote: null, confidence: null, note: "" };
  const { label, quote, confidence, note } = saved;
  const words = quote === null ? null : { text: quote.text, turn: quote.turn, role: quote.role };
  return { label, quote: words, confidence, note };
}
