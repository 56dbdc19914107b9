/** Tables, because Word, which renders Outlook's mails, lays out nothing else. */
import type { CSSProperties, ReactNode } from "react";
import type { Locale } from "#i18n/locale.ts";
import type { Block } from "./blocks.ts";
import { colours, sides, type, type Tone } from "./styles.ts";

export type Of<K extends Block["kind"]> = Extract<Block, { kind: K }>;
type Size = Parameters<typeof type>[1];

/** The attribute Word reads; React’s types do not know it on a cell. */
export const ground = (colour: string): object => ({ bgcolor: colour });

export const layout = { role: "presentation", cellPadding: 0, cellSpacing: 0, border: 0 } as const;

interface LineProps {
  text: ReactNode;
  locale: Locale;
  size?: Size;
  tone?: Tone;
  weight?: number;
  margin?: string;
  /** Another colour than its tone's, with its class for dark mode. */
  colour?: [className: string, colour: string];
}

export function Line({
  text,
  locale,
  size = "body",
  tone = "ink2",
  weight = 400,
  margin = "0 0 16px",
  colour,
}: LineProps) {
  const [className, shade] = colour ?? [tone, colours[tone]];
  return (
    <p className={className} style={{ margin, ...type(locale, size, shade, weight) }}>
      {text}
    </p>
  );
}

export const textCell = (locale: Locale, size: Size, colour: string, weight = 400): CSSProperties => ({
  textAlign: sides(locale).start,
  ...type(locale, size, colour, weight),
});

export function Field({
  className,
  colour,
  padding,
  margin,
  locale,
  children,
}: {
  className: string;
  colour: string;
  padding: string;
  margin: string;
  locale: Locale;
  children: ReactNode;
}) {
  const { start } = sides(locale);
  return (
    <table {...layout} width="100%" style={{ margin }}>
      <tbody>
        <tr>
          <td
            className={className}
            {...ground(colour)}
            align={start}
            style={{ backgroundColor: colour, borderRadius: 14, padding, textAlign: start }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
