/** Root adds, changes and removes contact points. */
import {
  allContactPoints,
  type ContactPointColumns,
  type ContactPointRow,
  deleteContactPoint,
  findContactPoint,
  insertContactPoint,
  updateContactPoint,
} from '../../../../db/tables/contact-points'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Language } from '../../../domain/i18n/translate'
import type { ReasonKey } from '../../../domain/i18n/zh/reasons'
import { zoneNamed } from '../../../domain/limits/zoned-time'
import {
  type ContactPointFields,
  MAX_GROUP_MINUTES,
  MOST_CONTACT_POINTS,
  NEW_CONTACT_POINT,
} from '../../../domain/notices/contact-points'
import { clockMinute } from '../../../domain/notices/quiet-hours'
import { isNoticeService } from '../../../domain/notices/service-ids'
import type { ServiceValues } from '../../../domain/notices/services'
import { isSiteNotice } from '../../../domain/notices/site-notices'
import { visibleLine } from '../../../domain/text/visible-text'
import { recordAudit } from '../../audit/record'
import { requireRoot } from '../../options/guards'
import type { Actor, Queries, ServiceDeps } from '../../service-deps'
import { transact } from '../../work'
import {
  checkedValues,
  type GivenValues,
  partOf,
  refusePrivateHosts,
  shownValues,
  targetOf,
} from '../service-values'
import { CONTACT_POINT_PURPOSE, pointReceiver, serviceOf } from './receiver'
import { type ContactPointView, viewOf } from './view'

export interface ContactPointInput extends Partial<ContactPointFields> {
  /** Of the service; a secret that is absent or `***` stays. */
  readonly fields?: GivenValues | undefined
}

export interface NewContactPointInput extends ContactPointInput {
  readonly service: string
  /** Of whoever reads the answer, and of the notices unless it is given. */
  readonly reader: Language
}

const MAX_NAME = 60

export async function listContactPoints(
  deps: ServiceDeps,
  { language }: { readonly language: Language },
): Promise<ContactPointView[]> {
  return (await allContactPoints(deps.db.lists)).flatMap((row) => viewOf(row, language) ?? [])
}

/** Throws `value.invalid`, `value.too_long`, `value.out_of_range`, `user.webhook_private`. */
export async function createContactPoint(
  deps: ServiceDeps,
  actor: Actor,
  { service, reader, fields: given = {}, ...input }: NewContactPointInput,
): Promise<ContactPointView> {
  requireRoot(actor)
  if (!isNoticeService(service)) throw invalid('service', 'reason.not_allowed')
  const values = checkedValues(service, given)
  await refusePrivateHosts(deps, service, values)
  const set = { name: '', language: reader, ...NEW_CONTACT_POINT, ...givenIn(input) }
  const columns = { service, ...columnsOf(set), ...storedValues(deps, service, values) }
  const row = await transact(deps, actor, async (work) => {
    await requireFreeName(work.trx, columns.name)
    if ((await allContactPoints(work.trx)).length >= MOST_CONTACT_POINTS) {
      throw new GatewayError('value.out_of_range', {
        field: 'id',
        min: 0,
        max: MOST_CONTACT_POINTS,
      })
    }
    const nowMs = work.clock.nowMs()
    const made = await insertContactPoint(work.trx, {
      ...columns,
      last_at: 0,
      last_failure: '',
      created_at: nowMs,
      updated_at: nowMs,
    })
    await recordAudit(work, {
      action: 'contact_point.create',
      target: `contact_point:${made.id}`,
      after: columns,
    })
    return made
  })
  return shown(row, reader)
}

