/**
 * Refused calls as rows of the log, one for each user, token, group, model, reason and minute; of
 * callers whom nobody knows one for each network and reason. A row is there about a second after
 * the first refusal and reports their number when its minute is over, so that a flood costs a write
 * a minute and no call waits for one.
 */

import type { Db } from '../../../db/db'
import { insertLog, setLogDetails } from '../../../db/tables/logs'
import { type Clock, nowSeconds } from '../../clock'
import { errorFacts } from '../../domain/errors/error-facts'
import { LOG_TYPE } from '../../domain/status'
import type { Logger } from '../../log'
import type { CallListener, Refusal, RejectedRequest } from '../../relay/ports/ports'
import { publicPrefix } from '../limiter/network'

export interface RefusalLog extends Pick<CallListener, 'refused' | 'rejected'> {
  /** Writes what is known, however young it is. */
  readonly flush: () => Promise<void>
}

export interface RefusalLogParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  /** Whether the operator keeps a log of calls. */
  readonly isWanted: () => boolean
}

const MINUTE = 60
const WRITE_AFTER_MS = 1_000
const RETRY_AFTER_MS = 10_000
/** Rows that wait at once; a flood that makes more is only counted. */
const MOST_ROWS = 1_000
/** Names are the client's to invent: further ones of a minute share a row without a name. */
const MOST_MODELS = 20
/** And so are addresses, of those who have many. */
const MOST_NETWORKS = 20
const ROWS_PER_COMMIT = 100

/** Who pays for calls of unknown callers. */
const NOBODY = { user: { id: 0, username: '' }, token: undefined, group: '', model: '' } as const

type First = Pick<Merged, 'refusal' | 'network' | 'atSeconds'> & { readonly key: string }

interface Merged {
  readonly refusal: Refusal
  /** Where unknown callers came from, "" for anywhere; `undefined` for callers who are known. */
  readonly network: string | undefined
  readonly atSeconds: number
  count: number
  /** Of these the row reports; 0 before there is one. */
  written: number
  id: number | undefined
}

export function createRefusalLog(parts: RefusalLogParts): RefusalLog {
  const { clock, log, isWanted } = parts
  const merged = new Map<string, Merged>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let dropped = 0
  let writing: Promise<void> = Promise.resolve()

  function wake(afterMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(false)
    }, afterMs)
    timer.unref()
  }

  function inTurn(isAll: boolean): Promise<void> {
    writing = writing.then(() => write(isAll))
    return writing
  }

  async function write(isAll: boolean): Promise<void> {
    const minute = Math.floor(nowSeconds(clock) / MINUTE)
    const isOver = ({ atSeconds }: Merged) => Math.floor(atSeconds / MINUTE) < minute
    const due = [...merged.values()].filter(
      (each) => each.written < each.count && (isAll || each.id === undefined || isOver(each)),
    )
    try {
      for (let at = 0; at < due.length; at += ROWS_PER_COMMIT) {
        await writeRows(parts.db, due.slice(at, at + ROWS_PER_COMMIT))
      }
    } catch (error) {
      log.warn('refused calls could not be logged', { waiting: merged.size, error })
      wake(RETRY_AFTER_MS)
      return
    }
    for (const [key, each] of merged) {
      if (isOver(each) && each.written === each.count) merged.delete(key)
    }
    if (dropped > 0) log.warn('more refused calls than the log names', { calls: dropped })
    dropped = 0
    // Until their minute is over, rows may still have to be counted up.
    if (merged.size > 0) wake((MINUTE - (nowSeconds(clock) % MINUTE)) * 1000)
  }

  function add({ key, ...first }: First): void {
    const known = merged.get(key)
    if (known !== undefined) {
      known.count += 1
      return
    }
    if (merged.size >= MOST_ROWS) {
      dropped += 1
      return
    }
    merged.set(key, { ...first, count: 1, written: 0, id: undefined })
    // What waits for the end of a minute is not in the way of a new row.
    clearTimeout(timer)
    timer = undefined
    wake(WRITE_AFTER_MS)
  }

  return {
    refused: (refusal) => isWanted() && add(ofKnown(merged, refusal, nowSeconds(clock))),
    rejected: (caller) => isWanted() && add(ofUnknown(merged, caller, nowSeconds(clock))),
    flush: () => inTurn(true),
  }
}

function ofKnown(known: Known, refusal: Refusal, atSeconds: number): First {
  const { user, token, group, error } = refusal
  const minute = Math.floor(atSeconds / MINUTE)
  const kind = JSON.stringify([minute, user.id, token?.id ?? 0, group, error.id])
  const model = namedOf(known, kind, { name: refusal.model, most: MOST_MODELS })
  return { key: kind + model, refusal: { ...refusal, model }, network: undefined, atSeconds }
}

function ofUnknown(
  known: Known,
  { ip, requestId, error }: RejectedRequest,
  atSeconds: number,
): First {
  const kind = JSON.stringify([Math.floor(atSeconds / MINUTE), 'unknown', error.id])
  const network = namedOf(known, kind, { name: publicPrefix(ip), most: MOST_NETWORKS })
  const refusal = { ...NOBODY, ip: network, requestId, error }
  return { key: kind + network, refusal, network, atSeconds }
}

type Known = ReadonlyMap<string, unknown>

interface Naming {
  readonly name: string
  readonly most: number
}

/** The name, while there is room for another; else "". */
function namedOf(known: Known, kind: string, { name, most }: Naming): string {
  if (known.has(kind + name)) return name
  let named = 0
  for (const key of known.keys()) if (key.startsWith(kind)) named += 1
  return named < most ? name : ''
}

async function writeRows(db: Db, rows: readonly Merged[]): Promise<void> {
  const counts = rows.map(({ count }) => count)
  const ids = await db.transaction(async (trx) => {
    const written: number[] = []
    for (const each of rows) {
      const { id } = each
      const other = detailsOf(each)
      if (id === undefined)
        written.push(await insertLog(trx, { ...rowOf(each), other, calls: each.count }))
      else {
        await setLogDetails(trx, id, { other, calls: each.count })
        written.push(id)
      }
    }
    return written
  })
  for (const [index, each] of rows.entries()) {
    each.id = ids[index]
    each.written = counts[index] ?? 0
  }
}

function detailsOf({ refusal, network, count }: Merged): string {
  const { error, model } = refusal
  const facts = errorFacts(error)
  if (network !== undefined) {
    // Full addresses of strangers are nobody's business, and what they sent as a key is secret.
    const params = error.params.ip === undefined ? {} : { error_params: { ip: network || '*' } }
    return JSON.stringify({ error: facts.error, ...params, unknown_caller: true, count })
  }
  // A row for many models names none of them.
  const params = model === '' ? { ...facts.error_params, model: '*' } : facts.error_params
  return JSON.stringify({ ...facts, ...(params && { error_params: params }), count })
}

function rowOf({ refusal, atSeconds }: Merged) {
  const { user, token, group, model, ip, requestId } = refusal
  return {
    user_id: user.id,
    created_at: atSeconds,
    type: LOG_TYPE.error,
    content: '',
    username: user.username,
    token_name: user.id === NOBODY.user.id ? '' : (token?.name ?? `playground-${group}`),
    model_name: model,
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0 as const,
    channel_id: 0,
    token_id: token?.id ?? 0,
    group,
    ip,
    request_id: requestId,
  }
}
