import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, textId, update, versionField } from "#platform/http/staff-resource.server.ts";
import { sectionNames } from "./sections.ts";
import { listSections, readSection, saveSection } from "./sections.server.ts";

export const settingFields = z
  .record(z.string().max(60), z.unknown())
  .meta({ description: "The setting's fields by name" });
const section = z.object({ id: z.enum(sectionNames), version: z.int(), data: settingFields });

export const list = staffEndpoint({
  access: listSections.permission,
  summary: "The settings that the caller may change, in sections that are each saved as a whole",
  input: z.object({}),
  reply: z.object({ data: z.array(section), total: z.int() }),
  handle: async (ctx) => {
    const data = await listSections(ctx);
    return { data, total: data.length };
  },
});

export const one = getOne({
  access: listSections.permission,
  summary: "One section of the settings",
  id: textId(),
  row: section,
  read: readSection,
});

export const save = update({
  access: listSections.permission,
  summary: "Changes settings; they apply in every process at once",
  description: "Fields that are not sent do not change. Bank details and refund limits need a fresh sign-in.",
  input: z.object({ id: textId(), version: versionField(), data: settingFields }),
  row: section,
  handle: saveSection,
});
