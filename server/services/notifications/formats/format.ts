/** How a service takes a notice, and how it answers. */
import type { ServiceValues } from '../../../domain/notices/services'
import type { Message } from '../message'

export interface Outgoing {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Becomes JSON; a text is JSON already. */
  readonly body: string | Readonly<Record<string, unknown>>
}

export interface Answer {
  readonly status: number
  readonly text: string
}

export interface Format {
  /** Most that is sent to one receiver, by what the service says of its limits. */
  readonly perMinute: number
  /** Notices that go together become one message, unless each is an event of its own. */
  readonly isPerNotice?: true
  readonly made: (message: Message, values: ServiceValues) => Outgoing
  /** Why it refuses; `undefined` when it has taken the notice. */
  readonly refusal: (answer: Answer) => string | undefined
  /** What its body says of when to try again. Milliseconds. */
  readonly retryAfterMs?: (answer: Answer) => number | undefined
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299
}
