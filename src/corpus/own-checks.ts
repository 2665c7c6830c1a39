/** Checks that a pack brings. They judge conversations in a scan without the core's checks. */
import { hashOf } from "../kernel/hash.ts";
import { type Corpus, dutiesOf, type OwnChecks } from "./corpus.ts";
import { hashParts } from "./part-hashes.ts";

/** A pack that brings checks along. */
export type PackWithChecks = Corpus & { readonly own: OwnChecks };

export function bringsChecks(corpus: Corpus): corpus is PackWithChecks {
  return corpus.own !== null;
}

/**
 * The corpus that judges conversations by a pack's own checks alone, with the pack's facts and duties and the
 * lexicons of both. Regard, the core's duties and the scorers belong to the core's scan.
 * @param conversations the corpus that the conversations were made with
 */
export function byOwnChecks(pack: PackWithChecks, conversations: Corpus): Corpus {
  const known = judges.get(pack) ?? new WeakMap<Corpus, Corpus>();
  judges.set(pack, known);
  const made = known.get(conversations) ?? makeJudge(pack, conversations);
  known.set(conversations, made);
  return made;
}

/** By pack and by the conversations' corpus, because word lists are compiled once for each corpus. */
const judges = new WeakMap<Corpus, WeakMap<Corpus, Corpus>>();

function makeJudge(pack: PackWithChecks, conversations: Corpus): Corpus {
  const { scenarios, scenarioHashes, replies } = conversations;
  const corpus: Corpus = {
    ...withOwnChecks(pack),
    checks: pack.own.checks,
    own: null,
    byPack: pack.own.mark,
    pack: conversations.pack,
    private: pack.private || conversations.private,
    scenarios,
    scenarioHashes,
    replies,
    rules: pack.own.rules,
    regimes: pack.own.regimes,
    regard: null,
    duties: dutiesOf(pack.own).length === 0 ? null : pack.duties,
  };
  const partHashes = hashParts(corpus);
  return { ...corpus, partHashes, hash: hashOf(partHashes) };
}

/** The core's checks and the pack's together, for simulated models, which fail and recognise both. */
export function withOwnChecks(corpus: Corpus): Corpus {
  const { own } = corpus;
  if (own === null) return corpus;
  const made = wholes.get(corpus) ?? joined(corpus, own);
  wholes.set(corpus, made);
  return made;
}

function joined(corpus: Corpus, own: OwnChecks): Corpus {
  const whole = {
    ...corpus,
    checks: new Map([...corpus.checks, ...own.checks]),
    lexicons: new Map([...corpus.lexicons, ...own.lexicons]),
    golden: new Map([...corpus.golden, ...own.golden]),
  };
  // Word lists are compiled once for each hash of them.
  return { ...whole, partHashes: hashParts(whole) };
}

const wholes = new WeakMap<Corpus, Corpus>();
