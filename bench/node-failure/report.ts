import { type Client, CREATED } from './create-load.ts';

/** A client of an API process, for a merchant whose rows are on a node. */
export interface Source {
  /** The node to which the API connects. */
  readonly api: string;
  readonly merchantNode: string;
  readonly client: Client;
}

/** A part of the run, on the clock of `performance.now()`. */
export interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Creates per second in each part, by node of the API and of the merchant, as a Markdown table. */
export function recoveryTable(
  sources: readonly Source[],
  parts: readonly Part[],
  started: number,
): string {
  const groups = Map.groupBy(sources, ({ api, merchantNode }) => `${api} | ${merchantNode}`);
  const rows = [...groups].map(([name, group]) => {
    const attempts = group.flatMap(({ client }) => client.attempts);
    const perSecond = parts.map(({ from, to }) => {
      const count = attempts.filter(
        ({ at, result }) => result === CREATED && at >= from && at < to,
      ).length;
      return (count / ((to - from) / 1_000)).toFixed(0);
    });
    // Of each client, because the slowest one ends the outage of the group.
    const recovered = group.map(({ client }) => {
      const next = client.attempts.find(({ at, result }) => result === CREATED && at >= started);
      return next ? (next.at - started) / 1_000 : Number.POSITIVE_INFINITY;
    });
    return `| ${name} | ${perSecond.join(' | ')} | ${Math.max(...recovered).toFixed(1)} |`;
  });
  const names = parts.map(({ name }) => `${name}, /s`).join(' | ');
  return [
    `| API connects to | merchant is on | ${names} | seconds until all clients succeed |`,
    `| --- | --- | ${parts.map(() => '---').join(' | ')} | --- |`,
    ...rows.sort(),
  ].join('\n');
}

/** How often each refusal and failure occurred, since a time on the clock of `performance.now()`. */
export function failureList(sources: readonly Source[], since = 0): string {
  const failures = sources
    .flatMap(({ client }) => client.attempts)
    .filter(({ at, result }) => at >= since && result !== CREATED);
  const counts = [...Map.groupBy(failures, ({ result }) => result)];
  return counts.map(([result, { length }]) => `${length} × ${result}`).join(', ') || 'none';
}
