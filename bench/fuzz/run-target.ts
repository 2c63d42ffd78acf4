import { createRandom } from '../harness/random.ts';
import { createInput, createLongInputs } from './mutate.ts';
import type { Target, Timer } from './target.ts';

/** A call must not take longer than this, in milliseconds. */
const MAX_CALL_MS = 50;

/** An input that the code does not handle. */
interface Finding {
  readonly target: string;
  readonly input: string;
  readonly problem: string;
}

export interface TargetRun {
  readonly target: string;
  readonly inputs: number;
  readonly longInputs: number;
  readonly seconds: number;
  /** The different results of the target. */
  readonly results: number;
  readonly slowest: { readonly ms: number; readonly length: number; readonly beginning: string };
  readonly findings: readonly Finding[];
}

export interface RunOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Lengths of the long inputs, as far as the target accepts them. */
  readonly longLengths: readonly number[];
  /** Of the long inputs, one in so many; each by default. */
  readonly longEvery?: number;
  readonly onProgress?: (inputs: number) => void;
}

/** The kind of a finding that takes too long. The run ends with it, because similar inputs would take long too. */
const SLOW = 'slow';
const MAX_SEEDS = 400;
const MAX_FINDINGS = 5;
/** Inputs per result that become seeds. */
const SEEDS_PER_RESULT = 3;
const PROGRESS_EVERY = 500_000;
/** A pause, such as for garbage collection or of a busy machine, is no fault of the input. */
const MEASUREMENTS = 4;

/** Gives inputs to a target until their number is reached or it has several findings. */
export async function runTarget(target: Target, options: RunOptions): Promise<TargetRun> {
  const random = createRandom(options.seed);
  const seeds = [...target.seeds];
  const results = new Map<string, number>();
  const findings = new Map<string, Finding>();
  let slowest = { ms: 0, length: 0, beginning: '' };

  const give = async (input: string): Promise<void> => {
    const call = await measure(target, input);
    const { ms, result, problem } = isSlow(call) ? await repeat(target, input, call) : call;
    if (ms > slowest.ms) slowest = { ms, length: input.length, beginning: input.slice(0, 60) };
    if (problem !== null) {
      const kind = problem.slice(0, 80);
      if (findings.has(kind)) return;
      const smallest = await shrink(target, input, kind);
      findings.set(kind, { target: target.name, input: smallest, problem });
    } else if (ms > MAX_CALL_MS && !findings.has(SLOW)) {
      findings.set(SLOW, {
        target: target.name,
        input,
        problem: `took ${ms.toFixed(0)} ms for ${input.length} characters`,
      });
    }
    const count = results.get(result) ?? 0;
    results.set(result, count + 1);
    const isWanted = count < SEEDS_PER_RESULT && seeds.length < MAX_SEEDS;
    if (isWanted && input.length < 4_000) seeds.push(input);
  };

  const began = performance.now();
  for (const seed of target.seeds) await give(seed);
  let inputs = target.seeds.length;
  while (inputs < options.inputs && findings.size < MAX_FINDINGS && !findings.has(SLOW)) {
    await give(createInput(random, target, seeds));
    inputs += 1;
    if (inputs % PROGRESS_EVERY === 0) options.onProgress?.(inputs);
  }
  let longInputs = 0;
  for (const length of new Set(options.longLengths.map((one) => Math.min(one, target.maxLength)))) {
    let index = 0;
    for (const input of createLongInputs(target, length)) {
      if (findings.size >= MAX_FINDINGS || findings.has(SLOW)) break;
      if (index++ % (options.longEvery ?? 1) > 0) continue;
      await give(input.slice(0, target.maxLength));
      longInputs += 1;
    }
  }
  const seconds = (performance.now() - began) / 1_000;
  return {
    target: target.name,
    inputs,
    longInputs,
    seconds,
    results: results.size,
    slowest,
    findings: [...findings.values()],
  };
}

interface Call {
  readonly ms: number;
  readonly result: string;
  /** Null unless an undocumented error was thrown or a property does not hold. */
  readonly problem: string | null;
}

const isSlow = ({ ms }: Call) => ms > MAX_CALL_MS;

async function measure(
  target: Target,
  input: string,
  readClock = () => performance.now(),
): Promise<Call> {
  let ms = 0;
  const time: Timer = (work) => {
    const began = readClock();
    const before = ms;
    const update = () => {
      ms = before + readClock() - began;
    };
    try {
      const result = work();
      if (result instanceof Promise) result.then(update, update);
      return result;
    } finally {
      update();
    }
  };
  try {
    const given = target.run(input, time);
    const result = typeof given === 'string' ? given : await given;
    return { ms, result, problem: null };
  } catch (error) {
    return { ms, result: 'problem', problem: String(error) };
  }
}

/** Returns the fastest of several calls with the same input. */
async function repeat(target: Target, input: string, first: Call): Promise<Call> {
  let fastest = first;
  for (let index = 1; index < MEASUREMENTS && isSlow(fastest); index++) {
    const again = await measure(target, input, readCpuMilliseconds);
    if (again.ms < fastest.ms) fastest = again;
  }
  return fastest;
}

/** The processor time of this thread. */
function readCpuMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Removes parts of an input while it has the same problem. */
async function shrink(target: Target, input: string, kind: string): Promise<string> {
  let smallest = input;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < smallest.length; ) {
      const shorter = smallest.slice(0, at) + smallest.slice(at + size);
      const { problem } = await measure(target, shorter);
      if (problem?.slice(0, 80) === kind) smallest = shorter;
      else at += size;
    }
  }
  return smallest;
}
