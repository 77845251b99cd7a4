/** Pictures in OpenAI's words, for vendors that have others. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { usage } from '../../../domain/money/usage'
import type { JsonObject } from '../../wire/chat'
import type { ImagesCodec } from './dialect'
import { countOf, textOf } from './json-fields'

export interface Size {
  readonly width: number
  readonly height: number
}

/** `undefined` where the size is left to the vendor. */
export function sizeOf({ size }: JsonObject): Size | undefined {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(textOf(size) ?? '') ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

/** The one of a vendor's shapes, written "16:9", that is nearest to the size. */
export function shapeOf(body: JsonObject, shapes: readonly string[]): string | undefined {
  const size = sizeOf(body)
  if (size === undefined) return undefined
  const wanted = Math.log(size.width / size.height)
  const distance = (shape: string): number => {
    const [across = 1, down = 1] = shape.split(':').map(Number)
    return Math.abs(Math.log(across / down) - wanted)
  }
  return shapes.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** How many are wanted, as far as the vendor makes so many at once. */
export function countWanted({ n }: JsonObject, most: number, losses: Set<string>): number {
  const wanted = countOf(n) ?? 1
  if (wanted > most) losses.add(`n:${most}`)
  return Math.max(1, Math.min(most, wanted))
}

/** Values that are every upstream's default, so dropping them loses nothing. */
const PLAIN: Readonly<Record<string, unknown>> = {
  stream: false,
  size: 'auto',
  quality: 'auto',
  background: 'auto',
  moderation: 'auto',
  response_format: 'b64_json',
}

/** Names of the fields that are not among the known ones. */
export function lostFields(body: JsonObject, known: readonly string[]): Set<string> {
  const names = Object.entries(body).filter(
    ([name, value]) => !known.includes(name) && value !== undefined && value !== PLAIN[name],
  )
  return new Set(names.map(([name]) => name))
}

/** Throws `upstream.invalid_answer` where there is none. */
export function picturesAnswer(
  pictures: readonly JsonObject[],
): ReturnType<ImagesCodec['readAnswer']> {
  if (pictures.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no pictures' })
  }
  const usedPictures = usage({ images: pictures.length })
  return { body: { created: 0, data: pictures }, usage: usedPictures }
}
