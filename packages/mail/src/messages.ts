import { type MailContent, type MailText, renderMail } from './render-mail.ts';

/** Declares an email by its text. */
const mail =
  <Input extends unknown[]>(text: (...input: Input) => MailText) =>
  (...input: Input): MailContent =>
    renderMail(text(...input));

interface Linked {
  readonly url: string;
}

const NOT_EXPECTED = 'If you did not request this, ignore this email. Nothing has changed.';
const ifNotYou = (url: string) => `If this was not you, reset your password immediately: ${url}`;

/** Leads to the page that creates the account. */
export const signUpMail = mail(({ url }: Linked) => ({
  subject: 'Confirm your email for Parley',
  paragraphs: ['Confirm that this email address is yours, and choose a password.'],
  link: { label: 'Create your account', url },
  note: `The link works once and expires in one hour. ${NOT_EXPECTED}`,
}));

/** For a sign-up with the email of an account. */
export const existingAccountMail = mail(({ url }: Linked) => ({
  subject: 'You already have a Parley account',
  paragraphs: [
    'Someone tried to sign up with this email address, which already has an account.',
    'Sign in instead. The sign-in page can also reset your password.',
  ],
  link: { label: 'Sign in', url },
  note: NOT_EXPECTED,
}));

/** Leads to the page that sets a new password. */
export const passwordResetMail = mail(({ url }: Linked) => ({
  subject: 'Reset your Parley password',
  paragraphs: ['Choose a new password. This signs you out of every browser.'],
  link: { label: 'Choose a new password', url },
  note: `The link works once and expires in one hour. ${NOT_EXPECTED}`,
}));

/** Reports a new password to the owner of the account. */
export const passwordChangedMail = mail(({ url }: Linked) => ({
  subject: 'Your Parley password was changed',
  paragraphs: ['Your password was changed, and all other browsers were signed out.'],
  note: ifNotYou(url),
}));

/** Leads to the page that confirms a new email. */
export const emailChangeMail = mail(({ url }: Linked) => ({
  subject: 'Confirm your new email for Parley',
  paragraphs: ['Confirm that you want to sign in to Parley with this email address from now on.'],
  link: { label: 'Confirm the new email', url },
  note: `The link works once, for one hour, in a browser where you are signed in. ${NOT_EXPECTED}`,
}));

/** For a new email that has an account. */
export const emailTakenMail = mail(() => ({
  subject: 'This email already has a Parley account',
  paragraphs: [
    'Someone tried to change their account email to this address, which belongs to another account.',
    'If this was you, use a different address, or sign in to the account with this one.',
  ],
  note: NOT_EXPECTED,
}));

/** Reports a requested change to the email that the account still has. */
export const emailChangeRequestedMail = mail((change: Linked & { readonly email: string }) => ({
  subject: 'A new email was requested for your Parley account',
  paragraphs: [
    `The new email is ${change.email}. Nothing changes until the link sent to it is opened and confirmed.`,
  ],
  note: ifNotYou(change.url),
}));

/** Reports to the former email that an account has another one now. */
export const emailChangedMail = mail(({ email }: { readonly email: string }) => ({
  subject: 'Your Parley account email was changed',
  paragraphs: [`Sign in with ${email} from now on.`],
  note: 'If this was not you, ask an owner of your team to remove you, and contact the operator of Parley.',
}));

/** Reports a new second factor to the owner of the account. */
export const secondFactorOnMail = mail(({ url }: Linked) => ({
  subject: 'A second factor was added to your Parley account',
  paragraphs: [
    'Signing in now requires a code from an authenticator app. Other browsers were signed out.',
  ],
  note: ifNotYou(url),
}));

/** Reports that an account no longer has a second factor. */
export const secondFactorOffMail = mail(({ url }: Linked) => ({
  subject: 'The second factor of your Parley account was turned off',
  paragraphs: ['Signing in now requires only your password. Your recovery codes no longer work.'],
  note: ifNotYou(url),
}));

/** Reports that an operator reset the second factor of an account. */
export const secondFactorResetMail = mail(() => ({
  subject: 'The second factor of your Parley account was reset',
  paragraphs: [
    'An operator of Parley removed your account’s authenticator app and passkeys, and signed you out of every browser. Signing in now requires only your password.',
  ],
  note: 'If you did not request this, contact the operator of Parley immediately.',
}));

/** Reports the use of a recovery code. */
export const recoveryCodeUsedMail = mail(({ url }: Linked) => ({
  subject: 'A recovery code was used for your Parley account',
  paragraphs: ['Someone used one of your recovery codes to sign in, or to confirm an action.'],
  note: ifNotYou(url),
}));

const ifNotYourPasskey = (url: string) =>
  `If this was not you, reset your password immediately and check your passkeys: ${url}`;

/** Reports a new passkey to the owner of the account. */
export const passkeyAddedMail = mail(({ name, url }: Linked & { readonly name: string }) => ({
  subject: 'A passkey was added to your Parley account',
  paragraphs: [
    `You can now sign in to your account with the passkey “${name}” instead of your password.`,
  ],
  note: ifNotYourPasskey(url),
}));

/** Reports that a passkey was removed to the owner of the account. */
export const passkeyRemovedMail = mail(({ name, url }: Linked & { readonly name: string }) => ({
  subject: 'A passkey was removed from your Parley account',
  paragraphs: [`The passkey “${name}” no longer works, and all other browsers were signed out.`],
  note: ifNotYourPasskey(url),
}));

