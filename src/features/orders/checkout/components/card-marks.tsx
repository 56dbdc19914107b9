import type { ReactNode } from "react";
import { schemeName, type CardScheme } from "#features/payments/card-scheme.ts";
import { m } from "#messages";

/** Drawn here, on white in either colour scheme, so that each is known at a glance. mada first: most pay with it. */
const marks: { scheme: CardScheme; drawing: ReactNode }[] = [
  {
    scheme: "mada",
    drawing: (
      <>
        <path d="M8 10h12v5H8z" fill="#259bd6" />
        <path d="M8 17h12v5H8z" fill="#84b740" />
        <text x="23" y="20.5" fontSize="11" fontWeight="700" fill="#231f20">
          mada
        </text>
      </>
    ),
  },
  {
    scheme: "visa",
    drawing: (
      <text x="28" y="21.5" fontSize="14" fontWeight="800" fontStyle="italic" textAnchor="middle" fill="#1434cb">
        VISA
      </text>
    ),
  },
  {
    scheme: "mastercard",
    drawing: (
      <>
        <circle cx="22.5" cy="16" r="9" fill="#eb001b" />
        <circle cx="33.5" cy="16" r="9" fill="#f79e1b" />
        <path d="M28 8.9a9 9 0 0 1 0 14.2 9 9 0 0 1 0-14.2z" fill="#ff5f00" />
      </>
    ),
  },
];

/** The cards that are taken, beside the form. */
export function CardMarks() {
  return (
    <ul aria-label={m.checkout_cards_accepted()} className="flex flex-wrap gap-2">
      {marks.map(({ scheme, drawing }) => (
        <li key={scheme}>
          <svg
            role="img"
            aria-label={schemeName(scheme)}
            viewBox="0 0 56 32"
            className="h-7 w-12.25 rounded-[6px] border border-line bg-[#fff] font-sans"
          >
            {drawing}
          </svg>
        </li>
      ))}
    </ul>
  );
}
