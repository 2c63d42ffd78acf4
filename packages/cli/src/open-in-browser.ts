import { spawn } from 'node:child_process';
import { UsageError } from './errors.ts';
import { print } from './output.ts';

/**
 * Prints a URL, and opens it in the browser without a shell.
 * @throws UsageError if it is no URL of a page
 */
export function openInBrowser(url: string): void {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('The URL must begin with http:// or https://.');
  }
  const commands: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ['open', [url]],
    win32: ['rundll32', ['url.dll,FileProtocolHandler', url]],
  };
  const [command, args] = commands[process.platform] ?? ['xdg-open', [url]];
  print(url);
  spawn(command, args, { detached: true, stdio: 'ignore' })
    .once('error', () => print('No browser was found. Open the URL above.'))
    .unref();
}