/** Invites a person to the team of a merchant. */
export function invitationMail(invitation: {
  readonly merchantName: string;
  readonly inviterName: string;
  readonly role: string;
  readonly url: string;
}): MailContent {
  const { merchantName, inviterName, role, url } = invitation;
  return renderMail({
    subject: `Join ${merchantName} on Parley`,
    paragraphs: [
      `${inviterName} invited you to join ${merchantName} on Parley. Your role: ${role}.`,
    ],
    link: { label: 'Accept the invitation', url },
    note: 'The link works once and expires in seven days. If you do not know the sender, ignore this email.',
  });
}

/** Shows an operator that emails arrive. */
export const testMail = mail(() => ({
  subject: 'Test email from Parley',
  paragraphs: ['An operator of Parley sent this email to check that it is delivered.'],
  note: 'No action is needed.',
}));

/** What happened to an API key. */
export interface ApiKeyChange {
  readonly change: 'created' | 'rolled' | 'revoked';
  readonly merchantName: string;
  readonly mode: 'test' | 'live';
  readonly kind: 'secret' | 'publishable';
  readonly keyName: string;
  /** The last characters of the value, as lists show them. */
  readonly lastFour: string;
  /** Who did it, as the beginning of a sentence. */
  readonly actor: string;
}

interface MoreChanges extends Pick<ApiKeyChange, 'merchantName' | 'mode'> {
  readonly change: ApiKeyChange['change'] | ProviderConfigChange['change'];
  readonly more: number;
}

/** Reports to an owner how many changes had no email of their own. */
const moreMail = (thing: string, note: string) =>
  mail(({ change, merchantName, mode, more }: MoreChanges) => {
    const things = more === 1 ? `1 more ${thing}` : `${more} more ${thing}s`;
    const were = `${more === 1 ? 'was' : 'were'} ${change}`;
    return {
      subject: `${things} of ${merchantName} ${were}`,
      paragraphs: [
        `${things} of ${merchantName} in ${mode} mode ${were} within an hour, in addition to those you received emails about.`,
        'The audit log in the dashboard shows each change and who made it.',
      ],
      note,
    };
  });

const checkKeys =
  'You receive this as an owner. If you did not expect it, review the API keys, audit log and team in the dashboard immediately.';

/** Reports to an owner how many changes of API keys had no email of their own. */
export const moreApiKeysMail = moreMail('API key', checkKeys);

/** Reports a change of an API key to an owner of the merchant. */
export function apiKeyMail(event: ApiKeyChange): MailContent {
  const { change, merchantName, mode, kind, lastFour, actor } = event;
  const keyName = onOneLine(event.keyName);
  const consequence = {
    created: 'Anyone with its value can act on your behalf within its scopes.',
    rolled: 'Its successor has the same kind, name and scopes.',
    revoked: 'Requests with this key are rejected.',
  }[change];
  return renderMail({
    subject: `An API key of ${merchantName} was ${change}`,
    paragraphs: [
      `${onOneLine(actor)} ${change} the ${kind} key “${keyName}” (…${lastFour}) of ${merchantName} in ${mode} mode.`,
      consequence,
    ],
    note: checkKeys,
  });
}

/** A name with line breaks could write paragraphs of its own. */
const onOneLine = (name: string) => name.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ');

/** What happened to the config of a provider account in live mode. */
export interface ProviderConfigChange {
  readonly change: 'created' | 'updated' | 'activated' | 'retired';
  readonly merchantName: string;
  /** The provider's name of the account. */
  readonly account: string;
  /** The account that received the payments before; null if it is the same one or none did. */
  readonly former: string | null;
  /** Who did it, as the beginning of a sentence. */
  readonly actor: string;
}

const checkAccounts =
  'You receive this as an owner. If you did not expect it, review the provider configs, API keys, audit log and team in the dashboard immediately.';

/** Reports to an owner how many changes of provider configs had no email of their own. */
export const moreProviderConfigsMail = moreMail('provider config', checkAccounts);

/** Reports a change of the account that receives payments, or of its config, to an owner of the merchant. */
export function providerConfigMail(event: ProviderConfigChange): MailContent {
  const { change, merchantName, account, former } = event;
  const actor = onOneLine(event.actor);
  const to = `the account ${account} to ${merchantName} in live mode`;
  const of = `the account ${account} of ${merchantName} in live mode`;
  const [subject, what, consequence] = {
    created: [
      `A provider account was connected to ${merchantName}`,
      `${actor} connected ${to}.`,
      'It receives no payments until it is activated.',
    ],
    updated: [
      `Keys of a provider account of ${merchantName} were replaced`,
      `${actor} replaced keys of ${of}.`,
      'They belong to the same account.',
    ],
    activated: [
      former === null
        ? `A provider account of ${merchantName} was activated`
        : `Payments to ${merchantName} now go to another account`,
      `${actor} activated ${of}.`,
      former === null
        ? 'It receives all new payments.'
        : `It receives all new payments, which previously went to ${former}. To switch back, activate ${former} on the “Provider configs” page in the dashboard.`,
    ],
    retired: [
      `A provider account of ${merchantName} was retired`,
      `${actor} retired ${of}.`,
      'It finishes the payments it started. Without an active account, no new payments can start.',
    ],
  }[change] as [string, string, string];
  return renderMail({ subject, paragraphs: [what, consequence], note: checkAccounts });
}
