import type { AuthResult } from "../ledger.ts";

export interface Labels {
  ownName: string;
  sandbox: string;
  bannerStrong: string;
  bannerRest: string;
  confirmTitle: string;
  confirmLead: string;
  merchant: string;
  amount: string;
  card: string;
  order: string;
  resultLabel: string;
  resultHint: string;
  results: Record<AuthResult, string>;
  confirm: string;
  cancel: string;
  finishedTitle: string;
  finishedLead: string;
  unknownTitle: string;
  unknownLead: string;
  refusedTitle: string;
  refusedLead: string;
  cardsTitle: string;
  cardsLead: string;
  cardsRules: string[];
  approved: string;
  frictionless: string;
  declined: string;
  threeDsFailures: string;
  code: string;
  bankSays: string;
  companies: Record<"mada" | "visa" | "master" | "amex" | "unionpay", string>;
}

const en: Labels = {
  ownName: "English",
  sandbox: "Payment sandbox",
  bannerStrong: "Test mode: no card is charged.",
  bannerRest: "This page stands in for a bank. Never enter a real card here.",
  confirmTitle: "Confirm your payment",
  confirmLead: "Your bank’s own check would appear here. Choose how the bank should answer, then confirm.",
  merchant: "Merchant",
  amount: "Amount",
  card: "Card",
  order: "Description",
  resultLabel: "The bank’s answer",
  resultHint: "A test card that is always declined is still declined after a successful check.",
  results: {
    AUTHENTICATED: "Successful: it’s you",
    UNAUTHENTICATED: "Failed: wrong code",
    CANCELLED_AUTHENTICATION: "Cancelled by the cardholder",
    AUTHENTICATION_NOT_AVAILABLE: "Check not available",
    AUTHENTICATION_REJECTED: "Rejected by the bank",
    AUTHENTICATION_SERVER_ERROR: "Error at the bank’s server",
  },
  confirm: "Confirm",
  cancel: "Cancel",
  finishedTitle: "The check is finished",
  finishedLead: "You can close this window. The merchant will be notified automatically.",
  unknownTitle: "We don’t recognise this payment",
  unknownLead:
    "The link is old or incomplete. Go back to the merchant and start the payment again. Nothing has been charged.",
  refusedTitle: "That didn’t work",
  refusedLead:
    "The answer didn’t come from this page, or it wasn’t one of the choices. Go back and try again. Nothing has been charged.",
  cardsTitle: "Test cards",
  cardsLead: "Pay with one of these numbers. Each has one fixed ending, so you can see every path of checkout.",
  cardsRules: [
    "Name: any two words in Latin letters.",
    "Expiry: any month that is still ahead.",
    "CVC: any 3 digits (4 for American Express).",
    "Any other number is declined.",
  ],
  approved: "Approved",
  frictionless: "Approved without confirmation by the bank",
  declined: "Declined by the bank",
  threeDsFailures: "Failing at the bank’s check",
  code: "Code",
  bankSays: "The bank’s message",
  companies: { mada: "mada", visa: "Visa", master: "Mastercard", amex: "American Express", unionpay: "UnionPay" },
};

const ar: Labels = {
  ownName: "العربية",
  sandbox: "بيئة الدفع التجريبية",
  bannerStrong: "بيئة تجريبية: لن يُخصم أي مبلغ.",
  bannerRest: "تحلّ هذه الصفحة محلّ صفحة البنك. لا تُدخل هنا بطاقة حقيقية.",
  confirmTitle: "أكّد عملية الدفع",
  confirmLead: "هنا تظهر عادةً صفحة التحقق الخاصة ببنكك. اختر ردّ البنك ثم أكّد.",
  merchant: "التاجر",
  amount: "المبلغ",
  card: "البطاقة",
  order: "الوصف",
  resultLabel: "ردّ البنك",
  resultHint: "البطاقة التجريبية المخصّصة للرفض تُرفض حتى بعد نجاح التحقق.",
  results: {
    AUTHENTICATED: "نجح التحقق: أنت صاحب البطاقة",
    UNAUTHENTICATED: "فشل التحقق: الرمز غير صحيح",
    CANCELLED_AUTHENTICATION: "ألغى صاحب البطاقة التحقق",
    AUTHENTICATION_NOT_AVAILABLE: "خدمة التحقق غير متاحة",
    AUTHENTICATION_REJECTED: "رفض البنك التحقق",
    AUTHENTICATION_SERVER_ERROR: "خطأ في خادم البنك",
  },
  confirm: "أكّد",
  cancel: "ألغِ",
  finishedTitle: "انتهى التحقق",
  finishedLead: "يمكنك إغلاق هذه النافذة. ستصل النتيجة إلى المتجر تلقائيًا.",
  unknownTitle: "عملية الدفع هذه غير معروفة",
  unknownLead: "الرابط قديم أو ناقص. عُد إلى المتجر وابدأ الدفع من جديد. لم يُخصم أي مبلغ.",
  refusedTitle: "تعذّر تنفيذ الطلب",
  refusedLead: "لم يصل الردّ من هذه الصفحة، أو أنه ليس من الخيارات المتاحة. عُد وحاول مرة أخرى. لم يُخصم أي مبلغ.",
  cardsTitle: "بطاقات الاختبار",
  cardsLead: "ادفع بأحد هذه الأرقام. لكل رقم نتيجة ثابتة، فيمكنك تجربة كل مسارات الدفع.",
  cardsRules: [
    "الاسم: أي كلمتين بحروف لاتينية.",
    "تاريخ الانتهاء: أي شهر قادم.",
    "رمز الأمان: أي 3 أرقام، أو 4 أرقام لبطاقات أمريكان إكسبريس.",
    "أي رقم آخر يُرفض.",
  ],
  approved: "عمليات مقبولة",
  frictionless: "عملية مقبولة دون تحقق من البنك",
  declined: "عمليات يرفضها البنك",
  threeDsFailures: "عمليات تفشل عند تحقق البنك",
  code: "الرمز",
  bankSays: "رسالة البنك",
  companies: { mada: "مدى", visa: "فيزا", master: "ماستركارد", amex: "أمريكان إكسبريس", unionpay: "يونيون باي" },
};

export const labels = { en, ar } as const;
