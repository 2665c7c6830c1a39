import { ModelId } from "../schema/ids.ts";

const UNNAMED = "unnamed";
/** Simulated models are programs of ours: what is read from a file must not pass for one, nor the reverse. */
const OWN = /^sim\//;

/** Our name for another tool's model: its own where it has a provider, else one of the provider `imported`. */
export function nameModel(model: string | null): ModelId {
  const name = (model ?? UNNAMED).trim().replaceAll(/\s+/g, "-");
  const known = ModelId.safeParse(name);
  return known.success && !OWN.test(name) ? known.data : ModelId.parse(`imported/${name || UNNAMED}`);
}
