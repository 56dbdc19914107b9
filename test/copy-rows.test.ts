/** Wordings that a review asked for and the glossary cannot express: what a text must say and what it must not say. */
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
import { renderCase } from "./mail-cases.ts";

/** Every message, by language and key. A message with plural forms is the JSON of all its forms. */
const messages = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      readdirSync(`messages/${locale}`, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".json"))
        .flatMap((file) =>
          Object.entries(
            JSON.parse(readFileSync(join(`messages/${locale}`, file), "utf8")) as Record<string, unknown>,
          ).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
        ),
    ),
  ]),
) as Record<Locale, Record<string, string>>;

/** Keys of the portal's messages. The patterns of `banned` apply only to these. */
const portalKeys = new Set(
  readdirSync("messages/en/staff").flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join("messages/en/staff", file), "utf8")) as object),
  ),
);

/** Every message of `keys` must contain `says` and must not match `not`. `id` is the finding of the review. */
interface Row {
  id: string;
  locale: Locale;
  keys: string[];
  says?: string;
  not?: RegExp;
}
const row = (id: string, locale: Locale, keys: string, text: string | undefined, not?: RegExp): Row => ({
  id,
  locale,
  keys: keys.split(" "),
  ...(text === undefined ? {} : { says: text }),
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
    "refunds_mail_ask_subject refunds_mail_ask_text refunds_mail_agreed_subject refunds_mail_agreed_text refunds_mail_declined_subject refunds_mail_declined_text transfers_mail_subject people_erase_order_pending people_erase_refund_open people_erase_seat_held notices_letter_preview",
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
  row("C15", "ar", "roster_mail_number_or_reply", "وسنضيفه إلى حسابك"),
  row("C16", "en", "transfers_mail_reference", "Payment reference"),
  row("C16", "ar", "transfers_mail_reference", "مرجع الحوالة"),
  row("C17", "en", "transfers_mail_text", "we’ve prepared this order"),
  row("C17", "ar", "transfers_mail_text transfers_mail_subject", "{amount}", /حتى \{date\}|فتحنا/),
  row("C19", "en", "refunds_mail_ask_heading", "Refund for your approval"),
  row("C22", "en", "finance_mail_subject", "Sales and VAT for {month}"),
  row("C22", "ar", "finance_mail_subject", "المبيعات والضريبة لشهر {month}"),
  row("C23", "en", "finance_column_vat_due finance_vat_due finance_mail_preview", "VAT payable"),
  row("C23", "ar", "finance_column_vat_due finance_vat_due finance_mail_preview", "الضريبة المستحقة"),
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
  row("D5", "ar", "common_faq content_faq_heading search_way_faq", "الأسئلة الشائعة"),
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
  row("A6", "en", "staff_enquiries_promise", "Our own target: an answer within two working days.", /promises/),
  row("A6", "ar", "staff_enquiries_promise", "هدفنا الرد خلال يومي عمل.", /يعد الموقع/),
  row("A13", "en", "staff_content_taken_off", "Removed from the site.", /seat/),
  row("A13", "ar", "staff_content_taken_off", "أُزيل من الموقع.", /مقاعد/),
  row("A14", "en", "staff_runs_cancelled_on", "Cancelled on {date}. Refunded: SAR"),
  row("A14", "ar", "staff_runs_cancelled_on", "أُلغي في {date}. المسترد:"),
  row("A26", "en", "staff_runs_cancel_net", "{seats} in {count} orders", /\{seats\} seats/),
  row("A27", "en", "staff_orders_refund_days", "5 to 14 working days"),
  row("A27", "ar", "staff_orders_refund_days", "5 إلى 14 يوم عمل"),
  row("A27", "ar", "staff_runs_cancel_notes", "5 إلى 14 يوم عمل"),
  row("B7", "en", "staff_finance_checks_not_checked", "checked for changes", /hash/),
  row("B8", "en", "staff_newsletter_refused", "rejected it", /%\{/),
  row("B10", "en", "staff_jobs_names_people_erase_planned", "Erase personal data on schedule"),
  row("B10", "ar", "staff_jobs_names_mail_queue_missing", "إعادة جدولة الرسائل العالقة"),
  row("B11", "en", "staff_jobs_runs", "Schedule"),
  row("B11", "ar", "staff_jobs_runs", "التكرار"),
  row("B12", "en", "staff_content_schedule_past", "date and time in the future", /minute/),
  row("B15", "en", "staff_newsletter_checks_not_arabic_good", "written in Arabic"),
  row("B16", "en", "staff_enquiries_first_answers", "Typical first reply: {time}", /median/),
  row("B18", "en", "staff_orders_with", "Includes"),
  row("B18", "ar", "staff_orders_with", "يتضمن"),
  row("B19", "ar", "staff_content_fields_type", "النوع"),
  row("B20", "en", "staff_audit_actions_refund_approval_requested", "Second approval requested for a refund"),
  row("B21", "en", "staff_audit_kinds_learner", "Customer"),
  row("B21", "ar", "staff_audit_kinds_command", "مشرف الخادم"),
  row("B22", "ar", "staff_audit_what", "الإجراء"),
  row("B22", "ar", "staff_audit_on", "السجل"),
  row("C23", "en", "staff_finance_figures_tax", "VAT payable", /hand over/),
  row("C23", "ar", "staff_today_sales_vat", "الضريبة المستحقة", /السداد/),
  row("C28", "en", "staff_account_name_ar", "Name in Arabic script"),
  row("C28", "ar", "staff_account_name_ar", "الاسم بالأحرف العربية"),
  row("C28", "en", "staff_sign_in_name", "Name in Latin script"),
  row("C28", "ar", "staff_sign_in_name", "الاسم بالأحرف اللاتينية"),
  row("E1", "ar", "staff_menu_payments", "مدفوعات للمراجعة"),
  row("E1", "ar", "staff_menu_payments", "مدفوعات للمراجعة"),
  row("E3", "ar", "staff_orders_refund_state_needs_person", "يتطلب معالجة يدوية"),
  row("E4", "ar", "staff_payments_problems_refunded_elsewhere", "يلزم التحقق يدويًا"),
  row("E5", "ar", "staff_audit_entities_redirect", "إحالة"),
  row("E5", "ar", "staff_audit_entities_transfer", "حوالة بنكية"),
  row("E6", "ar", "staff_orders_flags_transfer", "حوالة بنكية"),
  row("E7", "ar", "staff_account_codes_text", "استخدمها إذا فقدت هاتفك"),
  row("E8", "ar", "staff_sign_in_fresh_title", "تأكيد هويتك"),
  row("E9", "ar", "staff_sign_in_protect", "التحقق بخطوتين"),
  row("E10", "ar", "staff_staff_text_role", "يسري فورًا"),
  row("E12", "ar", "staff_runs_place_by_move", "في هذا الموعد حجوزات"),
  row("E13", "ar", "staff_runs_states_slow", "إقبال ضعيف"),
  row("E14", "ar", "staff_runs_fields_hours", "الساعات المعتمدة"),
  row("E15", "ar", "staff_content_sections_curriculum", "المحاور"),
  row("E15", "en", "staff_content_sections_prerequisites", "Prerequisites"),
  row("E16", "ar", "staff_newsletter_columns_left", "إلغاء الاشتراك"),
  row("E17", "ar", "staff_newsletter_columns_subject", "الموضوع"),
  row("E18", "ar", "staff_common_roster", "قائمة المشاركين"),
  row("E19", "ar", "staff_roster_ask_asked", "طُلب في"),
  row("E20", "ar", "staff_roster_swap_action", "نقل المقعد إلى {name}"),
  row("E21", "ar", "staff_orders_seat_released", "أُتيح من جديد"),
  row("E22", "ar", "staff_orders_story_payment_refunded", "دفعة بلا طلب أُعيدت: {amount}"),
  row("E23", "ar", "staff_orders_flags_unnamed", "مقاعد لم يُسجَّل اسم صاحبها"),
  row("E28", "ar", "staff_settings_tax_change", "جدولة نسبة جديدة"),
  row("E29", "ar", "staff_settings_periods_drop_title", "هل تريد إلغاء هذا التغيير المقرر؟"),
  row("E30", "ar", "staff_settings_display_title", "النصوص العربية"),
  row("E31", "ar", "staff_settings_holds_pause_minutes", "مدة المنع (بالدقائق)"),
  row("E32", "ar", "staff_content_publish_drop", "حذف تغييرات المسودة"),
  row("E33", "ar", "staff_content_versions_same", "لا اختلاف في النص."),
  row("E34", "ar", "staff_content_redirects_create", "إنشاء الإحالة"),
  row("E35", "ar", "staff_content_kinds_page_meta", "بيانات البحث والمشاركة"),
  row("E36", "ar", "staff_enquiries_moves_not_spam", "ليست مزعجة"),
  row("E37", "ar", "staff_enquiries_bought_nothing", "لا طلبات بهذا البريد"),
  row("E39", "ar", "staff_shell_states_no_permission", "ليست لديك صلاحية لهذه الصفحة"),
  row("E40", "ar", "staff_shell_breadcrumb", "مسار التنقل"),
  row("E41", "ar", "staff_palette_new_tab", "تبويب جديد"),
  row("E44", "ar", "staff_mails_kinds_attendee_returned", "أُلغي مقعد مشارك"),
  row("E45", "ar", "staff_mails_states_captured", "محفوظة ولم تُرسل"),
  row("E46", "ar", "staff_payments_kinds_unknown_payment_text", "ولا يقابلها أي طلب"),
  row("E49", "ar", "staff_tasks_which_rows", "الصفوف المطلوبة"),
  row("E50", "ar", "staff_today_payments_kinds_paid_at_provider", "مدفوع والطلب غير مكتمل"),
  row("F1", "en", "staff_tasks_empty", "No tasks running"),
  row("F2", "en", "staff_account_codes_void", "stop working immediately"),
  row("F4", "en", "staff_roster_states_given_on", "Given to someone else"),
  row("F6", "en", "staff_people_obstacles_seat_ahead", "Not erased on {date}"),
  row("F7", "en", "staff_people_stays", "Kept because the law requires it"),
  row("F9", "en", "staff_payments_actions_paid_back", "Mark as refunded manually"),
  row("F11", "en", "staff_orders_refund_ask", "Request second approval"),
  row("F12", "en", "staff_orders_refund_action", "Refund SAR {amount}"),
  row("F14", "en", "staff_runs_delivery_onsite", "In person"),
  row("F15", "en", "staff_runs_make", "Create run"),
  row("F17", "en", "staff_runs_fields_venue_eng", "Venue, English"),
  row("F18", "en", "staff_content_arabic_stale", "Arabic out of date"),
  row("F19", "en", "staff_content_publish_drop", "Discard draft changes"),
  row("F20", "en", "staff_content_states_scheduled", "Publishes {when}"),
  row("F22", "en", "staff_settings_holds_expired_before_pause", "Expired holds before booking is paused"),
  row("F28", "en", "staff_account_sessions_text", "You have {count} active sessions."),
  row("F29", "en", "staff_shell_today_at", "today at {time}"),
  row("F30", "en", "staff_audit_actions_task_file_downloaded", "Export downloaded"),
  row("F35", "en", "staff_orders_paid_back_title", "Record the refund as paid"),
  row("F40", "en", "staff_enquiries_views_nobodys", "Unassigned"),
  row("F43", "en", "staff_jobs_failed", "Failed permanently"),
  row("F46", "en", "staff_settings_conflict_both_hint", "Your changes replace theirs"),
  row("F47", "en", "staff_people_law", "have the right to a copy"),
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

/** Patterns that no text of the portal may match in a language. */
const banned: [row: string, locale: Locale, pattern: RegExp][] = [
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
  ["F12", "en", /\{\w+\} SAR\b/],
  ["F13", "en", /sells? slowly/i],
  ["F19", "en", /\bdrop(?:ped)? (?:the )?(?:draft|plan|mine)/i],
  ["F21", "en", /\bcounts? (?:from|now|for)/i],
  ["F38", "en", /\b(?:could|does|did|is|are|was|has|have) not\b|\bcannot\b/i],
  ["F39", "en", /\bmeanwhile\b/i],
  ["F5", "en", /\bat once\b/i],
];

/** Findings of the review of 28 November, whose ids start again at A1. */
const novemberRows: Row[] = [
  row("A1", "en", "accounts_name_in_arabic accounts_name_in_english", "for the certificate"),
  row("A1", "ar", "accounts_name_in_arabic accounts_name_in_english", "للشهادة"),
  row("A2", "en", "site_steps_5_text", "your name in both languages", /to everyone/),
  row("A2", "ar", "site_steps_5_text", "اسمه باللغتين", /إلى كل من/),
  row("A3 A23", "en", "common_scfhs_number_hint", "Needed for the certificate", /empty/),
  row("A3 A23", "ar", "common_scfhs_number_hint", "يلزم لإصدار شهادة", /فارغًا/),
  row("A3", "en", "roster_mail_number_text roster_mail_number_preview", "certificate"),
  row("A3", "ar", "roster_mail_number_text roster_mail_number_preview", "شهادتك"),
  row("A4", "en", "accounts_name_other_hint", "in both languages", /Optional|Arabic certificate/),
  row("A4", "ar", "accounts_name_other_hint", "باللغتين", /اختياري/),
  row("A5", "en", "waiting_people waiting_nobody waiting_writes_to", "not counting 10 pm to 8 am", /up to 24/),
  row("A5", "ar", "waiting_people waiting_nobody waiting_writes_to", "لا تُحتسب منها المدة", /حتى 24/),
  row("A6", "en", "reminders_cannot", "until the course begins", /day before/),
  row("A6", "ar", "reminders_cannot", "حتى تبدأ الدورة", /اليوم السابق/),
  row("A13", "ar", "changes_step_person_hint", "لأي عدد من المرات", /متى شئت/),
  row("A14", "en", "groups_claim_cancelled_text", "has been cancelled", /given it back/),
  row("A14", "ar", "groups_claim_cancelled_text", "أُلغي هذا المقعد", /أعاده/),
  row("A15", "en", "feedback_lead_required feedback_lead_free", "averages, from five answers on"),
  row("A15", "ar", "feedback_lead_required feedback_lead_free", "ابتداءً من خمس إجابات", /يرى المدرّبون الإجابات/),
  row("A15", "en", "feedback_mail_preview", "without names", /[Tt]rainers/),
  row("A16", "en", "certificates_hint_mail", "we’ll check it for you", /working day/),
  row("A16", "ar", "certificates_hint_mail", "لنتحقق منها", /يوم عمل/),
  row("A17", "en", "staff_certificates_not_accredited", "no CME hours", /certificate of attendance/),
  row("A17", "ar", "staff_certificates_not_accredited", "ساعات معتمدة", /شهادة حضور/),
  row("A18", "en", "cpd_share_lead", "certificate numbers"),
  row("A18", "ar", "cpd_share_lead", "وأرقام الشهادات"),
  row("A21", "ar", "roster_mail_number_reply", "وسنضيفه لك", /حسابك/),
  row("B30", "ar", "staff_finance_exports_pdfs_count", "ملفًا", /ZIP,/),
  row("A22", "en", "groups_mail_preview", "your details", /your name/),
  row("A22 B25", "ar", "groups_mail_preview", "أدخل بياناتك", /ويكفي/),
  row("A23", "ar", "staff_runs_decide_wait_text catalogue_minimum staff_runs_minimum_note", "يُحسم ذلك في موعد أقصاه"),
  row("A24", "en", "staff_settings_transfers_text", "proforma invoices", /confirmations/),
  row("A24", "ar", "staff_settings_transfers_text", "الفواتير المبدئية", /تأكيدات/),
  row("A25", "en", "discounts_too_few", "on one course date", /of one course;/),
  row("A25", "ar", "discounts_too_few", "في موعد واحد", /من دورة واحدة/),
  row("A26", "en", "staff_staff_roles_text_finance", "discount codes, change requests"),
  row("A26", "en", "staff_staff_roles_text_training", "issues certificates"),
  row("A26", "en", "staff_staff_roles_text_support", "manages waiting lists"),
  row("A26", "ar", "staff_staff_roles_text_finance", "رموز الخصم وطلبات التغيير"),
  row("A26", "ar", "staff_staff_roles_text_training", "وإصدار الشهادات"),
  row("A26", "ar", "staff_staff_roles_text_support", "وقوائم الانتظار"),
  row("CT-22", "en", "staff_staff_views_all", "Active and invited"),
  row("CT-22", "ar", "staff_staff_views_all", "النشطون والمدعوون"),
  row("D4", "ar", "staff_attendance_keys", "، ثم Delete للمسح", /وDelete|وEnter/),
  row("A28", "en", "profile_delete_text", "download them first"),
  row("A28", "ar", "profile_delete_text", "فنزّلها أولًا"),
  row("A28", "en", "profile_data_download_text", "certificates, feedback and waiting lists"),
  row("A28", "ar", "profile_data_download_text", "وشهاداتك وتقييماتك وقوائم انتظارك"),
  row("A7", "en", "changes_files_hint", "attach only what is needed"),
  row("A7", "ar", "changes_files_hint", "إرفاق ما يلزم فقط"),
  row("A9", "en", "site_steps_3", "bank transfer"),
  row("A9", "ar", "site_steps_3", "حوالة بنكية"),
  row(
    "A11",
    "en",
    "staff_settings_changes_text staff_settings_transfers_text staff_settings_holds_text",
    "lso stated in the terms and FAQ",
  ),
  row(
    "A11",
    "ar",
    "staff_settings_changes_text staff_settings_transfers_text staff_settings_holds_text",
    "في الشروط والأسئلة الشائعة",
  ),
  row("A29", "en", "transfers_mail_ended_preview", "while seats are free", /at any time/),
  row("A29", "ar", "transfers_mail_ended_preview", "ما دامت المقاعد متاحة", /أي وقت/),
  row("A30", "en", "groups_way_card_text", "American Express and UnionPay"),
  row("A30", "ar", "groups_way_card_text", "أمريكان إكسبريس ويونيون باي"),
  row("B1", "ar", "changes_do_ask", "تقديم طلب", /طلبًا/),
  row("B2", "ar", "finance_difference_refunds_differ staff_payments_kinds_refunds_differ_text", "أعاد مزوّد", /استرد/),
  row("B3", "ar", "runchanges_pay_by_hand", "أعِده يدويًا", /استرده/),
  row("B4", "en", "waiting_mail_over_subject", "no longer on", /^Off/),
  row("B4", "ar", "waiting_mail_over_subject", "رُفع اسمك", /خارج/),
  row("B5", "ar", "cpd_not_shared_heading cpd_share_ended cpd_share_was_withdrawn", "مشاركة", /مشاركًا/),
  row("B6", "ar", "staff_door_by", "سجّله", /الدخول/),
  row("B7", "ar", "staff_staff_permissions_write_attendance", "عند الباب", /تسجيل الدخول/),
  row("B8", "ar", "staff_door_seat", "\u200e#{order}"),
  row("B11", "ar", "learning_attended learning_booked", '"many=few"'),
  row("B11", "en", "learning_attended learning_booked", '"many=one"'),
  row("B11", "ar", "learning_hours_in learning_hours_both", "لساعات", /ساعة/),
  row("B12", "ar", "cpd_target_reached", "الساعات الموثّقة: {verified}", /\{hours\} ساعة/),
  row("B13 C34", "ar", "schedule_to_decide_preview", "المقاعد المباعة {sold}", /مقعدًا/),
  row("B14", "ar", "staff_door_found", "المقاعد: {count} من {total}"),
  row("B15", "ar", "staff_attendance_counts_late", "دقيقة واحدة", /"[^"]*حتى \{minutes\} دقيقة[^"]*few/),
  row("B16", "ar", "staff_newsletter_note_sent_text", "الرسائل المقبولة: {sent} من {all}"),
  row("B17", "ar", "waiting_hours", "ساعة", /ساعات/),
  row("B17", "ar", "waiting_minutes", "دقيقة", /دقائق/),
  row("B17", "ar", "waiting_seconds", "ثانية", /ثوان/),
  row("B18", "ar", "learning_unnamed", "بقيت أسماء {count} مشاركًا", /بقي اسم \{count\}/),
  row(
    "B19",
    "en",
    "waiting_offer_lead waiting_offer_else waiting_mail_offer_preview waiting_over_title",
    "offer",
    /\bit\b/,
  ),
  row("B19", "ar", "waiting_offer_lead waiting_mail_offer_preview", "الحجز لك حتى", /نحجزه/),
  row(
    "B19",
    "ar",
    "waiting_offer_else waiting_mail_offer_else waiting_over_title waiting_mail_missed_text",
    "العرض",
    /انتقل المقعد/,
  ),
  row(
    "B20",
    "ar",
    "transfers_mail_preview transfers_mail_after transfers_mail_ended_preview transfers_mail_ended_heading transfers_mail_ended_text",
    '"many=two"',
  ),
  row("B21", "en", "quotes_too_many", "only 1 free seat:"),
  row("B22", "en", "groups_list_more", "only the first line is used", /taken/),
  row("B23", "en", "groups_proforma_held", "by then", /until then/),
  row("B24", "ar", "groups_proforma_title", "فاتورة مبدئية"),
  row("B26", "ar", "changes_mail_moved_text", "بطلب من {buyer}"),
  row("B26", "ar", "groups_mail_why", "أُرسل إليك من {by}"),
  row("B27", "ar", "changes_kept_name", "القيمة محفوظة"),
  row("B28", "ar", "staff_runs_decide_back", "شاملًا", /يُرد|شاملة/),
  row("B29", "ar", "staff_settings_changes_part_back_percent staff_settings_training_present_from_percent", "(%", /٪/),
  row("B31 C38", "en", "staff_jobs_names_waiting_offer", "next in line"),
  row("B31", "en", "staff_jobs_names_waiting_tell_dates", "people who asked"),
  row("B31", "en", "staff_jobs_names_transfers_remind staff_jobs_names_runs_remind_to_decide", "Send reminders of"),
  row("B32", "ar", "changes_exception", "بعد انتهاء المهلة", /الموعد/),
  row("B33", "ar", "changes_one_waits", "طلب تغيير لهذا الطلب"),
  row("B34", "ar", "changes_quote_over", "كشف المبلغ", /العرض/),
  row("B35", "ar", "staff_certificates_numbers_waiting", "ينقصها شرط"),
  row("B36", "ar", "staff_runs_decide_speakers", "المدرّبون", /المتحدثون/),
  row("B40", "ar", "staff_door_search_label", "رمز التذكرة"),
  row("B44", "ar", "staff_certificates_search", "الاسم أو الرقم"),
  row(
    "C1",
    "ar",
    "changes_mail_asked_subject changes_mail_agreed_subject changes_mail_refused_subject changes_mail_question_subject changes_mail_ends_subject transfers_mail_reminder_subject transfers_mail_ended_subject changes_difference tickets_order",
    "الطلب رقم {id}",
  ),
  row("C2", "ar", "certificates_valid_text certificates_erased_text", "بعد حضور كامل"),
  row("C3", "ar", "certificates_field_hours certificates_field_plain_hours learning_hours_both", "الحضور", /محضورة/),
  row("C4", "ar", "certificates_mail_badge", "(Open Badge)"),
  row("C4", "en", "certificates_mail_check_label", "Check page"),
  row("C5", "ar", "certificates_mail_revoked_page", "ولا تذكر صاحبها ولا السبب"),
  row("C6", "en", "certificates_check_text certificates_hint_scan staff_door_hold", "QR code", /square/),
  row("C6", "ar", "certificates_check_text certificates_hint_scan staff_door_hold", "رمز QR", /المربع/),
  row("C7", "ar", "certificates_valid", "سارية"),
  row("C8", "ar", "certificates_gap_held", "معلّق"),
  row("C8", "en", "staff_audit_actions_certificate_released staff_certificates_hold_text", "released", /let go/),
  row(
    "C9",
    "en",
    "staff_certificates_both_papers certificates_replaced_text certificates_compare",
    "certificate",
    /paper/,
  ),
  row("C9", "en", "certificates_paused_text certificates_unknown_text certificates_hint_scan", "certificate", /paper/),
  row("C10", "en", "certificates_none_due", "Everyone who has earned"),
  row("C12", "en", "cpd_accredited_onsite", "in person"),
  row("C13", "en", "cpd_counted_to cpd_file_counted_to", "As of"),
  row("C13", "en", "cpd_shared_sum cpd_shared_nothing", "as of"),
  row("C14", "ar", "cpd_kind_reading", "قراءة علمية", /مجلات/),
  row("C15", "en", "catalogue_minimum staff_runs_minimum_note", "Goes ahead with {count} or more participants"),
  row(
    "C15",
    "en",
    "catalogue_takes_place enrolments_mail_takes_place_heading enrolments_mail_takes_place_subject",
    "confirmed",
    /takes place/,
  ),
  row("C15", "en", "schedule_to_decide_heading", "short of bookings"),
  row(
    "U-30",
    "en",
    "checkout_name_later_hint enrolments_name_seats_hint payments_seats_open",
    "until the course begins",
    /day before/,
  ),
  row(
    "U-30",
    "ar",
    "checkout_name_later_hint enrolments_name_seats_hint payments_seats_open",
    "حتى تبدأ الدورة",
    /اليوم السابق/,
  ),
  row("U-04", "en", "accounts_confirm_password", "You aren’t logged in to this account here"),
  row("U-04", "ar", "accounts_confirm_password", "لم تسجّل الدخول إلى هذا الحساب هنا"),
  row("U-30", "en", "notices_unnamed_text", "before the course begins", /by \{day\}/),
  row("U-30", "ar", "notices_unnamed_text", "قبل أن تبدأ الدورة", /أقصاه/),
  row("C16", "ar", "catalogue_minimum staff_today_decide_by transfers_mail_reminder_text", "في موعد أقصاه"),
  row("C17", "ar", "groups_transfer_not_now", "قبل الدورة بـ{count}", /يوم(?:ًا|ين)? قبل/),
  row("C18", "ar", "reminders_day_subject schedule_mail_doors tickets_in_since staff_door_since", "الساعة {time}"),
  row("C19", "ar", "reminders_details reminders_details_name", "فردّ على هذه الرسالة لنصحّحه"),
  row(
    "C20",
    "en",
    "transfers_mail_reminder_text waiting_mail_missed_text",
    undefined,
    /\b(?:have not|we will|is nothing)\b/,
  ),
  row("C21", "en", "groups_claim_wait_text tickets_wait_text", "invalid"),
  row("C21", "ar", "groups_claim_wait_text tickets_wait_text", "شبكتك ", /شبكتكم/),
  row("C22", "ar", "groups_claim_withdrawn_text", "سحب مرسلُ الرابط"),
  row("C23", "ar", "groups_list_rest", "اسم صاحبه لاحقًا"),
  row("C23", "ar", "groups_list_same", "البريد الإلكتروني نفسه"),
  row(
    "C24",
    "ar",
    "groups_links_hint staff_door_no_name changes_seat_unnamed learning_without_name",
    "لم يُسجَّل اسم صاحبه",
  ),
  row("C25", "ar", "changes_here", "هذه هي المرحلة الحالية"),
  row("C25", "ar", "changes_less", "أقل بـ{amount}"),
  row("C26", "ar", "changes_mail_agreed_preview", "والخطوات التالية"),
  row("C27", "en", "staff_changes_mine", "My questions"),
  row("C27", "ar", "staff_changes_ask", "سؤال المشتري", /استفسار/),
  row("C28", "en", "staff_door_open", "Start check-in"),
  row("C29", "en", "staff_door_answers_unknown", "Unknown ticket"),
  row("C29", "ar", "staff_door_answers_unknown", "تذكرة غير معروفة"),
  row("C30", "en", "staff_discounts_brought discounts_column_revenue", "Revenue"),
  row("C30", "ar", "staff_discounts_brought discounts_column_revenue", "الإيراد"),
  row("C31", "en", "staff_discounts_paused staff_discounts_end_text", "o one", /[Nn]obody/),
  row("C32", "en", "staff_runs_if_missed_cancel_note", "a second person has to approve"),
  row("C32", "ar", "staff_runs_if_missed_cancel_note", "المبالغ المستردة", /رده/),
  row("C33", "ar", "schedule_to_decide_missed_ask", "يستمر التذكير"),
  row("C35", "ar", "staff_audit_actions_discount_created staff_audit_actions_waiting_offered", "ُ", /^(?:إنشاء|عرض)/),
  row("C36", "ar", "staff_audit_entities_staff", "حساب الموظف"),
  row("C37", "ar", "staff_sign_in_work_account", "استخدم"),
  row("C38", "en", "staff_feedback_comments_hint", "in alphabetical order"),
  row(
    "C38",
    "en",
    "staff_jobs_names_learning_delete_old_feedback staff_jobs_names_learning_delete_old_shares",
    "Delete",
  ),
  row("C39", "en", "transfers_mail_ended_sent", "Reply to this email"),
  row("C39", "ar", "transfers_mail_ended_sent", "ردّ على هذه الرسالة"),
  row("C40", "ar", "learning_certificate_later tickets_unpaid", "لم تصدر"),
  row("C40", "ar", "cpd_empty changes_move_none staff_changes_none", "لا "),
  row("C41", "en", "staff_runs_if_missed_ask", "Ask me"),
  row("D2", "ar", "feedback_mail_preview feedback_mail_text", "نحو دقيقة"),
  row("D3", "en", "discounts_wait", "…"),
  row("D4", "ar", "staff_attendance_keys", undefined, /و(?:Delete|Enter)/),
  row("D5", "ar", "staff_attendance_history", "سجل التغييرات"),
  row("D6", "ar", "changes_file_sending changes_quote_busy", "جارٍ"),
  row("D7", "ar", "waiting_mail_confirm_subject", "أكّد طلب إبلاغك"),
];

describe("wordings that a review asked for", () => {
  it.each([
    ...rows.map((textRow) => [`copy ${textRow.id} (${textRow.locale})`, textRow] as const),
    ...novemberRows.map((textRow) => [`copy of November ${textRow.id} (${textRow.locale})`, textRow] as const),
  ])("%s", (_title, { locale, keys, says, not }) => {
    for (const key of keys) {
      const text = messages[locale][key];
      expect(text, key).toBeDefined();
      if (says !== undefined) expect(text, key).toContain(says);
      if (not) expect(text, key).not.toMatch(not);
    }
  });

  const listPortalTexts = (locale: Locale) => Object.entries(messages[locale]).filter(([key]) => portalKeys.has(key));

  it.each(banned)("%s: no text of the portal in %s holds %s", (_row, locale, pattern) => {
    expect(listPortalTexts(locale).filter(([, text]) => pattern.test(text))).toEqual([]);
  });

  it("copy F36: every label of a state reads “Status”", () => {
    const labels = listPortalTexts("en").filter(([key]) => /_(?:state|status)$/.test(key) && !key.includes("opening"));
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.filter(([, text]) => text !== "Status")).toEqual([]);
  });

  it("copy B14: nothing follows the tester's name in the line about the last test", () => {
    for (const locale of locales) expect(messages[locale]["staff_newsletter_test_last"]).toMatch(/\{name\}$/);
  });

  it("copy D4: tanwin is written before its alif and without a shadda", () => {
    const violations = Object.entries(messages.ar).filter(([, text]) => /اً|يًّا/.test(text));
    expect(violations).toEqual([]);
  });

  it("copy D18: English texts write “a seat on a course”", () => {
    const violations = Object.entries(messages.en).filter(([, text]) =>
      /seats? (?:in|of) (?:the|this|a|your|“)(?! order)/i.test(text),
    );
    expect(violations).toEqual([]);
  });

  it("copy A7: the FAQ and the terms promise an automatic refund of a cancelled course", () => {
    const json = JSON.stringify([demoFaq, demoStaticPages]);
    expect(json.split("If we cancel a course, we refund you in full automatically").length).toBe(3);
    expect(json.split("إذا ألغينا دورة أعدنا إليك المبلغ كاملًا تلقائيًا").length).toBe(3);
    expect(json).not.toMatch(/choose between another date|تختار بين موعد آخر/);
  });

  it("copy A8, N-15: the FAQ gives the same time for the joining link as the order page", () => {
    const json = JSON.stringify(demoFaq);
    expect(json).not.toMatch(/three days before|بثلاثة أيام/);
    expect(json).toContain("joining link before the course begins, and you also find it with your order in My Courses");
    expect(json).toContain("وتجده أيضًا مع طلبك في «دوراتي»");
  });

  it("copy A9, A11: page descriptions promise no certificates in the account, and call no page English", () => {
    expect(JSON.stringify(demoPageMeta)).not.toMatch(/invoices and certificates|وفواتيرك وشهاداتك|بالإنجليزية/);
  });

  it("copy A18: the answer about VAT begins with “No”", () => {
    expect(JSON.stringify(demoFaq)).toContain("<p>No. Course fees exclude VAT (15%);");
    expect(JSON.stringify(demoFaq)).toContain("<p>لا. الرسوم غير شاملة ضريبة القيمة المضافة (15%)");
  });

  it("copy A21, D24, D27, D28: courses and modules use the corrected wordings", () => {
    const json = JSON.stringify([demoCourses, demoModules]);
    expect(json).not.toMatch(/tutor in the room\.|التحدّث عند الخطر|السريري بجانب المريض|Operating rooms/);
    for (const wording of ["each with its own tutor", "والتنبيه إلى الخطر", "التعليم السريري عند سرير المريض"])
      expect(json).toContain(wording);
  });

  it("copy A28: a declined cancellation names no sum to be refunded", async () => {
    const renderText = async (approved: boolean) =>
      (await renderCase({ name: "run-cancel-decided", change: { approved } }, "en")).text;
    expect(await renderText(true)).toContain("To be refunded, including VAT");
    expect(await renderText(false)).not.toContain("refunded, including VAT");
  });

  it("copy of November A7, A8: the privacy policy names requests, their files, waiting lists and new dates", () => {
    const policy = demoStaticPages.find(({ slug }) => slug === "privacy-policy");
    for (const fact of [
      "For a request to change your booking",
      "deleted a year after the decision",
      "For a waiting list or notice of new dates",
      "unconfirmed one for seven days",
      "For a seat that someone books for you",
      "for a bank transfer",
    ])
      expect(policy?.description_eng).toContain(fact);
    for (const fact of ["لطلب تغيير الحجز", "بعد سنة من القرار", "لقائمة الانتظار أو الإبلاغ", "وللحوالة البنكية"])
      expect(policy?.description_ar).toContain(fact);
  });

  it("copy of November A9, A10: terms and FAQ explain bank transfers, waiting lists and discount codes", () => {
    const terms = demoStaticPages.find(({ slug }) => slug === "terms-and-conditions");
    const faq = JSON.stringify(demoFaq);
    for (const fact of ["Companies can also pay by bank transfer", "<h2>Waiting list</h2>", "One discount code"])
      expect(terms?.description_eng).toContain(fact);
    for (const fact of ["بحوالة بنكية وفق المبلغ", "<h2>قائمة الانتظار</h2>", "رمز خصم واحد"])
      expect(terms?.description_ar).toContain(fact);
    for (const fact of ["Can I wait for a seat?", "Do you offer discounts?", "هل تقدّمون خصومات؟"])
      expect(faq).toContain(fact);
  });

  it("copy of November D9: terms and privacy policy apply from the same day", () => {
    const dates = demoStaticPages.flatMap(({ updated_on }) => updated_on ?? []);
    expect(dates).toHaveLength(2);
    expect(new Set(dates).size).toBe(1);
  });

  it("copy of November C11, D1: Arabic texts name the language, and write “email” in full", () => {
    const texts = Object.entries(messages.ar).filter(([key]) => key !== "profile_mail_email_then");
    expect(texts.filter(([, text]) => /بالأحرف الأخرى|بالبريد(?! الإلكتروني|[ء-ي])/.test(text))).toEqual([]);
  });

  it("copy of November C20: texts for buyers about seats, waiting lists and certificates use contractions", () => {
    const texts = Object.entries(messages.en).filter(([key]) =>
      /^(?:waiting|cpd|certificates|groups|tickets|transfers|discounts|learning|changes|payments|enrolments)_/.test(
        key,
      ),
    );
    const uncontracted =
      /\b(?:could|did|does|is|are|was|has|have|were|will|do) not\b|\bcannot\b|\bthere is\b|You received this/i;
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter(([, text]) => uncontracted.test(text))).toEqual([]);
  });

  it("copy of November C40: Arabic texts about something missing are full sentences", () => {
    const texts = Object.entries(messages.ar).filter(([, text]) => /^لا (?:شهادة|ساعات|تذكرة|طلب|موعد) /.test(text));
    expect(texts).toEqual([]);
  });

  it("copy of November C17: FAQ and static pages do not say “until so many days before” in Arabic", () => {
    const texts = JSON.stringify([demoFaq, demoStaticPages.map(({ description_ar: text }) => text)]);
    expect(texts).not.toMatch(/حتى \d+ (?:يومًا|أيام) قبل/);
  });

  it("DK-05 the limit for cancelling a run counts its total, not each order", () => {
    expect(messages.en["staff_runs_cancel_second"]).toMatch(/in all/);
    expect(messages.ar["staff_runs_cancel_second"]).toMatch(/مجموعه/);
    for (const locale of locales) expect(messages[locale]["staff_runs_cancel_second"]).not.toMatch(/per order|للطلب/);
    const dialog = readFileSync("staff/src/runs/cancel-dialog.tsx", "utf8");
    expect(dialog).toContain("m.staff_runs_cancel_second(");
    expect(dialog).not.toContain("m.staff_orders_refund_second(");
  });

  it("DK-24 only bank payments are called transfers; a seat is given to someone else", () => {
    const seatMessages = Object.entries(messages.en).filter(([key]) =>
      /^staff_(?:roster|orders_seat|people_seat)_/.test(key),
    );
    expect(seatMessages.length).toBeGreaterThan(100);
    expect(
      seatMessages.filter(([, text]) => /(?<!bank |by )transferr?e?d?\b/i.test(text.replaceAll(/"[a-z_]*":/g, ""))),
    ).toEqual([]);
    expect(messages.en["staff_mails_kinds_seat_given_on"]).toBe("Seat given to someone else");
    for (const key of ["staff_roster_awaiting_bank", "staff_roster_states_awaiting_bank"]) {
      expect(messages.en[key]).toMatch(/bank transfer/);
      expect(messages.ar[key]).toContain("الحوالة");
    }
    expect(messages.ar["staff_roster_states_given_on"]).not.toContain("حوالة");
  });

  it("DK-26 the note about the minimum of seats is not shown for a cancelled run", () => {
    const fields = readFileSync("staff/src/runs/run-fields.tsx", "utf8");
    expect(fields).toMatch(/!props\.run\?\.cancelledAt && [^]{0,120}<Alert>\s*\{m\.staff_runs_minimum_note/);
  });

  it("DK-27 the figures of a decision have lines between them only when they are in one row", () => {
    const card = readFileSync("staff/src/runs/decide-card.tsx", "utf8");
    const classes = /className="([^"]*max-sm:w-1\/2[^"]*)"/.exec(card)?.[1]?.split(" ") ?? [];
    const lines = classes.filter((name) => /(?:^|:)border-(?:s|e|x)$/.test(name));
    expect(lines).toEqual(["sm:not-first:border-s"]);
  });

  it("copy B23: exports name languages", () => {
    expect(["en", "ar"].map((language) => languageName(language, "en"))).toEqual(["English", "Arabic"]);
    expect(["en", "ar"].map((language) => languageName(language, "ar"))).toEqual(["الإنجليزية", "العربية"]);
  });

  it("copy C18: the Arabic mail also names the account holder in Arabic", async () => {
    const { text } = await renderCase({ name: "transfer-requested", change: {} }, "ar");
    expect(text).toContain("شركة نماء الصحية للتدريب");
    expect(text).toContain("Nama Health Training Company (demo)");
  });

  it("copy C24: a shortened name does not end with a conjunction or a preposition", () => {
    expect(cut("Root cause analysis after an incident in the ward", 30)).toBe("Root cause analysis…");
    expect(cut("Infection prevention and control", 28)).toBe("Infection prevention…");
    expect(cut("تحليل الأسباب الجذرية بعد وقوع الحوادث", 29)).toBe("تحليل الأسباب الجذرية…");
    expect(cut("Short name", 28)).toBe("Short name");
  });
});
