import { parseUrl } from '../core/parse-url.js';

/** The most characters of a logo's data URL: with it, a checkout page stays below 40 KiB. */
export const LOGO_URL_LENGTH_MAX = 16_384;
/** The most sites that may show a merchant's checkout within theirs. */
export const FRAME_ORIGINS_MAX = 20;

const BASE64_REST = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';
/** The first bytes of each kind of picture in base64, in whole groups of four characters. */
const PNG = 'png;base64,iVBORw0KGgoA';
const JPEG = 'jpeg;base64,/9j/';
const WEBP = 'webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ';

/**
 * A logo as a data URL (RFC 2397) of a PNG, JPEG or WebP, recognised by its first bytes. An SVG is refused: it is a
 * document that could contain scripts and foreign addresses.
 */
export const LOGO_URL = new RegExp(`^data:image/(?:${PNG}|${JPEG}|${WEBP})${BASE64_REST}$`);

/** A colour as `#rrggbb`. */
export const COLOR = /^#[0-9a-fA-F]{6}$/;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** The last label begins with a letter. Otherwise the URL parser would read it as a number. */
const NAME = `(?:${LABEL}\\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?`;
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`;
const PORT = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';

/**
 * The origin of a site (RFC 6454) as browsers write it: https, and http on this machine; without the default port of
 * its scheme. It has no character that could end its place in the `frame-ancestors` header (CSP 3).
 */
export const FRAME_ORIGIN = new RegExp(
  `^(?:https://(?:${IPV4}|${NAME})(?::(?!443$)${PORT})?|http://(?:localhost|127\\.0\\.0\\.1)(?::(?!80$)${PORT})?)$`,
);

/** Returns the origin of a URL as browsers write it; null: it is not a {@link FRAME_ORIGIN}. */
export function frameOriginOf(url: string): string | null {
  const origin = parseUrl(url)?.origin ?? '';
  return FRAME_ORIGIN.test(origin) ? origin : null;
}

/** What customers see of a merchant. */
export interface Look {
  /** `#rrggbb` in lower case; null: the page's own colour. */
  readonly color: string | null;
  /** A data URL as {@link LOGO_URL} says; null: none. */
  readonly logoUrl: string | null;
}

/** The public profile of a merchant, and the sites that may show its checkout. */
export interface MerchantProfile {
  readonly merchantId: string;
  readonly name: string;
  /** The contact of the merchant, as text; null: none. */
  readonly contact: string | null;
  readonly look: Look;
  /** The sites that may show the checkout within theirs. Empty: no site may. */
  readonly frameOrigins: readonly string[];
}

/** A change of a profile. An omitted field stays unchanged; null clears it. */
export interface ProfileChanges {
  readonly name?: string;
  readonly contact?: string | null;
  readonly look?: Partial<Look>;
  readonly frameOrigins?: readonly string[];
}

/** Returns the profile after a change. Each origin is kept once. */
export function changeProfile(profile: MerchantProfile, changes: ProfileChanges): MerchantProfile {
  const look = { ...profile.look, ...changes.look };
  return {
    ...profile,
    ...changes,
    look: { ...look, color: look.color?.toLowerCase() ?? null },
    frameOrigins: [...new Set(changes.frameOrigins ?? profile.frameOrigins)],
  };
}
