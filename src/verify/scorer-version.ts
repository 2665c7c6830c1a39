/** Part of the scoring fingerprint: raised whenever the same votes or text could give another verdict. */
export const SCORER_VERSION = "2.0.0";
