import { portProblems } from '../ports/check-ports.ts';
import type { Ports } from '../settings/ports.ts';
import type { Settings } from '../settings/settings.ts';

/** The ports this start will use: not those of what somebody else runs. */
function portsToTake({ ports, production, databaseUrl }: Settings): Partial<Ports> {
  const { postgres, sandbox, ...rest } = ports;
  return {
    ...(databaseUrl === undefined ? { postgres } : {}),
    ...(production ? {} : { sandbox }),
    ...rest,
  };
}

/** Throws one line for each port that is not free, before anything is started. */
export async function takePorts(settings: Settings): Promise<void> {
  const lines = await portProblems(portsToTake(settings), settings.host);
  if (lines.length > 0) throw new Error(lines.join('\n'));
}
