import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { commands, repository } from '../repository.ts';

export interface BuildOptions {
  readonly tasks: readonly string[];
  readonly logFile: string;
  readonly signal?: AbortSignal;
}

/** Turbo finds pnpm, and tasks find their tools, beside the root's other commands. */
export function toolEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    PATH: [commands, env.PATH].filter(Boolean).join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    TURBO_TELEMETRY_DISABLED: '1',
  };
}

const lastLines = (text: string, count: number) =>
  text.trimEnd().split('\n').slice(-count).join('\n');

/** Runs tasks through turbo, which does again only what has changed. Throws with the end of its log. */
export async function build({ tasks, logFile, signal }: BuildOptions): Promise<void> {
  const log = createWriteStream(logFile, { mode: 0o600 });
  const args = ['run', ...tasks, '--output-logs=new-only', '--log-order=grouped'];
  const child = spawn(join(commands, 'turbo'), args, {
    cwd: repository,
    env: toolEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  log.end();
  await finished(log);
  if (code === 0) return;
  const text = await readFile(logFile, 'utf8');
  throw new Error(`The build failed. Its log (${logFile}) ends like this:\n${lastLines(text, 40)}`);
}
