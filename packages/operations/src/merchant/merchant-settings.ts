import { hash } from 'node:crypto';
import type {
  EmbeddingOriginsOutput,
  MerchantSettingsView,
  ReplaceEmbeddingOriginsInput,
  UpdateMerchantSettingsInput,
} from '@parley/contract';
import type { LogoRecord, MerchantSettings, Repositories, Transaction } from '@parley/db';
import {
  DomainError,
  InvalidFieldError,
  isCornerRadius,
  isLocalOrigin,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  readImage,
} from '@parley/domain';
import { diffFields, recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import { authenticateKey } from '../request/api-key.ts';
import type { Caller } from '../request/caller.ts';
import { loadSettings } from '../request/caller-settings.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { omitUndefined } from '../request/omit-undefined.ts';

/**
 * The settings as they are now, with the content of the logo.
 * @throws DomainError not_found
 */
export async function getMerchantSettings(
  deps: Deps,
  caller: Caller,
): Promise<MerchantSettingsView> {
  return readView(deps.database.forScope(caller));
}

/**
 * Changes the settings in both modes. New sessions and payer pages use them within two seconds. Saving
 * equal settings changes nothing.
 * @throws DomainError invalid_request for a logo or origin that is not accepted, and if the settings have
 *   changed since `expected_version`
 */
export async function updateMerchantSettings(
  deps: Deps,
  caller: Caller,
  input: UpdateMerchantSettingsInput,
): Promise<MerchantSettingsView> {
  const logo = typeof input.logo === 'string' ? getLogo(input.logo) : input.logo;
  requireOrigins(deps, input.embedding_origins ?? []);
  return inTransaction(deps, caller, async (tx) => {
    const before = await loadSettings(tx);
    if (before.settingsVersion !== input.expected_version) throw staleVersion();
    const isChanged = await saveSettings(deps, tx, caller, before, getPatch(input, logo));
    if (isChanged && logo !== undefined) await tx.settings.replaceLogo(logo);
    return readView(tx);
  });
}

/** The origins of the pages that may frame the payer page. */
export async function getEmbeddingOrigins(
  deps: Deps,
  caller: Caller,
): Promise<EmbeddingOriginsOutput> {
  const { embeddingOrigins } = await loadSettings(deps.database.forScope(caller));
  return { embedding_origins: embeddingOrigins };
}

/**
 * Replaces the origins of the pages that may frame the payer page in both modes. Payer pages use them within
 * two seconds.
 * @throws DomainError invalid_request for an origin that is not accepted
 */
export async function replaceEmbeddingOrigins(
  deps: Deps,
  caller: Caller,
  { embedding_origins }: ReplaceEmbeddingOriginsInput,
): Promise<EmbeddingOriginsOutput> {
  requireOrigins(deps, embedding_origins);
  return inTransaction(deps, caller, async (tx) => {
    const before = await loadSettings(tx, true);
    await saveSettings(deps, tx, caller, before, { embeddingOrigins: embedding_origins });
    return { embedding_origins };
  });
}

/**
 * Saves changed settings, and records the changed fields.
 * @returns false if nothing changes
 * @throws DomainError invalid_request if the settings have changed since they were read
 */
async function saveSettings(
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  before: MerchantSettings,
  patch: Partial<MerchantSettings>,
): Promise<boolean> {
  const after = { ...before, ...patch };
  const changes = diffFields(auditedFields(before), auditedFields(after));
  if (Object.keys(changes).length === 0) return false;
  const { settingsVersion, ...values } = after;
  const now = await tx.now();
  if (!(await tx.settings.update(settingsVersion, values, now))) throw staleVersion();
  await recordMerchantAuditEntry(deps, tx, caller, {
    action: 'merchant.updated',
    objectId: caller.merchantId,
    at: now,
    details: changes,
  });
  return true;
}

/**
 * The logo for payer pages, by the SHA-256 of its content.
 * @param key a publishable key of the merchant
 * @throws DomainError invalid_api_key, not_found
 */
export async function findLogo(deps: Deps, key: string, hash: string): Promise<LogoRecord> {
  const { kind, merchantId, mode } = await authenticateKey(deps, key);
  const { settings } = deps.database.forScope({ merchantId, mode });
  const logo = kind === 'publishable' ? await settings.findLogo(hash) : null;
  if (!logo) throw new DomainError('not_found');
  return logo;
}

function getPatch(
  input: UpdateMerchantSettingsInput,
  logo: LogoRecord | null | undefined,
): Partial<MerchantSettings> {
  return omitUndefined({
    name: input.name,
    supportEmail: input.support_email,
    supportUrl: input.support_url,
    supportPhone: input.support_phone,
    termsUrl: input.terms_url,
    privacyUrl: input.privacy_url,
    accentColor: input.accent_color,
    cornerRadius: input.corner_radius,
    successText: input.success_text,
    // Null removes it; undefined keeps it.
    logoHash: logo === null ? null : logo?.hash,
    embeddingOrigins: input.embedding_origins,
    defaultPayerDestinationUrl: input.default_payer_destination_url,
    defaultLifetimeSeconds: input.default_lifetime_seconds,
    emailReceipts: input.email_receipts,
  });
}

const plainFields = (settings: MerchantSettings) => ({
  name: settings.name,
  support_email: settings.supportEmail,
  support_url: settings.supportUrl,
  support_phone: settings.supportPhone,
  terms_url: settings.termsUrl,
  privacy_url: settings.privacyUrl,
  accent_color: settings.accentColor,
  corner_radius: isCornerRadius(settings.cornerRadius) ? settings.cornerRadius : null,
  success_text: settings.successText,
  embedding_origins: settings.embeddingOrigins,
  default_payer_destination_url: settings.defaultPayerDestinationUrl,
  default_lifetime_seconds: settings.defaultLifetimeSeconds,
  email_receipts: settings.emailReceipts,
});

/** The settings without the content of the logo, which the export does not contain. */
export async function readExportedSettings(
  repositories: Pick<Repositories, 'settings'>,
): Promise<object> {
  const { logo, ...view } = await readView(repositories);
  return { ...view, logo: logo && { hash: logo.hash, content_type: logo.content_type } };
}

const auditedFields = (settings: MerchantSettings) => ({
  ...plainFields(settings),
  logo: settings.logoHash,
});

async function readView(
  repositories: Pick<Repositories, 'settings'>,
): Promise<MerchantSettingsView> {
  const settings = await loadSettings(repositories);
  const { logoHash, settingsVersion } = settings;
  const logo = logoHash === null ? null : await repositories.settings.findLogo(logoHash);
  return {
    version: settingsVersion,
    ...plainFields(settings),
    logo: logo && {
      hash: logo.hash,
      content_type: logo.contentType,
      content: Buffer.from(logo.content).toString('base64'),
    },
  };
}

/** @throws DomainError invalid_request */
function getLogo(base64: string): LogoRecord {
  const content = Uint8Array.from(Buffer.from(base64, 'base64'));
  if (content.length > MAX_LOGO_BYTES) {
    throw new InvalidFieldError(
      'logo',
      `must have at most ${MAX_LOGO_BYTES / 1024} KiB. Use a smaller image.`,
    );
  }
  const image = readImage(content);
  if (!image) {
    throw new InvalidFieldError('logo', 'must be a PNG, JPEG or WebP image.');
  }
  const { contentType, width, height } = image;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_LOGO_PIXELS) {
    throw new InvalidFieldError(
      'logo',
      `must be 1 to ${MAX_LOGO_PIXELS} pixels wide and high; it is ${width} × ${height}.`,
    );
  }
  return { hash: hash('sha256', content), contentType, content };
}

/**
 * Origins on this machine are for development, where the payer page is on this machine too.
 * @throws DomainError invalid_request
 */
export function requireOrigins({ checkoutUrl }: Deps, origins: readonly string[]): void {
  const local = origins.find(isLocalOrigin);
  if (local === undefined || isLocalOrigin(checkoutUrl)) return;
  throw new InvalidFieldError('embedding_origins', `must be https, unlike ${local}.`);
}

function staleVersion(): DomainError {
  return new InvalidFieldError(
    'expected_version',
    'is not the current version: someone else saved the settings. Read them again, then repeat your changes.',
  );
}
