import type { BenchmarkTarget } from './benchmark-target.ts';
import { type CreateCost, createCostTable, measureCreates } from './creates-in-turn.ts';
import { type Environment, openProductTargets } from './environment.ts';
import { create } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { load } from './report.ts';

/** Each process gets as many, so that as many of its requests share a statement. */
const CONNECTIONS_PER_PROCESS = 32;
const PROCESS_COUNTS = [1, 2, 4];
/** Creates after which Node.js has compiled what runs often. */
const WARM_UP_CREATES = 10_000;
const WARM_UP_SECONDS = 2;
/** On a busy machine, 30 s for each process must do. */
const MAX_WARM_UPS = 15;
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
  const targets = PROCESS_COUNTS.map((count) => {
    const { name, run } = targetOf(create, product.apis.slice(0, count));
    const target: BenchmarkTarget = {
      name,
      run: (connections, seconds) => run(connections * count, seconds),
    };
    return { count, target };
  });
  for (const api of product.apis) await compileCode(targetOf(create, [api]));
  const results = await measureCreates(targets, {
    ...options,
    connections: CONNECTIONS_PER_PROCESS,
  });
  print(`processes measured; load ${load()}`);
  return results;
}

/** By number and not by time, because the processes of a larger group get fewer requests each. */
async function compileCode(target: BenchmarkTarget): Promise<void> {
  let done = 0;
  for (let i = 0; i < MAX_WARM_UPS && done < WARM_UP_CREATES; i++) {
    done += (await target.run(CONNECTIONS_PER_PROCESS, WARM_UP_SECONDS)).requests;
  }
}

export const processTable = (results: readonly CreateCost[]) =>
  createCostTable('API processes', results, GOAL);
