import { readFile } from 'node:fs/promises';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MigrationAdapter } from './migration-adapter.ts';

export type SchemaEngine = engine.SchemaEngine;

let loaded: Promise<void> | undefined;

/** The engine's own imports, but its 10 s timer for the advisory lock must not keep a process alive. */
function imports(): Record<string, unknown> {
  const timer = Object.keys(engine).filter((name) => name.startsWith('__wbg_setTimeout_'));
  const unref = (done: () => void, ms: number) => setTimeout(done, ms).unref();
  return { ...engine, ...Object.fromEntries(timer.map((name) => [name, unref])) };
}

// Node loads no WebAssembly by import yet, so the module is instantiated by hand, once.
async function load(): Promise<void> {
  const file = new URL(
    'schema_engine_bg.wasm',
    import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
  );
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': imports() as WebAssembly.ModuleImports,
  });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start !== 'function') throw new Error('The schema engine exports no start function.');
  start();
}

/** What the engine throws is a JSON text in an Error's message, or an Error of the driver. */
function readable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error), { cause: error });
  const text = error.message.replace(/\n\s+at .*$/s, '').trim();
  return new Error(text, { cause: error });
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
