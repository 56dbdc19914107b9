/** The site stops while a slow mail server has received some emails and many are queued. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { sendContactRequest } from "#features/contact/requests.server.ts";
import { createLog } from "#platform/log.server.ts";
import { createJobRunner } from "#platform/jobs-runner.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { mailConnections } from "#platform/mail/mail-server.server.ts";
import { testContext } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { startTestSite, type TestSite } from "#test/site.ts";

/** Each of them sends a request, which causes an email to the company and a confirmation. */
const people = 12;
const mails = 2 * people;
/** How long the mail server takes for an email. A stop has time for one such answer, not for two. */
const answerMs = 5_000;

async function createDatabaseWithMails(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const jobs = createJobRunner(database, createLog("silent"));
  onTestFinished(() => jobs.stop());
  await jobs.prepare({ "mail.send": { retry: mailRetry } });
  for (let nth = 0; nth < people; nth++)
    await sendContactRequest(testContext(database, { jobs, address: `10.0.0.${nth}` }), {
      name: `Sara ${nth}`,
      email: `sara-${nth}@example.com`,
      workplace: "Example Hospital",
      title: "A question",
      message: "When is the next course?",
      contact_number: "",
      website: "",
      token: "",
    });
  return database;
}

/** Starts a mail server that takes `answerMs` to accept an email, and no time after `hurry`. */
async function startSlowMailServer(): Promise<MailServer & { hurry(): void }> {
  let delayMs = answerMs;
  const server = await startMailServer(() => pause(delayMs, "take" as const));
  return Object.assign(server, { hurry: () => void (delayMs = 0) });
}

async function startSite({ url: DATABASE_URL = "" }: TestDatabase, { url: SMTP_URL }: MailServer): Promise<TestSite> {
  // DATABASE_URL is the test's database, which outlives the site.
  const site = await startTestSite({ database: "own", env: { DATABASE_URL, SMTP_URL, DRAIN_SECONDS: "3" } });
  onTestFinished(async () => void (await site.stop()));
  return site;
}

const countSent = async (database: TestDatabase) =>
  (await database.executeSql("select count(*)::int as sent from outbox_mail where status = 'sent'")).rows[0]?.["sent"];

const messageIds = ({ received }: MailServer) =>
  received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1] ?? "none");

it("O3-12 on SIGTERM the site sends begun emails and ends within 10 s; the next start sends the rest once", async () => {
  const database = await createDatabaseWithMails();
  const server = await startSlowMailServer();
  const first = await startSite(database, server);
  await expect.poll(() => server.arrived, { interval: 20, timeout: 30_000 }).toBe(mailConnections);
  const began = performance.now();
  expect(await first.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(await countSent(database), "all that the mail server has").toBe(server.arrived);
  server.hurry();
  await startSite(database, server);
  await expect.poll(() => countSent(database), { timeout: 60_000 }).toBe(mails);
  expect(new Set(messageIds(server)).size).toBe(mails);
  expect(server.received).toHaveLength(mails);
});

it("O3-12 negative control: a killed site leaves emails queued that the mail server has received", async () => {
  const database = await createDatabaseWithMails();
  const server = await startSlowMailServer();
  const site = await startSite(database, server);
  await expect.poll(() => server.arrived, { interval: 20, timeout: 30_000 }).toBe(mailConnections);
  const ended = once(site.process, "exit");
  site.process.kill("SIGKILL");
  await ended;
  await expect.poll(() => server.received.length).toBe(mailConnections);
  expect(await countSent(database)).toBe(0);
});
