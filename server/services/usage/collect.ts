/**
 * Adds up what calls used and cost, by everybody and everything that had a part in them, from
 * what the ledger has written: the money here is the money that was charged. As rollups, sums
 * are buffered for a few seconds and then added to their rows.
 */
import type { Db } from '../../../db/db'
import { addCallSessions, type CallSessionDelta } from '../../../db/tables/call-sessions'
import { addUsageFacts, NO_USAGE_COUNTS } from '../../../db/tables/usage-facts'
import { type Clock, nowSeconds } from '../../clock'
import type { CallFigures, Charged } from '../../domain/ledger/orders'
import { LATENCY_SLOTS, latencySlot } from '../../domain/logs/latency'
import { MINUTE } from '../../domain/logs/rollups'
import { USAGE_STEPS } from '../../domain/usage/steps'
import type { Logger } from '../../log'
import type { CallListener, Refusal } from '../../relay/ports/ports'
import { RefusedModels } from '../rollups/refused-models'
import { WaitingRows } from '../rollups/waiting-rows'
import { type UsageCell, usageDeltas, usageKey } from './deltas'
import { KnownTags } from './known-tags'

export interface UsageCollector extends CallListener {
  /** A settlement is written. */
  readonly charged: (charged: Charged) => void
  /** Writes what is known. */
  readonly flush: () => Promise<void>
}

export interface UsageParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

const WRITE_AFTER_MS = 3_000

type Mutable<Row> = { -readonly [Field in keyof Row]: Row[Field] }
type Cell = Mutable<Omit<UsageCell, 'latency'>> & { readonly latency: number[] }
type Session = Mutable<CallSessionDelta>

export function createUsage({ db, clock, log }: UsageParts): UsageCollector {
  const rows = new WaitingRows({ db, log, addTo: addUsageFacts, keyOf: usageKey })
  const sessionRows = new WaitingRows({ db, log, addTo: addCallSessions, keyOf: sessionKey })
  let cells = new Map<string, Cell>()
  let sessions = new Map<string, Session>()
  const refused = new RefusedModels()
  const knownTags = new KnownTags()

  const flush = async (): Promise<void> => {
    rows.add(usageDeltas([...cells.values()], USAGE_STEPS))
    cells = new Map()
    sessionRows.add([...sessions.values()].sort(bySession))
    sessions = new Map()
    await rows.flush()
    await sessionRows.flush()
  }

  function cellOf(key: CellKey): Cell {
    rows.wake(WRITE_AFTER_MS, flush)
    const seconds = nowSeconds(clock)
    const at = seconds - (seconds % MINUTE)
    const { user_id, token_id, channel_id, model, group, client, tag = '' } = key
    const name = [at, user_id, token_id, channel_id, model, group, client, tag].join('\n')
    const known = cells.get(name)
    if (known !== undefined) return known
    const latency = new Array<number>(LATENCY_SLOTS).fill(0)
    const fresh = { at, ...key, ...NO_USAGE_COUNTS, latency }
    cells.set(name, fresh)
    return fresh
  }

  return {
    flush,
    charged(charged) {
      const { userId, tokenId = 0, channelId = 0, model, figures } = charged
      const { group, client, tags = '' } = figures ?? NOBODY
      const ids = { user_id: userId, token_id: tokenId, channel_id: channelId }
      const key = { ...ids, model, group, client }
      addCharged(cellOf(key), charged)
      for (const tag of tags === '' ? [] : knownTags.of(userId, tags, nowSeconds(clock))) {
        addCharged(cellOf({ ...key, tag }), charged)
      }
      if (figures === undefined || figures.session === '') return
      addToSession(sessions, { charged, figures, seconds: nowSeconds(clock) })
    },
    refused({ user, token, model, group }: Refusal) {
      const counted = refused.counted(model, nowSeconds(clock))
      const key = { user_id: user.id, token_id: token?.id ?? 0, channel_id: 0 }
      cellOf({ ...key, model: counted, group, client: '' }).refused += 1
    },
  }
}

type CellKey = Pick<
  Cell,
  'user_id' | 'token_id' | 'channel_id' | 'model' | 'group' | 'client' | 'tag'
>

/** A call of before its settlement said more. */
const NOBODY = { group: '', client: '', tags: '' } as const

function addCharged(cell: Cell, { charge, uncollected, figures }: Charged): void {
  cell.quota += charge
  cell.uncollected += uncollected
  if (figures === undefined) return
  cell.calls += 1
  if (figures.isFailed) cell.failed += 1
  cell.cost += figures.cost
  cell.prompt_tokens += Math.round(figures.promptTokens)
  cell.cached_tokens += Math.round(figures.cachedTokens)
  cell.cache_write_tokens += Math.round(figures.cacheWriteTokens)
  cell.completion_tokens += Math.round(figures.completionTokens)
  if (figures.waitMs === undefined || figures.isFailed) return
  const slot = latencySlot(figures.waitMs)
  cell.latency[slot] = (cell.latency[slot] ?? 0) + 1
}

interface SessionCall {
  readonly charged: Charged
  readonly figures: CallFigures
  readonly seconds: number
}

function addToSession(sessions: Map<string, Session>, call: SessionCall): void {
  const { charged, figures, seconds } = call
  const { userId, tokenId = 0, channelId, model } = charged
  const channel = channelId === undefined ? '' : String(channelId)
  // A row for each change, so that the lists of models and channels have all of them.
  const known = sessions.get(
    sessionKey({ user_id: userId, channel, model, session: figures.session }),
  )
  const session = known ?? {
    user_id: userId,
    session: figures.session,
    first_at: seconds,
    last_at: seconds,
    calls: 0,
    failed: 0,
    quota: 0,
    uncollected: 0,
    prompt_tokens: 0,
    cached_tokens: 0,
    cache_write_tokens: 0,
    completion_tokens: 0,
    token_id: tokenId,
    client: figures.client,
    model,
    channel,
  }
  if (known === undefined) sessions.set(sessionKey(session), session)
  session.last_at = seconds
  session.calls += 1
  session.failed += figures.isFailed ? 1 : 0
  session.quota += charged.charge
  session.uncollected += charged.uncollected
  session.prompt_tokens += Math.round(figures.promptTokens)
  session.cached_tokens += Math.round(figures.cachedTokens)
  session.cache_write_tokens += Math.round(figures.cacheWriteTokens)
  session.completion_tokens += Math.round(figures.completionTokens)
}

type SessionKey = Pick<CallSessionDelta, 'user_id' | 'channel' | 'model' | 'session'>

function sessionKey({ user_id, channel, model, session }: SessionKey): string {
  return [user_id, channel, model, session].join('\n')
}

/** In one order, so that two processes that write the same rows never wait for each other. */
function bySession(a: Session, b: Session): number {
  return a.user_id - b.user_id || (a.session < b.session ? -1 : Number(a.session > b.session))
}
