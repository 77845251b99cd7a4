/** A contact point as what it is sent by. */
import type { ContactPointRow } from '../../../../db/tables/contact-points'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { isNoticeService, type NoticeServiceId } from '../../../domain/notices/service-ids'
import type { ServiceDeps } from '../../service-deps'
import { FORMATS } from '../formats'
import type { Format } from '../formats/format'
import type { Receiver } from '../post'
import { joinedValues, readValues } from '../service-values'

export const CONTACT_POINT_PURPOSE = 'contact point'

const MAIL_PER_MINUTE = 30

/** Throws `notice.no_way` for a service that only another version knows. */
export function serviceOf({ service }: ContactPointRow): NoticeServiceId {
  if (!isNoticeService(service)) throw new GatewayError('notice.no_way')
  return service
}

export function limitsOf(point: ContactPointRow): Pick<Format, 'perMinute' | 'isPerNotice'> {
  const service = serviceOf(point)
  return service === 'email' ? { perMinute: MAIL_PER_MINUTE } : FORMATS[service]
}

export function pointReceiver({ sealer }: ServiceDeps, point: ContactPointRow): Receiver {
  const service = serviceOf(point)
  const { fields, secrets_sealed: sealed } = point
  const secrets = sealed === '' ? '' : sealer.open(sealed, CONTACT_POINT_PURPOSE)
  return { service, values: joinedValues(service, readValues(fields), readValues(secrets)) }
}
