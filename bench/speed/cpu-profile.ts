import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../', import.meta.url));

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A CPU profile of V8. Times in microseconds of the monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  /** The node that ran at each sample. */
  readonly samples: readonly number[];
  /** Time since the previous sample. */
  readonly timeDeltas: readonly number[];
}

/** Part of the processor time. */
export interface Share {
  readonly name: string;
  /** From 0 to 1, of the time in which the process was not idle. */
  readonly share: number;
}

export interface ProfileSummary {
  readonly functions: readonly Share[];
  readonly modules: readonly Share[];
  /**
   * Folded stacks, from the caller to the function that ran. Functions of this repository have their
   * names, others only their module.
   */
  readonly paths: readonly Share[];
}

/** Now, on the clock of the profiles of all processes. */
export const monotonicMicroseconds = () => Number(process.hrtime.bigint() / 1_000n);

/** Reads the profile that a process has written into a folder at its end. */
export async function readProfile(folder: string): Promise<CpuProfile> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error(`The API wrote no profile into ${folder}.`);
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
}

/** Sums the own time of functions, of modules and of call paths in an interval. */
export function summarizeProfile(profile: CpuProfile, from: number, to: number): ProfileSummary {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const functions = new Map<string, number>();
  const modules = new Map<string, number>();
  const paths = new Map<string, number>();
  const pathOfNode = foldStacks(profile.nodes);
  const add = (times: Map<string, number>, name: string, time: number) =>
    times.set(name, (times.get(name) ?? 0) + time);
  let at = profile.startTime;
  for (const [i, id] of profile.samples.entries()) {
    const time = profile.timeDeltas[i] ?? 0;
    at += time;
    const node = nodes.get(id);
    if (at < from || at > to || !node || node.callFrame.functionName === '(idle)') continue;
    add(functions, nameOf(node), time);
    add(modules, moduleOf(node), time);
    add(paths, pathOfNode.get(id) ?? '', time);
  }
  return {
    functions: sharesOf(functions),
    modules: sharesOf(modules),
    paths: sharesOf(paths),
  };
}

function sharesOf(times: ReadonlyMap<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, share: time / total }))
    .toSorted((a, b) => b.share - a.share);
}

/** Returns the folded stack of each node: the own functions, then the other modules that they called. */
function foldStacks(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const stacks = new Map<number, readonly Frame[]>();
  // A parent precedes its children.
  for (const node of nodes) {
    stacks.set(node.id, addFrame(stacks.get(parents.get(node.id) ?? -1) ?? [], frameOf(node)));
  }
  return new Map([...stacks].map(([id, stack]) => [id, fold(stack)]));
}

/** Long stacks have their middle left out. */
function fold(stack: readonly Frame[]): string {
  const names = stack.map(({ name }) => name);
  const shown = names.length > 6 ? [...names.slice(0, 2), '…', ...names.slice(-3)] : names;
  return shown.join(' › ');
}

interface Frame {
  readonly name: string;
  /** Whether it is a function of this repository. */
  readonly isOwn: boolean;
}

/** The event loop, from which everything is called. */
const outermost = ['(root)', 'runMicrotasks', 'node'];

function addFrame(stack: readonly Frame[], frame: Frame): readonly Frame[] {
  // Calls within a module, and of a function by itself, are one frame.
  if (frame.name === stack.at(-1)?.name) return stack;
  // What lies between own functions, such as the framework, is left out.
  if (frame.isOwn) return [...stack.filter(({ isOwn }) => isOwn), frame];
  return outermost.includes(stack.at(-1)?.name ?? '') && stack.length === 1
    ? [frame]
    : [...stack, frame];
}

function frameOf(node: ProfileNode): Frame {
  const module = moduleOf(node);
  const { functionName, url } = node.callFrame;
  const folder = /^(?:packages|apps)\/(.+)/.exec(module)?.[1];
  if (folder === undefined) {
    const isNamed = module === 'native code' && functionName !== '';
    return { name: isNamed ? functionName : module, isOwn: false };
  }
  const name = functionName || url.replace(/^.*\//, '');
  return { name: `${folder}:${name}`, isOwn: true };
}

const pathOf = (url: string) => url.replace('file://', '').replace(repository, '');

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  const path = pathOf(url).replace(/^.*node_modules\//, '');
  return url === '' ? name : `${name} ${path}:${lineNumber + 1}`;
}

/** The npm package, the folder of this repository, or the part of Node.js that a function belongs to. */
function moduleOf({ callFrame: { functionName, url } }: ProfileNode): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  if (url.startsWith('node:')) return 'node';
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return dependency ?? pathOf(url).split('/').slice(0, 2).join('/');
}
