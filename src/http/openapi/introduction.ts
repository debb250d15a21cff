/** The text above the endpoints in the reference, in Markdown. */
export const INTRODUCTION = `
Invoices payable in stablecoins and native coins on EVM chains. Final payments credit your balance. Approved withdrawals
are paid exactly once. Signed webhooks tell you of every event.

- **Authenticate** with \`Authorization: Bearer <key>\`, or with \`X-API-Key: <key>\`.
- **Success** is \`{"ok":true,"data":…}\`; a list also has \`"page":{"nextCursor":…}\`. **Failure** is
  \`{"ok":false,"error":{"code","message","requestId","details"?}}\`; build on \`code\`.
- **Money** is never a JSON number. A field \`…Crypto\` is a decimal string with six decimals. The field \`…Atomic\` beside
  it is the exact number of base units.
- **Times** are ISO 8601, UTC.
- Unknown fields and query parameters are refused, so that a misspelt one is never silently ignored.
- Send an **Idempotency-Key** with every POST that creates something. For 24 hours the same request with the same key gets
  the first answer again, and nothing is created twice.
- **Rate limits** are reported in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (epoch seconds).
  A 429 says in \`Retry-After\` how many seconds to wait.
- A value that is not known yet is \`null\`, never left out.
`.trim();
