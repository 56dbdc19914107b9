/** Texts of the portal that a review found wrong: what each must say, and what no text may say again. */
import { describe, expect, it } from "vitest";
import { messages as arabic } from "./providers/messages.ar.ts";
import { messages as english, type Messages } from "./providers/messages.en.ts";

const texts = { en: english, ar: arabic };
function* flat(tree: Messages, path = ""): Generator<[key: string, text: string]> {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === "string") yield [path + key, value];
    else yield* flat(value, `${path}${key}.`);
}
const known = { en: new Map(flat(texts.en)), ar: new Map(flat(texts.ar)) };

/** Row, language, key, what it must contain, what it must not. */
const rows: [row: string, locale: "en" | "ar", key: string, must: string, not?: string][] = [
  ["A6", "en", "enquiries.promise", "Our own target: an answer within two working days.", "promises"],
  ["A6", "ar", "enquiries.promise", "هدفنا الرد خلال يومي عمل.", "يعد الموقع"],
  ["A13", "en", "content.taken_off", "Removed from the site.", "seat"],
  ["A13", "ar", "content.taken_off", "أُزيل من الموقع.", "مقاعد"],
  ["A14", "en", "runs.cancelled_on", "Cancelled on %{date}. Refunded: SAR"],
  ["A14", "ar", "runs.cancelled_on", "أُلغي في %{date}. المسترد:"],
  ["A26", "en", "runs.cancel.net", "%{seats} in %{smart_count} orders", "%{seats} seats"],
  ["A27", "en", "orders.refund.days", "5 to 14 working days"],
  ["A27", "ar", "orders.refund.days", "5 إلى 14 يوم عمل"],
  ["A27", "ar", "runs.cancel.notes", "5 إلى 14 يوم عمل"],
  ["B7", "en", "finance.checks.not_checked", "checked for changes", "hash"],
  ["B8", "en", "newsletter.refused", "rejected it", "%{"],
  ["B10", "en", "jobs.names.people_erase-planned", "Erase personal data on schedule"],
  ["B10", "ar", "jobs.names.mail_queue-missing", "إعادة جدولة الرسائل العالقة"],
  ["B11", "en", "jobs.runs", "Schedule"],
  ["B11", "ar", "jobs.runs", "التكرار"],
  ["B12", "en", "content.schedule.past", "date and time in the future", "minute"],
  ["B15", "en", "newsletter.checks.not_arabic.good", "written in Arabic"],
  ["B16", "en", "enquiries.first_answers", "Typical first reply: %{time}", "median"],
  ["B18", "en", "orders.with", "Includes"],
  ["B18", "ar", "orders.with", "يتضمن"],
  ["B19", "ar", "content.fields.type", "النوع"],
  ["B20", "en", "audit.actions.refund.approval-requested", "Second approval requested for a refund"],
  ["B21", "en", "audit.kinds.learner", "Customer"],
  ["B21", "ar", "audit.kinds.command", "مشرف الخادم"],
  ["B22", "ar", "audit.what", "الإجراء"],
  ["B22", "ar", "audit.on", "السجل"],
  ["C23", "en", "finance.figures.tax", "VAT payable", "hand over"],
  ["C23", "ar", "today.sales.vat", "الضريبة المستحقة", "السداد"],
  ["C28", "en", "account.name_ar", "Name in Arabic script"],
  ["C28", "ar", "account.name_ar", "الاسم بالأحرف العربية"],
  ["C28", "en", "sign_in.name", "Name in Latin script"],
  ["C28", "ar", "sign_in.name", "الاسم بالأحرف اللاتينية"],
  ["E1", "ar", "payments.title", "مدفوعات للمراجعة"],
  ["E1", "ar", "today.payments.title", "مدفوعات للمراجعة"],
  ["E3", "ar", "orders.refund_state.needs-person", "يتطلب معالجة يدوية"],
  ["E4", "ar", "payments.problems.refunded-elsewhere", "يلزم التحقق يدويًا"],
  ["E5", "ar", "audit.entities.redirect", "إحالة"],
  ["E5", "ar", "audit.entities.transfer", "حوالة بنكية"],
  ["E6", "ar", "orders.transfer", "حوالة بنكية"],
  ["E7", "ar", "account.codes_text", "استخدمها إذا فقدت هاتفك"],
  ["E8", "ar", "sign_in.fresh_title", "تأكيد هويتك"],
  ["E9", "ar", "sign_in.protect", "التحقق بخطوتين"],
  ["E10", "ar", "staff.text.role", "يسري فورًا"],
  ["E12", "ar", "runs.place_by_move", "في هذا الموعد حجوزات"],
  ["E13", "ar", "runs.states.slow", "إقبال ضعيف"],
  ["E14", "ar", "runs.fields.hours", "الساعات المعتمدة"],
  ["E15", "ar", "content.sections.curriculum", "المحاور"],
  ["E15", "en", "content.sections.prerequisites", "Prerequisites"],
  ["E16", "ar", "newsletter.columns.left", "إلغاء الاشتراك"],
  ["E17", "ar", "newsletter.columns.subject", "الموضوع"],
  ["E18", "ar", "today.runs.roster", "قائمة المشاركين"],
  ["E19", "ar", "roster.ask.asked", "طُلب في"],
  ["E20", "ar", "roster.swap.action", "نقل المقعد إلى %{name}"],
  ["E21", "ar", "orders.seat.released", "أُتيح من جديد"],
  ["E22", "ar", "orders.story.payment_refunded", "دفعة بلا طلب أُعيدت: %{amount}"],
  ["E23", "ar", "orders.flags.unnamed", "مقاعد لم يُسجَّل اسم صاحبها"],
  ["E28", "ar", "settings.tax.change", "جدولة نسبة جديدة"],
  ["E29", "ar", "settings.periods.drop_title", "هل تريد إلغاء هذا التغيير المقرر؟"],
  ["E30", "ar", "settings.display.title", "النصوص العربية"],
  ["E31", "ar", "settings.holds.pause_minutes", "مدة المنع (بالدقائق)"],
  ["E32", "ar", "content.publish.drop", "حذف تغييرات المسودة"],
  ["E33", "ar", "content.versions.same", "لا اختلاف في النص."],
  ["E34", "ar", "content.redirects.create", "إنشاء الإحالة"],
  ["E35", "ar", "content.kinds.page-meta", "بيانات البحث والمشاركة"],
  ["E36", "ar", "enquiries.moves.not_spam", "ليست مزعجة"],
  ["E37", "ar", "enquiries.bought_nothing", "لا طلبات بهذا البريد"],
  ["E39", "ar", "shell.states.no_permission", "ليست لديك صلاحية لهذه الصفحة"],
  ["E40", "ar", "shell.breadcrumb", "مسار التنقل"],
  ["E41", "ar", "palette.new_tab", "تبويب جديد"],
  ["E44", "ar", "mails.kinds.attendee-returned", "أُلغي مقعد مشارك"],
  ["E45", "ar", "mails.states.captured", "محفوظة ولم تُرسل"],
  ["E46", "ar", "payments.kinds.unknown-payment.text", "ولا يقابلها أي طلب"],
  ["E49", "ar", "tasks.which_rows", "الصفوف المطلوبة"],
  ["E50", "ar", "today.payments.kinds.paid-at-provider", "مدفوع والطلب غير مكتمل"],
  ["F1", "en", "tasks.empty", "No tasks running"],
  ["F2", "en", "account.codes_void", "stop working immediately"],
  ["F4", "en", "roster.states.given-on", "Transferred"],
  ["F6", "en", "people.obstacles.seat-ahead", "Not erased on %{date}"],
  ["F7", "en", "people.stays", "Kept because the law requires it"],
  ["F9", "en", "payments.actions.paid-back", "Mark as refunded manually"],
  ["F11", "en", "orders.refund.ask", "Request second approval"],
  ["F12", "en", "orders.refund.action", "Refund SAR %{amount}"],
  ["F14", "en", "runs.delivery.onsite", "In person"],
  ["F15", "en", "runs.make", "Create run"],
  ["F17", "en", "runs.fields.venue_eng", "Venue, English"],
  ["F18", "en", "content.arabic.stale", "Arabic out of date"],
  ["F19", "en", "content.publish.drop", "Discard draft changes"],
  ["F20", "en", "content.states.scheduled", "Publishes %{when}"],
  ["F22", "en", "settings.holds.expired_before_pause", "Expired holds before booking is paused"],
  ["F28", "en", "account.sessions_text", "You have %{smart_count} active sessions."],
  ["F29", "en", "shell.today_at", "today at %{time}"],
  ["F30", "en", "audit.actions.task.file-downloaded", "Export downloaded"],
  ["F35", "en", "orders.paid_back.open", "Record the refund as paid"],
  ["F40", "en", "enquiries.views.nobodys", "Unassigned"],
  ["F43", "en", "jobs.failed", "Failed permanently"],
  ["F46", "en", "settings.conflict.both_hint", "Your changes replace theirs"],
  ["F47", "en", "people.law", "have the right to a copy"],
  ["F48", "en", "ra.message.placeholder_data_warning", "couldn’t be refreshed"],
];

