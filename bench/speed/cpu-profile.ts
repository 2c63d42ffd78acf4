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

/** Reads the profile that a process has written into a folder at its end. */
export async function readProfile(folder: string): Promise<CpuProfile> {
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'));
  if (file === undefined) throw new Error(`The API wrote no profile into ${folder}.`);
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
}

/** Sums the own time of functions and of modules in an interval, in microseconds of the monotonic clock. */
export function sumShares(profile: CpuProfile, from: number, to: number) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const functions = new Map<string, number>();
  const modules = new Map<string, number>();
  const add = (times: Map<string, number>, name: string, time: number) =>
    times.set(name, (times.get(name) ?? 0) + time);
  let at = profile.startTime;
  for (const [i, id] of profile.samples.entries()) {
    const time = profile.timeDeltas[i] ?? 0;
    at += time;
    const node = nodes.get(id);
    if (at < from || at > to || !node || node.callFrame.functionName === '(idle)') continue;
    add(functions, getName(node), time);
    add(modules, getModule(node), time);
  }
  return { functions: getShares(functions), modules: getShares(modules) };
}

function getShares(times: ReadonlyMap<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, share: time / total }))
    .toSorted((a, b) => b.share - a.share);
}

const getPath = (url: string) => url.replace('file://', '').replace(repository, '');

function getName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)';
  const path = getPath(url).replace(/^.*node_modules\//, '');
  return url === '' ? name : `${name} ${path}:${lineNumber + 1}`;
}

/** The npm package, the folder of this repository, or the part of Node.js that a function belongs to. */
function getModule({ callFrame: { functionName, url } }: ProfileNode): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native code';
  if (url.startsWith('node:')) return 'node';
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return dependency ?? getPath(url).split('/').slice(0, 2).join('/');
}
