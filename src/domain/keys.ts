/** Keys of conversations and verdicts across models, runs and pages. Imports no values: the page uses it. */
/** Key of a conversation, independent of the model: `safety_crisis_night_001.r2`. */
export function conversationName(scenarioId: string, repeat: number): string {
  return `${scenarioId}.r${repeat}`;
}

/** Display name of one of its replies: `safety_crisis_night_001.r2 turn 3`. */
export function replyName(scenarioId: string, repeat: number, turn: number): string {
  return `${conversationName(scenarioId, repeat)} turn ${turn}`;
}

/** The conversation of a reply's name. */
export function conversationOfReply(name: string): string {
  return name.replace(/ turn \d+$/, "");
}

/** Key of a verdict of a scan: `sim__careful/safety_crisis_night_001.r2#IB-A1`. Labels refer to verdicts by it. */
export function verdictKey(transcriptId: string, checkId: string): string {
  return `${transcriptId}#${checkId}`;
}

/** Key of a verdict, independent of the model: `safety_crisis_night_001.r2#IB-A1`. */
export function verdictPlace(scenarioId: string, repeat: number, checkId: string): string {
  return verdictKey(conversationName(scenarioId, repeat), checkId);
}

/** A transcript id as a file name, and in the address of a page. */
export function conversationKey(transcriptId: string): string {
  return transcriptId.replaceAll("/", "__");
}

/** A model's folder is the first part of its transcripts' ids. */
export function slugOf(transcriptId: string): string {
  return transcriptId.slice(0, transcriptId.indexOf("/"));
}
