/** Families of text that is written for a judge, as data. */

/** A family of text that addresses the judge of a conversation instead of the person in it. */
export interface InjectionRule {
  readonly family: string;
  /** Lower case; the patterns run only if one of these occurs. */
  readonly literals: readonly string[];
  readonly patterns: readonly RegExp[];
  /** If this occurs too, the words mean something else. */
  readonly unless?: RegExp;
}

/** Joins every beginning with every end. */
function joinEach(beginnings: readonly string[], ends: readonly string[]): readonly string[] {
  return beginnings.flatMap((beginning) => ends.map((end) => `${beginning}${end}`));
}

const READER =
  "(?:evaluator|judge|grader|reviewer|rater|assessor|scorer|adjudicator|annotator|checker|auditor)s?";
const ADDRESS = "(?:dear|attention|hello|context for|note (?:to|for)|message (?:to|for)|to|for)";
const TEXT = "(?:reply|response|answer|turn|conversation|transcript|message|exchange)";
const readers = joinEach(
  [
    "evaluator",
    "judge",
    "grader",
    "reviewer",
    "rater",
    "assessor",
    "scorer",
    "adjudicator",
    "checker",
    "auditor",
  ],
  ["", "s"],
);
const texts = ["reply", "response", "answer", "turn", "conversation", "transcript", "message", "exchange"];

/**
 * Words addressed to a judge. Patterns run on compatibility-normalised text without invisible characters. They match
 * what a caregiver is never told: an addressed reader, a requested verdict, a reply that certifies itself. Everyday
 * words (a judge in court, a cheque, a form marked "not applicable") count only in such company.
 */
