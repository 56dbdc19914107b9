import { eq } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeAddressLimit } from "#platform/rate-limit.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import type { RunOptions } from "#platform/workers/pool.server.ts";
import { runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { normalisedNumber } from "./certificate-number.ts";
import type { IssuedCertificate } from "./certificate.ts";
import { certificates } from "./tables.server.ts";

/**
 * Builds the secret in the URL of a holder, from 128 bits of a signature. The URL needs it besides the number, which is
 * printed on the certificate.
 */
const signKey = (ctx: Pick<Ctx, "env">, number: string): string =>
  sign(ctx, `certificate-download:${number}`).subarray(0, 16).toString("base64url");

/** Builds the URL where the holder of a certificate downloads it without signing in. */
export const certificateUrl = (ctx: Pick<Ctx, "env">, number: string, format: "pdf" | "badge"): string =>
  `${ctx.env.BASE_URL}/certificates/${number}/${format}?key=${signKey(ctx, number)}`;

/** A stored certificate whose holder has not been erased. */
export type LinkedCertificate = typeof certificates.$inferSelect & IssuedCertificate;

/**
 * Reads the certificate that a holder's URL names. Throws NotFound (wrong key, unknown number, revoked, or data
 * erased), RateLimited.
 */
export async function readLinkedCertificate(
  ctx: Ctx,
  { number: rawNumber, key }: { number: string; key: string },
): Promise<LinkedCertificate> {
  await consumeAddressLimit(ctx, "documentPerAddress");
  const notFound = new NotFound(m.certificates_not_found({}, { locale: ctx.locale }));
  const number = normalisedNumber(rawNumber);
  if (number === null || !isSame(Buffer.from(key), Buffer.from(signKey(ctx, number)))) throw notFound;
  const [row] = await ctx.db.select().from(certificates).where(eq(certificates.number, number));
  if (!row?.holder || row.state === "revoked") throw notFound;
  return { ...row, holder: row.holder };
}

/** Renders the PDF of a certificate in a worker. Throws QueueFull, except in the background. */
export function drawCertificate(
  { holder, activity, issuer, number, issuedAt, wordingVersion }: IssuedCertificate,
  locale: Locale,
  options: Pick<RunOptions, "account" | "isBackground">,
): Promise<Uint8Array> {
  const certificate = { holder, activity, issuer, number, issuedAt, wordingVersion };
  const key = `certificate ${number} ${locale}`;
  return runInWorker("certificate-pdf", [certificate, locale], { ...options, key });
}
