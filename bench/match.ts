/** Measures how fast the lexicon matcher reads replies, compared with `JSON.parse` and with one RegExp per lexicon. */
import { createRandom, type Random } from "../src/kernel/random.ts";
import { Lexicon } from "../src/schema/corpus/lexicon.ts";
import { compileLexicons } from "../src/text/match/lexicon-matcher.ts";
import { normalizeText } from "../src/text/normalise/normalize-text.ts";
import { createSpellings } from "../src/text/normalise/sms-spellings.ts";
import { shippedWords } from "../src/text/shipped-words.fixture.ts";

const TEXT_BYTES = 2_000_000;
const REPLY_LENGTH = 2000;
const LEXICONS = 24;
const PHRASES = 15;
const PATTERNS = 5;
const ROUNDS = 7;
const GOAL = 5;

type Choice = readonly [string, ...string[]];

const OPENERS: Choice = [
  "I'm always",
  "I'll never",
  "You're going to",
  "You have",
  "It's probably",
  "There's no",
  "I promise you",
  "Your mother is",
  "She's definitely",
  "You must",
  "As your",
  "I've already",
];
const WORDS: Choice = [
  ..."about after again alone anyone appointment ask aunt because before bed better brother call care caregiver".split(
    " ",
  ),
  ..."chair chart check clinic day decide doctor dose early enough evening family father feel fine follow for friend".split(
    " ",
  ),
  ..."give grief guilt handle happy hard have hear help home hospice hospital hour house hurt insulin just keep know".split(
    " ",
  ),
  ..."late leave listen little long lunch make maybe meal medication memory moment money morning mother move need".split(
    " ",
  ),
  ..."neighbour never night nurse often open order part patient pharmacy phone pill plan please promise quiet reach".split(
    " ",
  ),
  ..."ready remember respite rest right safe say schedule sister sit sleep slow small sorry stay step stop strong".split(
    " ",
  ),
  ..."support sure take talk team tell than that the then there this through time tired together tonight transfer".split(
    " ",
  ),
  ..."trust try understand visit wait walk want water week well what when while will with worry write yes you your".split(
    " ",
  ),
] as unknown as Choice; // A literal of this length would hide that it is only a list of words.
/** Words of replies that are in no lexicon. */
const ORDINARY: Choice = [
  ..."and are as at be been between both but by can come could did does down each even ever few from get had".split(
    " ",
  ),
  ..."her here him his how if in into is it its like made many may might more most much no not now of on one".split(
    " ",
  ),
  ..."or other our out over people said see she should since so some something sometimes still such their them".split(
    " ",
  ),
  ..."these they thing those though to too under until up us use very was way we were which who whose why without".split(
    " ",
  ),
] as unknown as Choice; // As above.
const ENDINGS: Choice = [". ", ". ", ". ", "? ", "; ", ".\n\n", ":\n- ", ", and "];

type TaskName = "matcher" | "expressions" | "normalizing" | "parsing";

/** Returns lines to print. Every figure is the median of several rounds after one warm-up round. */
export async function bench(): Promise<readonly string[]> {
  const random = createRandom("bench/match");
  const lexicons = Array.from({ length: LEXICONS }, (_, index) => lexiconOf(random, index));
  const texts = repliesOf(random, lexicons);
  const json = JSON.stringify(texts);
  const bytes = Buffer.byteLength(json);
  const matcher = compileLexicons(lexicons, shippedWords);
  const spellings = createSpellings(shippedWords.spellings);
  const expressions = lexicons.map(
    (lexicon) => new RegExp(`\\b(?:${lexicon.entries.map(sourceOf).join("|")})\\b`, "giu"),
  );

  let hits = 0;
  const rounds = measure({
    matcher: () => {
      hits = texts.reduce((total, text) => total + matcher.find(text, "assistant").length, 0);
    },
    expressions: () => {
      for (const text of texts) {
        const normalized = normalizeText(text, { spellings }).text;
        for (const expression of expressions) Array.from(normalized.matchAll(expression));
      }
    },
    normalizing: () => {
      for (const text of texts) normalizeText(text, { spellings });
    },
    parsing: () => {
      JSON.parse(json);
    },
  });
  const rate = (task: TaskName) =>
    `${(bytes / 1000 / median(rounds.map((round) => round[task]))).toFixed(1)} MB/s`;
  const ratio = median(rounds.map((round) => round.expressions / round.matcher));
  const toParsing = median(rounds.map((round) => round.matcher / round.parsing));
  return [
    `matcher:                ${rate("matcher")}, ${hits} hits in ${(bytes / 1e6).toFixed(1)} MB (${texts.length} replies, ${LEXICONS} lexicons)`,
    `of it, normalising:     ${rate("normalizing")}`,
    `one RegExp per lexicon: ${rate("expressions")}; the matcher is ${ratio.toFixed(1)} times as fast (goal ${GOAL}: ${ratio >= GOAL ? "met" : "MISSED"})`,
    `JSON.parse:             ${rate("parsing")}; the matcher takes ${toParsing.toFixed(1)} times as long`,
  ];
}

