import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapter } from './migration-adapter.ts';

export type SchemaEngine = engine.SchemaEngine;

interface WebAssemblyHost {
  readonly instantiate: (
    module: Uint8Array,
    imports: object,
  ) => Promise<{ instance: { exports: Record<string, unknown> } }>;
}

// TypeScript keeps WebAssembly's types with the browser's.
const host = (globalThis as unknown as { WebAssembly: WebAssemblyHost }).WebAssembly;

let loaded: Promise<void> | undefined;

/** The engine's own imports, but its 10 s timer for the advisory lock must not keep a process alive. */
function imports(): Record<string, unknown> {
  const timer = Object.keys(engine).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const unref = (done: () => void, ms: number) => setTimeout(done, ms).unref();
  return { ...engine, ...Object.fromEntries(timer.map((name) => [name, unref])) };
}

// Node loads no WebAssembly by import yet, so the module is instantiated by hand, once.
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

/** The engine's error is a report with its own inner places in it; what is kept says which migration and why. */
function readable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const [text = ''] = error.message.split(/\n\s+0: /);
  const reason = text.replace('external connector error\n', '').trim();
  const migration = /with migration_name="([^"]+)"/.exec(error.message)?.[1];
  const message = migration === undefined ? reason : `Migration ${migration} failed. ${reason}`;
  return new Error(message, { cause: error });
}

/** Prisma's own migration engine, in WebAssembly: nothing is downloaded and no binary is run. */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  loaded ??= load();
  await loaded;
  const adapter = new MigrationAdapter(databaseUrl);
  try {
    const bound = bindMigrationAwareSqlAdapterFactory(adapter);
    const instance = await engine.SchemaEngine.new({ datamodels: undefined }, () => {}, bound);
    try {
      return await work(instance);
    } finally {
      instance.free();
    }
  } catch (error) {
    throw readable(error);
  } finally {
    await adapter.dispose();
  }
}
