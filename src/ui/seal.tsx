import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

/** `isRaised` moves the seal halfway over the edge of its panel. */
export function Seal({
  icon,
  tone = "primary",
  size = "lg",
  isRaised,
}: {
  icon: IconName;
  tone?: "primary" | "danger";
  size?: "md" | "lg";
  isRaised?: boolean;
}) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "grid place-items-center clip-star",
        size === "lg" ? "size-[88px] md:size-[104px]" : "size-[72px]",
        isRaised && (size === "lg" ? "-mt-11 md:-mt-13" : "-mt-9"),
        tone === "danger" ? "bg-danger text-on-danger" : "bg-primary text-on-primary",
      )}
    >
      <Icon name={icon} size={size === "lg" ? "xl" : "lg"} />
    </span>
  );
}

export function StarGlyph({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="relative grid size-[52px] place-items-center text-primary">
      <svg
        viewBox="0 0 48 48"
        className="absolute inset-0 fill-primary-tint stroke-primary"
        strokeWidth="1"
        strokeLinejoin="round"
      >
        <path d="M47 24 40.3 30.7V40.3H30.7L24 47 17.3 40.3H7.7V30.7L1 24 7.7 17.3V7.7H17.3L24 1 30.7 7.7H40.3V17.3Z" />
      </svg>
      <span className="relative">{children}</span>
    </span>
  );
}
