import type { ReactNode } from "react";

const placeholder = "\uFFFC";

/** Inserts a code, such as a certificate number, into a sentence. The code is left to right and does not wrap. */
export function insertCode(sentence: (code: string) => string, code: string): ReactNode {
  const [before, after] = sentence(placeholder).split(placeholder);
  return (
    <>
      {before}
      <bdi className="whitespace-nowrap" dir="ltr">
        {code}
      </bdi>
      {after}
    </>
  );
}
