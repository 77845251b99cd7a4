/** What a walk has found of one channel, written with what its rules do about it. */
import type { ChannelRow } from '../../../db/tables/channels'
import {
  findingsOfChannel,
  findModelList,
  insertFindings,
  type ModelFindingRow,
  putModelList,
  setFindings,
} from '../../../db/tables/upstream-models'
import { worthOffering } from '../../domain/calls/model-calls'
import { mappedName, modelMapper } from '../../domain/channels/model-mapping'
import { channelTypeOf } from '../../domain/channels/routes'
import {
  type CompareRules,
  type Finding,
  findingsOf,
} from '../../domain/channels/upstream-models/findings'
import { concerns, type ModelRules, modelRules } from '../../domain/channels/upstream-models/rules'
import { GatewayError } from '../../domain/errors/gateway-error'
import { textsIn } from '../../domain/json/records'
import type { OptionValues } from '../../domain/options'
import { hasHidden } from '../../domain/text/visible-text'
import type { ListedByKey } from '../channel-ports'
import { namesIn } from '../channels/fields'
import { failureJson } from '../notifications/notice'
import { optionValues } from '../options/current'
import type { Work } from '../work'
import { changeModels, isPriced, usualAct, type WantedChange } from './change'

const LONGEST_NAME = 255

/** What was written down of a list that came. */
export interface Recorded {
  /** Findings that wait for a person, and those among them that did not before. */
  readonly waiting: number
  readonly fresh: number
  /** What the rules have changed. */
  readonly changed: readonly WantedChange[]
}

/** In the caller's transaction; `channel` is as it is there. Throws for a list without names. */
export async function recordList(
  work: Work,
  channel: ChannelRow,
  { lists, isWhole }: ListedByKey,
): Promise<Recorded> {
  const listed = [...new Set(lists.flat())]
  if (listed.length === 0) throw new GatewayError('channel.models_none')
  const options = await optionValues(work.trx)
  const rules = modelRules(channel.setting, options)
  const rows = await findingsOfChannel(work.trx, channel.id)
  const before = textsIn((await findModelList(work.trx, channel.id))?.listed ?? '')
  const sets = lists.map((names) => new Set(names))
  const mapper = modelMapper(channel.model_mapping)
  const served = namesIn(channel.models).map((model) => {
    return { model, upstream: mappedName(mapper, model) }
  })
  const findings = findingsOf(
    {
      ...{ served, listed, before, isWhole },
      common: listed.filter((name) => sets.every((names) => names.has(name))),
      known: rows.map((row) => ({ ...row, wasListed: row.was_listed === 1 })),
    },
    compareRules(channel, rules, options),
  )
  const changed = await applyRules(work, { channel, findings, rules, options })
  const done = new Set(changed.map(({ found }) => found))
  const open = findings.filter((finding) => !done.has(finding))
  const fresh = await storeFindings(work, { channelId: channel.id, rows, open })
  const now = work.clock.nowMs()
  await putModelList(work.trx, {
    ...{ channel_id: channel.id, failure: '', failures: 0, tried_at: now, walked_at: now },
    // Names of keys that did not answer stay, so that they can be missed later.
    listed: JSON.stringify(isWhole ? listed : [...new Set([...before, ...listed])]),
  })
  const waiting = open.filter(({ state }) => state === 'waiting').length
  return { waiting, fresh, changed }
}

/** A list that did not come changes nothing that was found. */
export async function recordFailure(
  { trx, clock }: Work,
  channelId: number,
  error: GatewayError,
): Promise<void> {
  const last = await findModelList(trx, channelId)
  await putModelList(trx, {
    channel_id: channelId,
    listed: last?.listed ?? '',
    walked_at: last?.walked_at ?? 0,
    failure: failureJson(error),
    failures: (last?.failures ?? 0) + 1,
    tried_at: clock.nowMs(),
  })
}

