import { createServer } from "node:net";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import { emailField } from "#platform/http/fields.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { isFullRun } from "#test/open-database.ts";
import { listLeafParts, parseMime, registerNote, sendMails, startMailServer } from "#test/mail-server.ts";
import { queueMail } from "./outbox.server.ts";
import { outboxMails } from "./tables.server.ts";
import { closeTransport } from "./transport.server.ts";

registerNote();

async function ctxFor(url: string): Promise<TestCtx> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  onTestFinished(closeTransport);
  return testContext(database, { env: testEnv({ SMTP_URL: url, MAIL_FROM: "Nama Health <hello@example.com>" }) });
}

const queue = (ctx: TestCtx, title: string, locale: "en" | "ar" = "en") =>
  queueMail(ctx, {
    key: `note:${title}`,
    to: "sara@example.com",
    locale,
    template: "note",
    props: { title, body: "Body" },
  });

it.each(["A note\r\nBcc: victim@example.com", "A note\nX: y", "A\u0007note", "A\u2028note"])(
  "rejects the subject %j",
  async (title) => {
    const server = await startMailServer();
    const ctx = await ctxFor(server.url);
    await queue(ctx, title);
    await sendMails(ctx);
    expect(server.received).toEqual([]);
    const [row] = await ctx.db.select().from(outboxMails);
    expect(row).toMatchObject({ sentAt: null, lastError: "BadSubjectError" });
  },
);

it("sends text and HTML, an encoded Arabic subject, and the headers of automatic emails", async () => {
  const server = await startMailServer();
  const ctx = await ctxFor(server.url);
  await queue(ctx, "تأكيد طلبك رقم 42 في نماء الصحية للتدريب الطبي والتعليم المستمر", "ar");
  await sendMails(ctx);
  const [received] = server.received;
  expect(received).toMatchObject({ from: "hello@example.com", to: ["sara@example.com"] });
  const [head = ""] = (received?.source ?? "").split("\r\n\r\n", 1);
  expect(head, "headers are ASCII").toMatch(/^[\x20-\x7e\r\n\t]*$/);
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, " ");
  expect(unfolded).toMatch(/^Subject: =\?UTF-8\?[BQ]\?/m);
  expect(unfolded).toMatch(/^From: Nama Health <hello@example.com>$/m);
  expect(unfolded).toMatch(/^Auto-Submitted: auto-generated$/im);
  expect(unfolded).toMatch(/^Message-ID: <[0-9a-f]{32}@/im);
  expect(unfolded).toMatch(/^Content-Type: multipart\/alternative/im);
  expect(received?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(received?.source).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
});

it("B-13 sends to an address at an Arabic domain in ASCII form", async () => {
  const server = await startMailServer();
  const ctx = await ctxFor(server.url);
  const to = emailField().parse("sara@مثال.السعودية");
  await queueMail(ctx, { key: "arabic", to, locale: "ar", template: "note", props: { title: "ملاحظة", body: "نص" } });
  expect(await sendMails(ctx)).toEqual([]);
  expect(server.received[0]?.source).toMatch(/^To: sara@xn--mgbh0fb\.xn--mgberp4a5d4ar$/m);
});

