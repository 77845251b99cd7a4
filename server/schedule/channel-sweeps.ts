import { GatewayError } from '../domain/errors/gateway-error'
import type { Sweep } from '../services/channels/sweep'
import { SYSTEM_ACTOR } from '../services/service-deps'
import { defineJob } from './job'

export const channelTests = defineJob({
  name: 'channel tests',
  everyMs: ({ sweeps }) => sweeps.testEveryMs,
  run: ({ services }) => toTheEnd(services.channels.testAll(SYSTEM_ACTOR)),
})

export const channelBalances = defineJob({
  name: 'channel balances',
  everyMs: ({ sweeps }) => sweeps.balanceEveryMs,
  run: ({ services }) => toTheEnd(services.channels.refreshAllBalances(SYSTEM_ACTOR)),
})

/** A walk that a person began a moment ago does this turn's work too. */
async function toTheEnd(beginning: Promise<Sweep<unknown>>): Promise<void> {
  try {
    await (await beginning).finished
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'channel.test_running') return
    throw error
  }
}
