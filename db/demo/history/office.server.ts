/** What the office does beside courses: enquiries, newsletter, news, settings. */
import { desc, eq, like } from "drizzle-orm";
import { confirmSubscription, newsletterLinks, subscribe, unsubscribe } from "#features/contact/newsletter.server.ts";
import { requestDemo, sendContactRequest } from "#features/contact/requests.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { publishRevision, scheduleRevision } from "#features/content/editing/publish.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { checkDocuments } from "#features/invoices/finance/check.server.ts";
import { notifyAccountant } from "#features/invoices/finance/jobs.server.ts";
import { addNote, changeEnquiry } from "#features/contact/inbox/change-enquiry.server.ts";
import { replyToEnquiry } from "#features/contact/inbox/reply.server.ts";
import { createSavedReply } from "#features/contact/inbox/saved-replies.server.ts";
import { enquiries } from "#features/contact/inbox/tables.server.ts";
import { createIssue, saveIssue } from "#features/contact/newsletter/issues.server.ts";
import { sendNewsletters } from "#features/contact/newsletter/jobs.server.ts";
import { startIssue, testIssue } from "#features/contact/newsletter/send.server.ts";
import type { CodeInput } from "#features/discounts/code-fields.server.ts";
import { createCode, pauseCode } from "#features/discounts/staff-codes.server.ts";
import { setSetting } from "#features/settings/edit-settings.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { addDays, daysBetween, riyadhInstant } from "#i18n/dates.ts";
import { requireStaff, type Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import newsPictures from "../media/news.json" with { type: "json" };
import { demoEnquiries, type DemoEnquiry } from "./enquiries.ts";
import { demoIssues, demoStories } from "./letters.ts";
import { demoPeople, getPersonEmail } from "./people.ts";
import savedReplies from "./saved-replies.json" with { type: "json" };
import type { World } from "./world.server.ts";

const pictures: Record<string, string> = newsPictures;

async function write(ctx: Ctx, { name, email, workplace, program, message, title, isRobot }: DemoEnquiry) {
  const common = { name, email, workplace, website: isRobot ? "https://offers.example.net" : "", token: "" };
  if (program) await requestDemo(ctx, { ...common, program, contact_number: "+966550002000" });
  else await sendContactRequest(ctx, { ...common, title: title ?? "", message: message ?? "", contact_number: "" });
}

function planEnquiries(world: World): void {
  for (const enquiry of demoEnquiries)
    world.on(enquiry.day, enquiry.time, async () => {
      // Each from a place of their own: the limits of an address are not theirs.
      const ctx = { ...world.ctx, locale: enquiry.locale };
      await write(ctx, enquiry);
      const [row] = await ctx.db.select({ id: enquiries.id }).from(enquiries).orderBy(desc(enquiries.id)).limit(1);
      if (!row) return;
      const { id } = row;
      for (const step of enquiry.steps ?? [])
        world.on(enquiry.day + step.after, step.time, async () => {
          const staff = world.as(step.by ?? "support");
          const [now] = await staff.db
            .select({ version: enquiries.version })
            .from(enquiries)
            .where(eq(enquiries.id, id));
          const at = { id, version: now?.version ?? 0 };
          if (step.kind === "note") await addNote(staff, { id, text: step.text });
          else if (step.kind === "reply")
            await replyToEnquiry(staff, { ...at, text: step.text, keepOpen: step.keepOpen ?? false });
          else if (step.kind === "move") await changeEnquiry(staff, { ...at, state: step.state });
          else await changeEnquiry(staff, { ...at, assigneeId: requireStaff(world.as(step.to)).id });
        });
    });
  for (const [at, texts] of savedReplies.entries())
    world.on(-60, `10:0${at}`, async () => void (await createSavedReply(world.as("support"), texts)));
}

const getConfirmToken = (ctx: Ctx, row: typeof newsletterSubscriptions.$inferSelect) =>
  newsletterLinks(ctx, row).confirmUrl.split("/").at(-1) ?? "";

function planSubscribers(world: World): void {
  const sources = ["/", "/news", "/courses", "/newsletter"];
  const readers = demoPeople.filter((_, at) => at % 2 === 0);
  for (const [at, person] of readers.entries()) {
    const day = -124 + at * 4;
    const email = getPersonEmail(person);
    const time = `${String(9 + (at % 12)).padStart(2, "0")}:${String((at * 17) % 60).padStart(2, "0")}`;
    world.on(Math.min(day, -1), time, async () => {
      const ctx = { ...world.ctx, locale: person.locale };
      await subscribe(ctx, { email, source: sources[at % sources.length] ?? "/", website: "", token: "" });
      const whereEmail = eq(newsletterSubscriptions.email, email);
      const [row] = await ctx.db.select().from(newsletterSubscriptions).where(whereEmail);
      if (!row) return;
      const token = getConfirmToken(ctx, row);
      // The last ones have not clicked yet; some leave again.
      if (day < -3) world.later(7, () => confirmSubscription(ctx, { token }));
      if (at % 9 === 4) world.on(Math.max(day + 20, -32), "20:10", () => unsubscribe(ctx, { token }));
    });
  }
}

function planLetters(world: World): void {
  let issue = { id: 0, version: 0 };
  world.on(-36, "11:00", async () => {
    issue = await createIssue(world.as("content"), { ...demoIssues.sent, body_ar: "" });
  });
  world.on(-35, "10:10", async () => {
    const content = world.as("content");
    issue = await saveIssue(content, { ...demoIssues.sent, id: issue.id, version: issue.version });
    const readers = [requireStaff(content).id, requireStaff(world.as("owner")).id];
    issue = await testIssue(content, { id: issue.id, readers, locales: ["en", "ar"] });
  });
  world.on(-34, "09:00", async () => {
    issue = await startIssue(world.as("content"), issue);
    const job: Ctx = { ...world.ctx, actor: { kind: "job", name: "newsletter.send" } };
    await sendNewsletters(job);
    world.pass(2);
    // The mailbox of the demo has them by then.
    const whereIssue = like(outboxMails.key, `newsletter-issue:${issue.id}:%`);
    await job.db.update(outboxMails).set({ status: "captured", attempts: 1 }).where(whereIssue);
    await sendNewsletters(job);
  });
  world.on(-2, "13:35", async () => void (await createIssue(world.as("content"), demoIssues.draft)));
}

function planNews(world: World): void {
  const save = async (key: keyof typeof demoStories) => {
    const { pictureOf, ...texts } = demoStories[key];
    const data = { ...texts, image: pictures[pictureOf] ?? "", link: null, popular_position: null };
    return saveDraft(world.as("content"), { entity: "news", entityId: null, data, version: 0 });
  };
  world.on(-11, "10:40", async () => void (await save("begun")));
  world.on(-4, "12:20", async () => void (await save("finished")));
  world.on(-2, "11:05", async () => {
    const { id, version } = await save("scheduled");
    world.pass(9);
    const publishAt = riyadhInstant(addDays(world.today, 3), "09:00");
    await scheduleRevision(world.as("content"), { id, version, publishAt });
  });
  // A question is asked so often that its answer is put on the site.
  world.on(-26, "14:10", async () => {
    const data = {
      heading_eng: "Do credit hours count for everyone?",
      heading_ar: "هل تُحتسب الساعات المعتمدة للجميع؟",
      description_eng:
        "<p>Yes, for every practitioner who is classified by the Saudi Commission for Health Specialties.</p>",
      description_ar: "<p>نعم، لكل ممارس صحي مصنّف لدى الهيئة السعودية للتخصصات الصحية.</p>",
      position: 12,
    };
    const content = world.as("content");
    const { id, version } = await saveDraft(content, { entity: "faq", entityId: null, data, version: 0 });
    world.pass(6);
    await publishRevision(content, { id, version });
  });
}

function planBooks(world: World): void {
  world.on(-122, "09:20", async () => {
    await setSetting(world.as("owner"), "accountant.email", "accountant@example.com");
  });
  world.on(-15, "10:30", async () => {
    await startTask(world.as("auditor"), checkDocuments, {});
    await world.doTasks();
  });
  // On the first of each month.
  for (let month = world.today.slice(0, 7); daysBetween(world.today, `${month}-01`) > -122;) {
    world.on(daysBetween(world.today, `${month}-01`), "06:15", () =>
      notifyAccountant({ ...world.ctx, actor: { kind: "job", name: "finance.tell-accountant" } }),
    );
    month = addDays(`${month}-01`, -1).slice(0, 7);
  }
}

/** Of each state one: two in force, one of them for first orders alone, one used up, one over, one paused, one to come. */
function planDiscounts(world: World): void {
  const day = (days: number) => addDays(world.today, days);
  const make = (code: string, purpose: string, more: Omit<CodeInput, "code" | "purpose" | "scope">) =>
    createCode(world.as("finance"), { scope: "all", code, purpose, ...more });
  world.on(-90, "09:10", async () => {
    const dates = { validFrom: day(-90), validTo: day(-40) };
    await make("SUMMER20", "Summer", { percent: 20, maxDiscount: 60_000, maxUses: 200, ...dates });
  });
  let paused = 0;
  world.on(-26, "10:40", async () => {
    await make("WELCOME15", "First order", {
      percent: 15,
      maxUsesPerAccount: 1,
      firstOrderOnly: true,
      validFrom: day(-26),
    });
    const apology = { amount: 10_000, maxUses: 9, validFrom: day(-26), validTo: day(300) };
    paused = await make("BACK100", "Apology for a run that was moved", apology);
  });
  world.on(-12, "15:05", () => pauseCode(world.as("finance"), { id: paused, isPaused: true }));
  world.on(-60, "09:10", async () => {
    await make("TEAM10", "Groups from three seats", { percent: 10, minSeats: 3, maxUses: 50, validFrom: day(-60) });
    await make("AUTUMN200", "First two of the autumn", { amount: 20_000, maxUses: 2, validFrom: day(-45) });
  });
  world.on(-2, "11:20", async () => {
    const next = { validFrom: day(10), validTo: day(40) };
    await make("EARLY15", "Early booking", { percent: 15, maxUses: 60, maxUsesPerAccount: 1, ...next });
  });
}

export function planOffice(world: World): void {
  planEnquiries(world);
  planSubscribers(world);
  planLetters(world);
  planNews(world);
  planBooks(world);
  planDiscounts(world);
}
