/** Reads that start at the same time are sent as one request: a page opens with one call. */
import type { Answered } from '../../server/domain/api-calls/answer'
import { answerIn, readEvents, streamAddress } from '../../server/domain/api-calls/read-events'
import { actingFor } from '../app/session'

interface PendingRead {
  readonly address: string
  readonly resolve: (answer: Answered | Promise<Answered>) => void
}

type Send = (address: string) => Promise<Answered>

interface Ways {
  /** For the organisation that is shown: such reads travel apart from the others. */
  readonly isShared: boolean
  readonly alone: Send
  /** The request for all of them. */
  readonly together: (address: string) => Promise<Response>
}

/** As many as the server takes. */
const MOST = 12
/** Parts of a page come to the screen one after the other. */
const GATHER_MS = 4

const waiting: Record<'shared' | 'own', PendingRead[]> = { shared: [], own: [] }

export function readTogether(address: string, ways: Ways): Promise<Answered> {
  return new Promise((resolve) => {
    const all = waiting[kindOf(ways)]
    all.push({ address, resolve })
    if (all.length === 1) setTimeout(() => sendAll(ways), GATHER_MS)
  })
}

/** The two differ only while an organisation is shown. */
function kindOf({ isShared }: Ways): 'shared' | 'own' {
  return isShared && actingFor() !== undefined ? 'shared' : 'own'
}

function sendAll(ways: Ways): void {
  const all = waiting[kindOf(ways)].splice(0)
  for (let from = 0; from < all.length; from += MOST) {
    void sendSome(all.slice(from, from + MOST), ways)
  }
}

/** A read without an answer is sent again alone, which shows why. */
async function sendSome(reads: readonly PendingRead[], { alone, together }: Ways): Promise<void> {
  const open = new Set(reads)
  try {
    const addresses = reads.map(({ address }) => address)
    const address = reads.length > 1 ? streamAddress(addresses, false) : undefined
    const response = address === undefined ? undefined : await together(address)
    if (response?.ok) {
      for await (const event of readEvents(response)) {
        const one = reads[event.call ?? -1]
        if (one === undefined) continue
        open.delete(one)
        one.resolve(answerIn(event))
      }
    }
  } catch {
    // The connection broke: each tries once more.
  }
  for (const { address, resolve } of open) resolve(alone(address))
}
