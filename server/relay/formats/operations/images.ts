import { imagesCharged, imagesHeld, imagesMeasured, priceOfImages } from './image-prices'
import type { OperationRow } from './operation'
import { requireList } from './require-field'

const SMALLEST = '1024x1024'

const pictures: OperationRow = {
  content: () => ({ name: 'prompt', isList: false, isOptional: false }),
  notes: ['size', 'quality'],
  writes: false,
  isFree: false,
  answers: 'json',
  lastEvents: ['image_generation.completed', 'image_edit.completed'],
  countsTokensOf: 'input',
  reportsUsage: false,
  measure: imagesMeasured,
  holds: imagesHeld,
  charged: imagesCharged,
  priced: priceOfImages,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({
      model: upstreamModel,
      prompt: 'a white dot',
      n: 1,
      size: SMALLEST,
    }),
    check: (_, answer) => requireList(answer, 'data'),
  },
}

export const images: OperationRow = {
  ...pictures,
  codec: 'images',
  probe: {
    question(dialect, call) {
      const body = pictures.probe.question(dialect, call)
      return dialect.images?.encode(body, call).body ?? body
    },
    check(dialect, answer) {
      if (dialect.images === undefined) pictures.probe.check(dialect, answer)
      else dialect.images.readAnswer(answer)
    },
  },
}

/** A channel is tested for pictures by asking for a new one. */
export const imageEdits: OperationRow = {
  ...pictures,
  form: { isOnly: false, file: '', isRecording: false },
}

export const imageVariations: OperationRow = {
  ...pictures,
  content: () => ({ name: 'image', isList: false, isOptional: false }),
  form: { isOnly: true, file: 'image', isRecording: false },
}
