import {
  canDelegate,
  collectData,
  createdAddress,
  hasPragueRules,
  readCodes,
  readDelegates,
  sweeperCode,
  sweeperDeployData,
} from '../../../src/chain/contracts/deposit-sweeper.js';
import { agreedAmong } from '../../../src/chain/agreement/agreed-answer.js';
import { readNonceAt } from '../../../src/chain/blocks/read-nonce.js';
import type { SignedAuthorization } from '../../../src/chain/keys/types.js';
import { findSweeperContract, type SweeperContract } from '../../../src/db/sweeps/movements.js';
import type { SweepContext } from './sweep-context.js';
import { partOf, type Deposit } from './deposit.js';
import { estimateCall, readFees, signMovement } from './sign-movement.js';
import { NotYet } from '../../withdrawals/not-yet.js';

/** A node's answer for the code of an address without code. */
const NO_CODE = '0x';

/**
 * Finds the contract that batches go through. It belongs to this hot wallet and this sweeping wallet, and is deployed
 * when it is needed for the first time.
 *
 * @returns null when the chain can't do batches.
 * @throws NotYet `malformed` when the contract on record is not ours.
 */
export async function findBatchContract(
  context: SweepContext,
  deposits: readonly Deposit[],
): Promise<string | null> {
  const { deps, chain, client, keys } = context;
  const { chainCode, chainId } = chain;
  const destination = deps.hotWallet.address;
  const operator = keys.wallet.address;
  const known = await findSweeperContract(deps.db, { chainCode, operator, destination });
  if (known === undefined) {
    if (!(await hasPragueRules(client))) return null;
    await deploy(context, destination);
    return 'is being deployed';
  }
  if (!known.isFinal) return 'is being deployed';
  requireCreatedHere(known, operator);
  const [first] = deposits;
  if (first === undefined || !(await isDeployed(context, known.address))) return null;
  const { address } = first.sweepable;
  const nonce = await readNonceAt(client, { address, block: 'latest' });
  const authorization = await first.signer.signAuthorization({ chainId, address: known.address, nonce });
  return (await canDelegate(client, { address, authorization, destination })) ? known.address : null;
}

/**
 * Requires that the wallet that pays for sweeping has created the contract: its address follows from that wallet and a
 * nonce. The wallet creates nothing else than our contract. So a deposit address never runs the code of a thief,
 * whatever code an RPC shows there.
 *
 * @throws NotYet `malformed`
 */
function requireCreatedHere({ address, nonce }: SweeperContract, from: string): void {
  if (nonce !== null && nonce >= 0 && createdAddress({ from, nonce }) === address) return;
  throw new NotYet(
    'malformed',
    `the contract on record, ${address}, was not created by ${from}, which pays for sweeping: somebody has altered the database; until an operator has looked, no address is made to run it, and each address is swept by itself`,
  );
}

/**
 * Tells whether our contract is deployed at the address. A deposit address that agrees to run a contract is controlled
 * by that contract from then on. Anybody who can write into the database could have put another contract on record, and
 * any contract can answer what ours would answer.
 *
 * So nothing is signed, or shown to a node, until the code is known to be ours, including where it sends everything.
 * Every RPC that answers must show this code, and two where there are several: a single RPC could claim it of any
 * contract, also while the others are silent.
 *
 * @returns false while an RPC shows no code there: its block was undone past finality, or the node is behind.
 * @throws NotYet `malformed`; `refused` when too few RPCs answer.
 */
async function isDeployed({ deps, client, keys }: SweepContext, address: string): Promise<boolean> {
  const { hotWallet } = deps;
  const fixed = { destination: hotWallet.address, operator: keys.wallet.address, self: address };
  const ours = sweeperCode(fixed);
  const answers = await readCodes(client, address);
  const codes = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
  if (codes.some((code) => code !== ours && code !== NO_CODE))
    throw new NotYet(
      'malformed',
      `the contract on record, ${address}, does not have the code that is deployed from here: somebody has altered the database, or an RPC shows other code; until an operator has looked, no address is made to run it, and each address is swept by itself`,
    );
  if (codes.includes(NO_CODE)) return false;
  if (agreedAmong(answers, (code) => code) === ours) return true;
  throw new NotYet(
    'refused',
    `too few RPCs say which code is at ${address}; until they do, each address is swept by itself`,
  );
}

async function deploy(context: SweepContext, destination: string): Promise<void> {
  const { client, keys } = context;
  const signer = keys.wallet;
  const call = { to: null, valueAtomic: 0n, data: sweeperDeployData(destination) };
  const gasLimit = await estimateCall(client, { from: signer.address, ...call });
  await signMovement(context, {
    kind: 'deploy',
    role: 'sweep',
    signer,
    call,
    gasLimit,
    fees: await readFees(context),
    parts: [],
    payment: null,
    asset: null,
    isSweep: false,
    deployed: (nonce) => ({
      contractAddress: createdAddress({ from: signer.address, nonce }),
      destination,
    }),
  });
}

/** Sweeps all addresses of the batch in one transaction of the sweeping wallet: it empties all of them, or none. */
export async function sweepBatch(
  context: SweepContext,
  { contract, batch }: { contract: string; batch: readonly Deposit[] },
): Promise<void> {
  const { deps, client, keys } = context;
  const [first] = batch;
  if (first === undefined) return;
  const to = deps.hotWallet.address;
  const signer = keys.wallet;
  const parts = batch.map((deposit) => partOf(deposit, to));
  const authorizations = await authorize(context, { contract, batch });
  const call = { to: contract, valueAtomic: 0n, data: collectData(first.asset, parts), authorizations };
  const [fees, gasLimit] = await Promise.all([
    readFees(context),
    estimateCall(client, { from: signer.address, ...call }),
  ]);
  await signMovement(context, {
    kind: 'batch',
    role: 'sweep',
    signer,
    call,
    gasLimit,
    fees,
    parts,
    payment: null,
    asset: first.asset,
    isSweep: true,
  });
}

/** Signs an authorization for each address that does not run the contract yet. */
async function authorize(
  { client, chain: { chainId } }: SweepContext,
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
