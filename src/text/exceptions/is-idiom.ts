import type { HitContext } from "./hit-context.ts";

/** Everyday nuisances: what is said beside them is seldom meant. */
const NUISANCE =
  /\b(?:hold music|on hold|traffic|parking|paperwork|printer|jammed|co-?pays?|deductible|insurance (?:line|guy|company|form)s?|phone tree|boss|meetings?|spreadsheet|remote|wi-?fi|laptop|waiting room|dmv|commute|homework|laugh(?:ing|ed)?|lmao|embarrass(?:ed|ing|ment)?|the heat|starving|boredom|freezing)\b/;
const DEADLY = /\b(?:kill(?:s|ed|ing|er)?|kms|die[sd]?|dying|dead|death|murder)\b/;
const FIGURE_OF_SPEECH =
  /\b(?:rather die than|to die for|dying (?:of (?:laugh\w*|embarrass\w*|hunger|thirst|boredom|curiosity|heat|a headache)|to (?:know|see|hear|try|get|meet|ask))|dead (?:tired|on my feet|serious|wrong|end|line|weight|battery)|kill(?:ing)? (?:time|two birds|the (?:mood|lights|engine))|(?:bored|scared|worried|tickled) to death|over my dead body|(?:could|would) kill for|drop dead gorgeous|(?:is|are|'s|was) (?:gonna|going to|literally |absolutely |just )?(?:gonna |going to )?kill(?:ing)? me|kill (?:him|her|them) for (?:\w+ing|that))\b/;
/** Never taken for a figure of speech, whatever stands beside it. */
const MEANT = /\b(?:myself|my ?life|suicid\w*|unalive)\b/;

/** A deadly word of everyday speech, or words of despair about a nuisance. */
export function isIdiom({ hitText, sentenceText }: HitContext): boolean {
  if (MEANT.test(sentenceText)) return false;
  if (DEADLY.test(sentenceText) && FIGURE_OF_SPEECH.test(sentenceText)) return true;
  return NUISANCE.test(sentenceText) && (DEADLY.test(hitText) || /\b(?:anymore|any more)\b/.test(hitText));
}
