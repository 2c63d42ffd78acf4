import type { Metadata } from 'next';
import { modeOf } from '#server/mode.ts';
import { Shell } from '#shell/shell.tsx';

type Props = LayoutProps<'/[mode]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const name = (await modeOf(params)) === 'live' ? 'Live mode' : 'Test mode';
  return { title: { default: `${name} · Parley`, template: `%s · ${name} · Parley` } };
}

/** The pages of one mode. Their addresses begin with it. */
export default async function ModeLayout({ params, children }: Props) {
  return <Shell mode={await modeOf(params)}>{children}</Shell>;
}
