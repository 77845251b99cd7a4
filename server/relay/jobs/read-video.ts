/**
 * What is wished for, out of the bodies that clients of OpenAI, of this family's gateways and of
 * the vendors' own tools send: one request under many names.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import {
  countOf,
  isList,
  isObject,
  objectOf,
  parseJson,
  textOf,
} from '../formats/dialects/json-fields'
import { invalid } from '../wire/body-fields'
import type { Json, JsonObject } from '../wire/chat'
import type { VideoOrder } from './job-order'
import { notifyAddress } from './notify-address'

export interface VideoBody {
  readonly model: string
  readonly order: VideoOrder
  /** Where the client wants to be notified of the end; "" for nowhere. */
  readonly notify: string
}

const DEFAULT_MODEL = 'sora-2'
const MOST_SECONDS = 600
const MOST_COUNT = 8
const MOST_IMAGES = 9
const MAX_PROMPT = 32_000

/** Names of one thing, the first that is given wins. */
const NAMES = {
  seconds: ['seconds', 'duration', 'duration_seconds', 'durationSeconds'],
  ratio: ['aspect_ratio', 'aspectRatio', 'ratio'],
  resolution: ['resolution'],
  quality: ['quality', 'mode'],
  images: ['input_reference', 'image', 'image_url', 'images', 'first_frame', 'first_frame_image'],
  lastImage: ['image_tail', 'last_frame', 'last_frame_image', 'end_image'],
  negative: ['negative_prompt', 'negativePrompt'],
  count: ['n'],
  sound: ['sound', 'audio', 'generate_audio', 'generateAudio'],
  notify: ['callback_url', 'webhook_url', 'notify_hook', 'notifyHook'],
} as const

const READ: ReadonlySet<string> = new Set([
  ...Object.values(NAMES).flat(),
  ...['model', 'prompt', 'size', 'width', 'height', 'seed', 'metadata'],
])

/** Throws `request.invalid`. */
export function readVideo(body: JsonObject): VideoBody {
  const prompt = textOf(body.prompt) ?? ''
  const images = imagesIn(body)
  if (prompt === '' && images.length === 0) throw invalid('prompt', 'reason.required')
  if (prompt.length > MAX_PROMPT) throw invalid('prompt', 'reason.too_long', { max: MAX_PROMPT })
  const [lastImage = ''] = pictures(first(body, NAMES.lastImage), 'last_frame')
  return {
    model: textOf(body.model) ?? DEFAULT_MODEL,
    notify: notifyIn(body),
    order: {
      prompt,
      seconds: numberIn(body, NAMES.seconds, MOST_SECONDS),
      size: sizeIn(body),
      ratio: wordIn(body, NAMES.ratio),
      resolution: wordIn(body, NAMES.resolution),
      quality: wordIn(body, NAMES.quality),
      count: numberIn(body, NAMES.count, MOST_COUNT) ?? 1,
      images,
      lastImage,
      negativePrompt: textOf(first(body, NAMES.negative)) ?? '',
      seed: countOf(body.seed),
      sound: switchIn(first(body, NAMES.sound)),
      extra: extraIn(body),
    },
  }
}

export function notifyIn(body: JsonObject): string {
  return notifyAddress('callback_url', textOf(first(body, NAMES.notify)))
}

function first(body: JsonObject, names: readonly string[]): Json | undefined {
  const name = names.find((one) => body[one] !== undefined && body[one] !== null)
  return name === undefined ? undefined : body[name]
}

/** Whole and above 0; forms send numbers as text. */
function numberIn(body: JsonObject, names: readonly string[], max: number): number | undefined {
  const name = names.find((one) => body[one] !== undefined && body[one] !== null) ?? ''
  const given = body[name]
  if (given === undefined || given === null || given === '') return undefined
  const number = typeof given === 'string' ? Number(given.replace(/s$/, '')) : given
  if (typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= max) {
    return number
  }
  throw invalid(name, 'reason.out_of_range', { min: 1, max })
}

/** A short word; some of them become a part of the price. */
function wordIn(body: JsonObject, names: readonly string[]): string {
  const word = textOf(first(body, names)) ?? ''
  if (/^[\w.:+-]{0,20}$/.test(word)) return word
  throw invalid(names[0] ?? '', 'reason.not_a_short_word')
}

function sizeIn(body: JsonObject): string {
  const { width, height } = body
  const given = textOf(body.size)?.replace('*', 'x') ?? ''
  const size = given === '' && countOf(width) && countOf(height) ? `${width}x${height}` : given
  if (/^[\w.:+-]{0,20}$/.test(size)) return size
  throw invalid('size', 'reason.not_a_short_word')
}

function imagesIn(body: JsonObject): readonly string[] {
  const all = NAMES.images.flatMap((name) => pictures(body[name], name))
  const images = [...new Set(all)]
  if (images.length > MOST_IMAGES) {
    throw invalid('images', 'reason.too_many_media', { max: MOST_IMAGES })
  }
  return images
}

/** An address, a data URL, an object with one of them, bare base64, or a list of these. */
function pictures(value: Json | undefined, name: string): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  if (isList(value)) return value.flatMap((one) => pictures(one, name))
  if (isObject(value)) {
    const inner = value.image_url ?? value.url ?? value.uri ?? value.bytesBase64Encoded
    if (inner === undefined) throw invalid(name, 'reason.not_a_picture')
    return pictures(inner, name)
  }
  if (typeof value !== 'string') throw invalid(name, 'reason.not_a_picture')
  if (/^(?:https?:\/\/|data:image\/)/i.test(value)) return [value]
  if (/^[\w+/]{100,}={0,2}$/.test(value)) return [`data:image/png;base64,${value}`]
  throw invalid(name, 'reason.not_a_picture')
}

function switchIn(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 'on') return true
  return value === 'false' || value === 'off' ? false : undefined
}

/** Fields that only the provider knows, and what stands in `metadata`. */
function extraIn(body: JsonObject): JsonObject {
  const rest = Object.entries(body).filter(([name, value]) => !READ.has(name) && value !== null)
  const { metadata } = body
  const more = typeof metadata === 'string' ? objectOf(parseJson(metadata)) : objectOf(metadata)
  return { ...Object.fromEntries(rest), ...more }
}

/** The fields of a form; a file becomes a data URL. Throws `request.invalid_form`. */
export async function formFields(bytes: Uint8Array, contentType: string): Promise<JsonObject> {
  const made = new Response(bytes as BodyInit, { headers: { 'content-type': contentType } })
  const form = await made.formData().catch((cause: unknown) => {
    throw new GatewayError('request.invalid_form', {}, { cause })
  })
  const fields: Record<string, Json> = {}
  for (const [key, value] of form) {
    // Some clients write lists and objects as `input_reference[image_url]`.
    const [name = key, inner] = key.replaceAll(']', '').split('[')
    const read = typeof value === 'string' ? value : await dataUrl(value)
    fields[name] = inner ? { ...objectOf(fields[name]), [inner]: read } : read
  }
  return fields
}

async function dataUrl(file: File): Promise<string> {
  const base64 = Buffer.from(await file.arrayBuffer()).toString('base64')
  const type = /^image\//.test(file.type) ? file.type : 'image/png'
  return `data:${type};base64,${base64}`
}
