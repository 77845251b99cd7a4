/** What Converse has no form for: vectors and pictures, each in the words of the model's maker. */
import type { JsonObject } from '../../../wire/chat'
import type { EmbeddingsCodec, EncodedRequest, ImagesCodec, UpstreamCall } from '../dialect'
import { countOf, isList, objectOf, textOf, withoutUndefined } from '../json-fields'
import { countWanted, lostFields, picturesAnswer, shapeOf, sizeOf } from '../pictures'
import { embeddingsAnswer, textsToEmbed, vectorOf } from '../vectors'

const VECTOR_FIELDS = ['model', 'input', 'dimensions', 'encoding_format']
/** In its own words, which OpenAI has none for. */
const COHERE_FIELDS = [...VECTOR_FIELDS, 'input_type', 'truncate']
/** Cohere's own limit; Amazon's models take one. */
const MOST_TEXTS = 96

function isCohere({ upstreamModel }: Pick<UpstreamCall, 'upstreamModel'>): boolean {
  return upstreamModel.includes('cohere.')
}

export const embeddings: EmbeddingsCodec = {
  encode(body, call) {
    const known = isCohere(call) ? COHERE_FIELDS : VECTOR_FIELDS
    const losses = Object.keys(body).filter((name) => !known.includes(name))
    const texts = textsToEmbed(body.input, isCohere(call) ? MOST_TEXTS : 1)
    const size = countOf(body.dimensions)
    const made = isCohere(call)
      ? {
          ...{ texts, output_dimension: size, truncate: textOf(body.truncate) },
          input_type: textOf(body.input_type) ?? 'search_document',
        }
      : { inputText: texts[0], dimensions: size }
    const packsVectors = body.encoding_format === 'base64'
    return { body: withoutUndefined(made), losses, packsVectors }
  },
  readAnswer(answer, call) {
    const several = objectOf(answer.embeddings)?.float ?? answer.embeddings
    const vectors = isList(several) ? several.map(vectorOf) : [vectorOf(answer.embedding)]
    return embeddingsAnswer(vectors, countOf(answer.inputTextTokenCount), call)
  },
}

const MOST_PICTURES = 5
const STABILITY_SHAPES = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']

export const images: ImagesCodec = {
  encode: (body, call) =>
    call.upstreamModel.includes('stability.') ? byStability(body) : byAmazon(body),
  readAnswer(answer) {
    const list = isList(answer.images) ? answer.images : []
    return picturesAnswer(list.flatMap((data) => (textOf(data) ? [{ b64_json: data }] : [])))
  },
}

function byAmazon(body: JsonObject): EncodedRequest {
  const losses = lostFields(body, ['model', 'prompt', 'n', 'size', 'quality'])
  const isFine = body.quality === 'high' || body.quality === 'hd'
  const imageGenerationConfig = withoutUndefined({
    numberOfImages: countWanted(body, MOST_PICTURES, losses),
    ...sizeOf(body),
    quality: isFine ? 'premium' : undefined,
  })
  const textToImageParams = { text: body.prompt }
  return {
    body: { taskType: 'TEXT_IMAGE', textToImageParams, imageGenerationConfig },
    losses: [...losses],
  }
}

function byStability(body: JsonObject): EncodedRequest {
  const losses = lostFields(body, ['model', 'prompt', 'n', 'size', 'output_format'])
  countWanted(body, 1, losses)
  const made = withoutUndefined({
    prompt: body.prompt,
    aspect_ratio: shapeOf(body, STABILITY_SHAPES),
    output_format: body.output_format,
  })
  return { body: made, losses: [...losses] }
}
