import { useContext } from "react";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { Label } from "#i18n/label.tsx";
import { SettingsContext } from "../settings-context.ts";

/** The page after the contact form (requirement C-08). */
export default function ThankYou() {
  const settings = useContext(SettingsContext);
  const actions = (
    <>
      <LinkButton to="/">{m.common_back_home()}</LinkButton>
      <LinkButton to="/news" variant="secondary">
        {m.site_thanks_news()}
      </LinkButton>
    </>
  );
  return (
    <>
      <Breadcrumb items={[{ label: <Label name="contact" />, to: "/contact-us" }, { label: m.site_thanks_title() }]} />
      <StatementPage hasFixedText icon="check" title={m.site_thanks_title()} actions={actions}>
        <p>{m.site_thanks_text()}</p>
        {settings && (
          <p className="text-base">
            {m.site_thanks_urgent({ phone: `\u2066${settings.phone.replaceAll(" ", "\u00a0")}\u2069` })}
          </p>
        )}
      </StatementPage>
    </>
  );
}
