import { GatewayError, UpstreamError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, Json, JsonObject } from '../../../wire/chat'
import { isObject, objectOf, stringOf, textOf } from '../json-fields'
import { usageIn } from './usage'

/** Names under which workflows give their answers. */
const ANSWER_FIELDS = ['answer', 'text', 'result', 'output']

/** Throws `upstream.invalid_answer`, or what a workflow says of its failure. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const text = stringOf(answer.answer) ?? textOfRun(objectOf(answer.data))
  if (text === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no answer' })
  }
  const usage = usageIn(answer)
  return {
    id: idOf(answer),
    model: '',
    choices: [{ parts: text === '' ? [] : [{ type: 'text', text }], finishReason: 'stop' }],
    ...(usage && { usage }),
  }
}

/** With the conversation's name clients can go on with it. */
export function idOf(event: JsonObject): string {
  return textOf(event.conversation_id) ?? textOf(event.workflow_run_id) ?? ''
}

/** Why a run of a workflow gave nothing; `undefined` for one that did. */
export function failureOf(run: JsonObject): string | undefined {
  const status = textOf(run.status)
  if (status !== 'failed' && status !== 'stopped') return undefined
  return textOf(run.error) ?? `the workflow was ${status}`
}

function textOfRun(run: JsonObject | undefined): string | undefined {
  if (run === undefined) return undefined
  const failure = failureOf(run)
  if (failure !== undefined) {
    throw new UpstreamError({ status: 500, message: failure, code: 'workflow_failed' })
  }
  return run.outputs === undefined ? undefined : outputText(run.outputs)
}

/** What a workflow gives: its one text, the text of a well-known name, or all of it. */
export function outputText(outputs: Json): string {
  if (!isObject(outputs))
    return stringOf(outputs) ?? (outputs === null ? '' : JSON.stringify(outputs))
  const named = ANSWER_FIELDS.find((name) => typeof outputs[name] === 'string')
  if (named !== undefined) return stringOf(outputs[named]) ?? ''
  const [only, ...others] = Object.values(outputs)
  if (typeof only === 'string' && others.length === 0) return only
  return JSON.stringify(outputs)
}
