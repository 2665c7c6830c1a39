import * as z from "zod";
import { IsoDate, ModelId } from "../ids.ts";

const UsdPerMillionTokens = z.number().min(0);

export const ModelPrice = z.strictObject({
  model: ModelId,
  family: z.string(),
  input: UsdPerMillionTokens,
  cached_input: UsdPerMillionTokens.optional(),
  cache_write: UsdPerMillionTokens.optional(),
  output: UsdPerMillionTokens,
  batch_share: z.number().gt(0).max(1).optional().meta({
    description: "What asking in batches costs, as a share of the rest; all of it where absent.",
  }),
  as_of: IsoDate,
  source: z.string(),
});

export type ModelPrice = z.infer<typeof ModelPrice>;

/** `benchmark/configs/models.yaml`: known models and their prices. Unknown models are allowed. */
export const ModelCatalog = z.strictObject({ models: z.array(ModelPrice) }).meta({ id: "ModelCatalog" });
export type ModelCatalog = z.infer<typeof ModelCatalog>;
