/** Single fields of a request, the same in JSON and in forms. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { ReadField } from '../../formats/protocols/protocol'
import { invalid } from '../../wire/body-fields'
import type { JudgedField } from '../../wire/judged-fields'

/** Names are kept in memory and in every log row; the longest real ones have about 120. */
const MAX_MODEL_CHARACTERS = 255
/** Longer ones are no size and no quality that anybody sells. */
const MAX_NOTE_CHARACTERS = 64

/** Throws `request.model_missing` or `request.invalid`. */
export function readModel(value: unknown, pathModel: string): string {
  const model = namedModel(value, pathModel)
  if (model.length <= MAX_MODEL_CHARACTERS) return model
  throw invalid('model', 'reason.too_long', { max: MAX_MODEL_CHARACTERS })
}

function namedModel(value: unknown, pathModel: string): string {
  if (typeof value === 'string' && value !== '') return value
  if (value !== undefined && value !== null && typeof value !== 'string') {
    throw invalid('model', 'reason.not_a_string')
  }
  if (pathModel === '') throw new GatewayError('request.model_missing')
  return pathModel
}

export function readChoices(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1 ? value : 1
}

export function readNotes(
  names: readonly JudgedField[],
  field: ReadField,
): Readonly<Record<string, string>> {
  const notes: Record<string, string> = {}
  for (const name of names) {
    const value = field(name)
    if (typeof value === 'string' && value.length <= MAX_NOTE_CHARACTERS) notes[name] = value
  }
  return notes
}
