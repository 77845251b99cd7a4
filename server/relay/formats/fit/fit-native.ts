/** Histories that pass through: looked into where their bytes say that something may differ. */
import type { ProtocolName } from '../../../domain/calls/protocol'
import { idsFit } from '../../../domain/vendor-limits/names'
import type { JsonObject } from '../../wire/chat'
import type { NativeHead, UpstreamCall } from '../dialects/dialect'
import { isList, isObject } from '../dialects/json-fields'
import { PROTOCOL_CODECS } from '../protocols'
import { TALKS } from './call-facts'
import { callIdRule } from './call-ids'
import { fitHistory } from './history'

/** By facts of the head alone. */
export function needsFitting(call: UpstreamCall, { calls }: NativeHead): boolean {
  if (calls === undefined || !TALKS.has(call.operation)) return false
  return calls.isUneven || calls.repeats || !idsFit(calls, callIdRule(call))
}

/** The same object when nothing differs. */
export function fitNative(
  body: JsonObject,
  protocol: ProtocolName | undefined,
  { call, losses }: { readonly call: UpstreamCall; readonly losses: Set<string> },
): JsonObject {
  if (protocol === undefined || !TALKS.has(call.operation)) return body
  const form = PROTOCOL_CODECS[protocol].history
  const history = body[form.field]
  if (!isList(history) || form.continuedBy.some((name) => body[name] !== undefined)) return body
  // What an item refers to may be a call.
  if (history.some((entry) => isObject(entry) && entry.type === 'item_reference')) return body
  const fitted = fitHistory(history, form, { rule: callIdRule(call), losses })
  return fitted === history ? body : { ...body, [form.field]: fitted }
}
