import type { ChatMessage, ChatRequest, JsonObject } from '../../../wire/chat'
import { noteUnknown } from '../built-apps'
import type { EncodedRequest, ImagesCodec, UpstreamCall } from '../dialect'
import { fittingOutput, promptsOf } from '../fitting'
import { textOf, withoutUndefined } from '../json-fields'
import { countWanted, lostFields, shapeOf, sizeOf } from '../pictures'
import { transcriptOf } from '../transcript'
import { drawInputs, type TalkInputs, talkInputs } from './inputs'
import { versionOf } from './target'

export function encode(request: ChatRequest, call: UpstreamCall): EncodedRequest {
  const inputs = talkInputs(call.upstreamModel)
  const losses = new Set(Object.keys(request.unmapped))
  const prompts = promptsOf(request.system, losses).map(({ text }) => text)
  const isApart = inputs.system !== undefined && prompts.length > 0
  const conversation = isApart ? { ...request, system: [] } : request
  const input: JsonObject = withoutUndefined({
    prompt: transcriptOf(conversation, losses),
    ...(isApart && { [inputs.system ?? '']: prompts.join('\n') }),
    ...picturesIn(request.messages, inputs, losses),
    ...tuned(request, call, { inputs, losses }),
  })
  return { body: predicted(input, call), losses: [...losses] }
}

interface Context {
  readonly inputs: TalkInputs
  readonly losses: Set<string>
}

/** The parameters that the model has names for; the rest are named as lost. */
function tuned(request: ChatRequest, call: UpstreamCall, { inputs, losses }: Context): JsonObject {
  const maxTokens = fittingOutput(request.maxTokens, call, losses)
  const wishes = { ...request, maxTokens }
  const fields: Record<string, number | undefined> = {}
  const taken: Record<string, undefined> = {}
  for (const name of TUNED) {
    const input = inputs[name]
    if (input === undefined) continue
    fields[input] = wishes[name]
    taken[name] = undefined
  }
  noteUnknown({ ...request, ...taken }, losses)
  if (request.user !== undefined) losses.add('user')
  return fields
}

const TUNED = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
] as const

/** Of the newest turn; everything else of earlier ones is in the transcript. */
function picturesIn(
  messages: readonly ChatMessage[],
  { images }: TalkInputs,
  losses: Set<string>,
): JsonObject {
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type === 'audio' || part.type === 'file') losses.add(part.type)
  }
  const picturesOf = ({ parts }: ChatMessage) => parts.filter((part) => part.type === 'image')
  const newest = images === undefined ? undefined : messages.at(-1)
  const isLost = (message: ChatMessage) => message !== newest && picturesOf(message).length > 0
  if (messages.some(isLost)) losses.add('image')
  const urls = newest === undefined ? [] : picturesOf(newest).map(({ source }) => addressOf(source))
  return images === undefined || urls.length === 0 ? {} : { [images]: urls }
}

function addressOf(source: Extract<ChatMessage['parts'][number], { type: 'image' }>['source']) {
  return source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.base64}`
}

function predicted(input: JsonObject, { upstreamModel }: UpstreamCall): JsonObject {
  const version = versionOf(upstreamModel)
  return version === undefined ? { input } : { version, input }
}

const KNOWN = ['model', 'prompt', 'n', 'response_format']

export const encodeImages: ImagesCodec['encode'] = (body, call) => {
  const { count, most = 1, shape, shapes = [], takesSize, format } = drawInputs(call.upstreamModel)
  const isSized = takesSize === true || shape !== undefined
  const known = [
    ...KNOWN,
    ...(isSized ? ['size'] : []),
    ...(format === undefined ? [] : ['output_format']),
  ]
  const losses = lostFields(body, known)
  // Pictures come as addresses.
  if (body.response_format === 'b64_json') losses.add('response_format')
  const wanted = countWanted(body, most, losses)
  const input = withoutUndefined({
    prompt: body.prompt,
    ...(count !== undefined && { [count]: wanted }),
    ...(shape !== undefined && { [shape]: shapeOf(body, shapes) }),
    ...(takesSize === true && sizeOf(body)),
    ...(format !== undefined && { [format]: formatOf(textOf(body.output_format)) }),
  })
  return { body: predicted(input, call), losses: [...losses] }
}

function formatOf(format: string | undefined): string | undefined {
  return format === 'jpeg' ? 'jpg' : format
}
