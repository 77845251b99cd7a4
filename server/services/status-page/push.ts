/** Reports to a push monitor of Uptime Kuma how the site does. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { unreachableReason } from '../../domain/errors/unreachable-reason'
import { translate } from '../../domain/i18n/translate'
import type { StatusFigures } from '../../domain/status-page/page'
import { optionValues } from '../options/current'
import { openSecret } from '../options/secret'
import type { ServiceDeps } from '../service-deps'
import { type StatusMemory, showStatusPage } from './show'

/** Nothing without an address. Throws `status_page.push_refused`, which does not tell it. */
export async function pushHeartbeat(deps: ServiceDeps, memory: StatusMemory): Promise<void> {
  const options = await optionValues(deps.db.reader)
  const address = openSecret(deps.sealer, options.UptimeKumaPushUrl)
  if (address === '' || deps.readReleases === undefined) return
  const { figures } = await showStatusPage(deps, memory, options)
  const problem = await pushProblem(() => deps.readReleases?.(pushUrl(address, figures)))
  if (problem !== undefined) throw new GatewayError('status_page.push_refused', { problem })
}

type PushAnswer = Awaited<ReturnType<NonNullable<ServiceDeps['readReleases']>>>

/** In words without the address, whose token is a secret. */
async function pushProblem(
  ask: () => Promise<PushAnswer> | undefined,
): Promise<string | undefined> {
  try {
    const answer = await ask()
    return answer === undefined || answer.status === 200 ? undefined : `HTTP ${answer.status}`
  } catch (failure) {
    if (failure instanceof GatewayError) return messageOf(failure, 'en')
    return translate('en', unreachableReason(failure))
  }
}

/** The form that Uptime Kuma shows has fields of its own, which are replaced. */
function pushUrl(address: string, { state, site }: StatusFigures): string {
  const url = new URL(address)
  url.searchParams.set('status', state === 'outage' ? 'down' : 'up')
  url.searchParams.set('msg', state === 'no_data' || state === 'operational' ? 'OK' : state)
  url.searchParams.set('ping', site.p50_ms === null ? '' : String(site.p50_ms))
  return url.href
}