/** Row, language, what no text of the portal may hold. */
const banned: [row: string, locale: "en" | "ar", pattern: RegExp][] = [
  ["B7", "en", /\bhash(?:es)?\b/i],
  ["C23", "en", /hand over/i],
  ["E3", "ar", /يحتاج شخصًا|تحتاج شخصًا|تحتاج إلى شخص/],
  ["E6", "ar", /تحويل بنكي|التحويل البنكي|بتحويل/],
  ["E10", "ar", /حالًا/],
  ["E12", "ar", /لأشخاص مقاعد/],
  ["E16", "ar", /^غادر$|غادروا/],
  ["E21", "ar", /الإفراج|أُفرج|يُفرج/],
  ["E24", "ar", /مُحي|محو/],
  ["E25", "ar", /الجوال/],
  ["E27", "ar", /(?<![\u0621-\u0652])(?:ال|ب)?(?:مزود|تعذر|منسق|محرر)(?![\u0621-\u0652])/],
  ["E42", "ar", /المبيعة/],
  ["E43", "ar", /مع الضريبة|ر\.س\./],
  ["E48, D4", "ar", /اً/],
  ["F3", "en", /second step/i],
  ["F4", "en", /given on/i],
  ["F8", "en", /needs? a person|until a person|only a person/i],
  ["F10", "en", /pa(?:id|y|ys) back|goes back to|nothing goes back/i],
  ["F11", "en", /second person must agree|\bagree(?:d|s)? to\b/i],
  ["F12", "en", /%\{\w+\} SAR\b/],
  ["F13", "en", /sells? slowly/i],
  ["F19", "en", /\bdrop(?:ped)? (?:the )?(?:draft|plan|mine)/i],
  ["F21", "en", /\bcounts? (?:from|now|for)/i],
  ["F38", "en", /\b(?:could|does|did|is|are|was|has|have) not\b|\bcannot\b/i],
  ["F39", "en", /\bmeanwhile\b/i],
  ["F5", "en", /\bat once\b/i],
];

describe("texts that a review found wrong", () => {
  it.each(rows)("%s: %s %s", (_row, locale, key, must, not) => {
    const text = known[locale].get(key) ?? "";
    expect(text).toContain(must);
    if (not !== undefined) expect(text).not.toContain(not);
  });

  it.each(banned)("%s: no text in %s holds %s", (_row, locale, pattern) => {
    expect([...known[locale]].filter(([, text]) => pattern.test(text))).toEqual([]);
  });

  it("F36: one word for the state of a thing", () => {
    const labels = [...known.en].filter(
      ([key]) => /(?:^|\.)(?:state|accreditation_status)$/.test(key) && !key.includes("opening"),
    );
    expect(labels.filter(([, text]) => text !== "Status")).toEqual([]);
  });

  it("E2: an order has one name for each of its states", () => {
    for (const locale of ["en", "ar"] as const)
      for (const state of ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"])
        expect(known[locale].get(`palette.order_states.${state}`)).toBe(known[locale].get(`order_state.${state}`));
  });

  it("B14: the name of who tested an issue ends the line, whatever it ends with", () => {
    for (const locale of ["en", "ar"] as const) expect(known[locale].get("newsletter.test.last")).toMatch(/%\{name\}$/);
  });
});