/** Throws `contact_point.not_found` and as `createContactPoint`. */
export async function changeContactPoint(
  deps: ServiceDeps,
  actor: Actor,
  change: ContactPointInput & { readonly id: number; readonly reader: Language },
): Promise<ContactPointView> {
  requireRoot(actor)
  const { id, reader, fields: given, ...input } = change
  const before = await existing(deps.db.reader, id)
  const service = serviceOf(before)
  const known = given === undefined ? undefined : pointReceiver(deps, before).values
  const values = given && checkedValues(service, given, known)
  if (values !== undefined) await refusePrivateHosts(deps, service, values)
  const set = { ...shown(before, reader), ...givenIn(input) }
  const columns = { ...columnsOf(set), ...(values && storedValues(deps, service, values)) }
  const row = await transact(deps, actor, async (work) => {
    if (columns.name !== before.name) await requireFreeName(work.trx, columns.name)
    const updated_at = work.clock.nowMs()
    const changed = await updateContactPoint(work.trx, id, { ...columns, updated_at })
    if (changed === undefined) throw new GatewayError('contact_point.not_found')
    await recordAudit(work, {
      action: 'contact_point.set',
      target: `contact_point:${id}`,
      before: { ...before },
      after: { ...before, ...columns },
    })
    return changed
  })
  return shown(row, reader)
}

/** What waits for it is dropped when it is due. Throws `contact_point.not_found`. */
export async function removeContactPoint(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { name, service, target } = await existing(work.trx, id)
    await deleteContactPoint(work.trx, id)
    await recordAudit(work, {
      action: 'contact_point.delete',
      target: `contact_point:${id}`,
      before: { name, service, target },
    })
  })
}

/** Throws `contact_point.not_found`. */
export async function existing(reader: Queries, id: number): Promise<ContactPointRow> {
  const row = await findContactPoint(reader, { id })
  if (row === undefined) throw new GatewayError('contact_point.not_found')
  return row
}

function shown(row: ContactPointRow, language: Language): ContactPointView {
  const view = viewOf(row, language)
  if (view === undefined) throw new GatewayError('notice.no_way')
  return view
}

async function requireFreeName(trx: Queries, name: string): Promise<void> {
  if ((await findContactPoint(trx, { name })) !== undefined) throw invalid('name', 'reason.in_use')
}

function givenIn(input: Partial<ContactPointFields>): Partial<ContactPointFields> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

type StoredValues = Pick<ContactPointColumns, 'fields' | 'secrets_sealed' | 'target'>

function storedValues(
  { sealer }: ServiceDeps,
  service: Parameters<typeof partOf>[0],
  values: ServiceValues,
): StoredValues {
  const secrets = partOf(service, values, true)
  const hasSecrets = Object.keys(secrets).length > 0
  return {
    fields: JSON.stringify(shownValues(service, values)),
    secrets_sealed: hasSecrets ? sealer.seal(JSON.stringify(secrets), CONTACT_POINT_PURPOSE) : '',
    target: targetOf(service, values),
  }
}

/** Throws `value.invalid`, `value.too_long`, `value.out_of_range`. */
function columnsOf(set: ContactPointFields) {
  const name = visibleLine('name', set.name.trim())
  if (name === '') throw invalid('name', 'reason.empty')
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  if (set.severities.length === 0) throw invalid('severities', 'reason.empty')
  if (!set.types.every(isSiteNotice)) throw invalid('types', 'reason.not_allowed')
  const { group_minutes } = set
  if (!(group_minutes >= 0 && group_minutes <= MAX_GROUP_MINUTES)) {
    const bounds = { min: 0, max: MAX_GROUP_MINUTES }
    throw new GatewayError('value.out_of_range', { field: 'group_minutes', ...bounds })
  }
  return {
    name,
    enabled: set.enabled ? 1 : 0,
    severities: JSON.stringify([...new Set(set.severities)]),
    types: JSON.stringify([...new Set(set.types)]),
    recoveries: set.recoveries ? 1 : 0,
    language: set.language,
    group_minutes,
    ...quietColumns(set),
  } as const
}

function quietColumns({ quiet_from, quiet_to, time_zone }: ContactPointFields) {
  const zone = zoneNamed(time_zone)
  if (zone === undefined) throw invalid('time_zone', 'reason.time_zone')
  const [from, to] = [quiet_from.trim(), quiet_to.trim()]
  if (from === '' && to === '') return { quiet_from: '', quiet_to: '', time_zone: zone }
  if (clockMinute(from) === undefined) throw invalid('quiet_from', 'reason.clock')
  if (clockMinute(to) === undefined || from === to) throw invalid('quiet_to', 'reason.clock')
  return { quiet_from: from, quiet_to: to, time_zone: zone }
}

function invalid(field: string, reason: ReasonKey): GatewayError {
  return new GatewayError('value.invalid', { field, reason })
}
