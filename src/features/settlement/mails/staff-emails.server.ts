import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { ltr } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface UnclaimedMailProps {
  paymentId: string;
  /** Formatted, with its currency. */
  amount: string;
  /** ISO 8601 UTC; null when the provider does not report it. */
  madeAt: string | null;
  orderId: number | null;
  /** The provider refused the site's refund. */
  refused: boolean;
  /** Number of other unclaimed payments found in the same check. */
  others?: number;
}

const sample: UnclaimedMailProps = {
  paymentId: "0b9f4c1e-0000-4000-8000-000000000001",
  amount: "SAR 1.00",
  madeAt: "2027-01-12T09:15:00.000Z",
  orderId: null,
  refused: false,
};

export const paymentUnclaimed = mailTemplate<UnclaimedMailProps>({
  subject: ({ amount }, locale) => m.notices_unclaimed_subject({ amount }, { locale }),
  preview: ({ refused }, locale) =>
    refused ? m.notices_unclaimed_preview_refused({}, { locale }) : m.notices_unclaimed_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.notices_unclaimed_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.notices_unclaimed_text({}, { locale }) },
      props.refused && { kind: "text", text: m.notices_unclaimed_refused({}, { locale }) },
      props.others !== undefined && {
        kind: "text",
        text: m.notices_unclaimed_others({ count: props.others }, { locale }),
      },
      {
        kind: "facts",
        facts: [
          { label: m.notices_unclaimed_amount({}, { locale }), value: props.amount, strong: true },
          ...(props.madeAt
            ? [
                {
                  label: m.notices_unclaimed_paid({}, { locale }),
                  value: riyadhMoment(new Date(props.madeAt), locale),
                },
              ]
            : []),
          {
            label: m.notices_unclaimed_order({}, { locale }),
            value: props.orderId === null ? m.notices_unclaimed_none({}, { locale }) : String(props.orderId),
          },
          { label: m.notices_unclaimed_id({}, { locale }), value: ltr(props.paymentId) },
        ],
      },
      { kind: "text", quiet: true, text: m.notices_unclaimed_todo({}, { locale }) },
    ),
    why: m.notices_unclaimed_footer({}, { locale }),
  }),
  sample: { en: sample, ar: { ...sample, amount: "1.00\u00a0ر.س" } },
});
