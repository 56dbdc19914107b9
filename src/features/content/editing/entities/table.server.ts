import type { EntityName } from "../revision-entities.ts";
import { bannerEntity } from "./banner.server.ts";
import { courseEntity } from "./course.server.ts";
import type { Entity } from "./entity.server.ts";
import { faqEntity } from "./faq.server.ts";
import { featuredEntity } from "./featured.server.ts";
import { moduleEntity } from "./module.server.ts";
import { newsEntity } from "./news.server.ts";
import { pageEntity } from "./page.server.ts";
import { pageMetaEntity } from "./page-meta.server.ts";
import { teamEntity } from "./team.server.ts";

export const entities: Record<EntityName, Entity> = {
  course: courseEntity,
  news: newsEntity,
  page: pageEntity,
  faq: faqEntity,
  banner: bannerEntity,
  team: teamEntity,
  module: moduleEntity,
  "page-meta": pageMetaEntity,
  featured: featuredEntity,
};
