import type { Locale } from "#i18n/locale.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { ltr, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import type { StaffRole } from "#features/people/permissions.ts";
import { invitationUrl } from "./invitations.server.ts";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";

interface StaffInvitation {
  /** Seed from which the token of the link is derived, with the secret of the server. */
  seed: string;
  role: StaffRole;
  /** Name of the person who invites; empty for an invitation from the command line. */
  inviter: string;
}

const roleLabel: Record<StaffRole, (locale: Locale) => string> = {
  owner: (locale) => m.staff_role_owner({}, { locale }),
  training: (locale) => m.staff_role_training({}, { locale }),
  content: (locale) => m.staff_role_content({}, { locale }),
  finance: (locale) => m.staff_role_finance({}, { locale }),
  support: (locale) => m.staff_role_support({}, { locale }),
  auditor: (locale) => m.staff_role_auditor({}, { locale }),
};

export const staffInvitation = mailTemplate<StaffInvitation>({
  subject: (_props, locale) => m.staff_mail_subject({}, { locale }),
  preview: (_props, locale) => m.staff_mail_preview({}, { locale }),
  link: (ctx, { seed }) => invitationUrl(ctx, seed),
  content: ({ props: { inviter, role }, locale, link }) => ({
    heading: m.staff_mail_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: inviter
          ? m.staff_mail_text_by({ inviter: isolateText(inviter) }, { locale })
          : m.staff_mail_text({}, { locale }),
      },
      { kind: "button", label: m.staff_mail_button({}, { locale }), href: link },
      { kind: "address", label: m.mail_copy_address({}, { locale }), href: link },
      {
        kind: "facts",
        facts: [
          { label: m.staff_mail_role({}, { locale }), value: roleLabel[role](locale) },
          {
            label: m.staff_mail_until({}, { locale }),
            value: m.staff_mail_until_value({}, { locale }),
          },
        ],
      },
      {
        kind: "panel",
        tone: "quiet",
        title: m.staff_mail_not_you_title({}, { locale }),
        text: m.staff_mail_not_you({}, { locale }),
      },
    ),
    why: m.staff_mail_why({}, { locale }),
    notes: [m.accounts_mail_never_ask({}, { locale })],
  }),
  sample: {
    en: { seed: "sample", role: "training", inviter: "Dr. Huda A." },
    ar: { seed: "sample", role: "training", inviter: "د. هدى أ." },
  },
});

interface CopiedTrust {
  /** Name of the browser, such as "Chrome, Windows". */
  browser: string;
  at: string;
  accountUrl: string;
}

/**
 * Email to a member when the cookie of their trusted computer was used twice, so that someone may have a copy of it.
 */
export const staffTrustCopied = mailTemplate<CopiedTrust>({
  subject: (_props, locale) => m.staff_mail_trust_subject({}, { locale }),
  preview: (_props, locale) => m.staff_mail_trust_preview({}, { locale }),
  content: ({ props: { browser, at, accountUrl }, locale }) => ({
    seal: "lock",
    heading: m.staff_mail_trust_subject({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.staff_mail_trust_text({}, { locale }) },
      {
        kind: "facts",
        facts: [
          { label: m.staff_mail_trust_computer({}, { locale }), value: ltr(browser) },
          { label: m.staff_mail_trust_at({}, { locale }), value: riyadhMoment(new Date(at), locale) },
        ],
      },
      { kind: "text", text: m.staff_mail_trust_do({}, { locale }) },
      { kind: "button", label: m.staff_mail_trust_button({}, { locale }), href: accountUrl },
    ),
    why: m.staff_mail_trust_why({}, { locale }),
    notes: [m.accounts_mail_never_ask({}, { locale })],
  }),
  sample: {
    en: {
      browser: "Chrome, Windows",
      at: "2026-11-22T07:42:00.000Z",
      accountUrl: "https://nama.example/staff/account",
    },
    ar: {
      browser: "Chrome, Windows",
      at: "2026-11-22T07:42:00.000Z",
      accountUrl: "https://nama.example/staff/account",
    },
  },
});
