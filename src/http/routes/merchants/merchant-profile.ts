import { z } from 'zod';
import { changeMerchantProfile, getMerchantProfile } from '../../../db/merchants/merchant-profiles.js';
import {
  COLOR,
  FRAME_ORIGIN,
  FRAME_ORIGINS_MAX,
  frameOriginOf,
  LOGO_URL,
  LOGO_URL_LENGTH_MAX,
} from '../../../domain/merchants/merchant-profile.js';
import { auditActor, merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute, readRoute } from '../../requests/route.js';
import { line } from '../../requests/schemas.js';
import { merchantProfileSchema, showMerchantProfile } from '../../views/merchant-profile.js';

/** GET /web/v1/merchant */
export const getMerchantProfileRoute = readRoute({
  path: '/web/v1/merchant',
  summary: 'Read what your customers see of you',
  access: merchants(null),
  reply: dataOf(merchantProfileSchema),
  read: async (deps, { caller }) =>
    dataReply(showMerchantProfile(await getMerchantProfile(deps.db, caller.merchantId))),
});

const ORIGIN_EXPECTED =
  'expected an origin in lower case such as "https://shop.example", without a path and without the port 443';

const changes = {
  name: line({ max: 200 })
    .meta({ examples: ['Corner shop'] })
    .optional(),
  contact: line({ max: 200 })
    .nullable()
    .meta({ examples: ['help@shop.example'] })
    .optional(),
  look: z
    .strictObject({
      color: z
        .string()
        .regex(COLOR, 'expected a colour such as "#0f766e"')
        .nullable()
        .meta({ examples: ['#0f766e'] })
        .optional(),
      logoUrl: z
        .string()
        .max(LOGO_URL_LENGTH_MAX)
        .regex(LOGO_URL, 'expected a data URL in base64 with a PNG, JPEG or WebP')
        .nullable()
        .meta({ examples: [null] })
        .optional(),
    })
    .optional(),
  frameOrigins: z
    .array(
      z
        .string()
        .max(300)
        // A text that is no origin gets this message alone.
        .regex(FRAME_ORIGIN, { error: ORIGIN_EXPECTED, abort: true })
        .refine((origin) => frameOriginOf(origin) === origin, ORIGIN_EXPECTED)
        .meta({ examples: ['https://shop.example'] }),
    )
    .max(FRAME_ORIGINS_MAX)
    .optional(),
};

/** PATCH /web/v1/merchant */
export const updateMerchantProfileRoute = orderRoute({
  method: 'patch',
  path: '/web/v1/merchant',
  summary: 'Change what your customers see of you',
  description:
    'A field that is left out stays as it is. Null removes a value. `look.logoUrl` is a data URL with a PNG, JPEG or WebP of at most 12 KiB. `frameOrigins` are the sites that may show your checkout in a frame.',
  access: merchants('keys:write'),
  reply: dataOf(merchantProfileSchema),
  body: z
    .strictObject(changes)
    .refine((asked) => Object.keys(asked).length > 0, 'say what is to change')
    .meta({
      id: 'MerchantProfileChanges',
      minProperties: 1,
      examples: [{ contact: 'help@shop.example', look: { color: '#0f766e' } }],
    }),
  async order(_deps, trx, { caller, body: { look, ...fields } }) {
    const changed = await changeMerchantProfile(trx, {
      merchantId: caller.merchantId,
      changes: { ...given(fields), ...(look === undefined ? {} : { look: given(look) }) },
      actor: auditActor(caller),
    });
    return dataReply(showMerchantProfile(changed));
  },
});
