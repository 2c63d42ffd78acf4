import { attachRoot, pay, type Reserved, replaceOnceEnded, reserve } from './attempts.ts';
import type { Callers } from './callers.ts';
import { type Path, paths, pick, type Root } from './paths.ts';
import type { World } from './world.ts';

/** What was created for one attempt. */
export interface Made {
  readonly attemptId: string;
  readonly path: Path;
  readonly root: Root;
}

/** One session being driven. */
export class Driving {
  readonly made: Made[] = [];
  readonly world: World;
  readonly callers: Callers;
  readonly id: string;
  readonly scenario: string;

  constructor(world: World, callers: Callers, id: string, scenario: string) {
    this.world = world;
    this.callers = callers;
    this.id = id;
    this.scenario = scenario;
  }

  async reserve(path: Path): Promise<Reserved> {
    return (await reserve(this.callers, this.id, path)).body;
  }

  async create(path: Path, reserved: Reserved, scenario = this.scenario): Promise<Made> {
    const { acquisition_attempt: attempt, provider } = reserved;
    const metadata = { ...provider.metadata, sandbox_scenario: scenario };
    const root = await path.create(this.callers, metadata, provider.idempotency_keys.root);
    const one = { attemptId: attempt.id, path, root };
    this.made.push(one);
    return one;
  }

  attach({ path, root }: Made, { acquisition_attempt: attempt }: Reserved): Promise<void> {
    return attachRoot(this.callers, this.id, attempt, { type: path.type, id: root.id });
  }

  pay({ path, root }: Made, scenario = this.scenario): Promise<void> {
    return pay(this.callers, path, root, scenario);
  }

  /** Another attempt in the place of one that has ended, with its object; null where none is due. */
  async replace(old: { attemptId: string; path: Path }, scenario: string): Promise<Made | null> {
    const mode = old.path.options.commercial_mode;
    const path = pick(paths.filter(({ options }) => options.commercial_mode === mode));
    const reserved = await replaceOnceEnded(this.callers, this.id, old.attemptId, path);
    if (!reserved) return null;
    const made = await this.create(path, reserved, scenario);
    await this.attach(made, reserved);
    return made;
  }

  /** The keys of the reservation ran out so many minutes ago. */
  async runOut(attemptId: string, minutesAgo: number): Promise<void> {
    await this.world.database.client.$executeRaw`
      UPDATE acquisition_attempt SET provider_retry_not_after = now() - make_interval(mins => ${minutesAgo})
      WHERE merchant_id = ${this.world.merchantId} AND id = ${attemptId}`;
  }
}
