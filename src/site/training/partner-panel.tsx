import { m } from "#messages";
import { Card } from "#ui/card.tsx";

export function PartnerPanel() {
  return (
    <section aria-labelledby="partner" className="wrap py-section">
      <Card className="flex flex-col items-start justify-between gap-8 p-7! md:flex-row md:items-center md:px-12! md:py-10!">
        <div>
          <h2 id="partner" className="text-h3">
            {m.site_training_partner()}
          </h2>
          <p className="mt-1.5 max-w-136 text-ink-2 text-pretty">{m.site_training_partner_text()}</p>
        </div>
        <img
          src="/media/partner.svg"
          alt={m.site_training_partner_logo()}
          width={300}
          height={80}
          loading="lazy"
          decoding="async"
          className="h-auto w-60 flex-none dark:opacity-85 dark:brightness-0 dark:invert"
        />
      </Card>
    </section>
  );
}
