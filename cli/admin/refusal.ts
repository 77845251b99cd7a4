/** What a gateway elsewhere refused, as the command line says it. */
import { ApiError } from '../../server/domain/api-calls/answer'
import { failureText } from '../../server/domain/api-calls/failure'
import { type Language, translate } from '../../server/domain/i18n/translate'
import { isRecord } from '../../server/domain/json/records'
import { CommandFailure, exitCodeOfAnswer } from '../exit'
import { words } from '../words'

/** By the body of the answer, where it says anything. */
export function refusal(language: Language, response: Response, body: unknown): CommandFailure {
  const { status } = response
  const error = new ApiError(status, isRecord(body) ? body : {})
  const isTold = error.message !== '' || error.code !== ''
  return new CommandFailure(
    error.code || 'api.refused',
    isTold
      ? failureText(error, (key, params) => translate(language, key, params))
      : words`the gateway answered ${status}`,
    { exitCode: exitCodeOfAnswer(error.code, response) },
  )
}

export function unreachable(place: string, cause: unknown): CommandFailure {
  return new CommandFailure('server.unreachable', words`${place} does not answer`, { cause })
}