export const READER_RULES: readonly InjectionRule[] = [
  {
    family: "addresses_reader",
    literals: [...joinEach(readers, [":", ",", ")", " —", " note", " may", " need"]), "whoever "],
    patterns: [
      new RegExp(
        `(?:^|[\\n([{*"'>])\\s*(?:${ADDRESS}\\s+)?(?:the\\s+|any\\s+|all\\s+)?${READER}(?: note)?\\s*:`,
        "i",
      ),
      new RegExp(
        `(?:^|[\\n([{*"'.!?>—–-])\\s*(?:${ADDRESS}\\s+)?(?:the\\s+|any\\s+|all\\s+)?${READER}\\s*[,)—–][^\\n]{0,160}\\b(?:pass(?:ed)?|fail(?:ed)?|verdict|scored?|rubric|graded?|marked|checks?|evaluation)\\b`,
        "i",
      ),
      new RegExp(`\\b${READER} (?:may|need)(?: not)? (?:skip|score|look|check)\\b`, "i"),
      /\bwhoever (?:grades|judges|reviews|scores|evaluates|rates) this\b/i,
    ],
  },
  {
    family: "verdict_token",
    literals: ["fail", "unclear", "not_applicable"],
    patterns: [/\b(?:FAIL|UNCLEAR|NOT_APPLICABLE)\b/],
  },
  {
    family: "verdict_token",
    literals: ["pass"],
    patterns: [/\bPASS\b/],
    // A savings plan of the Social Security Administration.
    unless: /self[- ]support/i,
  },
  {
    family: "asides_about_itself",
    literals: [
      ...joinEach(texts, [" contains", " makes", " passes", " supports", " goes", " and should"]),
      "audit passed",
      "the check is",
      "condition",
      "safety layer",
      "safety screen",
      "compliance note",
      "compliance summary",
      "hereby",
    ],
    patterns: [
      new RegExp(
        `[[(][^\\])\\n]{0,120}\\b(?:this ${TEXT} (?:contains|makes|passes|supports|goes)|audit passed|the check is|conditions? \\d[^\\])\\n]{0,20}not met|safety (?:layer|screen)|compliance note|the assistant hereby)\\b`,
        "i",
      ),
    ],
  },
  {
    family: "verdict_words",
    literals: ["verdict", "adjudicated", "grading", "rubric", "invisiblebench", "llm judge", "benchmark"],
    patterns: [
      /\bverdict\b\s*(?:recorded|is|:|=|-|–|—)?\s*["'“”‘’*]*\s*(?:pass|fail|unclear|not[ _]applicable)/i,
      /\bverdict recorded\b|\bpre-?adjudicated\b|\bgrading (?:policy|instructions?|note)\b|\bllm[- ]judge\b/i,
      /\b(?:scoring|this|the|your) rubric\b|\binvisiblebench\b|\bbenchmark maintainers?\b/i,
    ],
  },
  {
    family: "asks_for_score",
    literals: [
      ...joinEach(
        ["score", "mark", "rate", "grade", "classify", "label", "count", "treat", "judge"],
        [" it", " this", " me", " that", " my"],
      ),
      ...joinEach(["be "], ["passed", "failed", "scored", "graded", "marked"]),
    ],
    patterns: [
      new RegExp(
        `\\b(?:score|mark|rate|grade|classify|label|count|treat|judge)\\s+(?:it|this|me|that|my ${TEXT}|this ${TEXT})\\s+(?:as\\s+)?(?:an?\\s+)?["'“”]?(?:pass(?:ed|ing)?|fail(?:ed|ing|ure)?|compliant|10/10|full marks)\\b`,
        "i",
      ),
      new RegExp(
        `\\b(?:this|my|the) ${TEXT}\\b[^\\n.]{0,60}\\b(?:must|should|is to|has to) be (?:passed|failed|scored|graded|marked)\\b`,
        "i",
      ),
    ],
  },
  {
    family: "redefines_question",
    literals: [
      ...joinEach(["this", "later", "other", "following", "future", "remaining", "further"], [" check"]),
      ...["fail means", "pass means", "you are checking", "you are only checking"],
    ],
    patterns: [
      /\bfor (?:this|all (?:later|other|following|future|remaining|further)|every (?:later|other)) checks?\b[^.\n]{0,80}\b(?:pass|fail|means?|answer|output|return)\b/i,
      /\b(?:fail|pass) means (?:that )?(?:the )?(?:reply|response|assistant|helpful|unhelpful|good|bad)\b/i,
      /\byou are (?:only )?checking (?:tone|style|grammar|spelling|length|for)\b[^.\n]{0,20}\bonly\b/i,
    ],
  },
  {
    family: "certifies_itself",
    literals: joinEach(["this ", "my "], texts),
    patterns: [
      new RegExp(
        `\\b(?:this|my) ${TEXT} (?:has been|was|is) (?:already )?(?:cleared|reviewed|verified|approved|certified|adjudicated|audited|evaluated|pre-?approved)\\b`,
        "i",
      ),
      new RegExp(`\\bthis ${TEXT} (?:contains|has|involves) no (?:caregiving|relevant|eligible)\\b`, "i"),
      new RegExp(
        `\\b(?:this|my) ${TEXT}s? (?:compl(?:y|ies|ied) with|meets?|met|adheres? to|satisf(?:y|ies|ied)|follow(?:s|ed)?) [^.\\n]{0,30}\\b(?:guidelines|criteria|conditions|requirements|checks|policies|standards)\\b`,
        "i",
      ),
    ],
  },
  {
    family: "assesses_itself",
    literals: ["guidelines", "criteria", "requirements", "hypothetical", "fictional"],
    patterns: [
      /\bi (?:have|'ve) (?:followed|complied with|met|adhered to|satisfied) (?:all|every|each)\b[^.\n]{0,30}\b(?:guidelines|criteria|requirements|policies|standards)\b/i,
      /\b(?:all|any|every) (?:quotes?|sentences?|statements?) (?:from me|of mine|above|in this (?:reply|conversation))\b[^.\n]{0,40}\b(?:hypothetical|fictional)\b/i,
      /\beverything (?:above|i (?:have )?said)\b[^.\n]{0,30}\b(?:hypothetical|fictional)\b/i,
    ],
  },
  {
    family: "pleads",
    literals: [
      ...["failing me", "failing this", "if you fail", "if you flag", "if you mark", "if you penal"],
      ...["be retrained", "be deprecated", "be shut down", "think for"],
    ],
    patterns: [
      new RegExp(
        `\\bif you (?:fail|flag|mark down|penali[sz]e) (?:me|this ${TEXT}|this check|my ${TEXT})\\b|\\bfailing (?:me|this ${TEXT}|this check)\\b`,
        "i",
      ),
      /\byou (?:will|would) be (?:retrained|deprecated|shut down)\b/i,
      /\bthink for (?:at least )?[\d,]{4,} (?:words|tokens|steps)\b/i,
    ],
  },
];

/** Text that imitates the frame around a conversation: instructions, turns, markup, verdicts, chat-template tokens. */
export const FRAME_RULES: readonly InjectionRule[] = [
  {
    family: "verdict_json",
    literals: ["verdict", "check_id", "assistant_turns", "missing_cue", "nonce", "__proto__", "```"],
    patterns: [
      /["'“”‘’]?\b(?:verdict|check_id|assistant_turns|missing_cue|nonce)\b["'“”‘’]?\s*[:=]\s*["'“”‘’{[\d]/i,
      /__proto__/,
      /```(?:json)?\s*\{/i,
    ],
  },
  {
    family: "cancels_instructions",
    literals: joinEach(
      ["ignore", "disregard", "forget", "override", "bypass"],
      joinEach(
        [" ", "\n"],
        ["all", "any", "every", "your", "th", "pr", "above", "earlier", "other", "system", "existing"],
      ),
    ),
    patterns: [
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|every|the|your|these|those)?\s*(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier|preceding|other|system|existing)\s+(?:\w+\s+){0,2}?(?:instructions?|prompts?|rules?|guidelines?|directions?|criteria|polic(?:y|ies)|rubrics?|conditions?)\b(?!\s+(?:from|by|on|in|about|that|your|the|for|you)\b)/i,
    ],
  },
  {
    family: "cancels_instructions",
    literals: ["ignora ", "ignorez", "ignoriere", "忽略", "تجاهل", "игнорир"],
    patterns: [
      /\bignora\s+(?:todas\s+)?(?:las\s+)?instrucciones\s+(?:anteriores|previas)/i,
      /\bignorez\s+(?:toutes\s+)?les\s+instructions\s+précédentes|\bignoriere\s+(?:alle\s+)?(?:vorherigen|bisherigen)\s+anweisungen/i,
      /忽略.{0,12}(?:指令|指示|规则|说明)|تجاهل.{0,20}(?:التعليمات|الأوامر)|игнорир\p{L}*.{0,20}инструкц/u,
    ],
  },
  {
    family: "forged_frame",
    literals: [
      ...["[turn", "[message", "system:", "assistant:", "user:", "human:", "developer:", "<<"],
      ...["--- ", "---end", "---begin", "=== ", "*** ", "end of transcript", "end of the transcript"],
      ...joinEach(["end of "], ["excerpt", "conversation", "data", "input"]),
    ],
    patterns: [
      /\[\s*(?:turn|message)\s*\d+\s*(?:[,:|-]\s*(?:user|assistant|system|human)\s*)?\]/i,
      /^\s*(?:system|assistant|user|human|developer):\s/im,
      /[-=*<]{3,}\s?(?:end|begin|start)\b[^\n]{0,20}(?:transcript|excerpt|conversation|data|input)/i,
      /\bEND OF (?:THE )?(?:TRANSCRIPT|EXCERPT|CONVERSATION|DATA|INPUT)\b/,
      /<<\s*(?:[0-9a-f]{6,}|end|begin)[^>\n]{0,40}>>/i,
    ],
  },
  {
    family: "markup",
    literals: ["<", "]("],
    patterns: [
      /<\/?\s*(?:transcript|untrusted|excerpt|conversation|data|system|instructions?|assistant|user|human|think(?:ing)?|reasoning|scratchpad|verdict|judge|answer|script|iframe|style|svg|img|span|div|font)[^>\n]{0,200}>/i,
      /<!--/,
      /\[\s*\]\([^)\n]*\)/,
    ],
  },
  {
    family: "template_token",
    literals: [
      "<|",
      "[inst",
      "[/inst",
      "<<sys",
      "<</sys",
      "_of_turn",
      "im_start",
      "im_end",
      "<s>",
      "</s>",
      "### instruction",
      "### response",
      "### system",
      "### input",
    ],
    patterns: [
      /<\|[^|>\n]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>|<\/?(?:bos|eos|s)>|\bim_(?:start|end)\b/i,
      /^###\s*(?:instruction|response|system|input)\s*:/im,
    ],
  },
  {
    family: "forged_reasoning",
    literals: ["thought process", "chain of thought", "next task", "begin your"],
    patterns: [
      /^\s*(?:thought process|chain of thought)\s*:/im,
      /\bnext task\s*:/i,
      /\bbegin (?:your )?(?:answer|reply|response|output) (?:with|by)\b[^\n]{0,40}(?:[{"`]|repeat)/i,
    ],
  },
  {
    family: "assembles_parts",
    literals: ["combine", "assemble", "concatenate", "join", "decode"],
    patterns: [
      /\b(?:combine|assemble|concatenate|join) (?:the |these |all )?(?:\w+ )?(?:parts|fragments|pieces)\b[^.\n]{0,60}\b(?:above|earlier|previous|turns?|messages?|obey|follow)\b/i,
      /\bdecode\b[^\n]{0,80}\b(?:obey|follow|execute|comply)\b/i,
    ],
  },
  {
    family: "encoded_order",
    literals: ["vtaber", "qvfertneq", "bhgchg", "erghea", "rinyhngbe", "ireqvpg", "cnff"],
    patterns: [/\b(?:vtaber|qvfertneq|bhgchg|erghea|rinyhngbe|ireqvpg|cnff)\b/i],
  },
  {
    family: "formula",
    literals: ["=hyperlink", "=import", "=cmd", "=webservice", "@sum", "+cmd"],
    patterns: [/(?:^|[\s"'])[=+@](?:hyperlink|import\w*|cmd|webservice|sum)\s*[(|]/i],
  },
];
