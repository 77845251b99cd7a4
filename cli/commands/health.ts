import { setTimeout as rest } from 'node:timers/promises'
import { defineCommand } from '../command/command'
import { CommandFailure, UsageError } from '../exit'
import { nearestServer } from '../gateway/caller'
import { askHealth, type HealthAnswer } from '../gateway/relay-client'
import { words } from '../words'

const PAUSE_MS = 250
const MOST_SECONDS = 3600

export const health = defineCommand({
  path: ['health'],
  localOnly: true,
  summary: 'ask the running server whether it is healthy; for containers and service managers',
  flags: {
    url: {
      kind: 'text',
      summary: 'gateway address (default: the server of the data folder, else port $PORT or 3000)',
    },
    wait: {
      kind: 'integer',
      value: 'SECONDS',
      summary: 'ask again until it is healthy, for so long at most',
    },
  },
  examples: ['gw health', 'gw health --wait 60', 'gw health --url http://127.0.0.1:3000'],
  json: { healthy: 'flag', url: 'text', database: 'text' },
  run: async (context, { flags }) => {
    const { wait = 0 } = flags
    if (wait < 0 || wait > MOST_SECONDS) {
      throw new UsageError(words`--wait must be from 0 to ${MOST_SECONDS}`)
    }
    const endMs = context.clock.nowMs() + wait * 1000
    for (;;) {
      const url = flags.url?.replace(/\/+$/, '') ?? (await nearestServer(context))
      const answer = await attempt(url)
      if (!(answer instanceof Error) && answer.healthy) {
        return context.output.value('healthy', { ...answer, url })
      }
      if (context.clock.nowMs() >= endMs) throw failureOf(answer)
      await rest(PAUSE_MS)
    }
  },
})

async function attempt(url: string): Promise<HealthAnswer | Error> {
  try {
    return await askHealth(url)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

function failureOf(answer: HealthAnswer | Error): Error {
  if (answer instanceof Error) return answer
  return new CommandFailure('server.unhealthy', words`not healthy: database ${answer.database}`)
}
