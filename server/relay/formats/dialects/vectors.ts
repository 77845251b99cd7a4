/** Embeddings in OpenAI's words, for vendors that have others. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { usage } from '../../../domain/money/usage'
import { invalid } from '../../wire/body-fields'
import type { Json } from '../../wire/chat'
import type { EmbeddingsCodec } from './dialect'
import { isList } from './json-fields'

/** Throws `request.invalid` for anything but texts, and for more than the vendor takes at once. */
export function textsToEmbed(input: Json | undefined, max: number): readonly string[] {
  const list = isList(input) ? input : [input]
  const texts = list.flatMap((item) => (typeof item === 'string' && item !== '' ? item : []))
  if (texts.length === 0 || texts.length !== list.length) {
    throw invalid('input', 'reason.embedding_texts')
  }
  if (texts.length > max) {
    throw invalid('input', 'reason.embedding_count', { max })
  }
  return texts
}

/** Throws `upstream.invalid_answer` for a list that is empty. */
export function embeddingsAnswer(
  vectors: readonly (readonly number[])[],
  tokens: number | undefined,
  { packsVectors, requestedModel }: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  if (vectors.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'no embeddings' })
  }
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: packsVectors === true ? base64Of(vector) : vector,
  }))
  return {
    body: {
      object: 'list',
      data,
      model: requestedModel,
      ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    },
    usage: tokens === undefined ? undefined : usage({ promptTokens: tokens }),
  }
}

/** Throws `upstream.invalid_answer` for what is no vector. */
export function vectorOf(values: Json | undefined): readonly number[] {
  const numbers = isList(values) ? values.filter((value) => typeof value === 'number') : []
  if (numbers.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'an embedding has no values' })
  }
  return numbers
}

/** Little-endian 32-bit floats, as OpenAI packs them. */
export function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  vector.forEach((value, index) => {
    bytes.writeFloatLE(value, index * Float32Array.BYTES_PER_ELEMENT)
  })
  return bytes.toString('base64')
}

/** What was packed so; bytes that make no whole number are left out. */
export function floatsOf(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64')
  const count = Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT)
  return Array.from({ length: count }, (_, at) =>
    bytes.readFloatLE(at * Float32Array.BYTES_PER_ELEMENT),
  )
}
