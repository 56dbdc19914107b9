import type { ReactNode } from "react";
import { Picture, type PictureData } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";

interface DarkHeroProps {
  art: PictureData;
  eyebrow: string;
  title: string;
  lead: string;
  actions: ReactNode;
  children: ReactNode;
}

/** Head of a page of a digital product: a picture behind light text on a dark background. */
export function DarkHero({ art, eyebrow, title, lead, actions, children }: DarkHeroProps) {
  return (
    <section className="relative isolate overflow-hidden bg-palm-900 text-on-band">
      <div aria-hidden="true" className="absolute inset-0 -z-1">
        <Picture
          picture={art}
          alt=""
          isPriority
          className="size-full bg-transparent! max-lg:opacity-55"
          imgClassName="absolute inset-0"
        />
        <div className="absolute inset-0 max-md:shade-top md:shade-start" />
      </div>
      <div className="wrap grid items-center gap-10 pt-16 pb-12 md:py-22 lg:grid-cols-[1fr_1.05fr] lg:gap-16">
        <div className="max-w-164 min-w-0">
          <Eyebrow className="mb-6.5 text-spark!">{eyebrow}</Eyebrow>
          <h1>{title}</h1>
          <p className="mt-5.5 mb-8 max-w-136 text-lead text-on-band-2 text-pretty">{lead}</p>
          <div className="flex flex-wrap gap-3 max-md:*:w-full">{actions}</div>
        </div>
        {children}
      </div>
    </section>
  );
}
