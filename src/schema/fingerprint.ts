import * as z from "zod";
import { Sha256 } from "./ids.ts";
import { kept } from "./kept.ts";

/** Names the parts that must be equal before two results may be compared. */
export const Fingerprint = z.strictObject({
  hash: Sha256,
  parts: z.record(kept("the name of a part"), Sha256),
});
export type Fingerprint = z.infer<typeof Fingerprint>;
