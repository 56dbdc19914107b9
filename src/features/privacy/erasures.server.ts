import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { erasures } from "#features/people/profile/tables.server.ts";
import { onCommit, type Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { sign } from "#platform/signing.server.ts";

/**
 * Records of erasures, in a table and in a file next to the secret. A restored database does not know the erasures
 * since its backup, but the file does. An entry only has the account's id and a keyed hash of the address.
 */
const getErasuresPath = (ctx: Ctx): string => join(ctx.env.DATA_DIR, "erasures.jsonl");

const line = z.object({
  id: z.string(),
  at: z.string(),
  personId: z.string().nullable(),
  addressHash: z.string().nullable(),
});
export type ErasureLine = z.infer<typeof line>;

/** Keyed hash of an address: only someone with the site's secret can tell whether it belongs to a known address. */
export const addressHash = (ctx: Ctx, address: string): string =>
  sign(ctx, `erased-address:${address.toLowerCase()}`).toString("base64url");

function appendLines(ctx: Ctx, lines: readonly ErasureLine[]): void {
  mkdirSync(ctx.env.DATA_DIR, { recursive: true, mode: 0o700 });
  const file = openSync(getErasuresPath(ctx), "a", 0o600);
  try {
    appendFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads the lines of the file; an incomplete last line is left out. */
export function readErasureLines(ctx: Ctx): ErasureLine[] {
  if (!existsSync(getErasuresPath(ctx))) return [];
  return readFileSync(getErasuresPath(ctx), "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        return line.parse(JSON.parse(text));
      } catch {
        return [];
      }
    });
}

/** Records an erasure in the open transaction, and in the file after the commit. */
export async function recordErasure(
  ctx: Ctx,
  { personId, address }: { personId: string | null; address: string | null },
): Promise<void> {
  const erasure = { id: randomUUID(), personId, addressHash: address === null ? null : addressHash(ctx, address) };
  await ctx.db.insert(erasures).values({ ...erasure, at: ctx.now() });
  onCommit(ctx, () => {
    try {
      appendLines(ctx, [{ ...erasure, at: ctx.now().toISOString() }]);
    } catch (error) {
      // A job later adds the entry to the file from the table.
      ctx.log.error(errorForLog(error), "an erasure was not noted in its file");
    }
  });
}

/** Adds entries to the file that only the table has. Returns the lines that only the file has. */
export async function compareErasures(ctx: Ctx): Promise<ErasureLine[]> {
  const lines = readErasureLines(ctx);
  const rows = await ctx.db.select().from(erasures);
  const [inFile, inTable] = [new Set(lines.map(({ id }) => id)), new Set(rows.map(({ id }) => id))];
  const missing = rows.filter(({ id }) => !inFile.has(id)).map((row) => ({ ...row, at: row.at.toISOString() }));
  if (missing.length > 0) appendLines(ctx, missing);
  return lines.filter(({ id }) => !inTable.has(id));
}

/** Records that an erasure from the file was done in this database, too. */
export async function recordRepeatedErasure(ctx: Ctx, { id, at, personId, addressHash }: ErasureLine): Promise<void> {
  await ctx.db
    .insert(erasures)
    .values({ id, at: new Date(at), personId, addressHash })
    .onConflictDoNothing();
}
