/** What staff do besides courses: enquiries, newsletter, news, finance, discount codes. */
import { desc, eq, like } from "drizzle-orm";
import {
  confirmSubscription,
  newsletterLinks,
  subscribe,
  unsubscribe,
} from "#features/contact/subscriptions.server.ts";
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

async function sendEnquiry(ctx: Ctx, { name, email, workplace, program, message, title, isRobot }: DemoEnquiry) {
  const common = { name, email, workplace, website: isRobot ? "https://offers.example.net" : "", token: "" };
  if (program) await requestDemo(ctx, { ...common, program, contact_number: "+966550002000" });
  else await sendContactRequest(ctx, { ...common, title: title ?? "", message: message ?? "", contact_number: "" });
}

function planEnquiries(world: World): void {
  for (const enquiry of demoEnquiries)
    world.schedule(enquiry.day, enquiry.time, async () => {
      // Without a client address, so that the rate limits per address do not apply.
      const ctx = { ...world.ctx, locale: enquiry.locale };
      await sendEnquiry(ctx, enquiry);
      const [row] = await ctx.db.select({ id: enquiries.id }).from(enquiries).orderBy(desc(enquiries.id)).limit(1);
      if (!row) return;
      const { id } = row;
      for (const step of enquiry.steps ?? [])
        world.schedule(enquiry.day + step.after, step.time, async () => {
          const staff = world.asStaff(step.by ?? "support");
          const [current] = await staff.db
            .select({ version: enquiries.version })
            .from(enquiries)
            .where(eq(enquiries.id, id));
          const target = { id, version: current?.version ?? 0 };
          if (step.kind === "note") await addNote(staff, { id, text: step.text });
          else if (step.kind === "reply")
            await replyToEnquiry(staff, { ...target, text: step.text, keepOpen: step.keepOpen ?? false });
          else if (step.kind === "move") await changeEnquiry(staff, { ...target, state: step.state });
          else await changeEnquiry(staff, { ...target, assigneeId: requireStaff(world.asStaff(step.to)).id });
        });
    });
  for (const [index, texts] of savedReplies.entries())
    world.schedule(-60, `10:0${index}`, async () => void (await createSavedReply(world.asStaff("support"), texts)));
}

const getConfirmToken = (ctx: Ctx, row: typeof newsletterSubscriptions.$inferSelect) =>
  newsletterLinks(ctx, row).confirmUrl.split("/").at(-1) ?? "";

function planSubscribers(world: World): void {
  const sources = ["/", "/news", "/courses", "/newsletter"];
  const readers = demoPeople.filter((_, index) => index % 2 === 0);
  for (const [index, person] of readers.entries()) {
    const day = -124 + index * 4;
    const email = getPersonEmail(person);
    const time = `${String(9 + (index % 12)).padStart(2, "0")}:${String((index * 17) % 60).padStart(2, "0")}`;
    world.schedule(Math.min(day, -1), time, async () => {
      const ctx = { ...world.ctx, locale: person.locale };
      await subscribe(ctx, { email, source: sources[index % sources.length] ?? "/", website: "", token: "" });
      const whereEmail = eq(newsletterSubscriptions.email, email);
      const [row] = await ctx.db.select().from(newsletterSubscriptions).where(whereEmail);
      if (!row) return;
      const token = getConfirmToken(ctx, row);
      // The latest subscribers have not confirmed yet; some others unsubscribe again.
      if (day < -3) world.scheduleIn(7, () => confirmSubscription(ctx, { token }));
      if (index % 9 === 4) world.schedule(Math.max(day + 20, -32), "20:10", () => unsubscribe(ctx, { token }));
    });
  }
}

function planNewsletterIssues(world: World): void {
  let issue = { id: 0, version: 0 };
  world.schedule(-36, "11:00", async () => {
    issue = await createIssue(world.asStaff("content"), { ...demoIssues.sent, body_ar: "" });
  });
  world.schedule(-35, "10:10", async () => {
    const content = world.asStaff("content");
    issue = await saveIssue(content, { ...demoIssues.sent, id: issue.id, version: issue.version });
    const readers = [requireStaff(content).id, requireStaff(world.asStaff("owner")).id];
    issue = await testIssue(content, { id: issue.id, readers, locales: ["en", "ar"] });
  });
  world.schedule(-34, "09:00", async () => {
    issue = await startIssue(world.asStaff("content"), issue);
    const job: Ctx = { ...world.ctx, actor: { kind: "job", name: "newsletter.send" } };
    await sendNewsletters(job);
    world.advance(2);
    // Mark the mails as captured, as the demo mailbox does, so that the next call finishes the issue.
    const whereIssue = like(outboxMails.key, `newsletter-issue:${issue.id}:%`);
    await job.db.update(outboxMails).set({ status: "captured", attempts: 1 }).where(whereIssue);
    await sendNewsletters(job);
  });
  world.schedule(-2, "13:35", async () => void (await createIssue(world.asStaff("content"), demoIssues.draft)));
}