it("embeds pictures, attaches files, and loads nothing from elsewhere", async () => {
  const server = await startMailServer();
  const ctx = await ctxFor(server.url);
  await queueMail(ctx, {
    key: "file",
    to: "sara@example.com",
    locale: "ar",
    template: "note",
    props: { title: "ملاحظة", body: "Body", file: "list.csv" },
  });
  await sendMails(ctx);
  const mail = parseMime(server.received[0]?.source ?? "");
  const shape = (part: typeof mail): unknown =>
    part.parts.length > 0 ? [part.type, part.parts.map(shape)] : part.type;
  expect(shape(mail)).toEqual([
    "multipart/mixed",
    [
      [
        "multipart/alternative",
        ["text/plain", ["multipart/related", ["text/html", "image/png", "image/png", "image/png"]]],
      ],
      "text/csv",
    ],
  ]);
  const [text, html, ...others] = listLeafParts(mail);
  expect(text?.bytes.toString("utf8"), "named in the words").toContain("list.csv");
  const page = html?.bytes.toString("utf8") ?? "";
  const pictures = others.filter(({ type }) => type === "image/png");
  for (const { head, bytes } of pictures) {
    const cid = /^content-id: <([^>]+)>$/im.exec(head)?.[1];
    expect(page).toContain(`src="cid:${cid}"`);
    expect(head).toMatch(/^content-disposition: inline/im);
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  }
  expect(
    [...page.matchAll(/ src="([^"]*)"/g)].map(([, from]) => from).filter((from) => !from?.startsWith("cid:nama-")),
  ).toEqual([]);
  expect(page).not.toMatch(/url\(|<link|@import|background="/);
  expect(others.at(-1)?.head).toMatch(/^content-disposition: attachment; filename=list\.csv$/im);
});

it.each(["a@b.example, c@d.example", "Sara <a@b.example>", "a@b.example\r\nBcc: c@d.example", ""])(
  "rejects %j as the reply address",
  async (replyTo) => {
    const ctx = await ctxFor("smtp://127.0.0.1:1");
    await expect(
      queueMail(ctx, {
        key: "note",
        to: "sara@example.com",
        replyTo,
        locale: "en",
        template: "note",
        props: { title: "A note", body: "" },
      }),
    ).rejects.toThrow("one bare address");
  },
);

it("sets Reply-To and List-Unsubscribe only if given, and one-click only for https", async () => {
  const server = await startMailServer();
  const ctx = await ctxFor(server.url);
  const to = "sara@example.com";
  await queue(ctx, "Plain");
  await queueMail(ctx, {
    key: "a",
    to,
    locale: "en",
    template: "note",
    props: { title: "Safe", body: "" },
    replyTo: "omar@example.com",
    unsubscribeUrl: "https://nama.example/out/x",
  });
  await queueMail(ctx, {
    key: "b",
    to,
    locale: "en",
    template: "note",
    props: { title: "Local", body: "" },
    unsubscribeUrl: "http://127.0.0.1:3000/out/x",
  });
  await sendMails(ctx);
  const findHead = (title: string) =>
    server.received
      .map(({ source }) => source.split("\r\n\r\n", 1)[0]?.replaceAll(/\r\n[ \t]+/g, " ") ?? "")
      .find((head) => head.includes(`Subject: ${title}`));
  expect(findHead("Plain"), "people read the company’s address").toMatch(/^Reply-To: hello@example\.com$/m);
  expect(findHead("Plain")).not.toMatch(/^List-/m);
  expect(findHead("Safe")).toMatch(/^Reply-To: omar@example\.com$/m);
  expect(findHead("Safe")).toMatch(/^List-Unsubscribe: <https:\/\/nama\.example\/out\/x>$/m);
  expect(findHead("Safe")).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(findHead("Local")).toMatch(/^List-Unsubscribe: <http:/m);
  expect(findHead("Local")).not.toMatch(/^List-Unsubscribe-Post/m);
});

it("an unreachable mail server leaves the email waiting", async () => {
  const ctx = await ctxFor("smtp://127.0.0.1:1");
  await queue(ctx, "One");
  await sendMails(ctx);
  const [row] = await ctx.db.select().from(outboxMails);
  expect(row).toMatchObject({ status: "queued", attempts: 1, sentAt: null });
  expect(row?.lastError).toMatch(/^E(SOCKET|CONNECTION|CONNREFUSED)/);
});

it("a refused recipient affects no other email, and the error contains no address", async () => {
  const server = await startMailServer((nth) => (nth === 1 ? "refuse-recipient" : "take"));
  const ctx = await ctxFor(server.url);
  await queue(ctx, "One");
  const [failure] = await sendMails(ctx);
  await ctx.db.update(outboxMails).set({ status: "failed" });
  await queue(ctx, "Two");
  await sendMails(ctx);
  expect(server.received).toHaveLength(1);
  const [row] = await ctx.db.select().from(outboxMails).orderBy(outboxMails.id);
  expect(row?.lastError).toBe("EENVELOPE 550");
  expect(String(failure)).toBe(`MailNotSentError: Mail ${row?.id} (note) was not sent: EENVELOPE 550`);
  expect(errorForLog(failure)).toMatchObject({ cause: undefined });
});

it.runIf(isFullRun)(
  "times out on a silent mail server, and keeps the email for the next attempt",
  async () => {
    const silent = createServer((socket) => socket.on("error", () => {}));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const ctx = await ctxFor(`smtp://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`);
    const began = performance.now();
    await queue(ctx, "One");
    expect(performance.now() - began, "the request").toBeLessThan(5_000);
    await sendMails(ctx);
    expect(performance.now() - began, "the job").toBeLessThan(15_000);
    const [row] = await ctx.db.select().from(outboxMails);
    expect(row).toMatchObject({ attempts: 1, sentAt: null });
    expect(row?.lastError).toMatch(/^ETIMEDOUT/);
  },
  30_000,
);
