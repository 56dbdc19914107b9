import { clsx } from "clsx/lite";
import { isArabicName } from "#i18n/name-script.ts";
import { hash } from "./art/hash.ts";
import { avatarPalettes, palettes, type PaletteName } from "./art/palettes.ts";

/** Titles before a name: "Dr.", "Prof.", "د.", "أ.د.". At the end of a name, "م." is an initial. */
const title = /^(dr|prof|eng|د|أ|أ\.د|م)\.$/i;

/** "Al-" and «ال» before a family name are articles, so they give no initial. */
const article = /^(al-|ال)(?=\p{L}{2})/iu;

/**
 * Initials of the first and the last word, without titles and articles. A zero-width non-joiner keeps Arabic letters
 * from joining.
 */
export function getInitials(name: string): string {
  const allWords = name.trim().split(/\s+/);
  const firstIndex = allWords.findIndex((word) => !title.test(word));
  const words = firstIndex < 0 ? [] : allWords.slice(firstIndex);
  const initials = [words[0], words.length > 1 ? words.at(-1)?.replace(article, "") : undefined].flatMap((word) =>
    word ? [[...word][0] ?? ""] : [],
  );
  return initials.join(isArabicName(name) ? "\u200c" : "").toUpperCase();
}

const star =
  "M43 0 30.4 12.6V30.4H12.6L0 43-12.6 30.4H-30.4V12.6L-43 0-30.4-12.6V-30.4H-12.6L0-43 12.6-30.4H30.4V-12.6Z";

/** Avatar of a person without a photograph. The seed (an id or slug) picks the palette. */
export function Avatar({
  name,
  seed = name,
  palette,
  size = 56,
  className,
}: {
  name: string;
  seed?: string;
  palette?: PaletteName;
  size?: number;
  className?: string;
}) {
  const colors = palettes[palette ?? avatarPalettes[hash(seed) % avatarPalettes.length] ?? "palm"];
  const rotation = hash(seed) & 8 ? 22.5 : 0;
  return (
    <svg
      viewBox="-60 -60 120 120"
      width={size}
      height={size}
      aria-hidden="true"
      className={clsx("flex-none rounded-full", className)}
    >
      <rect x="-60" y="-60" width="120" height="120" fill={colors.background} />
      <g fill="none" stroke={colors.line} strokeWidth="1.4" opacity=".7">
        {Array.from({ length: 8 }, (_, i) => (
          <path key={i} d={star} transform={`rotate(${rotation + i * 45}) translate(74) scale(.66)`} />
        ))}
      </g>
      <path
        d={star}
        transform={`rotate(${rotation})`}
        fill={colors.dark ? colors.tile : "#fff"}
        fillOpacity={colors.dark ? 0.55 : 0.8}
        stroke={colors.line}
        strokeWidth="1.2"
      />
      <text
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="27"
        fontWeight="500"
        className="font-display"
        fill={colors.accent}
      >
        {getInitials(name)}
      </text>
    </svg>
  );
}
