import { expect, it } from "vitest";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { RateLimited } from "./errors.ts";
import {
  consumeAddressLimit,
  consumeDistinct,
  consumeRateLimit,
  deleteExpiredRateLimits,
  resetRateLimit,
  limits,
  toMailbox,
  toNetwork,
} from "./rate-limit.server.ts";
import { rateLimits } from "./tables.server.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["-", "-"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::5", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
])("row 12: %s counts as %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

it.each([
  ["victim@example.com", "victim@example.com"],
  ["Victim+1@Example.com", "victim@example.com"],
  ["victim+a+b@example.com", "victim@example.com"],
  ["+tag@example.com", "+tag@example.com"],
  ["first.last@example.com", "first.last@example.com"],
  ["First.Last+shop@gmail.com", "firstlast@gmail.com"],
  ["f.i.r.s.t.last@googlemail.com", "firstlast@gmail.com"],
  ["first.last@mail.gmail.com", "first.last@mail.gmail.com"],
])("F-06 %s counts as %s", (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

describeOnDatabase("rate limits", (open) => {
  const context = async (address: string) =>
    testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }), address });
  const { max, minutes } = limits.formPerAddress;

  it("row 12: allows as many attempts as the limit, also concurrent ones, then says how long to wait", async () => {
    const ctx = await context("203.0.113.9");
    const requests = await Promise.allSettled(
      Array.from({ length: max * 3 }, () => consumeAddressLimit(ctx, "formPerAddress")),
    );
    expect(requests.filter(({ status }) => status === "fulfilled")).toHaveLength(max);
    const refusal = await consumeAddressLimit(ctx, "formPerAddress").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimited);
    expect(refusal).toMatchObject({ retryAfterSeconds: minutes * 60 });
    ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000);
    await consumeAddressLimit(ctx, "formPerAddress");
  });

  it("row 12: consumeDistinct counts each item once, also in concurrent requests, and stores none in plain text", async () => {
    const ctx = await context("203.0.113.9");
    const { max, minutes } = limits.namedPeoplePerAccount;
    const items = Array.from({ length: max }, (_, at) => `person-${at}@example.com`);
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        consumeDistinct(ctx, "namedPeoplePerAccount", "sara", at % 2 ? items : items.toReversed()),
      ),
    );
    expect(JSON.stringify(await ctx.db.select().from(rateLimits))).not.toMatch(/person-|sara/);
    await expect(consumeDistinct(ctx, "namedPeoplePerAccount", "sara", ["one more"])).rejects.toThrow(RateLimited);
    await consumeDistinct(ctx, "namedPeoplePerAccount", "someone else", ["one more"]);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000);
    await consumeDistinct(ctx, "namedPeoplePerAccount", "sara", ["one more", ...items.slice(1)]);
  });

  it("row 12: counts addresses of one IPv6 network together, and other networks separately", async () => {
    const ctx = await context("2001:db8::1");
    for (let at = 0; at < max; at += 1)
      await consumeAddressLimit({ ...ctx, address: `2001:db8::${at + 1}:1` }, "formPerAddress");
    await expect(consumeAddressLimit({ ...ctx, address: "2001:db8::ffff" }, "formPerAddress")).rejects.toThrow(
      RateLimited,
    );
    await consumeAddressLimit({ ...ctx, address: "2001:db8:0:1::1" }, "formPerAddress");
  });

  it("row 32: stores no address and no email, deletes only expired limits, and resets one on request", async () => {
    const ctx = await context("203.0.113.9");
    await consumeAddressLimit(ctx, "formPerAddress");
    await consumeRateLimit(ctx, "loginPerAccount", "sara@example.com");
    expect(JSON.stringify(await ctx.db.select().from(rateLimits))).not.toMatch(/203\.0|sara/);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + (limits.loginPerAccount.minutes + 1) * 60_000);
    await deleteExpiredRateLimits(ctx);
    expect((await ctx.db.select().from(rateLimits)).map(({ key }) => key.split(":")[0])).toEqual(["formPerAddress"]);
    await resetRateLimit(ctx, "formPerAddress", "203.0.113.9");
    expect(await ctx.db.select().from(rateLimits)).toEqual([]);
  });
});
