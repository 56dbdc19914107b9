import { eq } from "drizzle-orm";
import { newsletterLinks } from "#features/letters/newsletter.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { noSuchRecord } from "#platform/context.server.ts";
import type { Block } from "#platform/mail/blocks.ts";
import { clean, linked } from "#platform/mail/marks.ts";
import { blocksOfRichText } from "#platform/mail/rich-text-blocks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { withCards } from "./cards.server.ts";
import { newsletterIssues } from "./tables.server.ts";

interface Letter {
  subject: string;
  preheader: string;
  blocks: Block[];
}
export interface NewsletterIssueProps {
  issueId: number;
  /** Whose mail it is; null for a test, whose link to leave opens nothing. */
  subscriptionId: string | null;
  /** Read when the mail is rendered: an issue that is being sent does not change. */
  letter?: Record<Locale, Letter>;
}

type Row = typeof newsletterIssues.$inferSelect;

const letterOf = (row: Row, locale: Locale, origin: string): Letter =>
  locale === "ar"
    ? { subject: row.subjectAr, preheader: row.preheaderAr, blocks: blocksOfRichText(row.bodyAr, origin) }
    : { subject: row.subjectEng, preheader: row.preheaderEng, blocks: blocksOfRichText(row.bodyEng, origin) };

const none: Letter = { subject: "", preheader: "", blocks: [] };
const letterIn = ({ letter }: NewsletterIssueProps, locale: Locale): Letter => letter?.[locale] ?? none;
/** A draft may have none yet. */
const titleOf = (props: NewsletterIssueProps, locale: Locale): string =>
  clean(letterIn(props, locale).subject) || m.newsletter_untitled({}, { locale });
const sampleId = "00000000-0000-4000-8000-000000000000";

const sample: NewsletterIssueProps = {
  issueId: 1,
  subscriptionId: sampleId,
  letter: {
    en: {
      subject: "Three courses in December, with seats left",
      preheader: "Patient safety, indicators and high-alert drugs, in Riyadh and online.",
      blocks: blocksOfRichText(
        '<p>In December <strong>three courses</strong> open, all with accredited hours.</p><h2>Patient safety</h2><ul><li>6 to 8 December, Riyadh</li></ul><p><a href="/courses">See all courses</a></p>',
        "https://nama.example",
      ),
    },
    ar: {
      subject: "ثلاث دورات في ديسمبر، ومقاعد ما زالت متاحة",
      preheader: "سلامة المرضى والمؤشرات والأدوية عالية الخطورة، في الرياض وعن بُعد.",
      blocks: blocksOfRichText(
        '<p>نفتح في ديسمبر باب التسجيل في <strong>ثلاث دورات</strong> معتمدة الساعات.</p><h2>سلامة المرضى</h2><ul><li>من 6 إلى 8 ديسمبر، الرياض</li></ul><p><a href="/ar/courses">تصفّح الدورات</a></p>',
        "https://nama.example",
      ),
    },
  },
};

/** One issue of the newsletter, to one subscriber. */
export const newsletterIssue = mailTemplate<NewsletterIssueProps>({
  subject: (props, locale) => {
    const subject = titleOf(props, locale);
    return props.subscriptionId === null ? m.newsletter_test_subject({ subject }, { locale }) : subject;
  },
  preview: (props, locale) => clean(letterIn(props, locale).preheader),
  link: (ctx, { subscriptionId }, locale) =>
    newsletterLinks(ctx, { id: subscriptionId ?? sampleId, locale }).unsubscribeUrl,
  async load(ctx, props) {
    if (props.letter) return props;
    const [row] = await ctx.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, props.issueId));
    if (!row) throw noSuchRecord(ctx);
    const letterIn = async (locale: Locale) => {
      const letter = letterOf(row, locale, ctx.env.BASE_URL);
      return { ...letter, blocks: await withCards(ctx, letter.blocks, locale) };
    };
    return { ...props, letter: { en: await letterIn("en"), ar: await letterIn("ar") } };
  },
  content: ({ props, locale, link }) => {
    const { blocks } = letterIn(props, locale);
    return {
      audience: "newsletter",
      heading: titleOf(props, locale),
      blocks,
      why: m.newsletter_mail_why({}, { locale }),
      notes: [linked(m.newsletter_mail_leave({}, { locale }), link)],
    };
  },
  sample: { en: sample, ar: sample },
});
