import { clsx } from "clsx/lite";
import { createContext, useContext } from "react";
import { m } from "#messages";

export interface ContactWays {
  email: string;
  phone: string;
}

/** Shown where a form cannot be sent. Null while the settings are unknown. */
export const ContactWaysContext = createContext<ContactWays | null>(null);

const texts = { form: m.ui_script_form, booking: m.ui_script_booking, page: m.ui_script_page };

export interface ScriptNeededProps {
  /** What cannot be used without JavaScript. */
  what: keyof typeof texts;
  className?: string;
}

function OtherContactWays({ what, className }: ScriptNeededProps) {
  const contactWays = useContext(ContactWaysContext);
  const link = "inline-link [overflow-wrap:anywhere]";
  return (
    <div className={clsx("rounded-card bg-sunken p-4 text-sm", className)}>
      <p>{texts[what]()}</p>
      {contactWays && (
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 font-medium">
          <a href={`mailto:${contactWays.email}`} className={link}>
            <bdi dir="ltr">{contactWays.email}</bdi>
          </a>
          <a href={`tel:${contactWays.phone.replace(/[^\d+]/g, "")}`} className={link}>
            <bdi dir="ltr">{contactWays.phone}</bdi>
          </a>
        </p>
      )}
    </div>
  );
}

/**
 * Names other ways to get in touch, for browsers without script. React leaves out the content of a `noscript` in the
 * browser, so only the server needs this code.
 */
export function ScriptNeeded(props: ScriptNeededProps) {
  return <noscript>{import.meta.env.SSR && <OtherContactWays {...props} />}</noscript>;
}
