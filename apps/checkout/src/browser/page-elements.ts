/** @throws Error if the document has no element with this id and type */
function find<E extends Element>(id: string, type: new () => E): E {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`no #${id}`);
  return element;
}

/** The elements of the document that the script reads or changes. */
export function findPageElements() {
  return {
    page: find('page', HTMLElement),
    outcome: find('outcome', HTMLElement),
    icon: find('icon', SVGElement),
    heading: find('outcome-heading', HTMLElement),
    text: find('outcome-text', HTMLElement),
    /** Absent if the merchant set no destination. */
    back: document.getElementById('back'),
    redirect: find('redirect', HTMLElement),
    redirectText: find('redirect-text', HTMLElement),
    stay: find('stay', HTMLButtonElement),
    bank: find('bank', HTMLButtonElement),
    another: find('another', HTMLButtonElement),
    check: find('check', HTMLButtonElement),
    lines: find('lines', HTMLTableElement),
    more: find('more', HTMLElement),
    sums: find('sums', HTMLElement),
    totalLabel: find('total-label', HTMLElement),
    total: find('total', HTMLElement),
    terms: find('terms', HTMLElement),
    expires: find('expires', HTMLTimeElement),
    challenge: find('challenge', HTMLElement),
    challengeHeading: find('challenge-heading', HTMLElement),
    captcha: find('captcha', HTMLElement),
    payment: find('payment', HTMLElement),
    notice: find('notice', HTMLElement),
    card: find('card', HTMLElement),
    skeleton: find('skeleton', HTMLElement),
    frame: find('frame', HTMLElement),
    emailField: find('email-field', HTMLElement),
    email: find('email', HTMLInputElement),
    emailError: find('email-error', HTMLElement),
    hosted: find('hosted', HTMLElement),
    security: find('security', HTMLElement),
    retry: find('retry', HTMLButtonElement),
    leave: find('leave', HTMLAnchorElement),
    pay: find('pay', HTMLButtonElement),
    announcer: find('announcer', HTMLElement),
  };
}

export type PageElements = ReturnType<typeof findPageElements>;
