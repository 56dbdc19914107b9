import { pin } from "./pin.ts";

const across = [-40, 55, 150, 245, 340, 435, 530, 625, 720].map((x) => `M${x} -20L${x + 100} 420`).join("");
const along = [40, 114, 188, 262, 336, 410].map((y) => `M-20 ${y}L820 ${y - 50}`).join("");
const avenue = "M-20 330C160 270 240 330 380 190S620 90 800 70";

/** Replaces a map, which would need a foreign origin. It is never mirrored. */
export function DrawnMap({ label }: { label: string }) {
  return (
    <svg
      viewBox="0 0 760 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="block size-full"
    >
      <rect width="760" height="400" className="fill-sunken" />
      <path d={across + along} fill="none" strokeWidth="7" className="stroke-surface" />
      <path d={avenue} fill="none" strokeWidth="20" className="stroke-surface" />
      <path
        d={avenue}
        fill="none"
        strokeWidth="3"
        strokeDasharray="1 9"
        strokeLinecap="round"
        className="stroke-spark"
      />
      <path d="M118 84l78-6 16 62-78 6zM520 236l160-12 26 96-160 12z" className="fill-primary-tint" />
      <g transform="translate(380 150)">
        <path d={pin.drop} className="fill-primary" />
        <path d={pin.star} className="fill-spark" />
      </g>
    </svg>
  );
}
