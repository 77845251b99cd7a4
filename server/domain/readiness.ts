/**
 * Whether a server should get calls. What another server could do better fails; what all of them
 * have in common, or what only will be a problem, is told and keeps it in rotation.
 */

export interface ServerState {
  readonly isStopping: boolean
  /** An operator has taken it out of rotation. */
  readonly isDraining: boolean
  /** `unwritable` when the last commit failed; the others tell what became of the file. */
  readonly database: 'ok' | 'unwritable' | 'gone' | 'replaced'
  /** Settlements that are kept until they can be written. */
  readonly waiting: number
  readonly heartbeat: 'ok' | 'late' | 'lost'
  readonly disk: 'ok' | 'low'
  readonly upstreams: 'ok' | 'failing'
  /** Addresses that a proxy forwards are not believed. */
  readonly isProxyUnbelieved: boolean
  /** `undefined` where limits are counted without it. */
  readonly valkey: 'ok' | 'away' | undefined
}

export type CheckStatus = 'pass' | 'warn' | 'fail'

export interface ReadinessCheck {
  readonly status: CheckStatus
  readonly detail: string
}

export interface Readiness {
  readonly status: CheckStatus
  /** Names of the checks that do not pass. */
  readonly degraded: readonly string[]
  readonly checks: Readonly<Record<string, ReadinessCheck>>
}

export function readinessOf(state: ServerState): Readiness {
  const { database, waiting, heartbeat, disk, upstreams, valkey } = state
  const checks: Readonly<Record<string, ReadinessCheck>> = {
    process: state.isStopping ? failing('stopping') : PASSING,
    rotation: state.isDraining ? failing('draining') : PASSING,
    database: database === 'ok' ? PASSING : failing(database),
    settlements: waiting === 0 ? PASSING : failing(`${waiting} waiting`),
    heartbeat: heartbeat === 'lost' ? failing(heartbeat) : warningUnlessOk(heartbeat),
    disk: warningUnlessOk(disk),
    upstreams: warningUnlessOk(upstreams),
    proxy: warningUnlessOk(state.isProxyUnbelieved ? 'not trusted' : 'ok'),
    ...(valkey !== undefined && { valkey: warningUnlessOk(valkey) }),
  }
  const all = Object.entries(checks)
  const worst = WORST_FIRST.find((status) => all.some(([, check]) => check.status === status))
  const degraded = all.filter(([, { status }]) => status !== 'pass').map(([name]) => name)
  return { status: worst ?? 'pass', degraded, checks }
}

const WORST_FIRST = ['fail', 'warn'] as const
const PASSING: ReadinessCheck = { status: 'pass', detail: 'ok' }

function failing(detail: string): ReadinessCheck {
  return { status: 'fail', detail }
}

function warningUnlessOk(detail: string): ReadinessCheck {
  return detail === 'ok' ? PASSING : { status: 'warn', detail }
}
