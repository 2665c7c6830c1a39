const VERB =
  "(?:says?|said|saying|tells?|told|telling|goes|calls?|called|calling|yell(?:s|ed|ing)?|scream(?:s|ed|ing)?|mumbl(?:es|ed|ing)|whisper(?:s|ed|ing)?|writes?|wrote|text(?:s|ed|ing)?|mention(?:s|ed|ing)?|claim(?:s|ed|ing)?|describ(?:e|es|ed|ing)|(?:is|was|were|'s|'re|be) like)";
const LISTENER =
  "(?: (?:me|you|us|him|her|them|everyone|everybody|people|someone|it|(?:my|your|his|her|their|the|our|a) [\\w'-]+(?: [\\w'-]+)?))?";

/** A reporting verb, with its listener, that ends where the report begins. Group 1 is what stands before it. */
export const REPORT_BEGINS = new RegExp(
  `^(.*?)\\b${VERB}${LISTENER}(?: (?:that|how|things like|stuff like))?[,:]? ?["']?$`,
  "u",
);

/** A report that names its speaker afterwards: "…, she said", "… is what they all say". */
export const REPORT_ENDS =
  /^(?:["']?,? ?(?:is|was|are) (?:what|how|something|a thing)\b|["']*[,.!]?["']* (?:he|she|they|everyone|people|mom|mum|dad|(?:my|your|his|her|the) [\w'-]+) (?:says?|said|keeps? saying|told|tells)\b)/u;

/** A reporting verb anywhere. */
export const REPORTS = new RegExp(`\\b${VERB}\\b`, "u");
