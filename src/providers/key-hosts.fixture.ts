import type { Provenance } from "./key-hosts.ts";

/** All settings are the user's own, including the config. */
export const ALL_OWN: Provenance = { fromDotEnv: new Set(), isConfigVouchedFor: true, allowedHosts: [] };
