declare module "fontkit" {
  export function create(font: Buffer): { characterSet: number[] };
}
