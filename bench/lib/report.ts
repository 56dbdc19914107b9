/** What a run says: one table for people, one file for programs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./processes.ts";

export interface Figure {
  name: string;
  value: number;
  /** `x` is a ratio, `kB` 1,000 bytes, `MB` 10^6 bytes; "" is a count. */
  unit: "x" | "/s" | "ms" | "s" | "MB" | "kB" | "";
  /** The figure of the issue. */
  target?: { atLeast: number } | { atMost: number };
  /** What was compared, in absolute numbers. */
  note?: string;
}

/** What one part found. */
export interface PartFigures {
  figures: Figure[];
  /** Numbers without a target, one row per thing measured; the first column names it. */
  details?: { columns: string[]; rows: (string | number)[][] };
  /** Lines that are no figure: what was left out, and why. */
  remarks: string[];
}

export interface PartResult extends PartFigures {
  part: string;
  /** One-minute load of the machine before and after. */
  load: [number, number];
  seconds: number;
}

/** Whether a figure is what it should be; null without a target. */
export function reaches({ value, target }: Figure): boolean | null {
  if (!target) return null;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

/** A number with as many digits as tell something. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "?";
  return Number.isInteger(value) || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toPrecision(3).replace(/\.?0+$/, "");
}

const limit = ({ target }: Figure) =>
  target ? ("atLeast" in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`) : "";

/** Rows as lines; the columns of `toTheEnd` end at the same place. */
function aligned(rows: string[][], toTheEnd: (column: number) => boolean): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (toTheEnd(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

/** The figures of a part as lines under each other. */
export function formatTable({ part, figures, details, remarks, load, seconds }: PartResult): string {
  const words: Record<string, string> = { true: "ok", false: "MISSED", null: "" };
  const rows = figures.map((figure) => [
    figure.name,
    `${formatNumber(figure.value)}${figure.unit && ` ${figure.unit}`}`,
    limit(figure),
    words[String(reaches(figure))] ?? "",
    figure.note ?? "",
  ]);
  const grid = details
    ? [
        details.columns,
        ...details.rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell))),
      ]
    : [];
  const head = `\n${part}  (load ${load.map((value) => value.toFixed(2)).join(" -> ")}, ${Math.round(seconds)} s)`;
  const lines = [...aligned(rows, (column) => column === 1), ...aligned(grid, (column) => column > 0)];
  return [head, ...lines.map((line) => `  ${line}`), ...remarks.map((remark) => `  - ${remark}`)].join("\n");
}

/** Runs a part and notes the machine's load around it. */
export async function timed(part: string, work: () => Promise<PartFigures>): Promise<PartResult> {
  const before = loadavg()[0] ?? 0;
  const began = performance.now();
  const result = await work();
  return { part, ...result, load: [before, loadavg()[0] ?? 0], seconds: (performance.now() - began) / 1000 };
}

/** Where the figures are left for programs; ignored by git, as all of `build/`. */
export function writeResults(results: object): string {
  const file = join(root, "build/bench/results.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}
