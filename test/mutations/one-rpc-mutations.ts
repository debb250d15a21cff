import type { Mutation } from './mutation.js';

const GIVE_UP_COLD = 'activities/signer/sweeps/give-up-cold.ts';
const GIVEN_UP_TEST = 'test/faults/wallet/given-up-transfers.test.ts';

/** Faults by which the signing worker believes one RPC of several. */
export const ONE_RPC_MUTATIONS: readonly Mutation[] = [
  {
    name: 'nothing is signed for a nonce that one RPC alone calls free',
    file: 'activities/signer/wallet/nonces/next-nonce.ts',
    text: 'isStrict(deps) && address === deps.hotWallet.address;',
    replacement: 'isStrict(deps) && address === null;',
    tests: ['test/faults/payouts/agreed-nonces.test.ts'],
  },
  {
    name: 'nothing is signed for a nonce that one RPC calls free while the others are silent',
    file: 'src/chain/agreement/read-agreed-nonce.ts',
    text: 'countOrigins(counts) < VOTES_MIN',
    replacement: 'countOrigins(counts) < 1',
    tests: ['test/faults/payouts/agreed-nonces.test.ts'],
  },
  {
    name: 'deposit addresses run no contract whose code one RPC alone has shown',
    file: 'activities/signer/sweeps/batch-contract.ts',
    text: 'agreedAmong(answers, (code) => code) === ours',
    replacement: 'codes.includes(ours)',
    tests: ['test/faults/payouts/forged-bytes.test.ts'],
  },
  {
    name: 'a transfer to the cold address is not given up by the word of one RPC about the balance',
    file: GIVE_UP_COLD,
    text: 'if (isOneRpcsWord || disputedAtomic > 0n)',
    replacement: 'if (false)',
    tests: [GIVEN_UP_TEST],
  },
  {
    name: 'a transfer to the cold address is not given up when its nonce is used',
    file: GIVE_UP_COLD,
    text: 'if (counted > nonce) return;',
    replacement: '',
    tests: [GIVEN_UP_TEST],
  },
  {
    name: 'of balances that differ, the lowest counts',
    file: 'src/chain/agreement/read-spendable.ts',
    text: 'agreed ?? lowest',
    replacement: 'agreed ?? first.atomic',
    tests: ['test/faults/wallet/false-balances.test.ts'],
  },
];
