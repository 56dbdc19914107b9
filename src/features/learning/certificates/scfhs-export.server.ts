import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { withRunTitle } from "#features/catalogue/run-title.server.ts";
import { professionIn } from "#features/seats/roster/roster-states.ts";
import { defineExport } from "#features/staff/tasks/export.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import * as cell from "#platform/export/columns.ts";
import type { Column } from "#platform/export/columns.ts";
import { m } from "#messages";
import { readPeopleToCertify, readRunToCertify, type PersonToCertify, type RunToCertify } from "./issue.server.ts";
import { certificates } from "./tables.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

/** One row of the export: an attendee with full attendance. */
interface Row {
  /** Number of the row, from 1. */
  position: number;
  person: PersonToCertify;
  activity: RunToCertify["activity"];
  certificate: string | null;
}

const columns: readonly Column<Row>[] = [
  cell.number(cell.label(m.roster_column_place), ({ position }: Row) => position),
  cell.text(cell.label(m.certificates_scfhs_name_eng), ({ person }: Row) => person.nameEng),
  cell.text(cell.label(m.certificates_scfhs_name_ar), ({ person }: Row) => person.nameAr),
  cell.text(cell.label(m.common_scfhs_number), ({ person }: Row) => person.seat.scfhs_number),
  cell.text(cell.label(m.common_profession), ({ person }: Row, locale) => professionIn(person.seat.profession, locale)),
  cell.text(cell.label(m.certificates_scfhs_title_eng), ({ activity }: Row) => activity.titleEng),
  cell.text(cell.label(m.certificates_scfhs_title_ar), ({ activity }: Row) => activity.titleAr),
  cell.text(
    cell.label(m.certificates_field_reference),
    ({ activity }: Row) => activity.accreditation?.activityReference ?? null,
  ),
  cell.text(cell.label(m.common_accreditation_number), ({ activity }: Row) => activity.accreditation?.number ?? null),
  cell.date(cell.label(m.common_first_day), ({ activity }: Row) => activity.startDate),
  cell.date(cell.label(m.common_last_day), ({ activity }: Row) => activity.endDate),
  cell.number(cell.label(m.common_cme_hours), ({ activity }: Row) => activity.hours),
  cell.text(cell.label(m.common_certificate_number), ({ certificate }: Row) => certificate),
];

/** Reads the rows with the names and numbers that the roster has now. Missing values become empty cells. */
async function readRows(ctx: Ctx, runId: number): Promise<Row[]> {
  const toCertify = await readRunToCertify(ctx, runId);
  const { activity, rules } = toCertify;
  if (!rules.isAccredited) throw new Conflict(m.certificates_scfhs_not_accredited({}, { locale: ctx.locale }));
  const people = await readPeopleToCertify(ctx, toCertify);
  const valid = await ctx.db
    .select({ seatId: certificates.enrolmentId, number: certificates.number })
    .from(certificates)
    .where(and(eq(certificates.runId, runId), eq(certificates.state, "valid")));
  const numbers = new Map(valid.map(({ seatId, number }) => [seatId, number]));
  return people
    .filter(({ sessions, attended }) => sessions > 0 && attended === sessions)
    .map((person, index) => ({
      position: index + 1,
      person,
      activity,
      certificate: numbers.get(person.seat.id) ?? null,
    }));
}

/**
 * Export task: the attendees of an accredited run with full attendance, in the format of SCFHS. It includes those
 * without an SCFHS number or a certificate.
 */
export const scfhsExport = defineExport<{ run_id: number }, Row, number>({
  kind: "scfhs",
  permission: "attendance.read",
  personal: true,
  filter: z.strictObject({ run_id: recordId() }),
  title: withRunTitle(m.certificates_scfhs_export_title),
  columns,
  count: async (ctx, { run_id }) => (await readRows(ctx, run_id)).length,
  rows: async (ctx, { run_id }, after, limit) => (await readRows(ctx, run_id)).slice(after ?? 0, (after ?? 0) + limit),
  key: ({ position }) => position,
});
