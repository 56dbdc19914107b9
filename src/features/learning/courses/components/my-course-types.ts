import type { Reply } from "#platform/api-client.ts";

export type MyCourses = Reply<"/api/my-courses">;
export type MyCourse = MyCourses["courses"][number];
