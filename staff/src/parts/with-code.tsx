import type { ReactNode } from "react";

const place = "\uFFFC";

/** A sentence with a number of a certificate or the like, which stands left to right and never breaks inside. */
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
