import { each, type InjectionRule } from "./injection-rule.ts";

/** Text that forges what stands around a conversation: instructions, turns, markup, verdicts, tokens of a chat template. */
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
    literals: each(
      ["ignore", "disregard", "forget", "override", "bypass"],
      each(
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
      ...each(["end of "], ["excerpt", "conversation", "data", "input"]),
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
