import { Prisma } from './generated/client.ts';
import type { JsonObject } from './records.ts';

/** A JSON object as Prisma takes it; null is the database's NULL, not JSON's. */
export function asJson(value: JsonObject): Prisma.InputJsonObject;
export function asJson(value: JsonObject | null): Prisma.InputJsonObject | typeof Prisma.DbNull;
export function asJson(value: JsonObject | null) {
  return value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject);
}
