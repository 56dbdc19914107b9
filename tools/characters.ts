/** Code points that several font files hold. */
export const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The code points of a text. */
export const codes = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Dashes, quotes and signs that both languages' texts use. */
export const punctuation = codes("–—‘’“”•…€™−");

/** Letters, marks, digits and punctuation of Arabic, with the four Persian letters that foreign names need. */
export const arabic = [
  ...codes("\u060c\u061b\u061f\u0670\u0671\u067e\u0686\u06a4\u06a9\u06af\u06cc\u200c\u200d"),
  ...span(0x621, 0x63a),
  ...span(0x640, 0x655),
  ...span(0x660, 0x66c),
];
