import { z } from "zod";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { CertificateIssuer, CertifiedActivity } from "./certificate.ts";
import { certificateUrl } from "./download.server.ts";

interface CertificateFacts {
  number: string;
  activity: Pick<CertifiedActivity, "titleEng" | "titleAr">;
  issuer: Pick<CertificateIssuer, "nameEng" | "nameAr">;
  issuedAt: Date;
}

/** URL of the public page of a certificate. */
export const checkUrl = (ctx: Pick<Ctx, "env">, number: string, locale: Locale): string =>
  `${ctx.env.BASE_URL}${localePath(`/verify/${number}`, locale)}`;

/** Link to LinkedIn's pre-filled form to add a certificate to a profile (parameters: addtoprofile.linkedin.com). */
export function linkedInUrl(
  ctx: Pick<Ctx, "env">,
  { number, activity, issuer, issuedAt }: CertificateFacts,
  locale: Locale,
) {
  const [year = "", month = ""] = riyadhDate(issuedAt).split("-");
  const fields = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: locale === "ar" ? activity.titleAr : activity.titleEng,
    organizationName: locale === "ar" ? issuer.nameAr : issuer.nameEng,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: checkUrl(ctx, number, locale),
    certId: number,
  });
  return `https://www.linkedin.com/profile/add?${fields}`;
}

export const certificateLinksReply = z
  .object({ pdf_url: z.string(), badge_url: z.string(), linkedin_url: z.string() })
  .meta({ description: "For its holder alone: the downloads need no login" });

/** Builds the links of a certificate. For its holder only, because the downloads need no sign-in. */
export const certificateLinks = (ctx: Ctx, certificate: CertificateFacts): z.output<typeof certificateLinksReply> => ({
  pdf_url: certificateUrl(ctx, certificate.number, "pdf"),
  badge_url: certificateUrl(ctx, certificate.number, "badge"),
  linkedin_url: linkedInUrl(ctx, certificate, ctx.locale),
});
