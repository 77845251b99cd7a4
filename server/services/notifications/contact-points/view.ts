/** A contact point as it is shown: without its secrets. */
import type { ContactPointRow } from '../../../../db/tables/contact-points'
import { messageOf } from '../../../domain/errors/message'
import type { Language } from '../../../domain/i18n/translate'
import type { ContactPointFields } from '../../../domain/notices/contact-points'
import { isNoticeService, type NoticeServiceId } from '../../../domain/notices/service-ids'
import type { ServiceValues } from '../../../domain/notices/services'
import { isSeverity } from '../../../domain/notices/severities'
import { readFailure } from '../notice'
import { readValues } from '../service-values'

export interface ContactPointView extends ContactPointFields {
  readonly id: number
  readonly service: NoticeServiceId
  /** By name, with `***` for secrets that are set. */
  readonly fields: ServiceValues
  /** An address, a chat or a host. */
  readonly target: string
  /** Of the last attempt, epoch ms; 0 before the first. */
  readonly last_at: number
  /** Why it failed; "" when it arrived. */
  readonly last_failure: string
}

/** `undefined` for a service that only another version knows. */
export function viewOf(row: ContactPointRow, language: Language): ContactPointView | undefined {
  const { service } = row
  if (!isNoticeService(service)) return undefined
  const failure = readFailure(row.last_failure)
  return {
    id: row.id,
    name: row.name,
    service,
    enabled: row.enabled === 1,
    fields: readValues(row.fields),
    target: row.target,
    severities: listOf(row.severities).filter(isSeverity),
    types: [...listOf(row.types)],
    recoveries: row.recoveries === 1,
    language: row.language === 'en' ? 'en' : 'zh',
    quiet_from: row.quiet_from,
    quiet_to: row.quiet_to,
    time_zone: row.time_zone,
    group_minutes: row.group_minutes,
    last_at: row.last_at,
    last_failure: failure === undefined ? '' : messageOf(failure, language),
  }
}

/** The texts of a JSON list. */
export function listOf(json: string): readonly string[] {
  const list: unknown = JSON.parse(json || '[]')
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}
