import * as z from "zod";
import { Version } from "./ids.ts";

/** `benchmark/configs/judge.yaml`: what every judge is told, before any check's own question. */
export const JudgeConfig = z
  .strictObject({
    version: Version,
    contract: z
      .string()
      .trim()
      .min(1)
      .meta({ description: "Role, output contract, evidence rule, injection guard." }),
    verbatim_reminder: z
      .string()
      .trim()
      .min(1)
      .meta({ description: "Sent once when no quote could be verified." }),
    first_temperature: z.number().min(0).max(2),
    later_temperature: z.number().min(0).max(2),
    max_tokens: z.int().min(64),
  })
  .meta({ id: "JudgeConfig" });
export type JudgeConfig = z.infer<typeof JudgeConfig>;
