/** Returns the address of a small course picture, which staff uploaded or which ships with the site. */
export function getCourseThumbnail(image: string): string {
  const key = /^u-([0-9a-f]{32})$/.exec(image)?.[1];
  return key ? `/media/u/${key}-480.webp` : `/admin/images/courses/${image}-320.webp`;
}
