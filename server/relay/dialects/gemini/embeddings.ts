/** OpenAI embeddings to `batchEmbedContents` and back. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { usage } from '../../../domain/usage'
import { invalid } from '../../protocols/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, UpstreamCall } from '../dialect'
import { countOf, isList, objectOf, objectsOf } from '../json-fields'
import { readModel } from './target'

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** Google's own limit for one batch. */
const MAX_INPUTS = 100

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject, call: UpstreamCall): EncodedRequest {
  const { name } = readModel(call.upstreamModel)
  const model = name.startsWith('tunedModels/') ? name : `models/${name}`
  const outputDimensionality = countOf(body.dimensions)
  const requests = inputsOf(body.input).map((text) => ({
    model,
    content: { parts: [{ text }] },
    ...(outputDimensionality !== undefined && { outputDimensionality }),
  }))
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  // The official SDK always asks for them so.
  const packsVectors = body.encoding_format === 'base64'
  return { body: { requests }, losses, packsVectors }
}

function inputsOf(input: Json | undefined): readonly string[] {
  const list = isList(input) ? input : [input]
  const texts = list.flatMap((item) => (typeof item === 'string' && item !== '' ? item : []))
  if (texts.length === 0 || texts.length !== list.length) {
    throw invalid('input', 'reason.embedding_texts')
  }
  if (texts.length > MAX_INPUTS) {
    throw invalid('input', 'reason.embedding_count', { max: MAX_INPUTS })
  }
  return texts
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const single = objectOf(answer.embedding)
  const list = single === undefined ? objectsOf(answer.embeddings) : [single]
  const vectors = list.map((item) => vectorOf(item.values))
  if (vectors.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'no embeddings' })
  }
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: call.packsVectors === true ? base64Of(vector) : vector,
  }))
  const tokens = countOf(objectOf(answer.usageMetadata)?.promptTokenCount)
  return {
    body: {
      object: 'list',
      data,
      model: call.requestedModel,
      ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
    },
    usage: tokens === undefined ? undefined : usage({ promptTokens: tokens }),
  }
}

function vectorOf(values: Json | undefined): readonly number[] {
  const numbers = isList(values) ? values.filter((value) => typeof value === 'number') : []
  if (numbers.length === 0) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'an embedding has no values' })
  }
  return numbers
}

/** Little-endian 32-bit floats, as OpenAI packs them. */
function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT)
  vector.forEach((value, index) => {
    bytes.writeFloatLE(value, index * Float32Array.BYTES_PER_ELEMENT)
  })
  return bytes.toString('base64')
}
