/** Part of the scoring fingerprint: raised whenever the same votes or text could give another verdict or score. */
export const SCORER_VERSION = "2.1.0";
