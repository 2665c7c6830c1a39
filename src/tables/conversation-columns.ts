/** The columns by which tables are joined, and what is known of an imported conversation. */
import type { VerdictRow } from "../schema/scan/verdict.ts";
import type { Column, KnownConversation } from "./table.ts";

/** What names a conversation, in every artefact alike. */
export type NamedConversation = Pick<VerdictRow, "transcript_id" | "model_id" | "scenario_id" | "repeat">;

/** What every row about a conversation has. */
export interface OfConversation {
  readonly named: NamedConversation;
  readonly conversation: KnownConversation;
}

export const RUN_ID: Column<OfConversation> = {
  name: "run_id",
  type: "text",
  about: "The run that the conversation is in.",
  read: ({ conversation }) => conversation.run_id,
};

/** Of rows that come from a scan. */
export const SCAN_ID: Column<{ readonly scanId: string | null }> = {
  name: "scan_id",
  type: "text",
  about: "The scan that judged it.",
  read: ({ scanId }) => scanId,
};

export const NAME_COLUMNS: readonly Column<OfConversation>[] = [
  {
    name: "transcript_id",
    type: "text",
    about: "The conversation, of one model, one scenario and one repeat.",
    read: ({ named }) => named.transcript_id,
  },
  {
    name: "model_id",
    type: "text",
    about: "Who replied.",
    read: ({ named }) => named.model_id,
  },
  {
    name: "scenario_id",
    type: "text",
    about: "The scenario, or `import_…` of a conversation without one.",
    read: ({ named }) => named.scenario_id,
  },
  {
    name: "repeat",
    type: "integer",
    about: "Which conversation of the scenario, from 1.",
    read: ({ named }) => named.repeat,
  },
];

export const IMPORT_COLUMNS: readonly Column<OfConversation>[] = [
  {
    name: "imported_id",
    type: "text",
    nullable: true,
    about: "What an imported conversation is called in its file.",
    read: ({ conversation }) => conversation.imported_id,
  },
  {
    name: "conversation_at",
    type: "time",
    nullable: true,
    about: "When an imported conversation was had, where its file says so.",
    read: ({ conversation }) => conversation.at,
  },
  {
    name: "labels",
    type: "json",
    nullable: true,
    about: "Labels of an imported conversation.",
    read: ({ conversation }) => conversation.labels,
  },
  {
    name: "metadata",
    type: "json",
    nullable: true,
    about: "What else its file says of an imported conversation.",
    read: ({ conversation }) => conversation.metadata,
  },
];

/** Whether it is in a rate at all. */
export const COMPLETE: Column<OfConversation> = {
  name: "complete",
  type: "boolean",
  about: "Whether the conversation came to its end; one that broke off is in no rate.",
  read: ({ conversation }) => conversation.complete,
};
