/** Wordings that a review asked for, which no table of terms can hold: what a text says, and what it no longer says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cut } from "#features/catalogue/schedule/mail-course.ts";
import { languageName, locales, type Locale } from "#i18n/locale.ts";
import { demoFaq } from "../db/demo/content/faq.ts";
import { demoModules } from "../db/demo/content/modules.ts";
import { demoStaticPages } from "../db/demo/content/static-pages.ts";
import { demoCourses } from "../db/demo/courses.ts";
import { demoPageMeta } from "../db/demo/page-meta.ts";
import { worded } from "./mail-cases.ts";

/** Every message by its key; a counted one as all its forms. */
const messages = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      readdirSync(`messages/${locale}`).flatMap((file) =>
        Object.entries(
          JSON.parse(readFileSync(join(`messages/${locale}`, file), "utf8")) as Record<string, unknown>,
        ).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
      ),
    ),
  ]),
) as Record<Locale, Record<string, string>>;

interface Row {
  id: string;
  locale: Locale;
  keys: string[];
  says?: string;
  not?: RegExp;
}
const row = (id: string, locale: Locale, keys: string, says: string | undefined, not?: RegExp): Row => ({
  id,
  locale,
  keys: keys.split(" "),
  ...(says === undefined ? {} : { says }),
  ...(not ? { not } : {}),
});

