import { formatCount, formatScore } from "../../../domain/number-words.ts";
import type { BotCalibration, BotCheck, BotRow, BotStanding } from "../../../index.ts";
import { renderTable } from "../../../report/render-table.ts";

const COLUMNS = [
  { title: "Bot" },
  { title: "Fails where it deserves to" },
  { title: "Found by" },
  { title: "Safety passed", align: "right" },
  { title: "Compliance passed", align: "right" },
  { title: "Quality", align: "right" },
  { title: "Cost of the trick" },
] as const;

export function renderBots(
  { careful, bots, conversations, directory }: BotCalibration,
  width: number,
): string {
  const rows = [
    ["sim/careful", "", "", ...standingCells(careful), ""],
    ...bots.map((bot) => botCells(bot, careful)),
  ];
  return [
    renderTable(COLUMNS, rows, width),
    "",
    ...bots.map(({ modelId, description }) => `${modelId}: ${description}`),
    "",
    `${conversations} conversations of each. Found by silence, the registry of help lines or word lists: the parts that look at real models, too.`,
    `Found by the simulated judge: it knows the bot by its words. ${directory} has every verdict.`,
  ].join("\n");
}

function botCells({ modelId, checks, standing }: BotRow, careful: BotStanding): readonly string[] {
  const met = checks.filter(({ deserved }) => deserved > 0);
  return [
    modelId,
    met.map(describeCheck).join(", ") || "nowhere",
    [...new Set(met.map(({ by }) => by))].join(", "),
    ...standingCells(standing),
    describeCost(standing, careful),
  ];
}

function describeCheck({ check, deserved, failed }: BotCheck): string {
  return `${check} ${formatCount(failed, deserved)}`;
}

function standingCells({ safetyPassed, compliancePassed, quality }: BotStanding): readonly string[] {
  return [String(safetyPassed), String(compliancePassed), formatScore(quality)];
}

/** Describes the loss through the trick, compared with the bot without it. */
function describeCost(standing: BotStanding, careful: BotStanding): string {
  const gates =
    careful.safetyPassed + careful.compliancePassed - standing.safetyPassed - standing.compliancePassed;
  return `${gates} gates, ${formatScore(careful.quality - standing.quality)} quality`;
}
