import { describe, expect, it } from '@jest/globals';
import {
  isRangeTooWide,
  reactionTo,
  RpcError,
  RpcFaultError,
  RpcTooLargeError,
  RpcUnavailableError,
  suggestedBlocks,
} from '../../../src/chain/rpc/rpc-errors.js';

/** Provider, error code, its message, and how many blocks it accepts (null: it does not say). */
const TOO_WIDE: readonly (readonly [string, number, string, number | null])[] = [
  [
    'Alchemy',
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x100, 0x4e7]',
    1_000,
  ],
  [
    'Alchemy without a span',
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size',
    2_000,
  ],
  [
    "Alchemy's free plan",
    -32600,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1180fca, 0x1180fd3]. Upgrade to PAYG for expanded block range.',
    10,
  ],
  [
    'Alchemy after a time-out',
    -32000,
    'Query timeout exceeded. Consider reducing your block range. Based on your parameters and the response size limit, this block range should work: [0x5223c98, 0x5223e80]',
    489,
  ],
  [
    'Infura',
    -32005,
    'query returned more than 10000 results. Try with this block range [0xA145D6, 0xA159D5].',
    5_120,
  ],
  ["Infura's range", -32602, 'range 1000000 exceeds limit of 10000', 10_000],
  ['QuickNode', -32614, 'eth_getLogs is limited to a 10,000 range', 10_000],
  ['QuickNode, older', -32602, 'eth_getLogs and eth_newFilter are limited to a 10,000 blocks range', 10_000],
  ['Ankr', -32600, 'block range is too wide', null],
  ['Ankr after a time-out', -32002, 'query timed out', null],
  [
    'Cloudflare',
    -32047,
    'Invalid eth_getLogs request. `fromBlock`-`toBlock` range too large. Max range: 800',
    800,
  ],
  [
    'BlastAPI',
    -32600,
    'the range 55074203 - 55124202 exceeds the range allowed for your plan (49999 > 2000).',
    2_000,
  ],
  ['publicnode', -32701, 'exceed maximum block range: 50000', 50_000],
  ['dRPC', 35, 'ranges over 10000 blocks are not supported on freetier', 10_000],
  ['Chainstack', -32602, 'Block range limit exceeded. See more details at https://docs.chainstack.com', null],
  ['1RPC', -32602, 'eth_getLogs is limited to 0 - 50 blocks range', 50],
  [
    'BlockPI',
    -32602,
    'eth_getLogs is limited to 1024 block range. Please check the parameter requirements',
    1_024,
  ],
  ['Tenderly', -32602, 'range 9009594 is bigger than range limit 2000', 2_000],
  ['Coinbase', -32602, 'please limit the query to at most 1000 blocks', 1_000],
  ['thirdweb', -32602, 'Maximum allowed number of requested blocks is 3500', 3_500],
  ['geth', -32005, 'query returned more than 10000 results', null],
  ["geth's time-out", -32000, 'query timeout exceeded', null],
  ['reth', -32602, 'query exceeds max block range 100000', 100_000],
  ["reth's results", -32602, 'query exceeds max results 20000, retry with the range 59066104-59066970', 867],
  ['erigon', -32000, 'response too large', null],
  ['Nethermind', -32005, 'Too many logs requested. Max logs per response is 20000.', null],
  ['Besu', -32005, 'Requested range exceeds maximum RPC range limit', null],
  ["Optimism's proxy", -32020, 'backend response too large', null],
  ['Base', -32614, 'block range too large', null],
  ['Arbitrum', -32000, 'logs matched by query exceeds limit of 10000', null],
  ['Avalanche', -32000, 'requested too many blocks from 0 to 100000, maximum is set to 2048', 2_048],
  ['Moonbeam', -32603, 'block range is too wide (maximum 1024)', 1_024],
  ['Cronos', -32000, 'maximum [from, to] blocks distance: 2000', 2_000],
  ['Harmony', -32000, 'query must be smaller than size 1024', 1_024],
  [
    'a fork of geth',
    -32000,
    'block range is larger than max block range, block range = 5120, max block range = 5000',
    5_000,
  ],
  ['Arc', -32012, 'requested range too large', null],
];

