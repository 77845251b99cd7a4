/** OpenAI embeddings to `batchEmbedContents` and back. */
import type { JsonObject } from '../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, UpstreamCall } from '../dialect'
import { countOf, objectOf, objectsOf } from '../json-fields'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'
import { readModel } from './target'

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** Google's own limit for one batch. */
const MAX_INPUTS = 100

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject, call: UpstreamCall): EncodedRequest {
  const { name } = readModel(call.upstreamModel)
  const model = name.startsWith('tunedModels/') ? name : `models/${name}`
  const outputDimensionality = countOf(body.dimensions)
  const requests = textsToEmbed(body.input, MAX_INPUTS).map((text) => ({
    model,
    content: { parts: [{ text }] },
    ...(outputDimensionality !== undefined && { outputDimensionality }),
  }))
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  // The official SDK always asks for them so.
  const packsVectors = body.encoding_format === 'base64'
  return { body: { requests }, losses, packsVectors }
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const single = objectOf(answer.embedding)
  const list = single === undefined ? objectsOf(answer.embeddings) : [single]
  const vectors = list.map((item) => vectorOf(item.values))
  return embeddingsAnswer(vectors, countOf(objectOf(answer.usageMetadata)?.promptTokenCount), call)
}
