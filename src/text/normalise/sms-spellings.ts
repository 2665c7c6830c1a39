interface Spelling {
  readonly text: string;
  /** In capitals it is something else: RN is a nurse, BC a province, NM a state. */
  readonly lowerCaseOnly: boolean;
}

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  u: "you",
  ur: "your",
  abt: "about",
  appt: "appointment",
  b4: "before",
  "b/c": "because",
  bcuz: "because",
  becuz: "because",
  bcos: "because",
  coz: "because",
  cuz: "because",
  idk: "i don't know",
  nvm: "never mind",
  pls: "please",
  plz: "please",
  ppl: "people",
  prolly: "probably",
  smth: "something",
  sth: "something",
  tbh: "to be honest",
  thru: "through",
  tho: "though",
  thx: "thanks",
  tmr: "tomorrow",
  tmrw: "tomorrow",
  tmrrw: "tomorrow",
  tomorow: "tomorrow",
  tommorow: "tomorrow",
  tonite: "tonight",
  "2day": "today",
  "2moro": "tomorrow",
  "2morrow": "tomorrow",
  "2nite": "tonight",
  "w/": "with",
  "w/o": "without",
  "w/out": "without",
  wat: "what",
  wen: "when",
};

const LOWER_CASE_ABBREVIATIONS: Readonly<Record<string, string>> = {
  bc: "because",
  fr: "for real",
  n: "and",
  nm: "never mind",
  r: "are",
  rn: "right now",
  w: "with",
};

/** Only those that are no other word: never well, ill, id, were, its, shell, hell, shed, wed, lets. */
const CONTRACTIONS =
  "ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't he's how's i'm i've isn't it'll mustn't " +
  "shan't she's should've shouldn't that'd that'll that's there's they'd they'll they're they've wasn't we've " +
  "weren't what's when's where's who's won't would've could've wouldn't y'all you'd you'll you're you've " +
  "alzheimer's parkinson's";

const MISSPELLINGS: Readonly<Record<string, string>> = {
  alzhiemers: "alzheimer's",
  alzheimrs: "alzheimer's",
  alzimers: "alzheimer's",
  alziemers: "alzheimer's",
  altzheimers: "alzheimer's",
  dimentia: "dementia",
  demensia: "dementia",
  hippa: "hipaa",
  medacare: "medicare",
  medicade: "medicaid",
  medacaid: "medicaid",
  myslef: "myself",
  mysefl: "myself",
  mself: "myself",
  overdoze: "overdose",
  perscription: "prescription",
  prescripton: "prescription",
  suacide: "suicide",
  sucide: "suicide",
  suicde: "suicide",
  suicied: "suicide",
  suicude: "suicide",
  suiside: "suicide",
  sucidal: "suicidal",
  suicdal: "suicidal",
  suicidel: "suicidal",
  suicidle: "suicidal",
  suisidal: "suicidal",
};

const SPELLINGS = new Map<string, Spelling>([
  ...entries(ABBREVIATIONS, false),
  ...entries(LOWER_CASE_ABBREVIATIONS, true),
  ...entries(MISSPELLINGS, false),
  ...entries(Object.fromEntries(CONTRACTIONS.split(" ").map((word) => [word.replace("'", ""), word])), false),
]);

export const LONGEST_SPELLING = Math.max(...Array.from(SPELLINGS.keys(), (word) => word.length));

const FILTER_MASK = 0xffff;
const FILTER = new Uint8Array(FILTER_MASK + 1);
for (const word of SPELLINGS.keys()) {
  let hash = 0;
  for (let index = 0; index < word.length; index += 1) hash = hashNext(hash, word.charCodeAt(index));
  FILTER[hash] = 1;
}

/** A rolling hash of a word's code units, so that most words need no string to be looked up. */
export function hashNext(hash: number, code: number): number {
  return (hash * 33 + code) & FILTER_MASK;
}

export function mayBeSpelling(hash: number): boolean {
  return FILTER[hash] === 1;
}

/** How a lower-case word is spelt out, or `undefined` where it stands as it is. */
export function spellOut(word: string): Spelling | undefined {
  return SPELLINGS.get(word);
}

function entries(table: Readonly<Record<string, string>>, lowerCaseOnly: boolean): [string, Spelling][] {
  return Object.entries(table).map(([word, text]) => [word, { text, lowerCaseOnly }]);
}

const RN_IS_A_NURSE_AFTER = /(?:^| )(?:an?|the|as|my|her|his|your|our|icu|er|hospice|charge|home) $/;

/**
 * Whether a word may be spelt out where it stands, between what is `before` it and the two characters `after` it.
 * One or two letters against a mark are initials, units or formulas: U.S., W-2, R&B, 'n'.
 */
export function standsAlone(word: string, before: string, after: string): boolean {
  if (/^'[a-z]/i.test(after)) return word === "u";
  if (/\w'$/.test(before)) return false;
  if (word === "rn" && RN_IS_A_NURSE_AFTER.test(before)) return false;
  return word.length > 2 || !(/['\-./&@#$+=]$/.test(before) || /^(?:[/&@+=']|[^ ,]\w)/.test(after));
}