function planNews(world: World): void {
  const save = async (key: keyof typeof demoStories) => {
    const { pictureOf, ...texts } = demoStories[key];
    const data = { ...texts, image: pictures[pictureOf] ?? "", link: null, popular_position: null };
    return saveDraft(world.asStaff("content"), { entity: "news", entityId: null, data, version: 0 });
  };
  world.schedule(-11, "10:40", async () => void (await save("begun")));
  world.schedule(-4, "12:20", async () => void (await save("finished")));
  world.schedule(-2, "11:05", async () => {
    const { id, version } = await save("scheduled");
    world.advance(9);
    const publishAt = riyadhInstant(addDays(world.today, 3), "09:00");
    await scheduleRevision(world.asStaff("content"), { id, version, publishAt });
  });
  // Staff publish a question that people ask often.
  world.schedule(-26, "14:10", async () => {
    const data = {
      heading_eng: "Do credit hours count for everyone?",
      heading_ar: "هل تُحتسب الساعات المعتمدة للجميع؟",
      description_eng:
        "<p>Yes, for every practitioner who is classified by the Saudi Commission for Health Specialties.</p>",
      description_ar: "<p>نعم، لكل ممارس صحي مصنّف لدى الهيئة السعودية للتخصصات الصحية.</p>",
      position: 12,
    };
    const content = world.asStaff("content");
    const { id, version } = await saveDraft(content, { entity: "faq", entityId: null, data, version: 0 });
    world.advance(6);
    await publishRevision(content, { id, version });
  });
}

function planFinance(world: World): void {
  world.schedule(-122, "09:20", async () => {
    await setSetting(world.asStaff("owner"), "accountant.email", "accountant@example.com");
  });
  world.schedule(-15, "10:30", async () => {
    await startTask(world.asStaff("auditor"), checkDocuments, {});
    await world.runQueuedTasks();
  });
  // On the first of each month.
  for (let month = world.today.slice(0, 7); daysBetween(world.today, `${month}-01`) > -122;) {
    world.schedule(daysBetween(world.today, `${month}-01`), "06:15", () =>
      notifyAccountant({ ...world.ctx, actor: { kind: "job", name: "finance.tell-accountant" } }),
    );
    month = addDays(`${month}-01`, -1).slice(0, 7);
  }
}

/**
 * Creates discount codes in every state: two active, of which one is only for first orders, and one each that is used
 * up, expired, paused or scheduled.
 */
function planDiscounts(world: World): void {
  const day = (days: number) => addDays(world.today, days);
  const create = (code: string, purpose: string, more: Omit<CodeInput, "code" | "purpose" | "scope">) =>
    createCode(world.asStaff("finance"), { scope: "all", code, purpose, ...more });
  world.schedule(-90, "09:10", async () => {
    const dates = { validFrom: day(-90), validTo: day(-40) };
    await create("SUMMER20", "Summer", { percent: 20, maxDiscount: 60_000, maxUses: 200, ...dates });
  });
  let pausedId = 0;
  world.schedule(-26, "10:40", async () => {
    await create("WELCOME15", "First order", {
      percent: 15,
      maxUsesPerAccount: 1,
      firstOrderOnly: true,
      validFrom: day(-26),
    });
    const apology = { amount: 10_000, maxUses: 9, validFrom: day(-26), validTo: day(300) };
    pausedId = await create("BACK100", "Apology for a run that was moved", apology);
  });
  world.schedule(-12, "15:05", () => pauseCode(world.asStaff("finance"), { id: pausedId, isPaused: true }));
  world.schedule(-60, "09:10", async () => {
    await create("TEAM10", "Groups from three seats", { percent: 10, minSeats: 3, maxUses: 50, validFrom: day(-60) });
    await create("AUTUMN200", "First two of the autumn", { amount: 20_000, maxUses: 2, validFrom: day(-45) });
  });
  world.schedule(-2, "11:20", async () => {
    const dates = { validFrom: day(10), validTo: day(40) };
    await create("EARLY15", "Early booking", { percent: 15, maxUses: 60, maxUsesPerAccount: 1, ...dates });
  });
}

export function planOffice(world: World): void {
  planEnquiries(world);
  planSubscribers(world);
  planNewsletterIssues(world);
  planNews(world);
  planFinance(world);
  planDiscounts(world);
}
