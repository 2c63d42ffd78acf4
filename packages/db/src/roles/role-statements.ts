import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import { tablePrivileges } from './table-privileges.ts';

/** The database roles besides the owner of the tables, who migrates. */
export interface DatabaseRoles {
  /** Processes and admin commands connect with it. */
  readonly run: string;
  /** Reads everything but credentials, for analytics and support. */
  readonly read: string;
}

/** The comment on this table names the roles, so that each migration grants them what it creates. */
const RECORD = '_prisma_migrations';

/** The roles that were set up for this database; null if none were. */
export async function findRoles(client: ClientBase): Promise<DatabaseRoles | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT obj_description(to_regclass($1), 'pg_class') AS comment`,
    [RECORD],
  );
  const comment = rows[0]?.comment;
  return comment ? JSON.parse(comment).roles : null;
}

/**
 * The statements that create roles which are missing, grant what the roles need and revoke everything else. There
 * are none if nothing differs, so that processes need not plan their statements again.
 * @throws Error for a role with more rights than grants can revoke, and for a database without tables
 */
export async function listRoleStatements(
  client: ClientBase,
  roles: DatabaseRoles,
): Promise<string[]> {
  const missing = await findMissingRoles(client, roles);
  const found = await findRoles(client);
  const isRecorded = found?.run === roles.run && found.read === roles.read;
  const comment = escapeLiteral(JSON.stringify({ roles }));
  return [
    // It cannot sign in with a password before it has one.
    ...missing.map((name) => `CREATE ROLE ${escapeIdentifier(name)} LOGIN`),
    ...(await listGrants(client, roles)),
    ...(await listPolicies(client)),
    ...(isRecorded ? [] : [`COMMENT ON TABLE ${RECORD} IS ${comment}`]),
  ];
}

async function findMissingRoles(client: ClientBase, { run, read }: DatabaseRoles) {
  if (run === read) throw new Error('The two roles must have different names.');
  const { rows } = await client.query<{ name: string; isTooStrong: boolean | null }>(
    `SELECT name, rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb
       OR pg_has_role(r.oid, c.relowner, 'MEMBER') AS "isTooStrong"
     FROM unnest($1::text[]) name CROSS JOIN pg_class c LEFT JOIN pg_roles r ON rolname = name
     WHERE c.oid = to_regclass($2)`,
    [[run, read], RECORD],
  );
  if (rows.length === 0) throw new Error('The database has no tables. Run migrate first.');
  const tooStrong = rows.find(({ isTooStrong }) => isTooStrong);
  if (tooStrong) {
    throw new Error(
      `${tooStrong.name} is the owner of the tables, a superuser, bypasses row-level security, or creates roles or databases. Choose another role.`,
    );
  }
  return rows.filter(({ isTooStrong }) => isTooStrong === null).map(({ name }) => name);
}

/** What has privileges of its own, and those that were granted. */
interface Securable {
  readonly kind: 'database' | 'schema' | 'table' | 'column' | 'function';
  /** The name of the table, for a table or column. */
  readonly name: string;
  /** The name of a column. */
  readonly column: string | null;
  /** As GRANT names it. */
  readonly object: string;
  readonly grants: readonly { readonly role: string; readonly privilege: string }[];
}

const PUBLIC = 'PUBLIC';

const securables = `
  SELECT kind, name, "column", object, ARRAY(
    SELECT json_build_object('privilege', privilege_type, 'role',
      CASE WHEN grantee = 0 THEN '${PUBLIC}' ELSE pg_get_userbyid(grantee) END) FROM aclexplode(acl)
  ) AS grants
  FROM (
    SELECT 'database' AS kind, '' AS name, NULL AS "column", format('DATABASE %I', datname) AS object,
      COALESCE(datacl, acldefault('d', datdba)) AS acl
    FROM pg_database WHERE datname = current_database()
    UNION ALL SELECT 'schema', '', NULL, 'SCHEMA public', nspacl
    FROM pg_namespace WHERE nspname = 'public'
    UNION ALL SELECT 'table', relname, NULL, format('TABLE %I', relname), relacl
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'column', relname, attname, format('TABLE %I', relname), attacl
    FROM pg_class JOIN pg_attribute a ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'function', proname, NULL, format('FUNCTION %s', oid::regprocedure),
      COALESCE(proacl, acldefault('f', proowner))
    FROM pg_proc WHERE proname LIKE 'commit\\_sessions\\_%' AND pronamespace = 'public'::regnamespace
  ) all_of_them ORDER BY object`;

async function listGrants(client: ClientBase, roles: DatabaseRoles): Promise<string[]> {
  const { rows } = await client.query<Securable>(securables);
  const known = rows.filter(({ kind, name }) => isOther(kind) || name in tablePrivileges);
  const grants: string[] = [];
  const revocations: string[] = [];
  for (const role of [PUBLIC, roles.run, roles.read]) {
    const quoted = role === PUBLIC ? PUBLIC : escapeIdentifier(role);
    for (const [object, parts] of Map.groupBy(known, ({ object }) => object)) {
      const missing: string[] = [];
      const superfluous: string[] = [];
      // The table first: what is revoked from it is revoked from its columns too.
      const sorted = parts.toSorted(
        (one, other) => Number(isColumn(one)) - Number(isColumn(other)),
      );
      for (const part of sorted) {
        const wanted = getPrivileges(part, role, roles);
        const present = part.grants
          .filter((grant) => grant.role === role)
          .map(({ privilege }) => privilege)
          .filter((privilege) => !isColumn(part) || !superfluous.includes(privilege));
        const format = (privilege: string) =>
          part.column === null ? privilege : `${privilege} (${escapeIdentifier(part.column)})`;
        missing.push(...wanted.filter((one) => !present.includes(one)).map(format));
        superfluous.push(...present.filter((one) => !wanted.includes(one)).map(format));
      }
      if (missing.length > 0) grants.push(`GRANT ${missing.join(', ')} ON ${object} TO ${quoted}`);
      if (superfluous.length > 0)
        revocations.push(`REVOKE ${superfluous.join(', ')} ON ${object} FROM ${quoted}`);
    }
  }
  return [...revocations, ...grants];
}

const isColumn = ({ kind }: Securable): boolean => kind === 'column';
const isOther = (kind: Securable['kind']) => kind !== 'table' && kind !== 'column';

/** The privileges that a role has to have. */
function getPrivileges(
  { kind, name, column, grants }: Securable,
  role: string,
  { run }: DatabaseRoles,
): readonly string[] {
  const isPublic = role === PUBLIC;
  switch (kind) {
    case 'database':
      return isPublic ? [] : ['CONNECT'];
    case 'schema':
      // Extensions in this schema may depend on it.
      if (isPublic) return grants.some((one) => one.role === PUBLIC) ? ['USAGE'] : [];
      return ['USAGE'];
    case 'function':
      return role === run ? ['EXECUTE'] : [];
  }
  const { run: writes = [], hidden = [] } = tablePrivileges[name] ?? {};
  if (isPublic) return [];
  if (role === run) return kind === 'table' ? ['SELECT', ...writes] : [];
  const isVisible =
    column === null ? hidden.length === 0 : hidden.length > 0 && !hidden.includes(column);
  return hidden !== 'all' && isVisible ? ['SELECT'] : [];
}

/** Only the owner deletes audit entries of the last day, which is the shortest retention period. */
const auditPolicies: Readonly<Record<string, string>> = {
  read: 'FOR SELECT USING (true)',
  append: 'FOR INSERT WITH CHECK (true)',
  delete_expired: `FOR DELETE USING (created_at < now() - interval '1 day')`,
};

async function listPolicies(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ isEnabled: boolean; policies: string[] }>(
    `SELECT relrowsecurity AS "isEnabled",
       ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = pg_class.oid) AS policies
     FROM pg_class WHERE oid = to_regclass('audit_entry')`,
  );
  const { isEnabled = false, policies = [] } = rows[0] ?? {};
  return [
    ...Object.entries(auditPolicies)
      .filter(([name]) => !policies.includes(name))
      .map(([name, rule]) => `CREATE POLICY ${name} ON audit_entry ${rule}`),
    ...(isEnabled ? [] : ['ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY']),
  ];
}
