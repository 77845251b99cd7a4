import type { DataOf } from '../../../server/domain/api-calls/contract'
import {
  type ContactPointFields,
  MAX_GROUP_MINUTES,
  NEW_CONTACT_POINT,
} from '../../../server/domain/notices/contact-points'
import { clockMinute } from '../../../server/domain/notices/quiet-hours'
import type { NoticeServiceId } from '../../../server/domain/notices/service-ids'
import { noticeService } from '../../../server/domain/notices/services'
import type { Text } from '../../app/language'
import type { Problems } from '../../components/form/use-form'
import { type FieldTexts, sentTexts } from '../../components/notice/field-texts'
import { lacks } from '../../components/notice/ServiceFields'

export type ContactPointJson = DataOf<'contact_point.list'>[number]

/** As the fields hold it. */
export interface PointValues extends Omit<ContactPointFields, 'group_minutes'> {
  readonly service: NoticeServiceId
  /** What is typed. */
  readonly fields: FieldTexts
  readonly group_minutes: string
}

export function valuesOf(point: ContactPointJson | undefined, language: 'zh' | 'en'): PointValues {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const from = point ?? { ...NEW_CONTACT_POINT, name: '', language, time_zone }
  return {
    ...pickedFrom(from),
    service: point?.service ?? 'slack',
    fields: {},
    group_minutes: String(from.group_minutes),
  }
}

function pickedFrom(from: ContactPointFields): Omit<ContactPointFields, 'group_minutes'> {
  return {
    name: from.name,
    enabled: from.enabled,
    severities: from.severities,
    types: from.types,
    recoveries: from.recoveries,
    language: from.language,
    quiet_from: from.quiet_from,
    quiet_to: from.quiet_to,
    time_zone: from.time_zone,
  }
}

export function checkPoint(
  values: PointValues,
  stored: FieldTexts,
  text: Text,
): Problems<PointValues> {
  const { name, service, fields, severities, quiet_from, quiet_to, group_minutes } = values
  const isMissing = noticeService(service).fields.some((field) => lacks(field, fields, stored))
  const [from, to] = [clockMinute(quiet_from), clockMinute(quiet_to)]
  const isQuiet = quiet_from !== '' || quiet_to !== ''
  const isClock = from !== undefined && to !== undefined && from !== to
  const isGroup = /^\d+$/.test(group_minutes.trim()) && Number(group_minutes) <= MAX_GROUP_MINUTES
  return {
    ...(name.trim() === '' && { name: text('reason.empty') }),
    ...(isMissing && { fields: text('reason.empty') }),
    ...(severities.length === 0 && { severities: text('contact_point.no_severity') }),
    ...(isQuiet && !isClock && { quiet_to: text('contact_point.clock_wrong') }),
    ...(!isGroup && {
      group_minutes: text('contact_point.group_wrong', { max: MAX_GROUP_MINUTES }),
    }),
  }
}

export function bodyOf(values: PointValues, stored: FieldTexts) {
  return {
    ...pickedFrom({ ...values, group_minutes: 0 }),
    fields: sentTexts(values.fields, stored),
    group_minutes: Number(values.group_minutes),
  }
}
