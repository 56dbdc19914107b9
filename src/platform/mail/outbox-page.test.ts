import { createHash } from "node:crypto";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { testContext } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import { registerNote, sendMails } from "#test/mail-server.ts";
import { demoOutbox } from "./outbox-page.server.ts";
import { queueMail } from "./outbox.server.ts";
import { outboxMails } from "./tables.server.ts";

registerNote();

async function openOutbox() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const ctx = testContext(database);
  const app = new Hono().get("/__dev/outbox", (request) => demoOutbox(request, ctx));
  return { ctx, get: async (query = "") => app.request(`/__dev/outbox${query}`) };
}

const hostileProps = { title: "<script>alert(1)</script>", body: "<img src=x onerror=alert(2)>" };

it("returns every mail as JSON, newest first, including unsent ones", async () => {
  const { ctx, get } = await openOutbox();
  await queueMail(ctx, {
    key: "a",
    to: "sara@example.com",
    locale: "en",
    template: "note",
    props: { title: "First", body: "One" },
  });
  await sendMails(ctx);
  await queueMail(ctx, {
    key: "b",
    to: "sara@example.com",
    locale: "ar",
    template: "note",
    props: { title: "ثانية", body: "مرحبًا" },
  });
  const mails = (await (await get("?format=json")).json()) as {
    to: string;
    subject: string;
    text: string;
    html: string;
    created_at: string;
  }[];
  expect(mails.map(({ subject }) => subject)).toEqual(["ثانية", "First"]);
  expect(mails[0]?.html).toContain('dir="rtl"');
  expect(mails[0]?.text).toContain("مرحبًا");
  expect(Object.keys(mails[1] ?? {})).toEqual(["to", "subject", "text", "html", "created_at"]);
  expect(mails[1]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

it("blocks scripts in mails: escaped in the list, sandboxed in the frame", async () => {
  const { ctx, get } = await openOutbox();
  await queueMail(ctx, { key: "a", to: "sara@example.com", locale: "en", template: "note", props: hostileProps });
  for (const query of ["", "?id=1"]) {
    const response = await get(query);
    const html = await response.text();
    expect(html).not.toMatch(/<script|<img(?! src="(?:cid|data):)|onerror=[^&]*>/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    expect(response.headers.get("content-security-policy")).toContain(
      `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    );
  }
  const frame = await get("?id=1&part=html");
  expect(frame.headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*; sandbox;.*frame-ancestors 'self'/,
  );
});

it("embeds the pictures of a mail, because its frame loads nothing", async () => {
  const { ctx, get } = await openOutbox();
  await queueMail(ctx, {
    key: "a",
    to: "sara@example.com",
    locale: "ar",
    template: "note",
    props: { title: "ملاحظة", body: "مرحبًا", file: "list.csv" },
  });
  const html = await (await get("?id=1&part=html")).text();
  expect(html.match(/<img src="data:image\/png;base64,/g)).toHaveLength(3);
  expect(html).not.toContain("cid:");
  expect(html, "attachments are listed before their content is created").toContain("list.csv");
});

it("shows an empty outbox, an unknown mail and a mail that cannot be rendered", async () => {
  const { ctx, get } = await openOutbox();
  expect(await (await get()).text()).toContain("No mail yet");
  expect((await get("?id=7")).status).toBe(404);
  await ctx.db
    .insert(outboxMails)
    .values({ key: "a", to: "sara@example.com", locale: "en", template: "gone", props: {}, createdAt: ctx.now() });
  // The page shows this text in place of a mail that cannot be rendered.
  expect(await (await get()).text()).toContain("(cannot be worded)");
});
