import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';

const FOLDER = fileURLToPath(new URL('histories', import.meta.url));

export interface RecordedHistory {
  readonly name: string;
  readonly history: History;
}

const { History: HistoryMessage } = proto.temporal.api.history.v1;

/**
 * Stores a history for replay, without the data of the machine that recorded it. An existing history stands for runs
 * that are open somewhere, so it stays.
 */
export function writeHistory({ name, history }: RecordedHistory): void {
  const file = path.join(FOLDER, `${name}.json`);
  if (existsSync(file)) return;
  const plain = HistoryMessage.toObject(HistoryMessage.fromObject(history), {
    longs: String,
    enums: String,
    bytes: String,
  });
  const text = JSON.stringify(plain, (key, value: unknown) => (key === 'stackTrace' ? '' : value), 1);
  const identity = `${process.pid}@${hostname()}`;
  writeFileSync(file, `${text.replaceAll(identity, 'recorder')}\n`);
}

export function readHistories(): readonly RecordedHistory[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      name: path.basename(file, '.json'),
      history: HistoryMessage.fromObject(
        JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Record<string, unknown>,
      ),
    }));
}
