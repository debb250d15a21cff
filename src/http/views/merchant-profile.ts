import { z } from 'zod';
import { LOGO_URL_LENGTH_MAX, type MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';

const shownFields = {
  name: z.string().meta({ examples: ['Corner shop'] }),
  contact: z
    .string()
    .nullable()
    .meta({ description: 'How customers reach the merchant, as text.', examples: ['help@shop.example'] }),
  look: z
    .strictObject({
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .nullable()
        .meta({ examples: ['#0f766e'] }),
      logoUrl: z
        .string()
        .max(LOGO_URL_LENGTH_MAX)
        .nullable()
        .meta({ description: 'A data URL with a PNG, JPEG or WebP.', examples: [null] }),
    })
    .meta({ id: 'MerchantLook', description: "The merchant's colour and logo. Null: it has set none." }),
};

/** The schema of {@link showPublicMerchant}'s answer. */
export const publicMerchantSchema = z
  .strictObject(shownFields)
  .meta({ id: 'PublicMerchant', description: 'What customers may know of the merchant.' });

/** The schema of {@link showMerchantProfile}'s answer. */
export const merchantProfileSchema = z
  .strictObject({
    merchantId: idOf('mer'),
    ...shownFields,
    frameOrigins: z.array(z.string().meta({ examples: ['https://shop.example'] })),
  })
  .meta({ id: 'MerchantProfile' });

/** Shows a merchant to its customers. */
export function showPublicMerchant({
  name,
  contact,
  look,
}: MerchantProfile): Shown<typeof publicMerchantSchema> {
  return { name, contact, look: { color: look.color, logoUrl: look.logoUrl } };
}

/** Shows a merchant its own settings. */
export function showMerchantProfile(profile: MerchantProfile): Shown<typeof merchantProfileSchema> {
  const { merchantId, frameOrigins } = profile;
  return { merchantId, ...showPublicMerchant(profile), frameOrigins };
}
