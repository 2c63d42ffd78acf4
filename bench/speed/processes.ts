import { type CreateCost, createCostTable, measureCreates } from './creates-in-turn.ts';
import { type Environment, openProductTargets } from './environment.ts';
import { create } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { load } from './report.ts';

const CONNECTIONS = 128;
const PROCESS_COUNTS = [1, 2, 4];
/** The cost of a create may differ by this share between numbers of processes. */
const GOAL = 0.15;

/** Measures creates that several API processes share, on one database. */
export async function measureProcesses(
  environment: Environment,
  options: Options,
  print: (line: string) => void,
): Promise<CreateCost[]> {
  const processes = Math.max(...PROCESS_COUNTS);
  const product = environment.use(
    await startProduct({ ...environment, name: 'processes', processes }),
  );
  const { targetOf } = await openProductTargets(environment, product, 0);
  const targets = PROCESS_COUNTS.map((count) => ({
    count,
    target: targetOf(create, product.apis.slice(0, count)),
  }));
  const results = await measureCreates(targets, { ...options, connections: CONNECTIONS });
  print(`processes measured; load ${load()}`);
  return results;
}

export const processTable = (results: readonly CreateCost[]) =>
  createCostTable('API processes', results, GOAL);
