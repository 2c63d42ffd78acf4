import { domainToASCII } from 'node:url';

/**
 * An email address in the form that the provider accepts, with an internationalized domain in Punycode. Undefined if
 * its local part is not ASCII, which the provider rejects: then it asks the payer, or emails no receipt.
 */
export function asciiEmail(email: string): string | undefined {
  if (isAscii(email)) return email;
  const at = email.lastIndexOf('@') + 1;
  const domain = domainToASCII(email.slice(at));
  return domain !== '' && isAscii(email.slice(0, at)) ? email.slice(0, at) + domain : undefined;
}

const isAscii = (text: string): boolean => /^[!-~]+$/.test(text);
