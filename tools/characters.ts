/** Sets of code points for the font files. */

/** Returns all code points from `first` to `last`. */
export const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Returns the code points of a text. */
export const codes = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** Dashes, quotes and signs that texts of both languages use. */
export const punctuation = codes("–—‘’“”•…€™−");

/** Arabic letters, marks, digits and punctuation, with four Persian letters for foreign names. */
export const arabic = [
  ...codes("\u060c\u061b\u061f\u0670\u0671\u067e\u0686\u06a4\u06a9\u06af\u06cc\u200c\u200d"),
  ...span(0x621, 0x63a),
  ...span(0x640, 0x655),
  ...span(0x660, 0x66c),
];
