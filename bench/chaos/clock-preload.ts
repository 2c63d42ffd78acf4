// Shifts the clock of a process by the milliseconds in the file that PARLEY_CHAOS_CLOCK names. Timers and
// performance.now() are not shifted, as when the clock of a machine is set.
import { readFileSync } from 'node:fs';

const READ_EVERY_MS = 250;
const file = process.env.PARLEY_CHAOS_CLOCK ?? '';
const RealDate = Date;
let offsetMs = 0;

function readOffset(): void {
  try {
    offsetMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

readOffset();
setInterval(readOffset, READ_EVERY_MS).unref();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offsetMs] : args, newTarget),
  apply: () => new RealDate(RealDate.now() + offsetMs).toString(),
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(target, name),
});
