/** Events within sliding windows, counted in Valkey as `postgres/event-counts.ts` does it. */
import type { ValkeyConnection } from './connection'
import { COUNT, GIVE_BACK, LOST, RELEASE, SEED, UNKNOWN } from './scripts'
import { ValkeyError } from './valkey-error'

const PROBE = { key: 'probe', wanted: 1, most: Number.MAX_SAFE_INTEGER, windowMs: 1000 } as const
const FIELDS_PER_ANSWER = 3

export interface ValkeyQuestion {
  readonly key: string
  /** Events that want to be counted. */
  readonly wanted: number
  /** At most so many within the window. */
  readonly most: number
  readonly windowMs: number
  /** What PostgreSQL has counted of it; `asked` finds out whether that has to be known. */
  readonly seed: number | keyof typeof SEED
}

export interface ValkeyAnswer {
  /** How many of them were counted; `undefined` when the seed has to be known. */
  readonly counted: number | undefined
  /** Of the part it was counted in, for giving one back. */
  readonly endsAt: number
  /** Until the oldest part leaves the window. */
  readonly retryMs: number
}

/** All of a generation are in one hash slot, so that one script counts any of them together. */
const markOf = (generation: string) => `gw:{${generation}}`
const keyOf = (generation: string, key: string) => `${markOf(generation)}:${key}`

export interface Mark {
  readonly generation: string
  /** Nothing of the generation is counted after that, by the clock of Valkey. */
  readonly forMs: number
}

/** Marks a generation as one whose counts are complete. */
export async function markGeneration(
  connection: ValkeyConnection,
  { generation, forMs }: Mark,
): Promise<void> {
  await connection.send('SET', [markOf(generation), '1', 'PX', String(forMs)])
}

/** Renews a mark; throws `ValkeyError` unless the counts are complete and can be written. */
export async function renewMark(
  connection: ValkeyConnection,
  { generation, forMs }: Mark,
): Promise<void> {
  const renewal = [markOf(generation), '1', 'XX', 'PX', String(forMs)]
  const there = await connection.send('SET', renewal)
  if (there === null) throw new ValkeyError('lost')
  await countInValkey(connection, generation, [{ ...PROBE, seed: 'needless' }])
}

/** Each key once; answers in the order of the questions. */
export async function countInValkey(
  connection: ValkeyConnection,
  generation: string,
  questions: readonly ValkeyQuestion[],
): Promise<readonly ValkeyAnswer[]> {
  const said = await connection
    .run(COUNT, {
      keys: [markOf(generation), ...questions.map(({ key }) => keyOf(generation, key))],
      values: questions.flatMap(({ wanted, most, windowMs, seed }) => [
        ...[wanted, most, windowMs],
        typeof seed === 'number' ? seed : SEED[seed],
      ]),
    })
    .catch((error: unknown) => {
      const isLost = error instanceof ValkeyError && error.words.startsWith(LOST)
      throw isLost ? new ValkeyError('lost') : error
    })
  const numbers = Array.isArray(said) ? said.map(Number) : []
  return questions.map((_, at) => {
    const [counted, endsAt, retryMs] = numbers.slice(at * FIELDS_PER_ANSWER)
    if (counted === undefined || endsAt === undefined || retryMs === undefined) {
      throw new ValkeyError('garbled')
    }
    return { counted: counted === UNKNOWN ? undefined : counted, endsAt, retryMs }
  })
}

export interface CountedPart {
  readonly key: string
  readonly endsAt: number
}

/** Undoes one event. */
export async function giveBackInValkey(
  connection: ValkeyConnection,
  generation: string,
  { key, endsAt }: CountedPart,
): Promise<void> {
  await connection.run(GIVE_BACK, { keys: [keyOf(generation, key)], values: [endsAt] })
}

/** Undoes the newest events, whoever counted them; resolves with how many there were. */
export async function releaseInValkey(
  connection: ValkeyConnection,
  generation: string,
  { key, count }: { readonly key: string; readonly count: number },
): Promise<number> {
  const keys = [keyOf(generation, key)]
  return Number(await connection.run(RELEASE, { keys, values: [count] }))
}
