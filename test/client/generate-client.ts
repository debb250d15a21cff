import openapiTs, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { describeApi, templateOf } from '../../src/http/openapi/describe-api.js';
import { ROUTES } from '../../src/http/routes/index.js';
import { ROOT } from '../house/source-files.js';

/** The file that is generated from the API. */
export const CLIENT_TYPES = 'src/client/api-types.ts';

const HEAD = '// Generated: `WRITE_CLIENT=1 npm test -- test/client` writes it anew.\n';

/** The API's types as TypeScript, by openapi-typescript, and the endpoints that heed an Idempotency-Key. */
export async function generateTypes(): Promise<string> {
  const document = describeApi(ROUTES, { publicBaseUrl: 'https://pay.example.com', version: '0.0.0' });
  const types = astToString(await openapiTs(JSON.stringify(document), { defaultNonNullable: false }));
  const heeding = ROUTES.filter(({ isIdempotent }) => isIdempotent).map(({ path }) => templateOf(path));
  return inHouseStyle(
    `${HEAD}${types}
/** Where a POST with the same Idempotency-Key is done once. */
export type IdempotentPath = ${heeding.map((path) => `'${path}'`).join(' | ')};
`,
    CLIENT_TYPES,
  );
}

async function inHouseStyle(text: string, file: string): Promise<string> {
  const options = await resolveConfig(`${ROOT}/${file}`);
  return format(text, { ...options, filepath: file });
}
