import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { directionOf, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { colours, font } from "./parts.server.tsx";
import type { MailSender } from "./templates.server.ts";

/** Dark colours for programs that ask; those that only invert find enough contrast in the light ones. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:640px){.page{padding:0!important}.card{border-radius:0!important}.inside{padding:28px 20px!important}}
@media (prefers-color-scheme:dark){.ground{background:#071917!important}.card{background:#0c2320!important;border-color:#1f3d38!important}.ink{color:#eaf3f0!important}.ink-2,.ink-2 a{color:#b9cbc6!important}.ink-3,.ink-3 a{color:#8fa6a0!important}.line{border-color:#1f3d38!important}.button{background:#63cdb8!important}.button-text{color:#04201b!important}}
`;

/** Letterhead, card and footer around every mail. */
export function MailLayout({ locale, subject, preview, sender, siteUrl, children }: { locale: Locale; subject: string; preview: string; sender: MailSender; siteUrl: string; children: ReactNode }) {
  const quiet = { margin: "0 0 6px", fontFamily: font, fontSize: 13, lineHeight: 1.7, color: colours.ink3 };
  return (
    <Html lang={locale} dir={directionOf(locale)}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </Head>
      <Body className="ground" style={{ margin: 0, padding: 0, background: colours.ground }}>
        <Preview>{preview}</Preview>
        <Section className="ground page" style={{ background: colours.ground, padding: "32px 16px" }}>
          <Container className="card" style={{ maxWidth: 600, background: colours.surface, border: `1px solid ${colours.line}`, borderRadius: 24, overflow: "hidden" }}>
            <Section style={{ background: colours.band }}>
              <Link href={siteUrl} style={{ display: "inline-block", padding: "22px 36px", fontFamily: font, fontSize: 19, lineHeight: 1.5, color: colours.onBand, textDecoration: "none" }}>{m.mail_name({}, { locale })}</Link>
            </Section>
            <Section className="inside" style={{ padding: "36px 36px 20px" }}>{children}</Section>
            <Section className="inside line" style={{ padding: "20px 36px 28px", borderTop: `1px solid ${colours.line}` }}>
              <Text className="ink-3" style={quiet}>{m.mail_automatic({}, { locale })}</Text>
              <Text className="ink-3" style={quiet}>
                {m.mail_questions({}, { locale })} <Link href={`mailto:${sender.email}`} style={{ color: colours.ink3 }}><bdi>{sender.email}</bdi></Link>
                {sender.phone && <> · <bdi dir="ltr">{sender.phone}</bdi></>}
              </Text>
              <Text className="ink-3" style={quiet}>{sender.name}<br />{sender.address}</Text>
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}
