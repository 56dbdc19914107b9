/** The texts of the shell. They are not among the site's messages, because the shell shows them without the site. */
import type { Locale } from "../../src/i18n/locale.ts";

const english = {
  file: "File",
  home: "Home page",
  emptyCache: "Empty the picture cache",
  cacheEmptied: "The picture cache is empty.",
  quit: "Quit",
  edit: "Edit",
  undo: "Undo",
  redo: "Redo",
  cut: "Cut",
  copy: "Copy",
  paste: "Paste",
  selectAll: "Select all",
  view: "View",
  back: "Back",
  forward: "Forward",
  reload: "Load again",
  larger: "Larger",
  smaller: "Smaller",
  actualSize: "Actual size",
  fullScreen: "Full screen",
  language: "Language",
  unreachable: "Nama Health cannot be reached",
  unreachableText:
    "The site did not answer. Please check that this computer is on the internet; the page opens by itself as soon as it is.",
  tryAgain: "Try again",
};

export type Labels = typeof english;

const arabic: Labels = {
  file: "ملف",
  home: "الصفحة الرئيسية",
  emptyCache: "إفراغ ذاكرة الصور",
  cacheEmptied: "أصبحت ذاكرة الصور فارغة.",
  quit: "إنهاء",
  edit: "تحرير",
  undo: "تراجع",
  redo: "إعادة",
  cut: "قص",
  copy: "نسخ",
  paste: "لصق",
  selectAll: "تحديد الكل",
  view: "عرض",
  back: "رجوع",
  forward: "تقدم",
  reload: "إعادة التحميل",
  larger: "تكبير",
  smaller: "تصغير",
  actualSize: "الحجم الأصلي",
  fullScreen: "ملء الشاشة",
  language: "اللغة",
  unreachable: "تعذّر الوصول إلى نماء الصحية",
  unreachableText: "لم يستجب الموقع. تحقق من اتصال هذا الجهاز بالإنترنت، وستفتح الصفحة تلقائيًا فور عودة الاتصال.",
  tryAgain: "إعادة المحاولة",
};

export const labels: Record<Locale, Labels> = { en: english, ar: arabic };
