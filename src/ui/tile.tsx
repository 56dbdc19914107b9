import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

export interface TileProps {
  /** A `Picture`. The tile crops it to 16:10. */
  picture: ReactNode;
  /** A `Badge` of tone solid or ended. */
  chip?: ReactNode;
  title: ReactNode;
  titleLang?: "en" | "ar";
  headingLevel?: 2 | 3 | 4;
  /** Without it the tile is disabled. */
  to?: string;
  meta?: readonly { icon: IconName; text: ReactNode }[];
  /** Shown at the start of the foot, such as a price. */
  foot?: ReactNode;
  /** Shown at the end of the foot: "Read More" or "Registration closed". */
  action?: ReactNode;
  isPast?: boolean;
  /** The picture moves to its position on the page `to`. Both pictures must have the same `transitionName`. */
  hasPictureTransition?: boolean;
  className?: string;
}

/** A tile with one link, on the title, that covers all of it. */
export function Tile({
  picture,
  chip,
  title,
  titleLang,
  headingLevel = 3,
  to,
  meta,
  foot,
  action,
  isPast,
  hasPictureTransition,
  className,
}: TileProps) {
  const Heading = `h${headingLevel}` as const;
  // An article cannot be disabled, so a disabled tile is a group.
  const Frame = isPast ? "div" : "article";
  const isLink = to !== undefined && !isPast;
  const titleText = <bdi lang={titleLang}>{title}</bdi>;
  return (
    <Frame
      {...(isPast && { role: "group", "aria-disabled": true })}
      className={clsx("group relative flex min-w-0 flex-col", className)}
    >
      <div className="relative aspect-[16/10] overflow-hidden rounded-card bg-sunken">
        <div
          className={clsx(
            "size-full *:size-full",
            isPast
              ? "opacity-60 [filter:contrast(.85)_grayscale()] dark:opacity-35"
              : "transition-transform duration-(--nh-slow) ease-out",
            isLink && "group-hover:scale-103",
          )}
        >
          {picture}
        </div>
        {chip && <div className="absolute bottom-3 start-3">{chip}</div>}
      </div>
      <Heading
        className={clsx(
          "mt-[1.1rem] mb-[.7rem] font-sans text-h4 font-medium tracking-normal text-balance transition-ui line-clamp-3",
          isPast ? "text-ink-3" : "text-ink",
          isLink && "group-hover:text-primary",
        )}
      >
        {isLink ? (
          <Anchor to={to} viewTransition={hasPictureTransition} className="cover-link">
            {titleText}
          </Anchor>
        ) : (
          titleText
        )}
      </Heading>
      {meta && (
        <ul className={clsx("grid gap-[.35rem] text-sm", isPast ? "text-ink-3" : "text-ink-2")}>
          {meta.map((line, index) => (
            <li key={index} className="flex items-center gap-[.55rem]">
              <Icon name={line.icon} size="sm" className="text-ink-3" />
              <span>{line.text}</span>
            </li>
          ))}
        </ul>
      )}
      {(foot || action) && (
        <div className="mt-auto pt-4">
          <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-t border-line pt-3">
            <span className={clsx("tabular-nums", isPast && "text-ink-3")}>{foot}</span>
            <span className={clsx("text-sm", isPast ? "text-ink-3" : "font-medium text-primary")}>{action}</span>
          </div>
        </div>
      )}
    </Frame>
  );
}

export function TileMore({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex items-center gap-2 transition-[gap] duration-(--nh-base) group-hover:gap-3"
    >
      {children}
      <Icon name="arrow-right" size="sm" mirrors />
    </span>
  );
}

/** `before` and `after` hold the currency code, depending on the language. */
export function Price({ before, amount, after }: { before?: string; amount: string; after?: string }) {
  const renderCode = (text: string) => <small className="font-normal text-ink-3">{text}</small>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {before && <>{renderCode(before)}&nbsp;</>}
      <b className="font-semibold">
        <bdi>{amount}</bdi>
      </b>
      {after && <>&nbsp;{renderCode(after)}</>}
    </span>
  );
}
