/** Code points that several font files hold. */
export const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Letters, marks, digits and punctuation of Arabic, with the four Persian letters that foreign names need. */
export const arabic = [
  0x60c,
  0x61b,
  0x61f,
  ...span(0x621, 0x63a),
  ...span(0x640, 0x655),
  ...span(0x660, 0x66c),
  0x670,
  0x671,
  0x67e,
  0x686,
  0x6a4,
  0x6a9,
  0x6af,
  0x6cc,
  0x200c,
  0x200d,
];
