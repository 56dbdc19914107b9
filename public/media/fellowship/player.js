// The film's own page, shown in a frame: `lang` chooses its words, `autoplay` and `mute` are added by the page around
// it.
const query = new URLSearchParams(location.search);
const arabic = query.get("lang") === "ar";
const video = document.querySelector("video");

if (arabic) {
  document.documentElement.lang = "ar";
  document.documentElement.dir = "rtl";
  document.title = video.dataset.labelAr;
  video.setAttribute("aria-label", video.dataset.labelAr);
}
// Captions are fetched with the film, not with the page, and shown once it moves: before, Chromium lays the first out
// anew, which counts as a jump.
function showCaptions() {
  if (video.currentTime === 0) return;
  video.removeEventListener("timeupdate", showCaptions);
  for (const track of video.textTracks) track.mode = track.language === (arabic ? "ar" : "en") ? "showing" : "disabled";
}
video.addEventListener("timeupdate", showCaptions);
if (query.get("mute") === "1") video.muted = true;
if (query.get("autoplay") === "1" && !matchMedia("(prefers-reduced-motion: reduce)").matches) video.play().catch(() => {});
