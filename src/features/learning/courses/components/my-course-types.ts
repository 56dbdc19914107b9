import type { callApi } from "#platform/api-client.ts";

export type MyCourses = Extract<Awaited<ReturnType<typeof callApi<"/api/my-courses">>>, { ok: true }>["data"];
export type MyCourse = MyCourses["courses"][number];
