/** Opens a form: reads as much of it as has to be known before a channel is chosen. */

import type { Operation } from '../../../domain/calls/protocol'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { OPERATION_ROWS } from '../../formats/operations'
import { FormBody, type FormSource, HEAD_BYTES } from '../../multipart/form-body'
import type { FormField } from '../../multipart/form-scan'
import type { SensitiveWords } from '../../ports/ports'
import type { MemoryHold } from '../../wire/memory-budget'
import type { Relay } from '../relay'
import { FormQuery } from './form-query'
import { PROMPT_FIELDS } from './sensitive-words'

/** What is read of every form: how it is answered, and how many answers there are to be. */
const READ_FIELDS = ['stream', 'n'] as const

export interface FormInput {
  readonly source: FormSource
  readonly operation: Operation
  readonly hold: MemoryHold
  /** What a form without a model means; "" where it must name one. */
  readonly pathModel: string
  readonly words: SensitiveWords | undefined
}

/** Throws `request.*`, `limit.body_bytes` or `overloaded`. */
export async function readForm(relay: Relay, input: FormInput): Promise<FormQuery> {
  const { source, operation, hold, pathModel, words } = input
  const { form, notes = [] } = OPERATION_ROWS[operation]
  const check = ({ name, value }: FormField) => {
    if (words === undefined || !PROMPT_FIELDS.some((field) => field === name)) return
    if (words.contains(value)) throw new GatewayError('request.sensitive_words')
  }
  hold.growTo(Math.min(source.length ?? HEAD_BYTES, HEAD_BYTES))
  const plan = {
    file: form?.file ?? '',
    isRecording: form?.isRecording ?? false,
    fields: [...READ_FIELDS, ...notes, ...(words === undefined ? [] : PROMPT_FIELDS)],
    check,
  }
  const body = new FormBody(source, plan, relay.openTempFile)
  hold.alsoClose(() => body.close())
  await body.readHead()
  return new FormQuery(body, { model: pathModel, notes })
}
