/**
 * A provider on loopback that answers chats, some of them badly, and keeps its own account of
 * what it answered. What becomes of one try follows from the seed, the call and the number of
 * the try alone, so that a rehearsal can be run again.
 */
import type { Socket } from 'node:net'
import { usage as units } from '../../server/domain/money/usage'
import {
  chunk,
  completion,
  DONE,
  FINISH,
  fullResponse,
  LAST_CHUNK,
  refusal,
  STREAM_HEAD,
  usageFrame,
  words,
} from './answers'
import { type Chance, chanceOf } from './chance'
import { listen } from './listen'
import { Wire } from './wire'

/** What a try may meet besides an answer in order. */
const FAULT_NAMES = [
  'refused_429',
  'refused_500',
  'refused_529',
  'torn',
  'slow_head',
  'no_usage',
] as const
export type FaultName = (typeof FAULT_NAMES)[number]

/** The provider's account of one try. */
export interface Answered {
  readonly answer: 'told' | 'untold' | 'nothing'
  readonly usage?: ReturnType<typeof units> | undefined
}

export interface FaultyProvider {
  readonly url: string
  /** How often each fault was met. */
  readonly faults: Readonly<Record<FaultName, number>>
  /** Tries of one call, the latest last. */
  triesOf(call: number): readonly Answered[]
  stop(): Promise<void>
}

export interface FaultyOptions {
  /** Of a hundred tries. */
  readonly faults: number
  readonly seed: number
}

const CALL = /call=(\d+)/
const STREAMED = /"stream": ?true/
const MOST_TRIES = 1000

/** How a message names the call that it belongs to. */
export function callMark(call: number): string {
  return `rehearsal call=${call}`
}

export async function startFaultyProvider(options: FaultyOptions): Promise<FaultyProvider> {
  const account = new Map<number, Answered[]>()
  const faults = { ...NO_FAULTS }
  const counters = { waiting: 0 }
  const listening = await listen(async (socket: Socket, body: string) => {
    const call = Number(CALL.exec(body)?.[1] ?? -1)
    const tries = account.get(call) ?? []
    account.set(call, tries)
    const attempt = tries.length
    const chance = chanceOf(options.seed + call * MOST_TRIES + attempt).branch()
    const fault = chance.next() * 100 < options.faults ? chance.pick(FAULT_NAMES) : undefined
    if (fault !== undefined) faults[fault] += 1
    const wire = new Wire(socket, { body, attempt, gate: async () => {}, counters })
    const made = draw(chance)
    const isStream = STREAMED.test(body)
    tries.push(accountOf(made, { fault, isStream }))
    await (isStream ? stream : answer)(wire, made, fault)
  })
  return {
    url: `http://127.0.0.1:${listening.port}`,
    faults,
    triesOf: (call) => account.get(call) ?? [],
    stop: listening.stop,
  }
}

const NO_FAULTS: Readonly<Record<FaultName, number>> = {
  refused_429: 0,
  refused_500: 0,
  refused_529: 0,
  torn: 0,
  slow_head: 0,
  no_usage: 0,
}

interface Drawn {
  readonly prompt: number
  /** Of the prompt, out of a cache. */
  readonly cached: number
  readonly completion: number
  readonly slowMs: number
}

function draw(chance: Chance): Drawn {
  const prompt = chance.between(8, 3000)
  return {
    prompt,
    cached: chance.next() < 0.3 ? Math.floor(prompt / 2) : 0,
    completion: chance.between(3, 40),
    slowMs: chance.between(200, 800),
  }
}

interface Met {
  readonly fault: FaultName | undefined
  readonly isStream: boolean
}

function accountOf(made: Drawn, { fault, isStream }: Met): Answered {
  if (fault === 'no_usage') return { answer: 'untold' }
  if (fault === 'torn') return { answer: isStream ? 'untold' : 'nothing' }
  if (fault !== undefined && REFUSALS[fault] !== undefined) return { answer: 'nothing' }
  const { prompt, cached, completion: completionTokens } = made
  const promptTokens = prompt - cached
  return {
    answer: 'told',
    usage: units({ promptTokens, cacheReadTokens: cached, completionTokens }),
  }
}

const REFUSALS: Readonly<Partial<Record<FaultName, number>>> = {
  refused_429: 429,
  refused_500: 500,
  refused_529: 529,
}

function wireUsage({ prompt, cached, completion: written }: Drawn) {
  return {
    prompt_tokens: prompt,
    completion_tokens: written,
    total_tokens: prompt + written,
    prompt_tokens_details: { cached_tokens: cached },
  }
}

/** Whether the try ends with the refusal. */
async function refuse(wire: Wire, made: Drawn, fault: FaultName | undefined): Promise<boolean> {
  if (fault === 'slow_head') await wire.rest(made.slowMs)
  const status = fault && REFUSALS[fault]
  if (status === undefined) return false
  await wire.send(refusal(status))
  return true
}

async function answer(wire: Wire, made: Drawn, fault: FaultName | undefined): Promise<void> {
  if (await refuse(wire, made, fault)) return
  const usage = fault === 'no_usage' ? undefined : wireUsage(made)
  const bytes = fullResponse(completion({ usage, text: 'lorem '.repeat(made.completion) }))
  if (fault !== 'torn') return await wire.send(bytes)
  await wire.send(bytes.subarray(0, bytes.length - 30))
  wire.destroy()
}

async function stream(wire: Wire, made: Drawn, fault: FaultName | undefined): Promise<void> {
  if (await refuse(wire, made, fault)) return
  await wire.send(STREAM_HEAD)
  const parts = words(made.completion)
  const sent = fault === 'torn' ? parts.slice(0, 2) : parts
  for (const each of sent) await wire.send(chunk(each))
  if (fault === 'torn') return wire.destroy()
  const ending = fault === 'no_usage' ? [FINISH, DONE] : [FINISH, usageFrame(wireUsage(made)), DONE]
  for (const each of ending) await wire.send(chunk(each))
  await wire.send(LAST_CHUNK)
}
