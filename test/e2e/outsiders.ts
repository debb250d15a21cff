import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** An answer of the API. */
export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  readonly code: string | undefined;
}

/** An answer whose data has the type that the test expects. */
export type Ask = <Data = Readonly<Record<string, string>>>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<Answer<Data>>;

/** A person with an API key. While the API is away each request is repeated with the same Idempotency-Key. */
export function createAsker({ baseUrl, key }: { baseUrl: string; key: string }): Ask {
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<unknown>> => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`${baseUrl}${path}`, { ...init, signal: AbortSignal.timeout(10_000) });
        const answer = (await response.json()) as { data: unknown; error?: { code: string } };
        if (response.status !== 503 || attempt === ATTEMPTS_MAX)
          return { status: response.status, data: answer.data, code: answer.error?.code };
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error;
      }
      await delay(RETRY_MS);
    }
  };
  return ask as Ask;
}

const ATTEMPTS_MAX = 150;
const RETRY_MS = 200;

/** A customer, or anybody else with a wallet. Uses JSON-RPC only. Amounts are in base units. */
export class OutsideChain {
  readonly #rpcUrl: string;
  readonly #tokenAddress: string;

  constructor({ rpcUrl, tokenAddress }: { rpcUrl: string; tokenAddress: string }) {
    this.#rpcUrl = rpcUrl;
    this.#tokenAddress = tokenAddress;
  }

  async #call(method: string, params: readonly unknown[]): Promise<string> {
    const response = await fetch(this.#rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: string; error?: { message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Calls `mint(address,uint256)` of the test token to oneself, then `transfer(address,uint256)` (EIP-20). */
  async payTokens({
    from,
    to,
    amountAtomic,
  }: {
    from: number;
    to: string;
    amountAtomic: bigint;
  }): Promise<void> {
    const address = await this.account(from);
    const amount = word(amountAtomic.toString(16));
    for (const data of [`0x40c10f19${word(address)}${amount}`, `0xa9059cbb${word(to)}${amount}`]) {
      await this.#call('eth_sendTransaction', [{ from: address, to: this.#tokenAddress, data }]);
    }
  }

  /** Address of one of the chain's unlocked accounts. */
  async account(index: number): Promise<string> {
    const accounts = (await this.#call('eth_accounts', [])) as unknown as readonly string[];
    return accounts[index] ?? '';
  }

  /** `balanceOf(address)` of the test token. */
  async tokensOf(address: string): Promise<bigint> {
    const data = `0x70a08231${word(address)}`;
    return BigInt(await this.#call('eth_call', [{ to: this.#tokenAddress, data }, 'latest']));
  }
}

/** Encodes a number or an address as the 32 bytes of the ABI, in hex. */
function word(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
}

export interface HeardWebhook {
  readonly event: string;
  readonly webhookId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isSigned: boolean;
  readonly isStandard: boolean;
}

/** A shop's webhook receiver. It checks both signatures of each request. */
export interface Shop {
  readonly url: string;
  readonly heard: HeardWebhook[];
  setSecret(secret: string): void;
  stop(): void;
}

export async function startShop(): Promise<Shop> {
  const heard: HeardWebhook[] = [];
  let secret = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = request.headers as Record<string, string>;
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      heard.push({
        ...(JSON.parse(body.toString('utf8')) as Pick<HeardWebhook, 'event' | 'data'>),
        webhookId: headers['webhook-id'] ?? '',
        isSigned: headers['x-service-signature'] === signature,
        isStandard: isStandard({ secret, body, headers }),
      });
      response.writeHead(200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    heard,
    setSecret: (value) => (secret = value),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isStandard(input: { secret: string; body: Buffer; headers: Record<string, string> }): boolean {
  try {
    new Webhook(input.secret).verify(input.body.toString('utf8'), input.headers);
    return true;
  } catch {
    return false;
  }
}
