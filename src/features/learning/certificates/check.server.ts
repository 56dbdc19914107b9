import { aliasedTable, eq, sql } from "drizzle-orm";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { NotFound } from "#platform/errors.ts";
import { consumeAddressLimit, throwIfWaiting, waitsUntilSql, waitValues } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { normalisedNumber } from "./certificate-number.ts";
import { shortenName } from "./certificate.ts";
import { certificates } from "./tables.server.ts";

/**
 * Prepares a query that returns one row whether the certificate exists or not, so that the response time does not
 * reveal whether it exists.
 */
function prepareCheck(db: Db) {
  const newer = aliasedTable(certificates, "newer");
  const { number, state, holder, activity, issuedAt, endedAt } = certificates;
  return db
    .select({
      certificate: { number, state, holder, activity, issuedAt, endedAt },
      replacedBy: newer.number,
      waitsUntil: waitsUntilSql(db),
    })
    .from(sql`(select 1) as one`)
    .leftJoin(certificates, eq(number, sql.placeholder("number")))
    .leftJoin(newer, eq(newer.replacesId, certificates.id))
    .prepare("check_certificate");
}

/** The prepared query of each database. Building the query for every check took a third of the check's time. */
const preparedChecks = new WeakMap<Db, ReturnType<typeof prepareCheck>>();

/**
 * Reads the public facts of a certificate by its typed number: its state, its frozen contents, and the holder's first
 * name and one letter. A revoked certificate shows neither the holder nor the reason. Throws NotFound. After 20 wrong
 * numbers in an hour from one IP address it throws RateLimited, also for correct numbers.
 */
export async function checkCertificate(ctx: Ctx, { number: typed }: { number: string }) {
  const check = preparedChecks.get(ctx.db) ?? prepareCheck(ctx.db);
  preparedChecks.set(ctx.db, check);
  const [row] = await check.execute({
    number: normalisedNumber(typed) ?? "",
    ...waitValues(ctx, "verifyPerAddress"),
  });
  throwIfWaiting(ctx, row?.waitsUntil ?? null);
  if (!row?.certificate) {
    await consumeAddressLimit(ctx, "verifyPerAddress");
    throw new NotFound(m.certificates_not_found({}, { locale: ctx.locale }));
  }
  return toPublicCertificate({ ...row.certificate, replacedBy: row.replacedBy });
}

type CheckedRow = Pick<
  typeof certificates.$inferSelect,
  "number" | "state" | "holder" | "activity" | "issuedAt" | "endedAt"
> & { replacedBy: string | null };

function toPublicCertificate({ number, state, holder, activity, issuedAt, endedAt, replacedBy }: CheckedRow) {
  const { accreditation } = activity;
  const isRevoked = state === "revoked";
  return {
    number,
    state,
    issued_on: riyadhDate(issuedAt),
    ended_on: endedAt === null ? null : riyadhDate(endedAt),
    replaced_by: isRevoked ? null : replacedBy,
    is_erased: holder === null,
    holder:
      holder === null || isRevoked
        ? null
        : { name_eng: shortenName(holder.nameEng), name_ar: shortenName(holder.nameAr) },
    title_eng: activity.titleEng,
    title_ar: activity.titleAr,
    start_date: activity.startDate,
    end_date: activity.endDate,
    accreditation_number: accreditation?.number ?? null,
    details: isRevoked
      ? null
      : {
          country_eng: activity.countryEng,
          country_ar: activity.countryAr,
          hours: activity.hours,
          accreditation: accreditation && {
            activity_reference: accreditation.activityReference,
            body_eng: accreditation.bodyEng,
            body_ar: accreditation.bodyAr,
            specialty_eng: accreditation.specialtyEng,
            specialty_ar: accreditation.specialtyAr,
          },
        },
  };
}
