/** Returns whether a name contains Arabic letters. */
export const isArabicName = (name: string): boolean => /\p{Script=Arabic}/u.test(name);
