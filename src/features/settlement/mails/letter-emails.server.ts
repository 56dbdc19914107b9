import { compactBlocks } from "#platform/mail/blocks.ts";
import { clean, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface BuyerLetterProps {
  subject: string;
  /** Paragraphs that a member of staff wrote. */
  text: string;
  /** Name of that member of staff. */
  author: string;
  orderId: number;
  orderUrl: string;
}

const splitParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => clean(line))
    .filter(Boolean);

/** Email to the buyer of an order with a text that a member of staff wrote. */
export const buyerLetter = mailTemplate<BuyerLetterProps>({
  subject: ({ subject }) => clean(subject),
  preview: ({ author, orderId }, locale) =>
    m.notices_letter_preview({ name: clean(author).slice(0, 40), id: String(orderId) }, { locale }),
  content: ({ props: { subject, text, author, orderId, orderUrl }, locale }) => ({
    heading: isolateText(subject),
    blocks: compactBlocks(
      ...splitParagraphs(text).map((line) => ({ kind: "text" as const, text: isolateText(line) })),
      { kind: "text", text: m.notices_letter_signature({ name: isolateText(author) }, { locale }) },
      { kind: "button", label: m.notices_letter_button({}, { locale }), href: orderUrl },
    ),
    why: m.notices_why_order({ id: String(orderId) }, { locale }),
  }),
  sample: {
    en: {
      subject: "Parking on the first day",
      text: "The car park of the training centre is closed that morning.\n\nPlease use the one behind the tower; it is free for you.",
      author: "Reem S.",
      orderId: 1042,
      orderUrl: "https://example.com/my-courses/1042",
    },
    ar: {
      subject: "موقف السيارات في اليوم الأول",
      text: "موقف مركز التدريب مغلق صباح ذلك اليوم.\n\nيمكنكم استخدام الموقف خلف البرج، وهو مجاني لكم.",
      author: "ريم س.",
      orderId: 1042,
      orderUrl: "https://example.com/ar/my-courses/1042",
    },
  },
});
