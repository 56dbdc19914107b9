/** The results of a run: a printed table for people and a JSON file for programs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./processes.ts";

export interface Figure {
  name: string;
  value: number;
  /** `x` means a ratio, `kB` 1,000 bytes, `MB` 10^6 bytes and "" a count. */
  unit: "x" | "/s" | "ms" | "s" | "MB" | "kB" | "";
  /** The limit that the figure must keep. */
  target?: { atLeast: number } | { atMost: number };
  /** What was compared, in absolute numbers. */
  note?: string;
}

/** The results of one part. */
export interface PartFigures {
  figures: Figure[];
  /** Numbers without a target. Each row is one thing measured, which the first column names. */
  details?: { columns: string[]; rows: (string | number)[][] };
  /** Notes under the figures, for example what was not measured and why. */
  remarks: string[];
}

export interface PartResult extends PartFigures {
  part: string;
  /** One-minute load of the machine before and after the part. */
  load: [number, number];
  seconds: number;
}

/** Returns whether a figure meets its target, or null when it has none. */
export function meetsTarget({ value, target }: Figure): boolean | null {
  if (!target) return null;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

/** Formats a number with three significant digits, or as a whole number from 100 on. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "?";
  return Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toPrecision(3).replace(/\.?0+$/, "");
}

const formatTarget = ({ target }: Figure) =>
  target ? ("atLeast" in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`) : "";

/** Writes rows as lines. Columns for which `isRightAligned` returns true are right-aligned, the others left-aligned. */
function alignColumns(rows: string[][], isRightAligned: (column: number) => boolean): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isRightAligned(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}

/** Formats the results of a part as a text of several lines. */
export function formatTable({ part, figures, details, remarks, load, seconds }: PartResult): string {
  const verdicts: Record<string, string> = { true: "ok", false: "MISSED", null: "" };
  const rows = figures.map((figure) => [
    figure.name,
    `${formatNumber(figure.value)}${figure.unit && ` ${figure.unit}`}`,
    formatTarget(figure),
    verdicts[String(meetsTarget(figure))] ?? "",
    figure.note ?? "",
  ]);
  const grid = details
    ? [
        details.columns,
        ...details.rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell))),
      ]
    : [];
  const head = `\n${part}  (load ${load.map((value) => value.toFixed(2)).join(" -> ")}, ${Math.round(seconds)} s)`;
  const lines = [...alignColumns(rows, (column) => column === 1), ...alignColumns(grid, (column) => column > 0)];
  return [head, ...lines.map((line) => `  ${line}`), ...remarks.map((remark) => `  - ${remark}`)].join("\n");
}

/** Runs a part and measures its duration and the machine's load before and after. */
export async function measurePart(part: string, work: () => Promise<PartFigures>): Promise<PartResult> {
  const before = loadavg()[0] ?? 0;
  const began = performance.now();
  const result = await work();
  return { part, ...result, load: [before, loadavg()[0] ?? 0], seconds: (performance.now() - began) / 1000 };
}

/** Writes the results to a JSON file in `build/`, which git ignores, and returns the file's path. */
export function writeResults(results: object): string {
  const file = join(root, "build/bench/results.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
