import { PNG } from 'pngjs';
import { LOGO_URL_LENGTH_MAX } from '../../../src/domain/merchants/merchant-profile.js';

/** Draws a disc on a background, with a given amount of noise. More noise makes a larger file. */
function draw({ width, height, grain }: { width: number; height: number; grain: number }): string {
  const png = new PNG({ width, height });
  let seed = 1;
  for (let i = 0; i < width * height; i += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const [x, y] = [(i % width) - width / 2, Math.floor(i / width) - height / 2];
    const isInside = Math.hypot(x, y) < Math.min(width, height) / 2;
    png.data.set([isInside ? 15 : 240, 118 + (seed % (grain + 1)), isInside ? 110 : 240, 255], i * 4);
  }
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
}

/** A picture of the maximum allowed size, less some hundred bytes. */
export const LOGO = ((): string => {
  let largest = '';
  for (let side = 64; side <= 160; side += 1) {
    const drawn = draw({ width: side, height: side, grain: 100 });
    if (drawn.length > LOGO_URL_LENGTH_MAX) break;
    largest = drawn;
  }
  return largest;
})();
/** A word instead of a symbol. */
export const WIDE_LOGO = draw({ width: 160, height: 32, grain: 0 });
