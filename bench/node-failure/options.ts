import { parseArgs } from 'node:util';

export const usage = `npm run bench:node-failure -- --node <host:port> --stop <command> --start <command> [option…]

Creates sessions of eight merchants through two API processes on the coordinator and one on a worker node
of a Citus cluster, while a node is stopped and started again. Prints creates per second by API and by the
node of the merchant, and fails if an acknowledged session is missing or a repeated request made another one.

CITUS_DATABASE_URL names an empty database on the coordinator.

Options:
  --node <host:port>  the node that is stopped: a worker node or the coordinator
  --stop <command>    a shell command that stops it, such as pg_ctl -D /data/7701 -m immediate stop
  --start <command>   a shell command that starts it again
  --seconds <n>       length of each of the three parts: before, while it is stopped, after (10)
  --help
`;

export interface Options {
  readonly url: string;
  /** The node that is stopped, as host:port. */
  readonly node: string;
  readonly stop: string;
  readonly start: string;
  readonly seconds: number;
}

/** @throws Error when a required option is missing */
export function readOptions(args: readonly string[]): Options | 'help' {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      node: text,
      stop: text,
      start: text,
      seconds: { type: 'string', default: '10' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { node, stop, start } = values;
  const url = process.env.CITUS_DATABASE_URL;
  if (!url) throw new Error('CITUS_DATABASE_URL is not set.');
  if (!node || !stop || !start) throw new Error('--node, --stop and --start are required.');
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error('--seconds must be a positive number.');
  return { url, node, stop, start, seconds };
}
