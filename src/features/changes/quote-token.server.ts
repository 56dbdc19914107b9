import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { requireViewer } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { m } from "#messages";

/** How long a quote holds. */
export const quoteMinutes = 15;

const shape = z.object({
  /** Of the caller. */
  userId: z.string(),
  orderId: z.int(),
  runId: z.int(),
  kind: z.enum(["cancel", "move"]),
  seatIds: z.array(z.int()),
  toRunId: z.int().nullable(),
  /** Price of the new date that was quoted. */
  toNetHalalas: z.int().nullable(),
  backHalalas: z.int(),
  payHalalas: z.int(),
  /** Epoch milliseconds. */
  at: z.int(),
});
export type Quoted = z.infer<typeof shape>;

const signQuote = (ctx: Pick<Ctx, "env">, text: string) => sign(ctx, `change-quote:${text}`).toString("base64url");

/** What was quoted, as the browser returns it. Signed: what it says is what was said. */
export function quoteToken(ctx: Pick<Ctx, "env">, quoted: Quoted): string {
  const text = Buffer.from(JSON.stringify(quoted)).toString("base64url");
  return `${text}.${signQuote(ctx, text)}`;
}

/** The caller's quote of a token. Throws Conflict when it is over, or none. */
export function readQuoteToken(ctx: Ctx, token: string): Quoted {
  const over = new Conflict(m.changes_quote_over({}, { locale: ctx.locale }));
  const [text = "", signature = ""] = token.split(".");
  if (!isSame(Buffer.from(signature), Buffer.from(signQuote(ctx, text)))) throw over;
  const quoted = shape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  const ageMs = ctx.now().getTime() - quoted.at;
  if (quoted.userId !== requireViewer(ctx).id || ageMs > quoteMinutes * 60_000) throw over;
  return quoted;
}
