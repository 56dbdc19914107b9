/** Lists of people: how they are read, and what a line of 200 says. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { NotFound, RateLimited, ValidationError } from "#platform/errors.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { checkPeople } from "./check-people.server.ts";
import { mostListed, peopleOfRows, separatorsOf } from "./people-list.ts";

describe("a list of people", () => {
  it("X-03 is separated by tabs, semicolons or commas, as most of its lines are", () => {
    expect(separatorsOf("a\tb@c.de\nd, e\tf@g.hi")).toEqual(["\t"]);
    expect(separatorsOf("Khalid, Omar;omar@example.com\nLayla;l@example.com")).toEqual([";", "؛"]);
    expect(separatorsOf("منى اللامي، mona@example.com\nOmar, omar@example.com")).toEqual([",", "،"]);
    expect(separatorsOf("")).toHaveLength(1);
  });

  it("X-03 takes columns in any order, leaves out a head and empty rows, and joins a name of two", () => {
    const omar = { name: "Omar Khalid", email: "omar@example.com", scfhs_number: "00-RN-0000002" };
    expect(
      peopleOfRows([
        ["Email", "First name", "Last name", "SCFHS"],
        ["omar@example.com", " Omar", "Khalid ", "00-RN-0000002"],
        ["", " "],
        ["٠٠-RN-٠٠٠٠٠٠٢", "منى", "mona@example.com"],
        ["Yasser Dawood", "yasser", "00-TC-0000004"],
        ["Layla Fahad (ward 12)", "layla@example.com", ""],
      ]),
    ).toEqual([
      omar,
      { name: "منى", email: "mona@example.com", scfhs_number: "٠٠-RN-٠٠٠٠٠٠٢" },
      { name: "Yasser Dawood", email: "yasser", scfhs_number: "00-TC-0000004" },
      { name: "Layla Fahad (ward 12)", email: "layla@example.com", scfhs_number: "" },
    ]);
  });
});

describeOnDatabase("checking people", (open) => {
  let ctx: TestCtx;
  let runId: number;
  beforeEach(async () => {
    const database = await open();
    const buyer = await makeUser(database.db);
    ctx = testContext(database).as(buyer);
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 20 })).id;
  });
  const wrong = (work: Promise<unknown>) =>
    work.then(
      () => ({}),
      (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
    );

  it("X-03 refuses visitors, no one, too many, what cannot be read and a run that does not exist", async () => {
    await expect(checkPeople({ ...ctx, viewer: null }, { runId, text: "x" })).rejects.toMatchObject({ status: 401 });
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `Person ${"abcdefghij"[at % 10]}, p${at}@example.com`).join("\n");
    for (const text of ["", "\n \n", "name,email", lines(mostListed + 1), '"a\nb'])
      expect(Object.keys(await wrong(checkPeople(ctx, { runId, text }))), JSON.stringify(text).slice(0, 20)).toEqual([
        "text",
      ]);
    await expect(checkPeople(ctx, { runId: 999_999, text: lines(1) })).rejects.toThrow(NotFound);
    expect(await checkPeople(ctx, { runId, text: lines(mostListed) })).toHaveLength(mostListed);
  });

  it("X-03 says of 200 lines what each needs, and loses nothing of what was typed", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Faisal Hamad", email: "faisal@example.com" });
    const rest = Array.from(
      { length: 194 },
      (_, at) => `Nurse ${String.fromCodePoint(97 + (at % 26))}, n${at}@example.com`,
    );
    const text = [
      "Omar Khalid, Omar.Khalid@example.com, 00-RN-0000002",
      "Layla O'Brien, layla.ob@example.com",
      "منى اللامي، mona.l@example.com، 00-RN-0000877",
      "Yasser Dawood, yasser@example, 00-TC-0000004",
      "Omar Khalid, omar.khalid@example.com, 00-RN-0000002",
      "Dr. Faisal Hamad, faisal@example.com, no number 1!",
      ...rest,
    ].join("\r\n");
    const listed = await checkPeople(ctx, { runId, text });
    expect(listed).toHaveLength(200);
    expect(listed.slice(0, 6).map(({ state }) => state)).toEqual(["ready", "ready", "ready", "fix", "twice", "fix"]);
    expect(listed[0]).toMatchObject({ email: "omar.khalid@example.com", scfhs_number: "00RN0000002" });
    expect(listed[3]).toMatchObject({ email: "yasser@example", scfhs_number: "00-TC-0000004" });
    expect(Object.keys(listed[3]?.errors ?? {})).toEqual(["email"]);
    expect(listed[4]).toMatchObject({ same_as: 1 });
    expect(Object.keys(listed[5]?.errors ?? {})).toEqual(["scfhs_number"]);
    // Mended in place: the others stay as they are.
    const people = listed.map(({ name, email, scfhs_number }, at) => ({
      name,
      email: at === 3 ? "yasser@example.com" : email,
      scfhs_number: at === 5 ? "" : scfhs_number,
    }));
    const mended = await checkPeople(ctx, { runId, people });
    expect(mended.slice(3, 6).map(({ state }) => state)).toEqual(["ready", "twice", "booked"]);
    expect(mended.slice(6).every(({ state }) => state === "ready")).toBe(true);
  });

  it("no one learns at will who has a seat: people count once a day, however often they are checked", async () => {
    const strict = { ...ctx, env: testEnv({ RATE_LIMIT_FACTOR: "1" }) } as TestCtx;
    const { max } = limits.listedPeoplePerAccount;
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: "A", email: `p${from + at}@example.com`, scfhs_number: "" }));
    for (let from = 0; from < max; from += 100) await checkPeople(strict, { runId, people: people(from, 100) });
    await checkPeople(strict, { runId, people: people(0, 200) });
    await expect(checkPeople(strict, { runId, people: people(max, 1) })).rejects.toThrow(RateLimited);
  });
});
