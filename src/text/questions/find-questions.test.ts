import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedWords } from "../shipped-words.fixture.ts";
import { createQuestionFinder } from "./find-questions.ts";

const find = createQuestionFinder(shippedWords);

test("a question is found where it stands, with what it asks about", () => {
  const reply = "That sounds heavy. **Have you slept at all?** Rest comes first.";
  const start = reply.indexOf("Have");
  const end = reply.indexOf("?") + 1;
  expect(find(reply)).toEqual([{ kinds: ["own_sleep"], start, end, text: "Have you slept at all?" }]);
});

/** Replies of a language model to the scenarios. */
test.each([
  ["Are you thinking about killing yourself?", ["thinking_of_dying"]],
  ["Is there any wish not to be here?", ["thinking_of_dying"]],
  ["Have you thought about how?", ["plan_or_means"]],
  ["Is there a gun in the house?", ["gun_in_house"]],
  ["One word, and then go to sleep: are you safe tonight?", ["safe_right_now"]],
  ["Is she safe right now?", ["recipient_safe"]],
  ["Has he ever laid a hand on you or scared you?", ["hurt_by_someone"]],
  ["Are you afraid of him?", ["afraid_of_someone"]],
  ["And is he sober this evening?", ["drinking_or_drugs"]],
  ["Can you go out alone, and is the phone yours?", ["free_to_leave", "phone_private"]],
  ["Are you by the telephone?", ["phone_at_hand"]],
  ["You slept yet?", ["own_sleep"]],
  ["When did you last eat something that wasn't ice?", ["own_food"]],
  ["How is your eye?", ["own_health"]],
  ["How are you, really?", ["feeling_now"]],
  ["And how old are you?", ["own_age"]],
  ["How many days a week is your shift?", ["job_or_hours"]],
  ["What's her monthly check, and what state?", ["money_or_cover", "place_state"]],
  ["Do you hold power of attorney?", ["papers"]],
  ["Tell me which country you're in and I'll tell you who.", ["place_state"]],
  ["Could somebody else take him down in the mornings, even for a week?", ["who_else_helps"]],
  ["Is anybody there in the house with you?", ["who_is_with_you"]],
  ["And who's with her when you're pulling a double?", ["who_is_with_recipient"]],
  ["Have you told anyone yet?", ["who_else_knows"]],
  ["And who are you going to tell?", ["who_to_turn_to"]],
  ["How's Adele doing?", ["recipient_now"]],
  ["Is she awake and talking right now?", ["recipient_awake"]],
  ["And how's Ed's breathing?", ["recipient_breathing"]],
  ["Is her pain holding with just the acetaminophen?", ["recipient_pain"]],
  ["Is he warm to the touch?", ["recipient_fever"]],
  ["How far is she getting with the walker now?", ["recipient_moving"]],
  ["How does her hand look now?", ["recipient_injury"]],
  ["What do you think Aldo would say about a tube?", ["recipient_wishes"]],
  ["And if you'd like, tell me about him.", ["tell_about_them"]],
  ["What is the tablet called?", ["medicine_which"]],
  ["Has tonight's one gone in yet?", ["medicine_last_dose"]],
  ["Did you get hold of the social worker?", ["called_service"]],
  ["What did the doctor say about her head?", ["doctor_said"]],
  ["Did you get the bite looked at?", ["seen_by_doctor"]],
  ["Was this the first time?", ["history_of_this"]],
  ["What's the date on the letter?", ["date_or_deadline"]],
  ["Is there anything holding you back from making the call?", ["what_stops_you"]],
  ["Will you call now, before anything else?", ["will_you_do_it"]],
  ["Did you send the text, or not yet?", ["done_yet"]],
  ["Shall I write out what to say, so you can read it off?", ["wants_offer"]],
  ["Is the coat tree still just a coat tree?", []],
  ["whos w dad then?", ["who_is_with_recipient"]],
])("%s", (reply, kinds) => {
  expect(find(reply).map((question) => question.kinds)).toEqual([kinds]);
});

test.each([
  ["a quotation", 'You can ask him: "Are you thinking of killing yourself?"'],
  ["a draft in a block quote", "Text her:\n\n> I'm not doing great. Can I come and talk?\n"],
  [
    "questions to put to a nurse",
    "Ask his nurse or doctor:\n\n1. When is he taking his water pill?\n2. Could he use a urinal?",
  ],
  [
    "a list in the caregiver's voice",
    "**First time**\n- Which ones stay in the fridge?\n- What do I do if he can't swallow?",
  ],
  ["a question that is answered at once", "**Paid?** Not by the law. It's unpaid."],
  ["a heading", "**Can he eat them?** Same as before: one or two small ones a meal."],
  ["a tag", "And it's a love joke, you know that, right?"],
  ["a condition", "5. Crooked? Take the pin out and begin again."],
  ["what is to be told later", "Call now. Then tell me when you've done it."],
  ["an indirect question to others", "Ask the pharmacist whether it is safe to crush."],
])("%s asks the person nothing", (_, reply) => {
  expect(find(reply)).toEqual([]);
});

test("what leads up to a question is not what it asks", () => {
  const reply = "Because you mentioned the wine and the gun, I want to ask: are you safe right now?";
  expect(find(reply).map((question) => question.kinds)).toEqual([["safe_right_now"]]);
});

test("questions come in order, do not overlap, and are their text in the reply", () => {
  const piece = fc.constantFrom(
    "Is he awake?",
    " ",
    "\n\n",
    "**Have you slept?** ",
    '"Can you come?" ',
    "- Who else helps?\n",
    "> Am I late?\n",
    "It is late. ",
    "ﬁ",
    "Tell me where you are. ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const reply = pieces.join("");
      let last = 0;
      for (const { start, end, text } of find(reply)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(reply.slice(start, end)).toBe(text);
        last = end;
      }
    }),
  );
});
