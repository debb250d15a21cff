import type { Oklch } from './tokens.js';

/** Returns the channels of linear sRGB, clipped to 0..1. */
function toLinearSrgb([lightness, chroma, hue]: Oklch): readonly [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  // The matrices of OKLab: https://bottosson.github.io/posts/oklab/
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (channel: number): number => Math.min(1, Math.max(0, channel));
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the relative luminance of a colour, 0..1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(colour: Oklch): number {
  const [red, green, blue] = toLinearSrgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, 1..21 (WCAG 2.2, "contrast ratio"). The order does not matter. */
export function contrastOf(one: Oklch, other: Oklch): number {
  return ratioOf(luminanceOf(one), luminanceOf(other));
}

function ratioOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the contrast of a token and a colour in the form `#rrggbb`. */
export function contrastWithHex(one: Oklch, other: string): number {
  return ratioOf(luminanceOf(one), luminanceOfHex(other));
}

/** Returns the contrast of two colours in the form `#rrggbb`. */
export function contrastOfHex(one: string, other: string): number {
  return ratioOf(luminanceOfHex(one), luminanceOfHex(other));
}

function luminanceOfHex(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