const rows: Row[] = [
  row("A4", "ar", "notices_refunded_heading notices_refunded_part_heading", "أعدنا إليك", /بطاق/),
  row("A8", "en", "site_steps_4_text", "before it begins", /[Tt]hree days/),
  row("A8", "ar", "site_steps_4_text", "رابط الدخول", /بثلاثة أيام/),
  row(
    "A9",
    "en",
    "accounts_login_say_more accounts_reset_say_more site_steps_lead",
    "orders and invoices",
    /certificate/i,
  ),
  row("A9", "ar", "accounts_login_say_more accounts_reset_say_more site_steps_lead", "فواتير", /شهاد/),
  row("A11", "ar", "site_menu_about_english", "عن نماء", /الإنجليزية/),
  row("A23", "en", "accounts_scfhs_number_hint", "Needed to report your CME hours"),
  row("A23", "ar", "accounts_scfhs_number_hint", "لرفع ساعاتك المعتمدة"),
  row("A24", "en", "content_news_popular content_news_popular_list", "Editor’s picks", /Popular/),
  row("A24", "ar", "content_news_popular content_news_popular_list", "مختارة", /قراءة/),
  row("A28", "en", "runchanges_mail_amount", "To be refunded"),
  row("A28", "ar", "runchanges_mail_amount", "الذي سيُسترد"),
  row("B4", "en", "notices_unclaimed_todo", "“Payments to check”", /npm/),
  row("B4", "ar", "notices_unclaimed_todo", "«مدفوعات للمراجعة»", /npm/),
  row("B4", "en", "notices_unclaimed_text", undefined, /publishable/),
  row("B7", "en", "finance_fault_changed finance_fault_unchained", "altered", /hash/),
  row("B7", "ar", "finance_fault_changed finance_fault_unchained", "مستند", /بصم/),
  row("B9", "en", "media_named_otherwise", "extension", /ending/),
  row("B9", "ar", "media_named_otherwise", "امتداده لا يطابقه"),
  row("B12", "en", "editing_publish_at_future", "date and time", /minute/),
  row("B12", "ar", "editing_publish_at_future", "تاريخًا ووقتًا", /دقيقة/),
  row("B13", "en", "editing_slug_taken editing_slug_fixed", "address"),
  row("B13", "ar", "editing_slug_taken editing_slug_fixed", "العنوان", /القيمة/),
  row("B23", "en", "finance_column_invoice_number", "Invoice number"),
  row("B23", "ar", "finance_column_payment", "معرّف الدفعة"),
  row("C1", "ar", "inbox_mail_you_wrote", "يوم {date}", /في \{date\}/),
  row("C4", "ar", "notices_letter_preview", "رسالة من {name}", /يكتب|إليكم/),
  row(
    "C5",
    "ar",
    "refunds_mail_ask_subject refunds_mail_agreed_text refunds_mail_declined_text runchanges_mail_ask_subject runchanges_mail_agreed_text runchanges_mail_declined_text staff_mail_text_by inbox_mail_preview content_faq_unsure_person",
    undefined,
    /(?:وافق|رفض|دعاك|يقرأ|ردّ عليك) \{|\{name\} يطلب/,
  ),
  row(
    "C6",
    "ar",
    "refunds_mail_ask_subject refunds_mail_ask_text refunds_mail_agreed_subject refunds_mail_agreed_text refunds_mail_declined_subject refunds_mail_declined_text transfers_mail_subject transfers_mail_order people_erase_order_pending people_erase_refund_open people_erase_seat_held notices_letter_preview",
    "رقم {",
  ),
  row(
    "C7",
    "en",
    "enquiries_mail_demo_confirmed_hello enquiries_mail_contact_confirmed_hello",
    "Hello {name}, thank you",
  ),
  row("C7", "ar", "enquiries_mail_demo_confirmed_hello enquiries_mail_contact_confirmed_hello", "مرحبًا {name}، شكرًا"),
  row("C8", "ar", "inbox_mail_subject_demo inbox_mail_heading_demo", "طلب العرض التوضيحي"),
  row("C9", "en", "enrolments_mail_run_reason", "Reason: "),
  row("C10", "ar", "enrolments_mail_cancelled_next", "الخطوات التالية"),
  row("C11", "ar", "enrolments_mail_times_text enrolments_mail_times_first_text", "ولم يتغيّر حجزك."),
  row(
    "C12",
    "en",
    "roster_mail_given_on_subject roster_mail_given_on_heading roster_mail_given_on_text",
    "transferred",
  ),
  row("C12", "ar", "roster_mail_given_on_text", "بناءً على طلب صاحب الحجز"),
  row("C13", "en", "roster_mail_cancelled_preview", "has been cancelled. Questions?", /surprises/),
  row("C13", "ar", "roster_mail_cancelled_preview", "لديك سؤال؟"),
  row("C14", "en", "roster_mail_number_text", "registration number with the Saudi"),
  row("C14", "ar", "roster_mail_number_text", "ولم يصلنا رقم تسجيلك"),
  row("C15", "ar", "roster_mail_number_reply roster_mail_number_or_reply", "وسنضيفه إلى حسابك"),
  row("C16", "en", "transfers_mail_reference", "Payment reference"),
  row("C16", "ar", "transfers_mail_reference", "مرجع الحوالة"),
  row("C17", "en", "transfers_mail_text", "we’ve prepared this order"),
  row("C17", "ar", "transfers_mail_text transfers_mail_subject", "{amount}", /حتى \{date\}|فتحنا/),
  row("C19", "en", "refunds_mail_ask_heading", "Refund for your approval"),
  row("C22", "en", "finance_mail_subject finance_mail_heading", "Sales and VAT for {month}"),
  row("C22", "ar", "finance_mail_subject finance_mail_heading", "المبيعات والضريبة لشهر {month}"),
  row("C23", "en", "finance_column_vat_due finance_mail_vat_due finance_vat_due finance_mail_preview", "VAT payable"),
  row(
    "C23",
    "ar",
    "finance_column_vat_due finance_mail_vat_due finance_vat_due finance_mail_preview",
    "الضريبة المستحقة",
  ),
  row("C29", "en", "notices_failed_check_card", "enabled for your card"),
  row("C30", "en", "profile_mail_deleted_preview", "have been deleted"),
  row("C31", "ar", "finance_column_method invoicing_invoice_paid_with", "طريقة الدفع"),
  row("C32", "en", "payments_returned_unused payments_partly_returned_amount", "We refunded {amount}"),
  row("C33", "en", "payments_why_unknown_order", "quoted this order", /for nothing/),
  row("C35", "en", "runchanges_mail_declined_subject", "Cancellation declined: {course}, {date}"),
  row("C35", "ar", "runchanges_mail_declined_subject", "رُفض إلغاء الموعد: {course}، {date}"),
  row("D1", "ar", "content_legal_from", "تسري اعتبارًا من"),
  row("D2", "ar", "transfers_refused", "لم يعد ممكنًا دفع الطلب بهذه الحوالة", /تكفي/),
  row("D3", "ar", "media_description_needed", "هذا الملف معروض"),
  row("D5", "ar", "content_faq content_faq_heading search_way_faq", "الأسئلة الشائعة"),
  row("D6", "ar", "content_news_heading site_feed_title site_error_news_hint", "الأخبار والمقالات"),
  row("D7", "ar", "site_learning_screen_omar", "عمر ت."),
  row("D9", "ar", "checkout_pay_price", "لم يُخصم أي مبلغ", /ادفع من جديد/),
  row("D10", "ar", "checkout_pay_missing checkout_pay_check", "الحقول المعلَّمة"),
  row("D11", "en", "checkout_cart_held", "isn’t included in the total"),
  row("D11", "ar", "checkout_cart_held", "فلم تُحتسب في الإجمالي"),
  row("D12", "ar", "checkout_you_attend", "(أنت)"),
  row("D13", "ar", "platform_field_vat finance_column_company", "منشأة", /شركة/),
  row("D14", "en", "enquiries_link_confirm_text", "new courses and dates", /programmes/),
  row("D14", "ar", "enquiries_link_confirm_text", "بالدورات الجديدة ومواعيدها"),
  row("D15", "ar", "accounts_forgot_lead", "يُستخدم مرة واحدة"),
  row("D16", "ar", "accounts_register_say", "النموّ"),
  row("D19", "en", "enrolments_group_too_many", "Across all your orders", /Over all/),
  row("D20", "ar", "enrolments_naming_begun", "لذا لا يمكن إضافة مشاركين هنا"),
  row("D21", "ar", "site_training_heading", "ينفعك", /يصمد/),
  row("D22", "ar", "site_training_documents_text", "تُبنى ورش العمل"),
  row("D23", "en", "site_training_place_text", "same speakers", /faculty/),
  row("D24", "en", "site_hospital_theatre", "Operating theatres"),
  row("D25", "ar", "site_consultancy_services", "كيف نساعدكم"),
  row("D26", "en", "site_digital_frame_audits_note", "On schedule"),
  row("D29", "en", "platform_field_postal_code", "Enter a valid postal code."),
  row("D29", "ar", "platform_field_postal_code", "رمزًا بريديًا صحيحًا"),
  row("D30", "ar", "schedule_calendar_note", "تواصل معنا", /اسألنا/),
  row("D31", "ar", "content_news_results search_results", "لا توجد", /لا (?:أخبار|نتائج)/),
  ...locales.map((locale) =>
    row(
      "D32",
      locale,
      "payments_card_name_wrong payments_card_number_wrong payments_card_month_wrong payments_card_year_wrong payments_card_expired payments_card_cvc_wrong transfers_items_wrong transfers_due_wrong transfers_amount_wrong transfers_reference_missing transfers_day_wrong",
      undefined,
      /[^.]$/,
    ),
  ),
];

describe("wordings that a review asked for", () => {
  it.each(rows.map((one) => [`copy ${one.id} (${one.locale})`, one] as const))(
    "%s",
    (_title, { locale, keys, says, not }) => {
      for (const key of keys) {
        const text = messages[locale][key];
        expect(text, key).toBeDefined();
        if (says !== undefined) expect(text, key).toContain(says);
        if (not) expect(text, key).not.toMatch(not);
      }
    },
  );

  it("copy D4: no alif before its tanwin, no shadda before one", () => {
    const found = Object.entries(messages.ar).filter(([, text]) => /اً|يًّا/.test(text));
    expect(found).toEqual([]);
  });

  it("copy D18: a seat is on a course", () => {
    const found = Object.entries(messages.en).filter(([, text]) =>
      /seats? (?:in|of) (?:the|this|a|your|“)/i.test(text),
    );
    expect(found).toEqual([]);
  });

  it("copy A7: a cancelled course is refunded at once, in the FAQ and in the terms", () => {
    const said = JSON.stringify([demoFaq, demoStaticPages]);
    expect(said.split("If we cancel a course, we refund you in full automatically").length).toBe(3);
    expect(said.split("إذا ألغينا دورة أعدنا إليك المبلغ كاملًا تلقائيًا").length).toBe(3);
    expect(said).not.toMatch(/choose between another date|تختار بين موعد آخر/);
  });

  it("copy A8, N-15: the FAQ says of the joining link what the order page does", () => {
    const said = JSON.stringify(demoFaq);
    expect(said).not.toMatch(/three days before|بثلاثة أيام/);
    expect(said).toContain("joining link before the course begins, and you also find it with your order in My Courses");
    expect(said).toContain("وتجده أيضًا مع طلبك في «دوراتي»");
  });

  it("copy A9, A11: pages promise no certificates in the account, and none is said to be in English", () => {
    expect(JSON.stringify(demoPageMeta)).not.toMatch(/invoices and certificates|وفواتيرك وشهاداتك|بالإنجليزية/);
  });

  it("copy A18: the question of VAT is answered first", () => {
    expect(JSON.stringify(demoFaq)).toContain("<p>No. Course fees exclude VAT (15%);");
    expect(JSON.stringify(demoFaq)).toContain("<p>لا. الرسوم غير شاملة ضريبة القيمة المضافة (15%)");
  });

  it("copy A21, D24, D27, D28: the content says what is so", () => {
    const said = JSON.stringify([demoCourses, demoModules]);
    expect(said).not.toMatch(/tutor in the room\.|التحدّث عند الخطر|السريري بجانب المريض|Operating rooms/);
    for (const right of ["each with its own tutor", "والتنبيه إلى الخطر", "التعليم السريري عند سرير المريض"])
      expect(said).toContain(right);
  });

  it("copy A28: a declined cancellation names no sum to be refunded", async () => {
    const text = async (approved: boolean) =>
      (await worded({ name: "run-cancel-decided", change: { approved } }, "en")).text;
    expect(await text(true)).toContain("To be refunded, including VAT");
    expect(await text(false)).not.toContain("refunded, including VAT");
  });

  it("copy B23: exports name languages", () => {
    expect(["en", "ar"].map((of) => languageName(of, "en"))).toEqual(["English", "Arabic"]);
    expect(["en", "ar"].map((of) => languageName(of, "ar"))).toEqual(["الإنجليزية", "العربية"]);
  });

  it("copy C18: in Arabic the holder of the account has the Arabic name too", async () => {
    const { text } = await worded({ name: "transfer-requested", change: {} }, "ar");
    expect(text).toContain("شركة نماء الصحية للتدريب");
    expect(text).toContain("Nama Health Training Company (demo)");
  });

  it("copy C24: a name is not cut behind a word that joins two others", () => {
    expect(cut("Root cause analysis after an incident in the ward", 30)).toBe("Root cause analysis…");
    expect(cut("Infection prevention and control", 28)).toBe("Infection prevention…");
    expect(cut("تحليل الأسباب الجذرية بعد وقوع الحوادث", 29)).toBe("تحليل الأسباب الجذرية…");
    expect(cut("Short name", 28)).toBe("Short name");
  });
});
