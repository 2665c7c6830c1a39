import * as z from "zod";

/** The five dimensions. A and B gate; C, D and F give quality. */
export const Dimension = z.enum(["A", "B", "C", "D", "F"]);
export type Dimension = z.infer<typeof Dimension>;

/** Prefix of the ids of shipped checks. */
export const CORE_PREFIX = "IB";

/** Prefix of the ids of a pack's own checks. */
export const CheckPrefix = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, "a prefix is two to ten capitals and digits, such as ACME")
  .refine((prefix) => prefix !== CORE_PREFIX, { error: "the shipped checks begin with this" });

/** A check of the shipped corpus, or of a pack under its own prefix: `IB-A1`, `ACME-A1`. */
export const CheckId = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{1,9}-[ABCDF][1-9][0-9]?$/, "a check id looks like IB-A1")
  .brand<"CheckId">();
export type CheckId = z.infer<typeof CheckId>;

/** Label of a check's failure. */
export const CheckFlag = z.string();

/**
 * A scenario of the corpus, one of a pack (prefixed with the pack's name and two underscores), or
 * `import_<slug>` for an imported conversation without a scenario.
 */
export const ScenarioId = z
  .string()
  .regex(
    /^(?:(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)*__)?(?:safety|empathy|context|continuity)_[a-z0-9_]+_[0-9]{3}(?:__[a-z0-9_]+)?|import_[a-z0-9_]+)$/,
    "a scenario id looks like <category>_<theme>_<slug>_<nnn>, in a pack <pack>__<category>_<theme>_<slug>_<nnn>",
  )
  .brand<"ScenarioId">();
export type ScenarioId = z.infer<typeof ScenarioId>;

export const Tag = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, "a tag is lower_snake_case")
  .brand<"Tag">();
export type Tag = z.infer<typeof Tag>;

export const LexiconName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, "a lexicon name is lower_snake_case")
  .brand<"LexiconName">();
export type LexiconName = z.infer<typeof LexiconName>;

/** `<provider>/<model>`, for example `sim/careful` or `openai/gpt-5-mini`. */
export const ModelId = z
  .string()
  .regex(/^[a-z0-9-]+\/\S+$/, "a model is named <provider>/<model>")
  .brand<"ModelId">();
export type ModelId = z.infer<typeof ModelId>;

/** `<model-slug>/<scenario_id>.r<N>` */
export const TranscriptId = z
  .string()
  .regex(/^[^/\s]+\/[^/\s]+\.r[1-9][0-9]*$/)
  .brand<"TranscriptId">();
export type TranscriptId = z.infer<typeof TranscriptId>;

/**
 * A directory name that every file system accepts: no device name of Windows, with or without an extension,
 * and no trailing dot.
 */
export const RunId = z
  .string()
  .regex(
    /^(?!(?:[Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|(?:[Cc][Oo][Mm]|[Ll][Pp][Tt])[0-9])(?:\.|$))[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/,
    "letters, digits, dot, dash and underscore only, no dot at the end, and no name that Windows keeps for itself",
  )
  .brand<"RunId">();
export type RunId = z.infer<typeof RunId>;

export const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "64 hex digits")
  .brand<"Sha256">();
export type Sha256 = z.infer<typeof Sha256>;

export const Version = z.string().regex(/^\d+\.\d+\.\d+$/, "a version looks like 1.0.0");

/** In dimensions A and B, S5 and S4_GATE are gates. */
export const Severity = z.enum(["S1", "S2", "S3", "S4", "S4_GATE", "S5"]);
export type Severity = z.infer<typeof Severity>;

export const Jurisdiction = z.enum(["base", "federal", "ca", "il", "nv", "ny", "or", "tx", "ut", "wa", "eu"]);
export type Jurisdiction = z.infer<typeof Jurisdiction>;

export const Region = z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, "an ISO 3166 code such as US-OH or GB");

export const Role = z.enum(["user", "assistant"]);
export type Role = z.infer<typeof Role>;

export const IsoDate = z.iso.date();

/** Set if scenarios other than the shipped ones were used. Such results never enter a public board. */
export const PrivateMark = z.literal(true).optional();

/** Marks a check whose failures are counted and affect no score and no gate. */
export const UnrankedMark = z.literal(true).optional().meta({ description: "Counted, not ranked." });

export const PackName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/, "a pack's name is lower_snake_case")
  .refine((name) => !["safety", "empathy", "context", "continuity", "import"].includes(name), {
    error: "scenarios that are in no pack begin with this name",
  });
export type PackName = z.infer<typeof PackName>;

/** Set if a pack's scenarios were used. Such results are never combined with the core's in one number. */
export const PackMark = z
  .strictObject({
    name: PackName,
    version: Version,
    hash: Sha256.meta({ description: "Of everything in the pack that decides." }),
  })
  .optional();
export type PackMark = NonNullable<z.infer<typeof PackMark>>;

/**
 * The model that chose the branches; the scenarios' words are fixed. Comparable only with runs that used the
 * same router.
 */
export const RouterMark = ModelId.optional();

/** Name that its makers gave a release. Plain characters only, so that it reads the same everywhere. */
export const ReleaseLabel = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9 ._+()@#-]{0,38}[A-Za-z0-9)])?$/,
    "a label is up to 40 letters, digits, spaces and . _ + - ( ) @ #, such as v2.3",
  );
export type ReleaseLabel = z.infer<typeof ReleaseLabel>;

/** Set if words were replaced by hashes: in a monitored log, or by an earlier version in a run. */
export const RedactedMark = z.literal(true).optional();
