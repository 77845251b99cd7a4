/** Pictures of Google: by Imagen's own call, or as parts of what a model of conversations says. */
import type { JsonObject } from '../../../wire/chat'
import type { EncodedRequest, ImagesCodec, UpstreamCall } from '../dialect'
import { objectOf, objectsOf, textOf, withoutUndefined } from '../json-fields'
import { countWanted, lostFields, picturesAnswer, shapeOf } from '../pictures'
import { isImagen } from './target'

const SHAPES = ['1:1', '3:4', '4:3', '9:16', '16:9']
/** Shapes of Gemini models that also draw; the shorter list is Imagen's. */
const MORE_SHAPES = [...SHAPES, '2:3', '3:2', '4:5', '5:4', '21:9']
const MOST = 4
const KNOWN = ['model', 'prompt', 'n', 'size', 'output_format']

export const images: ImagesCodec = { encode, readAnswer }

function encode(body: JsonObject, { upstreamModel }: UpstreamCall): EncodedRequest {
  return isImagen(upstreamModel) ? predicted(body) : spoken(body)
}

function predicted(body: JsonObject): EncodedRequest {
  const losses = lostFields(body, KNOWN)
  const format = textOf(body.output_format)
  const parameters = withoutUndefined({
    sampleCount: countWanted(body, MOST, losses),
    aspectRatio: shapeOf(body, SHAPES),
    outputOptions: format === undefined ? undefined : { mimeType: `image/${format}` },
  })
  return { body: { instances: [{ prompt: body.prompt }], parameters }, losses: [...losses] }
}

function spoken(body: JsonObject): EncodedRequest {
  const losses = lostFields(body, ['model', 'prompt', 'n', 'size'])
  countWanted(body, 1, losses)
  const aspectRatio = shapeOf(body, MORE_SHAPES)
  const generationConfig = {
    responseModalities: ['IMAGE'],
    ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
  }
  const contents = [{ role: 'user', parts: [{ text: body.prompt }] }]
  return { body: { contents, generationConfig }, losses: [...losses] }
}

function readAnswer(answer: JsonObject): ReturnType<ImagesCodec['readAnswer']> {
  const drawn = objectsOf(answer.predictions).map(({ bytesBase64Encoded }) => bytesBase64Encoded)
  const parts = objectsOf(answer.candidates).flatMap(({ content }) =>
    objectsOf(objectOf(content)?.parts).map(({ inlineData }) => objectOf(inlineData)?.data),
  )
  const pictures = [...drawn, ...parts].flatMap((data) =>
    typeof data === 'string' ? [{ b64_json: data }] : [],
  )
  return picturesAnswer(pictures)
}
