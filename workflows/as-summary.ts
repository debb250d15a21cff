/** A server refuses a longer one when it keeps its limit: `limit.userMetadataSummarySize`, bytes of the JSON string. */
const SUMMARY_BYTES_MAX = 400;
const STEP = 8;

const sizeOf = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** Cuts a text to what fits into the summary of a step or a timer. All of it stands in the workflow's details. */
export function asSummary(text: string): string {
  if (sizeOf(text) <= SUMMARY_BYTES_MAX) return text;
  const characters = Array.from(text).slice(0, SUMMARY_BYTES_MAX);
  while (sizeOf(`${characters.join('')}…`) > SUMMARY_BYTES_MAX) characters.splice(-STEP);
  return `${characters.join('')}…`;
}
