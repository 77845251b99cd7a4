import { GatewayError } from '../domain/errors/gateway-error'
import type { Services } from '../services/create-services'
import { defineJob } from './job'

/** Finds the channels that are due; how often each is queried is an option. */
export const upstreamModels = defineJob({
  name: 'upstream models',
  everyMs: 60_000,
  run: ({ services }) => walkDue(services),
})

/** A walk that a person began a moment ago does this turn's work too. */
async function walkDue({ upstreamModels: { walkDue: walk } }: Services): Promise<void> {
  try {
    await walk()
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'channel.walk_running') return
    throw error
  }
}
