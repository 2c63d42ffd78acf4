import { randomBytes } from 'node:crypto';
import type { Database, SealedValueCount } from '@parley/db';
import { formatEncryptionKey, parseEncryptionKeys } from '@parley/db/encryption-keys';
import { readEnvironment } from '@parley/environment';
import { createAwsKms } from '@parley/runtime/aws-kms';
import { unwrapKeys } from '@parley/runtime/unwrap-keys';
import type { Command } from 'commander';
import { printResult, withContext } from '../context.ts';
import { keyEnvironment } from '../env.ts';
import { CommandFailure, UsageError } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import { addJsonOption, addWriteOptions, type CommonOptions } from '../options.ts';

export function addEncryptionKeyCommands(program: Command, io: AdminIo): void {
  const key = program
    .command('encryption-key')
    .description(
      'Creates, wraps, counts and rotates the keys in PARLEY_ENCRYPTION_KEYS, which encrypt stored secrets.',
    );

  addJsonOption(key.command('create <id>'))
    .description('Prints a new entry for PARLEY_ENCRYPTION_KEYS. Changes nothing.')
    .option('--kms <key>', 'ID, ARN or alias of the AWS KMS key that creates and wraps it')
    .action((id: string, options: KmsOptions) => create(io, id, options));

  addJsonOption(key.command('wrap'))
    .description(
      'Prints PARLEY_ENCRYPTION_KEYS with every key wrapped by AWS KMS, for processes to unwrap at their start. Changes nothing.',
    )
    .requiredOption('--kms <key>', 'ID, ARN or alias of the AWS KMS key that wraps them')
    .action((options: KmsOptions & { readonly kms: string }) => wrap(io, options));

  addJsonOption(key.command('list'))
    .description('Counts the encrypted values by key.')
    .action((options: CommonOptions) =>
      withContext(io, options, async ({ database: { sealedValues }, print }) => {
        const result = { keys: await countByKey(sealedValues) };
        print(result, formatKeys(result.keys));
      }),
    );

  addWriteOptions(key.command('rotate'))
    .description(
      'Encrypts every value with the first key again, while everything runs. May be interrupted and repeated.',
    )
    .action((options: CommonOptions) => rotate(io, options));
}

interface KmsOptions extends CommonOptions {
  readonly kms?: string;
}

const KEY_BYTES = 32;

async function create(io: AdminIo, id: string, options: KmsOptions): Promise<void> {
  const key =
    options.kms === undefined
      ? { id, bytes: randomBytes(KEY_BYTES) }
      : await createAwsKms(options.kms).create(id);
  const entry = formatEncryptionKey(key);
  const { error } = keyEnvironment.safeParse({ PARLEY_ENCRYPTION_KEYS: entry });
  if (error) throw new UsageError(`The id is invalid: ${error.issues[0]?.message}.`);
  printResult(io, options, { id, entry }, entry);
}

async function wrap(io: AdminIo, options: KmsOptions & { readonly kms: string }): Promise<void> {
  const env = readEnvironment(keyEnvironment, await unwrapKeys(io.env));
  const service = createAwsKms(options.kms);
  const keys = parseEncryptionKeys(env.PARLEY_ENCRYPTION_KEYS).map(service.wrap);
  const value = (await Promise.all(keys)).map(formatEncryptionKey).join(',');
  printResult(io, options, { PARLEY_ENCRYPTION_KEYS: value }, value);
}

function rotate(io: AdminIo, options: CommonOptions): Promise<void> {
  return withContext(io, options, async (context) => {
    const { database, record, print, reportProgress } = context;
    const { sealedValues } = database;
    const { primaryKeyId } = sealedValues;
    const { dryRun = false } = options;
    if (!dryRun) await record('encryption_keys.rotation_started', { primary: primaryKeyId });
    const { found, rotated, unreadable } = await sealedValues.rotate({
      dryRun,
      onProgress: (progress) =>
        reportProgress(`${progress.rotated} values encrypted with ${primaryKeyId}`),
    });
    const keys = await countByKey(sealedValues);
    const messages = unreadable.map(({ message }) => message);
    const result = { found, rotated, unreadable: messages, keys };
    if (!dryRun) {
      const details = { primary: primaryKeyId, found, rotated, unreadable: messages };
      await record('encryption_keys.rotated', details);
    }
    const action = dryRun ? 'can be encrypted' : 'encrypted';
    const summary = `${rotated} of ${found} values ${action} with ${primaryKeyId}.`;
    print(result, [summary, ...messages, '', formatKeys(keys)].join('\n'));
    if (messages.length > 0) {
      throw new CommandFailure(
        'Add the missing keys to PARLEY_ENCRYPTION_KEYS and run the command again, or replace the values: rotate the signing secret of an endpoint, update the keys of a provider config.',
      );
    }
    if (!dryRun && keys.some(({ role, values }) => role !== 'primary' && values > 0)) {
      throw new CommandFailure(
        `Another process still encrypts with an older key. Restart every process with ${primaryKeyId} as the first key, then run the command again.`,
      );
    }
  });
}

interface KeyUse {
  /** Null for values that were encrypted before keys had ids. */
  readonly id: string | null;
  readonly role: 'primary' | 'older' | 'unknown';
  /** Number of values encrypted with the key. */
  readonly values: number;
}

/** Every configured key and every key in use, the primary one first. */
export async function countByKey(sealedValues: Database['sealedValues']): Promise<KeyUse[]> {
  const counts = await sealedValues.count();
  const { keyIds, primaryKeyId } = sealedValues;
  const ids = new Set([...keyIds, ...counts.map(({ keyId }) => keyId)]);
  return [...ids].map((id) => ({
    id,
    role:
      id === primaryKeyId ? 'primary' : id === null || keyIds.includes(id) ? 'older' : 'unknown',
    values: sum(counts.filter(({ keyId }) => keyId === id)),
  }));
}

const sum = (counts: readonly SealedValueCount[]) =>
  counts.reduce((total, { count }) => total + count, 0);

function formatKeys(keys: readonly KeyUse[]): string {
  const rows = keys.map(({ id, role, values }) => [
    id ?? '(no id)',
    String(values),
    role === 'older' && values === 0 ? 'older: remove it from PARLEY_ENCRYPTION_KEYS' : role,
  ]);
  return formatTable([['Key', 'Values', 'Role'], ...rows]);
}
