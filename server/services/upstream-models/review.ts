/** What walks have found: shown, applied by a person, ignored. */
import {
  countFindings,
  type FindingCount,
  type FindingFilter,
  findingCounts,
  findingsByIds,
  type ListedFinding,
  listFindings,
  type ModelFindingRow,
  modelListStates,
  setFindings,
} from '../../../db/tables/upstream-models'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { existingChannel } from '../channels/show'
import { readFailure } from '../notifications/notice'
import { optionValues } from '../options/current'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { changeModels, FINDING_ACTS, type FindingAct, fitsAct, isPriced, usualAct } from './change'

export interface FindingView extends Omit<ListedFinding, 'was_listed'> {
  readonly was_listed: boolean
  /** Whether calls of it would be billed at a price that is set. */
  readonly priced: boolean
}

/** Those that wait, unless another state is requested. Times are epoch seconds. */
export async function listUpstreamModels(
  { db }: ServiceDeps,
  { page, page_size, ...filter }: FindingFilter & PageRequest,
): Promise<Page<FindingView>> {
  const window = pageWindow({ page, page_size })
  const options = await optionValues(db.reader)
  const rows = await listFindings(db.lists, filter, window)
  const items = rows.map(({ was_listed, created_at, ...row }) => ({
    ...row,
    was_listed: was_listed === 1,
    created_at: Math.floor(created_at / 1000),
    priced: isPriced(row.model, options),
  }))
  return pageOf(window, items, await countFindings(db.lists, filter))
}

export interface ChannelFindings {
  readonly channel_id: number
  readonly channel_name: string
  readonly new: number
  readonly gone: number
  readonly renamed: number
  readonly ignored: number
  /** Epoch seconds of the last list and of the last try; 0 for never. */
  readonly walked_at: number
  readonly tried_at: number
  /** Of the last try. */
  readonly failure: GatewayError | undefined
}

/** How channels stand that have ever been queried. */
export async function upstreamModelStates({
  db,
}: ServiceDeps): Promise<readonly ChannelFindings[]> {
  const [lists, counts] = await Promise.all([modelListStates(db.lists), findingCounts(db.lists)])
  const byChannel = Map.groupBy(counts, ({ channel_id }) => channel_id)
  return lists.map(({ channel_id, channel_name, failure, walked_at, tried_at }) => ({
    ...{ channel_id, channel_name },
    ...sumsOf(byChannel.get(channel_id) ?? []),
    walked_at: Math.floor(walked_at / 1000),
    tried_at: Math.floor(tried_at / 1000),
    failure: readFailure(failure),
  }))
}

function sumsOf(counts: readonly FindingCount[]) {
  const of = (fits: (count: FindingCount) => boolean) =>
    counts.filter(fits).reduce((sum, { count }) => sum + count, 0)
  const waits = (kind: FindingCount['kind']) =>
    of((count) => count.state === 'waiting' && count.kind === kind)
  return {
    new: waits('new'),
    gone: waits('gone'),
    renamed: waits('renamed'),
    ignored: of(({ state }) => state === 'ignored'),
  }
}

export interface ApplyInput {
  readonly ids: readonly number[]
  /** What is done; what is usual for each kind when absent. */
  readonly act?: FindingAct | undefined
  /** Whether models without a price are added too; their calls stay refused until it is set. */
  readonly accepts_unpriced?: boolean | undefined
}

/**
 * All of them or none; how many there were. Throws `upstream_model.not_found`,
 * `upstream_model.unpriced`, `channel.models_empty`, and `value.invalid` for an act that is not
 * for the kind.
 */
export async function applyUpstreamModels(
  deps: ServiceDeps,
  actor: Actor,
  input: ApplyInput,
): Promise<number> {
  return await transact(deps, actor, async (work) => {
    const found = await existingFindings(work, input.ids)
    const wanted = found.map((row) => ({ act: input.act ?? usualAct(row), found: row }))
    const odd = wanted.find(({ act, found: one }) => !fitsAct(one, act))
    if (odd !== undefined) {
      const choices = FINDING_ACTS.filter((act) => fitsAct(odd.found, act)).join(', ')
      const reason = 'reason.not_a_choice'
      throw new GatewayError('value.invalid', { field: 'act', reason, choices })
    }
    const options = await optionValues(work.trx)
    const unpriced = wanted
      .filter(({ act, found: one }) => act === 'add' && !isPriced(one.model, options))
      .map((one) => one.found.model)
    if (unpriced.length > 0 && input.accepts_unpriced !== true) {
      throw new GatewayError('upstream_model.unpriced', { models: namedFew(unpriced) })
    }
    for (const [channelId, changes] of Map.groupBy(wanted, (one) => one.found.channel_id)) {
      await changeModels(work, await existingChannel(work.trx, channelId), changes)
    }
    await setFindings(work.trx, input.ids, 'delete')
    return found.length
  })
}

const MOST_NAMED = 10

function namedFew(models: readonly string[]): string {
  const few = [...new Set(models)].slice(0, MOST_NAMED)
  return few.join(', ') + (models.length > MOST_NAMED ? ' …' : '')
}

export interface IgnoreInput {
  readonly ids: readonly number[]
  /** Whether they wait again; false when absent. */
  readonly again?: boolean | undefined
}

/** Until they change: another successor, or gone after it was back. */
export async function ignoreUpstreamModels(
  deps: ServiceDeps,
  actor: Actor,
  { ids, again = false }: IgnoreInput,
): Promise<number> {
  return await transact(deps, actor, async (work) => {
    const found = await existingFindings(work, ids)
    const state = again ? 'waiting' : 'ignored'
    await setFindings(work.trx, ids, { state })
    for (const [channelId, rows] of Map.groupBy(found, ({ channel_id }) => channel_id)) {
      await recordAudit(work, {
        action: again ? 'upstream_model.reopen' : 'upstream_model.ignore',
        target: `channel:${channelId}`,
        after: { models: rows.map(({ model }) => model).join(',') },
      })
    }
    return found.length
  })
}

async function existingFindings(
  { trx }: Work,
  ids: readonly number[],
): Promise<readonly ModelFindingRow[]> {
  const found = await findingsByIds(trx, ids)
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined)
    throw new GatewayError('upstream_model.not_found', { finding: missing })
  return found
}
