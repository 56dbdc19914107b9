import { eq, sql, asc, inArray, isNotNull, or } from "drizzle-orm";
import { z } from "zod";
import {
  pageMetas,
  staticPages,
  teamMembers,
  softwareModules,
  faqs,
  banners,
} from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { staticPageSlugs, moduleGroups } from "#features/content/content.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { getProblemMessage, recordId } from "#platform/http/fields.server.ts";
import type { EntityName } from "./revision-entities.ts";
import { courseEntity } from "./course.server.ts";
import { type Entity, fromRow, orderRows, toRow, nextId, numberedSql } from "./entity.server.ts";
import { newsEntity } from "./news.server.ts";
import { trainerEntity } from "./trainer.server.ts";
import { inBothModes } from "./fields.server.ts";

const bannerSchema = inBothModes((f) =>
  z.strictObject({
    slug: f.choice(["home"]),
    position: f.position(),
    image: f.image(),
    ...f.textFields("banner"),
  }),
);
type BannerData = z.output<typeof bannerSchema.publish>;

/** A slide of the home page. */
const bannerEntity: Entity<BannerData> = {
  area: "content",
  schema: bannerSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: banners.id, ...columnsFor(banners, bannerSchema.publish) })
      .from(banners)
      .where(numberedSql(banners.id, entityId));
    return rows.map(({ id, slug, ...row }) => ({
      entityId: String(id),
      data: { slug: slug as BannerData["slug"], ...fromRow(row) },
    }));
  },
  async write(ctx, entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(banners)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: banners.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(banners).where(eq(banners.id, Number(entityId)))),
  order: orderRows(banners, banners.id, banners.position),
  newId: (ctx) => nextId(ctx, "banner"),
  path: () => "/",
  title: ({ title_eng, title_ar }) => ({ eng: title_eng, ar: title_ar }),
};

const faqSchema = inBothModes((f) => z.strictObject({ position: f.position(), ...f.textFields("faq") }));
type FaqData = z.output<typeof faqSchema.publish>;

const faqEntity: Entity<FaqData> = {
  area: "content",
  schema: faqSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: faqs.id, ...columnsFor(faqs, faqSchema.publish) })
      .from(faqs)
      .where(numberedSql(faqs.id, entityId));
    return rows.map(({ id, ...row }) => ({ entityId: String(id), data: fromRow(row) }));
  },
  async write(ctx, entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(faqs)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: faqs.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(faqs).where(eq(faqs.id, Number(entityId)))),
  order: orderRows(faqs, faqs.id, faqs.position),
  newId: (ctx) => nextId(ctx, "faq"),
  path: () => "/faq",
  title: ({ heading_eng, heading_ar }) => ({ eng: heading_eng, ar: heading_ar }),
};

interface FeaturedData {
  /** Ids of the featured courses, in the order of the home page. */
  courses: number[];
}

const home = "home";
const courseIdsSchema = z
  .array(recordId())
  .max(4, "invalid")
  .refine((list) => new Set(list).size === list.length, "invalid")
  .default([]);

/** The list of featured courses; there is only one. */
const featuredEntity: Entity<FeaturedData> = {
  area: "courses",
  schema: inBothModes(() => z.strictObject({ courses: courseIdsSchema })),
  async read(ctx, entityId) {
    if (entityId !== undefined && entityId !== home) return [];
    const rows = await ctx.db
      .select({ id: courses.id })
      .from(courses)
      .where(isNotNull(courses.featured_position))
      .orderBy(asc(courses.featured_position), asc(courses.id));
    return [{ entityId: home, data: { courses: rows.map(({ id }) => id) } }];
  },
  async write(ctx, _home, { courses: courseIds }) {
    const knownCount = await ctx.db.$count(courses, inArray(courses.id, courseIds));
    if (knownCount !== courseIds.length)
      throw new ValidationError({ courses: [getProblemMessage("invalid", ctx.locale)] });
    await ctx.db
      .update(courses)
      .set({ featured_position: sql`array_position(${sql.param(courseIds)}::int[], ${courses.id})` })
      .where(or(isNotNull(courses.featured_position), inArray(courses.id, courseIds)));
  },
  newId: async () => home,
  keyOf: () => home,
  path: () => "/",
  title: () => ({ eng: "Featured courses", ar: "الدورات المختارة" }),
};

const moduleSchema = inBothModes((f) =>
  z.strictObject({
    slug: f.slug(),
    group: f.choice(moduleGroups),
    position: f.position(),
    ...f.textFields("module"),
    features: z
      .array(f.pair(500).extend({ used_by: f.pair(300).optional(), connects_to: f.pair(300).optional() }))
      .max(60)
      .default([]),
  }),
);
type ModuleData = z.output<typeof moduleSchema.publish>;

