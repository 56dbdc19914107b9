import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { buttonClass, plainLink } from "#ui/button-style.ts";
import { Icon } from "#ui/icon.tsx";

export interface Links {
  pdf_url: string;
  badge_url: string;
  linkedin_url: string;
}

/** A download of the PDF: a button, or a link with `plain`. */
export function CertificateDownload({ links, number, plain }: { links: Links; number: string; plain?: boolean }) {
  return (
    <a
      href={links.pdf_url}
      download
      aria-label={m.certificates_take({ number: isolate(number) })}
      className={clsx(plain ? plainLink : buttonClass({ variant: "secondary", size: "sm" }), "whitespace-nowrap")}
    >
      <Icon name="download" size="sm" />
      {m.certificates_download()}
    </a>
  );
}

/** Links to add a certificate to LinkedIn or to a badge wallet. */
export function CertificateLinks({ links, children }: { links: Links; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      <a href={links.linkedin_url} target="_blank" rel="noreferrer" className={plainLink}>
        <Icon name="share-2" size="sm" />
        {m.certificates_linkedin()}
      </a>
      <a href={links.badge_url} download className={plainLink}>
        <Icon name="badge-check" size="sm" />
        {m.certificates_badge()}
      </a>
      {children}
    </p>
  );
}
