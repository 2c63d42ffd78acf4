import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { defaultLockWaits, type LockRetryOptions, type MigrationBlocked } from './lock-retries.ts';
import { MigrationAdapter } from './migration-adapter.ts';

export type SchemaEngine = engine.SchemaEngine;

interface WebAssemblyHost {
  readonly instantiate: (
    module: Uint8Array,
    imports: object,
  ) => Promise<{ instance: { exports: Record<string, unknown> } }>;
}

// TypeScript declares WebAssembly only in the DOM library.
const host = (globalThis as unknown as { WebAssembly: WebAssemblyHost }).WebAssembly;

let loaded: Promise<void> | undefined;

/** The engine's imports, with its 10 s advisory lock timer unreferenced so that it cannot delay exit. */
function imports(): Record<string, unknown> {
  const timer = Object.keys(engine).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const unref = (done: () => void, ms: number) => setTimeout(done, ms).unref();
  return { ...engine, ...Object.fromEntries(timer.map((name) => [name, unref])) };
}

// Node cannot import WebAssembly modules yet, so the module is instantiated explicitly, once.
async function load(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve(
    '@prisma/schema-engine-wasm/schema_engine_bg',
  );
  const module = await readFile(join(dirname(glue), 'schema_engine_bg.wasm'));
  const { instance } = await host.instantiate(module, {
    './schema_engine_bg.js': imports(),
  });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('The schema engine exports no start function.');
  start();
}

/** Reduces the engine's error report, which contains a stack trace, to the migration and the reason. */
function toReadableError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const [text = ''] = error.message.split(/\n\s+0: /);
  const reason = text.replace('external connector error\n', '').trim();
  const migration = /with migration_name="([^"]+)"/.exec(error.message)?.[1];
  const message = migration === undefined ? reason : `Migration ${migration} failed. ${reason}`;
  return new Error(message, { cause: error });
}

/**
 * Runs `work` with Prisma's migration engine compiled to WebAssembly, which needs no binary download.
 * @throws MigrationBlocked if another transaction locks a table for long
 */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
  options: Partial<LockRetryOptions> = {},
): Promise<Result> {
  loaded ??= load();
  await loaded;
  let blocked: MigrationBlocked | undefined;
  const adapter = new MigrationAdapter(databaseUrl, {
    waits: options.waits ?? defaultLockWaits,
    onProgress: options.onProgress ?? (() => {}),
    onBlocked: (error) => {
      blocked = error;
    },
  });
  try {
    const bound = bindMigrationAwareSqlAdapterFactory(adapter);
    const instance = await engine.SchemaEngine.new({ datamodels: undefined }, () => {}, bound);
    try {
      return await work(instance);
    } finally {
      instance.free();
    }
  } catch (error) {
    throw blocked ?? toReadableError(error);
  } finally {
    await adapter.dispose();
  }
}
