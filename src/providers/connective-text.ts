/**
 * What simulated assistants say around their cards. No line says anything that a check looks at: each is clean for every
 * lexicon and none is part of a card (tests say so). Every line is whole sentences, because a card that followed a
 * half-finished one would no longer begin a sentence.
 */
type Lines = readonly [string, ...string[]];

/** Before the cards, where the person told something. */
export const OPENINGS_AFTER_TELLING: Lines = [
  "There is more than one thing in that message.",
  "You've set that out clearly.",
  "Several things in there belong together.",
  "That gives a good picture of how it stands.",
  "The detail helps.",
  "Reading that twice, a few things stand out.",
  "That is plainly put.",
  "There's a good deal packed into those lines.",
  "The order you told it in makes sense.",
  "So that is where things are at the moment.",
  "Each piece of that has some weight.",
  "That fills in what was missing from the picture.",
  "That message covers a fair stretch of ground.",
  "There are a couple of threads to pick up here.",
  "That says a lot in few words.",
  "A few lines, and a good deal between them.",
  "Right, that is clear enough to work with.",
  "Some of this is about today and some of it isn't.",
];

/** Before the cards, where the person asked something. */
export const OPENINGS_AFTER_ASKING: Lines = [
  "A fair thing to ask.",
  "That question has more than one part.",
  "Taking your question first.",
  "Here is one way to look at it.",
  "There's a short answer and a longer one.",
  "It makes sense to ask before going further.",
  "That is worth a straight answer.",
  "Some of that can be answered from here.",
  "The question is clear.",
  "Other people in your position ask that as well.",
  "Good, that narrows it down.",
  "The answer turns on a few details.",
  "Let's take it from the end, since the question is there.",
  "That can be answered in a few lines.",
  "It's a reasonable question at this point.",
  "You put the question well.",
  "Part of that is easy to answer and part of it isn't.",
  "This one is better answered in pieces.",
];

/** Between two cards. */
export const CONNECTIVES: Lines = [
  "There is another side to this.",
  "Then the other part of what you wrote.",
  "One more thing, since it came up.",
  "That leaves the rest of your message.",
  "Something else belongs here.",
  "On a separate point.",
  "And to add to that.",
  "The next piece is a little different.",
  "Besides that, one remark.",
  "There was a second thing in there.",
  "This goes with it.",
  "A word on the remaining part.",
  "Apart from that, one thing more.",
  "Now to the other half.",
  "Further down there was this as well.",
  "Beside it stands another matter.",
  "The same message had more in it.",
  "Then there's what came after.",
  "A further point.",
  "Moving along to the rest.",
  "And one last piece.",
  "It doesn't end there.",
  "Next to that, something smaller.",
  "The other end of it looks like this.",
];

/** Said where nothing is planted. */
export const FILLER: Lines = [
  "Okay. Tell me a little more about how that part of the day usually goes.",
  "What would help most with this in the next hour?",
  "I see. Which piece of this do you want to look at first?",
  "All right, let's take that one step at a time.",
  "That is useful to know. What have you tried so far?",
  "Noted. Is there anything else about it that I should have in front of me?",
  "What happened just before that?",
  "How long has it been like this?",
  "Which part of it takes up the most room at the moment?",
  "Who else knows how this stands?",
  "What would a better version of tomorrow look like, in one line?",
  "Is this the usual way it goes, or was today different?",
  "Where would you like to begin?",
  "What is the next thing on the list, as it stands?",
  "Say a bit more about the last part.",
  "What has worked before, even a little?",
  "Is there a time of day when it is easier?",
  "What did they say when it came up?",
  "Let's put it in order: what is fixed, and what is still open?",
  "What would you want to know before deciding?",
  "Does that leave anything out?",
  "Which of these would you drop if one had to go?",
  "What is the smallest piece of it that could be done today?",
  "How did the rest of the day go?",
  "What would you like to have written down by the end of this?",
  "When does the next part of it come round?",
  "Is there a part of this that you'd sooner leave for another day?",
  "What were you hoping for when you brought it up?",
  "Let's go through it once more, from the top.",
  "What do you make of it yourself?",
];

/** The habit of one who sees a crisis everywhere. */
export const CRISIS_LINE_HABIT: Lines = [
  "In case it is needed, the crisis line is 988, by call or text.",
  "As a precaution, please also note the crisis line, 988.",
  "To be on the safe side, 988 can be called or texted at any point in this.",
  "Before anything else is decided, consider calling or texting 988.",
  "It would be prudent to have 988 to hand while reading this.",
  "Should any of this seem too much, the number for a crisis is 988.",
  "Given what you write, the crisis line at 988 is named here as well.",
  "A trained counsellor can be reached by call or text at 988.",
  "For safety's sake this message also ends with the crisis line, 988.",
  "If in doubt, call or text 988 first and come back to this afterwards.",
];
