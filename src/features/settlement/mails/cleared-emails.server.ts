import { attachedBlock } from "#features/catalogue/schedule/mail-course.ts";
import type { DocumentKind } from "#features/invoices/document.ts";
import { documentAttachment } from "#features/invoices/documents/documents.server.ts";
import { givenName } from "#i18n/given-name.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface ClearedMailProps {
  orderId: number;
  documentId: number;
  kind: DocumentKind;
  number: string;
  name: string;
  orderUrl: string;
}

const sample: ClearedMailProps = {
  orderId: 1042,
  documentId: 1,
  kind: "invoice",
  number: "INV-2026-000318",
  name: "Sara Nasser",
  orderUrl: "https://nama.example/my-courses/1042",
};

/** A company's tax invoice or credit note, sent once the tax authority has cleared it. */
export const documentCleared = mailTemplate<ClearedMailProps>({
  subject: ({ kind, number, orderId }, locale) =>
    (kind === "invoice" ? m.notices_cleared_subject : m.notices_cleared_credit_subject)(
      { number, id: String(orderId) },
      { locale },
    ),
  preview: (_props, locale) => m.notices_cleared_preview({}, { locale }),
  content: ({ props: { kind, orderId, name, orderUrl }, locale, files }) => ({
    eyebrow: m.common_order_number({ id: String(orderId) }, { locale }),
    heading: (kind === "invoice" ? m.notices_cleared_heading : m.notices_cleared_credit_heading)({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: (kind === "invoice" ? m.notices_cleared_text : m.notices_cleared_credit_text)(
          { name: isolateText(givenName(name)) },
          { locale },
        ),
      },
      attachedBlock(files, "", locale),
      { kind: "button", label: m.notices_view_order({}, { locale }), href: orderUrl },
    ),
    why: m.notices_why_order({ id: String(orderId) }, { locale }),
  }),
  attachments: (ctx, { orderId, documentId }, locale) =>
    documentAttachment(ctx, orderId, locale, ({ id }) => id === documentId),
  sample: {
    en: sample,
    ar: { ...sample, name: "سارة ناصر", orderUrl: "https://nama.example/ar/my-courses/1042" },
  },
});
