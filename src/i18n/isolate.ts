/**
 * A name, a number or a term within a sentence, so that its direction and the sentence's do not disturb each other:
 * Unicode's first strong isolate (UAX 9).
 */
export const isolate = (text: string | number): string => `\u2068${text}\u2069`;
