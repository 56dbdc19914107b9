import { MailFacts, MailHeading, MailText } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface UnclaimedMailProps {
  paymentId: string;
  /** With its currency, as it is read. */
  amount: string;
  /** ISO 8601 UTC; null when the provider does not say. */
  madeAt: string | null;
  /** The order of ours that the payment names. */
  orderId: number | null;
  /** The site tried to return it and was refused. */
  refused: boolean;
}

const sample: UnclaimedMailProps = {
  paymentId: "0b9f4c1e-0000-4000-8000-000000000001",
  amount: "SAR 1.00",
  madeAt: "2027-01-12T09:15:00.000Z",
  orderId: null,
  refused: false,
};

/** To the company: money that no order asked for and that the site cannot return. */
export const paymentUnclaimed = mailTemplate<UnclaimedMailProps>({
  subject: ({ amount }, locale) => m.sales_mail_unclaimed_subject({ amount }, { locale }),
  preview: ({ refused }, locale) =>
    refused ? m.sales_mail_unclaimed_preview_refused({}, { locale }) : m.sales_mail_unclaimed_preview({}, { locale }),
  Body: ({ props: { paymentId, amount, madeAt, orderId, refused }, locale }) => {
    const named = orderId ?? m.sales_mail_unclaimed_none({}, { locale });
    return (
      <>
        <MailHeading>{m.sales_mail_unclaimed_heading({}, { locale })}</MailHeading>
        <MailText>{m.sales_mail_unclaimed_text({}, { locale })}</MailText>
        {refused && <MailText>{m.sales_mail_unclaimed_refused({}, { locale })}</MailText>}
        <MailFacts
          caption={m.sales_mail_unclaimed_facts({}, { locale })}
          facts={[
            { label: m.sales_mail_unclaimed_id({}, { locale }), value: <bdi dir="ltr">{paymentId}</bdi>, wraps: true },
            { label: m.sales_mail_unclaimed_amount({}, { locale }), value: <bdi>{amount}</bdi>, strong: true },
            ...(madeAt ? [{ label: m.sales_mail_unclaimed_paid({}, { locale }), value: <bdi dir="ltr">{madeAt}</bdi> }] : []),
            { label: m.sales_mail_unclaimed_order({}, { locale }), value: <bdi>{named}</bdi> },
          ]}
        />
        <MailText quiet>{m.sales_mail_unclaimed_todo({}, { locale })}</MailText>
      </>
    );
  },
  sample: { en: sample, ar: { ...sample, amount: "1.00\u00a0ر.س" } },
});
