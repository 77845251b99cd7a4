/** What metrics are made of: numbers that a call adds to, by what it was and where it went. */
import { CREDITS_PER_USD } from '../domain/money/quota'
import { totalCompletionTokens, totalPromptTokens } from '../domain/money/usage'
import { errorType, firstChunkMs, lastTry } from './attributes'
import type { EndedCall, Try } from './ended-call'

/** The boundaries that the conventions ask for. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
const FIRST_CHUNK_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
]

/** Of channels and models together; what comes later is counted under one name. */
const MOST_SERIES = 2000
export const OTHERS = 'others'

export class Distribution {
  readonly counts: number[]
  sum = 0
  count = 0
  min = Number.POSITIVE_INFINITY
  max = Number.NEGATIVE_INFINITY
  readonly boundaries: readonly number[]

  constructor(boundaries: readonly number[]) {
    this.boundaries = boundaries
    this.counts = Array.from({ length: boundaries.length + 1 }, () => 0)
  }

  add(value: number): void {
    const { boundaries, counts } = this
    let slot = 0
    while (slot < boundaries.length && value > (boundaries[slot] ?? 0)) slot += 1
    counts[slot] = (counts[slot] ?? 0) + 1
    this.sum += value
    this.count += 1
    if (value < this.min) this.min = value
    if (value > this.max) this.max = value
  }
}

/** One model at one channel. */
export class Series {
  readonly call: Pick<EndedCall, 'operation' | 'model'>
  readonly channel: Try['channel'] | undefined
  /** By kind of error; "" for answers. */
  readonly durations = new Map<string, Distribution>()
  readonly firstChunk = new Distribution(FIRST_CHUNK_SECONDS)
  readonly input = new Distribution(TOKENS)
  readonly output = new Distribution(TOKENS)
  chargedUsd = 0

  constructor(call: Series['call'], channel: Series['channel']) {
    this.call = { operation: call.operation, model: call.model }
    this.channel = channel
  }

  addTry({ beganMs, endedMs, failure }: Try): void {
    const kind = errorType(failure) ?? ''
    let durations = this.durations.get(kind)
    if (durations === undefined) {
      durations = new Distribution(SECONDS)
      this.durations.set(kind, durations)
    }
    durations.add((endedMs - beganMs) / 1000)
  }
}

export class CallCounts {
  readonly #all: Series[] = []
  /** By channel and model: putting a key together would cost more than two looks. */
  readonly #known = new Map<number, Map<string, Series[]>>()
  #others: Series | undefined

  get series(): Iterable<Series> {
    return this.#all
  }

  add(call: EndedCall): void {
    for (const made of call.tries) this.#seriesOf(call, made).addTry(made)
    const last = lastTry(call)
    const { usage, charge } = call
    if (last === undefined || usage === undefined) return
    const series = this.#seriesOf(call, last)
    const firstMs = firstChunkMs(call, last)
    if (firstMs !== undefined) series.firstChunk.add(firstMs / 1000)
    series.input.add(totalPromptTokens(usage))
    series.output.add(totalCompletionTokens(usage))
    series.chargedUsd += charge / CREDITS_PER_USD
  }

  #seriesOf(call: EndedCall, { channel }: Try): Series {
    const { operation, model } = call
    const series = this.#known.get(channel.id)?.get(model)
    for (const one of series ?? []) if (one.call.operation === operation) return one
    if (this.#all.length < MOST_SERIES) return this.#keep(call, channel)
    this.#others ??= this.#added(new Series({ operation, model: OTHERS }, undefined))
    return this.#others
  }

  #keep(call: EndedCall, channel: Try['channel']): Series {
    const models = this.#known.get(channel.id) ?? new Map<string, Series[]>()
    this.#known.set(channel.id, models)
    const series = this.#added(new Series(call, channel))
    models.set(call.model, [...(models.get(call.model) ?? []), series])
    return series
  }

  #added(series: Series): Series {
    this.#all.push(series)
    return series
  }
}
