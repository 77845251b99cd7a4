/** One attempt to tell one user, by the service that the user chose. */
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { NoticeServiceId } from '../../domain/notices/service-ids'
import type { OptionValues } from '../../domain/options'
import type { ServiceDeps } from '../service-deps'
import { messageOf } from './message'
import type { NoticeContent } from './notice'
import { type Receiver, sendTo } from './post'
import { receiverAt } from './service-of-address'
import { joinedValues, readValues } from './service-values'
import { readSetting, WEBHOOK_SECRET_PURPOSE } from './setting'

/** `undefined`: the user has no address for notices. */
export function wayTo(user: UserRow): NoticeServiceId | undefined {
  const service = readSetting(user.setting)?.notify_type ?? 'email'
  return service === 'email' && addressOf(user) === '' ? undefined : service
}

export function addressOf(user: UserRow): string {
  return readSetting(user.setting)?.notification_email || user.email
}

export interface Sending {
  readonly user: UserRow
  /** As webhooks name it. */
  readonly type: string
  readonly content: NoticeContent
}

/** Returns what the other side said. Throws `notice.no_way` and what `sendTo` throws. */
export async function sendToUser(
  deps: ServiceDeps,
  options: OptionValues,
  { user, type, content }: Sending,
): Promise<string> {
  const message = messageOf({
    type,
    kind: type,
    contents: [content],
    language: readSetting(user.setting)?.language ?? 'zh',
    site: options.SystemName,
    nowMs: deps.clock.nowMs(),
  })
  return await sendTo(deps, options, { ...receiverOf(deps, user), message })
}

function receiverOf({ sealer }: ServiceDeps, user: UserRow): Receiver {
  const service = wayTo(user)
  if (service === undefined) throw new GatewayError('notice.no_way')
  if (service === 'email') return { service, values: { to: addressOf(user) } }
  const setting = readSetting(user.setting)
  const opened = (sealed: string | undefined) =>
    sealed === undefined ? undefined : sealer.open(sealed, WEBHOOK_SECRET_PURPOSE)
  if (service === 'webhook') {
    const secret = opened(setting?.webhook_secret)
    return receiverAt({ url: setting?.webhook_url ?? '', ...(secret !== undefined && { secret }) })
  }
  const shown = readValues(JSON.stringify(setting?.notify_fields ?? {}))
  const secrets = readValues(opened(setting?.notify_sealed) ?? '')
  return { service, values: joinedValues(service, shown, secrets) }
}
