/** Whether a name is written in Arabic letters, at least in part. */
export const isArabicName = (name: string): boolean => /\p{Script=Arabic}/u.test(name);
