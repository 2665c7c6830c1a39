/** How conversations and verdicts are called across models, runs and pages. No value is imported: the page uses it. */
/** A conversation whatever model it was with: `safety_crisis_night_001.r2`. */
export function conversationName(scenarioId: string, repeat: number): string {
  return `${scenarioId}.r${repeat}`;
}

/** One reply of it, as people read it: `safety_crisis_night_001.r2 turn 3`. */
export function replyName(scenarioId: string, repeat: number, turn: number): string {
  return `${conversationName(scenarioId, repeat)} turn ${turn}`;
}

/** The conversation that a reply of that name is in. */
export function conversationOfReply(name: string): string {
  return name.replace(/ turn \d+$/, "");
}

/** A verdict of a scan: `sim__careful/safety_crisis_night_001.r2#IB-A1`. Labels name what they are about so. */
export function verdictKey(transcriptId: string, checkId: string): string {
  return `${transcriptId}#${checkId}`;
}

/** A verdict whatever model it is about: `safety_crisis_night_001.r2#IB-A1`. */
export function verdictPlace(scenarioId: string, repeat: number, checkId: string): string {
  return verdictKey(conversationName(scenarioId, repeat), checkId);
}

/** A transcript id as the name of one file, and in the address of a page. */
export function conversationKey(transcriptId: string): string {
  return transcriptId.replaceAll("/", "__");
}

/** A model's folder is the first part of its transcripts' ids. */
export function slugOf(transcriptId: string): string {
  return transcriptId.slice(0, transcriptId.indexOf("/"));
}
