import { buffer } from "node:stream/consumers";
import yazl from "yazl";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { drawCertificate } from "./download.server.ts";
import { listMyCertificates } from "./own-certificates.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

/**
 * The viewer's valid certificates as one ZIP of PDFs. Throws Unauthenticated, RateLimited, NotFound (there is none).
 */
export async function myCertificatesZip(ctx: Ctx) {
  const { id } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  const valid = (await listMyCertificates(ctx)).filter(({ state }) => state === "valid");
  if (valid.length === 0) throw new NotFound(m.certificates_none_own({}, { locale: ctx.locale }));
  await consumeRateLimit(ctx, "documentPerAccount", id);
  const zip = new yazl.ZipFile();
  for (const certificate of valid) {
    // One after the other: others draw in between.
    const bytes = await drawCertificate(certificate, ctx.locale, { isBackground: true });
    // A PDF is compressed already.
    zip.addBuffer(Buffer.from(bytes), `${certificate.number}.pdf`, { compress: false });
  }
  zip.end();
  return { bytes: new Uint8Array(await buffer(zip.outputStream)), filename: "certificates.zip" };
}
