/** Icon of the tab, icon of a phone's home screen, picture of a shared link (1200 × 630). */
export const siteIcons = {
  tab: "/art/mark.322b12fd34.svg",
  touch: "/art/touch.a3242169ca.png",
  share: "/art/share.84a330e5d3.jpg",
};
