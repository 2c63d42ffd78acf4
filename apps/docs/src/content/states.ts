import {
  attemptStatuses,
  attemptTransitions,
  isUnfinished,
  openSessionStatuses,
  sessionTransitions,
} from '@parley/domain';
import { instance } from '@viz-js/viz';
import { type Page, pageHref, table } from './page.ts';

type Transitions = Readonly<
  Record<string, Readonly<Record<string, { to: string; event: string | null } | 'unchanged'>>>
>;

interface Transition {
  readonly command: string;
  readonly from: string;
  readonly to: string;
  readonly event: string | null;
}

/** What reports a transition without an event of its own, by command. */
const indirectEvents: Readonly<Record<string, string>> = {
  fail_payment: 'the event of the attempt',
  replace_cart: linkEvent('proxy_session.cart_updated'),
  decline: `${linkEvent('acquisition_attempt.payment_declined')}, if a payment was declined`,
  decline_unconfirmed: `${linkEvent('acquisition_attempt.payment_declined')}, if a payment was declined`,
  mismatch: linkEvent('proxy_session.payment_conflicted'),
};

function linkEvent(event: string): string {
  return `[\`${event}\`](${pageHref(`events/${event}`)})`;
}

/** The transitions that change a status. */
const listTransitions = (transitions: Transitions): readonly Transition[] =>
  Object.entries(transitions).flatMap(([command, row]) =>
    Object.entries(row).flatMap(([from, target]) =>
      target === 'unchanged' || target.to === from
        ? []
        : [{ command, from, to: target.to, event: target.event }],
    ),
  );

const viz = await instance();

/** States with a common name. A transition that all of them have is drawn once. */
type Groups = Readonly<Record<string, readonly string[]>>;

function drawEdges(transitions: readonly Transition[], groups: Groups): readonly string[] {
  const pairs = new Set(transitions.map(({ from, to }) => `${from} -> ${to}`));
  const shared = Object.entries(groups).flatMap(([name, states]) =>
    [...new Set(transitions.map(({ to }) => to))].flatMap((to) => {
      const edges = states.map((from) => `${from} -> ${to}`);
      if (states.includes(to) || !edges.every((edge) => pairs.has(edge))) return [];
      for (const edge of edges) pairs.delete(edge);
      return [`${edges[Math.floor(edges.length / 2)]} [ltail="cluster_${name}"]`];
    }),
  );
  return [...pairs, ...shared];
}

/** The states and their transitions as SVG in the colors of the page. Parallel transitions are one line. */
function drawStates(transitions: readonly Transition[], groups: Groups, label: string): string {
  const clusters = Object.entries(groups).map(
    ([name, states]) =>
      `subgraph "cluster_${name}" { label="${name}"; style="rounded,dashed"; ${states.join('; ')} }`,
  );
  const svg = viz.renderString(
    `digraph {
      bgcolor=transparent; compound=true; nodesep=0.3; ranksep=0.45;
      graph [color=currentColor, fontcolor=currentColor, fontname="sans-serif", fontsize=10];
      node [shape=box, style=rounded, fontname="sans-serif", fontsize=10, margin="0.2,0.06", height=0.3, color=currentColor, fontcolor=currentColor];
      edge [color=currentColor, arrowsize=0.6];
      ${[...clusters, ...drawEdges(transitions, groups)].join('; ')}
    }`,
    { format: 'svg' },
  );
  // Without blank lines, so that it is one block of HTML within Markdown.
  const element = svg
    .slice(svg.indexOf('<svg'))
    .replaceAll(/<!--.*?-->|<title>.*?<\/title>/gs, '')
    .replaceAll(/\n+/g, ' ')
    .replace('<svg ', `<svg role="img" aria-label="${label}" `);
  return `<figure class="diagram">${element}</figure>`;
}

function describeStates(transitions: Transitions, groups: Groups, label: string): string {
  const list = listTransitions(transitions);
  const byCommand = Map.groupBy(list, ({ command, to, event }) => `${command} ${to} ${event}`);
  const rows = [...byCommand.values()].map((group) => {
    const [{ command, to, event } = { command: '', to: '', event: null }] = group;
    return [
      `\`${command}\``,
      group.map(({ from }) => `\`${from}\``).join(', '),
      `\`${to}\``,
      event ? linkEvent(event) : `(${indirectEvents[command] ?? 'none'})`,
    ];
  });
  return [drawStates(list, groups, label), table(['Command', 'From', 'To', 'Event'], rows)].join(
    '\n\n',
  );
}

/** The states of sessions and attempts, from their transition tables. */
export const statesPage = (): Page => ({
  path: 'guides/states',
  title: 'States',
  description: 'The states of sessions and acquisition attempts, and every transition.',
  body: [
    `These are the allowed transitions; any other is refused with [session_state_conflict](${pageHref('errors/session_state_conflict')}). [How it works](${pageHref('guides/how-it-works')}) explains them. Parentheses contain what reports a change that has no event of its own.`,
    '## Session',
    describeStates(
      sessionTransitions,
      { open: openSessionStatuses },
      'The states of a session and the transitions between them',
    ),
    '## Acquisition attempt',
    `[\`acquisition_attempt.payment_declined\`](${pageHref('events/acquisition_attempt.payment_declined')}) reports every declined payment, even if the status stays the same.`,
    describeStates(
      attemptTransitions,
      {
        unfinished: attemptStatuses.filter(isUnfinished),
        ended: ['failed', 'canceled', 'expired'],
      },
      'The states of an attempt and the transitions between them',
    ),
  ].join('\n\n'),
});
