/** Everything the pipeline works with; built once by the composition root. */

import type { RestNews } from '../../domain/channels/cooldown'
import { DenseList } from '../../domain/dense-list'
import type { GatewayError } from '../../domain/errors/gateway-error'
import type { OpenTempFile } from '../multipart/form-body'
import type { FetchMedia } from '../net/media'
import type { Upstream } from '../net/upstream'
import type { OpenTrace } from '../ports/call-trace'
import type { JobPort, Names } from '../ports/jobs'
import type { CallListener, Directory, Ledger, Owned, Random } from '../ports/ports'
import type { RequestLimits } from '../ports/request-limits'
import type { StoredConversations, StoredResponses, StoredRuns } from '../ports/stored'
import { type BudgetLimits, MemoryBudget } from '../wire/memory-budget'
import { PARSE_LIMIT_BYTES } from '../wire/shared-bytes'
import { createReasoningModels, type ReasoningModels } from './billing/reasoning'
import type { SettlePorts } from './billing/settle'
import { type Bodies, createBodies } from './bodies/bodies'
import { CallFiles } from './bodies/call-files'
import { Turns } from './bodies/turns'
import type { Call } from './call'
import { type CallEvents, callEvents } from './call-events'
import type { OpenVendors, VendorOf } from './channel/vendor'
import { watchCallers } from './end-calls'
import { FairStarts } from './fair-starts'
import { KeyTurns } from './route/keys'
import type { RoutePorts } from './route/next-channel'
import { RouteHealth } from './route/route-health'
import { BackgroundRuns } from './stored/background-runs'
import { OpenStreams, type StreamLimits } from './stream/open-streams'

export interface RelayParts extends StreamLimits {
  readonly directory: Directory
  readonly ledger: Ledger
  readonly listeners: readonly CallListener[]
  /** Called with a listener that threw, which must not happen. */
  readonly onBrokenListener: (error: unknown) => void
  readonly limits: RequestLimits
  /** Counts a wrong key of this address; seconds until it may be wrong again, 0 for at once. */
  readonly wrongKeys: (ip: string) => number | Promise<number>
  readonly random: Random & Names
  readonly upstream: Upstream
  /** What vendors do that their rows do not say. */
  readonly openVendors: OpenVendors
  /** Downloads an image or file for dialects that take no URLs. */
  readonly fetchMedia: FetchMedia
  readonly bodyLimits: BudgetLimits
  /** Where forms wait that name their model too late. */
  readonly openTempFile: OpenTempFile
  /** Whose it is what upstreams keep. */
  readonly owned: Owned
  /** Answers that no upstream keeps. */
  readonly stored: StoredResponses
  /** Those of them that are made in the background. */
  readonly storedRuns: StoredRuns
  /** Conversations that no upstream keeps. */
  readonly conversations: StoredConversations
  /** Called with one whose state could not be written. */
  readonly onBrokenRun: (id: string, error: unknown) => void
  /** Work that providers do for a while. */
  readonly jobs: JobPort
  readonly drainLimitMs: number
  readonly openingLimitMs: number
  readonly clientIdleMs: number
  readonly answerLimitMs: number
  /** How long an upstream may send nothing inside an answer. */
  readonly idleMs: number
  /** `undefined` where calls are not traced. */
  readonly openTrace?: OpenTrace | undefined
  /** Called with what cools down because it has failed, and what works again. */
  readonly onRest: (news: RestNews) => void
}

export interface Relay extends RelayParts {
  readonly events: CallEvents
  readonly route: RoutePorts
  readonly settlePorts: SettlePorts
  readonly bodies: Bodies
  /** What requests point at, and upstreams want to have as bytes. */
  readonly files: CallFiles
  readonly streams: OpenStreams
  /** Answers that this process makes in the background. */
  readonly runs: BackgroundRuns
  /** In which messages of all sockets are read, as many bytes in each as a small body has. */
  readonly messageTurns: Turns
  /** In whose turn calls begin. */
  readonly starts: FairStarts
  readonly budget: MemoryBudget
  readonly reasoning: ReasoningModels
  /** What vendors do that their rows do not say. */
  readonly vendorOf: VendorOf
  /** Marks a call as running; the returned function marks its end, once. */
  readonly begin: (call: Call) => () => void
  readonly running: () => readonly Call[]
  /** Ends what runs, and what would still begin, with this error; nothing billed is lost. */
  readonly stop: (error: GatewayError) => void
  /** Resolves when no call is running. */
  readonly idle: () => Promise<void>
}

export function createRelay(parts: RelayParts): Relay {
  const running = new DenseList<Call>()
  const reasoning = createReasoningModels()
  const { directory, clock, random } = parts
  const { settings } = directory
  const health = new RouteHealth({ clock, settings, onNews: parts.onRest })
  const files = new CallFiles(parts.fetchMedia)
  const own = [reasoning.listener, health.listener]
  const events = callEvents([...own, ...parts.listeners], parts.onBrokenListener)
  let stopped: GatewayError | undefined
  let waiting: (() => void)[] = []
  watchCallers({ directory: parts.directory, running: () => running.all() })
  return {
    ...parts,
    events,
    route: { directory, clock, random, health, turns: new KeyTurns() },
    reasoning,
    bodies: createBodies(files),
    files,
    streams: new OpenStreams(parts),
    runs: new BackgroundRuns(),
    messageTurns: new Turns(PARSE_LIMIT_BYTES, 0),
    starts: new FairStarts(),
    budget: new MemoryBudget(parts.bodyLimits),
    settlePorts: {
      ledger: parts.ledger,
      clock: parts.clock,
      events,
      settings: parts.directory.settings,
    },
    vendorOf: parts.openVendors(parts),
    begin(call) {
      running.add(call)
      if (stopped !== undefined) call.end(stopped)
      return () => {
        if (!running.remove(call) || running.size > 0) return
        const resolvers = waiting
        waiting = []
        for (const resolve of resolvers) resolve()
      }
    },
    stop(error) {
      stopped = error
      for (const call of running.all()) call.end(error)
    },
    running: () => running.all(),
    idle: () =>
      running.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
  }
}
