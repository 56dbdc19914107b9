import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import type { TaxDocument } from "./write-document.server.ts";
import { orderPdfFile } from "./documents.server.ts";

/** Empty when the order has no such document. */
export async function documentAttachment(
  ctx: Ctx,
  orderId: number,
  locale: Locale,
  wanted: (document: TaxDocument) => boolean,
): Promise<MailAttachment[]> {
  const file = await orderPdfFile({ ...ctx, locale }, orderId, wanted);
  return file
    ? [
        {
          filename: file.filename,
          contentType: "application/pdf",
          content: async () => (await file.make({ isBackground: true })).bytes,
        },
      ]
    : [];
}
