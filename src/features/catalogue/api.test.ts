/** The catalogue's endpoints as an outside client calls them. Rejected requests first. */
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { acceptedLocale } from "#i18n/locale.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import * as seats from "#features/seats/api.server.ts";
import * as api from "./api.server.ts";

describeOnDatabase("the catalogue's API", (open) => {
  let runId: number;
  let call: (
    path: string,
    body: object,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: unknown }>;

  beforeEach(async () => {
    const ctx = testContext(await open());
    const viewer = { id: "u1", name: "Learner", email: "learner@example.com" };
    const app = new Hono();
    mountApi(
      app,
      {
        "/api/courses": api.courses,
        "/api/courses-by-category": api.coursesByCategory,
        "/api/course-details": api.courseDetails,
        "/api/get-course-qty": seats.getCourseQty,
        "/api/cart-items": seats.cartItems,
      },
      async (request) => ({
        ...ctx,
        locale: acceptedLocale(request.req.header("accept-language")),
        ...(request.req.header("authorization") && { viewer, token: "the-token" }),
      }),
    );
    call = async (path, body, headers) => {
      const response = await app.request(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      });
      return { status: response.status, body: await response.json() };
    };
    const course = await makeCourse(ctx.db, { slug: "patient-safety" });
    runId = (await makeRun(ctx.db, course.id)).id;
  });

  describe("refusals", () => {
    it.each([
      ["page", { page: 0 }],
      ["page", { page: 1.5 }],
      ["page", { page: "1; drop table course" }],
      ["page", { page: 1e12 }],
      ["dateRange.startDate", { dateRange: { startDate: "2027-02-30", endDate: "2027-03-01" } }],
      ["dateRange.endDate", { dateRange: { startDate: "2027-03-02", endDate: "2027-03-01" } }],
      ["dateRange.endDate", { dateRange: { startDate: "2027-03-02" } }],
      ["search_input", { search_input: "a\u0000b" }],
      ["search_input", { search_input: "a".repeat(121) }],
    ])("courses rejects %s in %j", async (field, body) => {
      const { status, body: errors } = await call("/api/courses", body);
      expect(status).toBe(422);
      expect(Object.keys(errors as object)).toEqual([field]);
    });

    it.each([
      ["cat", {}],
      ["cat", { cat: "cooking" }],
      ["limit", { cat: "healthcare-quality", limit: -2 }],
      ["limit", { cat: "healthcare-quality", limit: 101 }],
    ])("courses-by-category rejects %s in %j", async (field, body) => {
      const { status, body: errors } = await call("/api/courses-by-category", body);
      expect(status).toBe(422);
      expect(Object.keys(errors as object)).toEqual([field]);
    });

    it("get-course-qty rejects invalid and unknown ids", async () => {
      expect(await call("/api/get-course-qty", {})).toEqual({
        status: 422,
        body: { course_id: ["This field is required."] },
      });
      for (const course_id of [0, -1, 1.5, "x", "", null, 2_147_483_648, true])
        expect((await call("/api/get-course-qty", { course_id })).status, String(course_id)).toBe(422);
      expect((await call("/api/get-course-qty", { course_id: 2_147_483_647 })).status).toBe(404);
    });

    it("cart-items rejects anything but a list, invalid items and too many of them", async () => {
      for (const items of [
        undefined,
        "x",
        [{ id: runId, qty: 0 }],
        [{ id: runId }],
        [{ qty: 1 }],
        Array.from({ length: 51 }, () => ({ id: runId, qty: 1 })),
      ])
        expect((await call("/api/cart-items", { items })).status).toBe(422);
    });

    it("R-02 course-details rejects an unknown course, in the reader's language", async () => {
      expect(await call("/api/course-details", { slug: "nothing" })).toEqual({
        status: 404,
        body: { status: "", data: null, message: "Course doesn't exists." },
      });
      expect(await call("/api/course-details", { slug: "nothing" }, { "accept-language": "ar" })).toEqual({
        status: 404,
        body: { status: "", data: null, message: "هذه الدورة غير موجودة." },
      });
      expect(await call("/api/course-details", {})).toEqual({
        status: 422,
        body: { slug: ["This field is required."] },
      });
    });
  });

  it("courses returns a page, with and without filters", async () => {
    const { status, body } = await call("/api/courses", {});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      current_page: 1,
      last_page: 1,
      per_page: 9,
      from: 1,
      to: 1,
      total: 1,
      data: [{ id: runId, slug: "patient-safety", amount: "2400.00", hours: 12 }],
    });
    expect(await call("/api/courses", { page: 1, search_input: "", dateRange: null })).toEqual({ status, body });
    expect((await call("/api/courses", { page: 1, search_input: "laboratory" })).body).toMatchObject({
      total: 0,
      data: [],
    });
  });

  it("L-02 course-details returns the caller's token and user, null for a visitor", async () => {
    expect((await call("/api/course-details", { slug: "patient-safety" })).body).toMatchObject({
      status: "success",
      data: { id: runId, other_dates: [] },
      token: null,
      user: null,
    });
    expect(
      (await call("/api/course-details", { slug: "patient-safety", run: runId }, { authorization: "Bearer the-token" }))
        .body,
    ).toMatchObject({ token: "the-token", user: { id: "u1", name: "Learner", email: "learner@example.com" } });
  });

  it("get-course-qty, courses-by-category and cart-items return their data", async () => {
    expect(await call("/api/get-course-qty", { course_id: String(runId) })).toEqual({
      status: 200,
      body: { qty: 10, held: 0 },
    });
    expect((await call("/api/courses-by-category", { cat: "healthcare-quality", limit: 4 })).body).toMatchObject({
      data: [{ id: runId }],
    });
    expect((await call("/api/cart-items", { items: [{ id: runId, qty: 2 }] })).body).toMatchObject({
      data: { items: [{ id: runId, qty: 2, details: { slug: "patient-safety" } }], removed: [] },
    });
  });
});