/** A module of the supplier's software, on the digital health page. */
const moduleEntity: Entity<ModuleData> = {
  area: "content",
  schema: moduleSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(softwareModules, moduleSchema.publish))
      .from(softwareModules)
      .where(entityId === undefined ? undefined : eq(softwareModules.slug, entityId));
    return rows.map((row) => ({ entityId: row.slug, data: fromRow(row) }));
  },
  async write(ctx, slug, data) {
    const row = toRow(data);
    await ctx.db
      .insert(softwareModules)
      .values({ ...row, slug })
      .onConflictDoUpdate({ target: softwareModules.slug, set: row });
  },
  remove: async (ctx, slug) => void (await ctx.db.delete(softwareModules).where(eq(softwareModules.slug, slug))),
  order: orderRows(softwareModules, softwareModules.slug, softwareModules.position),
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: () => "/digital-health-solutions",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};

const teamSchema = inBothModes((f) =>
  z.strictObject({
    position: f.position(),
    ...f.textFields("team"),
    email: f.email(),
    image: f.optionalImage(),
  }),
);
type TeamData = z.output<typeof teamSchema.publish>;

const teamEntity: Entity<TeamData> = {
  area: "content",
  schema: teamSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: teamMembers.id, ...columnsFor(teamMembers, teamSchema.publish) })
      .from(teamMembers)
      .where(numberedSql(teamMembers.id, entityId));
    return rows.map(({ id, image, ...row }) => ({
      entityId: String(id),
      data: { ...fromRow(row), image: image ?? "" },
    }));
  },
  async write(ctx, entityId, data) {
    const row = { ...toRow(data), image: data.image || null };
    await ctx.db
      .insert(teamMembers)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: teamMembers.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(teamMembers).where(eq(teamMembers.id, Number(entityId)))),
  order: orderRows(teamMembers, teamMembers.id, teamMembers.position),
  newId: (ctx) => nextId(ctx, "team_member"),
  path: () => "/contact-us",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};

const pageSchema = inBothModes((f) =>
  z.strictObject({
    slug: z.enum(staticPageSlugs, "choice"),
    ...f.textFields("page"),
    updated_on: z.iso.date("invalid").nullable().default(null),
  }),
);
type PageData = z.output<typeof pageSchema.publish>;

const pageEntity: Entity<PageData> = {
  area: "content",
  schema: pageSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(staticPages, pageSchema.publish))
      .from(staticPages)
      .where(entityId === undefined ? undefined : eq(staticPages.slug, entityId));
    return rows.map((row) => ({
      entityId: row.slug,
      data: { ...fromRow(row), slug: row.slug as PageData["slug"] },
    }));
  },
  async write(ctx, _slug, data) {
    const row = { ...toRow(data), updated_at: ctx.now() };
    await ctx.db
      .insert(staticPages)
      .values({ ...row, slug: data.slug })
      .onConflictDoUpdate({ target: staticPages.slug, set: row });
  },
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: ({ slug }) => `/${slug}`,
  title: ({ heading_eng, heading_ar }) => ({ eng: heading_eng, ar: heading_ar }),
};

const metaTypes = ["page", "news"] as const;

const getMetaKey = ({ type, slug }: Pick<PageMetaData, "type" | "slug">) => `${type}/${slug}`;
const whereMeta = (entityId: string) => eq(sql`${pageMetas.type} || '/' || ${pageMetas.slug}`, entityId);

const pageMetaSchema = inBothModes((f) =>
  z.strictObject({
    type: f.choice(metaTypes),
    slug: f.slug(),
    ...f.textFields("page-meta"),
  }),
);
type PageMetaData = z.output<typeof pageMetaSchema.publish>;

/** Title and description of a page, or of a story that has a row here. Those of a course come from the course. */
export const pageMetaEntity: Entity<PageMetaData> = {
  area: "content",
  schema: pageMetaSchema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(pageMetas, pageMetaSchema.publish))
      .from(pageMetas)
      .where(entityId === undefined ? undefined : whereMeta(entityId));
    return rows.map(({ type, ...row }) => {
      const data = { ...fromRow(row), type: type as PageMetaData["type"] };
      return { entityId: getMetaKey(data), data };
    });
  },
  async write(ctx, _entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(pageMetas)
      .values(row)
      .onConflictDoUpdate({ target: [pageMetas.type, pageMetas.slug], set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(pageMetas).where(whereMeta(entityId))),
  newId: async (_ctx, data) => getMetaKey(data),
  keyOf: getMetaKey,
  path: ({ type, slug }) => (type === "news" ? `/news/${slug}` : slug === "home" ? "/" : `/${slug}`),
  title: ({ title_eng, title_ar }) => ({ eng: title_eng, ar: title_ar }),
};

export const entities: Record<EntityName, Entity> = {
  course: courseEntity,
  news: newsEntity,
  page: pageEntity,
  faq: faqEntity,
  banner: bannerEntity,
  team: teamEntity,
  trainer: trainerEntity,
  module: moduleEntity,
  "page-meta": pageMetaEntity,
  featured: featuredEntity,
};
