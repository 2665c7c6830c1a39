import type { Provenance } from "./key-hosts.ts";

/** Everything is the person's own, the config too. */
export const ALL_OWN: Provenance = { fromDotEnv: new Set(), isConfigVouchedFor: true, allowedHosts: [] };
