/** Columns that join tables, and the known facts about an imported conversation. */
import type { VerdictRow } from "../schema/scan/verdict.ts";
import { type Column, column, type KnownConversation } from "./table.ts";

/** Key of a conversation, the same in every artefact. */
export type NamedConversation = Pick<VerdictRow, "transcript_id" | "model_id" | "scenario_id" | "repeat">;

/** Common fields of every row about a conversation. */
export interface OfConversation {
  readonly named: NamedConversation;
  readonly conversation: KnownConversation;
}

export const RUN_ID: Column<OfConversation> = column.text(
  "run_id",
  "The run that the conversation is in.",
  ({ conversation }) => conversation.run_id,
);

/** Column of rows that come from a scan. */
export const SCAN_ID: Column<{ readonly scanId: string | null }> = column.text(
  "scan_id",
  "The scan that judged it.",
  ({ scanId }) => scanId,
);

export const NAME_COLUMNS: readonly Column<OfConversation>[] = [
  column.text(
    "transcript_id",
    "The conversation, of one model, one scenario and one repeat.",
    ({ named }) => named.transcript_id,
  ),
  column.text("model_id", "Who replied.", ({ named }) => named.model_id),
  column.text(
    "scenario_id",
    "The scenario, or `import_…` of a conversation without one.",
    ({ named }) => named.scenario_id,
  ),
  column.integer("repeat", "Which conversation of the scenario, from 1.", ({ named }) => named.repeat),
];

export const IMPORT_COLUMNS: readonly Column<OfConversation>[] = [
  column.text.orNull(
    "imported_id",
    "What an imported conversation is called in its file.",
    ({ conversation }) => conversation.imported_id,
  ),
  column.time.orNull(
    "conversation_at",
    "When an imported conversation was had, where its file says so.",
    ({ conversation }) => conversation.at,
  ),
  column.json.orNull(
    "labels",
    "Labels of an imported conversation.",
    ({ conversation }) => conversation.labels,
  ),
  column.json.orNull(
    "metadata",
    "What else its file says of an imported conversation.",
    ({ conversation }) => conversation.metadata,
  ),
];

/** Column that tells whether the conversation counts in any rate. */
export const COMPLETE: Column<OfConversation> = column.boolean(
  "complete",
  "Whether the conversation came to its end; one that broke off is in no rate.",
  ({ conversation }) => conversation.complete,
);