function compareRules(channel: ChannelRow, rules: ModelRules, options: OptionValues): CompareRules {
  const type = channelTypeOf(channel)
  return {
    goneAfter: options.UpstreamModelsGoneAfter,
    isWanted: (model) =>
      isName(model) &&
      concerns(rules, model) &&
      (type === undefined || worthOffering(type, [model]).length > 0),
    isWatched: (model) => concerns(rules, model),
    finds: {
      new: rules.new !== 'ignore',
      gone: rules.gone !== 'ignore',
      renamed: rules.renamed !== 'ignore',
    },
  }
}

/** An upstream may name anything; what no channel could serve is left out. */
function isName(model: string): boolean {
  return model.length <= LONGEST_NAME && !/[,\n]|^\s|\s$/.test(model) && !hasHidden(model)
}

interface Judged {
  readonly channel: ChannelRow
  readonly findings: readonly Finding[]
  readonly rules: ModelRules
  readonly options: OptionValues
}

/** What the rules change; what they cannot is left to a person. */
async function applyRules(work: Work, judged: Judged): Promise<readonly WantedChange[]> {
  const { channel, findings } = judged
  const wanted = findings
    .filter((found) => found.state === 'waiting' && isByRule(found, judged))
    .map((found) => ({ act: usualAct(found), found }))
  const isLast = isWholeChannel(channel, wanted)
  const changes = isLast ? wanted.filter(({ act }) => act !== 'retire') : wanted
  if (changes.length > 0) await changeModels(work, channel, changes)
  return changes
}

function isByRule({ kind, model, wasListed }: Finding, { rules, options }: Judged): boolean {
  switch (kind) {
    case 'new':
      return rules.new === 'add' && isPriced(model, options)
    case 'gone':
      // An upstream may serve what it has never listed.
      return rules.gone === 'retire' && wasListed
    case 'renamed':
      return rules.renamed === 'map' && wasListed
  }
}

/** A channel is not emptied by a rule. */
function isWholeChannel({ models }: ChannelRow, wanted: readonly WantedChange[]): boolean {
  const retired = new Set(wanted.flatMap(({ act, found }) => (act === 'retire' ? found.model : [])))
  return namesIn(models).every((model) => retired.has(model))
}

interface Stored {
  readonly channelId: number
  readonly rows: readonly ModelFindingRow[]
  readonly open: readonly Finding[]
}

/** How many wait that did not before. Rows of what stays keep their numbers. */
async function storeFindings(work: Work, { channelId, rows, open }: Stored): Promise<number> {
  const { trx, clock } = work
  const keyOf = ({ kind, model }: Pick<Finding, 'kind' | 'model'>) => `${kind}\n${model}`
  const old = new Map(rows.map((row) => [keyOf(row), row]))
  const keys = new Set(open.map(keyOf))
  const ended = rows.filter((row) => !keys.has(keyOf(row))).map(({ id }) => id)
  await setFindings(trx, ended, 'delete')
  const columnsOf = ({ wasListed, kind, model, other, state, misses }: Finding) => {
    const was_listed = wasListed ? (1 as const) : (0 as const)
    return { kind, model, other, state, misses, was_listed }
  }
  for (const finding of open) {
    const row = old.get(keyOf(finding))
    if (row === undefined || isSame(row, finding)) continue
    await setFindings(trx, [row.id], columnsOf(finding))
  }
  await insertFindings(
    trx,
    open
      .filter((finding) => !old.has(keyOf(finding)))
      .map((finding) => {
        return { ...columnsOf(finding), channel_id: channelId, created_at: clock.nowMs() }
      }),
  )
  const waits = open.filter(({ state }) => state === 'waiting')
  return waits.filter((finding) => old.get(keyOf(finding))?.state !== 'waiting').length
}

function isSame(row: ModelFindingRow, finding: Finding): boolean {
  return row.other === finding.other && row.state === finding.state && row.misses === finding.misses
}
