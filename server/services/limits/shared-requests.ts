/** The request limit of a site with several nodes: one count of each user for all of them. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Admission, RequestLimit, RequestLimits } from '../../relay/ports/request-limits'
import type { Background } from '../background'
import type { Limiter } from '../limiter/limiter'

const MS_PER_MINUTE = 60_000
const MS_PER_SECOND = 1000

export interface SharedRequestParts {
  readonly limiter: Limiter
  readonly background: Background
}

type Taken = Extract<Awaited<ReturnType<Limiter['take']>>, { readonly ok: true }>

/** A call counts as a success from its beginning on, and no more once it has failed. */
export function sharedRequestLimits({ limiter, background }: SharedRequestParts): RequestLimits {
  async function take(
    id: 'limit.requests' | 'limit.successes',
    userId: number,
    { windowMs, ...counts }: RequestLimit,
  ): Promise<Taken | undefined> {
    const count = id === 'limit.requests' ? counts.requests : counts.successes
    if (count === 0) return undefined
    const taken = await limiter.take(`${id} ${userId}`, { count, windowMs })
    if (taken.ok) return taken
    const seconds = Math.max(1, Math.ceil(taken.retryMs / MS_PER_SECOND))
    throw new GatewayError(id, { minutes: windowMs / MS_PER_MINUTE, count, seconds })
  }

  return {
    async admit(userId, limit): Promise<Admission> {
      const request = await take('limit.requests', userId, limit)
      const success = await take('limit.successes', userId, limit).catch(async (refusal) => {
        await request?.giveBack()
        throw refusal
      })
      return {
        succeeded() {},
        failed() {
          if (success !== undefined) background.run('giving back a request', success.giveBack())
        },
      }
    },
  }
}
