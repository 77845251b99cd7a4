/** What operators tell their customers of incidents and planned work. */
import {
  deleteIncident,
  findIncident,
  type IncidentRow,
  insertIncident,
  insertIncidentUpdate,
  updateIncident,
  updatesOf,
} from '../../../db/tables/incidents'
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  type Impact,
  type IncidentKind,
  type IncidentState,
  isOver,
  STATES_OF_KIND,
} from '../../domain/status-page/incident'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { type IncidentView, viewOf } from './view'

const MAX_TITLE = 200
const MAX_BODY = 10_000
const MAX_MODELS = 200

export interface IncidentFields {
  readonly title: string
  readonly impact: Impact
  readonly models: readonly string[]
  /** Epoch seconds. */
  readonly starts_at?: number | undefined
  readonly ends_at?: number | undefined
}

export interface NewIncident extends IncidentFields {
  readonly kind: IncidentKind
  /** Markdown. */
  readonly body: string
  readonly state?: IncidentState | undefined
  /** What opens it, such as a rule. */
  readonly source?: string | undefined
}

/** Throws `value.invalid`, `value.too_long` or `incident.times_wrong`. */
export async function createIncident(
  deps: ServiceDeps,
  actor: Actor,
  given: NewIncident,
): Promise<IncidentView> {
  return await transact(deps, actor, (work) => addIncident(work, given))
}

/** The same, as a part of more. */
export async function addIncident(work: Work, given: NewIncident): Promise<IncidentView> {
  const { kind, source = '' } = given
  const nowMs = work.clock.nowMs()
  const state = stateFor(kind, given.state ?? STATES_OF_KIND[kind][0])
  const columns = {
    ...{ kind, state, source },
    ...columnsOf(given, source),
    ...timesOf(kind, given, nowMs),
  }
  const ends_at = isOver({ state }) && columns.ends_at === 0 ? nowMs : columns.ends_at
  const times = { created_at: nowMs, updated_at: nowMs }
  const row = await insertIncident(work.trx, { ...columns, ends_at, ...times })
  await tell(work, row, { state, body: given.body })
  await recordAudit(work, {
    action: 'incident.create',
    target: `incident:${row.id}`,
    after: { ...columns, body: given.body },
  })
  return await shown(work, row)
}

/** Throws as `createIncident`, and `incident.not_found`. */
export async function changeIncident(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...given }: IncidentFields & { readonly id: number },
): Promise<IncidentView> {
  return await transact(deps, actor, async (work) => {
    const before = await existing(work, id)
    const times = timesOf(before.kind, { ...secondsOf(before), ...given }, before.starts_at)
    const columns = { ...columnsOf(given, before.source), ...times }
    const updated_at = work.clock.nowMs()
    await updateIncident(work.trx, id, { ...columns, updated_at })
    const { title, impact, models, starts_at, ends_at } = before
    await recordAudit(work, {
      action: 'incident.set',
      target: `incident:${id}`,
      before: { title, impact, models, starts_at, ends_at },
      after: columns,
    })
    return await shown(work, { ...before, ...columns, updated_at })
  })
}

export interface NewUpdate {
  readonly id: number
  readonly state: IncidentState
  readonly body: string
}

/** Adds how it goes on; the last state ends it. Throws `incident.not_found`, `value.invalid`. */
export async function updateIncidentState(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...update }: NewUpdate,
): Promise<IncidentView> {
  return await transact(deps, actor, async (work) => {
    return await addIncidentUpdate(work, await existing(work, id), update)
  })
}

/** The same, as a part of more. */
export async function addIncidentUpdate(
  work: Work,
  before: IncidentRow,
  update: Omit<NewUpdate, 'id'>,
): Promise<IncidentView> {
  const { id } = before
  const state = stateFor(before.kind, update.state)
  const updated_at = work.clock.nowMs()
  const change = { state, ends_at: endOf(before, state, updated_at), updated_at }
  await updateIncident(work.trx, id, change)
  await tell(work, before, { ...update, state })
  await recordAudit(work, {
    action: 'incident.update',
    target: `incident:${id}`,
    before: { state: before.state },
    after: { state, body: update.body },
  })
  return await shown(work, { ...before, ...change })
}

