/** The shell's own words. Not among the site's messages: they are shown when the site is not there. */
import type { Locale } from "../../src/i18n/locale.ts";

const english = {
  file: "File",
  home: "Home page",
  empty: "Empty the picture cache",
  emptied: "The picture cache is empty.",
  quit: "Quit",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  all: "Select all",
  view: "View",
  back: "Back",
  forward: "Forward",
  reload: "Load again",
  larger: "Larger",
  smaller: "Smaller",
  actual: "Actual size",
  full: "Full screen",
  language: "Language",
  unreachable: "Nama Health cannot be reached",
  unreachableText:
    "The site did not answer. Please check that this computer is on the internet; the page opens by itself as soon as it is.",
  again: "Try again",
};

export type Labels = typeof english;

const arabic: Labels = {
  file: "ملف",
  home: "الصفحة الرئيسية",
  empty: "إفراغ ذاكرة الصور",
  emptied: "أصبحت ذاكرة الصور فارغة.",
  quit: "إنهاء",
  edit: "تحرير",
  undo: "تراجع",
  redo: "إعادة",
  cut: "قص",
  copy: "نسخ",
  paste: "لصق",
  all: "تحديد الكل",
  view: "عرض",
  back: "رجوع",
  forward: "تقدم",
  reload: "إعادة التحميل",
  larger: "تكبير",
  smaller: "تصغير",
  actual: "الحجم الأصلي",
  full: "ملء الشاشة",
  language: "اللغة",
  unreachable: "تعذّر الوصول إلى نماء الصحية",
  unreachableText: "لم يستجب الموقع. تحقق من اتصال هذا الجهاز بالإنترنت، وستفتح الصفحة تلقائيًا فور عودة الاتصال.",
  again: "إعادة المحاولة",
};

export const labels: Record<Locale, Labels> = { en: english, ar: arabic };
