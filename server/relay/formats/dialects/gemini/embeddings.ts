/** OpenAI embeddings to `batchEmbedContents`, or to `predict` of Google's cloud, and back. */
import type { JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, UpstreamCall } from '../dialect'
import { countOf, objectOf, objectsOf } from '../json-fields'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'
import { readModel } from './target'

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** Google's own limit for one batch. */
const MAX_INPUTS = 100
/** Of a prediction, by the newer models and by all others. */
const MAX_OF_GEMINI = 1
const MAX_PREDICTED = 250

export const embeddings: EmbeddingsCodec = { encode, readAnswer }

function encode(body: JsonObject, call: UpstreamCall): EncodedRequest {
  const { name } = readModel(call.upstreamModel)
  const losses = Object.keys(body).filter((key) => !KNOWN.has(key) && body[key] !== undefined)
  // The official SDK always asks for them so.
  const packsVectors = body.encoding_format === 'base64'
  if (call.channel.type.traits.predictsVectors) {
    return { body: prediction(body, name), losses, packsVectors }
  }
  const model = name.startsWith('tunedModels/') ? name : `models/${name}`
  const outputDimensionality = countOf(body.dimensions)
  const requests = textsToEmbed(body.input, MAX_INPUTS).map((text) => ({
    model,
    content: { parts: [{ text }] },
    ...(outputDimensionality !== undefined && { outputDimensionality }),
  }))
  return { body: { requests }, losses, packsVectors }
}

function prediction(body: JsonObject, name: string): JsonObject {
  const most = name.startsWith('gemini-') ? MAX_OF_GEMINI : MAX_PREDICTED
  const instances = textsToEmbed(body.input, most).map((content) => ({ content }))
  const outputDimensionality = countOf(body.dimensions)
  if (outputDimensionality === undefined) return { instances }
  return { instances, parameters: { outputDimensionality } }
}

function readAnswer(
  answer: JsonObject,
  call: Parameters<EmbeddingsCodec['readAnswer']>[1],
): ReturnType<EmbeddingsCodec['readAnswer']> {
  const predictions = objectsOf(answer.predictions)
  if (predictions.length > 0) {
    const made = predictions.map((item) => objectOf(item.embeddings) ?? {})
    const counts = made.map((one) => countOf(objectOf(one.statistics)?.token_count) ?? 0)
    const tokens = counts.reduce((sum, count) => sum + count, 0)
    return embeddingsAnswer(
      made.map((one) => vectorOf(one.values)),
      tokens || undefined,
      call,
    )
  }
  const single = objectOf(answer.embedding)
  const list = single === undefined ? objectsOf(answer.embeddings) : [single]
  const vectors = list.map((item) => vectorOf(item.values))
  return embeddingsAnswer(vectors, countOf(objectOf(answer.usageMetadata)?.promptTokenCount), call)
}