/** Those that it affects as well; one of all models stays so. */
export async function addIncidentModels(
  work: Work,
  { id, models: before }: IncidentRow,
  more: readonly string[],
): Promise<void> {
  if (before === '' || more.length === 0) return
  const names = new Set([...before.split('\n'), ...more])
  const models = [...names].slice(0, MAX_MODELS).join('\n')
  if (models === before) return
  await updateIncident(work.trx, id, { models, updated_at: work.clock.nowMs() })
  await recordAudit(work, {
    action: 'incident.set',
    target: `incident:${id}`,
    before: { models: before },
    after: { models },
  })
}

/** With all its updates. */
export async function removeIncident(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { title, state, impact } = await existing(work, id)
    await deleteIncident(work.trx, id)
    await recordAudit(work, {
      action: 'incident.delete',
      target: `incident:${id}`,
      before: { title, state, impact },
    })
  })
}

async function existing({ trx }: Work, id: number): Promise<IncidentRow> {
  const row = await findIncident(trx, id)
  if (row === undefined) throw new GatewayError('incident.not_found')
  return row
}

async function tell(
  { trx, clock }: Work,
  { id }: IncidentRow,
  { state, body }: Pick<NewUpdate, 'state' | 'body'>,
): Promise<void> {
  if (body.length > MAX_BODY) {
    throw new GatewayError('value.too_long', { field: 'body', max: MAX_BODY })
  }
  const created_at = clock.nowMs()
  await insertIncidentUpdate(trx, { incident_id: id, state, body: body.trim(), created_at })
}

async function shown({ trx, clock }: Work, row: IncidentRow): Promise<IncidentView> {
  return viewOf(row, await updatesOf(trx, [row.id]), clock.nowMs())
}

function stateFor(kind: IncidentKind, state: IncidentState): IncidentState {
  const choices: readonly IncidentState[] = STATES_OF_KIND[kind]
  if (choices.includes(state)) return state
  const reason = 'reason.not_a_choice'
  throw new GatewayError('value.invalid', { field: 'state', reason, choices: choices.join(', ') })
}

/** What something else than a person has opened may do without a title. */
function columnsOf({ title: given, impact, models }: IncidentFields, source = '') {
  const title = visibleLine('title', given.trim())
  if (title === '' && source === '') {
    throw new GatewayError('value.invalid', { field: 'title', reason: 'reason.missing' })
  }
  if ([...title].length > MAX_TITLE) {
    throw new GatewayError('value.too_long', { field: 'title', max: MAX_TITLE })
  }
  const names = models.map((name) => visibleLine('models', name.trim())).filter((name) => name)
  if (names.length > MAX_MODELS) {
    throw new GatewayError('value.too_long', { field: 'models', max: MAX_MODELS })
  }
  return { title, impact, models: [...new Set(names)].join('\n') }
}

type Times = Pick<IncidentFields, 'starts_at' | 'ends_at'>

function timesOf(kind: IncidentKind, { starts_at, ends_at = 0 }: Times, otherwiseMs: number) {
  const begins = starts_at === undefined || starts_at === 0 ? otherwiseMs : starts_at * 1000
  const isPlanned = kind === 'maintenance'
  if (isPlanned && ends_at * 1000 <= begins) throw new GatewayError('incident.times_wrong')
  if (ends_at !== 0 && ends_at * 1000 < begins) throw new GatewayError('incident.times_wrong')
  return { starts_at: begins, ends_at: ends_at * 1000 }
}

function secondsOf({ starts_at, ends_at }: IncidentRow): Times {
  return { starts_at: starts_at / 1000, ends_at: ends_at / 1000 }
}

/** Of planned work the end stays as it was planned, unless it came sooner. */
function endOf({ kind, ends_at }: IncidentRow, state: IncidentState, nowMs: number): number {
  if (!isOver({ state })) return kind === 'maintenance' ? ends_at : 0
  return kind === 'maintenance' ? Math.min(ends_at, nowMs) : nowMs
}
