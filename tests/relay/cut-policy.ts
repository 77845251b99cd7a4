/** One call on a channel with a policy for clients that leave, as the tests of cuts need it. */
import type { Clock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { type Reply, startUpstream, type Upstream } from '../support/upstream'
import { within } from '../support/wait-until'
import { type Bill, billOf, type DialectName, PRICES, TYPE_OF } from './black-box'

type Policy = 'partial' | 'drain' | 'refund'

export interface PolicyCase {
  readonly policy: Policy
  readonly reply: Reply | readonly Reply[]
  readonly dialect?: DialectName
  readonly env?: Record<string, string>
  readonly channels?: number
  readonly clock?: Clock
}

export interface PolicySetting {
  readonly gateway: Gateway
  readonly upstream: Upstream
}

export async function withPolicy(
  given: PolicyCase,
  check: (setting: PolicySetting) => Promise<void>,
): Promise<void> {
  const { policy, reply, dialect = 'openai', env = {}, channels = 1, clock } = given
  await using upstream = await startUpstream(reply)
  const channel = { upstream, type: TYPE_OF[dialect], models: 'm' }
  // The default is left to itself.
  const setting = policy === 'partial' ? {} : { setting: JSON.stringify({ cut_policy: policy }) }
  await using gateway = await startGateway({
    channels: Array.from({ length: channels }, () => ({ ...channel, ...setting })),
    options: PRICES,
    env,
    ...(clock && { clock }),
  })
  await check({ gateway, upstream })
}

/** The only call of a gateway, found in the log: whoever left never saw its id. */
export async function onlyBill(gateway: Gateway): Promise<Bill> {
  await within('end of the call', gateway.idle())
  const { items } = await gateway.services.logs.list()
  return await billOf(gateway, items[0]?.request_id ?? '')
}

/** What has happened on a connection of this machine is noticed before later requests. */
export async function letNotice(gateway: Gateway): Promise<void> {
  for (let round = 0; round < 3; round += 1) await (await fetch(`${gateway.url}/healthz`)).text()
}
