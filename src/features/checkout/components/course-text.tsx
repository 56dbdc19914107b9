import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import type { PictureData } from "#ui/picture.tsx";

/** A course's name or venue in the page's language; its English stand-in on an Arabic page is marked as English. */
export function CourseText({ eng, ar }: { eng: string; ar: string | null }) {
  const locale = useLocale();
  const { text, lang } = localText(locale, eng, ar);
  return <bdi lang={lang === locale ? undefined : lang}>{text}</bdi>;
}

/** A decimal amount in riyals as one isolate. */
export function Sar({ amount }: { amount: string }) {
  return <bdi>{formatSar(amount, useLocale())}</bdi>;
}

/** A thumbnail of a cover: the smallest size is enough. */
export function thumbnail(image: string): PictureData {
  const file = (type: string) => `/admin/images/courses/${image}-320.${type}`;
  return { sources: [{ type: "image/avif", srcSet: file("avif") }], src: file("webp"), width: 320, height: 200 };
}
