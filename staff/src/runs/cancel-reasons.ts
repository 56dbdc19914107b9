/** Words for the mail, in both languages at once: a person chooses one, its readers read theirs. */
export const cancelReasons = {
  few: { reason_eng: "Not enough people have registered.", reason_ar: "لم يكتمل عدد المسجَّلين." },
  speaker: { reason_eng: "The speaker isn’t available.", reason_ar: "تعذّر حضور المدرّب." },
  room: { reason_eng: "The room isn’t available.", reason_ar: "القاعة غير متاحة." },
} as const;
export type CancelReason = keyof typeof cancelReasons;
