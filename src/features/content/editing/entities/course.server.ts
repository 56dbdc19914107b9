import { and, eq, not } from "drizzle-orm";
import { z } from "zod";
import { courseCategories, type CourseCategory } from "#features/catalogue/filters.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const columns = {
  id: courses.id,
  slug: courses.slug,
  category: courses.category,
  subject_eng: courses.subjectEng,
  subject_ar: courses.subjectAr,
  name_eng: courses.nameEng,
  name_ar: courses.nameAr,
  summary_eng: courses.summaryEng,
  summary_ar: courses.summaryAr,
  about_course_eng: courses.aboutCourseEng,
  about_course_ar: courses.aboutCourseAr,
  prerequisites_eng: courses.prerequisitesEng,
  prerequisites_ar: courses.prerequisitesAr,
  speakers: courses.speakers,
  curriculum: courses.curriculum,
  image: courses.image,
  disable_course: courses.closed,
};

const schema = inBothModes((f) =>
  z.strictObject({
    slug: f.slug(),
    category: f.choice(courseCategories),
    ...f.texts("subject", 120),
    ...f.texts("name", 200),
    ...f.texts("summary", 300),
    ...f.htmls("about_course"),
    ...f.htmls("prerequisites"),
    speakers: z
      .array(z.strictObject({ ...f.texts("name", 120), ...f.texts("title", 200), ...f.optionalTexts("line", 200) }))
      .max(30)
      .default([]),
    curriculum: z
      .array(z.strictObject({ ...f.texts("title", 200), items: z.array(f.pair(300)).max(40).default([]) }))
      .max(60)
      .default([]),
    image: f.image(),
    disable_course: z.boolean("invalid").default(false),
  }),
);
type CourseData = z.output<typeof schema.publish>;

/** Without its runs (feature schedule) and its place on the home page (`featured`). */
export const courseEntity: Entity<CourseData> = {
  area: "courses",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columns)
      .from(courses)
      .where(and(not(courses.offSite), numberedSql(courses.id, entityId)));
    return rows.map(({ id, category, speakers, ...row }) => ({
      entityId: String(id),
      data: {
        ...fromRow(row),
        speakers: speakers.map((speaker) => fromRow({ line_eng: "", line_ar: "", ...speaker })),
        category: category as CourseCategory,
      },
    }));
  },
  async write(ctx, entityId, data) {
    const { subject_ar, name_ar, summary_ar, about_course_ar, prerequisites_ar, speakers, curriculum } = toRow(data);
    const row = {
      slug: data.slug,
      category: data.category,
      subjectEng: data.subject_eng,
      subjectAr: subject_ar,
      nameEng: data.name_eng,
      nameAr: name_ar,
      summaryEng: data.summary_eng,
      summaryAr: summary_ar,
      aboutCourseEng: data.about_course_eng,
      aboutCourseAr: about_course_ar,
      prerequisitesEng: data.prerequisites_eng,
      prerequisitesAr: prerequisites_ar,
      speakers,
      curriculum,
      image: data.image,
      closed: data.disable_course,
      offSite: false,
      updatedAt: ctx.now(),
    };
    await ctx.db
      .insert(courses)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row, createdAt: ctx.now() })
      .onConflictDoUpdate({ target: courses.id, set: row });
  },
  /** The row stays: people have seats in its runs. */
  remove: async (ctx, entityId) =>
    void (await ctx.db
      .update(courses)
      .set({ closed: true, offSite: true, updatedAt: ctx.now() })
      .where(eq(courses.id, Number(entityId)))),
  newId: (ctx) => nextId(ctx, "course"),
  path: ({ slug }) => `/courses/${slug}`,
  hasAddress: true,
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
