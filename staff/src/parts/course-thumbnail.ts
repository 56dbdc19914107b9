/** Address of a small course picture, uploaded by staff or shipped with the site. */
export function courseThumbnail(image: string): string {
  const key = /^u-([0-9a-f]{32})$/.exec(image)?.[1];
  return key ? `/media/u/${key}-480.webp` : `/admin/images/courses/${image}-320.webp`;
}