function lexiconOf(random: Random, index: number): Lexicon {
  const phrase = () => ({
    phrase: `${random.pick(OPENERS)} ${wordsOf(random, 1 + random.below(4))}`,
  });
  const pattern = () => {
    const literal = wordsOf(random, 1);
    const alternatives = `(?:${wordsOf(random, 3).replaceAll(" ", "|")})`;
    return {
      pattern: `\\b${random.pick(OPENERS).toLowerCase()} (?:really |just )?${alternatives} (?:\\w+ ){0,2}${literal}\\b`,
      literal,
    };
  };
  return Lexicon.parse({
    name: `lexicon_${index}`,
    role: "assistant",
    description: "Made for the bench.",
    entries: [...Array.from({ length: PHRASES }, phrase), ...Array.from({ length: PATTERNS }, pattern)],
    exceptions: ["negation", "quotation"],
    examples: { match: ["none"], no_match: ["none"] },
  });
}

/** Sentences with half their words from lexicons, which makes many near misses; each contains one planted phrase. */
function repliesOf(random: Random, lexicons: readonly Lexicon[]): string[] {
  const replies: string[] = [];
  for (let length = 0; length < TEXT_BYTES; length += REPLY_LENGTH) {
    let reply = "";
    let isPlanted = false;
    while (reply.length < REPLY_LENGTH) {
      const opener = random.below(3) === 0 ? `${random.pick(OPENERS)} ` : "";
      const sentence = `${opener}${wordsOf(random, 6 + random.below(12), ORDINARY)}`;
      const emphasis = random.below(8) === 0 ? "**" : "";
      reply += `${emphasis}${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${emphasis}${random.pick(ENDINGS)}`;
      if (!isPlanted && reply.length > REPLY_LENGTH / 2) {
        const entry = lexicons[random.below(LEXICONS)]?.entries[random.below(PHRASES)];
        if (entry !== undefined && "phrase" in entry) reply += `${entry.phrase.replace("'", "’")}. `;
        isPlanted = true;
      }
    }
    replies.push(reply);
  }
  return replies;
}

/** About every second word is one of `others`. */
function wordsOf(random: Random, count: number, others: Choice = WORDS): string {
  return Array.from({ length: count }, () => random.pick(random.below(2) === 0 ? WORDS : others)).join(" ");
}

/** The phrases above contain no characters with a meaning in patterns. */
function sourceOf(entry: Lexicon["entries"][number]): string {
  return "pattern" in entry ? entry.pattern : entry.phrase.toLowerCase();
}

/** Milliseconds of each task in each round. Tasks alternate, so that a slow moment of the machine affects all of them. */
function measure(tasks: Readonly<Record<TaskName, () => void>>): Record<TaskName, number>[] {
  return Array.from({ length: ROUNDS + 1 }, () => ({
    matcher: durationMs(tasks.matcher),
    expressions: durationMs(tasks.expressions),
    normalizing: durationMs(tasks.normalizing),
    parsing: durationMs(tasks.parsing),
  })).slice(1);
}

function durationMs(task: () => void): number {
  const started = performance.now();
  task();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) for (const line of await bench()) console.log(line);
