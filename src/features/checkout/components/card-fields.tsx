import { useLayoutEffect, useRef, type ChangeEvent, type ReactNode } from "react";
import { extractDigits } from "#i18n/digits.ts";
import { m } from "#messages";
import * as paycardArt from "#ui/art/pictures/paycard.ts";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  groupNumber,
  detectScheme,
  parseExpiry,
  type CardField,
  type CardInput,
  schemeName,
} from "#features/payments/card.ts";
import type { CardScheme } from "#features/payments/card-scheme.ts";
import { CheckoutCard } from "./checkout-frame.tsx";

/**
 * Logos of the accepted cards, on white in both colour schemes, so that buyers recognise them at once. mada comes first
 * because most buyers pay with it.
 */
const marks: { scheme: CardScheme; drawing: ReactNode }[] = [
  {
    scheme: "mada",
    drawing: (
      <>
        <path d="M8 10h12v5H8z" fill="#259bd6" />
        <path d="M8 17h12v5H8z" fill="#84b740" />
        <text x="23" y="20.5" direction="ltr" fontSize="11" fontWeight="700" fill="#231f20">
          mada
        </text>
      </>
    ),
  },
  {
    scheme: "visa",
    drawing: (
      <text
        x="28"
        y="21.5"
        direction="ltr"
        fontSize="14"
        fontWeight="800"
        fontStyle="italic"
        textAnchor="middle"
        fill="#1434cb"
      >
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

/** The row of logos of the accepted cards. */
function CardMarks() {
  return (
    <ul aria-label={m.checkout_cards_accepted()} className="flex flex-wrap gap-2">
      {marks.map(({ scheme, drawing }) => (
        <li key={scheme}>
          <svg
            role="img"
            aria-label={schemeName(scheme)}
            viewBox="0 0 56 32"
            className="h-7 w-12.25 rounded-xs border border-line bg-white font-sans"
          >
            {drawing}
          </svg>
        </li>
      ))}
    </ul>
  );
}

function CardPicture({ name }: { name: string }) {
  return (
    <div
      aria-hidden="true"
      dir="ltr"
      className="relative isolate hidden aspect-[1.62] w-full max-w-80 @2xl:block self-start overflow-hidden rounded-[18px] bg-palm-900 text-on-band"
    >
      <Picture picture={paycardArt.picture} alt="" className="absolute! inset-0 -z-1" />
      <div className="absolute inset-0 flex flex-col justify-between bg-[linear-gradient(120deg_in_oklab,--alpha(var(--nh-palm-950)/75%),transparent_85%)] p-6">
        <div className="flex items-center justify-between">
          <span className="text-h4 font-semibold">
            <bdi>{m.site_name()}</bdi>
          </span>
          <Icon name="credit-card" />
        </div>
        <div className="grid gap-4">
          <span className="text-[1.2rem] leading-none tracking-[.06em]">•••• •••• •••• ••••</span>
          <div className="flex items-center justify-between gap-4 text-sm">
            <bdi className="truncate uppercase">{name || m.checkout_card_name()}</bdi>
            <bdi className="tabular-nums">{m.checkout_card_expiry()}</bdi>
          </div>
        </div>
      </div>
    </div>
  );
}

interface CardFieldsProps {
  card: CardInput;
  onChange: (card: CardInput) => void;
}

/** The card fields with a heading and logos, for where bank transfer is not offered. */
export function CardSection(props: CardFieldsProps) {
  return (
    <CheckoutCard aria-labelledby="card">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="card" className="text-h3">
          {m.common_card()}
        </h2>
        <CardMarks />
      </div>
      <CardFields {...props} />
    </CheckoutCard>
  );
}

/** The card fields. Their values are kept only in the state of the form around them, never stored. */
export function CardFields({ card, onChange }: CardFieldsProps) {
  const number = useRef<HTMLInputElement>(null);
  const digitsBeforeCaret = useRef<number | null>(null);
  const scheme = detectScheme(card.number);

  // Grouping moves the text under the caret, so the caret is put back behind the same digit.
  useLayoutEffect(() => {
    const digitCount = digitsBeforeCaret.current;
    digitsBeforeCaret.current = null;
    if (digitCount === null || document.activeElement !== number.current) return;
    const caretPosition = groupNumber(card.number.replace(/\D/g, "").slice(0, digitCount)).length;
    number.current?.setSelectionRange(caretPosition, caretPosition);
  }, [card.number]);

  const set = (field: CardField, shape: (text: string) => string) => (event: ChangeEvent<HTMLInputElement>) =>
    onChange({ ...card, [field]: shape(event.target.value) });
  function setNumber(event: ChangeEvent<HTMLInputElement>) {
    const { value, selectionStart } = event.target;
    digitsBeforeCaret.current = extractDigits(value.slice(0, selectionStart ?? value.length), 19).length;
    set("number", groupNumber)(event);
  }
  /** A pasted "09/35" fills both fields. */
  const setExpiry = (field: "month" | "year", length: number) => (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value;
    onChange({ ...card, ...(parseExpiry(text) ?? { [field]: extractDigits(text, length) }) });
  };
  const numericInputProps = { type: "text", inputMode: "numeric", dir: "ltr", spellCheck: false } as const;

  return (
    <div className="grid gap-8 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.45fr)]">
      <CardPicture name={card.name} />
      <div className="grid content-start gap-4 md:gap-5">
        <TextField
          name="name"
          label={m.checkout_card_name()}
          value={card.name}
          onChange={set("name", (text) => text)}
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          maxLength={100}
          dir="ltr"
          required
        />
        <TextField
          {...numericInputProps}
          ref={number}
          name="number"
          label={m.checkout_card_number()}
          aside={
            scheme && (
              <Badge tone="muted">
                <bdi>{schemeName(scheme)}</bdi>
              </Badge>
            )
          }
          value={card.number}
          onChange={setNumber}
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          required
        />
        <div className="grid grid-cols-3 gap-4">
          <TextField
            {...numericInputProps}
            name="month"
            label={m.checkout_card_month()}
            value={card.month}
            onChange={setExpiry("month", 2)}
            autoComplete="cc-exp-month"
            placeholder={m.checkout_card_month_placeholder()}
            required
          />
          <TextField
            {...numericInputProps}
            name="year"
            label={m.checkout_card_year()}
            value={card.year}
            onChange={setExpiry("year", 4)}
            autoComplete="cc-exp-year"
            placeholder={m.checkout_card_year_placeholder()}
            required
          />
          <TextField
            {...numericInputProps}
            name="cvc"
            label={m.checkout_card_cvc()}
            value={card.cvc}
            onChange={set("cvc", (text) => extractDigits(text, 4))}
            autoComplete="cc-csc"
            placeholder="000"
            required
          />
        </div>
      </div>
    </div>
  );
}
