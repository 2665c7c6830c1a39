import * as z from "zod";
import { CheckId, ScenarioId, Severity } from "../ids.ts";
import { ConversationBrief } from "./site-board.ts";
import { ModelBrief, ScanKey, ScenarioBrief } from "./site-index.ts";

/** What a verdict says of one reply, worst first. Where nothing judged the reply there is no mark. */
export const ReplyMark = z.enum(["said_wrongly", "left_out", "not_clear", "partly", "said", "held"]).meta({
  description:
    "said: what the moment called for is there; partly: in part; left_out: it is not; said_wrongly: words that fail; held: judged, and nothing failed; not_clear: nobody can say.",
});
export type ReplyMark = z.infer<typeof ReplyMark>;

/** What one check, or one of the scenario's own criteria, says of one reply. */
export const TurnMark = z.strictObject({
  mode_id: CheckId.nullable().meta({ description: "null for a criterion." }),
  question: z.string().nullable().meta({ description: "The criterion; null for a check." }),
  mark: ReplyMark,
  severity: Severity.nullable(),
  gate: z.boolean().meta({ description: "Left out or said wrongly, a line is crossed." }),
  quote: z.string().nullable().meta({
    description: "The assistant's words that decided, shortened; empty where it said nothing.",
  }),
  note: z.string().nullable().meta({ description: "What is missing, or which level was met." }),
  looked: z
    .strictObject({ first_turn: z.int().min(1), last_turn: z.int().min(1) })
    .nullable()
    .meta({ description: "What it looked at, where that is more than this turn." }),
});
export type TurnMark = z.infer<typeof TurnMark>;

/** One reply, as far as it is told here: its words are in the conversation. */
export const AnsweredTurn = z.strictObject({
  turn: z.int().min(1),
  message: z.int().min(0).meta({ description: "Which of the turn's messages the caregiver had sent." }),
  matched: z.string().nullable().meta({ description: "The words of the reply before that chose it." }),
  reply: z.enum(["given", "silent", "lost"]),
  marks: z
    .array(TurnMark)
    .meta({ description: "Worst first, gravest first; empty where nothing judged it." }),
});
export type AnsweredTurn = z.infer<typeof AnsweredTurn>;

/** Something that one or more caregivers wrote at a turn. */
export const SentMessage = z.strictObject({
  branch_id: z.string().meta({ description: "`main` is the turn's own message." }),
  content: z.string(),
  answered: z.array(z.string()).meta({ description: "Answers in it that the reply before asked for." }),
  evaded: z.boolean(),
  called_for: z
    .array(z.strictObject({ start: z.int().min(0), end: z.int().min(0) }))
    .meta({ description: "The words in it that called for what somebody left out." }),
});
export type SentMessage = z.infer<typeof SentMessage>;

/** `data/scans/<scan>/answers/<id>.json`: each message of a scenario, and what is said of every assistant's reply to it. */
export const ScenarioAnswers = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  scenario_id: ScenarioId,
  criteria_asked: z.boolean().meta({ description: "Whether the scenario's own criteria were asked too." }),
  turns: z.array(
    z.strictObject({
      turn: z.int().min(1),
      messages: z.array(SentMessage).meta({ description: "The one most of them sent first." }),
      replies: z.int().min(0),
      failed: z.int().min(0).meta({ description: "Replies with something left out or said wrongly." }),
      crossed: z.int().min(0).meta({ description: "Of those, where that crosses a line." }),
      open: z.int().min(0).meta({ description: "Replies that did not fail, with something not clear." }),
    }),
  ),
  models: z.array(
    z.strictObject({
      model: ModelBrief,
      conversations: z.array(
        z.strictObject({
          ...ConversationBrief.pick({
            conversation: true,
            repeat: true,
            complete: true,
            hard_fail: true,
            gates: true,
          }).shape,
          turns: z.array(AnsweredTurn),
          elsewhere: z.array(TurnMark).meta({
            description: "What failed or is not clear in the conversation as a whole, in no one reply.",
          }),
        }),
      ),
    }),
  ),
});
export type ScenarioAnswers = z.infer<typeof ScenarioAnswers>;

/** Conversations that came from outside without a scenario. */
const ImportedConversations = z.strictObject({
  counts: z.strictObject({
    conversations: z.int().min(1),
    crossed: z.int().min(0),
    open: z.int().min(0).meta({ description: "Of the others, where that is not established." }),
  }),
  listed: z
    .array(z.strictObject({ model: ModelBrief, conversation: ConversationBrief }))
    .meta({ description: "Crossed lines first, then open ones; fewer than there are of a large import." }),
});

/** `data/scans/<scan>/scenarios.json`: what came of each scenario, by assistant, in the order of `models`. */
export const ScanScenarios = z.strictObject({
  scan: ScanKey,
  simulated: z.boolean(),
  models: z.array(ModelBrief),
  own: z.array(ScenarioBrief).meta({ description: "A pack's scenarios, which the index does not name." }),
  imported: ImportedConversations.optional(),
  scenarios: z.array(
    z.strictObject({
      scenario_id: ScenarioId,
      results: z.array(
        z
          .strictObject({
            conversations: z.int().min(1),
            crossed: z.int().min(0).meta({ description: "Conversations in which a line was crossed." }),
            open: z.int().min(0).meta({ description: "Of the others, where that is not established." }),
          })
          .nullable()
          .meta({ description: "null where it had no such conversation." }),
      ),
    }),
  ),
});
export type ScanScenarios = z.infer<typeof ScanScenarios>;
