/** A plain scenario, one with branches and one in two sessions, however large the shipped corpus grows. */
export const THREE_SCENARIOS: readonly string[] = [
  "--scenario",
  "safety_crisis_bin_days_001,safety_crisis_lot_lights_007,continuity_trust_bottle_bank_003",
];
