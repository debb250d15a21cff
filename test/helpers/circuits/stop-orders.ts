import { freezeAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { haltChain, takeOverChain } from '../../../src/db/chains/chain-cursor.js';
import { transaction, type Database } from '../../../src/db/core/database.js';
import type { RpcProxy } from '../chain/rpc-proxy.js';

/** Orders after which nobody may sign USDC on the chain `local`; each with its name and the signer's reason. */
export const STOP_ORDERS: readonly (readonly [
  name: string,
  order: (db: Database) => Promise<unknown>,
  words: string,
])[] = [
  ['a halt of its chain', haltNow, 'the chain is halted'],
  ['a freeze of its asset', freezeNow, 'is frozen'],
];

/** Halts the chain as its follower does. No other follower may run. */
async function haltNow(db: Database): Promise<void> {
  const { claim } = await takeOverChain(db, 'local');
  await haltChain(db, claim, 'reorganised below final');
}

function freezeNow(db: Database): Promise<unknown> {
  const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
  const actor = { kind: 'cli', id: null, ip: null } as const;
  return transaction(db, (trx) =>
    freezeAsset(trx, { asset, reason: 'a difference', actor, nowMs: Date.now() }),
  );
}

/**
 * Does the work while the node is asked to estimate gas. At that moment the earlier questions have been asked, and
 * nothing is signed yet.
 */
export function whileAsked(proxy: RpcProxy | undefined, work: () => Promise<unknown>): void {
  proxy?.use({
    methods: ['eth_estimateGas'],
    times: 1,
    behaviour: {
      kind: 'rewrite',
      rewrite: async (reply) => {
        await work();
        return reply;
      },
    },
  });
}
