import type { Clock } from '../../../server/clock'
import { CommandFailure } from '../../exit'
import { words } from '../../words'
import { readExposition } from './exposition'
import type { Scrape } from './figures'

export interface MetricsAddress {
  readonly url: string
  readonly token: string | undefined
  readonly clock: Clock
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 16 * 1024 * 1024

/** Throws `CommandFailure` where no metrics are. */
export async function scrape({ url, token, clock }: MetricsAddress): Promise<Scrape> {
  const text = await textAt(url, token)
  try {
    const samples = readExposition(text)
    return { atMs: clock.nowMs(), samples }
  } catch (cause) {
    throw new CommandFailure('metrics.unreadable', words`no metrics at ${url}`, { cause })
  }
}

async function textAt(url: string, token: string | undefined): Promise<string> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, { headers, signal, redirect: 'manual' }).catch(
    (cause: unknown) => {
      throw new CommandFailure('server.unreachable', words`${url} does not answer`, { cause })
    },
  )
  const { status } = response
  if (status === 404 || status === 401) {
    const hint = 'is GW_METRICS_TOKEN the one of the gateway?'
    throw new CommandFailure('metrics.unreadable', words`no metrics at ${url}: ${words`${hint}`}`)
  }
  if (!response.ok) throw new CommandFailure('metrics.unreadable', words`${url} says ${status}`)
  const text = await response.text()
  if (text.length > MOST_BYTES) {
    throw new CommandFailure('metrics.unreadable', words`no metrics at ${url}`)
  }
  return text
}
