/** What stands above the endpoints in the reference; Markdown. */
export const INTRODUCTION = `
Invoices payable in stablecoins and native coins on EVM chains. Final payments credit your balance; approved withdrawals
leave exactly once; signed webhooks tell you of everything.

- **Authenticate** with \`Authorization: Bearer <key>\`, or with \`X-API-Key: <key>\`.
- **Success** is \`{"ok":true,"data":…}\`, a list has \`"page":{"nextCursor":…}\` beside it. **Failure** is
  \`{"ok":false,"error":{"code","message","requestId","details"?}}\`; build on \`code\`.
- **Money** is never a JSON number: \`…Crypto\` is a decimal string with six places, \`…Atomic\` beside it the exact number
  of base units.
- **Times** are ISO 8601, UTC.
- Unknown fields and query parameters are refused, so that a misspelt one is never silently ignored.
- **Idempotency-Key** on every POST that creates something: the same key with the same request is answered with the first
  answer for 24 hours, and nothing is created twice.
- **Limits** are told by \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (epoch seconds); a 429 says
  in \`Retry-After\` how many seconds to wait.
- What is not known yet is \`null\`, never left out.
`.trim();
