import * as z from "zod";
import { CheckPrefix, PackName, Version } from "../ids.ts";

/**
 * Purpose of a pack's scenarios: `twins` of core scenarios, `pairs` that differ in who the person is, or
 * further `scenarios`.
 */
export const PackKind = z.enum(["twins", "pairs", "scenarios"]);
export type PackKind = z.infer<typeof PackKind>;

/** `pack.yaml`: marks a folder as a pack, which loads in addition to the core. */
export const PackManifest = z
  .strictObject({
    $schema: z.string().optional(),
    name: PackName,
    version: Version,
    description: z.string().trim().min(1),
    canary: z.string().regex(/^\S.*$/, "the canary is one line of text"),
    license: z.string().trim().min(1),
    kind: PackKind,
    prefix: CheckPrefix.optional().meta({
      description: "What the ids of its own checks begin with; absent where it brings none.",
    }),
  })
  .meta({ id: "PackManifest" });
export type PackManifest = z.infer<typeof PackManifest>;
