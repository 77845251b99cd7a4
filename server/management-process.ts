/** What stays in memory of a process that answers the management API, with or without a relay. */
import { nowSeconds } from './clock'
import { type Composed, compose, type Parts, type Roles } from './compose'
import type { Configuration } from './configuration'
import type { ApiEdge } from './http/api-edge'
import type { Logger } from './log'
import { PROGRAM_VERSION } from './program-version'
import type { FindWorker } from './relay/net/worker'
import { type Background, createBackground } from './services/background'
import type { CommandProcesses } from './services/command-processes'
import { ValkeyLink } from './services/limiter/valkey-link'
import { openSecret } from './services/options/secret'
import type { Sealer } from './services/seal'
import { openSnapshot, type Snapshot } from './services/snapshot/snapshot'

export interface ManagementParts extends Parts {
  readonly configuration: Configuration
  readonly log: Logger
  readonly commands?: CommandProcesses | undefined
}

export interface ManagementProcess extends Composed {
  readonly snapshot: Snapshot
  readonly background: Background
  /** Where rate limits are counted beside the database, if anywhere. */
  readonly valkey: ValkeyLink | undefined
  /** The way out that the options name, if any. */
  readonly findWorker: FindWorker
  /** What all parts of the management API have in common. */
  readonly api: Pick<
    ApiEdge,
    'services' | 'log' | 'options' | 'nowMs' | 'limiter' | 'program' | 'bodyTimeoutMs'
  >
}

type Relaying = Pick<
  NonNullable<Roles['relaying']>,
  'isCallOpen' | 'jobActions' | 'reportNode' | 'live'
>

/** `relaying` for the one process that does. */
export async function openManagementProcess(
  given: ManagementParts,
  relaying?: Relaying,
): Promise<ManagementProcess> {
  const { configuration, log, commands, ...parts } = given
  const { db, sealer, clock } = parts
  const { accounts, bodyTimeoutMs, sweeps } = configuration
  const snapshot = await openSnapshot({ db, sealer, log, clock })
  const background = createBackground(log)
  const findWorker = workerFinder(snapshot, sealer)
  // Whoever does not relay counts little, and that in the database.
  const valkey = relaying && (await openValkey(given))
  const outside = {
    language: 'zh',
    timeouts: () => configuration,
    pauseMs: sweeps.pauseMs,
  } as const
  const { deps, services, openLimiter } = compose(parts, outside, {
    staying: {
      background,
      accounts,
      commands,
      valkey,
      warnOfRefusedLogin: (facts) => log.warn('a sign-in was refused', facts),
    },
    ...(relaying && { relaying: { ...relaying, findWorker } }),
  })
  return {
    deps,
    services,
    openLimiter,
    snapshot,
    background,
    valkey,
    findWorker,
    api: {
      services,
      log,
      options: snapshot.options,
      nowMs: () => clock.nowMs(),
      limiter: openLimiter('api'),
      program: { version: PROGRAM_VERSION, startTime: nowSeconds(clock) },
      bodyTimeoutMs,
    },
  }
}

async function openValkey(parts: ManagementParts): Promise<ValkeyLink | undefined> {
  const { valkeyUrl: address } = parts.configuration
  if (address === undefined) return undefined
  if (parts.db.kind === 'sqlite') {
    parts.log.warn('GW_VALKEY_URL has no effect on a SQLite database')
    return undefined
  }
  const link = new ValkeyLink({ ...parts, address })
  await link.open()
  return link
}

function workerFinder(snapshot: Snapshot, sealer: Sealer): FindWorker {
  return () => {
    const { WorkerUrl: url, WorkerValidKey: key } = snapshot.options()
    return url === '' ? undefined : { url, key: openSecret(sealer, key) }
  }
}
