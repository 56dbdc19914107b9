import { asc } from "drizzle-orm";
import { contactInfo } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { ContactSettings, TeamMember } from "./content.ts";
import { teamMembers as teamTable } from "./tables.server.ts";

/** The people a visitor may write to, in the order of the contact page. */
export async function teamMembers(ctx: Ctx): Promise<TeamMember[]> {
  const t = teamTable;
  return ctx.db
    .select({ title_eng: t.titleEng, title_ar: t.titleAr, name_eng: t.nameEng, name_ar: t.nameAr, email: t.email })
    .from(t)
    .orderBy(asc(t.place), asc(t.id));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A plain text as safe HTML: an empty line ends a paragraph, a line end stays one. */
function paragraphs(text: string): string {
  const safe = text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  return safe
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => `<p>${part.trim().replace(/\s*\n\s*/g, "<br>")}</p>`)
    .join("");
}

/** How to reach the company, as safe HTML, and its people. */
export async function contactSettings(ctx: Ctx): Promise<ContactSettings> {
  const [info, members_info] = await Promise.all([contactInfo(ctx), teamMembers(ctx)]);
  return { contact_info_eng: paragraphs(info.eng), contact_info_ar: paragraphs(info.ar), members_info };
}
