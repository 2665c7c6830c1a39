import { useState } from "react";
import { type FigureBody, figureSvg, tableCsv } from "../../../src/figures/figure.ts";
import { useScanDate, useSiteIndex } from "../data/use-chunk.ts";
import { saveFile } from "./save-file.ts";

export interface FigureExportsProps {
  /** Source: a scan, a board of several, or the scans that the figure compares. */
  readonly scan: string | readonly string[];
  readonly title: string;
  /** Base of the counts: "63 conversations of each assistant". */
  readonly of: string;
  /** Caveats; exports include them. */
  readonly doubts?: readonly string[];
  /** Drawn on demand. */
  readonly draw: () => FigureBody;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Exports a figure with its title, n, judge and day, and the word "simulated" for simulated results. */
export function FigureExports({ scan, title, of, doubts = [], draw, columns, rows }: FigureExportsProps) {
  const [isCited, setIsCited] = useState(false);
  const source = useFigureSource(typeof scan === "string" ? [scan] : scan, title, of);
  const { marks, citation } = source;
  const caption = [...source.caption, ...doubts];
  const name = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  const svg = () => figureSvg({ title, body: draw(), caption, marks });
  const kinds = [
    ["SVG", () => saveFile(`${name}.svg`, new Blob([svg()], { type: "image/svg+xml" }))],
    ["PNG", () => void savePng(svg(), `${name}.png`)],
    [
      "data",
      () =>
        saveFile(
          `${name}.csv`,
          new Blob([tableCsv(columns, rows, [...marks, ...caption])], { type: "text/csv" }),
        ),
    ],
  ] as const;
  return (
    <div className="screen-only grid gap-1 text-xs text-quiet">
      <p>{caption[0]}</p>
      <p className="flex flex-wrap items-center gap-1">
        {kinds.map(([kind, save]) => (
          <button key={kind} type="button" className="control min-h-7 text-xs" onClick={save}>
            {kind}
            <span className="sr-only"> of the figure: {title}</span>
          </button>
        ))}
        <button
          type="button"
          className="control min-h-7 text-xs"
          aria-expanded={isCited}
          onClick={() => setIsCited(!isCited)}
        >
          cite<span className="sr-only"> the figure: {title}</span>
        </button>
      </p>
      {isCited && <p className="select-all text-ink">{[citation, ...doubts].join(" ")}</p>}
    </div>
  );
}

/** Describes a figure's source in words. */
function useFigureSource(named: readonly string[], title: string, of: string) {
  const {
    scans,
    board,
    simulated,
    private: isPrivate,
    example,
    corpus_version,
    tool_version,
  } = useSiteIndex();
  const own = scans.filter(({ scan }) => named.includes(scan));
  const day = useScanDate(...named) ?? "day unknown";
  const isBoard = own.length === 0 && board !== null && named.includes(board);
  const shown = isBoard ? scans : own;
  const judges = [...new Set(shown.map(({ judge }) => judge ?? "word lists alone"))].join(", ");
  const marks = [
    ...((own.length === 0 ? simulated : own.some((it) => it.simulated))
      ? ["SIMULATED, about no real model"]
      : []),
    ...((own.length === 0 ? isPrivate : own.some((it) => it.private))
      ? ["PRIVATE, not for publication"]
      : []),
    ...(example === undefined ? [] : [`EXAMPLE, no result: ${example}`]),
  ];
  const names = shown.map(({ scan_id }) => scan_id).join(", ");
  return {
    marks,
    caption: [
      `${of}; judged by ${judges}, ${day}.`,
      `95% intervals; a pale bar is what is open. InvisibleBench ${tool_version}, corpus ${corpus_version}, scan ${names}.`,
    ],
    citation: `InvisibleBench ${tool_version}: “${title}”. ${of}; judged by ${judges}, ${day}. Corpus ${corpus_version}, scan ${names}.${marks.length === 0 ? "" : ` ${marks.join("; ")}.`}`,
  };
}

/** Pixels per unit, for print. */
const DOTS = 2;

async function savePng(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * DOTS;
  canvas.height = image.height * DOTS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob !== null) saveFile(name, blob);
  }, "image/png");
}
