import type { ClientBase } from 'pg';
import { type DatabaseRoles, findRoles, listRoleStatements } from '../roles/role-statements.ts';
import { withConnection } from './with-connection.ts';

export interface ApplyRolesOptions {
  /** With the owner of the tables, who needs the right to create roles if they do not exist. */
  readonly databaseUrl: string;
  readonly roles: DatabaseRoles;
  /** Executes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Sets up the roles with which processes run and people read. From then on, `applyMigrations` grants them what
 * it creates.
 * @returns the statements that were executed; with `dryRun`, those that would be
 */
export function applyRoles({ databaseUrl, roles, dryRun }: ApplyRolesOptions): Promise<string[]> {
  return withConnection(databaseUrl, async (client) => {
    const statements = await listRoleStatements(client, roles);
    if (!dryRun) await execute(client, statements);
    return statements;
  });
}

/** Grants the roles what a migration created; does nothing if no roles were set up. */
export async function updateGrants(client: ClientBase): Promise<string[]> {
  const statements = await listMissingGrants(client);
  await execute(client, statements);
  return statements;
}

/** The statements that `updateGrants` would execute. */
async function listMissingGrants(client: ClientBase): Promise<string[]> {
  const roles = await findRoles(client);
  return roles === null ? [] : await listRoleStatements(client, roles);
}

/** The statements by which the next `applyMigrations` would update the grants of the roles. */
export const pendingGrants = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, listMissingGrants);

/** The role of a connection, for a check of an installation. */
export interface RoleDiagnosis {
  readonly name: string;
  /** Whether it may change tables themselves, as the owner of the tables or as a superuser. */
  readonly isOwner: boolean;
  /** Statements by which the grants differ from those that this version needs. */
  readonly missingGrants: readonly string[];
}

/** Reads which role a URL connects as. */
export function diagnoseRole(databaseUrl: string): Promise<RoleDiagnosis> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<Pick<RoleDiagnosis, 'name' | 'isOwner'>>(
      `SELECT current_user AS name,
         COALESCE(pg_has_role(relowner, 'MEMBER'), false)
           OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isOwner"
       FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`,
    );
    const [role] = rows;
    if (!role) throw new Error('The database has no tables.');
    return { ...role, missingGrants: await listMissingGrants(client) };
  });
}

async function execute(client: ClientBase, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return;
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
