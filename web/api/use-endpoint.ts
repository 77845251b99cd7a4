/** Reading calls in components, cached by swr, and making the lists they fill read again. */
import { useEffect } from 'react'
import useSWR, { mutate } from 'swr'
import { ApiError } from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, Envelope, InputOf } from '../../server/domain/api-calls/contract'
import { actingFor } from '../app/session'
import { call, routeOf } from './client'

export interface Loaded<Data> {
  /** `undefined` until the first answer. */
  readonly answer: Envelope<Data> | undefined
  readonly data: Data | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => Promise<unknown>
  /** The same list with other values in its query, such as another page; nothing shows it. */
  readonly readWith: (query: Readonly<Record<string, number>>) => Promise<Data>
}

export interface ReadOptions {
  /** The call is not made yet. */
  readonly skip?: boolean
  /** Milliseconds between two reads where no stream reports changes; 0 reads once. */
  readonly everyMs?: number
}

export function useEndpoint<Id extends CallId>(
  id: Id,
  input: InputOf<Id> = {},
  { skip = false, everyMs = 0 }: ReadOptions = {},
): Loaded<DataOf<Id>> {
  const {
    data,
    error,
    isLoading,
    mutate: again,
  } = useSWR<Envelope<DataOf<Id>>, ApiError>(skip ? null : [id, input], () => read(id, input), {
    keepPreviousData: true,
  })
  useLive(id, input, { isOn: everyMs > 0 && data !== undefined && !skip, everyMs, again })
  return {
    answer: data,
    data: data?.data,
    error,
    isLoading,
    reload: () => again(),
    readWith: async (other) => {
      const query = { ...input.query, ...other }
      return (await call<Id>(id, Object.assign({}, input, { query }))).data
    },
  }
}

interface Live<Data> {
  readonly isOn: boolean
  readonly everyMs: number
  readonly again: (answer?: Envelope<Data>, options?: { revalidate: boolean }) => Promise<unknown>
}

/** A page has the line to itself until it is there. */
const AFTER_MS = 1000

function useLive<Id extends CallId>(
  id: Id,
  input: InputOf<Id>,
  { isOn, everyMs, again }: Live<DataOf<Id>>,
): void {
  const { address, isShared } = routeOf(id, input)
  useEffect(() => {
    // The stream of an organisation has only what is the organisation's.
    if (!isOn || (actingFor() !== undefined && !isShared)) return
    let isOver = false
    let end = () => {}
    const begin = async (): Promise<void> => {
      const { watchLive } = await import('./live')
      if (isOver) return
      end = watchLive({
        address,
        everyMs,
        // The contract rows type both ends, as in `readAnswer`.
        take: (body) => void again(body as Envelope<DataOf<Id>>, { revalidate: false }),
        readAgain: () => void again(),
      })
    }
    // Whoever cannot fetch it sees what was read, and the button that reads again.
    const timer = setTimeout(() => void begin().catch(() => {}), AFTER_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      end()
    }
  }, [address, isShared, isOn, everyMs, again])
}

/** A read refused by the rate limit is retried once more calls are allowed. */
async function read<Id extends CallId>(id: Id, input: InputOf<Id>): Promise<Envelope<DataOf<Id>>> {
  try {
    return await call(id, input)
  } catch (error) {
    if (error instanceof ApiError) error.willRetry = error.retryAfterSeconds > 0
    throw error
  }
}

/** Reads again whatever the calls of a noun, such as `token`, have shown. */
export async function refresh(noun: string): Promise<void> {
  await mutate((key) => Array.isArray(key) && String(key[0]).startsWith(`${noun}.`))
}

/** Drops everything that was read, at signing in and out. */
export async function forgetAnswers(): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] !== 'status.show', undefined, {
    revalidate: false,
  })
}
