import type { ReactNode } from "react";

const place = "\uFFFC";

/** A sentence that contains a code such as a certificate number. The code is left to right and does not wrap. */
export function withCode(sentence: (code: string) => string, code: string): ReactNode {
  const [before, after] = sentence(place).split(place);
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
