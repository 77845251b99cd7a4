import { ConfigurationError } from '../server/configuration-values'
import { ApiError } from '../server/domain/api-calls/answer'
import { ERRORS, type ErrorId, isErrorId } from '../server/domain/errors/catalogue'
import { GatewayError } from '../server/domain/errors/gateway-error'
import { messageOf } from '../server/domain/errors/message'
import { unreachableReason } from '../server/domain/errors/unreachable-reason'
import { type Language, translate } from '../server/domain/i18n/translate'
import { inEnglish, type Translate, type Words } from './words'

export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  /** Of commands that compare: something differs. */
  differs: 3,
  notPermitted: 4,
  unreachable: 5,
  // As shells count a death by SIGINT or SIGTERM.
  interrupted: 130,
  terminated: 143,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line itself is wrong: a flag, an argument, a combination of them. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly said: Words

  constructor(said: Words) {
    super(inEnglish(said))
    this.said = said
  }
}

/** No gateway answers where one is needed. */
const UNREACHABLE = 'server.unreachable' satisfies ErrorId

interface FailureOptions extends ErrorOptions {
  readonly exitCode?: ExitCode
}

/** A command did what it could and the answer is no. `code` is stable, for scripts. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly code: string
  readonly said: Words
  readonly exitCode: ExitCode

  constructor(code: string, said: Words, options: FailureOptions = {}) {
    super(inEnglish(said), options)
    this.code = code
    this.said = said
    this.exitCode = options.exitCode ?? (code === UNREACHABLE ? EXIT.unreachable : EXIT.failure)
  }
}

/** What ran in the place of this program, here or elsewhere, has said itself why it failed. */
export class ProgramEnd extends Error {
  override readonly name = 'ProgramEnd'
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`the program ended with ${exitCode}`)
    this.exitCode = exitCode
  }
}

/** Refusals whose input was well-formed: the present state stood in the way. */
const STATE_REFUSALS: ReadonlySet<ErrorId> = new Set<ErrorId>([
  'user.name_taken',
  'user.email_taken',
  'token.cannot_enable_expired',
  'token.cannot_enable_exhausted',
  'channel.test_unsupported',
  'channel.type_not_relayed',
  'channel.type_retired',
  'channel.models_unsupported',
  'channel.model_untestable',
  'channel.test_running',
  'channel.models_unreadable',
  'option.needs',
  'redemption.used',
  'redemption.disabled',
  'redemption.used_is_final',
  'user.already_admin',
  'user.already_ordinary',
  'file.exists',
  'file.unreadable',
])

function exitCodeOf(id: ErrorId): ExitCode {
  if (id === UNREACHABLE) return EXIT.unreachable
  const exitCode = exitCodeOfStatus(ERRORS[id].openai.status)
  return exitCode === EXIT.usage && STATE_REFUSALS.has(id) ? EXIT.failure : exitCode
}

/** Of a refusal of the API, whose reason has an id though its status may be 200. */
export function exitCodeOfAnswer(
  code: string,
  { ok, status }: Pick<Response, 'ok' | 'status'>,
): ExitCode {
  if (isErrorId(code)) return exitCodeOf(code)
  return ok ? EXIT.failure : exitCodeOfStatus(status)
}

function exitCodeOfStatus(status: number): ExitCode {
  if (status === 404) return EXIT.notFound
  if (status === 401 || status === 403) return EXIT.notPermitted
  return status < 500 && status !== 429 ? EXIT.usage : EXIT.failure
}

export interface Failure {
  readonly exitCode: ExitCode
  readonly code: string
  readonly message: string
}

/** The one mapping from whatever was thrown to the exit code and its message. */
export function failureOf(error: unknown, language: Language, translateWords: Translate): Failure {
  if (error instanceof GatewayError) {
    const message = messageOf(error, language)
    return { exitCode: exitCodeOf(error.id), code: error.id, message }
  }
  if (error instanceof UsageError) {
    return { exitCode: EXIT.usage, code: 'usage', message: translateWords(error.said) }
  }
  if (error instanceof ConfigurationError) {
    const message = translate(language, error.text, error.params)
    return { exitCode: EXIT.usage, code: 'usage', message }
  }
  if (error instanceof CommandFailure) {
    return { exitCode: error.exitCode, code: error.code, message: translateWords(error.said) }
  }
  const reason = unreachableReason(error)
  if (isUnanswered(error) || reason !== 'reason.connection_broken') {
    const message = translate(language, reason)
    return { exitCode: EXIT.unreachable, code: UNREACHABLE, message }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { exitCode: EXIT.failure, code: 'internal', message }
}

/** A call that got no answer, or none in time. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 0
  return error instanceof DOMException && error.name === 'TimeoutError'
}
