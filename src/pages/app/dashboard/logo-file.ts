/** The most characters of a logo's data URL, as the API takes them: some 12 KiB of a picture. */
export const LOGO_LENGTH_MAX = 16_384;
/** Larger files are no logos, and are not read at all. */
const FILE_BYTES_MAX = 10 * 1_048_576;
/** What a larger picture is made of, in turn: the checkout shows it at 40 px, on the sharpest screens at 160. */
const SIDES = [160, 96] as const;

/** Why a file can't be the logo, in words. */
export class NotALogo extends Error {}

/** The first bytes of what the API takes, each a character. */
const KINDS = [
  ['image/png', /^\u0089PNG\r\n/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/webp', /^RIFF.{4}WEBP/s],
] as const;

/** The kind of a picture by its bytes: a file's name may say something else. */
function kindOf(bytes: string): string {
  const kind = KINDS.find(([, start]) => start.test(bytes))?.[0];
  if (kind !== undefined) return kind;
  throw new NotALogo(
    /<svg[\s>]/i.test(bytes.slice(0, 2_000))
      ? 'That is an SVG, which can hold scripts. Choose a PNG, JPEG or WebP.'
      : 'That is no PNG, JPEG or WebP. Choose a picture of one of these kinds.',
  );
}

/** Draws a picture as large as fits in a square. */
function draw(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // A browser that writes no WebP answers with a PNG.
  return canvas.toDataURL('image/webp', 0.9);
}

/**
 * Reads a logo from a file, as the data URL that the API takes. A picture with more pixels than anybody sees is drawn
 * smaller.
 *
 * @throws NotALogo
 */
export async function readLogo(file: File): Promise<string> {
  if (file.size > FILE_BYTES_MAX) throw new NotALogo('The file has more than 10 MiB. Choose a smaller one.');
  const bytes = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) =>
    String.fromCharCode(byte),
  ).join('');
  const kind = kindOf(bytes);
  const picture = await createImageBitmap(file).catch(() => {
    throw new NotALogo('The file is damaged: it could not be shown. Choose another one.');
  });
  const whole = `data:${kind};base64,${btoa(bytes)}`;
  const fitting = [whole, ...SIDES.map((side) => draw(picture, side))].find(
    ({ length }) => length <= LOGO_LENGTH_MAX,
  );
  picture.close();
  if (fitting !== undefined) return fitting;
  throw new NotALogo('Even drawn small, it has more than 12 KiB. Choose a simpler picture.');
}
