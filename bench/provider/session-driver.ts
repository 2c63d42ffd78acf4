import { attachRoot, pay, type Reserved, reserve, supersedeOnceEnded } from './attempts.ts';
import type { Clients } from './clients.ts';
import {
  AMOUNT,
  type IntegrationPath,
  integrationPaths,
  pick,
  type Root,
} from './integration-paths.ts';
import type { Product } from './start-product.ts';

/** A root object that was created for an attempt. */
export interface CreatedRoot {
  readonly attemptId: string;
  readonly path: IntegrationPath;
  readonly root: Root;
}

/** Runs the steps of one session and records the root objects that it creates. */
export class SessionDriver {
  readonly createdRoots: CreatedRoot[] = [];
  readonly product: Product;
  readonly clients: Clients;
  readonly id: string;
  readonly scenario: string;

  constructor(product: Product, clients: Clients, id: string, scenario: string) {
    this.product = product;
    this.clients = clients;
    this.id = id;
    this.scenario = scenario;
  }

  async reserve(path: IntegrationPath): Promise<Reserved> {
    return (await reserve(this.clients, this.id, path)).body;
  }

  async create(
    path: IntegrationPath,
    reserved: Reserved,
    scenario = this.scenario,
  ): Promise<CreatedRoot> {
    const { acquisition_attempt: attempt, provider } = reserved;
    const metadata = { ...provider.metadata, sandbox_scenario: scenario };
    const { root: key } = provider.idempotency_keys;
    const root = await path.create(this.clients, { amountMinor: AMOUNT, metadata, key });
    const created = { attemptId: attempt.id, path, root };
    this.createdRoots.push(created);
    return created;
  }

  attach({ path, root }: CreatedRoot, { acquisition_attempt: attempt }: Reserved): Promise<void> {
    return attachRoot(this.clients, this.id, attempt, { type: path.type, id: root.id });
  }

  pay({ path, root }: CreatedRoot, scenario = this.scenario): Promise<void> {
    return pay(this.clients, path, root, scenario);
  }

  /** Supersedes an attempt that has ended and creates its root object; null if it cannot be superseded. */
  async supersede(
    old: { attemptId: string; path: IntegrationPath },
    scenario: string,
  ): Promise<CreatedRoot | null> {
    const mode = old.path.options.commercial_mode;
    const path = pick(integrationPaths.filter(({ options }) => options.commercial_mode === mode));
    const reserved = await supersedeOnceEnded(this.clients, this.id, old.attemptId, path);
    if (!reserved) return null;
    const created = await this.create(path, reserved, scenario);
    await this.attach(created, reserved);
    return created;
  }

  /** Sets the expiry of an attempt's idempotency keys to a number of minutes ago. */
  async expireKeys(attemptId: string, minutesAgo: number): Promise<void> {
    await this.product.database.client.$executeRaw`
      UPDATE acquisition_attempt SET provider_retry_not_after = now() - make_interval(mins => ${minutesAgo})
      WHERE merchant_id = ${this.product.merchantId} AND id = ${attemptId}`;
  }
}
