/** C28: which of a person's two names the reader sees. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { readDisplayNames, staffName, staffNames } from "./names.server.ts";
import { staffUsers } from "./tables.server.ts";

describe("C28: a staff name", () => {
  const huda = { name: "Dr. Huda A.", nameAr: "د. هدى أ." };

  it("is the one in Arabic script for Arabic readers if there is one, else the main name", () => {
    expect(staffName(huda, "ar")).toBe("د. هدى أ.");
    expect(staffName(huda, "en")).toBe("Dr. Huda A.");
    expect(staffName({ ...huda, nameAr: null }, "ar")).toBe("Dr. Huda A.");
  });
});

describeOnDatabase("C28: names of staff", (open) => {
  let ctx: TestCtx;
  let ar: TestCtx;
  let [adam, lina, gone, invited] = ["", "", "", ""];
  beforeEach(async () => {
    ctx = testContext(await open());
    ar = { ...ctx, locale: "ar" };
    const makeColleague = async (names: Partial<typeof staffUsers.$inferInsert>) => {
      const { id } = await makeStaff(ctx, "support");
      await ctx.db.update(staffUsers).set(names).where(eq(staffUsers.id, id));
      return id;
    };
    adam = await makeColleague({ name: "Adam T.", nameAr: "آدم ت." });
    lina = await makeColleague({ name: "Lina K." });
    gone = await makeColleague({ name: "Adel B.", nameAr: "عادل ب.", removedAt: ctx.now() });
    invited = await makeColleague({ name: "", email: "new@example.com", acceptedAt: null });
  });

  it("staffNames returns names in the request's language, also of removed staff; without a name the email", async () => {
    const ids = [adam, lina, gone, invited, null, "no one"];
    expect([...(await staffNames(ctx, ids)).entries()].toSorted()).toEqual(
      [
        [adam, "Adam T."],
        [lina, "Lina K."],
        [gone, "Adel B."],
        [invited, "new@example.com"],
      ].toSorted(),
    );
    const arabic = await staffNames(ar, ids);
    expect([adam, lina, gone, invited].map((id) => arabic.get(id))).toEqual([
      "آدم ت.",
      "Lina K.",
      "عادل ب.",
      "new@example.com",
    ]);
  });

  it("readDisplayNames returns Arabic names only, and none in English", async () => {
    const ids = [adam, lina, gone, null, undefined];
    expect((await readDisplayNames(ctx, ids)).size).toBe(0);
    const arabic = await readDisplayNames(ar, ids);
    expect(ids.map((id) => arabic.get(id) ?? "as kept")).toEqual([
      "آدم ت.",
      "as kept",
      "عادل ب.",
      "as kept",
      "as kept",
    ]);
    expect((await readDisplayNames(ctx, ids, "ar")).get(adam)).toBe("آدم ت.");
    expect((await readDisplayNames(ar, ids, "en")).size).toBe(0);
  });

  it("lists, finds and sorts staff by the names that the reader sees", async () => {
    const browser = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const namesIn = async (language: string, q?: string) => {
      const query = { sort: "name", ...(q && { q }) };
      const { body } = await browser.call("GET staff", query, { "accept-language": language });
      return (body["data"] as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => /^(Adam|Lina|آدم)/.test(name));
    };
    expect(await namesIn("en")).toEqual(["Adam T.", "Lina K."]);
    expect(await namesIn("ar")).toEqual(["Lina K.", "آدم ت."]);
    // The search finds a person by either name.
    for (const q of ["adam", "آدم"]) {
      expect(await namesIn("en", q)).toEqual(["Adam T."]);
      expect(await namesIn("ar", q)).toEqual(["آدم ت."]);
    }
    const { body } = await browser.call("GET colleagues", {}, { "accept-language": "ar" });
    expect((body["data"] as { id: string; name: string }[]).find(({ id }) => id === adam)?.name).toBe("آدم ت.");
  });
});
