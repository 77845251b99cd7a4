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
  { configuration, log, commands, ...parts }: ManagementParts,
  relaying?: Relaying,
): Promise<ManagementProcess> {
  const { db, sealer, clock } = parts
  const { accounts, bodyTimeoutMs, sweeps } = configuration
  const snapshot = await openSnapshot({ db, sealer, log, clock })
  const background = createBackground(log)
  const findWorker = workerFinder(snapshot, sealer)
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

function workerFinder(snapshot: Snapshot, sealer: Sealer): FindWorker {
  return () => {
    const { WorkerUrl: url, WorkerValidKey: key } = snapshot.options()
    return url === '' ? undefined : { url, key: openSecret(sealer, key) }
  }
}
