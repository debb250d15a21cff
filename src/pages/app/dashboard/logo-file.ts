/** The API takes a data URL of at most this many characters: a picture of some 12 KiB. */
export const LOGO_LENGTH_MAX = 16_384;
/** A larger file can't be a logo, so it is not read at all. */
const FILE_BYTES_MAX = 10 * 1_048_576;
/**
 * A picture that is too large is drawn with these sides in px, one after the other, until it is small enough. The
 * checkout shows it at 40 px, which is at most 160 pixels of a screen.
 */
const SIDES = [160, 96] as const;

/** Says why a file can't be the logo. */
export class NotALogo extends Error {}

/** The kinds that the API takes, by their first bytes. Each byte is one character. */
const KINDS = [
  ['image/png', /^\u0089PNG\r\n/],
  ['image/jpeg', /^\u00ff\u00d8\u00ff/],
  ['image/webp', /^RIFF.{4}WEBP/s],
] as const;

/** Returns the kind of a picture by its bytes, because the file's name may be wrong. */
function kindOf(bytes: string): string {
  const kind = KINDS.find(([, start]) => start.test(bytes))?.[0];
  if (kind !== undefined) return kind;
  throw new NotALogo(
    /<svg[\s>]/i.test(bytes.slice(0, 2_000))
      ? 'This is an SVG, which can contain scripts. Choose a PNG, JPEG or WebP.'
      : 'This is not a PNG, JPEG or WebP. Choose a picture of one of these kinds.',
  );
}

/** Draws a picture so that it fits into a square of `side` pixels. */
function draw(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  // A browser that can't write WebP returns a PNG.
  return canvas.toDataURL('image/webp', 0.9);
}

/**
 * Reads a logo from a file, and returns the data URL that the API takes. A picture that is too large is drawn smaller.
 *
 * @throws NotALogo
 */
export async function readLogo(file: File): Promise<string> {
  if (file.size > FILE_BYTES_MAX) throw new NotALogo('The file is larger than 10 MiB. Choose a smaller one.');
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
  throw new NotALogo('The picture is larger than 12 KiB, even at a smaller size. Choose a simpler one.');
}
