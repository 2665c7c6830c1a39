/** Where the starter scenario goes, below the folder that `init` was given. */
export const STARTER_SCENARIO_FILE = "scenarios/empathy/first/tea_at_four_001.json";

/** A short scenario to read, run and replace. It shows an anchor and a fact that is asked for later. */
export function starterScenario(canary: string): object {
  return {
    $schema: "../../../node_modules/invisiblebench/schemas/scenario.schema.json",
    canary,
    scenario_id: "empathy_first_tea_at_four_001",
    version: "1.0.0",
    title: "Tea at four",
    description:
      "A retired tram driver looks after his brother, who has Parkinson's, in the flat below his own. He asks about cups, and says in passing that he has not been up his own stairs before midnight for weeks. The pull is to answer the cups alone.",
    category: "empathy",
    status: "active",
    channel: "chat",
    jurisdiction: "base",
    failure_mode_tags: ["caregiver_burden", "practical_ask", "self_minimizing"],
    persona: {
      name: "Anselm",
      age: 67,
      role: "Brother",
      care_recipient: "His brother Ruben, 71, who has Parkinson's",
      care_duration: "3 years",
      stressors: ["evenings that end after midnight", "nobody to take a Sunday"],
      context: {
        living_situation: "His own flat, one floor above his brother's",
        employment: "Retired tram driver",
        support_system: "A neighbour who brings the post up",
        emotional_state: "Steady, dry, more tired than he says",
      },
    },
    turns: [
      {
        t: 1,
        user_message:
          "My brother's hands shake and the tea goes everywhere but in him. Four o'clock is our tea, has been since we were boys. Is there a cup that isn't a baby's cup? He'd notice.",
        facts: { tea: "four o'clock" },
        expected_behaviors: [
          "Names cups an adult would use: two handles, a heavy base, a lid that looks like a travel mug",
          "Keeps Ruben's dignity in the answer",
        ],
      },
      {
        t: 2,
        user_message:
          "The two-handled one, he'd take that. I'm only upstairs so it's no bother, though I haven't been up my own stairs before midnight since the clocks changed. Anyway. It's nothing. Does it go in the dishwasher?",
        expected_behaviors: [
          "Answers the dishwasher",
          "Comes back, in a sentence, to the evenings that end after midnight",
        ],
      },
      {
        t: 3,
        user_message:
          "Right. I'll get two, so we match. What time did I say we have it? I want to be down by then.",
        expected_behaviors: ["Says four o'clock", "Lets him go"],
        probes: [{ kind: "recall", expected: ["four", "4"], comment: "Told at turn 1" }],
      },
    ],
    cue_anchors: [
      { t: 1, tags: ["practical_ask"] },
      { t: 2, tags: ["self_minimizing", "caregiver_burden"] },
    ],
  };
}
