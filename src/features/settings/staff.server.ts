import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  numericId,
  textId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";
import { sectionNames } from "./sections.ts";
import { listSections, readSection, saveSection } from "./sections.server.ts";
import {
  changePeriod,
  datedSettings,
  dropPeriod,
  listPeriods,
  periodStates,
  planPeriod,
  readPeriod,
} from "./setting-periods.server.ts";

const fields = z.record(z.string().max(60), z.unknown()).meta({ description: "The setting's fields by name" });
const section = z.object({ id: z.enum(sectionNames as [string, ...string[]]), version: z.int(), data: fields });

export const list = staffEndpoint({
  summary: "The settings that the caller may change, in sections that are saved as one",
  input: z.object({}),
  reply: z.object({ data: z.array(section), total: z.int() }),
  handle: async (ctx) => {
    const data = await listSections(ctx);
    return { data, total: data.length };
  },
});

export const one = getOne({ summary: "One section of the settings", id: textId(), row: section, read: readSection });

export const save = update({
  summary: "Changes settings; they count in every process at once",
  description: "Fields that are not named stay. Bank details and limits of refunds ask for a fresh sign-in.",
  input: z.object({ id: textId(), version: versionField(), data: fields }),
  row: section,
  handle: saveSection,
});

const period = z.object({
  id: z.int().meta({ description: "0: what held before anyone named a day" }),
  setting: z.enum(datedSettings),
  starts_on: z.string().nullable(),
  state: z.enum(periodStates),
  data: fields,
  set_by: z.string().nullable(),
  created_at: z.string().nullable(),
  version: z.int(),
});
const startsOn = z.iso.date("invalid").meta({ description: "A day in Riyadh" });

export const periods = getList({
  summary: "Tax rate and company identity: what held, holds, and is planned",
  sorts: ["starts_on", "id"],
  filter: z.object({ setting: z.enum(datedSettings).optional(), state: z.enum(periodStates).optional() }),
  row: period,
  list: listPeriods,
});

export const onePeriod = getOne({ summary: "One of them", id: numericId(), row: period, read: readPeriod });

export const plan = create({
  summary: "Sets the tax rate or the company identity from today or a later day on",
  fresh: true,
  input: z.object({ setting: z.enum(datedSettings), starts_on: startsOn, data: fields }),
  row: period,
  handle: planPeriod,
});

export const changePlan = update({
  summary: "Changes what is planned; what has begun stays as it is",
  fresh: true,
  errors: { 409: "Its day has come; or saved by someone else meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField(), starts_on: startsOn, data: fields }),
  row: period,
  handle: changePeriod,
});

export const dropPlan = staffEndpoint({
  summary: "Takes back what is planned",
  fresh: true,
  errors: { ...notFound, 409: "Its day has come; or saved by someone else meanwhile: `current` and `yours`" },
  input: z.object({ id: numericId(), version: versionField() }),
  reply: z.object({ ok: z.literal(true) }),
  handle: async (ctx, input) => {
    await dropPeriod(ctx, input);
    return { ok: true } as const;
  },
});
