/** The element of this id; a document without it is not ours. */
function part<E extends Element>(id: string, kind: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no #${id}`);
  return found;
}

const optional = (id: string): HTMLElement | null => document.getElementById(id);

/** Everything of the document that the script changes. */
export function findParts() {
  return {
    page: part('page', HTMLElement),
    outcome: part('outcome', HTMLElement),
    mark: part('mark', SVGElement),
    heading: part('outcome-heading', HTMLElement),
    text: part('outcome-text', HTMLElement),
    back: optional('back'),
    leaving: part('leaving', HTMLElement),
    leavingText: part('leaving-text', HTMLElement),
    stay: part('stay', HTMLButtonElement),
    bank: part('bank', HTMLButtonElement),
    check: part('check', HTMLButtonElement),
    lines: part('lines', HTMLTableElement),
    totalLabel: part('total-label', HTMLElement),
    total: part('total', HTMLElement),
    terms: part('terms', HTMLElement),
    expiry: part('expiry', HTMLElement),
    expires: part('expires', HTMLTimeElement),
    payment: part('payment', HTMLElement),
    notice: part('notice', HTMLElement),
    card: part('card', HTMLElement),
    skeleton: part('skeleton', HTMLElement),
    frame: part('frame', HTMLElement),
    emailField: part('email-field', HTMLElement),
    email: part('email', HTMLInputElement),
    emailError: part('email-error', HTMLElement),
    away: part('away', HTMLElement),
    safety: part('safety', HTMLElement),
    cardAgain: part('card-again', HTMLButtonElement),
    pay: part('pay', HTMLButtonElement),
    live: part('live', HTMLElement),
  };
}

export type Parts = ReturnType<typeof findParts>;
