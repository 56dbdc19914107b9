/** Endpoints of the settings that apply from a day on: tax rate and company identity. */
import { z } from "zod";
import {
  changePeriod,
  datedSettings,
  dropPeriod,
  listPeriods,
  periodStates,
  planPeriod,
  readPeriod,
  type PeriodRecord,
} from "#features/settings/setting-periods.server.ts";
import { settingFields } from "#features/settings/staff.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { instantText } from "#platform/http/codecs.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  numericId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";

const period = z.object({
  id: z.int().meta({ description: "0 for the values from before anyone set a first day" }),
  setting: z.enum(datedSettings),
  startsOn: z.string().nullable(),
  state: z.enum(periodStates),
  data: settingFields,
  setBy: z.string().nullable(),
  createdAt: instantText.nullable(),
  version: z.int(),
});

/** Adds the names of the people who set the periods, in the reader's language. */
async function toPeriodRows(ctx: Ctx, periods: readonly PeriodRecord[]) {
  const names = await readDisplayNames(
    ctx,
    periods.map(({ setById }) => setById),
  );
  return periods.map(({ setById, ...period }) => ({ ...period, setBy: names.get(setById) ?? period.setBy }));
}

async function toPeriodRow(ctx: Ctx, { setById, ...period }: PeriodRecord) {
  return { ...period, setBy: (await readDisplayNames(ctx, [setById])).get(setById) ?? period.setBy };
}

const startsOn = z.iso.date("invalid").meta({ description: "A day in Riyadh" });

export const list = getList({
  access: listPeriods.permission,
  summary: "Past, present and planned periods of tax rate and company identity",
  sorts: ["startsOn", "id"],
  filter: z.object({ setting: z.enum(datedSettings).optional(), state: z.enum(periodStates).optional() }),
  row: period,
  list: async (ctx, query) => {
    const { data, ...counted } = await listPeriods(ctx, query);
    return { data: await toPeriodRows(ctx, data), ...counted };
  },
});

export const one = getOne({
  access: readPeriod.permission,
  summary: "One period of the tax rate or the company identity",
  id: numericId(),
  row: period,
  read: async (ctx, input) => toPeriodRow(ctx, await readPeriod(ctx, input)),
});

export const plan = create({
  access: planPeriod.permission,
  summary: "Sets the tax rate or the company identity from today or a later day on",
  fresh: true,
  input: z.object({ setting: z.enum(datedSettings), startsOn, data: settingFields }),
  row: period,
  handle: async (ctx, input) => toPeriodRow(ctx, await planPeriod(ctx, input)),
});

export const change = update({
  access: changePeriod.permission,
  summary: "Changes a planned period; one that has begun cannot be changed",
  fresh: true,
  errors: { 409: "The period has begun, or someone else saved it meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField(), startsOn, data: settingFields }),
  row: period,
  handle: async (ctx, input) => toPeriodRow(ctx, await changePeriod(ctx, input)),
});

export const drop = staffEndpoint({
  access: dropPeriod.permission,
  summary: "Deletes a planned period",
  fresh: true,
  errors: { ...notFound, 409: "The period has begun, or someone else saved it meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField() }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, input) => {
    await dropPeriod(ctx, input);
    return { ok: true } as const;
  },
});
