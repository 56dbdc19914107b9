/** What mails are built of: react-email's elements in our colours (src/ui/tokens.css); a class is there for the dark theme (layout.server.tsx). */
import { Button } from "@react-email/button";
import { Heading } from "@react-email/heading";
import { Text } from "@react-email/text";
import type { CSSProperties, ReactNode } from "react";

export const colours = { ground: "#f1f5f2", surface: "#ffffff", ink: "#0b211e", ink2: "#3b4f4b", ink3: "#5a6d68", line: "#dde5e1", primary: "#0c6155", tint: "#e4f3ee", band: "#073a34", onBand: "#f4efe3" };

/** Every mail program has one of these; "start" sides follow the dir of the mail. */
export const font = "'IBM Plex Sans','IBM Plex Sans Arabic',-apple-system,'Segoe UI',Tahoma,Arial,sans-serif";

const text: CSSProperties = { margin: 0, fontFamily: font, color: colours.ink };

/** The one heading of a mail. */
export function MailHeading({ children }: { children: ReactNode }) {
  return <Heading as="h1" className="ink" style={{ ...text, fontSize: 26, lineHeight: 1.35, fontWeight: 400, margin: "0 0 16px" }}>{children}</Heading>;
}

export function MailText({ children, quiet }: { children: ReactNode; quiet?: boolean }) {
  const style = quiet ? { fontSize: 14, color: colours.ink3 } : { fontSize: 16, color: colours.ink2 };
  return <Text className={quiet ? "ink-3" : "ink-2"} style={{ ...text, ...style, lineHeight: 1.7, margin: "0 0 16px" }}>{children}</Text>;
}

/** The one thing to do; the address is an absolute one. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button href={href} className="button button-text" style={{ margin: "8px 0 24px", padding: "14px 24px", borderRadius: 10, background: colours.primary, fontFamily: font, fontSize: 16, fontWeight: 600, color: "#ffffff" }}>
      {children}
    </Button>
  );
}

export interface Fact {
  label: ReactNode;
  value: ReactNode;
  /** The row that counts, such as the total. */
  strong?: boolean;
  /** What people wrote, of any length, may take several lines; sums and dates stay on one. */
  wraps?: boolean;
}

/** Rows of a label and a value: order lines, sums, dates. A real table, because it is one. */
export function MailFacts({ facts, caption }: { facts: Fact[]; caption: string }) {
  const cell: CSSProperties = { padding: "10px 0", borderTop: `1px solid ${colours.line}`, fontFamily: font, fontSize: 15, lineHeight: 1.6, verticalAlign: "top" };
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: "collapse", margin: "0 0 24px" }}>
      <caption style={{ ...text, fontSize: 14, textAlign: "start", padding: "0 0 8px", color: colours.ink3 }} className="ink-3">{caption}</caption>
      <tbody>
        {facts.map(({ label, value, strong, wraps }, at) => (
          <tr key={at}>
            <th scope="row" className={strong ? "ink line" : "ink-2 line"} style={{ ...cell, textAlign: "start", paddingInlineEnd: 16, fontWeight: strong ? 600 : 400, color: strong ? colours.ink : colours.ink2 }}>{label}</th>
            <td className="ink line" style={{ ...cell, textAlign: "end", ...(wraps ? { overflowWrap: "anywhere" } : { whiteSpace: "nowrap" }), fontWeight: strong ? 600 : 400, color: colours.ink }}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
