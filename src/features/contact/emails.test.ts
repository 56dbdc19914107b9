import { beforeEach, expect, it, onTestFinished } from "vitest";
import { registerMails } from "#platform/mail/templates.server.ts";
import { closeTransport } from "#platform/mail/transport.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import {
  listLeafParts,
  type MailServer,
  parseMime,
  type Received,
  sendMails,
  startMailServer,
} from "#test/mail-server.ts";
import * as api from "./api.server.ts";
import * as emails from "./emails.server.tsx";

let server: MailServer;
let ctx: TestCtx;
beforeEach(async () => {
  server = await startMailServer();
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  onTestFinished(closeTransport);
  ctx = testContext(database, { env: testEnv({ SMTP_URL: server.url, BASE_URL: "https://nama.example" }) });
  const templates = {
    "demo-received": emails.demoReceived,
    "demo-confirmed": emails.demoConfirmed,
    "contact-received": emails.contactReceived,
    "contact-confirmed": emails.contactConfirmed,
    "newsletter-confirm": emails.newsletterConfirm,
    "newsletter-welcome": emails.newsletterWelcome,
  };
  registerMails(templates, async () => ({
    name: "Nama Health",
    address: "Riyadh",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
  }));
});

/** Returns the headers, each on one line, and the decoded text parts. */
function read({ source }: Received): { head: string; text: string } {
  const mail = parseMime(source);
  return {
    head: mail.head,
    text: listLeafParts(mail)
      .filter(({ type }) => type.startsWith("text/"))
      .map(({ bytes }) => bytes.toString("utf8"))
      .join("\n"),
  };
}
const readMailTo = (address: string) =>
  read(server.received.find((mail) => mail.to.includes(address)) ?? { from: "", to: [], source: "" });
const send = <T extends object>(
  endpoint: { body: { parse(body: unknown): T }; handle(ctx: TestCtx, input: T): unknown },
  body: object,
  locale: "en" | "ar" = "en",
) => endpoint.handle({ ...ctx, locale }, endpoint.body.parse(body));

it("C-08 a message is mailed only to us, with its sender in Reply-To; the mail to its sender repeats nothing of it", async () => {
  // S-14: an address is no valid name either.
  const name = "Buy at http://spam.example";
  expect(() => api.contact.body.parse({ name, email: "victim@example.com" })).toThrow();
  await send(api.contact, {
    name: "Buy now: 0500000000",
    email: "victim@example.com",
    message: "Look at http://spam.example <img src=x>",
  });
  await sendMails(ctx);
  const [ours, theirs] = [readMailTo("hello@example.com"), readMailTo("victim@example.com")];
  expect(theirs.text).toContain("Thank you for writing to us.");
  expect(theirs.text + theirs.head).not.toMatch(/spam\.example|Buy now/);
  expect(ours.head).toMatch(/^Reply-To: victim@example\.com$/m);
  expect(ours.text).toContain("Look at http://spam.example");
  expect(ours.text.slice(ours.text.indexOf("<!DOCTYPE")), "as HTML").toContain("&lt;img src=x&gt;");
  expect(ours.text.slice(ours.text.indexOf("<!DOCTYPE")), "as HTML").not.toContain("<img src=x");
});

it("a name cannot add a header or a recipient, or make a mail fail", async () => {
  await send(api.contact, { name: "Sara\u2028Bcc: victim", email: "sara@example.com" });
  expect(() =>
    api.contact.body.parse({ name: "Sara\r\nBcc: victim@example.com", email: "sara@example.com" }),
  ).toThrow();
  await sendMails(ctx);
  expect(server.received.map((mail) => mail.to).toSorted()).toEqual([["hello@example.com"], ["sara@example.com"]]);
  expect(readMailTo("hello@example.com").head).not.toMatch(/^Bcc:/m);
});

it("H-05 a demo request is mailed to company and sender, in Arabic too", async () => {
  await send(
    api.bookDemo,
    {
      name: "سارة ن.",
      email: "sara@example.com",
      contact_number: "0500000001",
      workplace: "مستشفى المثال",
      program: "Risk management",
    },
    "ar",
  );
  await sendMails(ctx);
  expect(readMailTo("hello@example.com").text).toMatch(/\+966500000001/);
  expect(readMailTo("hello@example.com").text).toContain("إدارة المخاطر");
  expect(readMailTo("sara@example.com").text).toContain("مرحبًا سارة، شكرًا لاهتمامك");
  expect(readMailTo("sara@example.com").head).not.toMatch(/^List-Unsubscribe/m);
});

it("C-11 every newsletter mail has an unsubscribe link, for people and mail programs", async () => {
  await send(api.emailSubscribe, { email: "sara@example.com" });
  await sendMails(ctx);
  const address = /https:\/\/nama\.example\/newsletter\/confirm\/([\w-]{43})/.exec(readMailTo("sara@example.com").text);
  if (!address?.[1]) throw new Error("the mail has no link");
  await api.newsletterConfirm.handle(ctx, { token: address[1] });
  await sendMails(ctx);
  expect(server.received).toHaveLength(2);
  for (const { head, text } of server.received.map(read)) {
    expect(head).toContain(`List-Unsubscribe: <https://nama.example/newsletter/unsubscribe/${address[1]}>`);
    expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(text).toContain(`https://nama.example/newsletter/unsubscribe/${address[1]}`);
  }
});
