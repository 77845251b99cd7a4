/**
 * Asks an upstream what a dishonest relay answers otherwise. Questions go one after the other and
 * stop as soon as what they cost, by the upstream's own count, comes to the limit.
 */
import { GatewayError } from '../../../../domain/errors/gateway-error'
import { totalCacheReadTokens, totalPromptTokens } from '../../../../domain/money/usage'
import type {
  Counted,
  KeptParameter,
  Observed,
  ParameterName,
} from '../../../../domain/verify/observed'
import type { Verified, VerifyOrder } from '../../../../domain/verify/order'
import { LONG_QUESTIONS } from '../../../../domain/verify/plan'
import { estimateText } from '../../../call/billing/estimate-tokens'
import type { Random, RelayChannel } from '../../../ports/ports'
import type { ChatRequest } from '../../../wire/chat'
import { type AskParts, ask, type Told, upstreamNameOf } from './ask'
import {
  BEFORE_STOP,
  BEHIND_STOP,
  ECHO_WORDS,
  echoQuestion,
  fillerWords,
  makerQuestion,
  needleQuestion,
  rareWords,
  seedQuestion,
  stopQuestion,
  systemQuestion,
  TOOL,
  toolQuestion,
} from './questions'

export interface VerifyParts extends AskParts {
  readonly random: Random
}

/** Throws what the first question fails with: then there is nothing to judge. */
export async function verify(
  parts: VerifyParts,
  channel: RelayChannel,
  order: VerifyOrder,
): Promise<Verified> {
  const interview = new Interview(parts, channel, order)
  const { model } = order
  const echo = await interview.first(echoQuestion(model, fillerWords(parts.random, ECHO_WORDS)))
  const [word = '', ...hidden] = rareWords(parts.random, 4)
  const short = systemQuestion(model, word)
  const system = await interview.next(short)
  const stop = await interview.next(stopQuestion(model))
  const tools = await interview.next(toolQuestion(model))
  const filler = fillerWords(parts.random, order.contextTokens)
  const long = await longQuestions(interview, needleQuestion(model, filler, hidden))
  const parameters: readonly KeptParameter[] = [
    kept('system', system, ({ text }) => text.toLowerCase().includes(word)),
    kept('stop', stop, ({ text }) =>
      text.includes(BEFORE_STOP) ? !text.includes(BEHIND_STOP) : undefined,
    ),
    kept('tools', tools, (told) => told.tools.includes(TOOL)),
    await seedKept(interview, seedQuestion(model)),
  ]
  const maker = await interview.next(makerQuestion(model))
  const [told, ...again] = long
  const wrapping = estimateText(textIn(short))
  const seen: Observed = {
    model: upstreamNameOf(channel, model),
    isMakersName: order.isMakersName,
    reported: interview.reported(),
    maker: maker?.text,
    pieces: echo.pieces,
    written: writtenOf(echo),
    short: system && { theirs: promptOf(system), ours: wrapping },
    long: told && { theirs: promptOf(told), ours: wrapping + order.contextTokens },
    needle: told && { hidden, told: told.text },
    parameters,
    cacheReads: again.map(({ usage }) => usage && totalCacheReadTokens(usage)),
    isCached: order.isCached,
  }
  return { seen, asked: interview.asked, spentUsd: interview.spentUsd }
}

/** What was asked, and what it has cost so far. */
class Interview {
  asked = 0
  spentUsd = 0
  readonly #names = new Set<string>()
  readonly #parts: VerifyParts
  readonly #channel: RelayChannel
  readonly #order: VerifyOrder

  constructor(parts: VerifyParts, channel: RelayChannel, order: VerifyOrder) {
    this.#parts = parts
    this.#channel = channel
    this.#order = order
  }

  async first(request: ChatRequest): Promise<Told> {
    this.asked += 1
    const told = await ask(this.#parts, this.#channel, request)
    if (told.model !== '') this.#names.add(told.model)
    if (told.usage !== undefined) this.spentUsd += this.#order.costOf(told.usage)
    return told
  }

  /** `undefined` when the question is refused, or there is no money left for it. */
  async next(request: ChatRequest): Promise<Told | undefined> {
    if (this.spentUsd >= this.#order.maxUsd) return undefined
    try {
      return await this.first(request)
    } catch (error) {
      if (error instanceof GatewayError) return undefined
      throw error
    }
  }

  reported(): readonly string[] {
    return [...this.#names]
  }
}

/** Asked again until something comes out of a cache, the same to the letter. */
async function longQuestions(interview: Interview, request: ChatRequest): Promise<Told[]> {
  const answers: Told[] = []
  while (answers.length < LONG_QUESTIONS) {
    const told = await interview.next(request)
    if (told === undefined) break
    answers.push(told)
    const read = told.usage === undefined ? 0 : totalCacheReadTokens(told.usage)
    if (read > 0 && answers.length > 1) break
  }
  return answers
}

/** Two answers alike show that the seed arrived; two that differ show nothing. */
async function seedKept(interview: Interview, request: ChatRequest): Promise<KeptParameter> {
  const first = await interview.next(request)
  const isLost = first?.losses.includes('seed') === true || first?.text.trim() === ''
  const second = isLost || first === undefined ? undefined : await interview.next(request)
  const isSame = second !== undefined && second.text === first?.text
  return { name: 'seed', isKept: isSame ? true : undefined }
}

/** What the format of the upstream has no place for says nothing of its honesty. */
function kept(
  name: ParameterName,
  told: Told | undefined,
  isKept: (told: Told) => boolean | undefined,
): KeptParameter {
  const isLost = told?.losses.some((loss) => loss.startsWith(name)) === true
  const isSilent = told !== undefined && told.text === '' && told.tools.length === 0
  return { name, isKept: told === undefined || isLost || isSilent ? undefined : isKept(told) }
}

/** Only of an answer that has the words it was asked for; thinking is not in them. */
function writtenOf({ text, usage }: Told): Counted | undefined {
  const words = text.trim().split(/\s+/).length
  if (Math.abs(words - ECHO_WORDS) > ECHO_WORDS / 10) return undefined
  const theirs = usage && usage.completionTokens - usage.reasoningTokens
  return { theirs, ours: words }
}

function promptOf({ usage }: Told): number | undefined {
  return usage && totalPromptTokens(usage)
}

function textIn({ system, messages }: ChatRequest): string {
  const parts = messages.flatMap((message) => message.parts)
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''))
  return [...system.map(({ text }) => text), ...texts].join('\n')
}