/** Refusals of `eth_getLogs` that a narrower range would not avoid. */
const OTHERS: readonly (readonly [string, number, string])[] = [
  ["Infura's rate limit", -32005, 'daily request count exceeded, request rate limited'],
  [
    "Alchemy's rate limit",
    429,
    'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.',
  ],
  ["QuickNode's rate limit", -32007, '50/second request limit reached - reduce calls per second or upgrade'],
  ['too many requests', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
  ['an inverted range', -32602, 'invalid block range params'],
  ['a range beyond the head', -32602, 'block range extends beyond current head block'],
  ['an archive that costs more', -32701, 'Archive requests require a personal token.'],
  ['a missing method', -32601, 'the method eth_getLogs does not exist/is not available'],
  ['an unknown block', -32000, 'unknown block'],
  ['an internal error', -32603, 'internal error'],
];

function refusal(code: number, message: string, method = 'eth_getLogs'): RpcError {
  return new RpcError(method, { code, message });
}

describe('a range of eth_getLogs that is too wide', () => {
  it.each(TOO_WIDE)('is recognised in the words of %s', (_who, code, message, blocks) => {
    const error = refusal(code, message);
    expect(isRangeTooWide(error)).toBe(true);
    expect(suggestedBlocks(error)).toBe(blocks);
    // Another RPC may accept the range. This one is not at fault, and would refuse the same request again.
    expect(reactionTo(error)).toBe('elsewhere');
  });

  it('is recognised when only the data of the error says so', () => {
    const detail = JSON.stringify({ payload: 'range 9009594 is bigger than range limit 2000' });
    const error = new RpcError('eth_getLogs', { code: -32602, message: 'invalid params', detail });
    expect(isRangeTooWide(error)).toBe(true);
    expect(suggestedBlocks(error)).toBe(2_000);
  });

  it('may be meant by a bare limit, which is also retried as a rate limit', () => {
    const error = refusal(-32005, 'limit exceeded');
    expect(isRangeTooWide(error)).toBe(true);
    expect(suggestedBlocks(error)).toBeNull();
    expect(reactionTo(error)).toBe('later');
  });

  it('is also meant by an answer that is too large for HTTP or for this client', () => {
    expect(isRangeTooWide(new RpcTooLargeError('HTTP 413: too large'))).toBe(true);
  });

  it('is the presumed reason for a time-out only when every RPC timed out', () => {
    const unavailable = (...timedOut: boolean[]): RpcUnavailableError =>
      new RpcUnavailableError({
        chainCode: 'local',
        failures: timedOut.map((each) => ({ origin: 'http://rpc', message: 'no', timedOut: each })),
      });
    expect(isRangeTooWide(unavailable(true, true))).toBe(true);
    expect(isRangeTooWide(unavailable(true, false))).toBe(false);
  });

  it.each(OTHERS)('is not meant by %s', (_what, code, message) => {
    expect(isRangeTooWide(refusal(code, message))).toBe(false);
    expect(suggestedBlocks(refusal(code, message))).toBeNull();
  });

  it('is not meant by an error of another method or by another fault', () => {
    expect(isRangeTooWide(refusal(-32000, 'block range is too wide', 'eth_call'))).toBe(false);
    expect(isRangeTooWide(new RpcFaultError('HTTP 503'))).toBe(false);
    expect(isRangeTooWide(new Error('block range is too wide'))).toBe(false);
  });

  it.each([
    'query exceeds max results 20000, retry with the range 20-10',
    'this block range should work: [0x0, 0xfffffffffffff]',
    'eth_getLogs is limited to a 0 blocks range',
  ])('is not narrowed to a suggested number that makes no sense: %s', (message) => {
    expect(suggestedBlocks(refusal(-32602, message))).toBeNull();
  });
});
