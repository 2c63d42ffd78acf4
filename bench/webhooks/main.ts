import { availableParallelism, totalmem } from 'node:os';
import { type Bench, startBench } from './bench.ts';
import { measureCrashes } from './crash.ts';
import { measureLatency } from './latency.ts';
import { measureDrain, undiciAlone } from './throughput.ts';

// npm run bench:webhooks [throughput|backlog|latency|hang|crash]…: all of them without a name.

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(0)} ms`;
const us = (value: number) => `${value.toFixed(0)} µs`;
const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;

const parts: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async throughput(bench) {
    const endpoints = await bench.endpoints(50);
    await undiciAlone(bench, endpoints, 5_000);
    for (let round = 1; round <= 3; round++) {
      const alone = await undiciAlone(bench, endpoints, 30_000);
      const drain = await measureDrain(bench, endpoints, 20_000);
      const share = (drain.perSecond / alone.perSecond).toFixed(2);
      const cpuShare = (alone.cpu / drain.cpu).toFixed(2);
      say(
        `throughput ${round}: undici alone ${perSecond(alone.perSecond)} at ${us(alone.cpu)} each; one worker with Postgres ${perSecond(drain.perSecond)} at ${us(drain.cpu)} each (${drain.deliveries} deliveries, 50 endpoints): ${share} of the speed, ${cpuShare} by processor time`,
      );
    }
  },

  async backlog(bench) {
    const endpoints = await bench.endpoints(100);
    const {
      deliveries,
      seconds,
      perSecond: rate,
      memory,
    } = await measureDrain(bench, endpoints, 100_000);
    say(
      `backlog: ${deliveries} deliveries in ${seconds.toFixed(1)} s (${perSecond(rate)}), 100 endpoints`,
    );
    say(`backlog: megabytes held at each tenth of the way: ${memory.join(' ')}`);
  },

  async latency(bench) {
    const endpoints = await bench.endpoints(50);
    const worker = await bench.startWorker();
    await measureLatency(bench, endpoints, { perSecond: 200, seconds: 3, hanging: 0 });
    const found = await measureLatency(bench, endpoints, {
      perSecond: 200,
      seconds: 30,
      hanging: 0,
    });
    say(
      `latency: ${found.events} events at 200/s, committed to wire: p50 ${ms(found.p50)}, p99 ${ms(found.p99)}, most ${ms(found.max)}`,
    );
    await worker.stop();
  },

  async hang(bench) {
    const worker = await bench.startWorker();
    const p99s: { well: number[]; hanging: number[] } = { well: [], hanging: [] };
    await measureLatency(bench, await bench.endpoints(50), {
      perSecond: 200,
      seconds: 3,
      hanging: 0,
    });
    // In turns, so that what else the machine does meets both.
    for (let round = 0; round < 3; round++) {
      for (const hanging of [0, 1]) {
        const endpoints = await bench.endpoints(50);
        const found = await measureLatency(bench, endpoints, {
          perSecond: 200,
          seconds: 15,
          hanging,
        });
        p99s[hanging === 0 ? 'well' : 'hanging'].push(found.p99);
        say(
          `hang: ${hanging} of 50 hangs: p50 ${ms(found.p50)}, p99 ${ms(found.p99)} over the others`,
        );
      }
    }
    const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[1] ?? Number.NaN;
    const moved = (middle(p99s.hanging) / middle(p99s.well) - 1) * 100;
    say(`hang: the p99 of the others moves by ${moved.toFixed(1)} % (median of three rounds each)`);
    await worker.stop();
  },

  async crash(bench) {
    const endpoints = await bench.endpoints(8);
    const found = await measureCrashes(bench, endpoints, {
      sessions: 2_000,
      kills: 12,
      workers: 3,
    });
    say(
      `crash: ${found.kills} workers killed; ${found.committed} events committed, ${found.arrived} arrived, ${found.lost} lost, ${found.duplicates} duplicates (same id), ${found.badSignatures} bad signatures, ${found.gaps} sessions with a gap; ${found.seconds.toFixed(0)} s`,
    );
    if (found.lost + found.badSignatures + found.gaps > 0) process.exitCode = 1;
  },
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(parts);
say(`${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`);
for (const name of names) {
  const part = parts[name];
  if (!part) throw new Error(`${name} is none of ${Object.keys(parts).join(', ')}`);
  const bench = await startBench();
  try {
    await part(bench);
  } finally {
    await bench.stop();
  }
}
