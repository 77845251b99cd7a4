/** Reading calls in components, cached by swr, and making the lists they fill read again. */
import useSWR, { mutate } from 'swr'
import { ApiError } from '../../server/domain/api-calls/answer'
import type { CallId, DataOf, Envelope, InputOf } from '../../server/domain/api-calls/contract'
import { call } from './client'

export interface Loaded<Data> {
  /** `undefined` until the first answer. */
  readonly answer: Envelope<Data> | undefined
  readonly data: Data | undefined
  readonly error: ApiError | undefined
  readonly isLoading: boolean
  readonly reload: () => Promise<unknown>
}

export interface ReadOptions {
  /** The call is not made yet. */
  readonly skip?: boolean
  /** Milliseconds between two readings; 0 reads once. */
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
    refreshInterval: everyMs,
  })
  return { answer: data, data: data?.data, error, isLoading, reload: () => again() }
}

/** What was refused because of too many calls is asked for again when there may be more. */
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
