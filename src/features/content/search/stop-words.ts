/** As search_normalize writes them. Ignored beside other words; alone they are searched for: "What we do". */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a about am an and any are as at be by can do does for from get had has have how i if in into is it its me my no not of on or our so",
    "than that the their them there these they this to us was we were what when where which who why will with you your",
    "في من علي الي عن مع او ثم هل ما ماذا لماذا كيف متي اين كم هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت ان قد لا لم لن كل بعد قبل عند",
  ].flatMap((line) => line.split(" ")),
);
