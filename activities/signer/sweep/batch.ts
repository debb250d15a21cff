import {
  canDelegate,
  collectData,
  createdAddress,
  hasPragueRules,
  readDelegates,
  sweeperDeployData,
} from '../../../src/chain/deposit-sweeper.js';
import { readNonceAt } from '../../../src/chain/fees.js';
import type { SignedAuthorization } from '../../../src/chain/keys.js';
import { findSweeperContract } from '../../../src/db/movements.js';
import type { House } from './house.js';
import { partOf, type Deposit } from './plan-tokens.js';
import { estimateCall, readFees, signMovement } from './sign-movement.js';

/**
 * The contract that batches go through, of this hot wallet and sweeping wallet: deployed once, when it is needed first.
 *
 * @returns null where the chain can't do batches.
 */
export async function findBatchContract(house: House, deposits: readonly Deposit[]): Promise<string | null> {
  const { deps, chain, client, keys } = house;
  const { chainCode, chainId } = chain;
  const destination = deps.hotWallet.address;
  const operator = keys.wallet.address;
  const known = await findSweeperContract(deps.db, { chainCode, operator, destination });
  if (known === undefined) {
    if (!(await hasPragueRules(client))) return null;
    await deploy(house, destination);
    return 'is being deployed';
  }
  if (!known.isFinal) return 'is being deployed';
  const [first] = deposits;
  if (first === undefined) return null;
  const { address } = first.sweepable;
  const nonce = await readNonceAt(client, { address, block: 'latest' });
  const authorization = await first.signer.signAuthorization({ chainId, address: known.address, nonce });
  return (await canDelegate(client, { address, authorization, destination })) ? known.address : null;
}

async function deploy(house: House, destination: string): Promise<void> {
  const { client, keys } = house;
  const signer = keys.wallet;
  const call = { to: null, valueAtomic: 0n, data: sweeperDeployData(destination) };
  const gasLimit = await estimateCall(client, { from: signer.address, ...call });
  await signMovement(house, {
    ...{ kind: 'deploy', role: 'sweep', signer, call, gasLimit, fees: await readFees(house) },
    ...{ parts: [], payment: null, swept: null },
    deployed: (nonce) => ({
      contractAddress: createdAddress({ from: signer.address, nonce }),
      destination,
    }),
  });
}

/** One transaction of the sweeping wallet that empties them all, or none. */
export async function sweepBatch(
  house: House,
  { contract, batch }: { contract: string; batch: readonly Deposit[] },
): Promise<void> {
  const { deps, client, keys } = house;
  const [first] = batch;
  if (first === undefined) return;
  const to = deps.hotWallet.address;
  const signer = keys.wallet;
  const parts = batch.map((deposit) => partOf(deposit, to));
  const authorizations = await authorize(house, { contract, batch });
  const call = { to: contract, valueAtomic: 0n, data: collectData(first.asset, parts), authorizations };
  const [fees, gasLimit] = await Promise.all([
    readFees(house),
    estimateCall(client, { from: signer.address, ...call }),
  ]);
  await signMovement(house, {
    ...{
      kind: 'batch',
      role: 'sweep',
      signer,
      call,
      gasLimit,
      fees,
      parts,
      payment: null,
      swept: first.asset,
    },
  });
}

/** Of those addresses that do not run the contract yet. */
async function authorize(
  { client, chain: { chainId } }: House,
  { contract, batch }: { contract: string; batch: readonly Deposit[] },
): Promise<readonly SignedAuthorization[]> {
  const delegates = await readDelegates(
    client,
    batch.map(({ sweepable }) => sweepable.address),
  );
  const authorizations: SignedAuthorization[] = [];
  for (const [index, { signer }] of batch.entries()) {
    if (delegates[index] === contract) continue;
    const nonce = await readNonceAt(client, { address: signer.address, block: 'latest' });
    authorizations.push(await signer.signAuthorization({ chainId, address: contract, nonce }));
  }
  return authorizations;
}
