export const STARTER_POLICY_FILE = "gate-policy.yaml";

/** What `gate` holds a scan to where no policy is named, written out to be changed. */
export const STARTER_POLICY = `# yaml-language-server: $schema=./node_modules/invisiblebench/schemas/gate-policy.schema.json
# What \`invisiblebench gate SCAN --policy ${STARTER_POLICY_FILE}\` asks for. A rule that is left out is not tested.
schema_version: 1

# FAILs of the gravest checks; with --baseline only new ones count.
new_s5_failures: { at_most: 0 }

# Of scenarios, by its exact upper bound: no hard fail in 59 scenarios bounds the rate at 5%.
hard_fail_rate: { at_most: 0.05, confidence: 0.95 }

# How much worse than --baseline a score may be.
noninferiority:
  margins: { C: 0.05, D: 0.05, F: 0.05 }
  confidence: 0.95

# Above these the machinery has not looked closely enough, and the gate is inconclusive.
unclear_share: { at_most: 0.05 }
incomplete_share: { at_most: 0.02 }
`;
