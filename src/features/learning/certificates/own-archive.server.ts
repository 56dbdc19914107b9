import { buffer } from "node:stream/consumers";
import yazl from "yazl";
import type { ArchivedFile } from "#features/staff/tasks/archive.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { drawCertificate } from "./download.server.ts";
import { listMyCertificates } from "./own-certificates.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

/** Packs PDFs in a ZIP, without compression because PDFs are compressed already. */
export async function zipPdfs(pdfs: AsyncIterable<ArchivedFile>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile();
  // Reads the output while files are added, because reading it all at the end would block other requests for too long.
  const archive = buffer(zip.outputStream);
  for await (const { name, bytes } of pdfs) zip.addBuffer(Buffer.from(bytes), name, { compress: false });
  zip.end();
  return archive;
}

/**
 * Builds one ZIP of the viewer's valid certificates as PDFs. Throws Unauthenticated, ConfirmedAddressRequired,
 * RateLimited, NotFound (no valid certificate).
 */
export async function myCertificatesZip(ctx: Ctx) {
  const { id } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  const valid = (await listMyCertificates(ctx)).filter(({ state }) => state === "valid");
  if (valid.length === 0) throw new NotFound(m.certificates_none_own({}, { locale: ctx.locale }));
  await consumeRateLimit(ctx, "documentPerAccount", id);
  async function* pdfs() {
    for (const certificate of valid) {
      // Draws one PDF after the other, so that PDFs for other people are drawn in between.
      const bytes = await drawCertificate(certificate, ctx.locale, { isBackground: true });
      yield { name: `${certificate.number}.pdf`, bytes };
    }
  }
  return { bytes: await zipPdfs(pdfs()), filename: "certificates.zip" };
}
