import * as z from "zod";
import { Sha256 } from "./ids.ts";

/** Names the parts that must be equal before two results may be compared. */
export const Fingerprint = z.strictObject({
  hash: Sha256,
  parts: z.record(z.string(), Sha256),
});
export type Fingerprint = z.infer<typeof Fingerprint>;
