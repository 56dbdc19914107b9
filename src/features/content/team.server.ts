import { asc } from "drizzle-orm";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import { contactInfo } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { ContactSettings, TeamMember } from "./content.ts";
import { teamMembers as teamTable } from "./tables.server.ts";

export async function teamMembers(ctx: Ctx): Promise<TeamMember[]> {
  const t = teamTable;
  return ctx.db
    .select({
      title_eng: t.titleEng,
      title_ar: t.titleAr,
      name_eng: t.nameEng,
      name_ar: t.nameAr,
      email: t.email,
      image: t.image,
      image_details: imageDetailsSql(t.image),
    })
    .from(t)
    .orderBy(asc(t.position), asc(t.id));
}

/** Safe HTML. */
export async function contactSettings(ctx: Ctx): Promise<ContactSettings> {
  const [info, members_info] = await Promise.all([contactInfo(ctx), teamMembers(ctx)]);
  return { contact_info_eng: info.eng, contact_info_ar: info.ar, members_info };
}
