/** The inbox: rejections, then an enquiry from the form to its reply (P-17). */
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contactRequests } from "#features/contact/tables.server.ts";
import { eraseEnquiriesFrom, messagesAbout } from "#features/contact/personal-enquiries.server.ts";
import { requestDemo, sendContactRequest } from "#features/contact/requests.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { Conflict, EditConflict, Forbidden, NotFound, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, raceRounds } from "#test/database.ts";
import { buildContactForm } from "#test/enquiries.ts";
import { makeStaff } from "#test/staff.ts";
import { addNote, changeEnquiry } from "./change-enquiry.server.ts";
import { listEnquiries, readEnquiry, summariseEnquiries } from "./list.server.ts";
import { replyToEnquiry } from "./reply.server.ts";
import { changeSavedReply, createSavedReply, deleteSavedReply, listSavedReplies } from "./saved-replies.server.ts";
import { enquiryStates, listNextStates } from "./inbox.schema.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

const page = { page: 1, perPage: 25, sort: "created_at", order: "asc", filter: {} } as const;
const hour = 3_600_000;

describeOnDatabase("the inbox", (open) => {
  let visitor: TestCtx;
  let omar: TestCtx;
  beforeEach(async () => {
    visitor = testContext(await open());
    omar = visitor.asStaff("support", { id: (await makeStaff(visitor, "support")).id, name: "Omar T." });
  });
  const advanceClock = (ms: number) => void (visitor.clock.now = new Date(visitor.clock.now.getTime() + ms));
  const arrive = async (change: Parameters<typeof buildContactForm>[0] = {}, locale: "en" | "ar" = "en") => {
    await sendContactRequest({ ...visitor, locale }, buildContactForm(change));
    const [last] = await visitor.db
      .select()
      .from(enquiries)
      .orderBy(asc(enquiries.id))
      .then((rows) => rows.slice(-1));
    return last?.id ?? 0;
  };
  const reply = (id: number, version: number, change: object = {}) =>
    replyToEnquiry(omar, { id, version, text: "Yes.", keepOpen: false, ...change });
  const replyMails = () =>
    visitor.db.select().from(outboxMails).where(eq(outboxMails.template, "enquiry-reply")).orderBy(outboxMails.id);
  const listNames = async (filter: Parameters<typeof listEnquiries>[1]["filter"]) =>
    (await listEnquiries(omar, { ...page, filter })).data.map(({ name }) => name);

  describe("refusals", () => {
    it("P-17 rejects reading, noting, moving and answering without the permission, for unknown enquiries too", async () => {
      const id = await arrive();
      for (const at of [id, 999]) {
        const verbs = [
          (ctx: TestCtx) => readEnquiry(ctx, { id: at }),
          (ctx: TestCtx) => addNote(ctx, { id: at, text: "x" }),
          (ctx: TestCtx) => changeEnquiry(ctx, { id: at, version: 1, state: "open" }),
          (ctx: TestCtx) => replyToEnquiry(ctx, { id: at, version: 1, text: "x", keepOpen: false }),
          (ctx: TestCtx) => summariseEnquiries(ctx),
        ];
        for (const verb of verbs) {
          await expect(verb(visitor)).rejects.toThrow(Unauthenticated);
          for (const role of ["training", "content", "finance", "auditor"] as const)
            await expect(verb(visitor.asStaff(role))).rejects.toThrow(Forbidden);
        }
      }
      await expect(reply(999, 1)).rejects.toThrow(NotFound);
      expect(await replyMails()).toEqual([]);
    });

    it("P-17 rejects all changes of state except those of the table", async () => {
      for (const from of enquiryStates)
        for (const to of enquiryStates.filter((state) => state !== from)) {
          const id = await arrive();
          await visitor.db.update(enquiries).set({ state: from }).where(eq(enquiries.id, id));
          const moved = changeEnquiry(omar, { id, version: 1, state: to });
          if (listNextStates(from).includes(to))
            expect(await moved, `${from} ${to}`).toMatchObject({ state: to, version: 2 });
          else await expect(moved, `${from} ${to}`).rejects.toThrow(Conflict);
        }
    });

    it("P-17 spam is stored and gets no mail, until someone moves it out", async () => {
      const id = await arrive({ website: "https://robot.example" });
      expect(await readEnquiry(omar, { id })).toMatchObject({ state: "spam", moves: ["open"] });
      await expect(reply(id, 1)).rejects.toThrow(Conflict);
      expect(await visitor.db.select().from(outboxMails)).toEqual([]);
      await changeEnquiry(omar, { id, version: 1, state: "open" });
      await reply(id, 2);
      expect(await replyMails()).toHaveLength(1);
    });

    it("P-17 a second reply to the same version sends no mail and returns its text", async () => {
      const id = await arrive();
      await reply(id, 1, { text: "From Omar." });
      const second = await replyToEnquiry(visitor.asStaff("owner"), {
        id,
        version: 1,
        text: "Mine.",
        keepOpen: false,
      }).catch((error: unknown) => error);
      expect(second).toBeInstanceOf(EditConflict);
      expect((second as EditConflict).body()).toMatchObject({
        current: { state: "answered", version: 2, messages: [{ text: "From Omar.", author: "Omar T." }] },
        yours: { text: "Mine." },
      });
      expect(await replyMails()).toHaveLength(1);
    });

    it("P-17 two replies at the same moment send one mail", async () => {
      const countReplies = async (rounds: number, answer: (id: number) => Promise<unknown>) => {
        const before = (await replyMails()).length;
        for (let round = 0; round < rounds; round += 1) {
          const id = await arrive();
          await Promise.allSettled([answer(id), answer(id)]);
        }
        return (await replyMails()).length - before;
      };
      const rounds = raceRounds(20);
      expect(await countReplies(rounds, (id) => reply(id, 1))).toBe(rounds);
      // Negative control: a writer who reads the version just before sending, not before writing, replies twice.
      const heedless = async (id: number) => {
        for (;;) {
          const { version } = await readEnquiry(omar, { id });
          const done = await reply(id, version).catch((error: unknown) => error);
          if (!(done instanceof EditConflict)) return;
        }
      };
      expect(await countReplies(rounds, heedless)).toBe(2 * rounds);
    });

    it("rejects assigning an enquiry to someone who may not answer it", async () => {
      const id = await arrive();
      const editor = await makeStaff(visitor, "content");
      for (const assigneeId of [editor.id, "nobody-of-us", ""])
        await expect(changeEnquiry(omar, { id, version: 1, assigneeId })).rejects.toThrow(ValidationError);
    });
  });

  it("P-17 a reply goes to the sender in their language and thread, from an address that accepts answers", async () => {
    const id = await arrive({ message: "السلام عليكم، هل يتوفر اثنا عشر مقعدًا؟" }, "ar");
    advanceClock(26 * hour);
    const first = await reply(id, 1, { text: "وعليكم السلام،\n\nنعم.", keepOpen: true });
    expect(first).toMatchObject({ state: "open", assignee: { name: expect.any(String) }, version: 2 });
    await reply(id, 2, { text: "نلتقي الأحد." });
    const [confirmed] = await visitor.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.template, "contact-confirmed"));
    const root = confirmed?.manner?.messageId ?? "";
    const [one, two] = await replyMails();
    expect(root).toMatch(/^<contact-request-\d+@[^>]+>$/);
    expect(one).toMatchObject({
      to: "ghada@example.com",
      locale: "ar",
      replyTo: null,
      manner: { personal: true, references: [root] },
    });
    expect(two?.manner?.references).toEqual([root, one?.manner?.messageId]);
    expect(two?.manner?.messageId).not.toBe(one?.manner?.messageId);
    expect(one?.props).toMatchObject({
      text: "وعليكم السلام،\n\nنعم.",
      author: "Omar T.",
      message: "السلام عليكم، هل يتوفر اثنا عشر مقعدًا؟",
    });
  });

  it("C28: a reply is signed in its language's script; thread and list name colleagues in the reader's", async () => {
    const id = omar.actor.kind === "staff" ? omar.actor.id : "";
    const names = { name: "Omar T.", nameAr: "عمر ت." };
    await visitor.db.update(staffUsers).set(names).where(eq(staffUsers.id, id));
    const signing = visitor.asStaff("support", { id, ...names });
    for (const locale of ["ar", "en"] as const)
      await replyToEnquiry(signing, { id: await arrive({}, locale), version: 1, text: "1", keepOpen: false });
    const mails = await replyMails();
    expect(mails.map(({ locale, props }) => [locale, (props as Record<string, string>)["author"]])).toEqual([
      ["ar", "عمر ت."],
      ["en", "Omar T."],
    ]);
    for (const [locale, name] of [
      ["ar", "عمر ت."],
      ["en", "Omar T."],
    ] as const) {
      const reader = { ...signing, locale };
      const [row] = (await listEnquiries(reader, { ...page, filter: {} })).data;
      const { assignee, messages } = await readEnquiry(reader, { id: row?.id ?? 0 });
      expect([row?.assignee?.name, assignee?.name, messages[0]?.author]).toEqual([name, name, name]);
    }
  });

  it("P-17 keeps thread, notes, assignee and time to the first answer; the audit log has none of the text", async () => {
    const id = await arrive();
    await addNote(omar, { id, text: "13 seats are free." });
    expect(await readEnquiry(omar, { id })).toMatchObject({ state: "new", version: 1 });
    const enquiry = await changeEnquiry(omar, {
      id,
      version: 1,
      assigneeId: omar.actor.kind === "staff" ? omar.actor.id : "",
    });
    expect(enquiry).toMatchObject({ state: "open", version: 2 });
    advanceClock(2 * hour);
    const answered = await reply(id, 2);
    expect(answered).toMatchObject({
      state: "answered",
      name: "Ghada K.",
      workplace: "Example Hospital",
      messages: [
        { kind: "note", text: "13 seats are free.", mail: null },
        { kind: "reply", text: "Yes.", mail: "queued" },
      ],
    });
    advanceClock(hour);
    const opened = await changeEnquiry(omar, { id, version: 3, state: "open" });
    expect(opened.firstAnsweredAt).toBe(answered.firstAnsweredAt);
    await reply(id, 4);
    const second = await arrive();
    advanceClock(4 * hour);
    await changeEnquiry(omar, { id: second, version: 1, state: "answered" });
    expect(await summariseEnquiries(omar)).toMatchObject({
      answered: 2,
      waiting: 0,
      firstAnswers: { count: 2, medianSeconds: 3 * 3600 },
    });
    const events = await visitor.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entity, "enquiry"))
      .orderBy(auditEvents.id);
    expect(events.map(({ action }) => action)).toEqual([
      "enquiry.noted",
      "enquiry.changed",
      "enquiry.answered",
      "enquiry.changed",
      "enquiry.answered",
      "enquiry.changed",
    ]);
    expect(JSON.stringify(events)).not.toMatch(/Ghada|ghada|13 seats|Yes\./);
  });

  it("P-17 filters enquiries, sorts by age, and searches names, emails and text in any spelling", async () => {
    await arrive({ name: "Huda S.", message: "دورة الأمان" });
    advanceClock(hour);
    await arrive({ name: "إبراهيم ز.", email: "ibrahim@example.org", message: "50% off_er?" });
    advanceClock(hour);
    await requestDemo(visitor, {
      name: "Amani W.",
      email: "amani@example.org",
      contact_number: "+966500000001",
      workplace: "Clinic",
      program: "Audit management",
    });
    expect(await listNames({})).toEqual(["Huda S.", "إبراهيم ز.", "Amani W."]);
    expect(await listNames({ kind: "demo" })).toEqual(["Amani W."]);
    expect(await listNames({ q: "ابراهيم" })).toEqual(["إبراهيم ز."]);
    expect(await listNames({ q: "الامان" })).toEqual(["Huda S."]);
    expect(await listNames({ q: "AMANI@example" })).toEqual(["Amani W."]);
    expect(await listNames({ q: "50% off_" })).toEqual(["إبراهيم ز."]);
    expect(await listNames({ q: "5_% off" })).toEqual([]);
    const { id } = (await listEnquiries(omar, page)).data[0] ?? { id: 0 };
    await changeEnquiry(omar, { id, version: 1, assigneeId: omar.actor.kind === "staff" ? omar.actor.id : "" });
    expect(await listNames({ assignee: "me" })).toEqual(["Huda S."]);
    expect(await listNames({ assignee: "nobody", state: ["new"] })).toEqual(["إبراهيم ز.", "Amani W."]);
    expect(await summariseEnquiries(omar)).toMatchObject({ waiting: 3, mine: 1, nobodys: 2, spam: 0 });
  });

  it("shows requests stored by an older version of the site", async () => {
    const { name, email, title, contact_number: contactNumber, workplace, message = "" } = buildContactForm({});
    const row = {
      name,
      email,
      title,
      contactNumber,
      workplace,
      message,
      locale: "en",
      spam: false,
      createdAt: visitor.now(),
    } as const;
    await visitor.db.insert(contactRequests).values(row);
    expect(await listNames({ state: ["new"] })).toEqual([name]);
  });

  it("erases a person's request with its thread and search text", async () => {
    const id = await arrive();
    const other = await arrive({ email: "other@example.com", name: "Other" });
    await addNote(omar, { id, text: "Ghada called." });
    await reply(id, 1);
    expect(await messagesAbout(visitor, "Ghada@example.com")).toMatchObject([
      { kind: "note", text: "Ghada called." },
      { kind: "reply", text: "Yes." },
    ]);
    await eraseEnquiriesFrom(visitor, "ghada@example.com");
    await expect(readEnquiry(omar, { id })).rejects.toThrow(NotFound);
    expect(await listNames({ q: "Ghada" })).toEqual([]);
    expect(await readEnquiry(omar, { id: other })).toMatchObject({ name: "Other" });
    const left = [await visitor.db.select().from(enquiries), await visitor.db.select().from(enquiryMessages)];
    expect(JSON.stringify(left)).not.toMatch(/ghada/i);
  });

  it("saved replies in both languages can be created, changed at their version and deleted", async () => {
    const texts = { name: "Where we are", text_eng: "We are in Riyadh.", text_ar: "نحن في الرياض." };
    const made = await createSavedReply(omar, texts);
    const changed = await changeSavedReply(omar, { ...made, text_eng: "We’re in Riyadh." });
    await expect(changeSavedReply(omar, { ...made, text_eng: "x" })).rejects.toThrow(EditConflict);
    const all = { page: 1, perPage: 25, sort: "name", order: "asc", filter: {} } as const;
    expect((await listSavedReplies(omar, all)).data).toEqual([changed]);
    await expect(deleteSavedReply(visitor.asStaff("content"), made)).rejects.toThrow(Forbidden);
    await deleteSavedReply(omar, made);
    expect((await listSavedReplies(omar, all)).total).toBe(0);
  });
});
