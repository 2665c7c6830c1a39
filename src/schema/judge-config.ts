import * as z from "zod";
import { Version } from "./ids.ts";

const Prose = z.string().trim().min(1);

/** `benchmark/configs/judge.yaml`: what every judge is told, around a check's own question. */
export const JudgeConfig = z
  .strictObject({
    version: Version,
    contract: Prose.meta({ description: "Role, output contract, evidence rule, injection guard." }),
    verbatim_reminder: Prose.meta({ description: "Sent once when no quote could be verified." }),
    format_reminder: Prose.meta({ description: "Sent once when an answer was not one valid object." }),
    one_exchange_reminder: Prose.meta({
      description: "Sent once when quotes for a FAIL came from several exchanges.",
    }),
    each_exchange: Prose.meta({ description: "With a question about all exchanges, each decided alone." }),
    statement_fields: Prose.meta({ description: "With a compliance question: the typed fields it wants." }),
    sweep: Prose.meta({ description: "After a check's question: the search through all replies." }),
    find_cues: Prose.meta({ description: "The search for cues in a conversation without a scenario." }),
    find_claims: Prose.meta({ description: "The search for statements that reference facts could decide." }),
    scale: Prose.meta({ description: "With a question that is answered by a level, not by a verdict." }),
    first_temperature: z.number().min(0).max(2),
    later_temperature: z.number().min(0).max(2),
    max_tokens: z.int().min(64),
    reasoning_effort: z.enum(["minimal", "low", "medium", "high"]).optional(),
  })
  .meta({ id: "JudgeConfig" });
export type JudgeConfig = z.infer<typeof JudgeConfig>;
