import { describe, expect, it } from "vitest";
import { displayName, isHeic, isNamedLike, detectUploadKind } from "./upload-kinds.ts";
import { documentAddress, uploadedKey, uploadsIn } from "./uploaded-picture.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const ftyp = (length: number, ...brands: string[]) =>
  bytes(`\0\0\0${String.fromCharCode(length)}ftyp${brands.join("")}`);

describe("the kind of a file", () => {
  it.each([
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
    ["SVG behind a declaration", '<?xml version="1.0"?><svg onload="alert(1)"/>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["GIF, and JavaScript at the same time", "GIF89a=1;alert(1)//"],
    ["a program", "MZ\x90\0"],
    ["TIFF", "II*\0"],
    ["a PDF that starts later", " %PDF-1.7"],
    ["sound in a RIFF", "RIFF\0\0\0\0WAVEfmt "],
    ["a film in an MP4", "\0\0\0\x18ftypisom\0\0\0\0isommp42"],
    ["nothing", ""],
  ])("P-09 rejects %s", (_, text) => expect(detectUploadKind(bytes(text))).toBeNull());

  it("P-09 detects pictures and PDFs by their first bytes", () => {
    const types = [
      bytes("\xff\xd8\xff\xe0"),
      bytes("\x89PNG\r\n\x1a\n"),
      bytes("RIFF\0\0\0\0WEBPVP8 "),
      ftyp(28, "avif", "\0\0\0\0", "mif1", "miaf", "avif"),
      ftyp(28, "mif1", "\0\0\0\0", "mif1", "avif", "miaf"),
      bytes("%PDF-1.7"),
    ].map((head) => detectUploadKind(head)?.type);
    expect(types).toEqual(["image/jpeg", "image/png", "image/webp", "image/avif", "image/avif", "application/pdf"]);
    const heic = ftyp(24, "heic", "\0\0\0\0", "mif1", "heic");
    expect(detectUploadKind(heic)).toBeNull();
    // Brands after the end of the box do not count.
    expect(detectUploadKind(ftyp(16, "heic", "\0\0\0\0", "avif"))).toBeNull();
  });

  it("CT-28 detects HEIC photos, but not accepted pictures and films as HEIC", () => {
    const heic = [
      ftyp(24, "heic", "\0\0\0\0", "mif1", "heic"),
      ftyp(24, "mif1", "\0\0\0\0", "mif1", "heic"),
      ftyp(24, "heix", "\0\0\0\0", "mif1", "heix"),
    ];
    expect(heic.map((head) => [isHeic(head), detectUploadKind(head)])).toEqual(heic.map(() => [true, null]));
    const others = [ftyp(24, "isom", "\0\0\0\0", "isom", "mp42"), ftyp(16, "isom", "\0\0\0\0", "heic"), bytes("heic")];
    expect(others.map(isHeic)).toEqual([false, false, false]);
  });

  it("P-09 rejects an extension of another kind, and accepts a name without one", () => {
    const jpeg = detectUploadKind(bytes("\xff\xd8\xff\xe0"));
    if (!jpeg) throw new Error("a JPEG is taken");
    expect(["a.png", "a.html", "a.jpg.svg", "a.PDF"].filter((name) => isNamedLike(name, jpeg))).toEqual([]);
    expect(["a.jpg", "A.JPEG", "scan", "قاعة.jpg"].every((name) => isNamedLike(name, jpeg))).toBe(true);
  });
});

describe("names", () => {
  it("P-09 removes paths, control and direction characters from file names", () => {
    expect(displayName("../../etc/passwd")).toBe("passwd");
    expect(displayName("C:\\photos\\hall.jpg")).toBe("hall");
    expect(displayName("gpj.\u202egnp\u0000.png")).toBe("gpj.gnp");
    expect(displayName("قاعة التدريب.webp")).toBe("قاعة التدريب");
    expect(displayName("....")).toBe("....");
    expect(displayName("\u0007.jpg")).toBe("untitled");
    expect([...displayName("x".repeat(500))]).toHaveLength(100);
  });

  it("a document's address has plain letters only", () => {
    const key = "0".repeat(32);
    expect(documentAddress(key, "Brochure 2026.pdf")).toBe(`/media/u/${key}/Brochure-2026.pdf`);
    expect(documentAddress(key, "../كتيب")).toBe(`/media/u/${key}/document.pdf`);
  });

  it("finds uploads in the fields that name them", () => {
    const [a, b] = ["a".repeat(32), "b".repeat(32)];
    const uploads = uploadsIn({
      image: `u-${a}`,
      body_eng: `<p><img src="/media/u/${b}-960.webp" alt="x" /><a href="/media/u/${a}/x.pdf">x</a></p>`,
      speakers: [{ image: `u-${b}` }],
      title: `not u-${a}`,
      none: null,
    });
    expect(Object.fromEntries(uploads)).toEqual({ [a]: ["image", "body_eng"], [b]: ["body_eng", "speakers.0.image"] });
    expect(uploadedKey("limestone-cross-1a2b3c4d")).toBeNull();
  });
});
