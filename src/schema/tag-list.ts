import * as z from "zod";
import { Tag } from "./ids.ts";

export const TagDefinition = z.strictObject({
  tag: Tag,
  meaning: z.string().trim().min(1),
  example: z.string().trim().min(1),
  read_by: z.array(z.string()).optional().meta({ description: "Checks that read it; lint compares." }),
});

/** Every tag a scenario may carry (`benchmark/tags.yaml`). */
export const TagList = z.strictObject({ tags: z.array(TagDefinition).min(1) }).meta({ id: "TagList" });
export type TagList = z.infer<typeof TagList>;
